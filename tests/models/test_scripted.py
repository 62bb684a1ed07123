from dataclasses import replace
from pathlib import Path

import pytest

from reasoner.errors import ConfigError
from reasoner.models.model import Function, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.models.scripted import Scripted
from reasoner.state import Message


def ask(question: str, n: int = 1, seed: int = 0) -> Request:
    return Request((Message("user", question),), Sampling(n=n, seed=seed), question)


def test_samples_follow_the_seed() -> None:
    model = Scripted.saying("a", "b", "c")
    assert [c.text for c in model.generate(ask("?", n=4))] == ["a", "b", "c", "a"]
    assert [c.text for c in model.generate(ask("?", n=2, seed=1))] == ["b", "c"]


def test_a_script_answers_by_what_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text("lines:\n  - {when: capital, say: [Paris]}\n  - {say: ['I do not know.']}\n")
    model = Scripted.read(path)
    assert [c.text for c in model.generate(ask("the capital of France?"))] == ["Paris"]
    assert [c.text for c in model.generate(ask("why?"))] == ["I do not know."]
    assert model.hash is not None


def test_a_caller_who_stops_early_pays_for_what_was_drawn() -> None:
    spent: list[tuple[int, int, int]] = []
    samples = Scripted.saying("one two").generate(
        ask("a b c", n=9), Watch(on_spent=lambda *costs: spent.append(costs))
    )
    next(samples)
    next(samples)
    samples.close()  # type: ignore[attr-defined]
    assert spent == [(2, 3, 4)]


def test_a_cancelled_watch_ends_it() -> None:
    assert list(Scripted.saying("a").generate(ask("?", n=3), Watch(cancelled=lambda: True))) == []


def test_a_script_with_a_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text("lines:\n  - {wen: x, say: [y]}\n")
    with pytest.raises(ConfigError, match=r":2:6: lines\[0\]: unknown key 'wen'; did you mean 'when'\?"):
        Scripted.read(path)


def test_a_script_calls_functions_where_there_are_some(tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text("lines:\n  - {say: [Well.], call: {tool: calc, arguments: {x: 12*7}}}\n")
    model = Scripted.read(path)
    asked = ask("12*7?", n=2)
    assert [one.calls for one in model.generate(asked)] == [(), ()]
    first, second = model.generate(replace(asked, functions=(Function("calc", "", {}),)))
    assert [(call.tool, call.arguments) for call in first.calls] == [("calc", '{"x": "12*7"}')]
    assert first.calls[0].id != second.calls[0].id
