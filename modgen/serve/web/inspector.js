// Beside the picture: the rows of a part, a point's coordinates, the outline that is being drawn.
import { api, button, el, mistake, say, t, trying } from "./dom.js";
import { fields } from "./fields.js";
import { starts } from "./starts.js";

const TYPING = ".part-tools form, .fields form";   // somebody is typing

export class Inspector {
  constructor(bench) {
    this.bench = bench;
    this.pointBox = el("div", { class: "point" });
    this.box = el("div", { class: "inspector-body" });
    this.root = el("aside", { class: "inspector", aria: { label: t("details") } }, this.pointBox, this.box);
    this.home();
  }

  home() {
    this.key = "";
    this.area = null;
    const { tab } = this.bench, parts = ["setups", "counters", "cards", "charts", "layouts"].includes(tab);
    const step = (key, to) => el("li", {}, button(t(`tab_${to}`), () => this.bench.tabs.choose(to), { class: "small" }), el("span", {}, t(key)));
    const steps = this.bench.data?.writable && tab === "board" ? [el("h3", {}, t("next_steps")), el("ul", { class: "next-steps" }, step("next_files", "files"), this.bench.data.game?.setups.length ? step("next_setups", "setups") : "", step("next_problems", "problems")), el("p", { class: "plain" }, t("next_build"))] : "";
    this.box.replaceChildren(el("p", { class: "plain home" }, t(parts ? "inspector_hint_parts" : "inspector_hint")), ...steps);
  }

  /** Called when another tab is opened. */
  turned() {
    if (this.box.querySelector(".home")) this.home();
  }

  /** Say something about what is done on the board. */
  told(title, text) {
    this.key = "";
    this.pointBox.replaceChildren();
    this.box.replaceChildren(el("h2", {}, title), el("p", { class: "plain" }, text));
  }

  /** A form for what is done on the board. */
  form(content) {
    this.key = "";
    this.area = null;
    this.pointBox.replaceChildren();
    this.box.replaceChildren(content);
  }

  /** A part that is being moved. */
  handle(handle) {
    if (this.handled === `${handle.key} ${handle.text}` && this.box.querySelector(".part-tools, .plain.moving-hint")) return;
    this.handled = `${handle.key} ${handle.text}`;
    this.key = "";
    this.pointBox.replaceChildren();
    this.box.replaceChildren(el("h2", {}, handle.text || handle.key), this.bench.board.placing.tools(handle.key, handle.text), el("p", { class: "plain moving-hint" }, t("move_hint")));
  }

  /** Called when the game has changed. */
  refresh() {
    if (this.box.querySelector(TYPING)) return;
    if (this.awaited && !this.#isGone(this.awaited)) { this.bench.board.mark(this.awaited); this.part(this.awaited); }
    else if (this.key && this.#isGone(this.key)) this.home();
    else if (this.key) this.part(this.key, null, true);
    else if (!this.area && !this.bench.board.moves && !this.bench.board.placing.mode) this.home();
  }

  /** Show a part as soon as a version of the game has it. */
  awaits(key) {
    this.home();
    this.awaited = key;
    this.refresh();
  }

  /** Whether the game does not have a part. */
  #isGone(part) {
    const [kind, id] = part.split("/"), { boards } = this.bench.data.game;
    if (kind === "edge") return !boards.some(board => board.edges.some(edge => edge.key === part));
    const lists = { side: "pieces", deck: "decks", chart: "charts", setup: "setups" };
    if (lists[kind]) return !this.bench.data.game[lists[kind]].some(each => (kind === "side" ? each.side_id : each.id) === id);
    if (["piece", "card"].includes(kind)) return !Object.keys(this.bench.data.drawings).some(key => `${key}/`.startsWith(`${kind}/${id}/`));
    return ["space", "box", "track"].includes(kind) && !boards.some(board => board.places.some(place => place.part === kind && place.id === id));
  }

  point(at, lonlat, cell) {
    const text = `[${at.join(", ")}]`;
    this.pointBox.replaceChildren(el("h2", {}, t("point")), el("p", {}, el("code", {}, text), button(t("copy"), () => copy(text), { class: "small quiet" })),
      lonlat ? el("p", {}, el("code", {}, `[${lonlat.join(", ")}]`), ` ${t("lonlat")} `, button(t("copy"), () => copy(`[${lonlat.join(", ")}]`), { class: "small quiet" })) : "",
      cell ? el("p", {}, `${t("cell")} `, el("code", {}, cell)) : "",
      this.bench.data.writable ? el("p", {}, button(t("add_here"), () => this.bench.board.placing.begin("add", at), { class: "small" })) : "");
    if (!this.area) { this.key = ""; this.box.replaceChildren(); }
  }

  /** Show the rows of a part. */
  async part(key, at, again = false) {
    if (this.area) return;
    if (!at && this.key !== key) this.pointBox.replaceChildren();
    this.key = key;
    this.awaited = "";
    const data = await trying(() => api("GET", `api/design/part?${this.bench.query({ key })}`));
    // A form that was opened meanwhile stays.
    if (this.key !== key || (again && this.box.querySelector(TYPING))) return;
    if (!data) { this.home(); return; }
    const place = this.bench.board.places?.get(key);
    const problems = this.bench.problemsOf(key), focused = this.box.contains(document.activeElement) ? document.activeElement.id : "";
    const edge = this.bench.board.edges?.get(key);
    const title = edge ? edge.between.map(id => this.bench.board.places.get(`space/${id}`)?.name ?? id).join(" – ") : name(data) ?? key;
    const called = edge ? data.fields.find(field => field.name === "kind")?.value ?? "land" : title;
    this.box.replaceChildren(
      el("header", {}, el("h2", {}, title), this.bench.board.placing.tools(key, called), el("p", {}, el("code", {}, `${data.file}:${data.line}`), button(t("edit"), () => this.bench.edit(data.file, { line: data.line, column: 1 }), { class: "small" }))),
      problems.length ? el("ul", { class: "figure-problems" }, problems.map(each => el("li", { class: each.warning ? "warning" : "" }, `${each.file}:${each.line}:${each.column} `, mistake(each)))) : "",
      starts(this.bench, key),
      ...fields(this.bench, data),
      place?.neighbours?.length ? el("section", {}, el("h3", {}, t("neighbours")), el("p", { class: "links" }, place.neighbours.map(each => button(`${each.name} (${each.by.join(", ")})`, () => this.bench.reveal(`space/${each.id}`), { class: "small" })))) : "",
      data.edges.length ? el("details", {}, el("summary", {}, `${t("edges")} (${data.edges.length})`), el("ul", {}, data.edges.map(edge => el("li", {}, button(`${edge.between.join(" – ")}, ${edge.kind}`, () => { this.bench.board.mark(edge.key); this.part(edge.key); }, { class: "small quiet" }), el("code", {}, ` map.yaml:${edge.line}`))))) : "",
      data.lines.length ? el("section", {}, el("h3", {}, t("in_the_file")), el("pre", { class: "source", tabIndex: 0, role: "region", aria: { label: t("in_the_file") } }, data.lines.map(([number, line]) => `${String(number).padStart(4)}  ${line}\n`).join(""))) : "");
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  // ---- outlines -------------------------------------------------------------------------------

  outline(board) {
    this.key = "";
    this.pointBox.replaceChildren();
    const list = el("datalist", { id: "space-ids" }, board.board.places.filter(place => place.part === "space").map(place => el("option", { value: place.id }, place.name)));
    const space = el("input", { type: "text", id: "outline-space", autocomplete: "off", spellcheck: false });
    space.setAttribute("list", "space-ids");
    this.area = el("textarea", { id: "outline-points", rows: 10, spellcheck: false });
    this.area.addEventListener("input", () => {
      const points = this.area.value.split("\n").map(line => line.trim().split(/[\s,;]+/).map(Number)).filter(point => point.length === 2 && point.every(Number.isFinite));
      board.set(points);
    });
    const save = button(t("save_outline"), () => { if (space.value) board.save(space.value.trim()); else { say(t("choose_space"), true); space.focus(); } }, { class: "primary" });
    this.save = save;
    this.box.replaceChildren(el("h2", {}, t("draw_outline")), el("p", {}, t("outline_hint")),
      el("p", { class: "field" }, el("label", { htmlFor: "outline-space" }, t("space_id")), space, list),
      el("p", { class: "field" }, el("label", { htmlFor: "outline-points" }, t("outline_points")), this.area),
      el("p", { class: "links" }, save, button(t("clear"), () => { board.set([]); this.points([]); })));
    space.focus({ preventScroll: true });
  }

  points(points) {
    if (this.area) this.area.value = points.map(point => point.join(", ")).join("\n");
  }

  focusSave() {
    this.save?.focus();
  }
}

function name(data) {
  return data.fields.find(field => ["name", "title"].includes(field.name))?.value;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(t("copied", { text }));
  } catch {
    say(text);
  }
}
