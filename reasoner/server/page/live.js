// A run as it happens: its stages with time, tokens and samples, and the text as it is written.
import { announce, fold, make } from "./dom.js";
import { called } from "./samples.js";
import { knows, say, tell, time, words } from "./words.js";

const TAIL = 360; // characters of a sample that are shown while it is written
const BOXES = 16; // samples that are shown while they are written
const TICK = 100;

const title = (stage) => (knows(`stage.${stage}`) ? say(`stage.${stage}`) : "");
const guessed = (text) => Math.round([...text].reduce((sum, char) => sum + (char < "\u2e80" ? 0.27 : 0.75), 0));

class Row {
  constructor(stage, depth) {
    this.stage = stage;
    this.started = performance.now();
    this.samples = new Map();
    this.clock = make("span", { class: "clock" });
    this.spent = make("span", { class: "spent" });
    this.boxes = make("ol", { class: "writing" });
    this.rest = make("p", { class: "faint", hidden: true });
    this.body = make("div", { class: "wrote" }, this.boxes, this.rest);
    this.box = make("li", { class: "stage running", "data-depth": Math.min(depth, 3) },
      make("div", { class: "head" }, make("span", { class: "sign", "aria-hidden": "true" }),
        make("span", { class: "what" }, make("code", null, stage), " ", title(stage)), this.spent, this.clock),
      this.body);
  }

  wrote(index, text) {
    const sample = this.samples.get(index) ?? this.#open(index);
    sample.text += text;
    sample.fresh = true;
  }

  #open(index) {
    const sample = { text: "", fresh: true, shown: null };
    if (this.samples.size < BOXES) {
      sample.shown = make("span", { class: "text", dir: "auto" });
      const at = [...this.boxes.children].find((each) => Number(each.value) > index + 1) ?? null;
      this.boxes.insertBefore(make("li", { value: index + 1 }, sample.shown), at);
    }
    this.samples.set(index, sample);
    return sample;
  }

  tool(index, call) {
    this.body.append(called(call, index));
  }

  // What can be known before the stage has ended; tokens are guessed from the text until then.
  draw() {
    this.clock.textContent = time((performance.now() - this.started) / 1000);
    if (!this.samples.size) return;
    let tokens = 0;
    for (const sample of this.samples.values()) {
      if (sample.fresh) sample.tokens = guessed(sample.text);
      if (sample.fresh && sample.shown) {
        sample.shown.textContent = sample.text.length > TAIL ? `…${sample.text.slice(-TAIL)}` : sample.text;
        sample.shown.scrollTop = sample.shown.scrollHeight;
      }
      sample.fresh = false;
      tokens += sample.tokens;
    }
    this.#spent(this.samples.size, tokens, "≈ ");
    this.rest.hidden = this.samples.size <= BOXES;
    if (!this.rest.hidden) tell(this.rest, "more.samples", { n: this.samples.size - BOXES });
  }

  #spent(samples, tokens, about = "") {
    this.spent.replaceChildren(
      ...(samples ? [say("samples", { n: samples })] : []), ...(samples && tokens ? [" · "] : []),
      ...(tokens ? [about, say("tokens", { n: tokens })] : []));
  }

  // `step` is null for a stage that did not end by itself.
  end(step) {
    this.draw();
    this.box.classList.remove("running");
    this.box.classList.add(step ? "done" : "broken");
    if (step) {
      this.clock.textContent = time(step.seconds);
      this.#spent(step.usage.samples_started, step.usage.completion_tokens);
    }
    const has = this.boxes.childElementCount + this.body.querySelectorAll(".call").length;
    if (!has) { this.body.remove(); return; }
    for (const sample of this.samples.values()) if (sample.shown) sample.shown.textContent = sample.text;
    const kept = fold("kept", say("written"));
    this.body.replaceWith(kept);
    kept.append(this.body);
  }
}

export class Live {
  constructor() {
    this.started = performance.now();
    this.open = []; // the stages that run now, each inside the one before
    this.all = 0;
    this.state = make("span", { class: "state" }, say("waiting"));
    this.clock = make("span", { class: "clock" });
    this.list = make("ol", { class: "stages" });
    this.title = make("summary", null, this.state, " ", this.clock);
    this.box = make("details", { class: "live", open: true, "aria-busy": "true" }, this.title, this.list);
    this.timer = setInterval(() => this.#draw(), TICK);
  }

  take(name, data) {
    const last = this.open.at(-1);
    switch (name) {
      case "step_started": this.#start(data.stage); break;
      case "step": this.open.pop()?.end(data); break;
      case "token": last?.wrote(data.sample, data.text); break;
      case "tool": last?.tool(data.sample, data); break;
    }
  }

  #start(stage) {
    if (!this.all) this.state.replaceChildren(say("working"));
    const row = new Row(stage, this.open.length);
    this.open.push(row);
    this.all += 1;
    this.list.append(row.box);
    announce(words("live.stage", { stage: knows(`stage.${stage}`) ? words(`stage.${stage}`) : stage }));
  }

  #draw() {
    this.clock.textContent = time((performance.now() - this.started) / 1000);
    this.open.at(-1)?.draw();
  }

  // `state` names the words for how it ended; a run that was not broken off is folded away.
  end(state, seconds = (performance.now() - this.started) / 1000) {
    clearInterval(this.timer);
    for (const row of this.open.splice(0)) row.end(null);
    this.box.removeAttribute("aria-busy");
    this.clock.textContent = "";
    this.state.replaceChildren(say(state), " · ", say("stages", { n: this.all }), " · ", time(seconds));
    this.box.open = state !== "went" && this.all > 0;
  }
}
