"""`reasoner compare`: whether one run is right more often than another, item by item."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from reasoner.cli import comparison_report
from reasoner.cli.output import print_json, print_result, say
from reasoner.errors import InputError, cause, one_line

Fields = dict[str, Any]


@dataclass(frozen=True)
class Run:
    """A run folder: what it is called here, what `run.json` says, and its rows."""

    name: str
    folder: str
    about: Fields
    rows: list[Fields]


def compare(
    folders: Annotated[
        list[str],
        typer.Argument(
            metavar="DIR", help="Folders that `reasoner eval --out` wrote: A, B, and more if any."
        ),
    ],
    report: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a page with every item of two runs to this HTML file."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as one JSON object.")] = False,
) -> None:
    """Compare runs of one suite on the items that they have in common.

    Says how much more often B is right than A, with an interval; whether chance explains the difference, by
    the exact test of McNemar; which items flipped; and how many items it takes to see such a difference. No
    winner is called where the data cannot tell. Of three runs or more every pair is compared, and the
    p-values are adjusted for that (Holm).
    """
    _check_usage(folders, report)
    from reasoner.evals import comparison  # numpy takes longer to load than many commands to run

    runs = [_read(name, folder) for name, folder in zip(_names(folders), folders, strict=True)]
    names = [run.name for run in runs]
    notes = [note for run in runs for note in _notes(run)]
    for first, second in pairwise(runs):
        notes += comparison.check_suites(first.about, second.about, (first.name, second.name))
    about = [_about(run) for run in runs]
    if len(runs) > 2:
        many = comparison.compare_all([run.rows for run in runs], names)
        sides = [known | side for known, side in zip(about, many["runs"], strict=True)]
        _tell(many | {"runs": sides, "notes": notes}, comparison_report.several(many), notes, as_json)
        return
    a, b = runs
    found = comparison.compare(a.rows, b.rows, (a.name, b.name))
    if report is not None:
        _write(report, _page(found, a, b))
    notes += comparison_report.notes(found)
    _tell({"runs": about, **found, "notes": notes}, comparison_report.two(found, about), notes, as_json)
    if report is not None:
        say(f"{report}: written.")


def _tell(found: Fields, lines: Iterator[str], notes: Sequence[str], as_json: bool) -> None:
    for note in notes:
        say(note)
    if as_json:
        print_json(found)
    else:
        print_result("\n".join(lines))


def _check_usage(folders: Sequence[str], report: str | None) -> None:
    if len(folders) < 2:
        raise InputError("reasoner compare: one run is no comparison; give a second folder.")
    paths = [Path(name).resolve() for name in folders]
    for name, path in zip(folders, paths, strict=True):
        if paths.count(path) > 1:
            raise InputError(f"{one_line(name, 1000)}: is given twice; give folders of different runs.")
    if report is None:
        return
    if len(folders) > 2:
        raise InputError("reasoner compare: --report is for two runs; give two folders.")
    target = Path(report)
    if target.is_dir():
        raise InputError(f"{report}: is a folder; give a file as --report.")
    if not target.parent.is_dir():
        raise InputError(f"{report}: there is no folder {target.parent}; make it or give another --report.")


def _names(folders: Sequence[str]) -> list[str]:
    """What to call each: the last part of its path where these differ, else all of it."""
    last = [Path(name).resolve().name for name in folders]
    return [one_line(name, 60) for name in (last if len(set(last)) == len(last) else folders)]


def _read(name: str, path: str) -> Run:
    from reasoner.evals import folder  # pydantic's types take a moment to build

    about, rows = folder.read(path)
    if not rows:
        raise InputError(f"{path}: no item of it is done; finish the run with `reasoner eval` first.")
    return Run(name, path, about, rows)


def _notes(run: Run) -> Iterator[str]:
    """What is to be known of one run before its numbers are believed."""
    planned = int(run.about["suite"]["items"])
    if len(run.rows) < planned:
        yield f"{run.name}: {len(run.rows)} of {planned} items are done; the rest is not compared."
    failed = sum("score" not in row for row in run.rows)
    if failed:
        yield f"{run.name}: {failed} {'item' if failed == 1 else 'items'} failed, and counts as not right."


def _about(run: Run) -> Fields:
    """What tells runs apart."""
    told = {key: run.about.get(key) for key in ("model", "seed", "effort", "mode", "version")}
    return {"name": run.name, "folder": run.folder, "pipeline": _named(run.about.get("pipeline"))} | told


def _named(value: object) -> str | None:
    return str(value["name"]) if isinstance(value, Mapping) and "name" in value else None


def _page(found: Fields, a: Run, b: Run) -> str:
    from reasoner.evals.report import comparison_html  # only some want a page

    return comparison_html(found, a.about, b.about, a.rows, b.rows)


def _write(name: str, text: str) -> None:
    """Writes the file as a whole or not at all."""
    part = Path(name).with_name(f".{Path(name).name}.part")
    try:
        part.write_text(text, encoding="utf-8", errors="replace")
        part.replace(name)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise InputError(f"{name}: cannot write it: {cause(error)}; give another --report.") from None
