// Drawings as inline SVG, so that they are sharp at every size and use the page's fonts.

export class Drawings {
  constructor(bench) {
    this.bench = bench;
    this.known = new Map();
    this.waiting = new WeakMap();
    this.observer = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        this.observer.unobserve(target);
        this.waiting.get(target)?.();
        this.waiting.delete(target);
      }
    }, { rootMargin: "50%" });
  }

  /** Do something when an element comes near the visible part of the page. */
  lazily(node, work) {
    this.waiting.set(node, work);
    this.observer.unobserve(node);
    this.observer.observe(node);
  }

  /** A drawing as a new element; null if it cannot be drawn. */
  async svg(key, label = "") {
    const hash = this.bench.data.drawings[key]?.[0];
    if (!hash) return null;
    const at = `${hash} ${key}`;
    if (!this.known.has(at)) {
      if (this.known.size > 600) this.known.clear();
      this.known.set(at, this.#load(key));
    }
    const drawing = await this.known.get(at);
    if (!drawing) { this.known.delete(at); return null; }
    const copy = document.importNode(drawing, true);
    if (label) { copy.setAttribute("role", "img"); copy.setAttribute("aria-label", label); } else copy.setAttribute("aria-hidden", "true");
    return copy;
  }

  async #load(key) {
    const response = await fetch(`api/design/drawing?${this.bench.query({ key })}`);
    if (!response.ok) return null;
    const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    if (drawing.localName !== "svg") return null;
    drawing.removeAttribute("width");
    drawing.removeAttribute("height");
    drawing.setAttribute("focusable", "false");
    return drawing;
  }
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element. */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Rings of points as a path. */
export function path(rings) {
  return rings.map(ring => `M${ring.map(point => point.join(",")).join("L")}Z`).join("");
}
