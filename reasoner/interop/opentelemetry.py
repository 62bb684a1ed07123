"""A run as OpenTelemetry spans: one for the run and one for each stage, without a word of what was asked."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from opentelemetry import context as current
from opentelemetry import propagate, trace
from opentelemetry.trace import Span, Status, StatusCode, Tracer

from reasoner.result import Result
from reasoner.stage import Event, StageFinished, StageStarted
from reasoner.state import Abstained, Usage
from reasoner.version import __version__

Emit = Callable[[Event], None]
Ran = TypeVar("Ran", bound=Result)


def traced(run: Callable[[Emit], Ran], pipeline: str, emit: Emit, headers: Mapping[str, str]) -> Ran:
    """What `run` gives. It gets the `emit` that the context of its run is to have, and runs on this thread.

        result = traced(
            lambda emit: pipeline.run(question, context=runtime.context(emit=emit)),
            pipeline.name, emit, request.headers,
        )

    The parent of the run's span is the span that is current, or else the one that the header `traceparent`
    names. Where no SDK is configured `run` gets `emit` itself.
    """
    provider = trace.get_tracer_provider()
    if isinstance(provider, trace.ProxyTracerProvider | trace.NoOpTracerProvider):
        return run(emit)
    tracer = provider.get_tracer("reasoner", __version__)
    parent = None if trace.get_current_span().get_span_context().is_valid else propagate.extract(headers)
    with _failing(tracer.start_span(f"run {pipeline}", parent)) as span:
        span.set_attribute("reasoner.pipeline", pipeline)
        stages = _Stages(tracer, span, emit)
        try:
            result = run(stages.take)
        finally:
            stages.end()
        _describe(span, result)
        return result


@contextmanager
def _failing(span: Span) -> Iterator[Span]:
    """Ends the span in the end. A message may quote the question: of an error only the type is kept."""
    token = current.attach(trace.set_span_in_context(span))
    try:
        yield span
    except BaseException as error:
        span.set_status(Status(StatusCode.ERROR))
        span.set_attribute("error.type", type(error).__name__)
        raise
    finally:
        current.detach(token)
        span.end()


class _Stages:
    """The spans of the stages that have begun and not ended, the innermost last. Stages begin and end on the
    thread of the run; what others emit is only passed on."""

    def __init__(self, tracer: Tracer, run: Span, emit: Emit) -> None:
        self._tracer, self._emit = tracer, emit
        self._open = [run]

    def take(self, event: Event) -> None:
        """Passes the event on, and begins or ends a span."""
        match event:
            case StageStarted(stage):
                inside = trace.set_span_in_context(self._open[-1])
                self._open.append(self._tracer.start_span(f"stage {stage}", inside))
            case StageFinished(step):
                span = self._open.pop()
                span.set_attribute("reasoner.stage", step.stage)
                span.set_attribute("reasoner.changed", step.changed)
                span.set_attribute("reasoner.samples_saved", sum(each.samples for each in step.savings))
                _spend(span, step.usage)
                span.end()
        self._emit(event)

    def end(self) -> None:
        """Ends the spans of stages that failed."""
        while len(self._open) > 1:
            span = self._open.pop()
            span.set_status(Status(StatusCode.ERROR))
            span.end()


def _describe(span: Span, result: Result) -> None:
    outcome = result.outcome
    if isinstance(outcome, Abstained):
        span.set_attribute("reasoner.reason_code", outcome.code)
    span.set_attribute("reasoner.outcome", "abstained" if isinstance(outcome, Abstained) else "answered")
    if outcome.confidence is not None:
        span.set_attribute("reasoner.confidence", outcome.confidence)
    if result.model:
        span.set_attribute("gen_ai.request.model", result.model)
    span.set_attribute("reasoner.effort", result.effort)
    span.set_attribute("reasoner.samples_saved", sum(ledger.samples for ledger in result.ledgers))
    _spend(span, result.usage)


def _spend(span: Span, usage: Usage) -> None:
    span.set_attribute("reasoner.samples", usage.samples_started)
    span.set_attribute("gen_ai.usage.input_tokens", usage.prompt_tokens)
    span.set_attribute("gen_ai.usage.output_tokens", usage.completion_tokens)
