// What the page says, in the language that was chosen, and numbers as that language writes them.
import { en } from "./en.js";
import { zh } from "./zh.js";

const TABLES = { en, zh };
const said = new WeakMap(); // what an element was told to say: {key, values}

export const language = () => (document.documentElement.lang === "zh" ? "zh" : "en");
export const knows = (key) => Object.hasOwn(en, key);

// The words for a key. Values may be a function, which is asked again when the language changes.
export function words(key, values = {}) {
  const given = typeof values === "function" ? values() : values;
  const [one, many = one] = TABLES[language()][key].split("|");
  const shown = { ...given, n: typeof given.n === "number" ? count(given.n) : given.n };
  return (given.n === 1 ? one : many).replace(/\{(\w+)\}/g, (whole, name) => shown[name] ?? whole);
}

// Makes an element say the words, now and after a change of language.
export function tell(element, key, values) {
  element.dataset.t = key;
  said.set(element, values);
  element.textContent = words(key, values);
  return element;
}

export function say(key, values) {
  return tell(document.createElement("span"), key, values);
}

// The same for an attribute, such as aria-label.
export function label(element, attribute, key, values) {
  element.setAttribute(`data-t-${attribute}`, key);
  said.set(element, values);
  element.setAttribute(attribute, words(key, values));
  return element;
}

export function speak(to) {
  document.documentElement.lang = to;
  for (const each of document.querySelectorAll("[data-t]")) each.textContent = words(each.dataset.t, said.get(each));
  for (const attribute of ["placeholder", "aria-label"])
    for (const each of document.querySelectorAll(`[data-t-${attribute}]`))
      each.setAttribute(attribute, words(each.getAttribute(`data-t-${attribute}`), said.get(each)));
}

export const count = (number) => number.toLocaleString(language());
export const percent = (share) =>
  share.toLocaleString(language(), { style: "percent", maximumFractionDigits: share > 0.99 && share < 1 ? 1 : 0 });
export function time(seconds) {
  if (seconds < 1) return `${(1000 * seconds).toFixed(seconds < 0.01 ? 1 : 0)} ms`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${(seconds / 60).toFixed(1)} min`;
}
