// The set-ups: boards with everything that lies on them at the beginning, and a table of it.
import { api, button, el, mistake, prose, t, trying } from "./dom.js";
import { shape } from "./drawings.js";
import { Grid } from "./grid.js";

const STACK = [0.6, 1.0];   // mm by which the next piece of a stack is drawn to the right and above
const MOST = 4;
const PAUSE = 350;   // milliseconds without a further change before the table is written

/** Rows as a text that can be compared; their order means nothing. */
function compared(rows) {
  return JSON.stringify(rows.filter(cells => cells.some(Boolean)).map(cells => cells.join("\u001f")).sort());
}

export class SetupPanel {
  constructor(bench) {
    this.bench = bench;
    this.choice = el("select", { aria: { label: t("tab_setups") } });
    this.choice.addEventListener("change", () => { this.#change(this.choice.value); });
    this.text = el("p", {});
    this.maps = el("div", { class: "setup-maps" });
    this.state = el("span", { class: "setup-state", role: "status" });
    this.problems = el("ul", { class: "problem-list" });
    this.table = el("section", { class: "setup-table", hidden: true });
    this.root = el("div", { class: "sheet-panel" }, el("div", { class: "sheet-bar" }, this.choice, button(t("details"), () => this.bench.inspector.part(`setup/${this.id}`), { class: "small setup-details" }), this.state), this.text,
      el("div", { class: "setup-parts" }, this.maps, this.table));
  }

  show(game) {
    this.game = game;
    if (!game.setups.some(setup => setup.id === this.id)) this.id = game.setups[0]?.id;
    this.choice.replaceChildren(...game.setups.map(setup => el("option", { value: setup.id }, setup.name)));
    this.choice.value = this.id ?? "";
    this.#draw();
    this.#load();
  }

  choose(id) {
    if (this.game) this.#change(id); else this.id = id;
  }

  async #change(id) {
    await this.flush();
    this.id = id;
    this.show(this.game);
  }

  // ---- the table ------------------------------------------------------------------------------

  /** Show the table of the set-up, unless it is being edited or shows the file already. */
  async #load() {
    const { id } = this;
    if (!id || this.timer || this.writing) return;
    const data = await trying(() => api("GET", `api/design/setup-table?${this.bench.query({ key: id })}`));
    if (!data || id !== this.id || this.timer || this.writing) return;
    this.table.hidden = !data.rows[0].length;
    if (this.table.hidden) { this.grid = null; return; }
    this.problems.replaceChildren(...(this.bench.problems ?? []).filter(problem => problem.file === data.file).map(problem => el("li", { class: problem.warning ? "warning" : "" },
      button(`${problem.line}:${problem.column}`, () => this.bench.edit(data.file, problem), { class: "small", title: t("edit_there") }), el("p", {}, mistake(problem)))));
    const known = JSON.stringify([id, data]);
    if (known === this.known) return;
    this.known = known;
    const rows = [...data.rows, ...data.rows.length > 1 ? [] : [["", "", ""]]].map((cells, at) => ({ kind: cells.join("") ? "row" : "blank", cells, line: at + 1, columns: [1, 2, 3] }));
    if (this.grid && this.shown === id) {
      this.grid.choices = data.choices;
      if (compared(this.#rows()) === compared(data.rows.slice(1))) return;
      if (!this.wrong) this.grid.load(rows);
      return;
    }
    this.shown = id;
    this.wrong = false;
    this.state.textContent = "";
    this.grid = new Grid({ rows, label: t("setup_table"), readonly: !this.bench.data.writable, meanings: data.meanings, choices: data.choices, changed: () => this.#later(), leave: () => this.choice.focus(), columns: false });
    this.table.replaceChildren(el("h2", {}, t("setup_table")), this.grid.root, this.problems, el("p", { class: "grid-hint" }, t("setup_table_hint")));
  }

  #rows() {
    return this.grid.cells().slice(1).map(cells => [0, 1, 2].map(at => (cells[at] ?? "").trim()));
  }

  #later() {
    clearTimeout(this.timer);
    this.state.textContent = t("saving");
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Write what is not written yet. */
  async flush() {
    if (!this.timer) { await this.writing; return; }
    clearTimeout(this.timer);
    this.timer = 0;
    await this.writing;
    this.writing = this.#write();
    await this.writing;
    this.writing = null;
  }

  async #write() {
    const { grid } = this;
    try {
      const { problems } = await api("POST", `api/design/setup-table?${this.bench.query()}`, { setup: this.shown, rows: this.#rows() });
      grid.located(grid.rows.map((row, at) => ({ ...row, line: at + 1, columns: [1, 2, 3] })));
      grid.setProblems(problems);
      this.wrong = problems.length > 0;
      const bad = problems.some(problem => !problem.warning);
      this.state.textContent = t(bad ? "not_saved" : "saved");
      this.state.classList.toggle("bad", bad);
    } catch (reason) {
      this.wrong = true;
      this.state.replaceChildren(`${t("not_saved")} `, ...prose(reason.message));
      this.state.classList.add("bad");
    }
  }

  // ---- the drawing ----------------------------------------------------------------------------

  async #draw() {
    if (!this.id) { this.maps.replaceChildren(); return; }
    const id = this.id;
    const maps = await trying(() => api("GET", `api/design/setup?${this.bench.query({ key: id })}`));
    if (!maps || id !== this.id) return;
    const keys = new Set(maps.flatMap(map => [...map.boards.map(board => `board/${board.id}`), ...map.pieces.map(piece => piece[0])]));
    const drawn = new Map(await Promise.all([...keys].map(async key => [key, await this.bench.drawings.svg(key)])));
    if (id !== this.id) return;
    const setup = this.game.setups.find(each => each.id === id);
    this.text.textContent = setup?.text ?? "";
    this.maps.replaceChildren(...maps.map(map => el("section", {}, maps.length > 1 ? el("h2", {}, map.name) : null, this.#map(map, drawn))));
    this.root.dataset.setup = id;
  }

  #map(map, drawn) {
    const sheet = shape("svg", { viewBox: `0 0 ${map.width} ${map.height}`, class: "setup-map", role: "img", "aria-label": map.name });
    const put = (key, x, y, width, height, turn = 0) => {
      const svg = drawn.get(key)?.cloneNode(true);
      if (!svg) return null;
      for (const [name, value] of Object.entries({ x, y, width, height })) svg.setAttribute(name, value);
      const placed = turn ? shape("g", { transform: `rotate(${turn} ${x + width / 2} ${y + height / 2})` }, svg) : svg;
      sheet.append(placed);
      return placed;
    };
    for (const board of map.boards) {
      const [, width, height] = this.bench.data.drawings[`board/${board.id}`] ?? [];
      put(`board/${board.id}`, board.x, board.y, width, height);
    }
    for (const [key, x, y, turn, count] of map.pieces) {
      const [, width, height] = this.bench.data.drawings[key] ?? [];
      if (!width) continue;
      const shown = Math.min(count, MOST);
      for (let at = 0; at < shown; at++) {
        const piece = put(key, x - width / 2 + at * STACK[0], y - height / 2 - at * STACK[1], width, height, turn);
        if (piece && at === shown - 1) this.#clickable(piece, key);
      }
      if (count > 1) {
        const at = [x + width / 2 + (shown - 1) * STACK[0] - 0.6, y - height / 2 - (shown - 1) * STACK[1] + 0.6];
        sheet.append(shape("g", { class: "count" }, shape("circle", { cx: at[0], cy: at[1], r: 2.6 }), Object.assign(shape("text", { x: at[0], y: at[1] + 1.25 }), { textContent: String(count) })));
      }
    }
    return sheet;
  }

  #clickable(piece, key) {
    piece.classList.add("clickable");
    piece.dataset.key = key;
    piece.addEventListener("click", () => this.bench.inspector.part(key));
  }
}
