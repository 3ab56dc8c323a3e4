"use strict";
// Runs before the page is drawn, so that it does not flash in the other theme.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* storage may be forbidden */ }
