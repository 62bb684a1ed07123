// The samples, grouped by equal answers, with what the checks found and what the tools gave.
import { bar, english, fold, heading, lazy, make, pairs, prose } from "./dom.js";
import { knows, percent, say } from "./words.js";

const SIGNS = { pass: "✓", fail: "✗", unknown: "?" };
const SHOWN = 12; // groups that are shown before "more"

// `won` says whether the first group was answered with or held back.
export function groups(result, won) {
  const { candidates, votes } = result;
  if (!candidates.length) return null;
  const voted = new Set(votes.flatMap((vote) => vote.members));
  const silent = candidates.map((_, i) => i).filter((i) => !voted.has(i));
  const rows = votes.map((vote, rank) => group(result, vote.members, prose("short", vote.answer), vote.share,
    rank === 0 ? (won ? "votes.won" : "votes.held") : vote.weight === 0 ? "votes.lost" : null));
  if (silent.length) rows.push(group(result, silent, make("div", { class: "text short faint" }, say("votes.none")), null, null));
  const list = make("ul", { class: "groups" }, rows.slice(0, SHOWN));
  const rest = rows.slice(SHOWN);
  return make("section", { class: "part" }, heading(4, "votes"), list,
    rest.length ? fold("more", say("more.samples", { n: rest.length }), make("ul", { class: "groups" }, rest)) : null);
}

function group(result, members, answer, share, note) {
  const total = result.candidates.length;
  const title = make("span", { class: "group" }, answer,
    note ? make("span", { class: `badge ${note.replace("votes.", "")}` }, say(note)) : null,
    make("span", { class: "out" }, say("votes.out", { n: members.length, of: total }),
      share === null ? null : [" · ", say("votes.share", () => ({ share: percent(share) }))]), share === null ? null : bar(share));
  return make("li", null, lazy("voted", title, () => [
    note === "votes.lost" ? make("p", { class: "faint" }, say("votes.lost.about")) : null,
    make("ol", { class: "samples" }, members.map((i) => make("li", null, sample(result.candidates[i], i)))),
  ].filter(Boolean)));
}

function sample(candidate, index) {
  const signs = candidate.checks.map((check) =>
    make("span", { class: `verdict ${check.verdict}` }, `${SIGNS[check.verdict] ?? ""} ${check.by}`));
  const title = make("span", { class: "sampled" }, make("strong", null, say("sample", { n: index + 1 })),
    make("span", { class: "faint" }, origin(candidate.origin)),
    candidate.tokens ? make("span", { class: "faint" }, say("tokens", { n: candidate.tokens })) : null,
    candidate.cut ? make("span", { class: "faint" }, say("sample.cut")) : null, signs);
  return lazy("sample", title, () => inside(candidate));
}

const origin = (name) => (knows(`origin.${name}`) ? say(`origin.${name}`) : name);

function inside(candidate) {
  return [
    written(candidate),
    candidate.calls?.length ? [heading(5, "calls"), candidate.calls.map((call) => called(call))] : [],
    heading(5, "checks"),
    candidate.checks.length ? make("ul", { class: "checks" }, candidate.checks.map(check)) : make("p", { class: "faint" }, say("checks.none")),
    candidate.mends ? lazy("mends", say("sample.mends"), () => inside(candidate.mends)) : [],
  ].flat(Infinity);
}

// The text, with its first wrong step marked where a check found one and it stands there.
function written(candidate) {
  const box = prose("wrote", candidate.text);
  const wrong = candidate.checks.find((each) => each.verdict === "fail" && each.evidence && candidate.text.includes(each.evidence));
  if (!wrong || wrong.evidence === candidate.text) return box;
  const at = placed(candidate.text, wrong);
  box.replaceChildren(candidate.text.slice(0, at), make("mark", { class: "wrong" }, wrong.evidence),
    candidate.text.slice(at + wrong.evidence.length));
  return box;
}

// Where the wrong step stands: in the line that the reason names, if it names one.
function placed(text, { reason, evidence }) {
  const line = Number(/^line (\d+):/.exec(reason)?.[1] ?? 1);
  const start = text.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const at = text.indexOf(evidence, start);
  return at === -1 ? text.indexOf(evidence) : at;
}

function check(found) {
  const wrong = found.verdict === "fail" && /^line \d+:/.test(found.reason);
  return make("li", { class: found.verdict },
    make("p", null, make("span", { class: `verdict ${found.verdict}` }, `${SIGNS[found.verdict] ?? ""} `, make("code", null, found.by), " ",
      say(`verdict.${found.verdict}`)), " ", make("span", { class: "badge" }, say(`strength.${found.strength}`))),
    wrong ? make("p", { class: "label" }, say("check.first")) : null,
    english("reason", found.reason),
    found.evidence ? fold("evidence", say("check.evidence"), prose("code", found.evidence)) : null);
}

// A call of a tool and what came of it; `sample` is its number while it runs.
export function called({ call, result, ok }, sample = null) {
  return make("div", { class: `call ${ok ? "" : "failed"}` },
    make("p", null, make("code", null, call.tool), " ",
      make("span", { class: `verdict ${ok ? "pass" : "fail"}` }, ok ? "✓ " : "✗ ", say(ok ? "call.ok" : "call.failed")),
      sample === null ? null : [" ", make("span", { class: "faint" }, say("sample", { n: sample + 1 }))]),
    pairs(["call.arguments", prose("code", tidy(call.arguments))], ["call.result", prose("code", result)]));
}

function tidy(json) {
  try {
    const values = Object.entries(JSON.parse(json));
    return values.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join("\n") || json;
  } catch { return json; }
}
