"""What the server tells Prometheus: counts, times and sizes; never a word of a question or an answer."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Literal, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from reasoner.errors import ReasonerError
from reasoner.models.model import Measured, Measures, Model
from reasoner.result import Result
from reasoner.state import Abstained

Refusal = Literal[
    "bad_request",
    "unauthorized",
    "not_found",
    "too_large",
    "unsupported",
    "queue_full",
    "deadline",
    "shutting_down",
    "cancelled",
    "other",
]
"""Why a request got no result: its own fault, no room, no time, the server ends, or the client left."""

_STEPS = (1, 1.5, 2, 3, 5, 7.5)
SECONDS = (*(float(f"{step}e{decade}") for decade in range(-3, 2) for step in _STEPS), 100.0, 120.0)
"""Buckets of times from a millisecond to two minutes, each at most two thirds above the one before, so that
quantiles between them are off by less than that."""
RATIOS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1, 2, 4, 8, 16)
"""Buckets of the share of a window; above 1 where several samples each had one."""
OTHER = "other"


class Metrics:
    """Counts what the server does. Every method may be called from any thread."""

    def __init__(
        self, pipelines: Collection[str] = (), models: Callable[[], Iterable[Model]] = tuple
    ) -> None:
        """Labels are the names of the `pipelines` that are served, and no others: what anyone else may name
        counts as "other". `models` gives those that are open; engines are read when the metrics are."""
        self._pipelines, self._models = frozenset(pipelines), models
        self._windows: Mapping[str, int] = {}
        self._registry = registry = CollectorRegistry()
        by = ("pipeline",)

        def counter(name: str, about: str, labels: tuple[str, ...] = by) -> Counter:
            return Counter(f"reasoner_{name}", about, labels, registry=registry)

        def histogram(name: str, about: str, buckets: tuple[float, ...] = SECONDS) -> Histogram:
            return Histogram(f"reasoner_{name}", about, by, buckets=buckets, registry=registry)

        self._asked = counter("asked", "Requests that were taken in.")
        self._requests = counter(
            "requests", "Requests whose run ended, by outcome: answered, abstained, failed.", (*by, "outcome")
        )
        self._refused = counter("refused", "Requests that got no result, by reason.", ("reason",))
        self._abstentions = counter("abstentions", "Abstentions, by the kind of reason.", (*by, "reason"))
        self._seconds = histogram("request_seconds", "Time from a request's arrival to its end.")
        self._first = histogram("first_token_seconds", "Time from a request's arrival to its first token.")
        self._prompt = counter("prompt_tokens", "Tokens of the prompts of finished requests.")
        self._completion = counter("completion_tokens", "Tokens that finished requests generated.")
        self._window = histogram(
            "window_used_ratio", "Prompt and completion tokens of a request over the model's window.", RATIOS
        )
        self._samples = counter("samples", "Samples that finished requests started.")
        self._samples_saved = counter("samples_saved", "Samples that were allowed and not needed.")
        self._tokens_saved = counter("tokens_saved", "Tokens not generated, estimated from those that were.")
        self._citations = counter("citations", "Citations that results carry.")
        self._waiting = Gauge("reasoner_queue_length", "Requests that wait.", registry=registry)
        self._running = Gauge("reasoner_running", "Pipelines that run.", registry=registry)
        ProcessCollector(registry=registry)
        registry.register(_Engines(models))

    @property
    def content_type(self) -> str:
        """Of what `text` gives."""
        return CONTENT_TYPE_LATEST

    def learn(self) -> None:
        """Asks the open models for their windows, once: a server of models may take seconds to say."""
        self._windows = {model.name: window for model in self._models() if (window := model.window)}

    def asked(self, pipeline: str) -> None:
        """A request for the pipeline was taken in."""
        self._asked.labels(self._label(pipeline)).inc()

    def refused(self, reason: str) -> None:
        """A request got no result; a reason that is no Refusal counts as "other"."""
        self._refused.labels(reason if reason in get_args(Refusal) else OTHER).inc()

    def first_token(self, pipeline: str, seconds: float) -> None:
        """The first token of a request came that long after its arrival."""
        self._first.labels(self._label(pipeline)).observe(seconds)

    def finished(self, pipeline: str, result: Result, seconds: float) -> None:
        """A run came to a result, that long after the request's arrival."""
        label, outcome, usage = self._label(pipeline), result.outcome, result.usage
        if isinstance(outcome, Abstained):
            self._abstentions.labels(label, outcome.code).inc()
        self._end(label, "abstained" if isinstance(outcome, Abstained) else "answered", seconds)
        self._prompt.labels(label).inc(usage.prompt_tokens)
        self._completion.labels(label).inc(usage.completion_tokens)
        self._samples.labels(label).inc(usage.samples_started)
        self._samples_saved.labels(label).inc(sum(ledger.samples for ledger in result.ledgers))
        self._tokens_saved.labels(label).inc(sum(ledger.tokens for ledger in result.ledgers))
        self._citations.labels(label).inc(len(outcome.citations))
        if window := self._windows.get(result.model or ""):
            self._window.labels(label).observe((usage.prompt_tokens + usage.completion_tokens) / window)

    def failed(self, pipeline: str, seconds: float) -> None:
        """A run ended in an error, that long after the request's arrival."""
        self._end(self._label(pipeline), "failed", seconds)

    def waiting(self, count: int) -> None:
        """So many requests wait now."""
        self._waiting.set(count)

    def running(self, count: int) -> None:
        """So many pipelines run now."""
        self._running.set(count)

    def text(self) -> bytes:
        """All of it as Prometheus reads it. Engines are asked now, which may take as long as they need to
        read a piece of a prompt: call it on a thread."""
        return generate_latest(self._registry)

    def _label(self, pipeline: str) -> str:
        return pipeline if pipeline in self._pipelines else OTHER

    def _end(self, label: str, outcome: str, seconds: float) -> None:
        self._requests.labels(label, outcome).inc()
        self._seconds.labels(label).observe(seconds)


Row = tuple[str, str, Callable[[Measures], float]]
"""Name, meaning and value of something that an engine tells."""


class _Engines(Collector):
    """What the engines of the open models have counted themselves; one that counts nothing has no lines."""

    def __init__(self, models: Callable[[], Iterable[Model]]) -> None:
        self._models = models

    def collect(self) -> Iterator[Metric]:
        found = dict(chain.from_iterable(_measured(model) for model in self._models()))
        totals: tuple[Row, ...] = (
            ("prefill_tokens", "Prompt tokens that were read.", lambda m: m.prompt_tokens),
            ("prefill_seconds", "Time in which they were read.", lambda m: m.prompt_seconds),
            ("decode_tokens", "Tokens that were generated.", lambda m: m.tokens),
            ("decode_seconds", "Time of each sample while its tokens were generated.", lambda m: m.seconds),
        )
        levels: tuple[Row, ...] = (
            ("prefill_tokens_per_second", "Prompt tokens a second, since the model was opened.", _prefill),
            ("decode_tokens_per_second", "Tokens a second of one sample, since it was opened.", _decode),
            ("window_tokens_used", "Tokens of the samples that run, prompts included.", lambda m: m.used),
            ("window_tokens", "Tokens that all samples together have room for.", lambda m: m.room),
            ("kv_cache_bytes", "Memory of the key-value cache.", lambda m: m.cache_bytes),
        )
        yield from _families(CounterMetricFamily, totals, found)
        yield from _families(GaugeMetricFamily, levels, found)


def _families(
    family: type[CounterMetricFamily] | type[GaugeMetricFamily],
    rows: Iterable[Row],
    found: dict[str, Measures],
) -> Iterator[Metric]:
    for name, about, value in rows:
        metric = family(f"reasoner_engine_{name}", about, labels=("model",))
        for model, measures in found.items():
            metric.add_metric((model,), value(measures))
        yield metric


def _measured(model: Model) -> Iterator[tuple[str, Measures]]:
    """The model's name with what its engine says; nothing of one that is closed, or cannot tell."""
    if isinstance(model, Measured):
        try:
            yield model.name, model.measures()
        except ReasonerError:
            return


def _prefill(measures: Measures) -> float:
    return _rate(measures.prompt_tokens, measures.prompt_seconds)


def _decode(measures: Measures) -> float:
    return _rate(measures.tokens, measures.seconds)


def _rate(tokens: int, seconds: float) -> float:
    """0.0 before there was a millisecond: the first token of a sample comes with its prompt, in no time."""
    return tokens / seconds if seconds >= 0.001 else 0.0
