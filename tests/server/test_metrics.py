"""What Prometheus reads, by its own parser."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest
from prometheus_client.parser import text_string_to_metric_families

from reasoner.errors import ModelError
from reasoner.models.model import Completion, Measures, Model, Request, Watch
from reasoner.models.scripted import Scripted
from reasoner.pipeline import make_pipeline
from reasoner.result import Result
from reasoner.server.metrics import Metrics
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import Abstained
from support import context

MEASURES = Measures(200, 2.0, 90, 3.0, used=40, room=4096, cache_bytes=1 << 20)


@dataclass(frozen=True)
class Engine:
    """A model whose engine counts, unless it is closed."""

    name: str = "scripted"
    closed: bool = False
    inner: Scripted = field(default_factory=lambda: Scripted.saying("x"))
    hash: str | None = None
    window: int | None = 100
    identity: str = "engine"
    calls_functions: bool = False

    def measures(self) -> Measures:
        if self.closed:
            raise ModelError("the model is closed; open it again.")
        return MEASURES

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        return self.inner.generate(request, watch)

    def count_tokens(self, text: str) -> int:
        return self.inner.count_tokens(text)

    def close(self) -> None: ...


def result(samples: int = 8) -> Result:
    """Of a run in which a few of the samples are enough."""
    stages = [Think(samples=samples, stop_at=0.95), Vote(), Accept(min_confidence=0)]
    return make_pipeline("math", stages).run("What is 2 + 2?", context=context("The answer is 4."))


def told(metrics: Metrics) -> dict[str, float]:
    """Every sample that Prometheus would store, as `name{label=value,...}`."""
    families = text_string_to_metric_families(metrics.text().decode())
    return {
        f"{sample.name}{{{','.join(f'{key}={value}' for key, value in sorted(sample.labels.items()))}}}": sample.value
        for family in families
        for sample in family.samples
    }


def test_a_finished_run_is_counted_with_what_it_spent_and_saved() -> None:
    metrics, run = Metrics({"math"}, lambda: [Engine()]), result()
    metrics.learn()
    metrics.asked("math")
    metrics.finished("math", run, 0.4)
    found, saved = told(metrics), run.ledgers[0]
    assert found["reasoner_requests_total{outcome=answered,pipeline=math}"] == 1
    assert found["reasoner_completion_tokens_total{pipeline=math}"] == run.usage.completion_tokens > 0
    assert found["reasoner_samples_saved_total{pipeline=math}"] == saved.samples > 0
    assert found["reasoner_tokens_saved_total{pipeline=math}"] == saved.tokens > 0
    spent = run.usage.prompt_tokens + run.usage.completion_tokens
    assert found["reasoner_window_used_ratio_sum{pipeline=math}"] == pytest.approx(spent / 100)


def test_abstentions_are_counted_by_the_kind_of_reason_and_failures_apart() -> None:
    metrics, run = Metrics({"math"}), result()
    abstained = replace(run, state=replace(run.state, outcome=Abstained("too unsure.", code="unsure")))
    metrics.finished("math", abstained, 0.1)
    metrics.failed("math", 0.1)
    found = told(metrics)
    assert found["reasoner_abstentions_total{pipeline=math,reason=unsure}"] == 1
    assert found["reasoner_requests_total{outcome=abstained,pipeline=math}"] == 1
    assert found["reasoner_requests_total{outcome=failed,pipeline=math}"] == 1
    assert found["reasoner_request_seconds_count{pipeline=math}"] == 2


@pytest.mark.parametrize("seconds", [0.0015, 0.012, 0.4, 6.0, 90.0])
def test_a_bucket_tells_a_time_to_two_thirds(seconds: float) -> None:
    metrics = Metrics({"math"})
    metrics.failed("math", seconds)
    metrics.first_token("math", seconds)
    found = told(metrics)
    for name in ("request_seconds", "first_token_seconds"):
        bounds = [
            float(match[1])
            for key, value in found.items()
            if (match := re.fullmatch(rf"reasoner_{name}_bucket{{le=([\d.]+),pipeline=math}}", key)) and value
        ]
        assert seconds <= min(bounds) <= seconds * 5 / 3


def test_labels_are_the_names_that_are_known_whatever_others_name() -> None:
    metrics = Metrics({"math"})
    for i in range(100):
        metrics.asked(f"Who is Anna {i}?")
        metrics.refused(f"no pipeline Anna {i}")
        metrics.failed(f"Anna {i}", 1)
    metrics.refused("queue_full")
    text, found = metrics.text().decode(), told(metrics)
    assert "Anna" not in text
    assert (
        found["reasoner_asked_total{pipeline=other}"] == found["reasoner_refused_total{reason=other}"] == 100
    )
    assert found["reasoner_refused_total{reason=queue_full}"] == 1


def test_gauges_tell_what_is_now() -> None:
    metrics = Metrics()
    metrics.waiting(5)
    metrics.running(8)
    metrics.waiting(2)
    found = told(metrics)
    assert (found["reasoner_queue_length{}"], found["reasoner_running{}"]) == (2, 8)
    assert found["process_resident_memory_bytes{}"] > 1e6


def test_an_engine_is_asked_when_the_metrics_are_read_and_one_that_cannot_tell_has_no_lines() -> None:
    models: list[Model] = [Engine("counts"), Engine("closed", closed=True), Scripted.saying("x")]
    metrics = Metrics((), lambda: models)
    found = {key: value for key, value in told(metrics).items() if key.startswith("reasoner_engine")}
    assert {key.partition("{")[2] for key in found} == {"model=counts}"}
    assert found["reasoner_engine_prefill_tokens_per_second{model=counts}"] == 100
    assert found["reasoner_engine_decode_tokens_per_second{model=counts}"] == 30
    assert found["reasoner_engine_decode_tokens_total{model=counts}"] == 90
    assert found["reasoner_engine_kv_cache_bytes{model=counts}"] == 1 << 20
    assert found["reasoner_engine_window_tokens_used{model=counts}"] == 40


def test_names_are_as_prometheus_wants_them() -> None:
    metrics = Metrics({"math"}, lambda: [Engine()])
    metrics.finished("math", result(), 0.4)
    for family in text_string_to_metric_families(metrics.text().decode()):
        if family.name.startswith("reasoner") and not family.name.endswith("_created"):
            assert re.fullmatch(r"reasoner_[a-z_]+", family.name)
            assert family.documentation.endswith(".")
            assert not family.name.endswith(("_total", "_ms", "_count", "_millis"))


@pytest.mark.parametrize(
    "name",
    [
        "reasoner_requests_total", "reasoner_request_seconds_bucket", "reasoner_first_token_seconds_bucket",
        "reasoner_engine_prefill_tokens_per_second", "reasoner_engine_decode_tokens_per_second",
        "reasoner_window_used_ratio_bucket", "reasoner_queue_length", "process_resident_memory_bytes",
        "reasoner_engine_kv_cache_bytes", "reasoner_samples_saved_total", "reasoner_abstentions_total",
    ],
)  # fmt: skip
def test_what_has_to_be_watched_is_there(name: str) -> None:
    metrics, run = Metrics({"math"}, lambda: [Engine()]), result()
    metrics.learn()
    metrics.first_token("math", 0.1)
    metrics.finished("math", run, 0.4)
    metrics.finished("math", replace(run, state=replace(run.state, outcome=Abstained("no."))), 0.4)
    assert any(key.partition("{")[0] == name for key in told(metrics))


def test_no_run_waits_for_a_model_to_say_its_window() -> None:
    asked: list[str] = []

    def models() -> list[Model]:
        asked.append("models")
        return [Engine()]

    metrics = Metrics({"math"}, models)
    metrics.learn()
    metrics.finished("math", result(), 0.4)
    assert asked == ["models"]
