"""`reasoner exec`: a Python program, or a file of them, run in the sandbox."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import batch, jsonl
from reasoner.cli.errors import DONE, FAILED
from reasoner.cli.jsonl import Fields
from reasoner.cli.output import print_json, printable, say
from reasoner.cli.verdicts import CORES, Jobs, LimitSeconds, Option, Output, Overwrite, Verdicts
from reasoner.errors import InputError, cause
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.verification.sandbox import Execution, Sandbox

LIMIT_SECONDS = 5.0


def execute(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE.py", help="Program to run; - is standard input.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--jsonl", metavar="FILE", help="JSON rows with 'code' each; - is standard input."),
    ] = None,
    limit_seconds: LimitSeconds = LIMIT_SECONDS,
    target: Output = None,
    overwrite: Overwrite = False,
    jobs: Jobs = CORES,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what came of FILE.py as one JSON object.")
    ] = False,
) -> None:
    """Run Python programs where they can do no harm.

    What FILE.py prints goes to stdout; when it does not end well, stderr says how, and the exit status is 1.

    With --jsonl each row gains 'stdout', 'value' (the last line that was printed, else the variable 'ans' or
    'answer', else the last expression), 'verdict' (ok, error, timeout or refused), 'ending', 'reason' and
    'seconds'. These replace fields of the same name: to compare with a recorded 'stdout', rename it first.
    Rows come out in the order of the input, each as soon as it is done. With --output the same command goes
    on after an interruption. A row that cannot be used gets an 'error', and the exit status at the end is 2.
    """
    if (file is None) == (source is None):
        raise InputError("reasoner exec: give either FILE.py or --jsonl FILE. See: reasoner exec --help")
    if source is not None:
        raise typer.Exit(_rows(source, target, limit_seconds, overwrite=overwrite, jobs=jobs))
    if target is not None or overwrite:
        raise InputError("reasoner exec: --output and --overwrite go with --jsonl.")
    raise typer.Exit(_program(str(file), limit_seconds, as_json))


def _rows(source: str, target: str | None, limit_seconds: float, *, overwrite: bool, jobs: int) -> int:
    rows = batch.open_rows(source, target, "code", jsonl.text_under("code", blank=True))
    with jsonl.output(target, overwrite=overwrite) as out, Runtime(Settings.load()) as runtime:
        work = Verdicts(
            "exec",
            partial(_judge, sandbox=runtime.sandbox, limit_seconds=limit_seconds),
            gains=frozenset({"stdout", "value", "verdict", "ending", "reason", "seconds"}),
            kinds=("ok", "error", "timeout", "refused"),
            tallied="ending",
            options=(Option("limit_seconds", limit_seconds, LIMIT_SECONDS),),
        )
        return batch.run(work, rows, out, jobs=jobs)


def _judge(fields: Fields, *, sandbox: Sandbox, limit_seconds: float) -> Fields:
    return _fields(sandbox.run(fields["code"], limit_seconds))


def _program(file: str, limit_seconds: float, as_json: bool) -> int:
    code = _code(file)
    with Runtime(Settings.load()) as runtime:
        done = runtime.sandbox.run(code, limit_seconds)
    if as_json:
        print_json(_fields(done))
    else:
        sys.stdout.write(printable(done.stdout) if sys.stdout.isatty() else done.stdout)
        sys.stdout.flush()
    if done.verdict == "ok":
        return DONE
    how = done.verdict if done.ending == done.verdict else f"{done.verdict} ({done.ending})"
    say(f"{jsonl.shown_name(file)}: {how}: {done.reason}")
    return FAILED


def _code(file: str) -> str:
    """The program. Raises: InputError, where there is no text to read."""
    shown = jsonl.shown_name(file)
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{shown}: cannot read it: {cause(error)}; give a Python program.") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{shown}: not UTF-8 text (byte {error.start + 1}); save it as UTF-8.") from None


def _fields(done: Execution) -> Fields:
    return {
        "stdout": done.stdout,
        "value": done.value,
        "verdict": done.verdict,
        "ending": done.ending,
        "reason": done.reason,
        "seconds": round(done.seconds, 6),
    }
