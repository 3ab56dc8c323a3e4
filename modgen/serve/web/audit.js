// The audit: drop logs, see the report grow.
import { api, button, el, prose, size, t, trying } from "./dom.js";
import { DropZone } from "./drop.js";
import { cancel, fileOf, follow, start } from "./jobs.js";
import { Games } from "./games.js";

let zone, page, status, downloads, games, stop = () => {}, job = "", running = false, chosenGame;

function build(root) {
  zone = new DropZone({
    title: t("audit_drop"), hint: t("audit_hint"), accept: ".vlog,.vsav,.vmod,.yaml,.yml", ready: check,
  });
  chosenGame = el("select", { id: "audit-game" }, el("option", { value: "" }, t("game_by_log")));
  fillGames();
  chosenGame.addEventListener("change", () => { if (zone.ids().length) check(zone.ids()); });
  status = el("div", { class: "status", aria: { live: "polite" } });
  downloads = el("div", { class: "downloads" });
  games = new Games("audit");
  page = el("div", { class: "flow" },
    el("header", { class: "flow-head" }, el("h1", {}, t("audit")), el("p", {}, t("audit_text"))),
    el("div", { class: "flow-bar" }, zone.root,
      el("div", { class: "choice" }, el("label", { htmlFor: "audit-game" }, t("game")), chosenGame)),
    el("div", { class: "outcome" }, status, downloads), games.root);
  root.append(page);
}

let filling;

/** Offer the games that are known now. */
function fillGames() {
  filling = trying(async () => {
    const known = await api("GET", "api/games"), chosen = chosenGame.value;
    const options = games => games.map(game => el("option", { value: game.id }, game.title));
    chosenGame.replaceChildren(el("option", { value: "" }, t("game_by_log")),
      known.below.length ? el("optgroup", { label: t("your_games") }, options(known.below)) : "", el("optgroup", { label: t("bundled_games") }, options(known.games)));
    chosenGame.value = chosen;
  });
}

/** Check logs of a game, instead of those that are here. */
export async function checkGames(files, game) {
  if (!page) build(document.getElementById("page-audit"));
  fillGames();
  await filling;
  chosenGame.value = game;
  for (const old of [...zone.files]) if (old.id) await zone.remove(old);
  await zone.add(files);
}

export function show(root, [wanted, game, step]) {
  if (!page) build(root);
  if (wanted && wanted !== job) open(wanted, game, step);
  else if (wanted) games.choose(Number(game) || 0, Number(step) || 0);
}

export function drop(files) {
  zone.add(files);
}

async function check(ids) {
  if (!zone.files.some(file => file.kind === "log")) { tell(t("audit_needs_log")); return; }
  if (running) await trying(() => cancel(job));
  const id = await trying(() => start("audit", ids, { game: chosenGame.value }));
  if (id) { open(id); history.replaceState(null, "", `#audit/${id}`); }
}

function tell(...content) {
  status.replaceChildren(...content);
}

function open(id, game, step) {
  stop();
  job = id;
  running = true;
  downloads.replaceChildren();
  games.reset(id, Number(game) || 0, Number(step) || 0);
  page.classList.add("working");
  working(t("stage_waiting"));
  stop = follow(id, handle);
}

function working(text, share) {
  const bar = el("progress", { max: 1, aria: { label: text } });
  if (share !== undefined) bar.value = share;
  tell(el("span", {}, text), bar, button(t("cancel"), () => trying(() => cancel(job)), { class: "small" }));
}

function handle(event) {
  const stages = { reading: "stage_reading" };
  if (event.event === "stage") working(t(stages[event.stage], { files: event.logs.join(", ") }));
  else if (event.event === "files") showFiles(event.files);
  else if (event.event === "failed") end(el("p", { class: "problem" }, prose(event.message)));
  else if (event.event === "cancelled") end(el("p", {}, t("cancelled")), button(t("again"), () => check(zone.ids())));
  else if (event.event === "lost") end(el("p", { class: "problem" }, prose(t("server_gone"))));
  else if (event.event === "done") end();
  else games.handle(event);
  if (event.event === "game") working(t("stage_judging", { files: event.logs.join(", ") }), 0);
  if (event.event === "turns" && status.querySelector("progress")) {
    const share = games.share(event.game);
    if (share !== undefined) status.querySelector("progress").value = share;
  }
  if (event.event === "summary") {
    tell(el("strong", { class: `verdict ${event.verdict}` }, t(`outcome_${event.verdict}`)),
      el("span", {}, event.text), ...event.notes.map(note => el("p", { class: "remark" }, prose(note.message))));
  }
}

function end(...content) {
  running = false;
  page.classList.remove("working");
  games.finish();
  if (content.length) tell(...content);
}

function showFiles(files) {
  const labels = { json: "JSON", sarif: "SARIF", html: "HTML", zip: "HTML (ZIP)" };
  if (!downloads.children.length) downloads.append(el("span", {}, t("download_report")));
  for (const file of files) {
    const kind = file.name.split(".").pop();
    downloads.append(el("a", { class: "button", href: fileOf(job, file.name), download: file.name },
      `${labels[kind] ?? kind} `, el("small", {}, size(file.size))));
  }
}
