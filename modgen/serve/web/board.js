// The board: hover and click places, coordinates of a point, drawing the outline of a space.
import { api, button, el, idOf, say, sign, t, trying } from "./dom.js";
import { path, shape } from "./drawings.js";
import { Mover } from "./moving.js";
import { Placing } from "./placing.js";

const NARROW = matchMedia("(max-width: 60rem)");
const SNAP = 9;   // pixels within which a new corner joins an existing one

export class BoardPanel {
  constructor(bench) {
    this.bench = bench;
    this.zoom = 0;
    this.points = null;
    this.boardChoice = el("select", { aria: { label: t("board_name") } });
    this.boardChoice.addEventListener("change", () => { this.id = this.boardChoice.value; this.zoom = 0; this.show(this.game); });
    this.where = el("output", { class: "where-mm" }, "");
    this.outlineButton = button(t("draw_outline"), () => this.#outline(!this.points), { aria: { pressed: false } });
    this.moveButton = button(t("move"), () => this.#moving(!this.moves), { aria: { pressed: false }, title: t("move_hint") });
    this.undoButton = button([sign("undo"), t("undo")], () => this.undo(), { class: "small" });
    this.mover = new Mover({ size: () => this.size || 1, send: (handle, by, grow) => this.bench.move(handle, by, grow), chosen: handle => this.#chosen(handle), removed: handle => this.placing.remove(handle.key, handle.field === "bend" ? t("bend_of", { name: handle.text }) : handle.text) });
    this.placing = new Placing(this);
    this.sheet = el("div", { class: "board-sheet" });
    this.stage = el("div", { class: "board-stage", tabIndex: 0, role: "region", aria: { label: t("tab_board") } }, this.sheet);
    this.tip = el("div", { class: "tip", hidden: true });
    const zoom = el("div", { class: "group", role: "group", aria: { label: t("zoom") } },
      button(sign("minus"), () => this.#zoom(1 / 1.35), { class: "icon", aria: { label: t("zoom_out") } }),
      button(t("fit"), () => { this.zoom = 0; this.#scale(); }, { class: "small" }),
      button(sign("plus"), () => this.#zoom(1.35), { class: "icon", aria: { label: t("zoom_in") } }));
    this.root = el("div", { class: "board-panel" },
      el("div", { class: "panel-bar" }, this.boardChoice, zoom, this.placing.buttons, this.moveButton, this.outlineButton, this.undoButton, this.where),
      el("div", { class: "stage-frame" }, this.stage, this.tip));
    new ResizeObserver(() => this.#scale()).observe(this.stage);
    this.stage.addEventListener("pointermove", event => this.#hover(event));
    this.stage.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.stage.addEventListener("click", event => this.#click(event));
    this.stage.addEventListener("dblclick", () => { if (this.points) this.bench.inspector.focusSave(); });
    this.overlay = shape("svg", { class: "overlay" });
    this.edgeLayer = shape("g");
    this.placeLayer = shape("g");
    this.cell = shape("rect", { class: "cell", width: 0, height: 0 });
    this.pin = shape("g", { class: "pin" });
    this.line = shape("g", { class: "outline" });
    this.overlay.append(this.edgeLayer, this.placeLayer, this.cell, this.pin, this.line, this.mover.layer);
    this.stage.addEventListener("keydown", event => this.#key(event));
    this.stage.addEventListener("focusin", event => { if (event.target.dataset.key) this.#focus(event.target); });
    this.stage.addEventListener("wheel", event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
  }

  async show(game) {
    this.game = game;
    const { boards } = game;
    if (!boards.some(board => board.id === this.id)) this.id = boards[0].id;
    this.boardChoice.replaceChildren(...boards.map(board => el("option", { value: board.id }, board.name)));
    this.boardChoice.value = this.id;
    this.boardChoice.hidden = boards.length < 2;
    this.board = boards.find(board => board.id === this.id);
    const board = this.board, key = `board/${this.id}`;
    this.outlineButton.disabled = !this.bench.data.writable || !board.geometry;
    this.moveButton.disabled = !this.bench.data.writable;
    this.placing.ready(this.bench.data.writable);
    this.undoButton.hidden = !this.bench.data.undo;
    this.outlineButton.title = this.bench.data.writable ? board.geometry ? "" : t("no_geometry") : t("bundled");
    const svg = await this.bench.drawings.svg(key, board.name);
    if (this.board !== board || !svg) return;
    const focused = this.placeLayer.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    this.overlay.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    this.edges = new Map((board.edges ?? []).map(edge => [edge.key, edge]));
    this.edgeLayer.replaceChildren(...[...this.edges].map(([name, edge]) => shape("path", { d: `M${edge.line.map(point => point.join(",")).join("L")}`, class: "edge", "data-key": name })));
    this.places = new Map(board.places.map(place => [`${place.part}/${place.id}`, place]));
    this.placeLayer.replaceChildren(...[...this.places].sort(([, a], [, b]) => size(b) - size(a)).map(([name, place]) => {
      const spoiled = this.bench.problemsOf(name).some(each => !each.warning);
      return shape("path", { d: path(place.rings), class: `place${spoiled ? " spoiled" : ""}`, "data-key": name, tabindex: -1, role: "button", "fill-rule": "evenodd",
        "aria-label": [place.name, place.kind].filter(Boolean).join(", ") });
    }));
    this.placeLayer.querySelector(".place")?.setAttribute("tabindex", "0");
    this.#handles();
    if (this.drawn?.isConnected && this.sheet.contains(this.overlay)) this.drawn.replaceWith(svg); else this.sheet.replaceChildren(svg, this.overlay);
    this.drawn = svg;
    this.root.dataset.hash = this.bench.data.drawings[key][0];
    this.#scale();
    this.#drawPoints();
    this.mark(this.selected);
    this.placing.refresh();
    if (focused) this.placeLayer.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #scale() {
    if (!this.board || !this.stage.clientWidth) return;
    const { width, height } = this.board;
    const across = (this.stage.clientWidth - 2) / width;
    // On a narrow screen the board is as high as it needs to be.
    this.fit = NARROW.matches ? across : Math.min(across, Math.max(240, this.stage.clientHeight - 2) / height);
    this.size = this.zoom || this.fit;
    this.sheet.style.width = `${width * this.size}px`;
    this.sheet.style.height = `${height * this.size}px`;
    this.mover.rescale();
  }

  #zoom(factor) {
    const { stage } = this;
    const middle = [(stage.scrollLeft + stage.clientWidth / 2) / this.size, (stage.scrollTop + stage.clientHeight / 2) / this.size];
    this.zoom = Math.min(40, Math.max(this.fit / 2, (this.zoom || this.fit) * factor));
    this.#scale();
    stage.scrollTo(middle[0] * this.size - stage.clientWidth / 2, middle[1] * this.size - stage.clientHeight / 2);
    this.#drawPoints();
  }

  /** End what is done on the board, but not what begins now. */
  quit(begins = "") {
    if (this.points && begins !== "points") this.#outline(false);
    if (this.moves && begins !== "moves") this.#moving(false);
    if (begins !== "placing") this.placing.end();
  }

  // ---- moving ---------------------------------------------------------------------------------

  startMoving() {
    if (!this.moves) this.#moving(true);
  }

  #moving(on) {
    if (on) this.quit("moves");
    this.moves = on;
    this.moveButton.setAttribute("aria-pressed", on);
    this.root.classList.toggle("moving", on);
    this.tip.hidden = true;
    this.#handles();
    if (on) this.bench.inspector.told(t("move"), t("move_hint")); else this.bench.inspector.home();
  }

  #handles() {
    const handles = this.moves ? this.board.handles : [];
    const corners = this.moves ? this.places?.get(this.cornersOf)?.corners ?? [] : [];
    this.mover.fill([...handles.map(([key, field, x, y, w, h, grows, text]) => ({ key, field, x, y, w, h, grows, text })),
      ...corners.map(([x, y], at) => ({ key: this.cornersOf, field: "corner", x, y, w: 0, h: 0, text: `${this.places.get(this.cornersOf).name} ${at + 1}` }))]);
  }

  #corners(key) {
    if (key === this.cornersOf || !key?.startsWith("space/")) return;
    this.cornersOf = key;
    this.#handles();
  }

  #chosen(handle) {
    const round = value => Math.round(value * 100) / 100;
    const boxed = ["rect", "runs"].includes(handle.field);
    // The outline of the chosen space has a handle at each corner.
    this.#corners(handle.key);
    this.where.textContent = `${handle.text}  x ${round(handle.x + (boxed ? 0 : handle.w / 2))}  y ${round(handle.y + (boxed ? 0 : handle.h / 2))}${boxed ? `  ${round(handle.w)} × ${round(handle.h)}` : ""} mm`;
    this.bench.inspector.handle(handle);
  }

  /** The point of an event in mm. */
  #point(event) {
    const box = this.sheet.getBoundingClientRect();
    const round = value => Math.round(value * 100) / 100;
    return [round((event.clientX - box.left) / box.width * this.board.width), round((event.clientY - box.top) / box.height * this.board.height)];
  }

  /** Longitude and latitude of a point; null for a board without a projection. */
  degrees([x, y]) {
    const scale = this.board.degrees;
    return scale ? [scale[0] + x * scale[2], scale[1] + y * scale[3]].map(value => Math.round(value * 1e4) / 1e4) : null;
  }

  #cellAt([x, y]) {
    const half = Math.max(...(this.board.grids ?? []).map(grid => grid.size), 0) / 2;
    let best = null, near = half * 1.16;
    for (const cell of this.board.cells ?? []) {
      const away = this.board.grids[0]?.kind === "square" ? Math.max(Math.abs(cell[1] - x), Math.abs(cell[2] - y)) : Math.hypot(cell[1] - x, cell[2] - y);
      if (away < near) { near = away; best = cell; }
    }
    return best;
  }

  #hover(event) {
    if (!this.board || this.moves) return;
    const at = this.#point(event);
    const lonlat = this.degrees(at);
    this.placing.hover(at);
    this.where.textContent = `x ${at[0].toFixed(1)}  y ${at[1].toFixed(1)} mm${lonlat ? `  ${lonlat[0].toFixed(3)}°, ${lonlat[1].toFixed(3)}°` : ""}`;
    const place = this.places?.get(event.target.dataset?.key);
    const cell = place ? null : this.#cellAt(at);
    if (cell) {
      const { size: side } = this.board.grids[0];
      for (const [name, value] of [["x", cell[1] - side / 2], ["y", cell[2] - side / 2], ["width", side], ["height", side]]) this.cell.setAttribute(name, value);
    } else this.cell?.setAttribute("width", 0);
    if (this.points || this.placing.mode || !(place || cell)) { this.tip.hidden = true; return; }
    this.#tip(place ?? { name: cell[0], id: cell[0], part: "cell", attributes: {} }, event.clientX, event.clientY);
  }

  #focus(target) {
    const place = this.places.get(target.dataset.key), box = target.getBoundingClientRect();
    for (const each of this.overlay.querySelectorAll(".place")) each.setAttribute("tabindex", each === target ? 0 : -1);
    if (this.moves) this.#corners(target.dataset.key);
    else if (place && !this.placing.mode) this.#tip(place, box.left + box.width / 2, box.top + box.height / 2);
  }

  #tip(place, x, y) {
    const facts = Object.entries(place.attributes ?? {}).map(([name, value]) => [name, String(value)]);
    const neighbours = (place.neighbours ?? []).map(each => each.name + (each.by.some(kind => kind !== "land") ? ` (${each.by.join(", ")})` : ""));
    this.tip.replaceChildren(el("strong", {}, place.name), el("code", {}, place.id), place.kind ? el("span", {}, place.kind) : "",
      el("dl", {}, facts.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
        neighbours.length ? [el("dt", {}, t("neighbours")), el("dd", {}, neighbours.join(", "))] : null));
    this.tip.hidden = false;
    const frame = this.root.querySelector(".stage-frame").getBoundingClientRect();
    const left = Math.min(x - frame.left + 18, frame.width - this.tip.offsetWidth - 6), top = y - frame.top + 18;
    this.tip.style.left = `${Math.max(4, left)}px`;
    this.tip.style.top = `${Math.max(4, top + this.tip.offsetHeight > frame.height ? y - frame.top - this.tip.offsetHeight - 12 : top)}px`;
  }

  #click(event) {
    if (this.moves) this.#corners(event.target.dataset?.key);
    if (!this.board || this.moves || !this.sheet.contains(event.target)) return;
    const at = this.#point(event);
    if (this.points) { this.add(this.#snapped(at)); return; }
    if (this.placing.click(at, event.target.dataset?.key)) return;
    this.pinAt(at);
    const key = event.target.dataset?.key, cell = key ? null : this.#cellAt(at);
    this.bench.inspector.point(at, this.degrees(at), cell?.[0]);
    if (key) { this.mark(key); this.bench.inspector.part(key, at); }
  }

  pinAt([x, y]) {
    const r = 7 / this.size;
    this.pin.replaceChildren(shape("circle", { cx: x, cy: y, r }), shape("path", { d: `M${x - 2 * r},${y}H${x + 2 * r}M${x},${y - 2 * r}V${y + 2 * r}` }));
  }

  mark(key) {
    this.selected = key;
    for (const each of this.overlay.querySelectorAll(".place, .edge")) each.classList.toggle("selected", each.dataset.key === key);
  }

  async reveal(key) {
    const board = key.startsWith("board/") ? key.slice(6) : this.game?.boards.find(each => each.places.some(place => `${place.part}/${place.id}` === key))?.id;
    if (board && board !== this.id) { this.id = board; this.zoom = 0; await this.show(this.game); }
    this.mark(key);
    this.placeLayer.querySelector(`[data-key="${CSS.escape(key)}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #key(event) {
    const key = event.target.dataset?.key;
    if (this.moves && event.key === "Escape") { this.#moving(false); this.moveButton.focus(); return; }
    if (this.points && (event.key === "Escape" || event.key === "Backspace")) {
      event.preventDefault();
      if (event.key === "Escape") this.#outline(false); else { this.points.pop(); this.#drawPoints(); }
      return;
    }
    if (this.placing.mode && event.key === "Escape") { event.preventDefault(); this.placing.end(); return; }
    if (!key || !this.places.has(key)) return;
    if (event.key === "Delete" && this.bench.data.writable && !this.placing.mode) { event.preventDefault(); this.placing.remove(key, this.places.get(key).name); return; }
    const order = [...this.overlay.querySelectorAll(".place")].sort((a, b) => a.getAttribute("aria-label").localeCompare(b.getAttribute("aria-label")));
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") { if (!this.placing.click(null, key)) { this.mark(key); this.bench.inspector.part(key); } }
    else if (step) order[(order.indexOf(event.target) + step + order.length) % order.length].focus();
    else return;
    event.preventDefault();
  }

  // ---- outlines -------------------------------------------------------------------------------

  #outline(on) {
    if (on) this.quit("points");
    this.points = on ? [] : null;
    this.tip.hidden = true;
    this.outlineButton.setAttribute("aria-pressed", on);
    this.root.classList.toggle("drawing", on);
    this.#drawPoints();
    if (on) this.bench.inspector.outline(this); else this.bench.inspector.home();
  }

  #snapped(at) {
    let best = at, near = SNAP / this.size;
    for (const place of this.board.places) {
      if (place.part !== "space" || !place.drawn) continue;
      for (const ring of place.rings) for (const corner of ring) {
        const away = Math.hypot(corner[0] - at[0], corner[1] - at[1]);
        if (away < near) { near = away; best = corner; }
      }
    }
    return [...best];
  }

  add(point) {
    this.points.push(point);
    this.#drawPoints();
  }

  set(points) {
    this.points = points;
    this.#drawPoints(false);
  }

  #drawPoints(tell = true) {
    if (!this.line) return;
    const points = this.points ?? [];
    this.line.replaceChildren(...points.length ? [
      shape("path", { d: points.length > 1 ? `M${points.map(point => point.join(",")).join("L")}${points.length > 2 ? "Z" : ""}` : "" }),
      ...points.map(([x, y]) => shape("circle", { cx: x, cy: y, r: 4 / this.size })),
    ] : []);
    if (tell && this.points) this.bench.inspector.points(points);
  }

  /** Write the outline of a space, by its id or name; any other text is the name of a new one. */
  async save(text) {
    const known = this.game.boards.flatMap(board => board.places).find(place => place.part === "space" && (place.id === text || place.name === text));
    const space = known?.id ?? idOf(text).replaceAll("-", "_"), name = known ? "" : text;
    const saved = await trying(async () => {
      await api("POST", `api/design/outline?${this.bench.query()}`, { board: this.id, space, points: this.points, name });
      return true;
    });
    if (!saved) return;
    say(t("outline_saved", { space, file: this.board.geometry }));
    this.#outline(false);
    this.bench.update();
  }

  async undo() {
    await trying(async () => {
      await api("POST", `api/design/undo?${this.bench.query()}`);
      say(t("undone_last"));
      await this.bench.update();
    });
  }
}

/** How large a place is, so that small ones lie above large ones. */
function size(place) {
  const points = place.rings.flat();
  if (!points.length) return 0;
  const [xs, ys] = [points.map(point => point[0]), points.map(point => point[1])];
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}
