// The games of a job, each with its view; with several, a tab for each.
import { el, t, tabs } from "./dom.js";
import { fileOf } from "./jobs.js";
import { GameView } from "./viewer.js";

export class Games {
  /** `page` is the part of the page to which links to a step lead. */
  constructor(page) {
    this.page = page;
    this.root = el("div", { class: "games" });
    this.views = new Map();
    this.wanted = { game: 0, step: 0 };
  }

  reset(job, game, step) {
    this.job = job;
    this.views.clear();
    this.wanted = { game, step };
    this.shown = undefined;
    this.root.replaceChildren();
  }

  handle(event) {
    if (event.event === "summary") { this.order = event.order; for (const view of this.views.values()) view.judged(); return; }
    let view = this.views.get(event.game);
    if (event.event === "game") {
      const number = event.game;
      view = new GameView(event, {
        address: name => fileOf(this.job, name),
        moved: step => { if (this.shown === number) history.replaceState(null, "", this.#link(number, step)); },
        link: step => new URL(this.#link(number, step), location.href).href,
        wanted: number === this.wanted.game ? this.wanted.step : 0,
      });
      this.views.set(number, view);
      this.#lay();
      return;
    }
    view?.handle(event);
  }

  share(game) {
    return this.views.get(game)?.share();
  }

  finish() {
    for (const view of this.views.values()) view.finish();
    if (this.order && this.views.size > 1) this.#lay();
  }

  choose(game, step) {
    this.tabs?.choose(String(game));
    this.views.get(game)?.go(step);
  }

  #link(game, step) {
    return `#${this.page}/${this.job}/${game}/${step}`;
  }

  #lay() {
    const order = this.order?.length === this.views.size ? this.order : [...this.views.keys()];
    if (this.views.size === 1) {
      this.shown = order[0];
      this.root.replaceChildren(this.views.get(order[0]).root);
      return;
    }
    const entries = order.map(number => ({ key: String(number), label: this.views.get(number).heading(), panel: this.views.get(number).root }));
    this.tabs = tabs(entries, t("games"), key => { this.shown = Number(key); this.views.get(this.shown)?.scale(); });
    this.root.replaceChildren(this.tabs.list, ...entries.map(entry => entry.panel));
    this.tabs.choose(String(this.shown ?? (this.views.has(this.wanted.game) ? this.wanted.game : order[0])));
  }
}
