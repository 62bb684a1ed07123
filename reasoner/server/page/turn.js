// One question: what was asked, the run, and what came of it.
import { announce, button, make, prose } from "./dom.js";
import { ask } from "./api.js";
import { Live } from "./live.js";
import { shown } from "./result.js";
import { say, tell, words } from "./words.js";

export class Turn {
  constructor(number, request) {
    this.request = request;
    this.result = null;
    this.stopper = new AbortController();
    this.live = new Live();
    this.after = make("div", { class: "after" });
    this.heading = make("h3", { class: "asked", tabindex: "-1" }, make("span", { class: "unseen" }, say("turn", { n: number }), ": "), prose("", request.question));
    this.box = make("li", { class: "turn" }, make("article", null, this.heading, this.live.box, this.after));
  }

  // Runs to the end, whatever that is; `again` is called when the person wants the same once more.
  async run(again) {
    announce(words("live.asked"));
    try {
      for await (const [name, data] of ask(this.request, this.stopper.signal))
        if (name === "result") this.result = data;
        else this.live.take(name, data);
      const parts = shown(this.result);
      this.live.end("went", this.result.usage.seconds);
      this.live.box.before(...parts.slice(0, -1));
      this.live.box.after(parts.at(-1));
    } catch (error) {
      this.result = null;
      if (this.stopper.signal.aborted) this.#stopped(again);
      else return this.#failed(error, again);
    }
    return null;
  }

  stop() {
    this.stopper.abort();
  }

  #stopped(again) {
    this.live.end("stopped");
    announce(words("live.stopped"));
    this.after.append(make("div", { class: "notice" }, make("p", null, say("stopped.more")),
      make("p", null, button("plain", "error.again", again))));
  }

  #failed(error, again) {
    this.live.end("broken");
    if (!this.live.all) this.live.box.remove();
    if (error.kind === "key.asks") return error;
    const known = error.kind ? error : { kind: "error.garbled", values: {}, wait: null };
    if (!error.kind) console.error(error);
    this.after.append(trouble(known, again));
    return error;
  }
}

// A message that says what to do, with a button that waits as long as the server asked for.
export function trouble({ kind, values, wait }, again, press = "error.again") {
  const retry = button("plain", press, again);
  if (wait) counting(retry, wait, press);
  return make("div", { class: "notice bad", role: "alert" }, make("p", null, make("strong", null, say("error"))),
    make("p", null, say(kind, values)), make("p", null, retry));
}

function counting(retry, left, press) {
  retry.disabled = left > 0;
  if (left > 0) {
    tell(retry, "error.wait", { n: left });
    setTimeout(() => counting(retry, left - 1, press), 1000);
  } else tell(retry, press);
}
