"""How long a decided answer takes on the local engine: stopped early, and after all samples.

    python evals/benchmarks/deciding.py [--repeat N] [--stop-at P] [--json]

Six short questions from easy to hard go through `think` (chains of thought, at most 16 samples of 128
tokens), with `stop_at` and without. llama-cpp-python, which draws samples one after another, takes part where
it is installed, stopped by the same rule and not. The ways are interleaved, each starts with a prompt that
nobody has read yet, and the medians are compared. Tokens include those of samples that were cancelled.
A small model disagrees with itself about all but the easiest questions, so that there is less to save.
"""

import argparse
import importlib.util
import json
import os
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from reasoner import prompts
from reasoner.models import registry
from reasoner.models.model import Completion, Model, Request, Watch
from reasoner.prompts import Prompt
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stages.think import Think
from reasoner.state import State

SAMPLES, TOKENS, CONTEXT = 16, 128, 512
QUESTIONS = (
    "What is 2 plus 3?",
    "A pen costs 2 dollars. How much do 4 pens cost?",
    "Lena has 12 stickers and gives 5 away. How many stickers are left?",
    "A box holds 6 pens. Mia buys 3 boxes. How many pens does she have?",
    "A farmer has 3 fields with 8 trees each, and cuts down 6 trees. How many trees are left?",
    "A jacket costs 80 dollars. It is reduced by 25 percent, and then a tax of 10 percent is added. "
    "What does it cost?",
)


@dataclass(frozen=True, slots=True)
class Spent:
    """What one question took."""

    seconds: float
    """On the clock."""
    processor: float
    """Seconds of processor time, which other work on the machine hardly moves."""
    samples: float
    """Samples that the decision used."""
    tokens: float
    """Tokens that were generated, cancelled samples included."""


class OneAfterAnother:
    """llama-cpp-python as a model: it keeps the prompt and draws the samples in turn."""

    window = CONTEXT
    calls_functions = False
    hash = None
    name = identity = "llama-cpp-python"

    def __init__(self, path: Path, threads: int) -> None:
        import llama_cpp

        self._model: Any = llama_cpp.Llama(
            str(path), n_ctx=CONTEXT, n_threads=threads, n_threads_batch=threads, verbose=False
        )

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """A sample begins when the one before it was taken and more are wanted."""
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        names = {"temperature", "top_k", "top_p", "min_p", "repeat_penalty", "max_tokens"}
        draw = request.sampling.model_dump(include=names)
        start, started, tokens = time.perf_counter(), 0, 0
        try:
            for seed in range(request.sampling.seed, request.sampling.seed + request.sampling.n):
                started += 1
                reply = self._model.create_chat_completion(messages, seed=seed, **draw)
                choice, used = reply["choices"][0], reply["usage"]["completion_tokens"]
                tokens += used
                yield Completion(
                    text=choice["message"]["content"],
                    tokens=used,
                    logprob=None,
                    finish_reason="length" if choice["finish_reason"] == "length" else "stop",
                    seed=seed,
                    seconds=time.perf_counter() - start,
                )
        finally:
            watch.on_spent(started, 0, tokens)

    def count_tokens(self, text: str) -> int:
        """By the model's own tokens."""
        return len(self._model.tokenize(text.encode()))

    def close(self) -> None:
        """Frees the model."""
        self._model.close()


def stage(number: int, stop_at: float | None) -> Think:
    """`think` with the bundled prompt, which begins differently for each number, so that no cache has it."""
    text = prompts.read("cot.txt", None).text.replace("[system]\n", f"[system]\nCase {number}. ", 1)
    keys = {"samples": SAMPLES, "max_tokens": TOKENS, "stop_at": stop_at}
    return Think.model_validate({"mode": "cot", "prompt": Prompt("cot.txt", text), **keys})


def decide(runtime: Runtime, model: Model, question: str, number: int, stop_at: float | None) -> Spent:
    """Thinks about the question once."""
    context = replace(runtime.context(seed=1 + number), models={"default": model})
    think = stage(number, stop_at)
    start, start_processor = time.perf_counter(), time.process_time()
    drawn = think.run(State(question), context).candidates
    seconds, processor = time.perf_counter() - start, time.process_time() - start_processor
    return Spent(seconds, processor, len(drawn), context.meter.usage.completion_tokens)


Ways = Mapping[str, tuple[Model, float | None]]


def measure(runtime: Runtime, ways: Ways, repeat: int) -> dict[str, tuple[Spent, ...]]:
    """Medians by way, for each question."""
    found: dict[str, list[list[Spent]]] = {way: [[] for _ in QUESTIONS] for way in ways}
    number = 0
    for model, stop_at in ways.values():  # only warms up
        decide(runtime, model, QUESTIONS[0], number := number + 1, stop_at)
    for _ in range(repeat):
        for i, question in enumerate(QUESTIONS):
            for way, (model, stop_at) in ways.items():
                number += 1
                found[way][i].append(decide(runtime, model, question, number, stop_at))
    return {way: tuple(map(_median, rows)) for way, rows in found.items()}


def _median(spent: Sequence[Spent]) -> Spent:
    return Spent(*(statistics.median(getattr(one, name) for one in spent) for name in Spent.__slots__))


def total(spent: Sequence[Spent]) -> Spent:
    """What all questions took together."""
    return Spent(*(sum(getattr(one, name) for one in spent) for name in Spent.__slots__))


def table(medians: Mapping[str, Sequence[Spent]], stopped: str) -> Iterator[str]:
    """The lines: each question by each way, then all of them; the ratios are to the way `stopped`."""
    for i, question in enumerate((*QUESTIONS, "All")):
        yield question
        rows = {way: [*spent, total(spent)][i] for way, spent in medians.items()}
        for way, one in rows.items():
            clock, processor = one.seconds / rows[stopped].seconds, one.processor / rows[stopped].processor
            yield (
                f"  {way:32} {one.seconds:8.2f} s {clock:6.2f}x {one.processor:8.2f} s processor"
                f" {processor:6.2f}x {one.samples:6.1f} samples {one.tokens:7.0f} tokens"
            )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument("--stop-at", type=float, default=0.95, help="as in think (default: 0.95)")
    parser.add_argument("--model", default="smollm2-135m", help="a model of the local engine")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    stopped, level = f"reasoner, stop_at {options.stop_at:g}", options.stop_at
    settings = Settings.load(model=options.model, threads=options.threads, context=CONTEXT)
    with Runtime(settings) as runtime:
        ours = runtime.models["default"]
        ways: dict[str, tuple[Model, float | None]] = {
            stopped: (ours, level),
            f"reasoner, all {SAMPLES}": (ours, None),
        }
        if importlib.util.find_spec("llama_cpp"):
            peer: Model = OneAfterAnother(registry.locate(options.model).path, options.threads)
            ways[f"llama-cpp-python, stop_at {level:g}"] = (peer, level)
            ways[f"llama-cpp-python, all {SAMPLES}"] = (peer, None)
        medians = measure(runtime, ways, options.repeat)
    if options.json:
        print(json.dumps({way: [asdict(one) for one in spent] for way, spent in medians.items()}))
        return
    print("\n".join(table(medians, stopped)))
    if len(ways) == 2:
        print("llama-cpp-python is not installed: not compared")


if __name__ == "__main__":
    main()
