// Elements made by hand: what models, documents and people wrote becomes text nodes, never markup.
import { label, say, tell } from "./words.js";

export const by = (id) => document.getElementById(id);

export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {}))
    if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== ""));
  return made;
}

export function button(style, key, press, values) {
  const made = make("button", { type: "button", class: style });
  tell(made, key, values);
  made.addEventListener("click", press);
  return made;
}

// What someone wrote: line breaks are kept, and its own direction of writing.
export const prose = (style, text) => make("div", { class: `text ${style}`, dir: "auto" }, String(text));

// What the library wrote, which is English whatever the language of the page.
export const english = (style, text) => make("div", { class: `text ${style}`, lang: "en" }, String(text));

export const heading = (level, key, values) => make(`h${level}`, { class: "label" }, say(key, values));

export function pairs(...rows) {
  const kept = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return make("dl", { class: "pairs" }, kept.map(([key, value]) => make("div", null, make("dt", null, say(key)), make("dd", null, value))));
}

// A share as a bar. With the key of a name it says so itself; without, the text beside it does.
export function bar(share, key = null) {
  const made = make("span", { class: "bar", "aria-hidden": key ? null : "true" }, make("span"));
  made.firstChild.style.setProperty("inline-size", `${100 * share}%`);
  if (!key) return made;
  for (const [name, value] of [["role", "meter"], ["aria-valuemin", 0], ["aria-valuemax", 1], ["aria-valuenow", share]]) made.setAttribute(name, value);
  return label(made, "aria-label", key);
}

export function fold(style, title, ...inside) {
  return make("details", { class: style }, make("summary", null, title), ...inside);
}

// A fold whose inside is made when it is first opened, for there may be hundreds.
export function lazy(style, title, inside) {
  const made = fold(style, title);
  made.addEventListener("toggle", () => { if (made.open && made.childElementCount === 1) made.append(...[inside()].flat(Infinity)); });
  return made;
}

export function download(name, value) {
  const blob = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// What a screen reader is to say; a moment later, so that a text that replaces another is heard.
let spoken = 0;
export function announce(text) {
  clearTimeout(spoken);
  spoken = setTimeout(() => { by("live").textContent = text; }, 60);
}
