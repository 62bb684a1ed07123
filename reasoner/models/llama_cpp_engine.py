"""llama.cpp's server in this process, through xllamacpp: requests in, chunks out, nothing left running."""

import ctypes
import os
import secrets
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import httpx

from reasoner.errors import InputError, ModelError, one_line
from reasoner.models.functions import named_turns, tools
from reasoner.models.gguf import Header
from reasoner.models.model import Request

# Threads that spin while they wait slow generation a hundredfold on a busy machine; read at import.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
import xllamacpp

KvCache = Literal["f16", "q8_0", "q4_0"]
Chunk = Mapping[str, Any]

SLOTS = (8, 4, 2, 1)
"""Numbers of samples that may be drawn together, by preference."""
PREFILL_BATCH = 256
"""Prompt tokens that are read at a stretch; a cancellation is seen between two of them."""
SHORT_BATCH = 64
"""The same where requests wait for each other on a processor, which reads that many as fast."""


def prompt_of(request: Request) -> dict[str, Any]:
    """The fields of a body that make up the prompt."""
    functions = {"tools": tools(request.functions)} if request.functions else {}
    return {"messages": named_turns(request.messages), **functions}


def slots_that_fit(header: Header, context: int, kv_cache: KvCache, available: int | None) -> int:
    """How many samples may be drawn together: each has room for `context` tokens of its own.

    More than one must leave a quarter of the available memory free; `available` None means unknown.
    Raises: ModelError with the numbers, when the memory is not enough even for one.
    """
    if available is None:
        return SLOTS[0]
    for slots in SLOTS:
        needed = header.size + header.cache_bytes(slots * context, kv_cache)
        if needed <= (0.75 if slots > 1 else 1.0) * available:
            return slots
    cache = header.cache_bytes(context, kv_cache)
    raise ModelError(
        f"the model needs {_gb(header.size)} and {_gb(cache)} for a context of {context} tokens, "
        f"but {_gb(available)} of memory is available; set a smaller context or kv_cache q8_0, or take "
        "another model."
    )


def _gb(size: int) -> str:
    return f"{size / 1e9:.1f} GB"


def available_memory() -> int | None:
    """Bytes that can be taken without swapping, container limits counted in; None if unknown."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return None
    group = Path("/sys/fs/cgroup")
    try:
        limit = int((group / "memory.max").read_text())
        used = int((group / "memory.current").read_text())
        stat = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
        return min(free, limit - used + int(stat["inactive_file"]))
    except (OSError, ValueError, KeyError):
        return free


@dataclass(frozen=True, slots=True)
class Layout:
    """How the model is laid out in memory."""

    context: int
    """Tokens of one prompt with one answer."""
    slots: int
    """Samples that may be drawn together."""
    threads: int
    kv_cache: KvCache
    gpu_layers: int
    cache_bytes: int
    """Memory of the key-value cache."""
    batch: int = PREFILL_BATCH
    """Prompt tokens that are read at a stretch; in the mode "reproducible" texts depend on it."""


class Engine:
    """One loaded model. All methods may be called from several threads."""

    def __init__(self, path: Path, layout: Layout) -> None:
        """Loads the model.

        Raises: ModelError, when the engine cannot.
        """
        self.path = path
        self._process = os.getpid()
        self._idle = threading.Condition()
        self._running = 0
        self._closed = False
        # The engine insists on being a server: on a unix socket in a folder of our own it has no port.
        short = None if len(tempfile.gettempdir()) < 60 else "/tmp"
        self._folder = tempfile.mkdtemp(prefix="reasoner-", dir=short)
        key = secrets.token_hex(16)
        try:
            self._server = xllamacpp.Server(_parameters(path, layout, f"{self._folder}/x.sock", key))
        except (RuntimeError, ValueError) as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise ModelError(
                f"the engine cannot load {path}: {one_line(str(error), 100)}; the file is damaged, or of a "
                "kind that this version of xllamacpp does not know. Download it again, or take another."
            ) from None
        self._http = httpx.Client(
            # A connection that is kept holds one of the server's threads for seconds, and others wait for it.
            transport=httpx.HTTPTransport(
                uds=f"{self._folder}/x.sock", limits=httpx.Limits(max_keepalive_connections=0)
            ),
            base_url="http://engine",
            headers={"Authorization": f"Bearer {key}"},
            timeout=60,
        )
        # A server that is dropped before its first request may hang.
        hello = {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 1}
        try:
            self.stream(hello, lambda chunk: None, lambda: False)
        except BaseException:
            self.close()
            raise

    def stream(
        self, request: Mapping[str, Any], take: Callable[[Chunk], None], stop: Callable[[], bool]
    ) -> None:
        """Runs a chat completion on this thread and hands its chunks to `take`, until `stop` says so.

        Raises: ModelError or InputError for what the engine refuses; whatever `take` and `stop` raise.
        """
        failures: list[BaseException] = []

        def callback(chunk: Chunk) -> bool:
            # The engine swallows exceptions, and keyboard interrupts with them: keep them, and end.
            try:
                if self._closed or stop():
                    return True
                if "error" in chunk:
                    raise _refusal(chunk["error"])
                take(chunk)
            except BaseException as error:
                failures.append(error)
                return True
            return False

        with self._call():
            try:
                self._server.handle_chat_completions(
                    dict(request) | {"stream": True, "return_progress": True}, callback
                )
            except (RuntimeError, ValueError) as error:
                failures.append(
                    _refusal({"message": str(error), "code": 400 if isinstance(error, ValueError) else 500})
                )
        if failures:
            raise failures[0]
        if self._closed:
            raise ModelError(f"the model {self.path.name} was closed while it generated; open it again.")

    def knows_functions(self) -> bool:
        """Whether the chat template lists functions and has calls; the engine tries it out."""
        able = self._ask("GET", "/props").get("chat_template_caps") or {}
        return bool(able.get("supports_tools") and able.get("supports_tool_calls"))

    def count_prompt(self, request: Request) -> int:
        """Tokens of what the chat template makes of it. Raises: InputError, when it refuses that."""
        prompt = self._ask("POST", "/apply-template", prompt_of(request))["prompt"]
        return self.count(prompt, whole_prompt=True)

    def count(self, text: str, *, whole_prompt: bool = False) -> int:
        """Tokens of the text; in a whole prompt the marks of the template count as one token each."""
        body = {"content": text, "add_special": whole_prompt, "parse_special": whole_prompt}
        return len(self._ask("POST", "/tokenize", body)["tokens"])

    def counters(self) -> Mapping[str, float]:
        """What llama.cpp counts, by its own names without "llamacpp:"; it looks between two batches."""
        with self._call():
            lines = self._server.handle_metrics().splitlines()
        pairs = (line.removeprefix("llamacpp:").split() for line in lines if line.startswith("llamacpp:"))
        return {name: float(value) for name, value in pairs}

    def _ask(self, how: str, path: str, body: Mapping[str, object] | None = None) -> dict[str, Any]:
        with self._call():
            try:
                reply = self._http.request(how, path, json=body).json()
            except (httpx.HTTPError, ValueError, UnicodeEncodeError) as error:
                raise ModelError(
                    f"the engine does not reply: {one_line(str(error))}; open the model again."
                ) from None
        if not isinstance(reply, dict) or "error" in reply:
            raise _refusal(reply.get("error") if isinstance(reply, dict) else reply)
        return reply

    @contextmanager
    def _call(self) -> Iterator[None]:
        """Keeps the engine alive while it is used."""
        if os.getpid() != self._process:
            raise ModelError("the model was opened before this process was forked off; open it again here.")
        with self._idle:
            if self._closed:
                raise ModelError(f"the model {self.path.name} is closed; open it again.")
            self._running += 1
        try:
            yield
        finally:
            with self._idle:
                self._running -= 1
                self._idle.notify_all()

    def close(self) -> None:
        """Ends what is running and frees the model; a second call does nothing."""
        if os.getpid() != self._process:
            # The engine's threads did not come along, and its destructor would wait for them for ever. The
            # library has such destructors of its own, which only os._exit passes by, as multiprocessing does.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._server))
            return
        with self._idle:
            if self._closed:
                return
            self._closed = True
            self._idle.wait_for(lambda: not self._running)
        self._http.close()
        del self._server
        shutil.rmtree(self._folder, ignore_errors=True)


def _parameters(path: Path, layout: Layout, socket: str, key: str) -> Any:
    p = xllamacpp.CommonParams()
    p.model.path = str(path)
    p.n_ctx, p.n_parallel = layout.context * layout.slots, layout.slots
    # Samples that share one cache disturb each other's rounding, and fail together when it is full.
    p.kv_unified, p.swa_full, p.cache_ram_mib = False, True, 0
    p.n_batch = p.n_ubatch = layout.batch
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = layout.threads
    p.n_gpu_layers, p.fit_params = layout.gpu_layers, False
    kind = {"f16": "GGML_TYPE_F16", "q8_0": "GGML_TYPE_Q8_0", "q4_0": "GGML_TYPE_Q4_0"}[layout.kv_cache]
    p.cache_type_k = p.cache_type_v = getattr(xllamacpp.ggml_type, kind)
    # Flash attention over f16 divides its sums among the threads: another number of them, another text.
    flash = xllamacpp.llama_flash_attn_type
    plain = layout.kv_cache == "f16"
    p.flash_attn_type = flash.LLAMA_FLASH_ATTN_TYPE_DISABLED if plain else flash.LLAMA_FLASH_ATTN_TYPE_ENABLED
    p.reasoning_format = xllamacpp.common_reasoning_format.COMMON_REASONING_FORMAT_NONE
    p.hostnames, p.api_keys, p.n_threads_http = [socket], [key], 4
    p.ui = p.endpoint_slots = p.endpoint_props = False
    p.endpoint_metrics = True
    p.verbosity = -1
    return p


def _refusal(error: object) -> ModelError | InputError:
    """What the engine says, as the exception that fits."""
    details = error if isinstance(error, dict) else {"message": str(error)}
    says = one_line(str(details.get("message", error)), 200).rstrip(".")
    if details.get("code") == 400:
        return InputError(f"the engine refuses the request: {says}. Change the prompt, grammar or schema.")
    return ModelError(f"the engine failed: {says}. Try again, or open the model with a smaller context.")
