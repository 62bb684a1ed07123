// The page: a form, a conversation of turns, and the switches.
import { announce, by, make } from "./dom.js";
import { hasKey, pipelines, useKey } from "./api.js";
import { examples } from "./examples.js";
import { Turn, trouble } from "./turn.js";
import { label, language, say, speak, words } from "./words.js";

const SEEDS = 2 ** 31;
let served = [];
let turns = [];
let running = null;

const keep = (name, value) => { try { localStorage.setItem(`reasoner.${name}`, value); } catch { /* until the page is closed */ } };
const advanced = () => by("seed").closest("details");
const chosen = () => served.find((each) => each.name === by("pipeline").value);

// ---- asking

function history() {
  return turns.filter((turn) => turn.result).flatMap(({ request, result }) => [
    { role: "user", content: request.question },
    { role: "assistant", content: result.answer ?? result.reason },
  ]);
}

function asked() {
  const question = by("question").value.trim();
  const seed = by("seed").value.trim();
  if (!question || running || !chosen()) return null;
  if (seed && !(Number.isInteger(Number(seed)) && Number(seed) >= 0 && Number(seed) < SEEDS)) {
    advanced().open = true;
    by("seed").setAttribute("aria-invalid", "true");
    by("seed").focus();
    by("wrong").hidden = false;
    return null;
  }
  by("seed").removeAttribute("aria-invalid");
  by("wrong").hidden = true;
  return { question, ...options(), ...(seed ? { seed: Number(seed) } : {}) };
}

function options() {
  const effort = by("effort").value;
  return { pipeline: chosen().name, ...(effort ? { effort } : {}) };
}

async function start(request) {
  if (running) return;
  const turn = new Turn(turns.length + 1, { ...request, history: history() });
  turns = [...turns, turn];
  by("turns").append(turn.box);
  by("notices").replaceChildren();
  by("question").value = "";
  advanced().open = false;
  grow();
  busy(turn);
  turn.heading.scrollIntoView({ block: "start" });
  const again = () => { drop(turn); start(request); };
  const trouble = await turn.run(again);
  if (running === turn) busy(null);
  if (trouble?.kind === "key.asks") { drop(turn); needKey(() => start(request)); }
}

function drop(turn) {
  turns = turns.filter((each) => each !== turn);
  turn.box.remove();
  busy(running);
}

function busy(turn) {
  const hadFocus = [by("go"), by("stop")].includes(document.activeElement);
  running = turn;
  by("go").hidden = turn !== null;
  by("stop").hidden = turn === null;
  by("empty").hidden = turns.length > 0;
  by("ask").classList.toggle("talking", turns.length > 0);
  by("new").hidden = turns.length === 0;
  label(by("question"), "placeholder", turns.length ? "question.next" : "question.hint");
  document.title = turn ? `… ${words("working")} · reasoner` : "reasoner";
  if (hadFocus) (turn ? by("stop") : by("question")).focus();
}

function fresh() {
  running?.stop();
  busy(null);
  turns = [];
  by("turns").replaceChildren();
  by("notices").replaceChildren();
  busy(null);
  by("question").focus();
  announce(words("live.new"));
}

// ---- what is served

async function load() {
  by("notices").replaceChildren();
  try {
    served = await pipelines();
  } catch (error) {
    served = [];
    if (error.kind === "key.asks") return needKey(load);
    return by("notices").replaceChildren(trouble(error, load, "error.reload"));
  }
  if (!served.length) return by("notices").replaceChildren(trouble({ kind: "error.pipelines" }, load, "error.reload"));
  by("pipeline").replaceChildren(...served.map(({ name }) => make("option", { value: name }, name)));
  tellAbout();
  offer();
}

function tellAbout() {
  by("about").textContent = chosen()?.about ?? "";
}

function offer() {
  const found = examples(served, language());
  by("try").hidden = !found.length;
  by("examples").replaceChildren(...found.map(([pipeline, question]) => {
    const made = make("button", { type: "button", class: "example" }, make("span", { class: "text" }, question), make("code", null, pipeline));
    made.addEventListener("click", () => {
      by("pipeline").value = pipeline;
      tellAbout();
      start({ question, ...options() });
      turns.at(-1)?.heading.focus({ preventScroll: true });
    });
    return make("li", null, made);
  }));
}

function needKey(then) {
  const field = make("input", { id: "key", type: "password", autocomplete: "off", required: true, spellcheck: "false" });
  const form = make("form", { class: "notice", id: "unlock" },
    make("p", { role: "alert" }, make("strong", null, say(hasKey() ? "key.wrong" : "key.asks"))),
    make("p", { class: "row" }, make("label", { for: "key" }, say("key.label")), field, make("button", { class: "plain" }, say("key.use"))),
    make("p", { class: "faint" }, say("key.about")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    useKey(field.value.trim());
    form.remove();
    then();
  });
  by("notices").replaceChildren(form);
  field.focus();
}

// ---- the form, the switches and the keys

function grow() {
  const box = by("question");
  box.style.setProperty("block-size", "auto");
  box.style.setProperty("block-size", `${Math.min(box.scrollHeight + 2, innerHeight * 0.4)}px`);
}

function listen() {
  by("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const request = asked();
    if (request) start(request);
    else if (!running && !by("question").value.trim()) by("question").focus();
  });
  by("question").addEventListener("input", grow);
  by("stop").addEventListener("click", () => running?.stop());
  by("new").addEventListener("click", fresh);
  by("pipeline").addEventListener("change", tellAbout);
  by("close").addEventListener("click", () => by("document").close());
  by("document").addEventListener("click", (event) => { if (event.target === by("document")) by("document").close(); });
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || by("document").open) return;
    if (event.key === "Escape" && advanced().open) { advanced().open = false; advanced().firstElementChild.focus(); return; }
    if (event.key === "Escape" && running) { event.preventDefault(); running.stop(); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); by("ask").requestSubmit(); }
  });
  by("language").addEventListener("change", ({ target }) => { keep("language", target.value); speak(target.value); offer(); });
  by("theme").addEventListener("change", ({ target }) => { keep("theme", target.value); paint(target.value); });
}

function paint(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

speak(language());
by("language").value = language();
by("theme").value = document.documentElement.dataset.theme ?? "auto";
if (/Mac|iP(hone|ad|od)/.test(navigator.platform)) by("shortcut").textContent = "⌘ ↵";
listen();
await load();
document.documentElement.dataset.ready = "true";
// With a finger it would only bring the keyboard up over the page.
if (matchMedia("(pointer: fine)").matches) by("question").focus({ preventScroll: true });
