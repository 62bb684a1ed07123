// What a run came to: an answer or an abstention, each with what bears it out.
import { announce, bar, button, download, english, fold, heading, make, pairs, prose } from "./dom.js";
import { cost } from "./cost.js";
import { groups } from "./samples.js";
import { openSource, place } from "./source.js";
import { knows, percent, say, words } from "./words.js";

const LONG = 140; // characters from which an answer is set smaller
const NEAR = 400; // characters that are shown of what only came near

export function shown(result) {
  const answered = result.outcome === "answered";
  const parts = [outcome(result, answered), sources(result, answered), sentences(result), certificate(result), groups(result, answered), cost(result)];
  announce(answered
    ? words("live.answer", { answer: result.answer, confidence: percent(result.confidence) })
    : words("live.abstained", { reason: knows(result.reason_code) ? words(result.reason_code) : result.reason }));
  return parts.filter(Boolean);
}

function outcome(result, answered) {
  return make("section", { class: `outcome ${result.outcome}` },
    make("h3", { class: "label" }, say(answered ? "answer" : "abstained"),
      proved(result) ? [" ", make("span", { class: "badge proved" }, "✓ ", say("proved"))] : null),
    answered ? prose(result.answer.length > LONG ? "said long" : "said", result.answer) : [
      make("p", { class: "said" }, say(knows(result.reason_code) ? result.reason_code : "no_answer")),
      english("reason", result.reason)],
    result.understood_as ? make("p", { class: "faint" }, say("understood"), ": ", make("q", { dir: "auto" }, result.understood_as)) : null,
    confidence(result, answered));
}

const winners = (result) => (result.votes[0]?.members ?? []).map((i) => result.candidates[i]);
function proved(result) {
  const proofs = winners(result).map((each) => each.checks.filter((check) => check.strength === "proof").map((check) => check.verdict));
  return result.outcome === "answered" && proofs.some((each) => each.includes("pass") && !each.includes("fail"));
}

function confidence(result, answered) {
  if (result.confidence === null) return null;
  const { confidence: sure, confidence_kind: kind } = result;
  const about = kind === "calibrated" ? "calibrated.about" : proved(result) ? "raw.proved" : "raw.about";
  return make("div", { class: "confidence" },
    make("p", null, say(answered ? "confidence" : "confidence.held"), " ", make("strong", null, say("share", () => ({ share: percent(sure) }))),
      " ", make("span", { class: "badge" }, say(kind))),
    bar(sure, answered ? "confidence" : "confidence.held"), make("p", { class: "faint" }, say(about)));
}

function sources(result, answered) {
  if (!result.citations.length) return null;
  const title = answered ? "sources" : result.reason_code === "contradiction" ? "sources.against" : "sources.near";
  return make("section", { class: "part" }, heading(4, title), make("ol", { class: "citations" }, result.citations.map((citation, i) => {
    const link = make("button", { type: "button", class: "source" }, make("span", { class: "number" }, `${i + 1}`),
      make("span", { class: "where" }, make("span", { class: "file" }, citation.source), " ", make("span", { class: "faint" }, place(citation))));
    link.addEventListener("click", () => openSource(citation, result.collection));
    return make("li", null, link, make("blockquote", { class: "text", dir: "auto" },
      answered || citation.quote.length <= NEAR ? citation.quote : `${citation.quote.slice(0, NEAR)}…`));
  })));
}

// Each sentence with what the sources have of it; not worth a word where the answer is one quote.
function sentences(result) {
  const all = result.attributions;
  if (all.length < 2 && all.every((each) => each.mark === "verbatim")) return null;
  return make("section", { class: "part" }, heading(4, "sentences"), make("ul", { class: "sentences" }, all.map((each) =>
    make("li", { class: each.mark }, make("span", { class: "text", dir: "auto" }, each.sentence),
      each.citations.map((number) => make("sup", null, `[${number}]`)), " ", make("span", { class: "badge" }, say(`mark.${each.mark}`)),
      each.reason ? english("faint", each.reason) : null))));
}

function certificate(result) {
  const found = result.certificate;
  if (!found) return null;
  const file = `certificate-${(found.hashes.certificate ?? "").slice(0, 12)}.json`;
  return make("section", { class: "part certificate" }, heading(4, "certificate"),
    english("claim", found.claim),
    pairs(["certificate.shows", english("", found.shows)], ["certificate.not", english("", found.does_not_show)],
      ["certificate.kind", say(`certificate.${found.kind}`)]),
    fold("evidence", say("certificate.evidence"), prose("code", found.program ?? found.expression ?? ""), prose("code", found.result)),
    make("p", null, button("plain", "certificate.save", () => download(file, found))),
    make("p", { class: "faint" }, say("certificate.check", { file })));
}
