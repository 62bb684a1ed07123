"""What a stage costs beyond its own work, tracing on, beside LangGraph and LangChain's LCEL in the same run.

Usage: python evals/benchmarks/orchestration.py [--repeat 7]
"""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Literal, TypedDict

from reasoner.models.scripted import Scripted
from reasoner.pipeline import make_pipeline
from reasoner.stage import Context, Stage
from reasoner.state import FieldName, Intent, State
from reasoner.verification.sandbox.local import LocalSandbox

STAGES = 50
"""Stages in the chain that is timed."""


class Touch(Stage):
    """A stage that does next to nothing but change the state."""

    writes: ClassVar[frozenset[FieldName]] = frozenset({"intent"})
    stage: Literal["touch"] = "touch"

    def run(self, state: State, context: Context) -> State:
        return replace(state, intent=Intent("x", 1.0))


class Graph(TypedDict):
    """The state of the LangGraph chain."""

    question: str
    intent: str


def ours() -> Callable[[], object]:
    """Our runner: every stage recorded as a step and announced to whoever follows."""
    pipeline = make_pipeline("bench", [Touch() for _ in range(STAGES)])
    models, sandbox = {"default": Scripted.saying("x")}, LocalSandbox()
    heard: list[object] = []

    def once() -> object:
        heard.clear()
        return pipeline.run("?", context=Context(models, {}, sandbox, emit=heard.append))

    return once


def langgraph() -> Callable[[], object]:
    """The same chain as a compiled LangGraph, without a checkpointer."""
    from langgraph.graph import END, START, StateGraph

    graph = StateGraph(Graph)
    names = [f"s{i}" for i in range(STAGES)]
    for name in names:
        graph.add_node(name, lambda state: {"intent": "x"})
    for left, right in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(left, right)
    compiled = graph.compile()
    return lambda: compiled.invoke({"question": "?", "intent": ""}, {"recursion_limit": STAGES * 2 + 10})


def lcel() -> Callable[[], object]:
    """The same chain as LangChain runnables."""
    from langchain_core.runnables import Runnable, RunnableLambda

    def touch(state: Graph) -> Graph:
        return {**state, "intent": "x"}

    chain: Runnable[Graph, Graph] = RunnableLambda(touch)
    for _ in range(STAGES - 1):
        chain = chain | RunnableLambda(touch)
    return lambda: chain.invoke({"question": "?", "intent": ""})


def main() -> None:
    """Prints the median microseconds a stage of each, measured in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7, help="measurements of each, taken in turns")
    repeat = parser.parse_args().repeat
    chains = {"reasoner": ours(), "LangGraph": langgraph(), "LangChain LCEL": lcel()}
    times: dict[str, list[float]] = {name: [] for name in chains}
    for chain in chains.values():
        chain()
    for _ in range(repeat):
        for name, chain in chains.items():
            start = time.perf_counter()
            for _ in range(10):
                chain()
            times[name].append((time.perf_counter() - start) / (10 * STAGES) * 1e6)
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, median in medians.items():
        print(f"{name:16} {median:8.1f} us a stage   {median / medians['reasoner']:6.1f}x")
    print(f"target: reasoner at most 20 us a stage: {'met' if medians['reasoner'] <= 20 else 'MISSED'}")


if __name__ == "__main__":
    main()
