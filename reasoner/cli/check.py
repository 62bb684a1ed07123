"""`reasoner check`: certificates that were kept are checked again, without a model or a network."""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

import typer

from reasoner.cli import jsonl
from reasoner.cli.errors import DONE, FAILED, MEND
from reasoner.cli.output import print_json, print_result, say
from reasoner.errors import InputError, cause, one_line
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.verification import certificate
from reasoner.verification.sandbox import Json, Sandbox

MAX_BYTES = 16 << 20
"""A line that is longer, or a file of one object, is not read."""
MARKS = frozenset({"claim", "hashes"})
"""Keys by which a certificate is known."""
NONE = "there is no certificate in it"

Fields = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the object on a line: of its certificate, where it has one."""

    line: int
    verdict: Literal["verified", "failed", "unreadable", "none"]
    reason: str = ""
    form: Mapping[str, Json] = field(default_factory=dict)
    differing: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def as_dict(self) -> Fields:
        """Ready for JSON; what the certificate says only where that is verified."""
        told = ("kind", "claim", "question", "answer", "shows", "does_not_show")
        says = {key: self.form.get(key) for key in told if self.verdict == "verified"}
        differing: Json = {name: {"then": was, "here": is_} for name, (was, is_) in self.differing.items()}
        return {"verdict": self.verdict, "reason": self.reason, **says, "differing_versions": differing}


def check(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A certificate, a result with one (of `run --json` or --trace), or JSON lines of these; "
            "- is standard input.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each.")] = False,
    limit_seconds: Annotated[
        float, typer.Option(metavar="S", help="How long one computation may take.", min=0.05, max=300)
    ] = certificate.LIMIT_SECONDS,
) -> None:
    """Check that certificates hold: nothing in them was changed, and they come out anew.

    Solves the question again, or runs the program again in the sandbox; needs no model and no network.
    Exit status 0: verified. 1: not verified, and a line says why. 2: there is nothing that can be checked.
    """
    name = jsonl.shown_name(file)
    with Runtime(Settings.load()) as runtime, _opened(file) as stream:
        reports = (_report(line, found, runtime.sandbox, limit_seconds) for line, found in _objects(stream))
        first, second = next(reports, Report(1, "unreadable", "the file is empty")), next(reports, None)
        if second is None:
            raise typer.Exit(_one(name, first, as_json))
        counts = Counter[str]()
        for report in (first, second, *reports):
            counts[report.verdict] += 1
            if as_json:
                print_json({"line": report.line} | report.as_dict())
            elif report.verdict in ("failed", "unreadable"):
                print_result(f"{name}:{report.line}: {report.verdict}: {report.reason}")
    names = {"none": "without a certificate"}
    say(f"{name}: {', '.join(f'{count} {names.get(kind, kind)}' for kind, count in counts.items())}.")
    good = counts["verified"] and not counts["unreadable"]
    raise typer.Exit(FAILED if counts["failed"] else DONE if good else MEND)


def _one(name: str, report: Report, as_json: bool) -> int:
    """Tells of the only object of the file; the exit status."""
    if report.verdict in ("unreadable", "none"):
        what = f"{name}: {report.reason}"
        raise InputError(f"{what}; give a certificate, or what `reasoner run --json` printed.")
    if as_json:
        print_json(report.as_dict())
    elif report.verdict == "failed":
        print_result(f"not verified: {report.reason}")
    else:
        print_result(f"verified: {report.form['claim']}")
        say(f"it shows: {report.form['shows']}")
        say(f"it does not show: {report.form['does_not_show']}")
    for package, (was, here) in report.differing.items():
        say(f"it was made with {package} {was}; this is {here}")
    return DONE if report.verdict == "verified" else FAILED


def _opened(name: str) -> "nullcontext[BinaryIO] | BinaryIO":
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise InputError(f"{name}: cannot read it: {cause(error)}; give a certificate.") from None


def _objects(stream: BinaryIO) -> Iterator[tuple[int, Fields | str]]:
    """The objects on the lines, or the one that the whole file is, by line; a reason instead of what is none.

    After a line that is too long to know its end there is nothing more.
    """
    number, first = 1, stream.readline(MAX_BYTES + 1)
    while first and not first.strip():
        number, first = number + 1, stream.readline(MAX_BYTES + 1)
    if not first:
        return
    found = _object(first)
    if isinstance(found, str):
        yield number, _object(first + stream.read(MAX_BYTES + 1 - len(first)))
        return
    yield number, found
    while line := stream.readline(MAX_BYTES + 1):
        number += 1
        if line.strip():
            yield number, _object(line)
        if len(line) > MAX_BYTES:
            return


def _object(data: bytes) -> Fields | str:
    if len(data) > MAX_BYTES:
        return f"it is longer than {MAX_BYTES >> 20} MiB"
    try:
        found = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_without_doubles, parse_constant=_no_number
        )
        json.dumps(found)
    except json.JSONDecodeError as error:
        return f"not JSON: {error.msg.lower()} (line {error.lineno}, column {error.colno})"
    except UnicodeDecodeError as error:
        return f"not UTF-8 text (byte {error.start + 1})"
    except (ValueError, RecursionError) as error:
        return f"not JSON: {one_line(str(error), 100)}"
    return found if isinstance(found, dict) else "not a JSON object, but another value"


def _without_doubles(pairs: list[tuple[str, Json]]) -> Fields:
    """Two readers of an object that has a key twice may see different things."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key comes twice")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _report(line: int, found: Fields | str, sandbox: Sandbox, limit_seconds: float) -> Report:
    if isinstance(found, str):
        return Report(line, "unreadable", found)
    form = found.get("certificate", found)
    if not isinstance(form, dict) or not MARKS & form.keys():
        return Report(line, "none", NONE)
    if form.get("format") != certificate.FORMAT:
        says = (
            f"its format is {one_line(repr(form.get('format')), 20)}; this version knows {certificate.FORMAT}"
        )
        return Report(line, "unreadable", says)
    checked = certificate.recheck(form, sandbox, limit_seconds)
    verdict, reason = checked.verdict, checked.reason
    for key in ("question", "answer") if form is not found and verdict == "verified" else ():
        if found.get(key) != form.get(key):
            verdict, reason = "failed", f"the certificate is about another {key} than the result"
    return Report(line, verdict, reason, form, checked.differing)
