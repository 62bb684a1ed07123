"""What the server adds to a pipeline, and how much of the engine's speed its clients get.

    python evals/benchmarks/serving.py [--repeat N] [--model M] [--threads T] [--json]

1. The pipeline `math` on a question that needs no model: called in this process, and asked of a server over a
   connection that is kept; the medians are compared.
2. Eight clients that ask the pipeline `direct` at the same time and read its events as they stream, against
   xllamacpp with its own settings, given the same eight prompts, sampling and limits by eight threads. Each
   round has prompts that nobody has read yet; the medians of the tokens a second are compared. The clients
   share the machine with the server, as the threads do with the engine.

The ways take turns; all of it is measured in one run.
"""

import argparse
import asyncio
import http.client
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from reasoner.models import registry
from reasoner.models.sampling import PRESETS
from reasoner.pipeline import read_pipeline
from reasoner.runtime import Runtime
from reasoner.server.load import Load, offer
from reasoner.server.load_figures import figures
from reasoner.server.spawned import Spawned, spawned
from reasoner.settings import Settings
from reasoner.stages.think import Think

SUM = "12*(3+4)"
CLIENTS, CONTEXT = 8, 1024
CALLS = 50
"""Calls of each way in a round."""
MOST_MILLISECONDS, LEAST_SHARE = 5.0, 0.9
PLACES = (
    "a harbour",
    "a mountain village",
    "a desert",
    "an island",
    "a forest",
    "a city",
    "a ship",
    "a farm",
)
Rate = Callable[[Sequence[str]], float]
"""Tokens a second of all the questions, asked at the same time."""


def question(round_number: int, i: int) -> str:
    """One that begins like no other, so that it is found in no cache, and that asks for a long answer."""
    return (
        f"Number {round_number * CLIENTS + i}. Tell a long story about {PLACES[i]}: who lives there, what "
        "they do from morning to night, what happened to them last year, and what they hope for."
    )


def added(server: Spawned, repeat: int) -> dict[str, float]:
    """Median milliseconds of a call in this process, of one through the server, and the difference."""
    pipeline = read_pipeline("math")
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    body = json.dumps({"question": SUM, "pipeline": "math"})

    def ask() -> None:
        connection.request("POST", "/v1/answer", body, {"Content-Type": "application/json"})
        reply = connection.getresponse()
        assert json.loads(reply.read())["answer"] == "84", reply.status

    with Runtime(Settings.load()) as runtime:

        def call() -> None:
            assert pipeline.run(SUM, context=runtime.context()).answer == "84"

        times: dict[str, list[float]] = {"in process": [], "through the server": []}
        for number in range(repeat + 1):
            for way, once in (*zip(times, (call, ask), strict=True),) * CALLS:
                start = time.perf_counter()
                once()
                if number:  # the first round warms up
                    times[way].append(1000 * (time.perf_counter() - start))
    connection.close()
    medians = {way: statistics.median(found) for way, found in times.items()}
    return medians | {"added": medians["through the server"] - medians["in process"]}


def through_the_server(server: Spawned) -> Rate:
    """Clients that stream."""

    def rate(questions: Sequence[str]) -> float:
        bodies = [{"question": each, "pipeline": "direct", "stream": True} for each in questions]
        load = Load(server.url, bodies, clients=len(bodies), requests=len(bodies))
        found = figures(*asyncio.run(offer(load)))
        assert found.done == len(questions), found
        return found.tokens_per_second

    return rate


def directly(path: Path, threads: int) -> Rate:
    """xllamacpp with its own settings: a thread for each request."""
    import xllamacpp

    p = xllamacpp.CommonParams()
    p.model.path, p.n_ctx, p.n_parallel = str(path), CONTEXT * CLIENTS, CLIENTS
    p.n_gpu_layers, p.verbosity = 0, -1
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = threads
    p.hostnames = [f"{tempfile.mkdtemp()}/x.sock"]
    server = xllamacpp.Server(p)
    think = next(stage for stage in read_pipeline("direct").stages if isinstance(stage, Think))
    draw = PRESETS[think.preset] if think.preset else {}

    def one(text: str) -> int:
        tokens = 0

        def take(chunk: Mapping[str, Any]) -> bool:
            nonlocal tokens
            if usage := chunk.get("usage"):
                tokens = usage["completion_tokens"]
            return False

        messages = [{"role": each.role, "content": each.content} for each in think.prompt.fill(question=text)]
        body = draw | {"messages": messages, "max_tokens": think.max_tokens, "seed": 0}
        server.handle_chat_completions(
            body
            | {
                "stream": True,
                "stream_options": {"include_usage": True},
                "logprobs": True,
                "top_logprobs": 1,
            },
            take,
        )
        return tokens

    def rate(questions: Sequence[str]) -> float:
        start = time.perf_counter()
        with ThreadPoolExecutor(len(questions)) as pool:
            tokens = sum(pool.map(one, questions))
        return tokens / (time.perf_counter() - start)

    return rate


def rates(taken: Mapping[str, Rate], repeat: int) -> dict[str, float]:
    """Median tokens a second of each way."""
    found: dict[str, list[float]] = {way: [] for way in taken}
    for number in range(repeat + 1):
        questions = [question(number, i) for i in range(CLIENTS)]
        for way, rate in taken.items():
            tokens = rate(questions)
            if number:  # the first round warms up
                found[way].append(tokens)
    return {way: statistics.median(values) for way, values in found.items()}


def main() -> None:
    """Prints what is added, and the share of the engine's speed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=5, help="rounds that count (default: 5)")
    parser.add_argument("--model", default="smollm2-135m", help="a model of the local engine")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    os.environ |= {"REASONER_THREADS": str(options.threads), "REASONER_CONTEXT": str(CONTEXT)}
    with spawned(["math", "direct", "--model", options.model]) as server:
        milliseconds = added(server, options.repeat)
        ways = {
            "xllamacpp, directly": directly(registry.locate(options.model).path, options.threads),
            "reasoner, 8 clients": through_the_server(server),
        }
        speeds = rates(ways, options.repeat)
    engine, clients = speeds.values()
    if options.json:
        print(
            json.dumps({"milliseconds": milliseconds, "tokens_per_second": speeds, "share": clients / engine})
        )
        return
    for way, median in milliseconds.items():
        print(f"{way:20} {median:8.2f} ms")
    met = "met" if milliseconds["added"] <= MOST_MILLISECONDS else "MISSED"
    print(f"target: the server adds at most {MOST_MILLISECONDS:g} ms at the median: {met}")
    for way, speed in speeds.items():
        print(f"{way:20} {speed:8.1f} tokens/s")
    met = "met" if clients / engine >= LEAST_SHARE else "MISSED"
    print(f"share of the engine's speed: {clients / engine:.2f}; target {LEAST_SHARE:g}: {met}")


if __name__ == "__main__":
    main()
