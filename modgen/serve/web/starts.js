// How many pieces begin in a place, in each set-up.
import { api, button, el, t, trying } from "./dom.js";

let chosen = "";

/** The pieces that begin in a place, with a field for each number; empty if none can. */
export function starts(bench, key) {
  const { game, writable } = bench.data, [kind, id] = key.split("/");
  if (!writable || !["space", "box"].includes(kind) || !game.pieces.length || !game.setups.length) return "";
  const setup = game.setups.find(each => each.id === chosen) ?? game.setups[0];
  const names = new Map(game.pieces.flatMap(piece => [[piece.id, piece.name], ...piece.faces.slice(1).map(face => [`${piece.id}/${face.id}`, `${piece.name} (${face.name})`])]));
  const name = piece => names.get(piece) ?? piece;
  const held = Object.entries(setup.place[id] ?? {});
  const send = async (piece, count) => {
    const done = await trying(async () => { await api("POST", `api/design/place?${bench.query()}`, { setup: setup.id, place: id, piece, count }); return true; });
    if (done) await bench.update(); else bench.inspector.part(key);
  };
  const choice = el("select", { aria: { label: t("tab_setups") } }, game.setups.map(each => el("option", { value: each.id }, each.name)));
  choice.value = setup.id;
  choice.addEventListener("change", () => { chosen = choice.value; bench.inspector.part(key); });
  const row = ([piece, count], at) => {
    const input = el("input", { type: "number", id: `start-${at}`, min: 0, max: 10000, value: count });
    input.addEventListener("change", () => { if (input.checkValidity() && input.value !== "") send(piece, input.valueAsNumber); });
    return el("p", { class: "start" }, input, el("label", { htmlFor: `start-${at}` }, name(piece)));
  };
  const more = el("select", { id: "start-more", aria: { label: t("starts_more") } }, el("option", { value: "" }, t("starts_more")),
    [...names].filter(([piece]) => !held.some(([one]) => one === piece)).map(([piece, called]) => el("option", { value: piece }, called)));
  const put = button(t("add"), () => { if (more.value) send(more.value, 1); }, { class: "small" });
  return el("section", { class: "starts" }, el("h3", {}, t("starts")), game.setups.length > 1 ? el("p", {}, choice) : "", held.map(row), el("p", { class: "links" }, more, put));
}
