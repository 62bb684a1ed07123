"""How long 16 samples of one prompt take: our model, and `think`, against the engine asked directly.

    python evals/benchmarks/sampling.py [--repeat N] [--json]

The ways are interleaved, each starts with a prompt that nobody has read yet, and the medians of the seconds
that 2,048 tokens take are compared: a sample may end before its 128 tokens. llama-cpp-python, which draws
samples one after another, takes part where it is installed.
"""

import argparse
import importlib.util
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from reasoner.models import registry
from reasoner.models.model import Model, Request
from reasoner.models.sampling import Sampling
from reasoner.prompts import Prompt
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stage import Context
from reasoner.stages.think import Think
from reasoner.state import Message, State

SAMPLES, TOKENS, CONTEXT = 16, 128, 512
DRAW = {"temperature": 0.7, "top_k": 40, "top_p": 0.95, "min_p": 0.05, "repeat_penalty": 1.0}
STORY = (
    "A shop sells pencils in boxes of twelve and notebooks in packs of five. On Monday it sold 14 boxes "
    "and 9 packs, on Tuesday half as many boxes and twice as many packs, and on Wednesday three boxes "
    "fewer than on Monday and one pack more than on Tuesday. A box costs 3 dollars and 60 cents, a pack 7"
    " dollars and 25 cents. Every fifth customer pays with a voucher that takes 10 percent off, and 40 "
    "customers came on each of the three days. The rent of the shop is 85 dollars a day, and the owner "
    "pays one helper 11 dollars an hour for six hours a day. "
)
Way = Callable[[str], int]
"""Draws the samples for a prompt; gives the number of tokens that were generated."""


def prompt(number: int) -> str:
    """About 180 tokens that begin differently for each number, so that none is found in a cache."""
    return f"Question {number}. {STORY}How much does the shop earn in the three days? Write down every step."


def through_the_model(model: Model) -> Way:
    """`generate` of our model."""

    def draw(text: str) -> int:
        sampling = Sampling.model_validate(DRAW | {"n": SAMPLES, "max_tokens": TOKENS})
        return sum(sample.tokens for sample in model.generate(Request((Message("user", text),), sampling)))

    return draw


def through_think(context: Context) -> Way:
    """The stage `think`, which also looks for the answer in each sample."""
    stage = Think(mode="cot", prompt=Prompt("bench", "{question}"), samples=SAMPLES, max_tokens=TOKENS)

    def draw(text: str) -> int:
        return sum(candidate.tokens for candidate in stage.run(State(text), context).candidates)

    return draw


def directly(path: Path, threads: int) -> Way:
    """xllamacpp with its own settings: one request for all samples."""
    import xllamacpp

    p = xllamacpp.CommonParams()
    p.model.path, p.n_ctx, p.n_parallel = str(path), CONTEXT * SAMPLES, SAMPLES
    p.n_gpu_layers, p.verbosity = 0, -1
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = threads
    p.hostnames = [f"{tempfile.mkdtemp()}/x.sock"]
    server = xllamacpp.Server(p)

    def draw(text: str) -> int:
        asked = {"messages": [{"role": "user", "content": text}], "n": SAMPLES}
        body = DRAW | asked | {"max_tokens": TOKENS, "logprobs": True, "top_logprobs": 1}
        reply = server.handle_chat_completions(body)
        tokens = [len(choice["logprobs"]["content"]) for choice in reply["choices"]]
        return sum(tokens)

    return draw


def one_after_another(path: Path, threads: int) -> Way:
    """llama-cpp-python, which keeps the prompt and draws the samples in turn."""
    import llama_cpp

    model = llama_cpp.Llama(
        str(path), n_ctx=CONTEXT, n_threads=threads, n_threads_batch=threads, verbose=False
    )

    def draw(text: str) -> int:
        tokens = 0
        for seed in range(SAMPLES):
            reply = model.create_chat_completion(
                [{"role": "user", "content": text}], max_tokens=TOKENS, seed=seed, **DRAW
            )
            tokens += reply["usage"]["completion_tokens"]
        return tokens

    return draw


def ways(name: str, threads: int) -> dict[str, Way]:
    """The ways that can be taken on this machine."""
    path = registry.locate(name).path
    runtime = Runtime(Settings.load(model=name, threads=threads, context=CONTEXT))
    model = runtime.models["default"]
    found = {
        "xllamacpp, directly": directly(path, threads),
        "reasoner, the model": through_the_model(model),
        "reasoner, think": through_think(runtime.context()),
    }
    if importlib.util.find_spec("llama_cpp"):
        found["llama-cpp-python"] = one_after_another(path, threads)
    return found


def measure(taken: dict[str, Way], repeat: int) -> dict[str, dict[str, float]]:
    """Median seconds for 2,048 tokens by way, on the clock and of processor time."""
    clock: dict[str, list[float]] = {way: [] for way in taken}
    processor: dict[str, list[float]] = {way: [] for way in taken}
    for number in range(repeat + 1):
        for i, (way, draw) in enumerate(taken.items()):
            start, start_processor = time.perf_counter(), time.process_time()
            share = SAMPLES * TOKENS / draw(prompt(number * len(taken) + i))
            if number:  # the first round only warms up
                clock[way].append((time.perf_counter() - start) * share)
                processor[way].append((time.process_time() - start_processor) * share)
    median = statistics.median
    return {way: {"seconds": median(clock[way]), "processor": median(processor[way])} for way in taken}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=5, help="rounds that count (default: 5)")
    parser.add_argument("--model", default="smollm2-135m", help="a model of the local engine")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    medians = measure(ways(options.model, options.threads), options.repeat)
    if options.json:
        print(json.dumps(medians))
        return
    for way, spent in medians.items():
        beside = [
            f"{spent['seconds'] / medians[other]['seconds']:5.2f} x {other}"
            for other in ("xllamacpp, directly", "llama-cpp-python")
            if other in medians
        ]
        print(
            f"{way:20} {spent['seconds']:7.2f} s  {spent['processor']:7.2f} s processor  {'  '.join(beside)}"
        )
    if "llama-cpp-python" not in medians:
        print("llama-cpp-python is not installed: not compared")


if __name__ == "__main__":
    main()
