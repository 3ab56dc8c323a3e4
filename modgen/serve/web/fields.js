// The fields of a part as a table. Those of a drawing can be changed here.
import { api, button, el, plain, prose, t, trying } from "./dom.js";

/** The fields of a part, as the server tells them. */
export function fields(bench, data) {
  const able = bench.data.writable ? data.changeable ?? {} : {}, body = el("tbody", {});

  function row({ name, value, line, column }) {
    const cell = el("td", {}), shown = () => {
      cell.colSpan = 1;
      cell.replaceChildren(...Object.hasOwn(able, name) && !value.endsWith("…")
      ? [button(value || "–", () => ask(cell, name, value, shown), { class: "small quiet", id: `field ${data.key} ${name}`, title: plain(able[name].meaning), aria: { label: t("change_field", { name, value }) } })] : [value]);
    };
    shown();
    return el("tr", {}, el("th", { scope: "row", title: plain(able[name]?.meaning ?? "") }, name), cell, el("td", { class: "numeric" }, line ? el("span", { title: `${data.file}:${line}:${column}` }, `${line}:${column}`) : ""));
  }

  function ask(cell, name, value, back) {
    const known = able[name].values, list = `known-${name}`;
    const input = el("input", { type: "text", value, maxLength: 2000, autocomplete: "off", spellcheck: false, aria: { label: name } });
    if (known.length) input.setAttribute("list", list);
    const form = el("form", { class: "links" }, el("b", {}, name), input, known.length ? el("datalist", { id: list }, known.map(one => el("option", { value: one }))) : "",
      el("button", { type: "submit", class: "small primary" }, t("save")), el("small", {}, prose(able[name].meaning)));
    const close = () => { back(); cell.querySelector("button")?.focus(); };
    form.addEventListener("submit", async event => {
      event.preventDefault();
      const text = input.value.trim();
      if (text === value) { close(); return; }
      const sent = await trying(async () => { await api("POST", `api/design/field?${bench.query()}`, { key: data.key, field: name, text }); return true; });
      if (!sent) return;
      close();
      await bench.update();
    });
    input.addEventListener("keydown", event => { if (event.key === "Escape") { event.stopPropagation(); close(); } });
    cell.colSpan = 3;
    cell.replaceChildren(form);
    input.focus();
    input.select();
  }

  body.append(...data.fields.map(row));
  const stated = new Set(data.fields.map(field => field.name)), others = Object.keys(able).filter(name => !stated.has(name));
  const more = el("select", { aria: { label: t("add_field") } }, el("option", { value: "" }, t("add_field")), others.map(name => el("option", { value: name, title: plain(able[name].meaning) }, name)));
  more.addEventListener("change", () => {
    const name = more.value;
    if (!name) return;
    more.value = "";
    const made = row({ name, value: "" });
    body.append(made);
    ask(made.cells[1], name, "", () => made.remove());
  });
  return [el("table", { class: "fields" }, body), others.length ? el("p", {}, more) : ""];
}
