"""The commands under one name, and how the process starts and ends."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from reasoner.cli import (
    bench,
    calibrate,
    chat,
    check,
    cite,
    compare,
    evaluate,
    execute,
    grade,
    knowledge,
    models,
    pipelines,
    run,
    search,
    serve,
)
from reasoner.cli.errors import guarded
from reasoner.version import __version__

app = typer.Typer(name="reasoner", rich_markup_mode=None, pretty_exceptions_enable=False)
app.command()(run.run)
app.command()(chat.chat)
app.command()(pipelines.validate)
app.command()(pipelines.schema)
app.command()(pipelines.stages)
app.add_typer(pipelines.pipelines, name="pipelines")
app.add_typer(models.models, name="models")
app.command()(knowledge.index)
app.add_typer(knowledge.collections, name="collections")
app.command()(search.search)
app.command()(grade.grade)
app.command()(cite.cite)
app.command("exec")(execute.execute)
app.command()(check.check)
app.command("eval")(evaluate.evaluate)
app.command()(compare.compare)
app.command()(calibrate.calibrate)
app.command()(serve.serve)
app.add_typer(bench.bench, name="bench")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"reasoner {__version__}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def reasoner(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Reasoning pipelines over local language models: a checked answer, or an honest abstention.

    Exit status 0: done (an abstention is done). 1: a run failed. 2: something is to be mended; one line on
    stderr says where, what, and what next. REASONER_DEBUG=1 adds the traceback.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def _fill_closed_streams() -> None:
    """A standard stream that was closed is empty, lest the next file that is opened takes its place."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def run_app(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line, which is that of the process unless given; the exit status."""
    _fill_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    return guarded(lambda: app(arguments, prog_name="reasoner", standalone_mode=False))
