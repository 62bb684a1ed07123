"""The items of a suite are asked one after another; what was interrupted goes on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from reasoner.cli import batch, jsonl, run_folder
from reasoner.cli.errors import FAILED, Interrupted
from reasoner.cli.jsonl import Fields, Output
from reasoner.cli.output import Lines, progress, say, say_error
from reasoner.cli.thinking import PULLING
from reasoner.errors import InputError
from reasoner.evals import folder, harness, scorers
from reasoner.evals.harness import Harness, Plan
from reasoner.evals.item import Item
from reasoner.models.journal import Journal
from reasoner.runtime import Runtime

LEAST = 10
"""Items after which a run with too many failures is stopped."""


@dataclass
class Tally:
    """How the items so far came out."""

    verdicts: Counter[str] = field(default_factory=Counter)
    weights: dict[str | None, str | None] = field(default_factory=dict)
    """Hashes of the models that were used, by name."""
    last_error: str = ""

    def take(self, row: Mapping[str, Any], out: str) -> None:
        """Counts a row in. Raises: InputError, when other weights made it."""
        if "score" not in row:
            self.last_error = str(row["error"])
            self.verdicts["failed"] += 1
            return
        self.verdicts[row["score"]["verdict"]] += 1
        model = row["model"] or {}
        name, weights = model.get("name"), model.get("hash")
        if self.weights.setdefault(name, weights) != weights:
            raise InputError(f"{out}: other weights of '{name}' made its items; {run_folder.AGAIN}.")

    @property
    def score(self) -> str:
        """The running score."""
        rows = self.verdicts.total()
        right = f"{100 * self.verdicts['right'] / rows:.1f} % right" if rows else ""
        failed = self.verdicts["failed"]
        return f"{right}, {failed} failed" if failed else right

    def too_many(self, share: float) -> str:
        """Why no more should be tried; empty where there is no reason."""
        failed, rows = self.verdicts["failed"], self.verdicts.total()
        if failed <= share * rows:
            return ""
        says = f"{failed} of {rows} items failed, more than {100 * share:g} % (--max-failures)"
        return f"{says}; the last one: {self.last_error.removesuffix('.')}"


def go_on(plan: Plan, out: str, jobs: int, max_failures: float) -> tuple[list[Fields], Tally]:
    """Does the items that are not done yet; the rows of all, in the order of the suite.

    Raises: InputError, when the folder is of another run or cannot be written; Interrupted; typer.Exit, when
    too many items failed; ReasonerError for what would fail with every item.
    """
    path, tally = Path(out), Tally()
    with ExitStack() as stack:
        rows = stack.enter_context(jsonl.output(str(path / folder.ITEMS)))
        done = _kept(rows, plan.items, tally, out)
        journal = stack.enter_context(
            Journal.open(
                path / harness.SAMPLES, plan.settings.mode, done=frozenset(i.id for i in plan.items[:done])
            )
        )
        runtime = stack.enter_context(Runtime(plan.settings, pulling=Lines(PULLING, "bytes")))
        runtime.check(plan.pipeline)
        works = Harness(plan.pipeline, runtime, scorers.scorer(plan.suite.scorer), journal, plan.seed)
        try:
            _stop(tally, max_failures, out)
            with progress(plan.suite.name, "items") as update:
                update(rows.count, len(plan.items), tally.score)
                for _, row in batch.in_order(works.row, iter(plan.items[done:]), jobs):
                    rows.write(row)
                    tally.take(row, out)
                    update(rows.count, len(plan.items), tally.score)
                    _stop(tally, max_failures, out)
        except KeyboardInterrupt:
            rows.recount()
            there = f"{rows.count} of {len(plan.items)} items are in {out}"
            raise Interrupted(f"{there}; run the same command again to go on.") from None
        return list(rows.kept()), tally


def _kept(rows: Output, asked: Sequence[Item], tally: Tally, out: str) -> int:
    """How many items an earlier run has done. Raises: InputError, when they are others."""
    if rows.count > len(asked):
        raise InputError(
            f"{rows.name}: has {rows.count} items, and the suite {len(asked)}; {run_folder.AGAIN}."
        )
    for number, (row, item) in enumerate(zip(rows.kept(), asked, strict=False), start=1):
        if harness.stranger(row, item):
            raise InputError(f"{rows.name}:{number}: is not about item '{item.id}'; {run_folder.AGAIN}.")
        tally.take(row, out)
    rows.mend_end()
    if rows.count:
        say(f"{out}: {rows.count} of {len(asked)} items are done already.")
    return rows.count


def _stop(tally: Tally, share: float, out: str) -> None:
    """Raises: typer.Exit, when too many items failed for more to be tried."""
    if tally.verdicts.total() >= LEAST and (says := tally.too_many(share)):
        say_error(f"{out}: {says}. Mend that, and run the same with --retry.")
        raise typer.Exit(FAILED)
