"""`reasoner calibrate`: what a recorded run with known answers teaches about how sure one may be."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reasoner.cli import calibration_report, golds, jsonl
from reasoner.cli.jsonl import Fields, Source
from reasoner.cli.output import print_json, print_result, progress, say, write_whole
from reasoner.confidence.bounds import plain
from reasoner.confidence.calibration import CalibrationData
from reasoner.errors import InputError, cause
from reasoner.evals import folder
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.verification.equivalence import Kind
from reasoner.version import __version__

if TYPE_CHECKING:
    from reasoner.evals.calibrating import Run

TORN = "the last row is not whole, as if the run was broken off; give the same command again to finish it"


def _share(value: float) -> float:
    if 0 < value < 1:
        return value
    raise typer.BadParameter(f"{value!r} is not between 0 and 1; 0.05 is 5 % of the accepted answers.")


def calibrate(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN", help=f"Rows that `run --input` wrote, or a folder with them in {folder.ITEMS}."
        ),
    ],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="For the calibration.")],
    gold: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="JSON rows with 'question' and 'gold', 'answer' or 'answers', for known answers.",
        ),
    ] = None,
    max_error: Annotated[
        float,
        typer.Option(
            metavar="SHARE", help="Of the accepted answers at most so many may be wrong.", callback=_share
        ),
    ] = 0.05,
    kind: Annotated[
        Kind, typer.Option("--as", help="Read answers as mathematics, as words, or as letters of a choice.")
    ] = "auto",
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace --out if it is there.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")] = False,
) -> None:
    """Learn from a run with known answers how often answers like these are right.

    The known answers are under 'gold' in the rows of the run, or in the file --gold, by question. For each
    pipeline, model and effort in the run the report tells how good confidences are before and after, each
    question judged by what the others teach, and which bounds on the share of wrong answers can be held.

    The file goes into a pipeline as `accept: {max_error: 0.05, calibration: FILE}`, or as the key
    `calibration` of the stages vote and think. A bound that this run cannot show to hold is no failure: the
    stage accept then abstains.
    """
    if not out.strip():
        raise InputError("--out is empty; name the file for the calibration.")
    target = Path(out).resolve()
    _check_target(target, out, overwrite)
    for name in (run, gold):
        if name is not None and Path(name).resolve() == target:
            raise InputError(f"{out}: is read as well; give another --out.")
    known = golds.read(gold) if gold is not None else None
    if (Path(run) / folder.RUN).exists():
        folder.read_run(run)
    source = jsonl.read(str(Path(run) / folder.ITEMS) if Path(run).is_dir() else run, "question", _any)
    from reasoner.evals import calibrating  # numpy takes longer to load than many commands to run

    with Runtime(Settings.load()) as runtime:
        found = _graded(source, known, runtime, kind)
    enough = found.enough()
    if not enough:
        raise InputError(f"{source.name}: {_too_few(found, gold)}")
    fits = {group: calibrating.learn(group, graded) for group, graded in enough.items()}
    reports = [calibrating.report(fit, enough[group], max_error) for group, fit in fits.items()]
    _write(target, out, CalibrationData(version=__version__, fits=tuple(fits.values())), overwrite)
    for line in calibration_report.notes(source.name, found):
        say(line)
    if as_json:
        print_json(calibration_report.as_dict(found, reports, max_error, out))
    else:
        for report in reports:
            print_result("\n".join(calibration_report.lines(report, max_error)))
    say(f"{out}: written; use it as accept: {{max_error: {plain(max_error)}, calibration: {target.name}}}.")


def _graded(source: Source, known: Mapping[str, golds.Golds] | None, runtime: Runtime, kind: Kind) -> "Run":
    """All rows, graded.

    Raises: InputError at the first that is no row of a run, or has another known answer than its copy.
    """
    from reasoner.confidence import fitting
    from reasoner.evals import calibrating, runs

    found, done = calibrating.Run(), Counter[str]()
    before: dict[str, tuple[frozenset[str], int]] = {}
    with progress("grading") as update:
        for row in source:
            done["rows"] += 1
            try:
                if row.problem:
                    torn = done["rows"] == source.total and row.problem.startswith("not JSON")
                    raise ValueError(TORN if torn else row.problem)
                if isinstance(row.fields.get("error"), str) and "outcome" not in row.fields:
                    found.take("with an error")
                    continue
                parsed = runs.parse(row.fields)
                right = golds.known(row.fields)
                if right is None:
                    right = (known or {}).get(parsed.question.strip())
                if right is not None:
                    answers = frozenset(map(str.strip, right))
                    old, line = before.setdefault(fitting.key(parsed.question), (answers, row.line))
                    if old != answers:
                        raise ValueError(f"the question of line {line} with another known answer; keep one")
            except ValueError as error:
                raise InputError(f"{source.name}:{row.line}: {error}.") from None
            if right is None:
                found.take("without a known answer")
            else:
                found.take(calibrating.grade(parsed, right, runtime.sandbox, kind=kind))
            update(done["rows"], source.total or 0)
    return found


def _too_few(found: "Run", gold: str | None) -> str:
    """Why nothing can be learned, and what to do."""
    from reasoner.evals.calibrating import LEAST

    sizes = found.sizes().values()
    graded = sum(sizes)
    left_out = found.left_out
    if not graded and left_out["without a known answer"]:
        where = f"{gold} knows none of its questions" if gold else "no row has a known answer under 'gold'"
        return f"{where}; give them with --gold FILE."
    if not graded and left_out["without a trail"]:
        return (
            "it is of a pipeline without the stage accept; add {stage: accept, min_confidence: 0} at its "
            "end, and run it again."
        )
    if not graded and left_out["voted on by a calibration"]:
        return "its votes were weighed by a calibration; run it again without the keys calibration."
    most = max(sizes, default=0)
    copies = " (copies of a question count once)" if graded < sum(map(len, found.groups.values())) else ""
    several = f" of one pipeline, model and effort ({len(found.groups)} are in it)" if most < graded else ""
    why = "".join(f"; {count} rows {what}" for what, count in left_out.most_common())
    return f"{most} graded questions{several}{copies} are too few; give at least {LEAST}{why}."


def _check_target(target: Path, out: str, overwrite: bool) -> None:
    """Raises: InputError, when the file cannot be made, before any work is done."""
    if target.exists() and not target.is_file():
        raise InputError(f"{out}: is {'a folder' if target.is_dir() else 'no file'}; give a file as --out.")
    if target.exists() and not overwrite:
        raise InputError(f"{out}: is there already; give another --out, or --overwrite.")
    if not target.parent.is_dir():
        raise InputError(f"{out}: there is no folder {target.parent}; make it or give another --out.")


def _write(target: Path, out: str, data: CalibrationData, overwrite: bool) -> None:
    """Writes the file as a whole or not at all, if none has come to be there meanwhile."""
    _check_target(target, out, overwrite)
    try:
        write_whole(target, data.model_dump_json(indent=1).encode() + b"\n")
    except OSError as error:
        raise InputError(f"{out}: cannot write it: {cause(error)}; give another --out.") from None


def _any(fields: Fields) -> str:
    """No fault: what is wrong with a row is found when it is read as one of a run."""
    return ""
