// The layouts of cards: elements are dragged on a card, or moved by their numbers.
import { api, button, el, say, sign, t, trying } from "./dom.js";
import { shape } from "./drawings.js";
import { fields } from "./fields.js";
import { Mover } from "./moving.js";

export class LayoutPanel {
  constructor(bench) {
    this.bench = bench;
    this.choice = el("select", { aria: { label: t("layout") } });
    this.choice.addEventListener("change", () => { this.id = this.choice.value; this.show(this.game); });
    this.sample = el("select", { aria: { label: t("layout_sample") } });
    this.sample.addEventListener("change", () => { this.shown = this.sample.value; this.show(this.game); });
    this.undoButton = button([sign("undo"), t("undo")], () => this.bench.board.undo(), { class: "small" });
    this.sheet = el("div", { class: "layout-sheet" });
    this.stage = el("div", { class: "board-stage", tabIndex: 0, role: "region", aria: { label: t("tab_layouts") } }, this.sheet);
    this.mover = new Mover({ size: () => this.scale || 1, send: (handle, by, grow) => this.bench.move(handle, by, grow), chosen: handle => this.#mark(handle.at), removed: handle => this.#remove(handle.at) });
    this.table = el("tbody", {});
    this.details = el("section", { class: "element-details" });
    this.adding = el("select", { aria: { label: t("add_element") } }, el("option", { value: "" }, t("add_element")), ["text", "icon", "box", "line"].map(kind => el("option", { value: kind }, t(`element_${kind}`))));
    this.adding.addEventListener("change", () => this.#add());
    this.root = el("div", { class: "layout-panel" }, el("div", { class: "panel-bar" }, this.choice, this.sample, button(t("as_text"), () => this.bench.edit(`layouts/${this.id}.yaml`), { class: "small" }), this.undoButton),
      el("div", { class: "layout-body" }, this.stage, el("div", { class: "element-list", tabIndex: 0, role: "region", aria: { label: t("layout_elements") } }, el("p", { class: "plain" }, t("layout_hint")),
        el("table", { class: "elements" }, el("thead", {}, el("tr", {}, ["element", "x", "y", "w", "h"].map(name => el("th", { scope: "col" }, t(`element_${name}`))))), this.table), el("p", { class: "links" }, this.adding), this.details)));
    new ResizeObserver(() => this.#scale()).observe(this.stage);
  }

  async show(game) {
    this.game = game;
    const { layouts } = game;
    if (!layouts.some(each => each.id === this.id)) this.id = layouts[0]?.id;
    const layout = this.layout = layouts.find(each => each.id === this.id);
    if (!layout) return;
    this.choice.replaceChildren(...layouts.map(each => el("option", { value: each.id }, each.id)));
    this.choice.value = this.id;
    if (!layout.shown.includes(this.shown)) this.shown = layout.shown[0];
    this.sample.replaceChildren(...layout.shown.slice(0, 500).map(key => el("option", { value: key }, this.#name(key))));
    this.sample.value = this.shown ?? "";
    this.undoButton.hidden = !this.bench.data.undo;
    this.#rows();
    const svg = this.shown ? await this.bench.drawings.svg(this.shown) : null;
    if (this.layout !== layout) return;
    this.overlay = shape("svg", { viewBox: `0 0 ${layout.width} ${layout.height}`, class: "overlay" }, this.mover.layer);
    this.sheet.replaceChildren(...svg ? [svg] : [], this.overlay);
    this.#scale();
    this.root.dataset.hash = this.bench.data.drawings[this.shown]?.[0] ?? "";
    this.adding.disabled = !this.bench.data.writable;
    if (this.marked !== undefined) this.#tell();
  }

  #name(key) {
    const [kind, id] = key.split("/");
    return kind === "deck" ? `${t("card_back")}: ${id}` : this.game.cards.find(card => card.id === id)?.title ?? id;
  }

  #handles() {
    const writable = this.bench.data.writable;
    // Small elements lie above large ones, so that each can be taken.
    const order = this.layout.elements.map(([kind, text, x, y, w, h], at) => ({ key: `element/${this.id}/${at}`, field: "element", at, x, y, w, h, grows: writable, text: `${kind} ${text}` }));
    return writable ? order.sort((a, b) => b.w * b.h - a.w * a.h) : [];
  }

  #scale() {
    if (!this.layout || !this.stage.clientWidth) return;
    const { width, height } = this.layout;
    this.scale = Math.min((this.stage.clientWidth - 40) / width, Math.max(320, this.stage.clientHeight - 40) / height);
    this.sheet.style.width = `${width * this.scale}px`;
    this.sheet.style.height = `${height * this.scale}px`;
    this.mover.fill(this.#handles());
  }

  #rows() {
    const { elements } = this.layout;
    if (this.table.contains(document.activeElement) && this.table.rows.length === elements.length && this.rowsOf === this.id) {
      elements.forEach((element, at) => { [...this.table.rows[at].querySelectorAll("input")].forEach((input, axis) => { if (input !== document.activeElement) input.value = element[2 + axis]; }); });
      return;
    }
    this.rowsOf = this.id;
    this.table.replaceChildren(...elements.map((element, at) => el("tr", { data: { at } }, el("th", { scope: "row" }, `${at + 1} ${element[0]} `, el("small", {}, element[1])),
      [0, 1, 2, 3].map(axis => {
        const input = el("input", { type: "text", inputMode: "decimal", value: element[2 + axis], disabled: !this.bench.data.writable, aria: { label: `${at + 1} ${element[0]}: ${t(`element_${"xywh"[axis]}`)}` } });
        input.addEventListener("focus", () => this.#mark(at));
        input.addEventListener("change", () => this.#set(at, axis, input));
        return el("td", {}, input);
      }))));
  }

  #set(at, axis, input) {
    const before = this.layout.elements[at][2 + axis], value = Number(input.value.trim().replace(",", ".") || NaN), step = value - before;
    if (!step) { if (Number.isNaN(value)) say(t("no_number", { text: input.value }), true); input.value = before; return; }
    input.value = value;
    const change = [0, 0, 0, 0];
    change[axis] = step;
    this.bench.move({ key: `element/${this.id}/${at}`, field: "element" }, change.slice(0, 2), change.slice(2));
  }

  /** Show the fields of the chosen element. */
  async #tell() {
    const key = `element/${this.id}/${this.marked}`;
    if (!this.layout.elements[this.marked]) { this.details.replaceChildren(); return; }
    const data = await trying(() => api("GET", `api/design/part?${this.bench.query({ key })}`));
    const typing = this.told === key && this.details.querySelector("form");
    if (!data || typing || key !== `element/${this.id}/${this.marked}`) return;
    this.told = key;
    const focused = this.details.contains(document.activeElement) ? document.activeElement.id : "";
    const at = this.marked, [kind] = this.layout.elements[at], rest = { ...data, fields: data.fields.filter(field => !"xywh".includes(field.name)) };
    rest.changeable = Object.fromEntries(Object.entries(data.changeable).filter(([name]) => !"xywh".includes(name)));
    this.details.replaceChildren(el("h3", {}, `${at + 1} ${kind} `, this.bench.data.writable ? button(t("remove"), () => this.#remove(at), { class: "small" }) : ""), ...fields(this.bench, rest));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  async #add() {
    const kind = this.adding.value;
    this.adding.value = "";
    if (!kind || !await this.#send("element", { layout: this.id, kind })) return;
    this.#mark(this.layout.elements.length - 1);
  }

  async #remove(at) {
    if (!await this.#send("remove", { key: `element/${this.id}/${at}` })) return;
    this.details.replaceChildren();
    this.marked = undefined;
    say(t("removed", { name: `${t("element_element")} ${at + 1}` }), false, [t("undo"), () => this.bench.board.undo()]);
  }

  async #send(what, order) {
    const sent = await trying(async () => { await api("POST", `api/design/${what}?${this.bench.query()}`, order); return true; });
    if (sent) await this.bench.update();
    return sent;
  }

  #mark(at) {
    if (this.marked !== at) { this.marked = at; this.#tell(); }
    for (const row of this.table.rows) row.classList.toggle("selected", Number(row.dataset.at) === at);
    for (const node of this.mover.layer.querySelectorAll(".handle")) node.classList.toggle("selected", this.mover.handles[node.dataset.handle].at === at);
  }
}
