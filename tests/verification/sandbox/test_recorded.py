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
