// Which game: one of your own, a new one, one that is uploaded, or one that comes with Modgen.
import { api, el, t, trying } from "./dom.js";
import { DropZone } from "./drop.js";

/** The page on which a game is chosen; `opened` is called with the name of a game. */
export function chooser(known, opened) {
  const door = (id, title, note) => el("li", {}, el("a", { href: `#design/${encodeURIComponent(id)}/board` }, el("h3", {}, title), el("p", {}, note)));
  const own = [...known.own === null || known.own === undefined ? [] : [door("-", t("own_game"), known.own)], ...known.below.map(game => door(game.id, game.title, game.id))];
  const title = el("input", { type: "text", id: "new-title", required: true, maxLength: 100, autocomplete: "off" });
  const kinds = known.templates.map((template, at) => el("p", { class: "kind" },
    el("input", { type: "radio", name: "template", id: `template-${template.id}`, value: template.id, checked: at === 0 }),
    el("label", { htmlFor: `template-${template.id}` }, el("b", {}, template.id), " ", el("span", {}, template.summary))));
  const form = el("form", { class: "card new-game" }, el("h2", {}, t("new_game")),
    el("p", { class: "field" }, el("label", { htmlFor: "new-title" }, t("new_title")), title),
    el("fieldset", {}, el("legend", {}, t("new_template")), kinds),
    el("p", { class: "remark" }, t("new_where", { folder: known.folder })),
    el("p", {}, el("button", { type: "submit", class: "primary" }, t("new_begin"))));
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const template = form.querySelector("input[name=template]:checked").value;
    const made = await trying(() => api("POST", "api/games", { title: title.value.trim(), template }));
    if (made) opened(made.game);
  });
  const zone = new DropZone({ title: t("zip_drop"), hint: t("zip_hint"), accept: ".zip", ready: async ids => {
    const made = await trying(() => api("POST", "api/games/unpack", { file: ids.at(-1) }));
    if (made) opened(made.game);
  } });
  const path = el("input", { type: "text", id: "open-path", autocomplete: "off", spellcheck: false, placeholder: "my-game" });
  const opening = el("form", { class: "card" }, el("h2", {}, t("open_folder")), el("p", { class: "remark" }, t("open_hint", { folder: known.folder })),
    el("p", { class: "field" }, el("label", { htmlFor: "open-path" }, t("folder")), path), el("p", {}, el("button", { type: "submit" }, t("open"))));
  opening.addEventListener("submit", event => {
    event.preventDefault();
    const name = path.value.trim().replace(/^\.\//, "").replaceAll("\\", "/").replace(/\/+$/, "");
    if (name) opened(`./${name}`);
  });
  const blocked = known.inside_game ? el("p", { class: "banner" }, t("inside_game")) : null;
  return { zone, root: el("div", { class: "flow chooser" },
    el("header", { class: "flow-head" }, el("h1", {}, t("design")), el("p", {}, t("design_choose"))), blocked,
    own.length ? el("section", {}, el("h2", {}, t("your_games")), el("ul", { class: "doors" }, own)) : null,
    blocked ? null : el("section", { class: "beginnings" }, form, el("div", { class: "others" }, zone.root, opening)),
    el("section", {}, el("h2", {}, t("bundled_games")), el("ul", { class: "doors" }, known.games.map(game => door(game.id, game.title, game.id))))) };
}

