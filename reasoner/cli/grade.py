"""`reasoner grade`: whether what was said is the known answer, row by row."""

import json
from functools import partial
from typing import Annotated, Any

import typer

from reasoner.cli import batch, jsonl
from reasoner.cli.jsonl import Fields, empty, lacking
from reasoner.cli.verdicts import CORES, Jobs, LimitSeconds, Option, Output, Overwrite, Verdicts
from reasoner.evals.grading import grade as grade_one
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.verification.equivalence import Kind
from reasoner.verification.sandbox.clocked import Clocked

LIMIT_SECONDS = 2.0


def grade(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="JSON rows with 'gold' and 'pred' each; - is standard input."),
    ],
    kind: Annotated[
        Kind, typer.Option("--as", help="Read answers as mathematics, as words, or as letters of a choice.")
    ] = "auto",
    limit_seconds: LimitSeconds = LIMIT_SECONDS,
    target: Output = None,
    overwrite: Overwrite = False,
    jobs: Jobs = CORES,
    as_json: Annotated[
        bool, typer.Option("--json", help="Changes nothing: rows are JSON, and nothing else is on stdout.")
    ] = False,
) -> None:
    """Compare predicted answers with known ones.

    The answer is found in 'pred', which may be a whole solution, and in 'gold', and the two are compared.
    Both may be text, a number, true or false; a list of golds is met by any of them. A 'question' of the row
    helps to read the answers. Each row gains 'verdict' (equal, different or unknown), 'evidence', 'reason'
    and 'seconds'.

    Rows come out in the order of the input, each as soon as it is done. With --output the same command goes
    on after an interruption. A row that cannot be used gets an 'error', and the exit status at the end is 2.
    """
    rows = batch.open_rows(file, target, "gold", _fault)
    with jsonl.output(target, overwrite=overwrite) as out, Runtime(Settings.load()) as runtime:
        work = Verdicts(
            "grade",
            partial(_judge, sandbox=Clocked(runtime.sandbox), kind=kind, limit_seconds=limit_seconds),
            gains=frozenset({"verdict", "evidence", "reason", "seconds"}),
            kinds=("equal", "different", "unknown"),
            tallied="evidence",
            options=(Option("as", kind, "auto"), Option("limit_seconds", limit_seconds, LIMIT_SECONDS)),
        )
        raise typer.Exit(batch.run(work, rows, out, jobs=jobs))


def _judge(fields: Fields, *, sandbox: Clocked, kind: Kind, limit_seconds: float) -> Fields:
    gold, question = fields["gold"], fields.get("question")
    golds = [_text(value) for value in (gold if isinstance(gold, list) else [gold])]
    start = sandbox.seconds
    found = grade_one(
        golds,
        _text(fields["pred"]),
        sandbox,
        limit_seconds,
        kind=kind,
        question=question if isinstance(question, str) else "",
    )
    seconds = round(sandbox.seconds - start, 6)
    return {"verdict": found.verdict, "evidence": found.evidence, "reason": found.reason, "seconds": seconds}


def _fault(fields: Fields) -> str:
    """A pred may be empty or null, for a model that said nothing; a gold may not."""
    for key in ("gold", "pred"):
        if key not in fields:
            return lacking(key)
    gold, pred = fields["gold"], fields["pred"]
    golds = gold if isinstance(gold, list) else [gold]
    if not golds or not all(_is_answer(value) for value in golds):
        return "'gold' is neither text, a number, true or false, nor a list of these; write one"
    if not all(_text(value).strip() for value in golds):
        return empty("gold")
    if pred is not None and not _is_answer(pred):
        return "'pred' is neither text, a number, true, false nor null; write one"
    return ""


def _is_answer(value: Any) -> bool:
    return isinstance(value, str | bool | int | float)


def _text(value: Any) -> str:
    """The answer as it would be written."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)
