// A table of texts that is edited with keyboard, mouse and fingers, as in a spreadsheet.
import { button, el, mistake, plain, prose, t } from "./dom.js";

const MOST_UNDO = 200;

/** What kind of row cells are: comments, blank rows, and titles above the header are not read. */
function kindOf(cells) {
  return cells[0]?.startsWith("#") ? "comment" : cells.some(cell => cell.trim()) ? "row" : "blank";
}

/** Whether a row is one cell: a comment, or the line that names the separator. */
function single(row) {
  return row.kind === "comment" || row.kind === "separator";
}

/** Cells of a spreadsheet as rows: tabulators between cells, quotes around cells with line ends. */
export function pasted(text) {
  const rows = [[]];
  let cell = "", quoted = false;
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (plain[at + 1] === '"') { cell += '"'; at++; } else quoted = false;
    } else if (char === '"' && cell === "" && /^"(?:[^"]|"")*"(?=[\t\n]|$)/.test(plain.slice(at))) quoted = true;
    else if (char === "\t") { rows.at(-1).push(cell); cell = ""; } else if (char === "\n") { rows.at(-1).push(cell); cell = ""; rows.push([]); } else cell += char;
  }
  rows.at(-1).push(cell);
  return rows;
}

/** Cells as a spreadsheet takes them. */
function copied(rows) {
  return rows.map(cells => cells.map(cell => /[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell).join("\t")).join("\n");
}

export class Grid {
  /**
   * `changed` is called after each change; `label` names the table; `meanings` explains columns;
   * `picture` gives the address of the picture of a value of a column, or an empty text. Without `columns`, the header stays as it is.
   */
  constructor({ rows, label, readonly, changed, meanings = {}, choices = {}, leave, moved = () => {}, picture = () => "", columns = true }) {
    this.picture = picture;
    this.readonly = readonly;
    this.changed = changed;
    this.meanings = meanings;
    this.choices = choices;
    this.leave = leave;
    this.moved = moved;
    this.fixed = !columns;
    this.past = [];
    this.future = [];
    this.problems = [];
    this.told = el("p", { class: "cell-told", aria: { live: "polite" } });
    this.body = el("tbody", {});
    this.table = el("table", { class: "grid", role: "grid", aria: { label, readonly: String(Boolean(readonly)), multiselectable: "true" } }, this.body);
    this.frame = el("div", { class: "grid-frame" }, this.table);
    const tool = (key, work, more = {}) => button(t(key), () => { work(); this.focus(); }, { class: "small", disabled: readonly, ...more });
    this.undoButton = tool("undo", () => this.undo());
    this.redoButton = tool("redo", () => this.redo());
    this.columnName = el("input", { type: "text", id: "column-name", autocomplete: "off", spellcheck: false });
    this.columnName.setAttribute("list", "column-names");
    this.columnForm = columns ? this.#columnDialog() : "";   // its ids are there once
    this.tools = el("div", { class: "grid-tools", role: "toolbar", aria: { label: t("grid_tools") } },
      tool("row_add", () => this.addRow()), tool("row_copy", () => this.copyRows()), tool("row_delete", () => this.deleteRows()),
      columns ? button(t("column_add"), () => { this.columnName.value = ""; this.columnForm.showModal(); }, { class: "small", disabled: readonly }) : "",
      tool("cell_edit", () => this.edit()), el("span", { class: "group" }, this.undoButton, this.redoButton));
    this.root = el("div", { class: "grid-panel" }, this.tools, this.told, this.frame, this.columnForm);
    this.load(rows);
    // The ids stay beside the numbers of the lines, whose width is known once the table is shown.
    new ResizeObserver(() => { this.frame.style.setProperty("--line-width", `${this.body.rows[0]?.cells[0].offsetWidth ?? 0}px`); }).observe(this.table);
    this.table.addEventListener("pointerdown", event => this.#pointer(event));
    this.table.addEventListener("pointerover", event => { if (event.buttons === 1 && event.pointerType === "mouse" && this.dragging) this.#extend(event.target.closest("td")); });
    addEventListener("pointerup", () => { this.dragging = false; });
    this.table.addEventListener("dblclick", event => { if (event.target.closest("td") && !this.editor) this.edit(); });
    this.table.addEventListener("keydown", event => this.#key(event));
    for (const kind of ["copy", "cut", "paste"]) this.table.addEventListener(kind, event => this.#clipboard(event));
  }

  // ---- data -----------------------------------------------------------------------------------

  /** Show the rows of the file, and forget what could be taken back. */
  load(rows) {
    this.rows = rows.map(row => ({ ...row, cells: [...row.cells] }));
    this.past = [];
    this.future = [];
    this.at = this.at && this.rows[this.at.row] ? this.at : { row: Math.min(this.headAt() + 1, this.rows.length - 1), column: 0 };
    this.anchor = { ...this.at };
    this.#fill();
  }

  /** What can be taken back and made again. */
  get history() {
    return { past: this.past, future: this.future };
  }

  set history({ past, future }) {
    this.past = past;
    this.future = future;
    this.#mark();
  }

  /** Take the lines and columns that the file has now, if it has the rows that are shown. */
  located(rows) {
    const same = rows.length === this.rows.length && rows.every((row, at) => this.#trimmed(row.cells) === this.#trimmed(this.rows[at].cells));
    if (!same) return;
    rows.forEach((row, at) => { Object.assign(this.rows[at], { line: row.line, columns: row.columns, kind: row.kind }); });
    [...this.body.rows].forEach((line, at) => { line.cells[0].textContent = this.rows[at].line ?? "+"; });
    this.#mark();
  }

  /** A value of a row by the name of its column. */
  value(row, name) {
    return row?.kind === "row" ? row.cells[this.header().indexOf(name)] ?? "" : "";
  }

  cells() {
    return this.rows.map(row => single(row) ? row.cells : this.#trim(row.cells));
  }

  #trim(cells) {
    const width = Math.max(this.header().length, cells.findLastIndex(Boolean) + 1);
    return Array.from({ length: width }, (_, at) => cells[at] ?? "");
  }

  #trimmed(cells) {
    return cells.slice(0, cells.findLastIndex(Boolean) + 1).join("\u001f");
  }

  /** The column that stays in sight: the ids, or else the first one. */
  keyAt() {
    return Math.max(0, this.header().findIndex(name => name.trim().toLowerCase() === "id"));
  }

  headAt() {
    return this.rows.findIndex(row => row.kind === "row");
  }

  header() {
    return this.rows[this.headAt()]?.cells ?? [];
  }

  #change(rows, at = this.at) {
    if (this.readonly) return;
    this.past = [...this.past.slice(1 - MOST_UNDO), { rows: this.rows, at: this.at }];
    this.future = [];
    this.#put(rows, at);
  }

  #put(rows, at) {
    const old = this.rows;
    this.rows = rows;
    this.at = { row: Math.max(0, Math.min(at.row, rows.length - 1)), column: at.column };
    this.anchor = { ...this.at };
    if (rows.length === old.length && this.#width() === this.width) {
      rows.forEach((row, number) => { if (row !== old[number]) this.#refill(number); });
      this.#mark();
    } else this.#fill();
    this.changed();
  }

  undo() {
    const last = this.past.pop();
    if (!last || this.readonly) return;
    this.future.push({ rows: this.rows, at: this.at });
    this.#put(last.rows, last.at);
  }

  redo() {
    const next = this.future.pop();
    if (!next || this.readonly) return;
    this.past.push({ rows: this.rows, at: this.at });
    this.#put(next.rows, next.at);
  }

  /** Set cells: `[[row, column, text]]`. Rows that are missing are added. */
  set(changes, at = this.at) {
    const rows = [...this.rows], touched = new Set();
    for (const [row, column, text] of changes) {
      if (this.rows[row]?.kind === "separator" || (this.fixed && row === this.headAt())) continue;
      while (row >= rows.length) rows.push({ kind: "blank", cells: [] });
      if (!touched.has(row)) { rows[row] = { ...rows[row], cells: [...rows[row].cells] }; touched.add(row); }
      const { cells } = rows[row];
      while (cells.length <= column) cells.push("");
      cells[column] = text;
    }
    let same = rows.length === this.rows.length;
    for (const row of touched) {
      rows[row].kind = kindOf(rows[row].cells);
      if (same && rows[row].cells.join("\u001f") !== this.rows[row].cells.join("\u001f")) same = false;
    }
    if (!same) this.#change(rows, at);
  }

  addRow() {
    const row = Math.max(this.#area().bottom, this.headAt()) + 1;
    const rows = [...this.rows];
    rows.splice(row, 0, { kind: "blank", cells: this.header().map(() => "") });
    this.#change(rows, { row, column: 0 });
  }

  copyRows() {
    const { top, bottom } = this.#area();
    if (top <= this.headAt()) return;
    const idAt = this.header().indexOf("id");
    const taken = new Set(this.rows.map(row => row.cells[idAt]));
    const copies = this.rows.slice(top, bottom + 1).map(row => {
      const cells = [...row.cells];
      if (idAt >= 0 && cells[idAt] && row.kind === "row") { cells[idAt] = nextId(cells[idAt], taken); taken.add(cells[idAt]); }
      return { kind: row.kind, cells };
    });
    const rows = [...this.rows];
    rows.splice(bottom + 1, 0, ...copies);
    this.#change(rows, { row: bottom + 1, column: this.at.column });
  }

  deleteRows() {
    const { top, bottom } = this.#area(), head = this.headAt();
    const rows = this.rows.filter((each, row) => row < top || row > bottom || row === head || each.kind === "separator");
    if (rows.length < this.rows.length) this.#change(rows, { row: top, column: this.at.column });
  }

  addColumn(name) {
    const head = this.headAt(), column = this.header().findLastIndex(Boolean) + 1;
    if (name && head >= 0) this.set([[head, column, name]], { row: Math.min(head + 1, this.rows.length - 1), column });
  }

  // ---- what is shown --------------------------------------------------------------------------

  #width() {
    return Math.max(1, ...this.rows.filter(row => !single(row)).map(row => row.cells.length));
  }

  #fill() {
    this.width = this.#width();
    this.body.replaceChildren(...this.rows.map((_, row) => this.#row(row)));
    this.table.setAttribute("aria-rowcount", this.rows.length);
    this.table.setAttribute("aria-colcount", this.width);
    this.#mark();
  }

  #row(number) {
    const row = this.rows[number], head = number === this.headAt();
    const first = el("th", { scope: "row", class: "line" }, String(row.line ?? "+"));
    const cells = single(row)
      ? [el("td", { role: "gridcell", colSpan: this.width, tabIndex: -1 }, row.cells.join(", "))]
      : Array.from({ length: this.width }, (_, column) => el("td", { role: head ? "columnheader" : "gridcell", class: column === this.keyAt() ? "key" : "", tabIndex: -1, title: head ? plain(this.meanings[row.cells[column]] ?? "") : "" }, row.cells[column] ?? ""));
    return el("tr", { class: head ? "head" : `${row.kind}-line` }, first, cells);
  }

  #refill(number) {
    this.body.rows[number].replaceWith(this.#row(number));
  }

  /** The element of a cell; a comment has only one. */
  cell({ row, column }) {
    const { cells } = this.body.rows[row] ?? { cells: [] };
    return cells[Math.min(column + 1, cells.length - 1)];
  }

  #area() {
    return { top: Math.min(this.at.row, this.anchor.row), bottom: Math.max(this.at.row, this.anchor.row), left: Math.min(this.at.column, this.anchor.column), right: Math.max(this.at.column, this.anchor.column) };
  }

  /** Show which cells are chosen and which are wrong. */
  #mark() {
    for (const cell of this.body.querySelectorAll("[aria-selected], [tabindex='0'], .bad, .warn")) {
      cell.removeAttribute("aria-selected");
      cell.removeAttribute("aria-invalid");
      cell.tabIndex = -1;
      cell.classList.remove("bad", "warn", "active");
    }
    for (const problem of this.problems) {
      const at = this.where(problem), cell = at && this.cell(at);
      if (!cell) continue;
      cell.classList.add(problem.warning ? "warn" : "bad");
      cell.setAttribute("aria-invalid", "true");
    }
    const { top, bottom, left, right } = this.#area();
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) this.cell({ row, column })?.setAttribute("aria-selected", "true");
    const active = this.cell(this.at);
    if (active) { active.tabIndex = 0; active.classList.add("active"); }
    this.undoButton.disabled = this.readonly || !this.past.length;
    this.redoButton.disabled = this.readonly || !this.future.length;
    const here = this.problems.filter(problem => { const at = this.where(problem); return at?.row === this.at.row && (at.column === this.at.column || single(this.rows[at.row])); });
    const name = this.header()[this.at.column], meaning = this.meanings[name];
    this.moved(this.rows[this.at.row]);
    this.told.replaceChildren(...here.length ? here.map(problem => el("span", { class: problem.warning ? "warning" : "problem" }, mistake(problem)))
      : [name ? el("b", {}, name) : "", ...meaning ? [" ", ...prose(meaning)] : []]);
  }

  setProblems(problems) {
    this.problems = problems;
    this.#mark();
  }

  /** The row and column of a mistake, by its line and column in the file. */
  where(problem) {
    const row = this.rows.findLastIndex(each => each.line && each.line <= problem.line);
    if (row < 0) return null;
    const { columns = [] } = this.rows[row];
    return { row, column: Math.max(0, columns.findLastIndex(column => column <= problem.column)) };
  }

  reveal(problem) {
    const at = this.where(problem);
    if (at) { this.#go(at); this.focus(); }
  }

  // ---- moving about ---------------------------------------------------------------------------

  focus() {
    this.cell(this.at)?.focus({ preventScroll: true });
    this.#scroll();
  }

  #scroll() {
    const cell = this.cell(this.at);
    if (!cell) return;
    const box = cell.getBoundingClientRect(), frame = this.frame.getBoundingClientRect();
    const head = this.body.rows[this.headAt()]?.offsetHeight ?? 0, line = this.body.rows[this.at.row];
    const key = this.at.column > this.keyAt() && !single(this.rows[this.at.row]) ? line.cells[this.keyAt() + 1]?.offsetWidth ?? 0 : 0, side = line.cells[0].offsetWidth + key;
    if (box.top < frame.top + head) this.frame.scrollTop -= frame.top + head - box.top;
    else if (box.bottom > frame.bottom) this.frame.scrollTop += Math.min(box.bottom - frame.bottom + 12, box.top - frame.top - head);
    if (box.left < frame.left + side) this.frame.scrollLeft -= frame.left + side - box.left;
    else if (box.right > frame.right) this.frame.scrollLeft += Math.min(box.right - frame.right + 12, box.left - frame.left - side);
  }

  #go(at, extend = false) {
    this.at = { row: Math.max(0, Math.min(this.rows.length - 1, at.row)), column: Math.max(0, Math.min(this.width - 1, at.column)) };
    if (!extend) this.anchor = { ...this.at };
    this.#mark();
    this.focus();
  }

  #of(td) {
    const line = td.parentNode;
    return { row: [...this.body.rows].indexOf(line), column: td.cellIndex - 1 };
  }

  #pointer(event) {
    const td = event.target.closest("td");
    if (!td || event.button || this.editor?.parentNode === td) return;
    const at = this.#of(td), again = td.classList.contains("active") && !event.shiftKey;
    event.preventDefault();
    this.commit();
    this.dragging = true;
    this.#go(at, event.shiftKey);
    if (again && event.pointerType !== "mouse") this.edit();
  }

  #extend(td) {
    if (td) this.#go(this.#of(td), true);
  }

  #key(event) {
    if (this.editor) return;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const { row, column } = this.at, last = this.rows.length - 1;
    const page = Math.max(1, Math.floor(this.frame.clientHeight / 34) - 1);
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-page, 0], PageDown: [page, 0] };
    if (key in moves && !event.altKey) {
      const [down, right] = moves[key];
      this.#go(control ? { row: down < 0 ? 0 : down ? last : row, column: right < 0 ? 0 : right ? this.width - 1 : column } : { row: row + down, column: column + right }, event.shiftKey);
    } else if (key === "Home" || key === "End") {
      this.#go({ row: control ? key === "Home" ? 0 : last : row, column: key === "Home" ? 0 : this.width - 1 }, event.shiftKey);
    } else if (key === "Tab") {
      const next = event.shiftKey ? column - 1 : column + 1;
      if (next < 0 && row === 0 || next >= this.width && row === last) return;
      this.#go(next < 0 ? { row: row - 1, column: this.width - 1 } : next >= this.width ? { row: row + 1, column: 0 } : { row, column: next });
    } else if (key === "Enter" || key === "F2") this.edit();
    else if (key === "Escape") this.leave?.();
    else if (key === "Delete" || key === "Backspace") this.#clear();
    else if (control && key === "z" && !event.shiftKey) { this.undo(); this.focus(); } else if (control && (key === "y" || key === "z")) { this.redo(); this.focus(); } else if (control && key === "a") { this.anchor = { row: 0, column: 0 }; this.#go({ row: last, column: this.width - 1 }, true); } else if (key.length === 1 && !control && !event.altKey && !event.isComposing) { this.edit(""); return; } else return;
    event.preventDefault();
  }

  #clear() {
    const { top, bottom, left, right } = this.#area(), changes = [];
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) if (!single(this.rows[row]) && column < this.rows[row].cells.length) changes.push([row, column, ""]);
    this.set(changes);
    this.focus();
  }

  #clipboard(event) {
    if (this.editor) return;
    event.preventDefault();
    const { top, bottom, left, right } = this.#area();
    if (event.type !== "paste") {
      const rows = this.rows.slice(top, bottom + 1).map(row => single(row) ? row.cells : Array.from({ length: right - left + 1 }, (_, at) => row.cells[left + at] ?? ""));
      event.clipboardData.setData("text/plain", copied(rows));
      if (event.type === "cut") this.#clear();
      return;
    }
    const rows = pasted(event.clipboardData.getData("text/plain"));
    const changes = [];
    // One copied cell fills all that are chosen.
    if (rows.length === 1 && rows[0].length === 1) {
      for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) changes.push([row, column, rows[0][0]]);
    } else rows.forEach((cells, down) => cells.forEach((cell, along) => changes.push([top + down, left + along, cell])));
    this.set(changes, { row: top, column: left });
    this.anchor = { row: Math.min(this.rows.length - 1, top + rows.length - 1), column: Math.min(this.width - 1, left + rows[0].length - 1) };
    this.#mark();
    this.focus();
  }

  // ---- editing a cell -------------------------------------------------------------------------

  /** Edit the active cell, from its text or another one. */
  edit(text) {
    if (this.readonly || this.editor || this.rows[this.at.row].kind === "separator" || (this.fixed && this.at.row === this.headAt())) return;
    const td = this.cell(this.at), row = this.rows[this.at.row];
    const old = row.kind === "comment" ? row.cells.join(",") : row.cells[this.at.column] ?? "";
    const name = this.header()[this.at.column] ?? "";
    this.editor = el("textarea", { class: "cell-editor", rows: 1, spellcheck: false, aria: { label: name || t("cell_edit") } });
    this.editor.value = text ?? old;
    td.classList.add("editing");
    td.append(this.editor);
    const grow = () => { this.editor.style.height = "auto"; this.editor.style.height = `${this.editor.scrollHeight + 2}px`; };
    this.#offer(this.choices[name], name);
    this.editor.addEventListener("input", () => { grow(); this.#suggest(); });
    this.editor.addEventListener("blur", () => this.commit());
    this.editor.addEventListener("keydown", event => {
      event.stopPropagation();
      if (event.isComposing) return;
      if (this.#chosen(event)) { event.preventDefault(); grow(); return; }
      if (event.key === "Enter" && (event.altKey || event.shiftKey)) { event.preventDefault(); this.editor.setRangeText("\n", this.editor.selectionStart, this.editor.selectionEnd, "end"); grow(); return; }
      if (event.key === "Escape") { event.preventDefault(); this.#close(); this.focus(); return; }
      if (event.key !== "Enter" && event.key !== "Tab") return;
      event.preventDefault();
      this.commit();
      const { row: at, column } = this.at;
      this.#go(event.key === "Enter" ? { row: at + 1, column } : { row: at, column: column + (event.shiftKey ? -1 : 1) });
    });
    this.editor.focus();
    this.editor.setSelectionRange(this.editor.value.length, this.editor.value.length);
    grow();
    this.#scroll();
  }

  #close() {
    const { editor } = this;
    this.editor = null;
    this.offers?.remove();
    this.offers = null;
    editor?.parentNode?.classList.remove("editing");
    editor?.remove();
  }

  // Known values of a column are offered below the cell; arrows choose one.

  #offer(values, column) {
    this.values = values ?? [];
    this.column = column;
    if (!this.values.length) return;
    this.offers = el("ul", { class: "offers", role: "listbox", id: "cell-offers", aria: { label: t("offers") } });
    this.editor.setAttribute("role", "combobox");
    this.editor.setAttribute("aria-controls", "cell-offers");
    this.editor.setAttribute("aria-autocomplete", "list");
    this.offers.addEventListener("pointerdown", event => {
      event.preventDefault();
      event.stopPropagation();
      const option = event.target.closest("li");
      if (option) { this.#take(option.textContent); this.editor.focus(); }
    });
    this.editor.after(this.offers);
    this.#suggest();
  }

  /** The part of the text, between `|`, in which the cursor is. */
  #word() {
    const { value, selectionStart } = this.editor;
    const from = value.lastIndexOf("|", selectionStart - 1) + 1, next = value.indexOf("|", selectionStart);
    return [from, next < 0 ? value.length : next];
  }

  #suggest() {
    if (!this.offers) return;
    const word = this.editor.value.slice(...this.#word()).trim().toLowerCase();
    const whole = this.values.some(value => value.toLowerCase() === word);
    const fitting = this.values.filter(value => value.toLowerCase().startsWith(word));
    const within = this.values.filter(value => !fitting.includes(value) && value.toLowerCase().includes(word));
    // A word that fits none is to be replaced by one of them.
    const some = whole ? [] : [...fitting, ...within];
    this.offers.replaceChildren(...(some.length ? some : this.values).slice(0, 60).map((value, at) => {
      const address = this.picture(this.column, value);
      return el("li", { role: "option", id: `offer-${at}` }, address ? el("img", { src: address, alt: "", loading: "lazy", width: 24, height: 24 }) : "", value);
    }));
    this.offers.hidden = !this.offers.children.length;
    this.editor.setAttribute("aria-expanded", String(!this.offers.hidden));
    this.editor.removeAttribute("aria-activedescendant");
  }

  #take(value) {
    const [from, to] = this.#word();
    this.editor.setRangeText(value, from, to, "end");
    this.#suggest();
  }

  /** Choose among the offered values; whether the key was for that. */
  #chosen(event) {
    if (!this.offers || this.offers.hidden) return false;
    const options = [...this.offers.children], at = options.findIndex(option => option.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const next = options[(at + step + options.length + (at < 0 && step < 0 ? 1 : 0)) % options.length];
      options[at]?.removeAttribute("aria-selected");
      next.setAttribute("aria-selected", "true");
      next.scrollIntoView({ block: "nearest" });
      this.editor.setAttribute("aria-activedescendant", next.id);
      return true;
    }
    if (at >= 0 && (event.key === "Enter" || event.key === "Tab")) { this.#take(options[at].textContent); return false; }
    return false;
  }

  /** End the editing of a cell and keep its text. */
  commit() {
    if (!this.editor) return;
    const text = this.editor.value, { row, column } = this.at;
    const comment = this.rows[row].kind === "comment";
    this.#close();
    if (comment && text !== this.rows[row].cells.join(",")) {
      const rows = [...this.rows];
      rows[row] = { ...rows[row], cells: [text.startsWith("#") ? text : `# ${text}`] };
      this.#change(rows);
    } else if (!comment) this.set([[row, column, text]]);
  }

  #columnDialog() {
    const known = el("datalist", { id: "column-names" }, Object.entries(this.meanings).map(([name, meaning]) => el("option", { value: name }, plain(meaning))));
    const dialog = el("dialog", { aria: { labelledby: "column-title" } });
    const form = el("form", { method: "dialog" }, el("h2", { id: "column-title" }, t("column_add")),
      el("p", { class: "field" }, el("label", { htmlFor: "column-name" }, t("column_name")), this.columnName, known),
      el("p", { class: "links" }, el("button", { type: "submit", class: "primary" }, t("column_add")), button(t("cancel"), () => dialog.close())));
    form.addEventListener("submit", event => { event.preventDefault(); dialog.close(); this.addColumn(this.columnName.value.trim()); this.focus(); });
    dialog.append(form);
    return dialog;
  }
}

/** An id like this one that is not taken: the next number, or the word with a number. */
function nextId(id, taken) {
  const [, word, number] = /^(.*?)(\d*)$/.exec(id);
  for (let next = Number(number || 1) + 1; ; next++) {
    const made = number ? `${word}${String(next).padStart(number.length, "0")}` : `${word}_${next}`;
    if (!taken.has(made)) return made;
  }
}
