"""What an OpenAI-compatible server streams back, read into completions."""

import json
import math
import queue
import re
import time
from collections.abc import AsyncIterator, Callable, Collection, Container
from dataclasses import dataclass, field
from typing import Any

import httpx

from reasoner.errors import ModelError, one_line
from reasoner.models.functions import CallPieces, written
from reasoner.models.model import Completion, Request, Watch


class Malformed(ValueError):
    """The server sent something else than the API promises."""


async def read_events(response: httpx.Response) -> AsyncIterator[dict[str, Any]]:
    """The JSON objects of a stream of server-sent events, or the one object of a plain answer.

    Raises: Malformed. Lines end at "\\n" alone: a JSON text may hold the other line breaks of Unicode.
    """
    if "json" in response.headers.get("content-type", ""):
        yield _event(await response.aread())
        return
    rest = b""
    async for block in response.aiter_bytes():
        *lines, rest = (rest + block).split(b"\n")
        for line in lines:
            field_name, _, data = line.partition(b":")
            if field_name in (b"data", b"error") and data.strip() != b"[DONE]":
                yield _event(data)


def _event(data: bytes) -> dict[str, Any]:
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise Malformed(one_line(data.decode("utf-8", "replace"), 80))
    return event


def complaint(response: httpx.Response) -> str:
    """The message in a server's refusal, however it is wrapped."""
    try:
        return _message(response.json())
    except (ValueError, RecursionError):
        return one_line(response.text, 200) or "no reason given"


def _message(refusal: object) -> str:
    while isinstance(refusal, dict):
        refusal = next(
            (refusal[key] for key in ("error", "message", "detail") if key in refusal), str(refusal)
        )
    return one_line(str(refusal), 200).rstrip(".")


def field_at_fault(response: httpx.Response, names: Collection[str], sent: Container[str]) -> str | None:
    """The field of the request that a refusal names, in its "param" or else in its text."""
    try:
        parameter = response.json()["error"]["param"]
    except (ValueError, RecursionError, KeyError, TypeError):
        parameter = None
    if parameter in names:
        return str(parameter)
    words = set(re.findall(r"\w+", response.text.replace("top_logprobs", "logprobs")))
    return next((name for name in names if name in words and name in sent), None)


def refuses_tools(response: httpx.Response) -> bool:
    """Whether a refusal says that there are no tools at all, and not that one of them is wrong."""
    try:
        parameter = response.json()["error"]["param"]
    except (ValueError, RecursionError, KeyError, TypeError):
        parameter = None
    if parameter is not None:
        return parameter in ("tools", "tool_choice")
    return re.search(r"\btools?\b", complaint(response), re.IGNORECASE) is not None


@dataclass
class _Sample:
    """One choice of an answer as far as it has come."""

    text: str = ""
    calls: CallPieces = field(default_factory=CallPieces)
    logprobs: list[float] = field(default_factory=list)
    finish_reason: str | None = None
    delivered: bool = False
    _thinking: bool = False

    def add(self, choice: dict[str, Any]) -> str:
        """The text that is new; what a server reports apart as reasoning stands in <think> tags."""
        delta = choice.get("delta") or choice.get("message") or {}
        thought, said = (
            delta.get("reasoning_content") or delta.get("reasoning") or "",
            delta.get("content") or "",
        )
        piece = ("" if self._thinking or not thought else "<think>") + thought
        piece += ("</think>" if said and (self._thinking or thought) else "") + said
        self._thinking = (self._thinking or bool(thought)) and not said
        self.text += piece
        self.calls.add(delta.get("tool_calls") or ())
        for token in (choice.get("logprobs") or {}).get("content") or ():
            self.logprobs.append(float(token["logprob"]))
        self.finish_reason = choice.get("finish_reason") or self.finish_reason
        return piece


class Answer:
    """The samples of one request to a model, put together from the answers of one or more HTTP requests."""

    def __init__(self, request: Request, watch: Watch, count_tokens: Callable[[str], int]) -> None:
        self.request = request
        self.ready: queue.Queue[tuple[int, Completion] | None] = queue.Queue()
        """Completions with their index, as they end; None once no more will come."""
        self.seeded = True
        """The server took the seed."""
        self._watch = watch
        self._count_tokens = count_tokens
        self._start = time.perf_counter()
        self._samples: dict[int, _Sample] = {}
        self._tokens: dict[int, int] = {}
        self._prompt_tokens = 0

    def add(self, event: dict[str, Any], first: int, size: int) -> None:
        """Takes in an event of the HTTP request for the samples first, ..., first + size - 1.

        Raises: Malformed; ModelError for an error that the server reports in the middle.
        """
        if "error" in event or "choices" not in event:
            raise ModelError(f"the server broke off: {_message(event)}")
        try:
            for choice in event["choices"]:
                index = first + int(choice.get("index") or 0)
                if first <= index < first + size:
                    self._add_choice(index, choice, alone=size == 1)
            usage = event.get("usage") or {}
            if usage:
                self._prompt_tokens += int(usage.get("prompt_tokens") or 0)
            if usage and size == 1:
                self._tokens[first] = int(usage.get("completion_tokens") or 0)
        except (TypeError, ValueError, AttributeError, KeyError) as error:
            raise Malformed(f"{type(error).__name__} in {one_line(json.dumps(event), 80)}") from None

    def _add_choice(self, index: int, choice: dict[str, Any], alone: bool) -> None:
        sample = self._samples.setdefault(index, _Sample())
        piece = sample.add(choice)
        if piece:
            self._watch.on_token(index, piece)
        if sample.finish_reason and (sample.logprobs or not alone):
            self._deliver(index)

    def end(self, first: int, size: int) -> int:
        """That HTTP request ended; says how many of its samples came.

        Raises: ModelError, when one of them was cut off.
        """
        came = [index for index in range(first, first + size) if index in self._samples]
        for index in came:
            if self._samples[index].finish_reason is None:
                raise ModelError(
                    "the stream ended in the middle of a sample; look at the server's log and ask again."
                )
            self._deliver(index)
        if came != list(range(first, first + len(came))) or not came:
            raise ModelError("the server sent no text; is it a chat model, and does it take these messages?")
        return len(came)

    def _deliver(self, index: int) -> None:
        sample = self._samples[index]
        if sample.delivered:
            return
        sample.delivered = True
        known = [value for value in sample.logprobs if math.isfinite(value)]
        completion = Completion(
            text=_whole_characters(sample.text),
            tokens=self._tokens_of(index),
            logprob=min(0.0, sum(known) / len(known)) if known else None,
            finish_reason="length" if sample.finish_reason == "length" else "stop",
            seed=self.request.sampling.seed + index if self.seeded else None,
            seconds=time.perf_counter() - self._start,
            calls=sample.calls.calls(self.request, index),
        )
        self.ready.put((index, completion))

    def _tokens_of(self, index: int) -> int:
        """Counted where the server lists them, else as it says, else an estimate."""
        sample = self._samples[index]
        said = sample.text + sample.calls.text
        return len(sample.logprobs) or self._tokens.get(index) or (self._count_tokens(said) if said else 0)

    def report_spent(self) -> None:
        """Tells the watch what it cost; the prompt's tokens are an estimate where the server did not say."""
        indexes = list(self._samples)
        prompt_tokens = self._prompt_tokens or (self._count_tokens(written(self.request)) if indexes else 0)
        self._watch.on_spent(len(indexes), prompt_tokens, sum(self._tokens_of(index) for index in indexes))


def _whole_characters(text: str) -> str:
    """The text with halves of surrogate pairs, which JSON can hold, joined or replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
