"""`reasoner bench`: how fast a server answers under load."""

from typing import Annotated

import typer

from reasoner.cli import complete, jsonl
from reasoner.cli.options import Model
from reasoner.errors import InputError

bench = typer.Typer(no_args_is_help=True, help="Measure how fast things are.")
QUESTION = "12*(3+4)"
CLIENTS = 8
SECONDS = 10.0


@bench.command()
def serve(
    url: Annotated[
        str | None,
        typer.Argument(metavar="[URL]", help="Of a server that runs; without it, one is started and ended."),
    ] = None,
    pipeline: Annotated[
        str | None,
        typer.Option(
            metavar="PIPELINE",
            help="Pipeline to ask; the first one that is served unless given, and math where one is started.",
            autocompletion=complete.pipeline_names,
        ),
    ] = None,
    model: Model = None,
    question: Annotated[str | None, typer.Option(metavar="TEXT", help=f"What to ask ({QUESTION}).")] = None,
    source: Annotated[
        str | None,
        typer.Option("--input", metavar="Q.jsonl", help="Ask the 'question' of each row, again and again."),
    ] = None,
    clients: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Closed loop: so many clients, each waiting for its answer (8).",
            min=1,
            max=10_000,
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(
            metavar="R",
            help="Open loop: so many requests a second at random times, whether or not others have ended; "
            "times count from when a request was due.",
            min=0.001,
            max=100_000,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S", help="Begin requests for so long (10, unless --requests says when it ends).", min=0.1
        ),
    ] = None,
    requests: Annotated[int | None, typer.Option(metavar="N", help="Begin so many at most.", min=1)] = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Ask for events, and time the first token.")
    ] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the times at which requests come.")] = 0,
    api_key: Annotated[
        str | None,
        typer.Option(metavar="KEY", envvar="REASONER_API_KEY", help="For a server that asks for one."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Put a server under load, and tell its rate, its times and its errors.

    Requests that were turned away (a full queue, no time) are counted apart from those that failed; times are
    of those that got a result. Ctrl-C ends the load and prints what there is. The exit status is 1 when no
    request got a result.
    """
    # An HTTP client takes longer to load than many commands to run.
    from reasoner.cli import load_report
    from reasoner.server.load import Load

    if url is not None and model is not None:
        raise InputError("--model is for a server that is started here; leave out the URL, or --model.")
    if rate is not None and clients is not None:
        raise InputError("--rate is an open loop and --clients a closed one; give one of them.")
    questions = _questions(question, source)
    with load_report.server(url, pipeline, model) as address:
        named = {"pipeline": pipeline} if url is not None and pipeline else {}
        load = Load(
            address,
            [{"question": each, "stream": stream, **named} for each in questions],
            clients or CLIENTS,
            rate,
            SECONDS if seconds is None and requests is None else seconds,
            requests,
            seed,
            {"Authorization": f"Bearer {api_key}"} if api_key else {},
        )
        raise typer.Exit(load_report.measure(load, as_json))


def _questions(question: str | None, source: str | None) -> list[str]:
    """What to ask, in turns. Raises: InputError, when there is no telling."""
    if source is None:
        return [QUESTION if question is None else question]
    if question is not None:
        raise InputError("--question is one question and --input a file of them; give one of them.")
    rows = list(jsonl.read(source, "question"))
    for row in rows:
        if row.problem:
            raise InputError(f"{jsonl.shown_name(source)}:{row.line}: {row.problem}")
    return [row.fields["question"] for row in rows]
