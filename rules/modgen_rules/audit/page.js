"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const dialog = document.getElementById("games");

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** A local file as an address that a browser opens; other addresses stay text. */
function address(log) {
  const local = /^(\/|[A-Za-z]:\/)/.test(log) && !log.includes("::");
  if (!local) return element("code", log);
  const link = element("a", log);
  link.href = "file://" + (log.startsWith("/") ? "" : "/") + log.split("/").map(encodeURIComponent)
    .join("/").replace(/^([A-Za-z])%3A/, "$1:");
  return link;
}

function entry(id, code) {
  const game = data.games[id];
  const item = element("li");
  if (!game) {
    item.append(element("span", "A game that only the database has: "), element("code", id));
    return item;
  }
  const facts = [game.title, game.scenario, game.date, game.winner && `won by ${game.winner}`,
    game.turns && `${game.turns} turns`].filter(Boolean);
  item.append(element("strong", facts.join(", ")));
  if (game.illegal) {
    item.append(" ", element("span", `${game.illegal} illegal`, "illegal"));
  }
  if (game.players) item.append(element("div", game.players.join(", "), "note"));
  for (const log of game.logs || []) {
    const line = element("div");
    line.append(data.anonymous ? element("code", log) : address(log));
    item.append(line);
  }
  const found = (game.findings || []).filter((one) => !code || one[0] === code);
  if (found.length) {
    const list = element("ul");
    for (const [name, verdict, first, last, message] of found.slice(0, 10)) {
      const line = element("li");
      const steps = first === last ? `step ${first}` : `steps ${first}-${last}`;
      line.append(element("span", verdict, verdict === "illegal" ? "illegal" : "note"),
        ` ${steps}, ${name}: ${message}`);
      list.append(line);
    }
    item.append(list);
  }
  return item;
}

function show(key) {
  const ids = data.behind[key] || [];
  const [kind, ...rest] = key.split("/");
  dialog.querySelector("h2").textContent = rest.slice(1).filter(Boolean).join(", ") ||
    (data.games[ids[0]] || {}).title || "Games";
  const total = data.totals[key] || ids.length;
  dialog.querySelector("p").textContent = total > ids.length
    ? `${ids.length} of ${total} games; the database has all.`
    : `${total} ${total === 1 ? "game" : "games"}`;
  const list = dialog.querySelector("ol");
  list.replaceChildren(...ids.map((id) => entry(id, kind === "clause" ? rest[1] : "")));
  dialog.showModal();
  dialog.scrollTop = 0;
}

dialog.querySelector("button").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-key]");
  if (link) {
    event.preventDefault();
    show(link.dataset.key);
  }
});

function config() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  const text = { labelColor: value("--ink"), titleColor: value("--soft"), labelFontSize: 12,
    titleFontSize: 12, titleFontWeight: "normal" };
  const mark = { color: value("--accent") };
  return {
    background: null, font: "system-ui, sans-serif", view: { stroke: null },
    axis: { ...text, gridColor: value("--line"), domainColor: value("--line"),
      tickColor: value("--line") },
    header: { ...text, labelFontWeight: "bold" },
    bar: mark, point: mark, rule: mark, tick: { color: value("--soft") },
  };
}

async function draw() {
  for (const [id, spec] of Object.entries(data.plots)) {
    const target = document.getElementById(id);
    const wide = target.clientWidth - 24;
    const narrow = wide < 480;
    const made = structuredClone(spec);
    if (made.facet) {
      made.spec.width = Math.max(160, wide - 70);
    } else {
      made.width = wide;
      made.autosize = { type: "fit-x", contains: "padding" };
    }
    const settings = config();
    settings.axisY = { labelLimit: narrow ? 130 : 260 };
    const shown = await window.vegaEmbed(target, made,
      { mode: "vega-lite", actions: false, renderer: "svg", config: settings, logLevel: 1 });
    shown.view.addEventListener("click", (_, item) => {
      if (item && item.datum && item.datum.key) show(item.datum.key);
    });
  }
  document.documentElement.dataset.drawn = "yes";
}

let waiting;
function again() {
  clearTimeout(waiting);
  waiting = setTimeout(draw, 150);
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) again();
  width = innerWidth;
});
draw();
