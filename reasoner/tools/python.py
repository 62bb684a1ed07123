"""The tool `python`: a program of the model, run where it can do no harm."""

from reasoner.tools.built_in import SANDBOX_WAITS, Arguments, BuiltIn
from reasoner.tools.shortening import shortened
from reasoner.tools.tool import Returned
from reasoner.verification.sandbox import Execution, Sandbox


class Program(Arguments):
    """What the sandbox runs."""

    code: str
    """The program; print what you want to see. It has no files and no network."""


def python(sandbox: Sandbox) -> BuiltIn[Program]:
    """The tool."""
    return BuiltIn(
        "python",
        "Runs a Python program and gives what it printed, or the value of its last expression.",
        Program,
        lambda given, seconds: _result(sandbox.run(given.code, seconds)),
        waits=SANDBOX_WAITS,
    )


def _result(done: Execution) -> Returned:
    if done.verdict != "ok":
        printed = f"\nIt had printed:\n{shortened(done.stdout)}" if done.stdout.strip() else ""
        return Returned(f"{done.ending}: {done.reason or 'it did not end well'}{printed}", ok=False)
    text = done.stdout.strip("\n") if done.stdout.strip() else done.value
    if not text:
        return Returned("the program ended without printing anything; print what you want to see.", ok=False)
    return Returned(shortened(text))
