// A document, opened at the quote that an answer rests on.
import { by, make } from "./dom.js";
import { documentText } from "./api.js";
import { say, words } from "./words.js";

const AROUND = 60_000; // characters on each side of the quote that are shown of a long document
let opened = 0;

export async function openSource(citation, collection) {
  const turn = (opened += 1);
  const box = by("text");
  by("source").textContent = citation.source;
  by("place").replaceChildren(place(citation));
  box.replaceChildren(make("p", { class: "faint" }, say("document.loading")));
  by("document").showModal();
  by("source").focus();
  try {
    const { text } = await documentText(collection, citation.source);
    if (turn === opened) show(box, text, citation);
  } catch (trouble) {
    if (turn !== opened) return;
    const message = words(trouble.kind ?? "error.network", trouble.values);
    const why = trouble.kind === "error.missing" ? trouble.values.message : message;
    box.replaceChildren(make("p", { class: "notice", role: "alert" }, say("document.missing", { message: why })));
  }
}

export function place({ line, page }) {
  return make("span", null, page === null || page === undefined ? null : [say("at.page", { page }), ", "], say("at.line", { line }));
}

// `start` and `end` count characters, of which some are two units of a string here.
function show(box, text, { start, end, quote }) {
  const characters = [...text];
  const cut = (from, to) => characters.slice(Math.max(0, from), Math.max(0, to)).join("");
  const moved = cut(start, end) !== quote;
  const short = start > AROUND || characters.length - end > AROUND;
  const mark = make("mark", { tabindex: "-1" }, cut(start, end));
  box.replaceChildren(
    ...(moved ? [make("p", { class: "notice" }, say("document.moved"))] : []),
    ...(short ? [make("p", { class: "faint" }, say("document.cut"))] : []),
    make("div", { class: "paper", dir: "auto" }, cut(start - AROUND, start), moved ? cut(start, end) : mark, cut(end, end + AROUND)));
  if (moved) return;
  mark.scrollIntoView({ block: "center" });
  mark.focus({ preventScroll: true });
}
