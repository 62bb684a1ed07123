"use strict";
// What was written by models, documents and data sets reaches the page as text nodes alone.
(() => {
  const BATCH = 100; // items that the list grows by
  const LONG = 1500; // characters that are shown before "show all"
  const SIGNS = { right: "✓", wrong: "✗", abstained: "○", unknown: "?", failed: "!" };
  const data = JSON.parse(document.getElementById("data").textContent);
  const [list, pane, browser] = ["list", "item", "browser"].map((id) => document.getElementById(id));
  const [filters, query, order, found] = ["filters", "query", "order", "found"].map((id) => document.getElementById(id));
  const narrow = window.matchMedia("(max-width: 50rem)");
  let chosen = "all", shown = [], rendered = 0, open = null;

  const whole = (ref) => (ref === undefined || ref === null ? ["", 0] : Array.isArray(data.texts[ref]) ? data.texts[ref] : [data.texts[ref], 0]);
  const text = (ref) => whole(ref)[0];
  const brief = (ref, most = 120) => (text(ref).length > most ? `${text(ref).slice(0, most)}…` : text(ref));
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const count = (number) => number.toLocaleString("en");
  const many = (number, what) => `${count(number)} ${what}${number === 1 ? "" : "s"}`;
  const time = (s) => (s < 1 ? `${(1000 * s).toFixed(s < 0.01 ? 1 : 0)} ms` : s < 120 ? `${s.toFixed(1)} s` : `${(s / 60).toFixed(1)} min`);

  function make(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) if (value !== null && value !== undefined) made.setAttribute(key, value);
    for (const child of children.flat(Infinity)) {
      if (child === null || child === undefined || child === "") continue;
      made.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return made;
  }

  const button = (attributes, name, press) => {
    const made = make("button", { type: "button", ...attributes }, name);
    made.addEventListener("click", press);
    return made;
  };

  // A text in full, its end folded away where it is long, with a word about what the file lacks of it.
  function long(ref, style = "") {
    const [all, missing] = whole(ref);
    const box = make("pre", { class: `text ${style}`, dir: "auto" });
    box.textContent = all.length > LONG * 1.2 ? `${all.slice(0, LONG)}…` : all;
    const parts = [box];
    if (all.length > LONG * 1.2) {
      const rest = button({}, `Show all ${count(all.length)} characters`, () => { box.textContent = all; rest.remove(); });
      parts.push(rest);
    }
    if (missing) parts.push(make("p", { class: "faint" }, `${many(missing, "character")} more in items.jsonl.`));
    return parts;
  }

  const badge = (kind) => make("span", { class: `badge ${kind}` }, `${SIGNS[kind] ?? ""} ${kind}`.trim());
  const judged = (right) => (right === undefined || right === null ? null : badge(right ? "right" : "wrong"));
  const said = (run) => (!run ? "not asked" : run.answer !== undefined ? brief(run.answer) : run.error !== undefined ? brief(run.error) : "no answer");

  function pairs(...rows) {
    const kept = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
    return kept.length ? make("dl", { class: "pairs" }, kept.map(([name, value]) => [make("dt", null, name), make("dd", null, value)])) : null;
  }

  // ---- the list

  function entry(item) {
    const link = make("a", { href: `#item-${encodeURIComponent(text(item.id))}` });
    link.append(make("span", { class: "asked", dir: "auto" }, brief(item.question, 200) || text(item.id)));
    link.append(make("span", null, item.runs.map((run, i) => [i ? " → " : "", run ? badge(run.verdict) : "–", " ", make("bdi", null, brief(run?.answer, 60))])));
    return make("li", null, link);
  }

  function grow() {
    const rows = list.querySelector("ol");
    for (const item of shown.slice(rendered, rendered + BATCH)) rows.append(entry(item));
    rendered = Math.min(shown.length, rendered + BATCH);
    more.hidden = rendered >= shown.length;
    mark();
  }

  const more = button({}, "Show more", () => grow());
  new IntersectionObserver((seen) => { if (seen.some((each) => each.isIntersecting)) grow(); }, { rootMargin: "400px" }).observe(more);

  function mark() {
    const at = shown.indexOf(open);
    [...list.querySelectorAll("a")].forEach((link, i) => (i === at ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
    for (const each of pane.querySelectorAll("[data-by]")) each.disabled = at < 0 || !shown[at + Number(each.dataset.by)];
  }

  // The items in whose texts the words of the search occur, each text being looked through once.
  function matching(words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    if (!wanted.length) return () => true;
    const hits = wanted.map((word) => lower().map((each) => each.includes(word)));
    return (item) => hits.every((hit) => refs(item).some((ref) => hit[ref]));
  }
  let lowered = null;
  const lower = () => (lowered ??= data.texts.map((_, i) => text(i).toLowerCase()));

  function refs(item) {
    return (item.refs ??= [
      item.id, item.question, ...(item.golds ?? []), ...(item.options ?? []), ...(item.facts ?? []).map(([, ref]) => ref),
      ...item.runs.flatMap((run) => (!run ? [] : [
        run.answer, run.reason, run.error, run.why, run.intent,
        ...(run.samples ?? []).flatMap((sample) => [sample.text, sample.answer]), ...(run.citations ?? []).flat(),
      ])),
    ].filter((ref) => ref !== undefined && ref !== null));
  }

  const surest = (item) => Math.max(...item.runs.map((run) => run?.confidence ?? -1));
  const most = (key) => (item) => Math.max(...item.runs.map((run) => run?.[key] ?? -1));
  const ORDERS = [
    ["as listed", null], ["surest first", (item) => -surest(item)], ["least sure first", surest],
    ["slowest first", (item) => -most("seconds")(item)], ["most tokens first", (item) => -most("tokens")(item)],
  ];

  function refresh() {
    const wanted = matching(query.value);
    shown = data.items.filter((item) => (chosen === "all" || item.marks.includes(chosen)) && wanted(item));
    const key = ORDERS[order.selectedIndex][1];
    if (key) shown.sort((a, b) => key(a) - key(b));
    found.textContent = shown.length === data.items.length ? many(shown.length, "item") : `${count(shown.length)} of ${many(data.items.length, "item")}`;
    if (limits()) found.textContent += `. To keep this file small, ${limits()}; items.jsonl has all.`;
    list.replaceChildren(make("ol"), more);
    rendered = 0;
    grow();
    list.scrollTop = 0;
  }
  const limits = () => [
    data.longest ? `texts were cut at ${count(data.longest)} characters` : null,
    data.samples !== undefined ? `samples after the first ${count(data.samples)} of an item were left out` : null,
  ].filter(Boolean).join(" and ");

  // ---- one item

  const back = button({ class: "only-narrow" }, "Back to the list", () => close());

  function view(item) {
    const step = (name, by) => button({ "data-by": by }, name, () => go(by));
    const steps = make("span", { role: "group", "aria-label": "Items" }, step("Previous", -1), " ", step("Next", 1));
    pane.replaceChildren(
      make("div", { class: "bar-top" }, steps, back),
      make("h3", null, "Question ", make("small", null, text(item.id))),
      make("div", { class: "asks" }, long(item.question)),
      ...[pairs(
        ["right answer", golds(item)],
        ["options", item.options ? make("ol", { type: "A" }, item.options.map((ref) => make("li", { dir: "auto" }, text(ref)))) : null],
        ...(item.facts ?? []).map(([name, ref]) => [name, text(ref)]),
      ) ?? []].flat(),
      make("div", { class: "runs" }, item.runs.map((run, i) => side(run, data.sides[i]))),
    );
    pane.setAttribute("aria-label", `Item ${text(item.id)}`);
  }

  const golds = (item) => {
    if (item.unanswerable) return "none: the question has no answer, and refusing it is right";
    return (item.golds ?? []).flatMap((ref, i) => [i ? " or " : "", make("bdi", null, text(ref))]);
  };

  function side(run, name) {
    const title = data.sides.length > 1 ? make("h3", null, name) : null;
    if (!run) return make("section", null, title, make("p", { class: "faint" }, "This run did not ask the question."));
    if (run.verdict === "failed") return make("section", null, title, make("p", null, badge("failed")), long(run.error));
    const sure = run.confidence === undefined ? null : `${run.confidence.toFixed(3)} (${text(run.kind) || "raw"})`;
    const value = run.value === undefined || run.value === 0 || run.value === 1 ? null : run.value.toFixed(3);
    return make(
      "section", null, title,
      make("h3", null, "Outcome"),
      make("p", null, badge(run.verdict), " ", make("bdi", { class: "lead" }, said(run))),
      text(run.answer).length > 120 ? long(run.answer) : null,
      pairs(
        ["why no answer", run.reason === undefined ? null : long(run.reason)],
        ["judged", run.why === undefined ? null : long(run.why)], ["score", value], ["by", text(run.scorer)],
        ["confidence", sure], ["intent", text(run.intent)],
        ["samples", run.budget ? `${count(run.used ?? 0)} of at most ${count(run.budget)}` : null], ["saved", text(run.saved)],
        ["time", run.seconds === undefined ? null : time(run.seconds)], ["tokens", run.tokens ? count(run.tokens) : null],
      ),
      votes(run), citations(run), samples(run),
      run.certificate === undefined ? null : fold("Certificate", () => long(run.certificate, "code")),
      run.steps === undefined ? null : fold("Stages", () => long(run.steps, "code")),
    );
  }

  // Details whose contents are made when they are opened for the first time.
  function fold(title, contents, start = false) {
    const box = make("details", null, make("summary", null, title));
    let made = false;
    const fill = () => { if (!made) { made = true; box.append(...[contents()].flat().filter(Boolean)); } };
    box.addEventListener("toggle", () => { if (box.open) fill(); });
    if (start) { fill(); box.open = true; }
    return box;
  }

  function votes(run) {
    if (!run.votes) return null;
    const rows = run.votes.map((vote) => {
      const share = vote.share ?? 0;
      const meter = make("meter", { min: 0, max: 1, value: share, "aria-label": `share ${percent(share)}` });
      return make("li", null, make("bdi", null, brief(vote.answer, 300)), make("span", null, judged(vote.right), ` ${percent(share)}, ${many((vote.members ?? []).length, "vote")}`), meter);
    });
    return make("section", null, make("h3", null, "Votes"), make("ol", { class: "votes" }, rows));
  }

  function citations(run) {
    if (!run.citations) return null;
    const quotes = run.citations.map(([quote, where]) => make("blockquote", null, long(quote), make("cite", null, text(where))));
    return make("section", null, make("h3", null, "Citations"), quotes);
  }

  function samples(run) {
    if (!run.samples && !run.left) return null;
    const rights = new Map((run.votes ?? []).flatMap((vote) => (vote.members ?? []).map((member) => [member, vote.right])));
    const all = (run.samples ?? []).map((sample, i) => {
      const found = (sample.checks ?? []).map(([by, verdict]) => `${text(by)} ${text(verdict)}`).join(", ");
      const facts = [text(sample.origin), sample.tokens ? `${count(sample.tokens)} tokens` : "", sample.cut ? "cut off" : "", found].filter(Boolean);
      const answer = sample.answer === undefined ? make("em", null, "no answer") : make("bdi", null, brief(sample.answer));
      const title = [`${i + 1}: `, answer, " ", judged(rights.get(i)), " ", make("small", null, facts.join(" · "))];
      return fold(title, () => written(sample), run.samples.length === 1);
    });
    const left = run.left ? make("p", { class: "faint" }, `${count(run.left)} of the samples are in items.jsonl alone.`) : null;
    return make("section", { class: "samples" }, make("h3", null, `Samples (${count((run.samples ?? []).length + (run.left ?? 0))})`), all, left);
  }

  function written(sample) {
    const facts = [
      sample.logprob === undefined ? "" : `mean log-probability ${sample.logprob.toFixed(3)}`,
      sample.score === undefined ? "" : `reward ${sample.score.toFixed(3)}`, sample.sure === undefined ? "" : `P(true) ${sample.sure.toFixed(3)}`,
    ].filter(Boolean).join(" · ");
    const checks = (sample.checks ?? []).map(([by, verdict, strength, reason, evidence]) =>
      make("li", null, `${text(by)}: ${text(verdict)} (${text(strength)}), ${text(reason)}`, evidence === null ? null : make("div", { class: "faint" }, long(evidence, "code"))));
    return [
      ...long(sample.text), facts ? make("p", { class: "faint" }, facts) : null,
      checks.length ? make("ul", { class: "checks" }, checks) : null,
      sample.mends ? fold("The attempt that this one mends", () => written(sample.mends)) : null,
    ];
  }

  // ---- going about

  const named = () => (location.hash.startsWith("#item-") ? decode(location.hash.slice(6)) : null);
  const decode = (name) => { try { return decodeURIComponent(name); } catch { return name; } };

  function route() {
    const id = named();
    open = id === null ? null : data.items.find((item) => text(item.id) === id) ?? null;
    browser.classList.toggle("open", open !== null || id !== null);
    if (open) view(open);
    else pane.replaceChildren(make("p", { class: "faint" }, id === null ? "Choose an item." : `There is no item ${id}.`));
    if (!open && id !== null) pane.append(back);
    while (open && shown.indexOf(open) >= rendered) grow();
    mark();
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    if (id !== null && (pane.getBoundingClientRect().top < 0 || pane.getBoundingClientRect().top > innerHeight - 200)) browser.scrollIntoView({ block: "start" });
  }

  const visit = (item) => { location.hash = `item-${encodeURIComponent(text(item.id))}`; };
  function go(by) {
    const at = shown.indexOf(open);
    const next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : at + by];
    if (next) visit(next);
  }
  function close() {
    const before = open;
    location.hash = "items";
    const at = shown.indexOf(before);
    list.querySelectorAll("a")[Math.max(0, at)]?.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === query) {
      if (event.key === "Escape") { query.value = ""; refresh(); query.blur(); }
      if (event.key === "Enter" && shown.length) { event.preventDefault(); query.blur(); visit(shown[0]); }
      return;
    }
    if (event.target instanceof HTMLSelectElement) return;
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "/") { event.preventDefault(); if (narrow.matches && open) close(); query.focus(); }
    else if (event.key === "Escape" && named() !== null) close();
    else if (event.key === "Enter" && (event.target === document.body || event.target.hasAttribute?.("aria-current"))) {
      event.preventDefault();
      if (open) pane.focus(); else go(1);
    }
  });

  // ---- start

  for (const [key, label] of data.filters) {
    const number = key === "all" ? data.items.length : data.items.filter((item) => item.marks.includes(key)).length;
    const radio = make("input", { type: "radio", name: "filter", value: key, checked: key === "all" ? "" : null });
    radio.addEventListener("change", () => { chosen = key; refresh(); route(); });
    filters.append(make("label", { class: "chip" }, radio, make("span", null, `${label} ${count(number)}`)));
  }
  for (const [name] of ORDERS) order.append(make("option", null, name));
  order.addEventListener("change", () => { refresh(); route(); });
  let pause = 0;
  query.addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(refresh, 120); });
  window.addEventListener("hashchange", route);
  refresh();
  route();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
