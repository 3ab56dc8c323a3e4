// Chooses the part of the page by the address, and handles what all parts share.
import { t } from "./dom.js";
import * as audit from "./audit.js";
import * as design from "./design.js";
import * as read from "./read.js";

const pages = { home: { show() {} }, design, audit, read };
let open = "";

function route() {
  const [name, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (name === "main") return;
  const wanted = Object.hasOwn(pages, name) ? name : "home";
  for (const key of Object.keys(pages)) document.getElementById(`page-${key}`).hidden = key !== wanted;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.page === wanted) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = wanted === "home" ? "Modgen" : `${t(wanted)} · Modgen`;
  document.body.dataset.page = wanted;
  pages[wanted].show(document.getElementById(`page-${wanted}`), rest);
  if (open && open !== wanted) document.getElementById("main").focus({ preventScroll: true });
  open = wanted;
}

document.querySelector(".skip").addEventListener("click", event => {
  event.preventDefault();
  document.getElementById("main").focus();
});

document.getElementById("language").addEventListener("click", ({ currentTarget: link }) => {
  link.href = link.href.split("#")[0] + location.hash;
});

document.getElementById("theme").addEventListener("click", () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", document.documentElement.dataset.theme); } catch { /* storage may be forbidden */ }
});

// Files may be dropped anywhere on the page.
let depth = 0;
const carriesFiles = event => [...event.dataTransfer?.types ?? []].includes("Files");
addEventListener("dragenter", event => { if (carriesFiles(event)) { depth++; document.body.classList.add("dragging"); } });
addEventListener("dragleave", event => { if (carriesFiles(event) && --depth <= 0) { depth = 0; document.body.classList.remove("dragging"); } });
addEventListener("dragover", event => { if (carriesFiles(event)) event.preventDefault(); });
addEventListener("drop", event => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  depth = 0;
  document.body.classList.remove("dragging");
  const files = [...event.dataTransfer.files];
  if (open === "audit") audit.drop(files);
  else if (open === "design" && design.drop(files)) return;
  else { location.hash = "read"; read.drop(files); }
});

addEventListener("hashchange", route);
route();
