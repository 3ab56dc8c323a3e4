// A text with line numbers, on which mistakes are marked.
import { el, mistake, t } from "./dom.js";

export class TextEditor {
  constructor({ text, label, readonly, save, changed }) {
    this.area = el("textarea", { class: "text-area", spellcheck: false, wrap: "off", readOnly: readonly, aria: { label } });
    this.gutter = el("div", { class: "gutter", aria: { hidden: "true" } });
    this.told = el("p", { class: "cell-told", aria: { live: "polite" } });
    this.root = el("div", { class: "text-panel" }, this.told, el("div", { class: "text-frame" }, this.gutter, this.area));
    this.problems = [];
    this.load(text);
    this.area.addEventListener("input", () => { this.#number(); changed(); });
    this.area.addEventListener("scroll", () => { this.gutter.scrollTop = this.area.scrollTop; });
    for (const kind of ["keyup", "click"]) this.area.addEventListener(kind, () => this.#tell());
    this.area.addEventListener("keydown", event => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") { event.preventDefault(); save(); }
    });
  }

  get dirty() {
    return this.area.value !== this.kept;
  }

  text() {
    return this.area.value;
  }

  load(text) {
    const { selectionStart, scrollTop } = this.area;
    this.area.value = text;
    this.kept = this.area.value;
    this.area.setSelectionRange(selectionStart, selectionStart);
    this.area.scrollTop = scrollTop;
    this.#number();
  }

  saved(text) {
    this.kept = text;
  }

  setProblems(problems) {
    this.problems = problems;
    this.#number();
  }

  #number() {
    const worst = new Map();
    for (const problem of this.problems) if (worst.get(problem.line) !== "bad") worst.set(problem.line, problem.warning ? "warn" : "bad");
    const lines = this.area.value.split("\n").length;
    this.gutter.replaceChildren(...Array.from({ length: lines }, (_, at) => el("span", { class: worst.get(at + 1) ?? "" }, String(at + 1))));
    this.gutter.scrollTop = this.area.scrollTop;
    this.#tell();
  }

  /** Say what is wrong in the line of the cursor. */
  #tell() {
    const line = this.area.value.slice(0, this.area.selectionStart).split("\n").length;
    const here = this.problems.filter(problem => problem.line === line);
    this.told.replaceChildren(...here.length ? here.map(problem => el("span", { class: problem.warning ? "warning" : "problem" }, mistake(problem), " ")) : [t("line", { n: line })]);
  }

  focus() {
    this.area.focus();
  }

  reveal({ line, column }) {
    const lines = this.area.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.min(column - 1, lines[line - 1]?.length ?? 0);
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(this.area).lineHeight));
    this.#tell();
  }
}
