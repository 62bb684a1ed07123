"""`reasoner eval`: a suite of questions with known answers through a pipeline, and what comes of it."""

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from reasoner.cli import asking, complete, run_folder
from reasoner.cli.batch import IN_FLIGHT
from reasoner.cli.errors import FAILED
from reasoner.cli.jsonl import Fields
from reasoner.cli.options import Collection, Model
from reasoner.cli.output import json_line, print_json, print_result, say, say_error, say_warning, table
from reasoner.cli.run import check_collection
from reasoner.errors import InputError
from reasoner.evals import folder, gates, items, scorers, suite
from reasoner.evals.harness import Plan
from reasoner.pipeline import read_pipeline
from reasoner.settings import Settings
from reasoner.state import Effort

NAMED = 5
"""Rows that cannot be used which are named, at most."""
SCORER_FAILED = "the scorer failed"
"""How the reason of a score begins where a scorer of the user's raised."""


def _share(value: float) -> float:
    if 0 <= value <= 1:
        return value
    raise typer.BadParameter(f"{value:g} is not between 0 and 1; 0.1 is 10 % of the items.")


def evaluate(
    suite_name: Annotated[
        str | None,
        typer.Argument(metavar="SUITE", help="Name of a bundled suite, or path of a .yaml file."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="For the run; the same one goes on.")
    ] = None,
    data: Annotated[
        str | None, typer.Option(metavar="FILE", help="Rows with 'question' and 'gold', in place of a SUITE.")
    ] = None,
    scorer: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How answers to --data are judged: a name, or module.py:function."),
    ] = None,
    pipeline: Annotated[
        str | None,
        typer.Option(
            metavar="PIPELINE",
            help="What answers; the pipeline of the suite unless given.",
            autocompletion=complete.pipeline_names,
        ),
    ] = None,
    model: Model = None,
    collection: Collection = None,
    effort: Annotated[
        Effort | None, typer.Option(metavar="EFFORT", help="How many samples: low, medium, high, or auto.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Same seed, same run.", min=0, max=2**31 - 1)] = 0,
    limit: Annotated[int | None, typer.Option(metavar="N", help="Items at most.", min=1)] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Items at a time.", min=1, max=IN_FLIGHT)] = 1,
    max_failures: Annotated[
        float,
        typer.Option(metavar="SHARE", help="Of the items, more of which end the run.", callback=_share),
    ] = 0.1,
    retry: Annotated[bool, typer.Option("--retry", help="Do the items that failed again.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Start again instead of going on.")] = False,
    fail_under: Annotated[
        str | None,
        typer.Option(metavar="GATES", help="Exit with 1 below these, such as accuracy=0.80,coverage=0.5."),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Exit with 1 if it is worse than this run, by more than chance."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the statistics as one JSON object.")] = False,
) -> None:
    """Ask the questions of a suite and learn how often the answers are right.

    Each item is written to --out as soon as it is done, each sample as soon as it is drawn; after an
    interruption the same command goes on. In the end the folder has the statistics, a report (report.html), a
    summary (summary.md) and a table (items.csv). An item that fails is noted and the others go on; with too
    many failures the run stops, and the exit status is 1.

    --model replay:DIR takes the samples of an earlier run, to vote and check otherwise without a model.
    """
    if out is None:
        raise InputError("reasoner eval: give --out DIR, for the run. See: reasoner eval --help")
    if not out.strip():
        raise InputError("--out is empty; name the folder for the run.")
    least = gates.parse(fail_under) if fail_under is not None else {}
    plan = _plan(
        _suite(suite_name, data, scorer),
        pipeline,
        Settings.load(model=model, collection=collection, effort=effort),
        collection,
        seed,
        limit,
    )
    before = _Baseline.read(baseline, plan, out) if baseline is not None else None
    for name in (plan.settings.model, *plan.settings.models.values()):
        _check_model(name, out)
    command = shlex.join(["reasoner", *sys.argv[1:]])
    with run_folder.opened(out, plan.described(command), overwrite=overwrite) as run:
        if retry:
            run_folder.forget_failed(Path(out))
        rows, tally = asking.go_on(plan, out, jobs, max_failures)
        found = write_results(Path(out), run, rows)
    if as_json:
        print_json(found)
    else:
        print_result(_table(plan, found))
    say(f"{out}: the report is {Path(out) / run_folder.REPORT}.")
    if faults := _scorer_faults(rows):
        say_warning(f"{out}: {SCORER_FAILED} on {len(faults)} of {len(rows)} items; the first: {faults[0]}.")
    fallen = [*gates.fallen(least, found), *(before.fallen(rows) if before else ())]
    if stop := tally.too_many(max_failures):
        fallen = [stop, *fallen]
    if fallen:
        say_error(f"{out}: {'; '.join(fallen)}.")
        raise typer.Exit(FAILED)


def _suite(name: str | None, data: str | None, scorer: str | None) -> suite.Suite:
    """Raises: InputError, ConfigError."""
    if (name is None) == (data is None):
        raise InputError("reasoner eval: give either a SUITE or --data FILE. See: reasoner eval --help")
    if name is not None:
        if scorer is not None:
            raise InputError("reasoner eval: --scorer goes with --data; a suite names its own.")
        return suite.read(name)
    if scorer is None:
        known = ", ".join(scorers.SCORERS)
        raise InputError(f"reasoner eval: --data needs a --scorer, such as: {known}.")
    return suite.of_file(Path(str(data)), scorer)


def _plan(
    asked: suite.Suite,
    pipeline: str | None,
    settings: Settings,
    collection: str | None,
    seed: int,
    limit: int | None,
) -> Plan:
    """What is to be run; rows that cannot be asked are named. Raises: ReasonerError."""
    name = pipeline or asked.pipeline
    if name is None:
        raise InputError(f"suite '{asked.name}' names no pipeline; give one with --pipeline.")
    found = read_pipeline(name)
    check_collection(found, collection, settings)
    loaded = items.load(asked, limit, offline=settings.offline)
    for problem in loaded.problems[:NAMED]:
        say_warning(f"{problem}; it is left out.")
    if len(loaded.problems) > NAMED:
        say_warning(f"{len(loaded.problems)} rows in all cannot be used, and are left out.")
    return Plan(asked, loaded.items, found, name, settings, seed, limit, loaded.problems)


def _check_model(model: str, out: str) -> None:
    """Raises: InputError, when the run would write over the recording that it reads."""
    scheme, _, path = model.partition(":")
    if scheme == "replay" and Path(path).resolve().is_relative_to(Path(out).resolve()):
        raise InputError(f"{out}: is the run that is replayed as well; give another --out.")


@dataclass(frozen=True)
class _Baseline:
    """An earlier run that this one must not fall behind."""

    name: str
    rows: Sequence[Fields]

    @classmethod
    def read(cls, name: str, plan: Plan, out: str) -> "_Baseline":
        """Raises: InputError, when it is no run, or one of other items."""
        from reasoner.evals import comparison

        if Path(name).exists() and Path(out).exists() and Path(name).samefile(out):
            raise InputError(f"--baseline: {name} is --out as well; give another run.")
        run, rows = folder.read(name)
        for said in comparison.check_suites(run, plan.described(), (name, "this run")):
            say_warning(said)
        if not {str(row["id"]) for row in rows} & {item.id for item in plan.items}:
            raise InputError(
                f"--baseline: {name} has none of the items of this run; give a run of the suite."
            )
        return cls(name, rows)

    def fallen(self, rows: Sequence[Fields]) -> Iterator[str]:
        """What this gate says, where it does not hold."""
        from reasoner.evals import comparison

        yield from gates.dropped(comparison.compare(self.rows, rows), self.name)


def write_results(path: Path, run: Fields, rows: Sequence[Fields]) -> Fields:
    """The statistics, which are written with the report, the summary and the table. Raises: InputError."""
    from reasoner.evals import analysis, report, summary  # they take longer to load than many commands to run

    found = analysis.statistics(run, rows)
    run_folder.write(path / run_folder.STATISTICS, json_line(found))
    run_folder.write(path / run_folder.REPORT, report.html(run, rows, found).encode("utf-8", "replace"))
    run_folder.write(path / run_folder.SUMMARY, summary.markdown(run, found).encode("utf-8", "replace"))
    run_folder.write(path / run_folder.TABLE, summary.csv(rows).encode("utf-8", "replace"))
    return found


def _scorer_faults(rows: Sequence[Fields]) -> list[str]:
    """Why the scorer failed, for each row on which it did."""
    reasons = (str(row["score"].get("reason")) for row in rows if "score" in row)
    return [
        reason.removeprefix(f"{SCORER_FAILED}: ").removesuffix(".")
        for reason in reasons
        if reason.startswith(SCORER_FAILED)
    ]


def _table(plan: Plan, found: Mapping[str, Any]) -> str:
    """The headline of the statistics, for people."""
    from reasoner.evals.figures import decimal, left_out, percent, percent_interval

    def share(name: str, key: str) -> tuple[str, str, str]:
        return name, percent(found.get(key)), percent_interval(found.get(f"{key}_interval"))

    counts = ", ".join(
        f"{found[name]} {name}"
        for name in ("right", "wrong", "unknown", "abstained", "failed")
        if found[name]
    )
    said = f"{plan.suite.name} with {plan.pipeline.name}: {found['n']} items: {counts}"
    return "\n".join(
        [
            "; ".join(filter(None, [said, left_out(found)])),
            table(
                [
                    share("accuracy", "accuracy"),
                    share("coverage", "coverage"),
                    share("right when answered", "selective_accuracy"),
                    ("AURC", decimal(found.get("aurc")), ""),
                    ("ECE", decimal(found.get("ece")), ""),
                ]
            ),
        ]
    )
