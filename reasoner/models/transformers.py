"""Any causal language model of Hugging Face transformers: a hub repository, a folder, or a GGUF file."""

import contextlib
import hashlib
import io
import json
import os
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # torch's threads would spin on a busy machine

import torch
import transformers
from jinja2 import TemplateError

from reasoner.errors import InputError, ModelError, one_line
from reasoner.models.functions import named_turns, refuse_functions, tools
from reasoner.models.model import Completion, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.models.tool_call_tags import writes_tags
from reasoner.models.transformers_draw import Drawing

transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()

BITS = {"": None, "bits=4": 4, "bits=8": 8}
"""What may follow a "?" in the name of a model."""


class Transformers:
    """A model and its tokenizer, on the GPU where there is one.

    Sample i draws from a generator of its own, seeded with seed + i: it does not depend on what the other
    samples draw, and the same request gives the same text again on the same machine. Asked for together with
    another number of samples a text may differ, where rounding tips a token. With `beams` the samples are the
    best texts that the search found, in order; they have no seed, and are not streamed.
    One request is worked on at a time.
    """

    def __init__(self, model: Any, tokenizer: Any, name: str, digest: str | None = None) -> None:
        """`model` and `tokenizer` as transformers loads them, the model on its device."""
        self.name = name
        self.hash = digest
        self.identity = digest or name
        self._model = model
        self._tokenizer = tokenizer
        self._lock = threading.Lock()

    @classmethod
    def open(cls, rest: str, *, offline: bool) -> "Transformers":
        """The model in a hub repository, a folder or a .gguf file; "?bits=4" or "?bits=8" loads fewer bits.

        Weights have 32 bits on a CPU and those of the file on a GPU, unless `bits` says otherwise.
        Raises: ModelError, when there is none or it cannot be loaded.
        """
        name = f"transformers:{rest}"
        target, _, query = rest.partition("?")
        if query not in BITS or not target:
            raise ModelError(
                f"{name}: write REPO, FOLDER or FILE.gguf, with ?bits=4 or ?bits=8 for fewer bits."
            )
        path = Path(target).expanduser()
        gguf = path if path.suffix == ".gguf" else None
        if gguf is not None and not gguf.is_file():
            raise ModelError(f"{name}: no such file; mend the path.")
        if gguf is not None and query:
            raise ModelError(f"{name}: a GGUF file has its bits already; leave '?{query}' out.")
        where: dict[str, Any] = {"local_files_only": offline}
        if gguf is not None:
            target, where["gguf_file"] = str(gguf.parent), gguf.name
        elif path.is_dir():
            target = str(path)
        try:
            with contextlib.redirect_stderr(io.StringIO()):  # progress bars that know no switch
                tokenizer = transformers.AutoTokenizer.from_pretrained(target, **where)
                model = transformers.AutoModelForCausalLM.from_pretrained(
                    target, **where, **_weights(name, BITS[query])
                )
        except ModelError:
            raise
        except Exception as error:
            hint = (
                " Without the setting offline it would be looked for on the hub."
                if offline and not path.exists()
                else ""
            )
            raise ModelError(f"{name}: cannot be loaded: {one_line(str(error), 200)}{hint}") from None
        torch.set_num_threads(
            max(1, (os.cpu_count() or 1) // 2)
        )  # more of them wait for each other when busy
        model = model if query else model.to(_device())
        return cls(model.eval(), tokenizer, name, _sha256(gguf) if gguf else None)

    @property
    def calls_functions(self) -> bool:
        """Its chat template has functions, and calls in tags as `read_tags` knows them."""
        known = self._tokenizer.chat_template or ""
        return any(map(writes_tags, known.values() if isinstance(known, dict) else [known]))

    @property
    def window(self) -> int | None:
        """What the model's configuration says."""
        config = self._model.config.get_text_config()
        sizes = (
            getattr(config, name, None) for name in ("max_position_embeddings", "n_positions", "max_seq_len")
        )
        return next((size for size in sizes if isinstance(size, int) and size > 0), None)

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """Samples by index, drawn in waves. Closing the iterator stops the work at the next token."""
        refuse_functions(self, request)
        _check(self.name, request.sampling)
        prompt = self._encode(request)
        length = prompt.shape[1]
        room = request.sampling.max_tokens if self.window is None else self.window - length
        if room < 1:
            raise InputError(
                f"the prompt has {length} tokens, and {self.name} takes {self.window}; shorten it."
            )
        tokens = min(room, request.sampling.max_tokens)
        drawing = Drawing(self._model, self._tokenizer, self._lock, request, prompt, tokens, watch)
        worker = threading.Thread(target=drawing.run, name=self.name, daemon=True)
        worker.start()
        try:
            for _ in range(request.sampling.n):
                ended = drawing.next()
                if ended is None:
                    return
                if isinstance(ended, Exception):
                    raise ModelError(
                        f"{self.name}: {type(ended).__name__}: {one_line(str(ended), 200)}"
                    ) from ended
                yield ended
        finally:
            drawing.stop.set()
            if drawing.begun:
                worker.join()
            drawn = sum(sample.drawn for sample in drawing.samples)
            watch.on_spent(len(drawing.samples), length * len(drawing.samples), drawn)

    def count_tokens(self, text: str) -> int:
        """As the model's tokenizer counts, without special tokens."""
        return len(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def close(self) -> None:
        """Drops the weights."""
        self._model = None
        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _encode(self, request: Request) -> torch.Tensor:
        """The prompt's tokens, of shape (1, length): by the chat template, else the texts in a row."""
        tokenizer, plain = self._tokenizer, not self._tokenizer.chat_template
        if plain:
            text = "\n\n".join(message.content for message in request.messages)
        else:
            functions = {"tools": tools(request.functions)} if request.functions else {}
            try:
                text = tokenizer.apply_chat_template(
                    _turns(request), **functions, tokenize=False, add_generation_prompt=True
                )
            except TemplateError as error:
                reason = one_line(str(error), 200)
                raise ModelError(f"{self.name}: its chat template refuses the prompt: {reason}") from None
        tokens = tokenizer(text, add_special_tokens=plain, return_tensors="pt")["input_ids"]
        return tokens.long().to(self._model.device)


def _turns(request: Request) -> list[dict[str, Any]]:
    """The messages for a chat template, which wants arguments as objects."""
    turns = named_turns(request.messages)
    for call in (call for turn in turns for call in turn.get("tool_calls", ())):
        call["function"]["arguments"] = json.loads(call["function"]["arguments"])
    return turns


def _check(name: str, sampling: Sampling) -> None:
    for unknown in ("grammar", "json_schema"):
        if getattr(sampling, unknown) is not None:
            raise ModelError(f"{name}: cannot keep to a {unknown}; leave it out, or use a local GGUF model.")
    if sampling.beams > 1 and sampling.n > sampling.beams:
        raise ModelError(
            f"{name}: {sampling.beams} beams give no {sampling.n} samples; set n to at most {sampling.beams}."
        )


def _device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def _weights(name: str, bits: int | None) -> dict[str, Any]:
    """How many bits to load, as `from_pretrained` wants to hear it."""
    if bits is None:
        return {"dtype": "auto" if _device() == "cuda" else torch.float32}
    if find_spec("bitsandbytes") is None:
        raise ModelError(
            f"{name}: {bits}-bit weights need a package that is missing; run: pip install bitsandbytes"
        )
    fewer = transformers.BitsAndBytesConfig(load_in_4bit=bits == 4, load_in_8bit=bits == 8)
    return {"quantization_config": fewer, "device_map": {"": _device()}}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
