// Parts of a drawing that are dragged, or moved with the arrow keys, in millimetres.
import { t } from "./dom.js";
import { shape } from "./drawings.js";

const PAUSE = 700;   // milliseconds after the last key before a move is written
const SNAP = 0.5;    // millimetres

export class Mover {
  /** `size` gives the pixels of a millimetre; `send` writes a move and gives whether it was written. */
  constructor({ size, send, chosen = () => {}, removed }) {
    this.size = size;
    this.send = send;
    this.chosen = chosen;
    this.removed = removed;
    this.layer = shape("g", { class: "handles" });
    this.layer.addEventListener("pointerdown", event => this.#begin(event));
    this.layer.addEventListener("pointermove", event => this.#drag(event));
    for (const kind of ["pointerup", "pointercancel"]) this.layer.addEventListener(kind, event => this.#end(event));
    this.layer.addEventListener("keydown", event => this.#key(event));
    this.layer.addEventListener("focusin", event => { const node = event.target.closest("[data-handle]"); if (node && !this.refocusing) this.chosen(this.handles[node.dataset.handle]); });
    this.layer.addEventListener("focusout", () => { if (!this.refocusing) this.#flush(); });
  }

  /** Show handles: `{key, field, x, y, w, h, grows, text}`; those without width are points. */
  fill(handles) {
    if (this.dragged) { this.waiting = handles; return; }
    const focused = this.layer.contains(document.activeElement) ? document.activeElement.dataset : null;
    const held = focused && this.handles[focused.handle];
    this.handles = handles;
    this.layer.replaceChildren(...handles.flatMap((handle, at) => this.#nodes(handle, at)));
    const at = held ? handles.findIndex(each => each.key === held.key && each.field === held.field && (each.field !== "corner" || each.text === held.text)) : -1;
    if (at < 0) return;
    this.refocusing = true;
    this.layer.querySelector(`[data-handle="${at}"]${focused.grow ? "[data-grow]" : ":not([data-grow])"}`)?.focus({ preventScroll: true });
    this.refocusing = false;
    this.chosen(handles[at]);
  }

  rescale() {
    if (this.handles && !this.dragged) this.fill(this.handles);
  }

  #nodes(handle, at) {
    const px = 1 / this.size(), name = `${handle.text || handle.key}, ${t(`handle_${handle.field}`)}`;
    const common = { "data-handle": at, "data-key": undefined, tabindex: 0, role: "button", "aria-label": name };
    const hover = Object.assign(shape("title"), { textContent: name });
    if (!handle.w && !handle.h) {
      return [shape("g", { ...common, class: `handle point ${handle.field}` }, hover, shape("circle", { cx: handle.x, cy: handle.y, r: 9 * px }),
        shape("path", { d: `M${handle.x - 5 * px},${handle.y}h${10 * px}M${handle.x},${handle.y - 5 * px}v${10 * px}` }))];
    }
    const nodes = [shape("g", { ...common, class: `handle ${handle.field}` }, hover, shape("rect", { x: handle.x, y: handle.y, width: handle.w, height: Math.max(handle.h, 3 * px) }))];
    if (handle.grows) {
      nodes.push(shape("g", { ...common, class: "handle corner", "data-grow": "true", "aria-label": `${name}, ${t("handle_size")}` }, Object.assign(shape("title"), { textContent: t("handle_size") }),
        shape("rect", { x: handle.x + handle.w - 7 * px, y: handle.y + handle.h - 7 * px, width: 14 * px, height: 14 * px })));
    }
    return nodes;
  }

  #begin(event) {
    const node = event.target.closest("[data-handle]");
    if (!node || event.button) return;
    event.preventDefault();
    this.#flush();
    node.focus({ preventScroll: true });
    this.layer.setPointerCapture(event.pointerId);
    this.dragged = { node, handle: this.handles[node.dataset.handle], grow: Boolean(node.dataset.grow), from: [event.clientX, event.clientY], by: [0, 0] };
  }

  #drag(event) {
    const { dragged } = this;
    if (!dragged || dragged.keys) return;
    const snap = event.altKey ? 0.05 : SNAP;
    dragged.by = [event.clientX - dragged.from[0], event.clientY - dragged.from[1]].map(pixels => Math.round(pixels / this.size() / snap) * snap);
    this.#preview();
  }

  #end() {
    if (this.dragged && !this.dragged.keys) this.#write();
  }

  /** Show where a part will be. */
  #preview() {
    const { handle, grow, by: [dx, dy] } = this.dragged, at = this.handles.indexOf(handle);
    this.chosen(moved(this.dragged));
    for (const node of this.layer.querySelectorAll(`[data-handle="${at}"]`)) {
      if (!grow || node.dataset.grow) node.setAttribute("transform", `translate(${dx} ${dy})`);
      else { const box = node.querySelector("rect"); box.setAttribute("width", Math.max(0.5, handle.w + dx)); box.setAttribute("height", Math.max(0.5, handle.h + dy)); }
    }
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const node = event.target.closest("[data-handle]");
    if (!node) return;
    if (event.key === "Delete" && this.removed && !this.dragged) { event.preventDefault(); this.removed(this.handles[node.dataset.handle]); return; }
    if (event.key === "Escape" && this.dragged) { event.preventDefault(); event.stopPropagation(); clearTimeout(this.timer); this.dragged = null; this.fill(this.handles); return; }
    if (event.key === "Enter") { event.preventDefault(); this.#flush(); return; }
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const by = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    this.dragged ??= { node, handle: this.handles[node.dataset.handle], grow: Boolean(node.dataset.grow), by: [0, 0], keys: true };
    this.dragged.by = this.dragged.by.map((sum, axis) => Math.round((sum + steps[event.key][axis] * by) * 100) / 100);
    this.#preview();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#write(), PAUSE);
  }

  #flush() {
    if (this.dragged?.keys) this.#write();
  }

  async #write() {
    clearTimeout(this.timer);
    const { dragged } = this;
    this.dragged = null;
    if (!dragged || !dragged.by.some(Boolean)) return;
    const { handle, grow, by } = dragged, before = this.waiting ?? this.handles;
    this.waiting = null;
    // The part is shown in its new place until the next version of the drawing comes.
    this.fill(before.map(each => each.key === handle.key && each.field === handle.field && each.x === handle.x && each.y === handle.y ? moved(dragged) : each));
    const written = await this.send(handle, grow ? [0, 0] : by, grow ? by : [0, 0]);
    if (!written) this.fill(before);
  }
}

/** A handle as it is after it was dragged. */
function moved({ handle, grow, by: [dx, dy] }) {
  return grow ? { ...handle, w: handle.w + dx, h: handle.h + dy } : { ...handle, x: handle.x + dx, y: handle.y + dy };
}
