// Small helpers that every part of the page uses. Text is always set as text, never as HTML.

const words = JSON.parse(document.getElementById("words").textContent);

/** The words for a key in the page's language, with {names} filled in. */
export function t(key, values = {}) {
  let text = words[key] ?? key;
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(`{${name}}`, value);
  return text;
}

/** The words for a number: the key with `_one` for 1. */
export function plural(key, number) {
  return t(number === 1 ? `${key}_one` : key, { n: number.toLocaleString(document.documentElement.lang) });
}

/** An element with properties and children. `data` and `aria` properties are objects. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "data") Object.assign(node.dataset, value);
    else if (name === "aria") for (const [key, text] of Object.entries(value)) node.setAttribute(`aria-${key}`, text);
    else if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== "list" && name !== "form") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== ""));
  return node;
}

const SIGNS = {
  plus: "M10 3v14M3 10h14", minus: "M3 10h14", close: "M5 5l10 10M15 5L5 15",
  play: "M6 3.5v13l11-6.500z", pause: "M6 4v12M14 4v12", back: "M13 4l-7 6 7 6", on: "M7 4l7 6-7 6",
  start: "M5 4v12M15 4l-7 6 7 6", end: "M15 4v12M5 4l7 6-7 6", undo: "M7 4L3 8l4 4M3 8h9a5 5 0 0 1 0 9H8", redo: "M13 4l4 4-4 4M17 8H8a5 5 0 0 0 0 9h4",
};
const FILLED = ["play"];

/** A sign of a button, drawn by ourselves, because no font has all of them. */
export function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `sign${FILLED.includes(name) ? " filled" : ""}`);
  svg.dataset.sign = name;
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return svg;
}

/** A message: what stands between backticks in it is code, all else is text. */
export function prose(message) {
  return String(message).split(/`([^`\n]+)`/).map((part, at) => at % 2 ? el("code", {}, part) : part).filter(Boolean);
}

/** A message where there can be no code, as in a title. */
export function plain(message) {
  return message.replaceAll("`", "");
}

/** What is wrong, and what to do about it. */
export function mistake({ message, hint }) {
  return [prose(message), hint ? el("em", {}, prose(hint)) : null];
}

/** A button that does something. */
export function button(label, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, label);
}

/** Ask the server. The address is relative, so it stays below the token. */
export async function api(method, path, data) {
  let response;
  try {
    response = await fetch(path, {
      method, headers: data === undefined ? {} : { "content-type": "application/json" },
      body: data === undefined ? undefined : JSON.stringify(data),
    });
  } catch {
    throw new Error(t("server_gone"));
  }
  const text = await response.text();
  const answer = text && response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : null;
  if (!response.ok) throw Object.assign(new Error(answer?.message ?? (text.trim() || response.statusText)), { status: response.status });
  return answer;
}

/** A size in bytes for people. */
export function size(bytes) {
  const [value, unit] = bytes < 1000 ? [bytes, "B"] : bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  return `${value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** An id made of a title, as the program makes one. */
export function idOf(title) {
  return title.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60).replace(/^-+|-+$/g, "");
}

let quiet = 0;
/** Say something short to everybody, also to screen readers. */
export function say(text, bad = false, action) {
  const toast = document.getElementById("toast");
  toast.replaceChildren(...prose(text), ...action ? [" ", button(action[0], () => { toast.className = ""; action[1](); }, { class: "small" })] : []);
  toast.className = bad ? "bad shown" : "shown";
  clearTimeout(quiet);
  quiet = setTimeout(() => { toast.className = ""; }, bad || action ? 9000 : 4000);
}

/** Run something and say what went wrong. */
export async function trying(work) {
  try {
    return await work();
  } catch (problem) {
    say(problem.message, true);
    return undefined;
  }
}

/** Call a function at most once per frame. */
export function framed(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; work(); });
  };
}

/** Tabs: `[{key, label, panel}]`; arrow keys move between them. */
export function tabs(entries, label, chosen = () => {}) {
  const buttons = entries.map(entry => button(entry.label, () => choose(entry.key), {
    role: "tab", id: entry.id, data: { key: entry.key },
  }));
  const list = el("div", { class: "tabs", role: "tablist", aria: { label } }, buttons);
  function choose(key, focus = false) {
    entries.forEach((entry, at) => {
      const on = entry.key === key;
      buttons[at].setAttribute("aria-selected", on);
      buttons[at].tabIndex = on ? 0 : -1;
      entry.panel.hidden = !on;
      if (on && focus) buttons[at].focus();
      if (on && list.scrollWidth > list.clientWidth) buttons[at].scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    chosen(key);
  }
  list.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    const next = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1
      : step && at >= 0 ? (at + step + buttons.length) % buttons.length : -1;
    if (next < 0) return;
    event.preventDefault();
    event.stopPropagation();
    choose(entries[next].key, true);
  });
  entries.forEach(entry => { entry.panel.setAttribute("role", "tabpanel"); entry.panel.setAttribute("aria-label", entry.name ?? entry.label); });
  return { list, choose, buttons };
}
