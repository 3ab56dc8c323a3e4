// One game: its board at each step, the story, the findings, and the controls to step through.
import { button, el, framed, plural, prose, say, sign, t, tabs } from "./dom.js";

const WINDOW = 240, MORE = 80;
const VERDICTS = ["illegal", "suspect", "cannot-tell", "note"];

export class GameView {
  /** `address` gives the address of a picture, `moved` is told the step, `link` gives its link. */
  constructor(game, { address, moved, link, wanted = 0 }) {
    this.game = game;
    this.address = address;
    this.moved = moved;
    this.link = link;
    this.wanted = wanted;
    this.last = game.steps;
    this.steps = [];
    this.turns = [];
    this.findings = [];
    this.looks = [];
    this.states = new Map();
    this.nodes = new Map();
    this.maps = [];
    this.map = 0;
    this.now = 0;
    this.following = wanted === 0;
    this.zoom = 0;
    this.from = this.to = 0;
    this.filter = { verdicts: new Set(), actor: "", text: "" };
    this.refreshFindings = framed(() => this.#fillFindings());
    this.refreshStory = framed(() => this.#fillStory());
    this.#build();
  }

  heading() {
    return this.game.logs.join(", ");
  }

  /** How much of the game is judged, from 0 to 1. */
  share() {
    const turn = this.turns.at(-1);
    return turn && this.last ? turn.steps[1] / this.last : undefined;
  }

  // ---- events ---------------------------------------------------------------------------------

  handle(event) {
    if (event.event === "board") this.#board(event);
    else if (event.event === "looks") this.looks.splice(event.first, event.looks.length, ...event.looks);
    else if (event.event === "steps") this.#steps(event);
    else if (event.event === "turns") this.#add(event.turns, event.findings);
    else if (event.event === "report") this.#report(event.data);
    else if (event.event === "dice") this.#dice(event.counts);
    else if (event.event === "note") this.#note(event.key ? t(event.key) : event.text);
  }

  /** Called when everything is judged; the files of the report may still be written. */
  judged() {
    this.complete = true;
    this.refreshFindings();
  }

  finish() {
    this.following = false;
    this.complete = true;
    this.root.classList.add("finished");
    if (this.wanted) { const step = this.wanted; this.wanted = 0; this.go(step); }
    this.refreshStory();
    this.refreshFindings();
  }

  #board(event) {
    this.last = event.last;
    this.maps = event.maps;
    this.scale1 = event.scale ?? 1;
    this.states = new Map(event.start);
    this.slider.max = this.last;
    this.root.classList.toggle("boardless", !this.maps.length);
    this.mapButtons.replaceChildren(...this.maps.length > 1 ? this.maps.map((map, at) =>
      button(map.name, () => this.#show(at), { class: "small", aria: { pressed: at === 0 } })) : []);
    if (this.maps.length) this.#show(0);
    this.#marks();
    this.refreshStory();
  }

  #steps(event) {
    for (const step of event.steps) this.steps.push(typeof step === "string" ? [[], "", step, [], 0] : step);
    if (this.wanted && this.steps.length >= this.wanted) { const step = this.wanted; this.wanted = 0; this.go(step); }
    else if (this.following) this.#move(this.steps.length);
    this.refreshStory();
    this.#where();
  }

  #add(turns, findings) {
    this.turns.push(...turns);
    this.findings.push(...findings);
    this.#counts();
    this.#marks();
    this.refreshFindings();
    this.refreshStory();
  }

  #report(data) {
    this.turns = data.turns;
    this.findings = data.findings;
    this.game.remarks = data.remarks;
    this.#remarks();
    this.#counts();
    this.#marks();
    if (data.dice) this.#diceTable(data.dice);
    this.refreshFindings();
    this.refreshStory();
  }

  #note(text) {
    if (text) this.remarks.append(el("p", { class: "remark" }, text));
  }

  // ---- building -------------------------------------------------------------------------------

  #build() {
    this.mapButtons = el("div", { class: "group", role: "group", aria: { label: t("maps") } });
    this.board = el("div", { class: "board" });
    this.stage = el("div", { class: "stage", tabIndex: 0, role: "region", aria: { label: t("board") } },
      this.board, el("p", { class: "stage-empty" }, t("board_coming")));
    this.slider = el("input", { type: "range", min: 0, max: this.last, value: 0, aria: { label: t("step") } });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.places = el("div", { class: "marks", aria: { hidden: "true" } });
    this.whereText = el("output", { class: "where" }, "0 / 0");
    this.playButton = button(sign("play"), () => this.#play(), { class: "icon play", aria: { label: t("play") } });
    const controls = el("div", { class: "controls" },
      button(sign("start"), () => this.go(0), { class: "icon", aria: { label: t("to_start") } }),
      button(sign("back"), () => this.go(this.now - 1), { class: "icon", aria: { label: t("step_back") } }),
      this.playButton,
      button(sign("on"), () => this.go(this.now + 1), { class: "icon", aria: { label: t("step_on") } }),
      button(sign("end"), () => this.go(this.last), { class: "icon", aria: { label: t("to_end") } }),
      el("div", { class: "slide" }, this.slider, this.places), this.whereText,
      button(t("copy_link"), () => this.#copy(this.now), { class: "small" }));
    const zoom = el("div", { class: "group zoom", role: "group", aria: { label: t("zoom") } },
      button(sign("minus"), () => this.#zoomBy(1 / 1.4), { class: "icon", aria: { label: t("zoom_out") } }),
      button(t("fit"), () => { this.zoom = 0; this.scale(); }, { class: "small" }),
      button(sign("plus"), () => this.#zoomBy(1.4), { class: "icon", aria: { label: t("zoom_in") } }));
    this.spoken = el("p", { class: "caption", aria: { live: "polite" } });

    this.counts = el("div", { class: "counts", role: "group", aria: { label: t("filter_verdict") } });
    this.actor = el("select", { aria: { label: t("side") } }, el("option", { value: "" }, t("all_sides")));
    this.actor.addEventListener("change", () => { this.filter.actor = this.actor.value; this.#filtered(); });
    this.search = el("input", { type: "search", placeholder: t("search"), aria: { label: t("search") } });
    this.search.addEventListener("input", () => { this.filter.text = this.search.value.trim().toLowerCase(); this.#filtered(); });
    const filters = el("div", { class: "filters" }, this.counts, el("div", { class: "filter-row" }, this.search, this.actor));

    this.findingList = el("div", { class: "findings", tabIndex: 0, role: "region", aria: { label: t("findings") } });
    this.story = el("ol", { class: "story", aria: { label: t("story") } });
    this.story.addEventListener("scroll", () => this.#scrolled());
    this.story.addEventListener("click", event => {
      const row = event.target.closest("button[data-step]");
      if (row) this.go(Number(row.dataset.step));
    });
    this.diceBox = el("div", { class: "dice", tabIndex: 0 });
    this.storyPanel = el("div", { class: "panel" }, this.story);
    this.findingPanel = el("div", { class: "panel" }, this.findingList);
    this.dicePanel = el("div", { class: "panel" }, this.diceBox);
    this.tabs = tabs([
      { key: "findings", label: t("findings"), panel: this.findingPanel },
      { key: "story", label: t("story"), panel: this.storyPanel },
      { key: "dice", label: t("dice"), panel: this.dicePanel },
    ], t("report"), key => { this.tab = key; if (key === "story") this.#fillStory(); });
    this.tabs.buttons[2].hidden = true;
    this.tabs.choose("story");
    this.tabs.buttons[0].hidden = true;
    this.remarks = el("div", { class: "remarks" });
    const title = [this.game.title, this.game.logs.join(", ")].filter(Boolean);
    this.root = el("article", { class: "game boardless" },
      el("header", { class: "game-head" }, el("h2", {}, title[0]), title[1] ? el("p", { class: "logs" }, title[1]) : null, this.remarks),
      el("div", { class: "game-body" },
        el("div", { class: "board-side" }, el("div", { class: "board-bar" }, this.mapButtons, zoom), this.stage, this.spoken, controls),
        el("aside", { class: "report-side", aria: { label: t("report") } }, filters, this.tabs.list, this.findingPanel, this.storyPanel, this.dicePanel)));
    this.#remarks();
    this.root.addEventListener("keydown", event => this.#key(event));
    new ResizeObserver(() => this.scale()).observe(this.stage);
  }

  #remarks() {
    this.remarks.replaceChildren(...(this.game.remarks ?? []).map(text => el("p", { class: "remark" }, text)));
  }

  // ---- the board ------------------------------------------------------------------------------

  #show(which) {
    this.map = which;
    const map = this.maps[which];
    this.nodes.clear();
    this.board.replaceChildren(el("img", { src: this.address(map.image), alt: map.name, class: "sheet" }));
    this.board.style.width = `${map.width}px`;
    this.board.style.height = `${map.height}px`;
    for (const [piece, state] of this.states) this.#draw(piece, state);
    [...this.mapButtons.children].forEach((each, at) => each.setAttribute("aria-pressed", at === which));
    this.scale();
  }

  /** Fit the board into its place, or show it at the chosen size. */
  scale() {
    const map = this.maps[this.map];
    if (!map || !this.stage.clientWidth) return;
    this.stage.style.setProperty("--ratio", `${map.width} / ${map.height}`);
    const fit = Math.min(this.stage.clientWidth / map.width, this.stage.clientHeight / map.height);
    const size = this.zoom || fit;
    this.stage.classList.toggle("zoomed", size > fit * 1.001);
    const left = Math.max(0, (this.stage.clientWidth - map.width * size) / 2);
    const top = Math.max(0, (this.stage.clientHeight - map.height * size) / 2);
    this.board.style.transform = `translate(${left}px, ${top}px) scale(${size})`;
    this.shownSize = size;
  }

  #zoomBy(factor) {
    this.zoom = Math.min(4, Math.max(0.05, (this.zoom || this.shownSize || 1) * factor));
    this.scale();
  }

  #draw(number, state) {
    let node = this.nodes.get(number);
    if (!state || state[1] !== this.map) {
      if (node) { node.remove(); this.nodes.delete(number); }
      return;
    }
    if (!node) {
      node = el("div", { class: "piece" });
      node.look = -1;
      this.nodes.set(number, node);
      this.board.append(node);
    }
    if (node.look !== state[0]) {
      node.look = state[0];
      node.replaceChildren(...(this.looks[state[0]] ?? []).filter(Boolean).map(layer => {
        const [name, x, y, turn, size = 1] = [].concat(layer);
        const image = el("img", { alt: "" });
        if (x !== undefined) {
          image.style.transform = `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${turn}deg)`;
        }
        image.onload = () => { image.style.width = `${image.naturalWidth * this.scale1 * size}px`; };
        image.src = this.address(name);
        return image;
      }));
    }
    node.style.left = `${state[2]}px`;
    node.style.top = `${state[3]}px`;
    node.style.zIndex = state[4];
  }

  // ---- stepping -------------------------------------------------------------------------------

  /** Show the board after a step; 0 is the set-up. */
  go(step) {
    this.following = false;
    this.#move(step);
  }

  #move(step) {
    const target = Math.max(0, Math.min(this.steps.length, Math.trunc(step) || 0));
    const touched = new Set();
    while (this.now < target) {
      for (const [piece, , after] of this.steps[this.now][0]) { this.states.set(piece, after); touched.add(piece); }
      this.now++;
    }
    while (this.now > target) {
      const changes = this.steps[--this.now][0];
      for (let at = changes.length; at--;) { this.states.set(changes[at][0], changes[at][1]); touched.add(changes[at][0]); }
    }
    for (const piece of touched) this.#draw(piece, this.states.get(piece));
    for (const node of this.board.querySelectorAll(".moved")) node.classList.remove("moved");
    if (this.now) for (const [piece] of this.steps[this.now - 1][0]) this.nodes.get(piece)?.classList.add("moved");
    this.#where();
    this.#current();
    if (!this.following) this.moved(this.now);
  }

  #where() {
    this.slider.value = this.now;
    this.whereText.textContent = `${this.now} / ${this.last}`;
    const step = this.now ? this.steps[this.now - 1] : null;
    const text = step ? [step[1], step[2]].filter(Boolean).join(": ") : t("setup");
    this.spoken.textContent = this.following ? "" : text;
    this.slider.setAttribute("aria-valuetext", `${this.now} / ${this.last}`);
  }

  #play() {
    clearInterval(this.timer);
    const going = this.timer;
    this.timer = 0;
    if (!going) {
      if (this.now >= this.steps.length) this.go(0);
      this.timer = setInterval(() => { if (this.now >= this.steps.length) this.#play(); else this.go(this.now + 1); }, 700);
    }
    this.playButton.replaceChildren(sign(this.timer ? "pause" : "play"));
    this.playButton.classList.toggle("playing", Boolean(this.timer));
    this.playButton.setAttribute("aria-label", t(this.timer ? "pause" : "play"));
  }

  #key(event) {
    const at = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || at.matches("input, select, textarea, [role=tab]")) return;
    if (at === this.stage && this.stage.classList.contains("zoomed")) return;
    const inStory = this.story.contains(at);
    const moves = { ArrowRight: 1, ArrowLeft: -1, ...inStory ? { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 } : {} };
    if (event.key in moves) this.go(this.now + moves[event.key]);
    else if (event.key === "Home" && (inStory || at === this.stage)) this.go(0);
    else if (event.key === "End" && (inStory || at === this.stage)) this.go(this.last);
    else return;
    event.preventDefault();
    if (inStory) this.story.querySelector("[aria-current]")?.focus({ preventScroll: true });
  }

  async #copy(step) {
    try {
      await navigator.clipboard.writeText(this.link(step));
      say(t("link_copied"));
    } catch {
      say(this.link(step));
    }
  }

  #marks() {
    const last = Math.max(1, this.last);
    this.places.replaceChildren(...this.findings.filter(one => one.steps[1] && one.verdict !== "note").map(one => {
      const mark = el("i", { class: one.verdict });
      mark.style.left = `${100 * (one.steps[0] - 1) / last}%`;
      mark.style.width = `${Math.max(0.4, 100 * (one.steps[1] - one.steps[0] + 1) / last)}%`;
      return mark;
    }));
  }

  // ---- filters --------------------------------------------------------------------------------

  #counts() {
    if (this.turns.length || this.findings.length) this.#showFindings();
    const number = Object.fromEntries(VERDICTS.map(verdict => [verdict, 0]));
    for (const finding of this.findings) number[finding.verdict]++;
    const explained = this.turns.filter(turn => turn.verdict === "ok").length;
    const chips = VERDICTS.map(verdict => button([el("b", {}, String(number[verdict])), " ", t(`verdict_${verdict}`)], () => {
      const { verdicts } = this.filter;
      if (!verdicts.delete(verdict)) verdicts.add(verdict);
      this.#counts();
      this.counts.querySelector(`.chip.${verdict}`).focus();
      this.#filtered();
    }, { class: `chip ${verdict}`, aria: { pressed: this.filter.verdicts.has(verdict) } }));
    this.counts.replaceChildren(...chips, el("span", { class: "explained" }, plural("turns_explained", explained)));
    const sides = [...new Set([...this.turns, ...this.findings].map(one => one.actor).filter(Boolean))].sort();
    if (sides.length + 1 !== this.actor.options.length) {
      this.actor.replaceChildren(el("option", { value: "" }, t("all_sides")), ...sides.map(side => el("option", { value: side }, side)));
      this.actor.value = this.filter.actor;
    }
  }

  #showFindings() {
    if (!this.tabs.buttons[0].hidden) return;
    this.tabs.buttons[0].hidden = false;
    this.root.classList.add("judged");
    this.tabs.choose("findings");
  }

  #filtered() {
    this.refreshFindings();
    this.#match();
    this.from = 0;
    this.refreshStory();
  }

  #matches(finding) {
    const { verdicts, actor, text } = this.filter;
    return (!verdicts.size || verdicts.has(finding.verdict)) && (!actor || finding.actor === actor)
      && (!text || [finding.code, finding.message, finding.actor, finding.story, finding.clause, finding.rule, ...(finding.also || [])].join(" ").toLowerCase().includes(text));
  }

  /** The numbers of the steps that the filters leave; null for all. */
  #match() {
    const { verdicts, actor, text } = this.filter;
    if (!verdicts.size && !actor && !text) { this.lines = null; return; }
    const within = verdicts.size ? this.findings.filter(one => verdicts.has(one.verdict)).map(one => one.steps) : null;
    const turns = actor ? this.turns.filter(turn => turn.actor === actor).map(turn => turn.steps) : null;
    const inside = (spans, step) => spans.some(([first, last]) => first <= step && step <= last);
    this.lines = [];
    this.steps.forEach((step, at) => {
      const number = at + 1;
      if (within && !inside(within, number)) return;
      if (actor && step[1] !== actor && !inside(turns, number)) return;
      if (text && ![step[1], step[2], ...step[3]].join(" ").toLowerCase().includes(text)) return;
      this.lines.push(number);
    });
  }

  // ---- findings -------------------------------------------------------------------------------

  #fillFindings() {
    const shown = this.findings.filter(finding => this.#matches(finding));
    this.tabs.buttons[0].replaceChildren(`${t("findings")} `, el("span", { class: "number" }, String(this.findings.length)));
    if (!shown.length) {
      const text = this.findings.length ? t("nothing_matches") : this.complete ? t("no_findings") : t("no_findings_yet");
      this.findingList.replaceChildren(el("p", { class: "plain" }, text));
      return;
    }
    const focused = this.findingList.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    this.findingList.replaceChildren(...shown.slice(0, 500).map((finding, at) => this.#finding(finding, at)));
    if (shown.length > 500) this.findingList.append(el("p", { class: "plain" }, t("more_findings", { n: shown.length - 500 })));
    if (focused) this.findingList.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
  }

  #finding(finding, at) {
    const details = [
      ["expected", finding.expected], ["observed", finding.observed],
      ["closest", finding.story && finding.others ? `${finding.story} (${plural("others_as_close", finding.others)})` : finding.story],
      ["question", finding.question?.replace(/^Ask: /, "")], ["rule", finding.rule], ["fact", finding.fact], ["ruling", finding.ruling], ["basis", finding.basis],
    ].filter(([, text]) => text);
    const [first, end] = finding.steps;
    return el("article", { class: `finding ${finding.verdict}` },
      el("h3", {}, el("span", { class: "badge" }, t(`verdict_${finding.verdict}`)), " ", el("span", { class: "code" }, finding.code)),
      el("p", { class: "message" }, prose(finding.message)),
      (finding.also || []).map(text => el("p", { class: "also" }, prose(text))),
      details.length ? el("dl", {}, details.map(([key, text]) => [el("dt", {}, t(`finding_${key}`)), el("dd", {}, prose(text))])) : null,
      end ? el("p", { class: "finding-steps" },
        button(t("before_step", { n: first - 1 }), () => this.go(first - 1), { class: "small", data: { key: `b${at}` } }),
        button(t("after_step", { n: end }), () => this.go(end), { class: "small", data: { key: `a${at}` } }),
        button(t("copy_link"), () => this.#copy(end), { class: "small quiet", data: { key: `l${at}` } })) : null);
  }

  // ---- the story: only the lines near the current one are in the document -----------------------

  #count() {
    return this.lines ? this.lines.length : this.steps.length;
  }

  #stepOf(line) {
    return this.lines ? this.lines[line] : line + 1;
  }

  #lineOf(step) {
    return this.lines ? this.lines.indexOf(step) : step - 1;
  }

  #fillStory() {
    if (this.storyPanel.hidden) return;
    if (this.lines) this.#match();
    const near = Math.max(0, this.#lineOf(this.now));
    const end = this.#count();
    if (!(near >= this.from && near < this.from + WINDOW)) this.from = Math.max(0, near - WINDOW / 2);
    this.from = Math.max(0, Math.min(this.from, end - WINDOW));
    this.to = Math.min(end, this.from + WINDOW);
    const turns = new Map(this.turns.map(turn => [turn.steps[0], turn]));
    this.turnAt = turns;
    this.verdictAt = new Map();
    for (const finding of [...this.findings].reverse()) {
      if (finding.verdict !== "note") for (let at = finding.steps[0]; at <= finding.steps[1]; at++) this.verdictAt.set(at, finding.verdict);
    }
    this.story.replaceChildren(...this.#rows(this.from, this.to));
    if (!end) this.story.append(el("li", { class: "plain" }, this.steps.length ? t("nothing_matches") : t("story_coming")));
    this.#current();
  }

  #rows(start, end) {
    const rows = [];
    for (let line = start; line < end; line++) rows.push(this.#row(this.#stepOf(line)));
    return rows;
  }

  #row(number) {
    const [, side, text, said, flags] = this.steps[number - 1];
    const turn = this.turnAt.get(number), verdict = this.verdictAt.get(number);
    const head = turn ? el("div", { class: `turn ${turn.verdict}` }, el("strong", {}, turn.title + (turn.actor && !turn.title.includes(turn.actor) ? `, ${turn.actor}` : "")),
      turn.verdict === "ok" ? null : el("span", { class: "badge" }, t(`verdict_${turn.verdict}`)), turn.story ? el("span", { class: "turn-story" }, turn.story) : null) : null;
    return el("li", { class: verdict ?? "" }, head,
      button([el("span", { class: "step-number" }, String(number)), el("span", { class: flags === 1 ? "undone" : "" },
        side ? el("b", {}, `${side} `) : null, text || "…", said.map(words => el("small", {}, words)))],
      undefined, { class: "row", tabIndex: -1, data: { step: number }, title: flags === 1 ? t("undone") : "" }));
  }

  #current() {
    if (this.storyPanel.hidden) return;
    const line = this.#lineOf(this.now);
    if (this.now && line >= 0 && (line < this.from || line >= this.to) && this.to) { this.from = Math.max(0, line - WINDOW / 2); this.#fillStory(); return; }
    const old = this.story.querySelector("[aria-current]");
    if (old) { old.removeAttribute("aria-current"); old.tabIndex = -1; }
    const row = this.story.querySelector(`button[data-step="${this.now}"]`);
    const first = this.story.querySelector("button[data-step]");
    if (!row) { if (first) first.tabIndex = 0; return; }
    row.setAttribute("aria-current", "step");
    row.tabIndex = 0;
    const box = row.getBoundingClientRect(), list = this.story.getBoundingClientRect();
    if (box.top < list.top || box.bottom > list.bottom) this.story.scrollTop += box.top - list.top - list.height / 3;
  }

  #scrolled() {
    const { story } = this;
    if (this.to < this.#count() && story.scrollTop + story.clientHeight > story.scrollHeight - 300) {
      const end = Math.min(this.#count(), this.to + MORE);
      story.append(...this.#rows(this.to, end));
      this.to = end;
      while (this.to - this.from > 3 * WINDOW) { story.scrollTop -= story.firstChild.offsetHeight; story.firstChild.remove(); this.from++; }
    } else if (this.from > 0 && story.scrollTop < 300) {
      const begin = Math.max(0, this.from - MORE), height = story.scrollHeight;
      story.prepend(...this.#rows(begin, this.from));
      this.from = begin;
      story.scrollTop += story.scrollHeight - height;
      while (this.to - this.from > 3 * WINDOW) { story.lastChild.remove(); this.to--; }
    }
  }

  // ---- dice -----------------------------------------------------------------------------------

  #dice(counts) {
    if (!counts.length || this.diced) return;
    const rows = new Map();
    for (const [who, what, face, number] of counts) {
      const key = `${who}\0${what}`;
      if (!rows.has(key)) rows.set(key, { who, what, faces: [] });
      rows.get(key).faces.push([face, number]);
    }
    this.#showDice([...rows.values()].map(({ who, what, faces }) => this.#diceRow(who, what, faces, "")));
  }

  #diceTable(rows) {
    if (!rows.length) return;
    this.diced = true;
    this.#showDice(rows.map(row => {
      const test = row.chance === null ? t("too_few_dice") : `χ² ${row.chi_square.toFixed(2)}, p = ${row.chance.toFixed(3)}. ${row.told}`;
      return this.#diceRow(row.who, row.die, row.counts.map((number, at) => [at + 1, number]), test);
    }));
  }

  #showDice(rows) {
    this.tabs.buttons[2].hidden = false;
    this.diceBox.replaceChildren(...rows);
  }

  #diceRow(who, what, faces, told) {
    const most = Math.max(...faces.map(([, number]) => number), 1);
    return el("section", { class: "dice-row" }, el("h3", {}, `${who} · ${what}`),
      el("table", {}, el("tbody", {}, faces.map(([face, number]) => {
        const bar = el("meter", { min: 0, max: most, value: number, aria: { hidden: "true" } });
        return el("tr", {}, el("th", { scope: "row" }, String(face)), el("td", {}, bar), el("td", { class: "numeric" }, String(number)));
      }))), told ? el("p", { class: "plain" }, told) : null);
  }
}
