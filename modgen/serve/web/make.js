// Building, printing and playing random games, with progress, results and a way to stop.
import { button, el, prose, sign, size, t, trying } from "./dom.js";
import { cancel, fileOf, follow, start } from "./jobs.js";

const PARTS = ["cards", "counters", "map", "aids", "rules"];
const ASKED = ["boxes", "test"];
const PAPERS = { a4: "A4", letter: "Letter", a3: "A3", tabloid: "Tabloid" };
const OFFSET = "\\s*[\\-+]?[0-9]+(\\.[0-9]+)?\\s*,\\s*[\\-+]?[0-9]+(\\.[0-9]+)?\\s*";
const COUNTERS = ["1/2", "9/16", "5/8", "3/4"];

function field(id, label, input, hint) {
  input.id = id;
  return el("p", { class: "field" }, el("label", { htmlFor: id }, label), input, hint ? el("small", {}, hint) : null);
}

function tick(id, label, checked = false, value = "") {
  return el("p", {}, el("input", { type: "checkbox", id, checked, value }), el("label", { htmlFor: id }, label));
}

function choice(entries) {
  return el("select", {}, entries.map(([value, label]) => el("option", { value }, label)));
}

function number(value, min, max) {
  return el("input", { type: "number", value, min, max, step: 1, required: true });
}

export class Make {
  constructor(bench, check) {
    this.bench = bench;
    this.check = check;
    this.stops = [];
    this.build = button(t("build_module"), () => this.#start("build", {}), { class: "primary" });
    this.print = button(t("print"), () => this.printing.showModal());
    this.play = button(t("simulate"), () => this.playing.showModal());
    this.zip = el("a", { class: "button", download: "" }, t("download_game"));
    this.buttons = el("div", { class: "group" }, this.build, this.print, this.play, this.zip);
    this.ready(false);
    this.printing = this.#printDialog();
    this.playing = this.#playDialog();
    this.root = el("div", { class: "jobs" }, this.printing, this.playing);
  }

  ready(on, game) {
    const rules = this.printing?.querySelector("#print-rules");
    if (game && rules && rules.disabled === game.rulebook) {
      rules.disabled = !game.rulebook;
      rules.checked = game.rulebook;
      rules.parentNode.title = game.rulebook ? "" : t("no_rulebook");
    }

    for (const each of [this.build, this.print, this.play]) {
      each.disabled = !on;
      each.title = on ? "" : t("correct_first");
    }
    this.zip.href = `api/design/zip?${this.bench.query()}`;
  }

  close() {
    for (const stop of this.stops) stop();
  }

  #dialog(key, title, content, submit, done) {
    const dialog = el("dialog", { class: "options", aria: { labelledby: `${key}-title` } });
    const form = el("form", { method: "dialog" }, el("h2", { id: `${key}-title` }, title), content,
      el("p", { class: "links" }, el("button", { type: "submit", class: "primary" }, submit), button(t("cancel"), () => dialog.close())));
    form.addEventListener("submit", event => { event.preventDefault(); dialog.close(); done(name => form.querySelector(`#${key}-${name}`)); });
    dialog.append(form);
    return dialog;
  }

  #printDialog() {
    const own = el("input", { type: "text", id: "print-own", placeholder: "200x300mm", pattern: "[0-9.]+x[0-9.]+mm", autocomplete: "off" });
    const address = el("input", { type: "text", placeholder: "https://", autocomplete: "off" });
    const content = [
      el("fieldset", {}, el("legend", {}, t("paper")), el("div", { class: "ticks" }, Object.entries(PAPERS).map(([value, label], at) => tick(`print-paper-${value}`, label, at === 0, value))),
        el("p", { class: "field" }, el("label", { htmlFor: "print-own" }, t("paper_own")), own)),
      el("fieldset", {}, el("legend", {}, t("parts")), el("div", { class: "ticks" }, [...PARTS, ...ASKED].map(part => tick(`print-${part}`, t(`print_${part}`), PARTS.includes(part), part)))),
      el("div", { class: "columns" },
        field("print-duplex", t("duplex"), choice(["long", "short", "fold", "none"].map(value => [value, t(`duplex_${value}`)]))),
        field("print-offset", t("offset"), el("input", { type: "text", value: "0,0", required: true, pattern: OFFSET, title: t("offset_hint"), autocomplete: "off" }), t("offset_hint")),
        field("print-counter", t("counter_side"), choice(COUNTERS.map(value => [value, t("inch", { n: value })]))),
        field("print-thickness", t("card_thickness"), el("input", { type: "number", value: 0.32, min: 0.05, max: 5, step: 0.01, required: true }), t("card_thickness_hint")),
        field("print-type", t("file_type"), choice([["pdf", "PDF"], ["svg", "SVG"], ["png", "PNG"]])),
        field("print-dpi", t("dpi"), number(300, 50, 1200), t("dpi_hint"))),
      el("fieldset", {}, el("legend", {}, t("looks")), tick("print-ink", t("ink_saver")), tick("print-blind", t("colour_blind"))),
      el("fieldset", {}, el("legend", {}, "Tabletop Simulator"), tick("print-tts", t("tts")), field("print-address", t("tts_address"), address)),
    ];
    const dialog = this.#dialog("print", t("print"), content, t("print_make"), at => {
      const papers = [...Object.keys(PAPERS).filter(name => at(`paper-${name}`).checked), ...at("own").value.trim() ? [at("own").value.trim()] : []];
      this.#start("sheets", { sheets: {
        papers: papers.length ? papers : ["a4"], parts: [...PARTS, ...ASKED].filter(part => at(part).checked), duplex: at("duplex").value, offset: at("offset").value.trim(), counter: at("counter").value,
        card_thickness: at("thickness").valueAsNumber, file_type: at("type").value, dpi: at("dpi").valueAsNumber, ink_saver: at("ink").checked, colour_blind: at("blind").checked,
        tabletop_simulator: at("tts").checked, tabletop_address: at("address").value.trim(),
      } });
    });
    dialog.querySelector("#print-counter").value = "5/8";
    const needed = () => { address.required = dialog.querySelector("#print-tts").checked; };
    dialog.addEventListener("change", needed);
    return dialog;
  }

  #playDialog() {
    const content = [el("p", { class: "remark" }, t("simulate_text")), el("div", { class: "columns" },
      field("play-number", t("how_many"), number(1, 1, 200)), field("play-seed", t("seed"), number(1, 0, 1e9), t("seed_hint")),
      field("play-turns", t("most_turns"), number(0, 0, 10000), t("most_turns_hint")), field("play-mistakes", t("plant_mistakes"), number(0, 0, 30))),
    tick("play-noise", t("noise"))];
    return this.#dialog("play", t("simulate"), content, t("simulate_begin"), at => this.#start("simulate", { simulate: {
      number: at("number").valueAsNumber, seed: at("seed").valueAsNumber, turns: at("turns").valueAsNumber, mistakes: at("mistakes").valueAsNumber, noise: at("noise").checked,
    } }));
  }

  async #start(kind, options) {
    await this.bench.files.flush();
    await this.bench.setups.flush();
    const language = this.bench.language || this.bench.data.game.language;
    const id = await trying(() => start(kind, [], { ...options, game: this.bench.name || null, language }));
    if (!id) return;
    const label = t({ build: "build_module", sheets: "print", simulate: "simulate" }[kind]);
    const text = el("span", {}, t("stage_waiting")), bar = el("progress", { max: 1, aria: { label } });
    const stop = button(t("cancel"), () => trying(() => cancel(id)), { class: "small" });
    const files = el("span", { class: "downloads" });
    const row = el("div", { class: "job", role: "status" }, text, bar, stop, files);
    const names = [];
    this.root.append(row);
    const end = (...content) => {
      bar.remove();
      stop.remove();
      text.replaceChildren(...content);
      if (kind === "simulate" && names.length) row.append(button(t("check_these"), () => this.#check(id, names), { class: "small primary" }));
      row.append(button(sign("close"), () => row.remove(), { class: "small quiet", aria: { label: t("close") } }));
    };
    this.stops.push(follow(id, event => {
      if (event.event === "stage") text.textContent = t(`stage_${event.stage}`, { files: event.stage === "printing" ? event.logs.map(part => t(`print_${part}`)).join(", ") : event.logs.join(", ") });
      else if (event.event === "progress") bar.value = event.total ? event.done / event.total : 0;
      else if (event.event === "files") {
        names.push(...event.files.map(file => file.name));
        files.append(...event.files.map(file => el("a", { class: "button small", href: fileOf(id, file.name), download: file.name }, file.name, el("small", {}, size(file.size)))));
      } else if (event.event === "planted") row.append(el("details", {}, el("summary", {}, t("planted", { log: event.log, n: event.mistakes.length })), el("ul", {}, event.mistakes.map(line => el("li", {}, line)))));
      else if (event.event === "done") end(t("ready"));
      else if (event.event === "cancelled") end(t("cancelled"));
      else if (event.event === "failed") end(el("span", { class: "problem" }, prose(event.message)));
      else if (event.event === "lost") end(el("span", { class: "problem" }, prose(t("server_gone"))));
    }));
  }

  /** Check the games that were played, on the page for it. */
  async #check(id, names) {
    const files = await trying(() => Promise.all(names.map(async name => new File([await (await fetch(fileOf(id, name))).blob()], name))));
    if (files) this.check(files, this.bench.name);
  }
}
