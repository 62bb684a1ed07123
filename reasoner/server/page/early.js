"use strict";
// Runs before anything is painted, so that nobody sees the other theme or language flash by.
(() => {
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const root = document.documentElement;
  const theme = kept("reasoner.theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const first = (navigator.languages ?? [navigator.language]).find((each) => /^(en|zh)\b/i.test(each)) ?? "en";
  const language = kept("reasoner.language") ?? first;
  root.lang = /^zh/i.test(language) ? "zh" : "en";
})();
