from typing import Any

import pytest

from evals_support import failed, row
from reasoner.evals.costs import summary


def step(stage: str, seconds: float, tokens: int, *inside: dict[str, Any]) -> dict[str, Any]:
    usage = {"samples": 0, "prompt_tokens": 0, "completion_tokens": tokens}
    return {"stage": stage, "seconds": seconds, "usage": usage, "steps": list(inside)}


def test_what_a_stage_spends_is_its_own_and_the_parts_add_up() -> None:
    inner = step("repeat", 3.0, 30, step("think", 2.0, 25), step("verify", 0.5, 5))
    told = summary([row(1, steps=[step("think", 1.0, 10), inner]), row(2, steps=[step("think", 1.0, 10)])], 1)
    stages = {
        one["stage"]: (one["times"], one["seconds"], one["completion_tokens"]) for one in told["stages"]
    }
    assert stages == {"think": (3, 4.0, 45), "repeat": (1, 0.5, 0), "verify": (1, 0.5, 5)}


def test_the_price_of_a_right_answer_is_that_of_all_answers() -> None:
    told = summary([row(1, seconds=1.0), row(2, "wrong", seconds=5.0), failed(3)], 1)
    assert (told["seconds"], told["seconds_per_right"]) == (6.0, 6.0)
    assert (told["prompt_tokens"], told["completion_tokens"], told["tokens_per_right"]) == (20, 40, 60.0)


def test_latency_is_told_in_quantiles() -> None:
    told = summary([row(i, seconds=float(i)) for i in range(1, 102)], 1)
    assert told["latency_seconds"] == {"mean": 51.0, "p50": 51.0, "p90": 91.0, "p99": 100.0}


def test_what_stopping_early_saved_is_added_up() -> None:
    saved = {"samples": 6, "tokens": 120, "seconds": 1.5, "stopped": ["leader"]}
    told = summary([row(1, samples=2, savings=saved), row(2, samples=8)], 2)["savings"]
    assert told == {"samples": 6, "share": 6 / 16, "tokens": 120, "seconds": 1.5, "stopped": {"leader": 1}}


@pytest.mark.parametrize("rows", [[], [failed(1)]])
def test_where_nothing_was_done_nothing_is_known(rows: list[dict[str, Any]]) -> None:
    told = summary(rows, 0)
    assert (told["stages"], told["tokens_per_right"], told["seconds_per_right"]) == ([], None, None)
    assert set(told["latency_seconds"].values()) == {None}
    assert told["savings"]["share"] is None
