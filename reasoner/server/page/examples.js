// Questions to begin with, which fit the pipelines that are served.
const QUESTIONS = {
  exact: { en: "12*(3+4)", zh: "12*(3+4)" },
  equation: { en: "Solve x^2 - 5x + 6 = 0", zh: "解方程 x^2 - 5x + 6 = 0" },
  story: {
    en: "A box holds 6 eggs. Mia buys 4 boxes and breaks 3 eggs. How many eggs are left?",
    zh: "一盒有6个鸡蛋。小美买了4盒，打碎了3个。还剩多少个鸡蛋？",
  },
  handbook: { en: "How do I resume an interrupted run?", zh: "校准是什么？" },
  silent: { en: "How do I fine-tune the model with LoRA?", zh: "如何用 LoRA 微调模型？" },
  puzzle: { en: "4 6 8 8", zh: "4 6 8 8" },
  miles: { en: "How many miles are 42 km?", zh: "How many miles are 42 km?" },
  chat: { en: "Name three uses of a paper clip.", zh: "说出回形针的三种用途。" },
};
const FIT = {
  auto: ["equation", "story", "handbook"],
  math: ["story", "exact", "equation"],
  qa: ["handbook", "silent"],
  qa_short: ["handbook", "silent"],
  multi_hop: ["handbook", "silent"],
  tools: ["miles", "exact"],
  game24: ["puzzle"],
  direct: ["chat"],
};

// At most three [pipeline, question], a first one of each pipeline before a second one of any.
export function examples(pipelines, language) {
  const known = Object.keys(FIT);
  const place = ({ name }) => (known.includes(name) ? known.indexOf(name) : known.length);
  const rows = [...pipelines].sort((a, b) => place(a) - place(b)).map(({ name, stages }) => (FIT[name] ?? fitting(stages)).map((kind) => [name, QUESTIONS[kind][language]]));
  const deepest = Math.max(0, ...rows.map((row) => row.length));
  const ordered = Array.from({ length: deepest }, (_, i) => rows.map((row) => row[i])).flat().filter(Boolean);
  return ordered.filter(([, asked], i) => ordered.findIndex((each) => each[1] === asked) === i).slice(0, 3);
}

// For a pipeline of one's own; what its documents are about is not known here.
function fitting(stages) {
  if (stages.includes("solve")) return ["exact", "equation", "story"];
  return stages.includes("retrieve") ? [] : ["chat"];
}
