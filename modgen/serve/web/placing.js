// What is added to the board: places, texts, connections; renaming and removing them.
import { api, button, el, say, t, trying } from "./dom.js";
import { shape } from "./drawings.js";

const SORTS = {
  space: ["node", "city", "area", "sea", "building"],
  box: ["holding", "display", "deck", "card", "overflow", "legend"],
  track: [],
  label: ["note", "title", "subtitle", "sea"],
};

export class Placing {
  constructor(board) {
    this.board = board;
    this.bench = board.bench;
    this.mode = "";
    this.adding = button([el("span", {}, t("add"))], () => this.begin(this.mode === "add" ? "" : "add"), { aria: { pressed: false }, title: t("add_hint") });
    this.connecting = button(t("connect"), () => this.begin(this.mode === "connect" ? "" : "connect"), { aria: { pressed: false }, title: t("connect_hint") });
    this.buttons = el("span", { class: "group" }, this.adding, this.connecting);
  }

  ready(writable) {
    this.adding.disabled = this.connecting.disabled = !writable;
  }

  /** Begin to add or connect, or end it; `from` is a space or a point at which it begins. */
  begin(mode, from) {
    if (mode) this.board.quit("placing");
    this.mode = mode;
    this.from = null;
    this.adding.setAttribute("aria-pressed", mode === "add");
    this.connecting.setAttribute("aria-pressed", mode === "connect");
    this.board.root.classList.toggle("placing", Boolean(mode));
    this.board.root.classList.toggle("adding", mode === "add");
    this.board.tip.hidden = true;
    this.board.line.replaceChildren();
    if (!mode) { this.board.pin.replaceChildren(); this.bench.inspector.home(); return; }
    if (mode === "add") this.#addForm(from); else this.#connectForm(from);
  }

  end() {
    if (this.mode) this.begin("");
  }

  /** A click on the board, with the place under it; whether it was for this. */
  click(at, key) {
    if (this.mode === "add" && at) { this.#at(at); this.name.focus({ preventScroll: matchMedia("(min-width: 60rem)").matches }); return true; }
    if (this.mode !== "connect") return Boolean(this.mode);
    if (key?.startsWith("edge/") && !this.from) { this.end(); this.board.mark(key); this.bench.inspector.part(key); return true; }
    if (!key?.startsWith("space/")) return true;
    const id = key.slice(6);
    if (!this.from) this.#fromSpace(id); else { this.to.value = id; this.#connect(); }
    return true;
  }

  hover(at) {
    if (this.mode !== "connect" || !this.from) return;
    const start = middle(this.board.places.get(`space/${this.from}`));
    if (start) this.board.line.replaceChildren(shape("path", { d: `M${start.join(",")}L${at.join(",")}` }));
  }

  // ---- adding ---------------------------------------------------------------------------------

  #addForm(from) {
    const option = (value, label) => el("option", { value }, label);
    this.kind = el("select", { id: "add-kind" }, Object.keys(SORTS).map(kind => option(kind, t(`add_${kind}`))));
    this.sort = el("select", { id: "add-sort" });
    this.name = el("input", { type: "text", id: "add-name", required: true, maxLength: 100, autocomplete: "off" });
    const { width, height } = this.board.board;
    this.coordinates = [["x", width], ["y", height]].map(([axis, most]) => el("input", { type: "number", id: `add-${axis}`, min: 0, max: most, step: "any", required: true }));
    this.kind.addEventListener("change", () => this.#sorts());
    for (const each of this.coordinates) each.addEventListener("input", () => this.board.pinAt(this.coordinates.map(input => Number(input.value))));
    const form = el("form", { class: "form" }, el("h2", {}, t("add_title")), el("p", { class: "plain" }, t("add_hint")),
      el("div", { class: "columns" }, el("p", { class: "field" }, el("label", { htmlFor: "add-kind" }, t("add_what")), this.kind), this.sortField = el("p", { class: "field" }, el("label", { htmlFor: "add-sort" }, t("kind")), this.sort)),
      el("p", { class: "field" }, el("label", { htmlFor: "add-name" }, t("name")), this.name),
      el("div", { class: "columns" }, ["x", "y"].map((axis, at) => el("p", { class: "field" }, el("label", { htmlFor: `add-${axis}` }, t(`element_${axis}_mm`)), this.coordinates[at]))),
      el("p", { class: "links" }, el("button", { type: "submit", class: "primary" }, t("add")), button(t("done"), () => this.end())));
    form.addEventListener("submit", event => { event.preventDefault(); this.#add(); });
    this.bench.inspector.form(form);
    this.kind.value = this.lastKind ?? "space";
    this.#sorts();
    if (from) this.#at(from);
    this.name.focus({ preventScroll: true });
  }

  #sorts() {
    const sorts = SORTS[this.lastKind = this.kind.value];
    // The kind that most spaces of the board have comes first.
    const known = this.board.board.places.filter(place => place.part === this.kind.value && !place.drawn).map(place => place.kind);
    const usual = sorts.toSorted((a, b) => known.filter(kind => kind === b).length - known.filter(kind => kind === a).length);
    this.sort.replaceChildren(...usual.map(sort => el("option", { value: sort }, t(`sort_${sort}`))));
    this.sortField.hidden = !sorts.length;
  }

  #at(point) {
    this.coordinates.forEach((input, axis) => { input.value = point[axis]; });
    this.board.pinAt(point);
  }

  async #add() {
    const name = this.name.value.trim(), at = this.coordinates.map(input => Number(input.value));
    const done = await this.#send("add", { board: this.board.id, kind: this.kind.value, sort: this.sort.value, name, at });
    if (!done) return;
    this.#told("added", name);
    this.name.value = "";
    for (const input of this.coordinates) input.value = "";
    this.board.pin.replaceChildren();
    this.name.focus({ preventScroll: true });
  }

  // ---- connecting -----------------------------------------------------------------------------

  #connectForm(from) {
    this.first = el("select", { id: "connect-from" });
    this.to = el("select", { id: "connect-to" });
    this.how = el("select", { id: "connect-kind" }, this.board.game.edge_kinds.map(kind => el("option", { value: kind }, kind)));
    this.first.addEventListener("change", () => this.#fromSpace(this.first.value));
    const form = el("form", { class: "form" }, el("h2", {}, t("connect_title")), el("p", { class: "plain" }, t("connect_hint")),
      el("p", { class: "field" }, el("label", { htmlFor: "connect-kind" }, t("kind")), this.how),
      el("p", { class: "field" }, el("label", { htmlFor: "connect-from" }, t("connect_from")), this.first),
      el("p", { class: "field" }, el("label", { htmlFor: "connect-to" }, t("connect_to")), this.to),
      el("p", { class: "links" }, el("button", { type: "submit", class: "primary" }, t("connect")), button(t("done"), () => this.end())));
    form.addEventListener("submit", event => { event.preventDefault(); this.#connect(); });
    this.bench.inspector.form(form);
    this.how.value = this.lastHow ?? usual(this.board.board.places.flatMap(place => (place.neighbours ?? []).flatMap(each => each.by))) ?? this.how.value;
    this.refresh();
    if (from) this.#fromSpace(from);
    this.how.focus({ preventScroll: true });
  }

  /** Called when the board has changed. */
  refresh() {
    if (this.mode !== "connect") return;
    const spaces = this.board.board.places.filter(place => place.part === "space").toSorted((a, b) => a.name.localeCompare(b.name));
    for (const select of [this.first, this.to]) {
      const chosen = select.value;
      select.replaceChildren(el("option", { value: "" }, "–"), ...spaces.map(space => el("option", { value: space.id }, space.name)));
      select.value = spaces.some(space => space.id === chosen) ? chosen : "";
    }
  }

  #fromSpace(id) {
    this.from = id;
    this.first.value = id;
    this.board.mark(`space/${id}`);
    this.board.line.replaceChildren();
  }

  async #connect() {
    if (!this.first.value || !this.to.value) { say(t("connect_hint"), true); return; }
    const between = [this.first.value, this.to.value], name = between.map(id => this.board.places.get(`space/${id}`)?.name ?? id).join(" – ");
    this.lastHow = this.how.value;
    const done = await this.#send("connect", { between, kind: this.how.value });
    this.to.value = "";
    if (done) { this.#told("connected", name); this.first.value = ""; }
    this.from = done ? null : this.first.value;
    if (done) this.board.mark("");
    this.board.line.replaceChildren();
  }

  // ---- what is there --------------------------------------------------------------------------

  /** Buttons for a part: another name or kind, a connection, removal. */
  tools(key, name) {
    const [kind, ...rest] = key.split("/");
    const placed = ["space", "box", "track", "label", "edge"].includes(kind), has_id = ["space", "box", "track", "piece", "card", "side", "deck", "chart", "setup"].includes(kind);
    if (!this.bench.data.writable || !(placed || has_id)) return "";
    const tools = el("div", { class: "links part-tools" });
    if (kind === "edge" && rest.length > 1) {
      tools.append(button(t("remove_bend"), () => this.remove(key, t("bend_of", { name })), { class: "small" }));
      return tools;
    }
    const plain = () => tools.replaceChildren(
      placed && kind !== "edge" ? button(t("rename"), () => ask(name, "name", text => this.#rename(key, text, "renamed")), { class: "small" }) : "",
      has_id ? button(t("change_id"), () => ask(rest[0], "id", text => this.#changeId(kind, rest[0], text)), { class: "small" }) : "",
      kind === "space" ? button(t("connect_this"), () => this.begin("connect", rest.join("/")), { class: "small" }) : "",
      kind === "edge" ? button(t("add_bend"), () => this.#bend(key), { class: "small" }) : "",
      placed ? button(t("remove"), () => this.remove(key, name), { class: "small" }) : "");
    const ask = (value, label, then) => {
      const input = el("input", { type: "text", value, required: true, maxLength: 200, aria: { label: t(label) } });
      const form = el("form", { class: "links" }, input, el("button", { type: "submit", class: "small primary" }, t("save")), button(t("cancel"), plain, { class: "small" }));
      form.addEventListener("submit", event => { event.preventDefault(); then(input.value.trim()); });
      input.addEventListener("keydown", event => { if (event.key === "Escape") { event.stopPropagation(); plain(); tools.querySelector("button").focus(); } });
      tools.replaceChildren(form);
      input.focus();
      input.select();
    };
    if (kind === "edge") {
      const how = el("select", { aria: { label: t("kind") } }, this.board.game.edge_kinds.map(each => el("option", { value: each }, each)));
      how.value = name;
      how.addEventListener("change", () => this.#rename(key, how.value, "kind_changed"));
      plain();
      tools.prepend(how);
    } else plain();
    return tools;
  }

  async #rename(key, name, told) {
    if (!await this.#send("rename", { key, name })) return;
    this.#told(told, name);
    if (this.bench.inspector.key === key) this.bench.inspector.part(key);
  }

  async #changeId(kind, old, id) {
    if (id === old) return;
    if (!await this.#send("id", { key: `${kind}/${old}`, id })) return;
    this.#told("id_changed", id);
    this.bench.inspector.awaits(`${kind}/${id}`);
  }

  async #bend(key) {
    if (!await this.#send("bend", { key })) return;
    say(t("bend_added"), false, [t("undo"), () => this.board.undo()]);
    this.board.startMoving();
  }

  async remove(key, name) {
    const gone = () => { this.board.mark(""); this.bench.inspector.home(); };
    if (await this.#send("remove", { key }, gone)) this.#told("removed", name);
  }

  #told(word, name) {
    say(t(word, { name }), false, [t("undo"), () => this.board.undo()]);
  }

  async #send(what, order, then = () => {}) {
    const done = await trying(async () => { await api("POST", `api/design/${what}?${this.bench.query()}`, order); return true; });
    if (!done) return false;
    then();
    await this.bench.update();
    return true;
  }
}

/** The middle of a place. */
function middle(place) {
  const points = place?.rings.flat() ?? [];
  if (!points.length) return null;
  return [0, 1].map(axis => (Math.min(...points.map(point => point[axis])) + Math.max(...points.map(point => point[axis]))) / 2);
}

/** The value that occurs most often; undefined for none. */
function usual(values) {
  const count = value => values.filter(each => each === value).length;
  return [...new Set(values)].toSorted((a, b) => count(b) - count(a))[0];
}
