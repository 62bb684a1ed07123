"""Samples that the embedded engine draws together, put together from the chunks of its reply."""

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from reasoner.errors import ModelError
from reasoner.models.functions import CallPieces
from reasoner.models.llama_cpp_engine import Chunk
from reasoner.models.model import Completion, FinishReason, Request

LOWEST_LOGPROB = -100.0
"""Stands for the probability zero, which the engine gives as the lowest number there is."""


@dataclass
class _Sample:
    """One sample as it grows."""

    text: str = ""
    calls: CallPieces = field(default_factory=CallPieces)
    logprobs: list[float] = field(default_factory=list)
    drawn: int = 0
    """Tokens so far, where the engine counts them aloud."""
    tokens: int = 0
    ending: str | None = None
    seconds: float = 0.0


class Wave:
    """Samples that are drawn together; `out` gets each as soon as all before it are there, then None."""

    def __init__(
        self,
        request: Request,
        first: int,
        width: int,
        start: float,
        on_token: Callable[[int, str], None],
        prompt: int = 0,
    ) -> None:
        """`prompt` is how many tokens the prompt has."""
        self.first, self.width, self.prompt = first, width, prompt
        self.unread = prompt
        """Tokens of the prompt that the engine has not read yet."""
        self.out: queue.SimpleQueue[Completion | BaseException | None] = queue.SimpleQueue()
        self._request, self._start, self._on_token = request, start, on_token
        self._samples = [_Sample() for _ in range(width)]
        self._ended = 0
        """Index of the sample whose ending was reported last: the next usage is its."""
        self._given = 0

    @property
    def tokens(self) -> int:
        """Tokens generated so far, those of unfinished samples included."""
        return sum(max(sample.tokens, sample.drawn, len(sample.logprobs)) for sample in self._samples)

    @property
    def unfinished(self) -> int:
        """Samples that have not ended."""
        return sum(sample.ending is None for sample in self._samples)

    def take(self, chunk: Chunk) -> None:
        """A piece of the engine's reply."""
        progress = chunk.get("prompt_progress")
        self.unread = progress["total"] - progress["processed"] if progress else 0
        for choice in chunk["choices"]:
            i, sample = choice["index"], self._samples[choice["index"]]
            probabilities = (choice.get("logprobs") or {}).get("content") or ()
            sample.logprobs += [max(token["logprob"], LOWEST_LOGPROB) for token in probabilities]
            sample.drawn = (chunk.get("timings") or {}).get("predicted_n", sample.drawn)
            sample.calls.add(choice["delta"].get("tool_calls") or ())
            if text := choice["delta"].get("content"):
                sample.text += text
                self._on_token(self.first + i, text)
            if choice["finish_reason"]:
                sample.ending, self._ended = choice["finish_reason"], i
        if "usage" in chunk:
            # Each sample ends with its own usage; tokens inside a character come without log-probability.
            ended = self._samples[self._ended]
            ended.tokens, ended.seconds = (
                chunk["usage"]["completion_tokens"],
                time.perf_counter() - self._start,
            )
            self._give()

    def end(self, stopped: bool) -> None:
        """Raises: ModelError, when the engine left a sample unfinished although nobody stopped it."""
        if self._given < self.width and not stopped:
            raise ModelError(
                f"the engine ended without finishing sample {self.first + self._given}; try again, or with "
                "a smaller context."
            )

    def _give(self) -> None:
        while self._given < self.width and self._samples[self._given].tokens:
            self.out.put(self._completion(self._given))
            self._given += 1

    def _completion(self, i: int) -> Completion:
        sample = self._samples[i]
        reason: FinishReason = "length" if sample.ending == "length" else "stop"
        mean = sum(sample.logprobs) / len(sample.logprobs) if sample.logprobs else None
        index = self.first + i
        # The engine makes its ids up at random: they would differ from run to run.
        calls = sample.calls.calls(self._request, index, keep_ids=False)
        seed = self._request.sampling.seed + index
        return Completion(sample.text, sample.tokens, mean, reason, seed, sample.seconds, calls=calls)
