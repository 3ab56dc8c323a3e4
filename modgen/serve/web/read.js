// Reading: drop modules, saves and logs.
import { button, el, plural, prose, size, t, tabs, trying } from "./dom.js";
import { DropZone } from "./drop.js";
import { cancel, follow, start } from "./jobs.js";
import { Games } from "./games.js";

let zone, page, status, results, games, stop = () => {}, job = "", running = false;

function build(root) {
  zone = new DropZone({ title: t("read_drop"), hint: t("read_hint"), accept: ".vmod,.vmdx,.vsav,.vlog", ready: read });
  status = el("div", { class: "status", aria: { live: "polite" } });
  results = el("div", { class: "results" });
  games = new Games("read");
  page = el("div", { class: "flow" },
    el("header", { class: "flow-head" }, el("h1", {}, t("read")), el("p", {}, t("read_text"))),
    el("div", { class: "flow-bar" }, zone.root), status, results, games.root);
  root.append(page);
}

export function show(root, [wanted, game, step]) {
  if (!page) build(root);
  if (wanted && wanted !== job) open(wanted, game, step);
  else if (wanted) games.choose(Number(game) || 0, Number(step) || 0);
}

export function drop(files) {
  if (!page) build(document.getElementById("page-read"));
  zone.add(files);
}

async function read(ids) {
  if (running) await trying(() => cancel(job));
  const id = await trying(() => start("read", ids));
  if (id) { open(id); history.replaceState(null, "", `#read/${id}`); }
}

function open(id, game, step) {
  stop();
  job = id;
  running = true;
  results.replaceChildren();
  games.reset(id, Number(game) || 0, Number(step) || 0);
  working(t("stage_waiting"));
  stop = follow(id, handle);
}

function working(text) {
  status.replaceChildren(el("span", {}, text), el("progress", { aria: { label: text } }), button(t("cancel"), () => trying(() => cancel(job)), { class: "small" }));
}

function end(...content) {
  running = false;
  games.finish();
  status.replaceChildren(...content);
}

function handle(event) {
  const stages = { inspecting: "stage_inspecting", reading: "stage_reading" };
  if (event.event === "stage") working(t(stages[event.stage], { files: event.logs.join(", ") }));
  else if (event.event === "module") results.append(module(event));
  else if (event.event === "changes") results.append(changes(event));
  else if (event.event === "fits") results.append(fits(event));
  else if (event.event === "failed") end(el("p", { class: "problem" }, prose(event.message)));
  else if (event.event === "cancelled") end(el("p", {}, t("cancelled")));
  else if (event.event === "lost") end(el("p", { class: "problem" }, prose(t("server_gone"))));
  else if (event.event === "done") end();
  else games.handle(event);
}

function card(title, subtitle, ...content) {
  return el("article", { class: "card" }, el("header", {}, el("h2", {}, title), subtitle ? el("p", {}, subtitle) : null), ...content);
}

function module({ report, lines, advice, score, standing, file }) {
  const total = score.reduce((sum, each) => sum + each.points, 0);
  const facts = [
    [t("components"), Object.values(report.components).reduce((sum, each) => sum + each, 0)], [t("slots"), report.slots],
    [t("pictures"), `${report.pictures} (${size(report.picture_bytes)})`], [t("problems"), report.problems],
  ];
  const problems = [
    ...Object.entries(report.missing_pictures).map(([name, where]) => t("missing_picture", { name, where })),
    ...report.odd_names, ...report.undefined, ...report.twice, ...report.unusable, ...report.unreadable, ...report.warnings,
    ...report.setups.flatMap(setup => setup.lacking.map(text => `${setup.name}: ${text}`)),
  ];
  const panels = [
    { key: "advice", label: `${t("advice")} (${advice.length})`, panel: el("div", {}, advice.length
      ? el("ul", { class: "advice" }, advice.map(each => el("li", { class: each.kind }, el("strong", {}, each.where), el("span", {}, prose(` ${each.text}. `)), el("em", {}, prose(`${each.remedy}.`)))))
      : el("p", { class: "plain" }, t("nothing"))) },
    { key: "problems", label: `${t("problems")} (${problems.length})`, panel: el("div", {}, problems.length
      ? el("ul", {}, problems.map(text => el("li", {}, prose(text)))) : el("p", { class: "plain" }, t("no_problems"))) },
    { key: "score", label: `${t("score")} ${total.toFixed(0)}`, panel: el("div", {}, el("p", {}, `${total.toFixed(1)} / 100, ${standing}`),
      el("table", { class: "scores" }, el("tbody", {}, score.map(each => el("tr", {}, el("th", { scope: "row" }, each.name),
        el("td", {}, el("meter", { min: 0, max: each.most, value: each.points, aria: { hidden: "true" } })),
        el("td", { class: "numeric" }, `${each.points} / ${each.most}`), el("td", {}, each.points < each.most ? prose(`${each.remedy}.`) : "")))))) },
    { key: "tree", label: t("contents"), panel: el("div", {}, el("pre", { class: "tree", tabIndex: 0, role: "region", aria: { label: t("contents") } }, lines.join("\n"))) },
  ];
  const choice = tabs(panels, report.name || file);
  choice.choose(problems.length ? "problems" : "advice");
  return card(report.name || file, `${file} · ${report.version} · VASSAL ${report.engine}`,
    el("dl", { class: "facts" }, facts.map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, String(value))))),
    choice.list, panels.map(each => each.panel));
}

function changes({ old, new: latest, number, changes: list }) {
  return card(t("differences"), `${old} → ${latest}`, el("p", {}, number ? plural("changes", number) : t("no_changes")),
    el("ul", { class: "changes" }, list.map(change => el("li", { class: change.breaks ? "breaks" : "" }, prose(`${change.text}.`),
      change.breaks ? el("strong", {}, ` ${t("breaks_saves")} ${change.breaks}.`) : null))));
}

function fits({ module: name, files }) {
  return card(t("saves_in", { name }), "", el("ul", {}, files.map(({ file, problems }) => el("li", {}, el("strong", {}, file), " ",
    problems.length ? el("ul", {}, problems.map(text => el("li", {}, prose(`${text}.`)))) : t("still_works")))));
}
