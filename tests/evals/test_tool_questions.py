"""The bundled questions for tools: the calls that are said to be right give what is said, with the real tools."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from reasoner.evals import judges
from reasoner.evals.item import RightCall
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from support import ROOT, SANDBOX


@pytest.fixture(scope="module")
def runtime() -> Iterator[Runtime]:
    with Runtime(Settings()) as opened:
        yield opened


def rows(language: str) -> list[dict[str, Any]]:
    lines = (ROOT / f"evals/data/tools_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_right_calls_give_what_is_known(language: str, runtime: Runtime) -> None:
    for row in rows(language):
        needed = [RightCall(call["tool"], call["result"]) for call in row["calls"]]
        made = []
        for call in row["calls"]:
            returned = runtime.tools(call["tool"])[0].call(call["arguments"], 10.0)
            made.append({"call": {"tool": call["tool"]}, "result": returned.text, "ok": returned.ok})
        assert judges.called(needed, made, SANDBOX) == len(needed) == int(row["difficulty"]), (row, made)
