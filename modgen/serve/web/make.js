// Building the module and printing, with progress, results and a way to stop.
import { button, el, sign, size, t, trying } from "./dom.js";
import { cancel, fileOf, follow, start } from "./jobs.js";

const PARTS = ["cards", "counters", "map", "aids"], PAPERS = ["a4", "letter", "a3", "tabloid"];

export class Make {
  constructor(bench) {
    this.bench = bench;
    this.stops = [];
    this.build = button(t("build_module"), () => this.#start("build", {}), { class: "primary" });
    this.print = button(t("print"), () => this.dialog.showModal());
    this.buttons = el("div", { class: "group" }, this.build, this.print);
    this.ready(false);
    const paper = el("select", { id: "print-paper" }, PAPERS.map(name => el("option", { value: name }, name.toUpperCase().replace("LETTER", "Letter").replace("TABLOID", "Tabloid"))));
    const boxes = PARTS.map(part => el("input", { type: "checkbox", checked: true, id: `print-${part}`, value: part }));
    this.dialog = el("dialog", { aria: { labelledby: "print-title" } }, el("h2", { id: "print-title" }, t("print")),
      el("p", { class: "field" }, el("label", { htmlFor: "print-paper" }, t("paper")), paper),
      el("fieldset", {}, el("legend", {}, t("parts")), boxes.map(box => el("p", {}, box, el("label", { htmlFor: box.id }, t(`print_${box.value}`))))),
      el("p", { class: "links" }, button(t("print_make"), () => {
        this.dialog.close();
        this.#start("sheets", { paper: paper.value, parts: boxes.filter(box => box.checked).map(box => box.value) });
      }, { class: "primary" }), button(t("cancel"), () => this.dialog.close())));
    this.root = el("div", { class: "jobs" }, this.dialog);
  }

  ready(on) {
    this.build.disabled = this.print.disabled = !on;
  }

  close() {
    for (const stop of this.stops) stop();
  }

  async #start(kind, options) {
    const id = await trying(() => start(kind, [], { ...options, game: this.bench.name, language: this.bench.language || this.bench.data.game.language }));
    if (!id) return;
    const text = el("span", {}, t("stage_waiting")), bar = el("progress", { max: 1, aria: { label: t(kind === "build" ? "build_module" : "print") } });
    const stop = button(t("cancel"), () => trying(() => cancel(id)), { class: "small" });
    const files = el("span", { class: "downloads" });
    const row = el("div", { class: "job", role: "status" }, text, bar, stop, files);
    this.root.append(row);
    const end = (...content) => {
      bar.remove();
      stop.remove();
      text.replaceChildren(...content);
      row.append(button(sign("close"), () => row.remove(), { class: "small quiet", aria: { label: t("close") } }));
    };
    this.stops.push(follow(id, event => {
      if (event.event === "stage") text.textContent = t(`stage_${event.stage}`, { files: event.stage === "printing" ? event.logs.map(part => t(`print_${part}`)).join(", ") : event.logs.join(", ") });
      else if (event.event === "progress") bar.value = event.total ? event.done / event.total : 0;
      else if (event.event === "files") files.append(...event.files.map(file => el("a", { class: "button small", href: fileOf(id, file.name), download: file.name }, file.name, el("small", {}, size(file.size)))));
      else if (event.event === "done") end(t("ready"));
      else if (event.event === "cancelled") end(t("cancelled"));
      else if (event.event === "failed") end(el("span", { class: "problem" }, event.message));
      else if (event.event === "lost") end(el("span", { class: "problem" }, t("server_gone")));
    }));
  }
}
