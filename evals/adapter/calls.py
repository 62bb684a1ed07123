"""Choosing a tool and writing its call as JSON, and the answer after its result, which the real tool gave."""

import contextlib
import io
import json
import random
from collections.abc import Iterator, Mapping

from evals.adapter.asking import Make, Question, calculation, calendar, conversion, looked_up, story
from evals.adapter.chains import CHAINS
from evals.adapter.programming import programming
from evals.adapter.row import Language, Row
from reasoner.tools import calling
from reasoner.tools.calculator import calculator
from reasoner.tools.convert import convert
from reasoner.tools.date import date
from reasoner.tools.python import python
from reasoner.tools.search import search
from reasoner.tools.tool import Tool
from reasoner.verification.sandbox import Execution, Reply, Sandbox

MAKES: tuple[Make, ...] = (calculation, story, conversion, calendar, programming, looked_up)
ANSWERED = 0.5
"""Share of the calls after which the answer is a row as well."""


class NoSandbox(Sandbox):
    """For tools that are described, and expressions that are exact without one."""

    def run(self, code: str, limit_seconds: float = 5.0) -> Execution:
        raise NotImplementedError

    def call(self, task: str, argument: object, limit_seconds: float = 5.0) -> Reply:
        raise NotImplementedError

    def __hash__(self) -> int:
        return id(self)

    def close(self) -> None:
        """Nothing runs."""


_SANDBOX = NoSandbox()
TOOLS: Mapping[str, Tool] = {
    tool.name: tool for tool in (calculator(_SANDBOX), python(_SANDBOX), search({}, ""), convert(), date())
}


def rows(r: random.Random, language: Language, cluster: str) -> Iterator[Row]:
    """A call, the one that follows from its result if there is one, and often the answer in the end."""
    make = r.choice((*MAKES, r.choice(CHAINS)))
    while (found := _called(question := make(r, language))) is None:
        pass
    made, names = found, {question.tool}
    asked = [question]
    while question.then is not None:
        question = question.then(made[-1])
        asked.append(question)
        names.add(question.tool)
        if (more := _called(question)) is None:
            return
        made = [*made, *more]
    tools = calling.described(_offered(r, names))
    group, structure = f"{make.__name__}-{cluster}", "|".join([make.__name__, *(each.tool for each in asked)])
    said, turns = question.answer(made[-1]), tuple[str, ...]()
    for step, (each, result) in enumerate(zip(asked, made, strict=True), 1):
        call = json.dumps({"tool": each.tool, "arguments": dict(each.arguments)}, ensure_ascii=False)
        yield Row("call", language, each.text, call, said, step, group, structure, "", tools, turns)
        turns = (*turns, call, f"Result: {result}")
    if r.random() < ANSWERED:
        answer = json.dumps({"answer": said}, ensure_ascii=False)
        yield Row(
            "result",
            language,
            question.text,
            answer,
            said,
            len(asked) + 1,
            group,
            structure,
            "",
            tools,
            turns,
        )


def _called(question: Question) -> list[str] | None:
    """What the call comes to, unless it fails."""
    result = _result(question)
    return None if result is None else [result]


def _offered(r: random.Random, needed: set[str]) -> list[Tool]:
    """The tools that are needed among others."""
    others = [name for name in TOOLS if name not in needed]
    names = [*sorted(needed), *r.sample(others, r.randint(1, len(others)))]
    r.shuffle(names)
    return [TOOLS[name] for name in names]


def _result(question: Question) -> str | None:
    """What the tool gives; nothing where the call is not one to learn from."""
    if question.found:
        return question.found
    if question.tool == "python":
        return printed(question.arguments["code"])
    returned = TOOLS[question.tool].call(question.arguments, 5.0)
    return returned.text if returned.ok else None


def printed(code: str) -> str:
    """What one of our own programs prints."""
    with contextlib.redirect_stdout(said := io.StringIO()):
        exec(code, {})
    return said.getvalue().strip()
