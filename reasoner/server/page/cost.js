// What a run took, what stopping early saved, and what it ran with.
import { button, download, fold, make, pairs } from "./dom.js";
import { count, knows, percent, say, time, words } from "./words.js";

const code = (text) => make("code", { dir: "auto" }, text);
const number = (value) => say("count", { n: value });

export function cost(result) {
  const { usage, savings, model, pipeline } = result;
  const drew = usage.samples_started > 0;
  const title = make("span", null, say("cost"), make("span", { class: "faint" }, " · ", time(usage.seconds),
    drew ? [" · ", say("samples", { n: usage.samples })] : null,
    savings.samples ? [" · ", say("cost.saved"), ": ", say("samples", { n: savings.samples })] : null));
  const mode = `cost.${result.mode}`;
  return make("section", { class: "part" }, fold("cost", title,
    pairs(
      ["cost.time", time(usage.seconds)],
      ["cost.samples", drew ? say("cost.of", () => ({ n: usage.samples, of: count(usage.sample_budget) })) : say("cost.none")],
      ["cost.saved", drew ? saved(savings) : null],
      ["cost.read", drew ? number(usage.prompt_tokens) : null],
      ["cost.written", drew ? number(usage.completion_tokens) : null],
      ["cost.kind", result.intent && code(result.intent.kind)],
      ["cost.collection", result.collection && code(result.collection)],
      ["cost.model", model && code(model.name)],
      ["cost.pipeline", [code(pipeline.name), " ", make("span", { class: "faint" }, pipeline.hash.slice(0, 12))]],
      ["cost.effort", say(`effort.${result.effort}`)],
      ["cost.seed", String(result.seed)],
      ["cost.mode", knows(mode) ? say(mode) : result.mode]),
    make("p", null, button("plain", "result.save", () => download(`result-${pipeline.name}.json`, result)))));
}

function saved(savings) {
  if (!savings.samples) return say("cost.nothing");
  const most = () => ({
    samples: words("samples", { n: savings.samples }), tokens: words("tokens", { n: savings.tokens }), seconds: time(savings.seconds),
  });
  return [say("cost.saved.most", most), " ", make("span", { class: "faint" }, say("cost.agreement", () => ({ share: percent(savings.agreement) })))];
}
