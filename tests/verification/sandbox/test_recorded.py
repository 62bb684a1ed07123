"""Programs that models wrote, with what they printed when they were run elsewhere."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from reasoner.verification.sandbox.local import LocalSandbox
from reasoner.verification.sandbox.pool import Pool
from support import shared

Run = Callable[[str], tuple[str, str]]


def differing(run: Run, every: int) -> dict[str, tuple[str, str]]:
    """The recorded output, and the ending here, of the programs whose output differs."""
    lines = shared("programs/gsm8k_programs.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines[::every]]
    with ThreadPoolExecutor(2) as threads:
        ran = list(threads.map(lambda row: run(row["code"]), rows))
    pairs = zip(rows, ran, strict=True)
    return {
        row["id"]: (row["stdout"], end) for row, (out, end) in pairs if out.strip() != row["stdout"].strip()
    }


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.soak), 12])
def test_programs_print_the_same_where_they_printed_an_answer(pool: Pool, every: int) -> None:
    local = LocalSandbox()
    runs: dict[str, Run] = {
        "both": lambda code: ((done := local.run(code)).stdout, done.ending),
        "second": lambda code: ((done := pool.perform({"code": code}, 5)).output, done.ending),
    }
    for run in runs.values():
        for recorded, ending in differing(run, every).values():
            assert "Error" in recorded
            assert ending in ("error", "cpu limit")
    local.close()


@pytest.mark.soak
def test_many_threads_and_much_abuse_swap_no_answers(pool: Pool) -> None:
    amok = [
        "while True: pass",
        "import os\nos.abort()",
        "while True: print('x' * 1000)",
        "bytearray(3 << 30)",
    ]
    programs = [amok[n // 7 % 4] if n % 7 == 0 else f"print({n} ** 2)" for n in range(1280)]
    with ThreadPoolExecutor(32) as threads:
        outcomes = list(threads.map(lambda code: pool.perform({"code": code}, 0.3), programs))
    fine = [n for n in range(1280) if n % 7]
    assert {n: outcomes[n].output for n in fine} == {n: f"{n**2}\n" for n in fine}
    assert {outcome.ending for outcome in outcomes} == {
        "ok",
        "cpu limit",
        "crashed",
        "output limit",
        "memory limit",
    }
