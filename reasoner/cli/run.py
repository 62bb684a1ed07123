"""`reasoner run`: a question, or a file of them, through a pipeline."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from reasoner import cited
from reasoner.cli import complete, questions, report
from reasoner.cli.batch import IN_FLIGHT
from reasoner.cli.options import Collection, Model
from reasoner.cli.output import json_line, print_json, print_result, say
from reasoner.cli.thinking import Thinking
from reasoner.errors import InputError, SettingsError, cause, did_you_mean
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.result import Result
from reasoner.retrieval import collection as collections
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stage import Stage
from reasoner.stages.use_tools import UseTools
from reasoner.state import Answered, Effort


def run(
    pipeline: Annotated[
        str,
        typer.Argument(
            metavar="PIPELINE",
            help="Name of a bundled pipeline, or path of a .yaml file.",
            autocompletion=complete.pipeline_names,
        ),
    ],
    question: Annotated[
        str | None, typer.Argument(metavar="QUESTION", help="What to answer; - reads it from standard input.")
    ] = None,
    model: Model = None,
    collection: Collection = None,
    effort: Annotated[
        Effort | None,
        typer.Option(
            metavar="EFFORT",
            help="How many samples a question is worth: low, medium, high, or auto, by its difficulty.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Same seed, same answer.", min=0, max=2**31 - 1)] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the whole result as one JSON object.")
    ] = False,
    trace: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the whole result to this JSON file.")
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Tell what each stage took, changed and spent.")
    ] = False,
    source: Annotated[
        str | None,
        typer.Option(
            "--input", metavar="FILE", help="JSON rows with a 'question' each; - is standard input."
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(
            "--output", metavar="FILE", help="For the rows with their results; stdout unless given."
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Start again instead of going on with --output.")
    ] = False,
    jobs: Annotated[
        int, typer.Option(metavar="N", help="Rows of --input at a time.", min=1, max=IN_FLIGHT)
    ] = 1,
) -> None:
    """Answer a question, or a file of questions.

    The answer goes to stdout; how sure it is and why goes to stderr. An abstention prints nothing on stdout,
    says its reason on stderr, and is no failure.

    With --input each row is written to --output as soon as it is done, in the order of the input; run the
    same command again after an interruption and it goes on. A row that cannot be used gets an 'error', and
    the exit status at the end is 2.
    """
    _check_usage(question, source, target, trace, steps, overwrite, jobs)
    found = read_pipeline(pipeline)
    settings = Settings.load(model=model, collection=collection, effort=effort)
    check_collection(found, collection, settings)
    if source is not None:
        raise typer.Exit(
            questions.run(found, settings, source, target, seed=seed, overwrite=overwrite, jobs=jobs)
        )
    asked = _question(str(question))
    with Thinking() as thinking, Runtime(settings, pulling=thinking.pulling) as runtime:
        runtime.check(found)
        result = found.run(asked, context=runtime.context(seed, thinking.follow))
    if as_json:
        print_json(result.as_dict())
    elif isinstance(result.outcome, Answered):
        print_result(cited.text(result.outcome))
    for line in report.summary(result):
        say(line)
    for line in report.steps(result) if steps else ():
        say(line)
    if trace is not None:
        _write_trace(trace, result)


def _question(given: str) -> str:
    if given != "-":
        return given
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"standard input: not UTF-8 text (byte {error.start + 1}); send UTF-8.") from None


def _check_usage(
    question: str | None,
    source: str | None,
    target: str | None,
    trace: str | None,
    steps: bool,
    overwrite: bool,
    jobs: int,
) -> None:
    if (question is None) == (source is None):
        raise InputError("reasoner run: give either a QUESTION or --input FILE. See: reasoner run --help")
    if source is None and (target is not None or overwrite):
        raise InputError(
            "reasoner run: --output and --overwrite go with --input; for one question use --trace FILE."
        )
    if source is None and jobs > 1:
        raise InputError("reasoner run: --jobs goes with --input; one question is one job.")
    if source is not None and (trace is not None or steps):
        raise InputError(
            "reasoner run: --trace and --steps are for one question; with --input each row has it all."
        )
    if trace is not None and not Path(trace).parent.is_dir():
        raise InputError(
            f"{trace}: there is no folder {Path(trace).parent}; make it or give another --trace."
        )


def check_collection(pipeline: Pipeline, collection: str | None, settings: Settings) -> None:
    """Raises: SettingsError, when the collection of the command line is not there, or has no use."""
    if collection is None:
        return
    if not any(_uses_default(stage) for stage in pipeline.all_stages()):
        raise SettingsError(
            f"--collection: no stage of pipeline '{pipeline.name}' uses the collection of the command line;"
            " leave it out, or use a pipeline that does, such as qa."
        )
    known = (*collections.known(), *settings.collections)
    if collection not in known:
        hint = did_you_mean(collection, known)
        raise SettingsError(
            f"--collection: no collection '{collection}'{hint}"
            f" Make one with: reasoner index PATH --collection {collection}"
        )


def _uses_default(stage: Stage) -> bool:
    if isinstance(stage, UseTools):
        return "search" in stage.tools
    return "collection" in type(stage).model_fields and getattr(stage, "collection", None) is None


def _write_trace(name: str, result: Result) -> None:
    try:
        Path(name).write_bytes(json_line(result.as_dict()))
    except OSError as error:
        raise InputError(f"{name}: cannot write the trace: {cause(error)}; give another --trace.") from None
