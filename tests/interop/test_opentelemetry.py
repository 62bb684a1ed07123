"""Spans of a run, through the real SDK."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar, Literal

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from reasoner.errors import ModelError
from reasoner.interop.opentelemetry import Emit, traced
from reasoner.pipeline import make_pipeline
from reasoner.result import Result
from reasoner.stage import Budget, Context, Event, Stage, ignore
from reasoner.stages.accept import Accept
from reasoner.stages.repeat import Repeat
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import FieldName, State
from support import context

QUESTION = "How old is Anna?"
STAGES = (Repeat(times=1, stages=[Think(samples=2)]), Vote(), Accept(min_confidence=0))
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Fail(Stage):
    """A stage whose error quotes the question."""

    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["fail"] = "fail"

    def run(self, state: State, context: Context) -> State:
        raise ModelError(f"cannot read '{state.question}'; ask another.")


@pytest.fixture(scope="module")
def exporter() -> Iterator[InMemorySpanExporter]:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    yield exporter
    provider.shutdown()


@pytest.fixture
def kept(exporter: InMemorySpanExporter) -> InMemorySpanExporter:
    exporter.clear()
    return exporter


def run(*stages: Stage, headers: Mapping[str, str] = NO_HEADERS, emit: Emit = ignore) -> Result:
    pipeline = make_pipeline("bench", stages)
    return traced(
        lambda emit: pipeline.run(QUESTION, context=replace(context("The answer is forty."), emit=emit)),
        "bench",
        emit,
        headers,
    )


def named(kept: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in kept.get_finished_spans()}


def test_each_stage_is_a_span_inside_the_span_of_what_ran_it(kept: InMemorySpanExporter) -> None:
    run(*STAGES)
    spans = named(kept)
    parents = {
        name: next((each for each in spans if spans[each].context == span.parent), None)
        for name, span in spans.items()
    }
    inside_run = dict.fromkeys(("stage repeat", "stage vote", "stage accept"), "run bench")
    assert parents == {"run bench": None, "stage think": "stage repeat"} | inside_run


def test_spans_tell_what_was_spent_and_what_came_of_it(kept: InMemorySpanExporter) -> None:
    result = run(*STAGES)
    whole, think = (named(kept)[name].attributes or {} for name in ("run bench", "stage think"))
    assert (whole["reasoner.outcome"], whole["reasoner.confidence"]) == ("answered", result.confidence)
    assert (think["reasoner.samples"], think["reasoner.changed"]) == (2, ("candidates",))
    assert think["gen_ai.usage.output_tokens"] == result.usage.completion_tokens > 0


def test_no_span_has_a_word_of_the_question_or_the_answer(kept: InMemorySpanExporter) -> None:
    run(*STAGES)
    with pytest.raises(ModelError):
        run(Fail())
    told = "".join(span.to_json() for span in kept.get_finished_spans())
    assert "reasoner.outcome" in told
    assert "ModelError" in told
    assert not any(word in told for word in ("Anna", "forty"))


def test_a_failure_ends_all_spans_with_an_error(kept: InMemorySpanExporter) -> None:
    with pytest.raises(ModelError):
        run(Repeat(stages=[Think(model="nobody")]))
    ended = {name: span.status.status_code.name for name, span in named(kept).items()}
    assert ended == dict.fromkeys(("run bench", "stage repeat", "stage think"), "ERROR")


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_run_without_time_ends_all_its_spans_where_they_belong(
    kept: InMemorySpanExporter, cancelled: bool
) -> None:
    budget = Budget(None if cancelled else time.monotonic() - 1, threading.Event(), "medium")
    if cancelled:
        budget.cancel.set()
    pipeline = make_pipeline("bench", STAGES)
    short = replace(context("The answer is forty."), budget=budget)
    traced(
        lambda emit: pipeline.run(QUESTION, context=replace(short, emit=emit)), "bench", ignore, NO_HEADERS
    )
    spans = named(kept)
    assert (spans["run bench"].attributes or {})["reasoner.outcome"] == "abstained"
    assert all(span.end_time for span in spans.values())
    assert "Anna" not in "".join(span.to_json() for span in spans.values())


def test_the_incoming_traceparent_is_the_parent(kept: InMemorySpanExporter) -> None:
    run(Vote(), headers={"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"})
    parent = named(kept)["run bench"].parent
    assert parent is not None
    assert (f"{parent.trace_id:x}", f"{parent.span_id:x}") == ("ab" * 16, "cd" * 8)


def test_a_current_span_is_the_parent_before_the_traceparent(kept: InMemorySpanExporter) -> None:
    with trace.get_tracer("test").start_as_current_span("request") as request:
        run(Vote(), headers={"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"})
    assert named(kept)["run bench"].parent == request.get_span_context()


def test_whoever_follows_the_run_hears_the_same_as_without_spans(kept: InMemorySpanExporter) -> None:
    heard: list[Event] = []
    run(*STAGES, emit=heard.append)
    alone: list[Event] = []
    make_pipeline("bench", STAGES).run(QUESTION, context=context("The answer is forty.", events=alone))
    assert [type(event) for event in heard] == [type(event) for event in alone] != []


def test_without_an_sdk_the_run_gets_the_emit_itself() -> None:
    program = """
from reasoner.interop.opentelemetry import traced
import sys
def emit(event): ...
assert traced(lambda given: given, "bench", emit, {}) is emit
assert "opentelemetry.sdk" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
