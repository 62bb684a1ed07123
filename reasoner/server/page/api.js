// The server as this page sees it. Every trouble is a Trouble, whose `kind` has words in the tables.
const KEY = "reasoner.key";
const CODES = {
  queue_full: "error.busy", deadline: "error.deadline", shutting_down: "error.closing", model_not_found: "error.missing",
  too_large: "error.large", failed: "error.failed", internal: "error.server",
};
const STATUSES = {
  401: "key.asks", 404: "error.missing", 413: "error.large", 429: "error.busy", 502: "error.unready", 503: "error.unready", 504: "error.unready",
};

export class Trouble extends Error {
  constructor(kind, message = "", wait = null) {
    super(message || kind);
    this.kind = kind;
    this.values = { message };
    this.wait = wait; // seconds after which the server may be asked again
  }
}

export const useKey = (key) => { try { sessionStorage.setItem(KEY, key); } catch { /* kept for no longer than the page */ } held = key; };
export const hasKey = () => Boolean(held);
let held = (() => { try { return sessionStorage.getItem(KEY) ?? ""; } catch { return ""; } })();

async function fetched(path, options = {}) {
  const headers = { ...(held ? { Authorization: `Bearer ${held}` } : {}), ...options.headers };
  let response;
  try {
    response = await fetch(new URL(path, document.baseURI), { ...options, headers, cache: "no-store" });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Trouble("error.network");
  }
  if (!response.ok) throw await refused(response);
  return response;
}

async function refused(response) {
  const body = await response.json().catch(() => null);
  const message = typeof body?.error?.message === "string" ? body.error.message : `HTTP ${response.status}`;
  const after = Number.parseFloat(response.headers.get("Retry-After") ?? "");
  const wait = Number.isFinite(after) ? Math.ceil(after) : null;
  const kind = CODES[body?.error?.code] ?? STATUSES[response.status] ?? (response.status >= 500 ? "error.server" : "error.request");
  return new Trouble(kind, message, wait ?? (response.status === 429 ? 5 : null));
}

async function json(path) {
  const response = await fetched(path);
  try { return await response.json(); } catch { throw new Trouble("error.garbled"); }
}

export async function pipelines() {
  const found = (await json("v1/pipelines")).pipelines;
  if (!Array.isArray(found)) throw new Trouble("error.garbled");
  return found;
}

export const documentText = (collection, source) =>
  json(`v1/document?${new URLSearchParams({ ...(collection ? { collection } : {}), source })}`);

// Asks, and gives the events as they come: [name, data]. The last one is the result.
export async function* ask(question, signal) {
  const response = await fetched("v1/answer", {
    method: "POST", signal, body: JSON.stringify({ ...question, stream: true }),
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
  });
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) throw new Trouble("error.garbled");
  for await (const [name, data] of events(response.body)) {
    if (name === "error") throw new Trouble(CODES[data?.code] ?? "error.failed", String(data?.message ?? ""));
    yield [name, data];
    if (name === "result") return;
  }
  throw new Trouble("error.cut");
}

async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", name = "", data = [];
  try {
    for (;;) {
      const { done, value } = await read(reader);
      if (done) return;
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop();
      for (const line of lines) {
        if (line === "") {
          if (data.length) yield [name || "message", parsed(data.join("\n"))];
          [name, data] = ["", []];
        } else if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function read(reader) {
  try { return await reader.read(); } catch (error) {
    throw error.name === "AbortError" ? error : new Trouble("error.cut");
  }
}

function parsed(text) {
  try { return JSON.parse(text); } catch { throw new Trouble("error.garbled"); }
}
