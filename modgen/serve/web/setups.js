// The set-ups: boards with everything that lies on them at the beginning.
import { api, button, el, t, trying } from "./dom.js";
import { shape } from "./drawings.js";

const STACK = [0.6, 1.0];   // mm by which the next piece of a stack is drawn to the right and above
const MOST = 4;

export class SetupPanel {
  constructor(bench) {
    this.bench = bench;
    this.choice = el("select", { aria: { label: t("tab_setups") } });
    this.choice.addEventListener("change", () => { this.id = this.choice.value; this.#draw(); });
    this.text = el("p", {});
    this.maps = el("div", { class: "setup-maps" });
    this.root = el("div", { class: "sheet-panel" }, el("div", { class: "sheet-bar" }, this.choice, button(t("details"), () => this.bench.inspector.part(`setup/${this.id}`), { class: "small setup-details" })), this.text, this.maps);
  }

  show(game) {
    this.game = game;
    if (!game.setups.some(setup => setup.id === this.id)) this.id = game.setups[0]?.id;
    this.choice.replaceChildren(...game.setups.map(setup => el("option", { value: setup.id }, setup.name)));
    this.choice.value = this.id ?? "";
    this.#draw();
  }

  choose(id) {
    this.id = id;
    if (this.game) this.show(this.game);
  }

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
