// The files of a game: tables in a grid, texts with line numbers, pictures to upload.
import { api, button, el, mistake, prose, say, t, trying } from "./dom.js";
import { Grid } from "./grid.js";
import { Pictures } from "./pictures.js";
import { TextEditor } from "./texteditor.js";

const PAUSE = 350;   // milliseconds without a further change before a table is written

export class FilesPanel {
  constructor(bench) {
    this.bench = bench;
    this.files = [];
    this.histories = new Map();
    this.list = el("nav", { class: "file-list", aria: { label: t("files_of_game") } });
    this.choice = el("select", { aria: { label: t("files_of_game") } });
    this.choice.addEventListener("change", () => this.open(this.choice.value));
    this.state = el("span", { class: "save-state", role: "status" });
    this.heading = el("h2", {}, "");
    this.bar = el("span", { class: "links" });
    this.area = el("div", { class: "file-area" });
    this.problems = el("ul", { class: "problem-list file-problems" });
    this.preview = el("aside", { class: "preview", hidden: true, tabIndex: 0, aria: { label: t("preview") } });
    this.dialog = el("dialog", { aria: { labelledby: "conflict-title" } });
    this.deletion = el("dialog", { aria: { labelledby: "delete-title" } });
    this.creation = this.#creation();
    this.pictures = new Pictures(bench, this);
    this.root = el("div", { class: "files-panel" }, el("div", { class: "file-side" }, this.choice, this.list, button(t("file_new"), () => this.#askName(), { class: "small" })),
      el("section", { class: "file-main" }, el("header", { class: "file-head" }, this.heading, this.state, this.bar), this.area, this.problems), this.preview, this.dialog, this.creation, this.deletion);
    addEventListener("beforeunload", event => { if (this.#pending()) event.preventDefault(); });
  }

  #pending() {
    return Boolean(this.timer || this.writing || this.failed || this.editor?.dirty);
  }

  /** Called for every version of the game. */
  show(data) {
    const files = data.files ?? [];
    const known = files.map(file => file.name).join("\n");
    this.files = files;
    this.writable = data.writable;
    if (known !== this.known) {
      this.known = known;
      this.#list();
    }
    if (this.wanted === undefined && files.length) { this.open((files.find(file => file.kind === "table") ?? files.find(file => file.kind === "text"))?.name); return; }
    this.pictures.show(files.filter(file => file.kind === "picture"));
    this.#problems();
    this.#preview(this.row);
    const file = files.find(each => each.name === this.name);
    if (this.version !== undefined && file && file.version !== this.version && !this.writing) this.#changedOutside(file.own);
    this.#marks();
  }

  #groups() {
    const group = (key, kinds) => ({ key, files: this.files.filter(file => kinds.includes(file.kind)) });
    return [group("files_tables", ["table", "sheet"]), group("files_texts", ["text"])];
  }

  #list() {
    const entries = this.#groups().filter(group => group.files.length);
    this.list.replaceChildren(...entries.flatMap(group => [el("h2", {}, t(group.key)), el("ul", {}, group.files.map(file => el("li", {}, button(file.name, () => this.open(file.name), { class: "quiet small", data: { file: file.name } }))))]),
      el("h2", {}, t("files_pictures")), el("ul", {}, el("li", {}, button(t("files_art"), () => this.open("art/"), { class: "quiet small", data: { file: "art/" } }))));
    this.choice.replaceChildren(...entries.map(group => el("optgroup", { label: t(group.key) }, group.files.map(file => el("option", { value: file.name }, file.name)))), el("option", { value: "art/" }, t("files_art")));
    this.#marks();
  }

  #marks() {
    this.choice.value = this.name ?? "";
    for (const each of this.list.querySelectorAll("button")) {
      if (each.dataset.file === this.name) each.setAttribute("aria-current", "true"); else each.removeAttribute("aria-current");
      const bad = this.bench.problems?.some(problem => problem.file === each.dataset.file && !problem.warning);
      each.classList.toggle("spoiled", Boolean(bad));
    }
  }

  /** Open a file, perhaps as text, and go to a mistake in it. */
  async open(name, { asText = false, problem } = {}) {
    if (!name) return;
    if (name === this.name && asText === this.asText && this.editor) { if (problem) this.editor.reveal(problem); else this.editor.focus(); return; }
    if ((this.failed || this.editor?.dirty) && !confirm(t("leave_unsaved", { file: this.name }))) { this.#marks(); return; }
    await this.flush();
    // What can be taken back in a table can still be when it is opened again, unless it has changed.
    if (this.editor instanceof Grid) this.histories.set(this.name, [this.version, this.editor.history]);
    this.failed = false;
    this.wanted = name;
    this.name = name;
    this.asText = asText;
    this.editor = null;
    this.version = undefined;
    this.#tell("");
    this.heading.textContent = name === "art/" ? t("files_pictures") : name;
    this.bar.replaceChildren();
    this.#preview(null);
    this.problems.replaceChildren();
    this.#marks();
    if (name === "art/") { this.area.replaceChildren(this.pictures.root); this.pictures.show(this.files.filter(file => file.kind === "picture")); return; }
    if (this.files.find(file => file.name === name)?.kind === "sheet") { this.area.replaceChildren(el("p", { class: "plain" }, t("sheet_elsewhere"))); return; }
    let data;
    try {
      data = await this.#get(name, asText);
    } catch (reason) {
      if (asText || !name.endsWith(".csv")) { this.area.replaceChildren(el("p", { class: "plain problem" }, prose(reason.message))); return; }
      say(reason.message, true);
      this.open(name, { asText: true, problem });
      return;
    }
    if (this.name !== name) return;
    this.version = data.version;
    const readonly = !this.writable;
    if (data.rows) {
      this.editor = new Grid({ rows: data.rows, label: name, readonly, meanings: data.meanings ?? {}, choices: data.choices ?? {}, changed: () => this.#later(), leave: () => this.#leave(), moved: row => this.#preview(row), picture: (column, value) => this.#picture(column, value) });
      const [version, history] = this.histories.get(name) ?? [];
      if (history && version === data.version) this.editor.history = history;
      this.bar.replaceChildren(button(t("as_text"), () => this.open(name, { asText: true }), { class: "small" }));
      this.area.replaceChildren(this.editor.root, el("p", { class: "grid-hint" }, t("grid_hint")));
    } else {
      this.editor = new TextEditor({ text: data.text, label: name, readonly, save: () => this.#save(), changed: () => this.#tell(this.editor.dirty ? t("unsaved") : "") });
      this.bar.replaceChildren(name.endsWith(".csv") ? button(t("as_table"), () => this.open(name), { class: "small" }) : "", button(t("save"), () => this.#save(), { class: "small primary", disabled: readonly, title: "Ctrl+S" }));
      this.area.replaceChildren(this.editor.root);
    }
    if (!readonly && /^locale\/.*\.yaml$/.test(name)) this.bar.append(button(t("texts_add"), () => this.#addTexts(), { class: "small" }));
    if (readonly) this.#tell(t("bundled"));
    else if (name !== "game.yaml") this.bar.append(button(t("file_delete"), () => this.askDelete(name), { class: "small" }));
    this.#problems();
    if (problem) this.editor.reveal(problem); else if (this.bench.tab === "files" && this.root.contains(document.activeElement)) this.editor.focus();
  }

  /** Show how the card or piece of a row will look. */
  async #preview(row) {
    this.row = row;
    const kind = { "cards.csv": "card", "pieces.csv": "piece" }[this.name];
    const game = this.bench.data?.game, table = kind && game && this.editor instanceof Grid;
    // The preview keeps its place, so that the table does not move under the pointer.
    this.preview.hidden = !table;
    if (!table) { this.shown = ""; return; }
    const id = row && row !== this.editor.rows[this.editor.headAt()] ? this.editor.value(row, "id") : "";
    const piece = kind === "piece" ? game.pieces.find(each => each.id === id) : null;
    const keys = kind === "card" ? [`card/${id}`] : piece ? [...piece.faces.map(face => `piece/${id}/${face.id}`), ...piece.back ? [`back/${id}`] : []] : [];
    const stamp = keys.map(key => `${key} ${this.bench.data.drawings[key]?.[0]}`).join(" ") + id;
    if (stamp === this.shown) return;
    this.shown = stamp;
    const drawn = (await Promise.all(keys.map(key => this.bench.drawings.svg(key)))).filter(Boolean);
    if (this.shown !== stamp) return;
    this.preview.replaceChildren(el("h2", {}, t("preview")), el("div", { class: `pictures ${kind === "piece" ? "small-piece" : ""}` }, drawn), drawn.length ? "" : el("p", {}, t("preview_wait")));
  }

  /** The address of the picture of an icon or of a file in `art/`; empty for other columns. */
  #picture(column, value) {
    if (["icon", "icons", "symbol", "back"].includes(column)) return `api/design/icon?${this.bench.query({ name: value })}`;
    return column === "art" ? `api/design/picture?${this.bench.query({ name: `art/${value}` })}` : "";
  }

  #get(name, asText) {
    return api("GET", `api/design/file?${this.bench.query({ name, as: asText ? "text" : "" })}`);
  }

  #leave() {
    (this.root.querySelector(".grid-tools button:not(:disabled)") ?? this.choice).focus();
  }

  #tell(text, bad = false) {
    this.state.replaceChildren(...prose(text));
    this.state.classList.toggle("bad", bad);
  }

  #problems() {
    const mine = (this.bench.problems ?? []).filter(problem => problem.file === this.name);
    this.editor?.setProblems(mine);
    const elsewhere = [...new Set((this.bench.problems ?? []).filter(problem => !problem.warning && problem.file !== this.name).map(problem => problem.file))];
    const others = elsewhere.length ? [el("li", {}, el("p", {}, t("mistakes_elsewhere"), " ", elsewhere.slice(0, 8).map(file => button(file, () => this.bench.edit(file, this.bench.problems.find(problem => problem.file === file && !problem.warning)), { class: "small" }))))] : [];
    this.problems.replaceChildren(...others, ...mine.map(problem => el("li", { class: problem.warning ? "warning" : "" },
      button(`${problem.line}:${problem.column}`, () => this.editor?.reveal(problem), { class: "small", aria: { label: t("go_to", { place: `${problem.file}:${problem.line}:${problem.column}` }) } }),
      el("p", {}, mistake(problem)))));
  }

  // ---- writing --------------------------------------------------------------------------------

  #later() {
    clearTimeout(this.timer);
    this.#tell(t("saving"));
    this.timer = setTimeout(() => this.#save(), PAUSE);
  }

  /** Write what is not written yet. */
  async flush() {
    if (this.timer) await this.#save();
    await this.writing;
  }

  async #save() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.writing) { this.again = true; return; }
    if (!this.editor || !this.writable) return;
    this.writing = this.#write();
    await this.writing;
    this.writing = null;
    if (this.again) { this.again = false; await this.#save(); }
  }

  async #write() {
    const { editor, name } = this, grid = editor instanceof Grid;
    if (!grid && !editor.dirty) return;
    const order = { file: name, version: this.version, ...grid ? { rows: editor.cells() } : { text: editor.text() } };
    this.#tell(t("saving"));
    try {
      const answer = await api("POST", `api/design/${grid ? "rows" : "text"}?${this.bench.query()}`, order);
      if (this.editor !== editor) return;
      this.version = answer.version;
      this.failed = false;
      if (grid) editor.located(answer.rows); else editor.saved(order.text);
      this.#tell(t("saved"));
    } catch (reason) {
      if (reason.status === 409 && this.editor === editor) { this.#conflict(); return; }
      this.failed = true;
      this.#tell(`${t("not_saved")} ${reason.message}`, true);
      this.state.append(" ", button(t("try_again"), () => this.#save(), { class: "small" }));
    }
  }

  /** The file has another version than the one that is shown; `own` if the page wrote it. */
  async #changedOutside(own) {
    const { name, editor, asText } = this;
    const data = await trying(() => this.#get(name, asText));
    if (!data || this.editor !== editor || data.version === this.version || this.writing) return;
    if (this.timer || editor.dirty) { clearTimeout(this.timer); this.timer = 0; this.#conflict(own); return; }
    this.#take(data);
    if (!own) say(t("changed_outside", { file: name }));
  }

  #take(data) {
    this.version = data.version;
    this.failed = false;
    if (data.rows) this.editor.load(data.rows); else this.editor.load(data.text);
    this.#problems();
    this.#tell("");
  }

  /** Ask which version is to stay. */
  #conflict(own = this.files.find(file => file.name === this.name)?.own) {
    if (this.dialog.open) return;
    const { name } = this;
    this.#tell(t("not_saved"), true);
    const choose = async mine => {
      this.dialog.close();
      const data = await trying(() => this.#get(name, this.asText));
      if (!data || this.name !== name) return;
      if (mine) { this.version = data.version; this.#save(); } else this.#take(data);
    };
    this.dialog.replaceChildren(el("h2", { id: "conflict-title" }, t(own ? "conflict_own" : "conflict", { file: name })), el("p", {}, t("conflict_text")),
      el("p", { class: "links" }, button(t("keep_mine"), () => choose(true), { class: "primary" }), button(t("take_theirs"), () => choose(false)), button(t("cancel"), () => this.dialog.close())));
    this.dialog.showModal();
  }

  /** Add what a translation lacks to its file. */
  async #addTexts() {
    if (this.editor.dirty) await this.#save();
    const { name } = this;
    const done = await trying(async () => { await api("POST", `api/design/texts?${this.bench.query()}`, { key: name }); return true; });
    if (!done) return;
    say(t("texts_added", { file: name }), false, [t("undo"), () => this.bench.board.undo()]);
    await this.bench.update();
  }

  /** Delete a file, after a question. */
  async askDelete(name, version = this.version) {
    const remove = async () => {
      this.deletion.close();
      clearTimeout(this.timer);
      this.timer = 0;
      const done = await trying(async () => { await api("POST", `api/design/delete?${this.bench.query()}`, { file: name, version }); return true; });
      if (!done) return;
      if (name === this.name) { this.editor = null; this.name = ""; this.wanted = undefined; this.version = undefined; }
      say(t("file_deleted", { file: name }), false, [t("undo"), () => this.bench.board.undo()]);
      await this.bench.update();
    };
    this.deletion.replaceChildren(el("h2", { id: "delete-title" }, t("file_delete_ask", { file: name })),
      el("p", { class: "links" }, button(t("file_delete"), remove, { class: "primary" }), button(t("cancel"), () => this.deletion.close())));
    this.deletion.showModal();
  }

  // ---- new files ------------------------------------------------------------------------------

  #creation() {
    this.newName = el("input", { type: "text", id: "file-name", autocomplete: "off", spellcheck: false, required: true });
    this.copyTick = el("input", { type: "checkbox", id: "file-copy", checked: true });
    this.copyLabel = el("label", { htmlFor: "file-copy" });
    this.copyRow = el("p", { class: "tick-row" }, this.copyTick, this.copyLabel);
    const dialog = el("dialog", { aria: { labelledby: "file-new-title" } });
    const form = el("form", { method: "dialog" }, el("h2", { id: "file-new-title" }, t("file_new")),
      el("p", { class: "field" }, el("label", { htmlFor: "file-name" }, t("file_name")), this.newName, el("small", {}, t("file_name_hint"))), this.copyRow,
      el("p", { class: "links" }, el("button", { type: "submit", class: "primary" }, t("file_new")), button(t("cancel"), () => dialog.close())));
    form.addEventListener("submit", async event => {
      event.preventDefault();
      const name = this.newName.value.trim();
      const id = name.split("/").pop().replace(/\.\w+$/, "");
      const text = this.copyTick.checked && !this.copyRow.hidden ? this.editor.text().replace(/^id: .*$/m, `id: ${id}`) : name.endsWith(".csv") ? "id\n" : name.includes("/") && !name.startsWith("locale/") ? `id: ${id}\n` : "# \n";
      const made = await trying(() => api("POST", `api/design/text?${this.bench.query()}`, { file: name, version: "", text }));
      if (!made) return;
      dialog.close();
      await this.bench.update();
      this.open(name);
    });
    dialog.append(form);
    return dialog;
  }

  #askName() {
    if (!this.writable) { say(t("bundled"), true); return; }
    const text = this.editor instanceof TextEditor && this.name.includes("/");
    this.newName.value = text ? this.name.replace(/[^/]*$/, "") : "layouts/";
    this.copyRow.hidden = !text;
    this.copyLabel.textContent = t("file_copy", { file: this.name });
    this.creation.showModal();
  }
}

