// Design: a game folder as it will look, kept up to date while its files are saved.
import * as audit from "./audit.js";
import { api, button, el, idOf, mistake, plural, say, t, tabs, trying } from "./dom.js";
import { BoardPanel } from "./board.js";
import { chooser } from "./chooser.js";
import { Drawings } from "./drawings.js";
import { FilesPanel } from "./files.js";
import { LayoutPanel } from "./layouts.js";
import { Inspector } from "./inspector.js";
import { Make } from "./make.js";
import { SetupPanel } from "./setups.js";

const OWN = "-", OTHERS = "others";
const PICTURES = /\.(png|jpe?g|gif|webp|svg)$/i;
let root, known, bench, choice, wantedTab = "board";

export async function show(page, [game, tab, ...key]) {
  if (!root) {
    root = page;
    known = await trying(() => api("GET", "api/games"));
    if (!known) return;
  }
  if (tab) wantedTab = tab;
  const name = game === OWN || (!game && known?.own) ? known?.own && "" : game;
  if (name === undefined || name === null || name === OTHERS) { await choose(); return; }
  if (bench?.name !== name) {
    await close();
    bench = new Bench(name);
    root.replaceChildren(bench.root);
    await bench.open();
  }
  bench.choose(wantedTab, key.join("/"));
}

async function close() {
  await bench?.close();
  bench = undefined;
}

/** Let a game be chosen or begun. */
async function choose() {
  await close();
  known = await trying(() => api("GET", "api/games")) ?? known;
  choice = chooser(known, async game => {
    known = await trying(() => api("GET", "api/games")) ?? known;
    location.hash = `design/${encodeURIComponent(game)}/board`;
  });
  root.replaceChildren(choice.root);
}

/** Files that were dropped on the page: an archive of a game, or pictures. False for others. */
export function drop(files) {
  const archives = files.filter(file => file.name.toLowerCase().endsWith(".zip"));
  if (archives.length && choice && !bench) choice.zone.add(archives.slice(0, 1));
  else if (bench && files.every(file => PICTURES.test(file.name))) { bench.choose("files", ""); bench.files.open("art/"); bench.files.pictures.add(files); } else return false;
  return true;
}

class Bench {
  constructor(name) {
    this.name = name;
    this.language = "";
    this.drawings = new Drawings(this);
    this.inspector = new Inspector(this);
    this.figures = new Map();
    this.title = el("h1", {}, "…");
    this.renaming = this.#renameDialog();
    this.renameButton = button(t("rename_game"), () => this.#askTitle(), { class: "small quiet", hidden: true });
    this.told = el("p", { class: "told" });
    const options = games => games.map(game => el("option", { value: game.id }, game.title));
    const below = known.below.some(game => game.id === name) || !name.startsWith("./") ? known.below : [...known.below, { id: name, title: name }];
    this.gameChoice = el("select", { aria: { label: t("game") } },
      known.own !== null && known.own !== undefined ? el("option", { value: OWN }, t("own_game")) : null,
      below.length ? el("optgroup", { label: t("your_games") }, options(below)) : null,
      el("optgroup", { label: t("bundled_games") }, options(known.games)), el("option", { value: OTHERS }, t("other_game")));
    this.gameChoice.value = name || OWN;
    this.gameChoice.addEventListener("change", () => {
      const chosen = this.gameChoice.value;
      location.hash = chosen === OTHERS ? `design/${OTHERS}` : `design/${encodeURIComponent(chosen)}/${this.tab ?? "board"}`;
    });
    this.languageChoice = el("select", { aria: { label: t("game_language") } });
    this.languageChoice.addEventListener("change", () => { this.language = this.languageChoice.value; this.update(); });
    this.make = new Make(this, (files, game) => { location.hash = "audit"; audit.checkGames(files, game); });
    this.board = new BoardPanel(this);
    this.setups = new SetupPanel(this);
    this.layouts = new LayoutPanel(this);
    this.files = new FilesPanel(this);
    this.panels = {
      board: this.board.root, setups: this.setups.root, counters: el("div", { class: "sheet-panel" }), cards: el("div", { class: "sheet-panel" }),
      charts: el("div", { class: "sheet-panel" }), layouts: this.layouts.root, files: this.files.root, problems: el("div", { class: "sheet-panel problems" }),
    };
    this.tabs = tabs(Object.keys(this.panels).map(key => ({ key, label: t(`tab_${key}`), name: t(`tab_${key}`), panel: this.panels[key] })), t("design"), key => this.#opened(key));
    this.banner = el("div", { class: "banner", hidden: true, role: "status" });
    this.root = el("div", { class: "bench" },
      el("header", { class: "bench-head" }, el("div", {}, el("div", { class: "title-row" }, this.title, this.renameButton), this.told, this.renaming), el("div", { class: "bench-tools" }, this.gameChoice, this.languageChoice, this.make.buttons)),
      this.make.root, this.banner, this.tabs.list,
      el("div", { class: "bench-body" }, el("div", { class: "bench-main" }, Object.values(this.panels)), this.inspector.root));
    this.undoes = event => this.#undo(event);
    addEventListener("keydown", this.undoes);
    this.search = el("input", { type: "search", placeholder: t("search"), aria: { label: t("search_cards") } });
    this.search.addEventListener("input", () => this.#filter());
  }

  #renameDialog() {
    this.newTitle = el("input", { type: "text", id: "game-title", required: true, maxLength: 100, autocomplete: "off" });
    this.newId = el("input", { type: "text", id: "game-id", required: true, maxLength: 60, pattern: "[a-z0-9][a-z0-9_\\-]*", autocomplete: "off", spellcheck: false });
    const dialog = el("dialog", { aria: { labelledby: "title-dialog" } });
    const form = el("form", { method: "dialog" }, el("h2", { id: "title-dialog" }, t("rename_game")),
      el("p", { class: "field" }, el("label", { htmlFor: "game-title" }, t("new_title")), this.newTitle),
      el("p", { class: "field" }, el("label", { htmlFor: "game-id" }, t("game_id")), this.newId),
      el("p", { class: "links" }, el("button", { type: "submit", class: "primary" }, t("rename_game")), button(t("cancel"), () => dialog.close())));
    this.newTitle.addEventListener("input", () => { if (!this.idTyped) this.newId.value = idOf(this.newTitle.value) || this.data.game.id; });
    this.newId.addEventListener("input", () => { this.idTyped = true; });
    form.addEventListener("submit", async event => {
      event.preventDefault();
      const done = await trying(async () => { await api("POST", `api/design/title?${this.query()}`, { title: this.newTitle.value.trim(), id: this.newId.value }); return true; });
      if (!done) return;
      dialog.close();
      await this.update();
      say(t("renamed", { name: this.newTitle.value.trim() }), false, [t("undo"), () => this.board.undo()]);
    });
    dialog.append(form);
    return dialog;
  }

  #askTitle() {
    this.newTitle.value = this.data.game.title;
    this.newId.value = this.data.game.id;
    this.idTyped = false;
    this.renaming.showModal();
    this.newTitle.select();
  }

  /** The query that names the game and the language, and more. */
  query(more = {}) {
    return new URLSearchParams({ game: this.name, lang: this.language, ...more }).toString();
  }

  async open() {
    await this.update();
    this.source = new EventSource(`api/design/changes?${this.query()}`);
    this.source.onmessage = message => {
      if (JSON.parse(message.data).version !== this.data?.version) this.update();
    };
  }

  async close() {
    removeEventListener("keydown", this.undoes);
    this.source?.close();
    this.make.close();
    await this.files.flush();
    await this.setups.flush();
  }

  /** Ctrl+Z takes back the last change of the drawing, unless somebody is typing. */
  #undo(event) {
    const typing = event.target.closest?.("input, textarea, select, dialog");
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "z" || typing || event.defaultPrevented) return;
    if (this.tab === "files" || !this.data?.undo || !this.root.checkVisibility()) return;
    event.preventDefault();
    this.board.undo();
  }

  choose(tab, key) {
    const known = Object.hasOwn(this.panels, tab) ? tab : "board";
    // A game that cannot be read has only its files and their mistakes.
    this.tabs.choose(this.data && !this.data.game && known !== "files" ? "problems" : known);
    if (key && tab !== "files") this.reveal(key);
  }

  #opened(key) {
    this.tab = key;
    this.board.shown = key === "board";
    this.root.dataset.tab = key;
    if (this.data?.game) this.#fill(key);
    this.inspector.turned();
    const address = `#design/${encodeURIComponent(this.name || OWN)}/${key}`;
    if (location.hash.startsWith("#design") && !location.hash.startsWith(address)) history.replaceState(null, "", address);
  }

  /** Get the latest version and show what changed. The promise waits for a version asked for after the call. */
  update() {
    this.again = true;
    this.updating ??= this.#getAndShow();
    return this.updating;
  }

  async #getAndShow() {
    try {
      while (this.again) {
        this.again = false;
        const data = await trying(() => api("GET", `api/design?${this.query()}`));
        if (data) this.#show(data);
      }
    } finally {
      this.updating = undefined;
    }
  }

  #show(data) {
    const first = !this.data;
    this.data = data;
    const { game } = data;
    this.problems = [...data.problems, ...data.undrawn ?? []];
    this.byPart = new Map();
    for (const problem of this.problems) {
      for (const part of problem.parts) {
        const key = part.split("/").slice(0, 2).join("/");
        this.byPart.set(key, [...this.byPart.get(key) ?? [], problem]);
      }
    }
    const errors = this.problems.filter(problem => !problem.warning).length;
    const at = Object.keys(this.panels).indexOf("problems");
    this.tabs.buttons[at].replaceChildren(`${t("tab_problems")} `, el("span", { class: `number ${errors ? "bad" : ""}` }, String(this.problems.length)));
    this.banner.hidden = !errors;
    this.banner.replaceChildren(el("strong", {}, plural("errors", errors)), " ", game ? t("last_good") : t("nothing_yet"), " ",
      button(t("show"), () => this.tabs.choose("problems"), { class: "small" }));
    this.root.dataset.version = data.version;
    if (!first && !errors && this.hadErrors) say(t("all_well"));
    this.hadErrors = errors > 0;
    this.#problems();
    this.files.show(data);
    if (!game) {
      this.title.textContent = data.folder;
      this.languageChoice.hidden = true;
      for (const tab of this.tabs.buttons) tab.hidden = !["problems", "files"].includes(tab.dataset.key);
      if (first) this.tabs.choose("problems");
      return;
    }
    this.tabs.buttons[0].hidden = false;
    this.title.textContent = game.title;
    this.renameButton.hidden = !data.writable;
    // The list of games was made when the page was opened; the title may be another one now.
    const listed = this.gameChoice.selectedOptions[0];
    if (listed && listed.value !== OWN) listed.textContent = game.title;
    for (const each of known.below) if (each.id === this.name) each.title = game.title;
    const parts = [`${t("version")} ${game.version}`, plural("counted_cards", game.cards.length), plural("counted_pieces", game.pieces.length)];
    this.told.textContent = [...parts, data.writable ? "" : t("bundled")].filter(Boolean).join(" · ");
    if (this.languageChoice.options.length !== game.languages.length) {
      this.languageChoice.replaceChildren(...game.languages.map(code => el("option", { value: code }, code)));
    }
    this.languageChoice.value = game.language;
    this.languageChoice.hidden = game.languages.length < 2;
    this.make.ready(errors === 0, game);
    for (const [key, number] of [["layouts", game.layouts.length], ["setups", game.setups.length], ["counters", game.pieces.length], ["cards", game.cards.length], ["charts", game.charts.length]]) {
      this.tabs.buttons[Object.keys(this.panels).indexOf(key)].hidden = !number;
    }
    this.#fill(this.tab ?? "board");
    this.inspector.refresh();
  }

  /** The mistakes that spoil a part. */
  problemsOf(key) {
    return this.byPart?.get(key.split("/").slice(0, 2).join("/")) ?? [];
  }

  #fill(tab) {
    const { game } = this.data;
    if (tab === "board") this.board.show(game);
    else if (tab === "setups") this.setups.show(game);
    else if (tab === "counters") this.#counters(game);
    else if (tab === "cards") this.#cards(game);
    else if (tab === "charts") this.#charts(game);
    else if (tab === "layouts") this.layouts.show(game);
  }

  #counters(game) {
    const groups = Map.groupBy ? Map.groupBy(game.pieces, piece => piece.side) : game.pieces.reduce((map, piece) => map.set(piece.side, [...map.get(piece.side) ?? [], piece]), new Map());
    this.panels.counters.replaceChildren(...[...groups].flatMap(([side, pieces]) => [
      el("h2", {}, side ? button(side, () => this.inspector.part(`side/${pieces[0].side_id}`), { class: "quiet side-name", data: { key: `side/${pieces[0].side_id}` } }) : t("no_side")),
      el("div", { class: "counters" }, pieces.map(piece => this.figure(`piece/${piece.id}`, [
        ...piece.faces.map(face => `piece/${piece.id}/${face.id}`), ...piece.back ? [`back/${piece.id}`] : [],
      ], piece.name, `× ${piece.count}${piece.spare ? ` + ${piece.spare}` : ""}`, "counter")))]));
  }

  #cards(game) {
    const copies = card => card.copies > 1 ? `${card.id} · × ${card.copies}` : card.id;
    this.panels.cards.replaceChildren(el("div", { class: "sheet-bar" }, this.search), ...game.decks.flatMap(deck => {
      const cards = game.cards.filter(card => card.deck === deck.id);
      return cards.length ? [el("h2", {}, deck.name, " ", el("small", {}, plural("counted_cards", cards.length))),
        el("div", { class: "cards" }, this.figure(`deck/${deck.id}`, [`deck/${deck.id}`], t("card_back"), "", "card-figure"),
          cards.map(card => this.figure(`card/${card.id}`, [`card/${card.id}`], card.title, copies(card), "card-figure")))] : [];
    }));
    this.#filter();
  }

  #charts(game) {
    this.panels.charts.replaceChildren(el("div", { class: "charts" }, game.charts.map(chart => this.figure(`chart/${chart.id}`, [`chart/${chart.id}`], chart.name, "", "chart-figure"))));
  }

  #filter() {
    const text = this.search.value.trim().toLowerCase();
    for (const figure of this.panels.cards.querySelectorAll("figure")) figure.hidden = Boolean(text) && !figure.textContent.toLowerCase().includes(text);
  }

  /** A part with its drawings, name and mistakes. An unchanged figure stays in the page as it is. */
  figure(key, drawings, name, note, kind) {
    const stamp = [name, note, this.language, ...drawings.map(each => this.data.drawings[each]?.[0])].join("|");
    let entry = this.figures.get(key);
    if (!entry) {
      const pictures = el("span", { class: "pictures" }), caption = el("span", { class: "figure-name" });
      const face = button([pictures, caption], () => this.inspector.part(key), { class: "figure-button", data: { key } });
      const problems = el("ul", { class: "figure-problems" });
      entry = { node: el("figure", { class: kind, data: { key } }, face, problems), pictures, caption, problems };
      this.figures.set(key, entry);
    }
    if (entry.stamp !== stamp) {
      entry.stamp = stamp;
      entry.caption.replaceChildren(el("b", {}, name), note ? el("small", {}, ` ${note}`) : "");
      this.drawings.lazily(entry.node, async () => {
        const shown = await Promise.all(drawings.map(each => this.drawings.svg(each)));
        if (entry.stamp !== stamp) return;
        const scale = kind === "counter" ? 5.2 : 0;
        entry.pictures.replaceChildren(...shown.filter(Boolean).map((svg, at) => {
          if (scale) svg.style.width = `${this.data.drawings[drawings[at]][1] * scale / 16}rem`;
          return svg;
        }));
        entry.node.dataset.stamp = drawings.map(each => this.data.drawings[each]?.[0]).join(" ");
      });
      if (!this.data.drawings[drawings[0]]?.[1]) entry.pictures.replaceChildren(el("span", { class: "undrawn" }, t("not_drawn")));
    }
    const problems = this.problemsOf(key);
    entry.node.classList.toggle("spoiled", problems.some(each => !each.warning));
    entry.problems.replaceChildren(...problems.map(each => el("li", { class: each.warning ? "warning" : "" }, `${each.file}:${each.line}:${each.column} `, mistake(each))));
    return entry.node;
  }

  #problems() {
    if (!this.problems.length) { this.panels.problems.replaceChildren(el("p", { class: "plain" }, t("no_mistakes"))); return; }
    this.panels.problems.replaceChildren(el("ul", { class: "problem-list" }, this.problems.map(each => el("li", { class: each.warning ? "warning" : "" },
      this.data.files.some(file => file.name === each.file)
        ? button(el("code", {}, `${each.file}:${each.line}:${each.column}`), () => this.edit(each.file, each), { class: "small", title: t("edit_there") })
        : el("code", {}, `${each.file}:${each.line}:${each.column}`), el("span", { class: "badge" }, t(each.warning ? "warning" : "error")),
      el("p", {}, mistake(each)),
      each.parts.slice(0, 12).map(part => button(part, () => this.reveal(part), { class: "small" }))))));
  }

  /** Write a move of a part of a drawing; whether it was written. */
  async move(handle, by, grow) {
    const moved = await trying(async () => {
      if (handle.field === "corner") await api("POST", `api/design/corner?${this.query()}`, { board: this.board.id, at: [handle.x, handle.y], to: [handle.x + by[0], handle.y + by[1]].map(value => Math.round(value * 100) / 100) });
      else await api("POST", `api/design/move?${this.query()}`, { key: handle.key, field: handle.field, by, grow });
      return true;
    });
    return Boolean(moved);
  }

  /** Open a file at a line and column. */
  edit(file, problem) {
    this.tabs.choose("files");
    this.files.open(file, { problem });
  }

  /** Show a part where it is drawn. */
  reveal(key) {
    const [kind, id] = key.split("/");
    const tab = { card: "cards", deck: "cards", piece: "counters", back: "counters", chart: "charts", setup: "setups" }[kind] ?? "board";
    this.tabs.choose(tab);
    if (tab === "board") this.board.reveal(key);
    else if (tab === "setups") this.setups.choose(id);
    else this.figures.get(`${kind === "back" ? "piece" : kind}/${id}`)?.node.scrollIntoView({ block: "center" });
    this.inspector.part(key);
  }
}
