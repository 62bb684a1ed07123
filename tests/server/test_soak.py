"""A server at twice its capacity: nothing breaks, everybody gets an answer or a refusal, and memory stays."""

import asyncio
import json
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from reasoner.errors import ModelError
from reasoner.models import registry
from reasoner.server.load import Load, offer
from reasoner.server.load_figures import Figures, figures
from reasoner.server.spawned import Spawned, spawned

PIPELINE = """
about: One short sample.
stages:
  - {stage: think, mode: direct, preset: factual, max_tokens: 16}
  - {stage: vote, by: majority}
"""
WORKERS, QUEUE = 4, 24
SLACK = 2.5
"""Seconds beyond its deadline that an answer may take: the server waits two for a run that ends late."""
GROWTH = 1.05


@dataclass(frozen=True)
class Plan:
    """How long the server is put under load."""

    embedded: bool
    """Ask the embedded model, and not a slow one that follows a script."""
    deadline: float
    seconds: float
    first: float
    """Seconds in which memory may still grow."""
    trial: float
    """Seconds in which the capacity is found out."""


class Slow(BaseHTTPRequestHandler):
    """A model behind OpenAI's API that thinks for a fifth of a second about everything."""

    def do_GET(self) -> None:
        self._send("application/json", b'{"data": []}')

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(0.2)
        choice = {"index": 0, "delta": {"content": "The answer is 4."}, "finish_reason": "stop"}
        self._send(
            "text/event-stream", b"data: %b\n\ndata: [DONE]\n\n" % json.dumps({"choices": [choice]}).encode()
        )

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def model(plan: Plan) -> Iterator[str]:
    """What the server is to open."""
    if plan.embedded:
        try:
            yield str(registry.locate("smollm2-135m").path)
        except ModelError as error:
            pytest.skip(str(error))
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # requests that were given up
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"openai:slow@http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def rss(pid: int) -> int:
    """Bytes of memory that the process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def capacity(server: Spawned, seconds: float) -> float:
    """Results a second, when as many ask as are answered at a time."""
    load = Load(server.url, [{"question": "How many legs has a dog?"}], clients=WORKERS, seconds=seconds)
    return figures(*asyncio.run(offer(load))).requests_per_second


def under_load(server: Spawned, rate: float, plan: Plan) -> tuple[Figures, list[tuple[float, int]]]:
    """Streams and plain requests, one in four with little time; and the memory meanwhile."""
    memory: list[tuple[float, int]] = []

    def watch(replies: object, seconds: float) -> None:
        memory.append((seconds, rss(server.pid)))

    short = plan.deadline / 8
    bodies = [
        {
            "question": f"How many legs have {n} dogs?",
            "stream": n % 2 == 0,
            "seconds": short if n % 4 == 3 else plan.deadline,
        }
        for n in range(8)
    ]
    load = Load(server.url, bodies, rate=rate, seconds=plan.seconds, timeout=plan.deadline + 30)
    return figures(*asyncio.run(offer(load, watch))), memory


def counted(server: Spawned) -> dict[str, float]:
    """What the server says of itself, summed up over labels."""
    text = httpx.get(f"{server.url}/metrics", trust_env=False).text
    totals: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            key = f"{sample.name} {sample.labels.get('reason', '')}".strip()
            totals[key] = totals.get(key, 0) + sample.value
    return totals


SHORT = Plan(embedded=False, deadline=4.0, seconds=28.0, first=6.0, trial=2.0)
LONG = Plan(embedded=True, deadline=16.0, seconds=600.0, first=60.0, trial=30.0)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("plan", [SHORT, pytest.param(LONG, marks=[pytest.mark.soak, pytest.mark.model])])
def test_a_server_at_twice_its_capacity_answers_or_refuses_everybody(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "brief.yaml").write_text(PIPELINE)
    with model(plan) as opened:
        options = ("--workers", str(WORKERS), "--queue", str(QUEUE), "--seconds", str(plan.deadline))
        with spawned([str(tmp_path / "brief.yaml"), "--model", opened, *options]) as server:
            most = capacity(server, plan.trial)
            before = counted(server)
            found, memory = under_load(server, 2 * most, plan)
            told = {key: value - before.get(key, 0) for key, value in counted(server).items()}

    print(f"capacity {most:.1f}/s; {found}; memory {memory[0][1]} to {memory[-1][1]}")
    # Everybody got an answer or a refusal, and the server counts them as they do.
    assert found.failed == {}
    assert {"queue_full", "deadline"} == set(found.refused)
    assert told["reasoner_requests_total"] == found.done
    assert told["reasoner_refused_total queue_full"] == found.refused["queue_full"]
    assert told["reasoner_refused_total deadline"] == found.refused["deadline"]
    assert told["reasoner_asked_total"] == found.asked
    assert told["reasoner_queue_length"] == told["reasoner_running"] == 0
    # Whoever was let in was answered in time, at about the rate of before.
    assert found.latency is not None
    assert found.latency.p99 <= plan.deadline + SLACK
    assert found.requests_per_second >= most / 2
    # Memory stays, once there was time to fill what is kept.
    grown = max(size for seconds, size in memory if seconds <= plan.first)
    assert statistics.median(size for _, size in memory[-10:]) <= GROWTH * grown
