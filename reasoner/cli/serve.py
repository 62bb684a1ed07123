"""`reasoner serve`: pipelines over HTTP."""

import logging
import os
import re
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated, Literal

import typer

from reasoner import resources
from reasoner.cli import complete
from reasoner.cli.errors import DONE
from reasoner.cli.options import Collection, Model
from reasoner.cli.output import Lines, print_result, say
from reasoner.cli.run import check_collection
from reasoner.cli.thinking import PULLING
from reasoner.errors import InputError, SettingsError, one_line
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.runtime import Runtime
from reasoner.server.keys import digest, new_key
from reasoner.server.options import Options
from reasoner.settings import Settings
from reasoner.state import Effort

LEAST_KEY = 16
"""Characters of a key that is too long to be guessed."""
ORIGIN = r"\*|null|[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?"
"""Of a page, as browsers send it."""


def serve(
    pipelines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PIPELINE]...",
            help="Names of bundled pipelines or paths of .yaml files; all that are bundled unless given.",
            autocompletion=complete.pipeline_names,
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="HOST", help="Address to listen at; one that others can reach needs keys.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="PORT", help="Port to listen at; 0 picks one.", min=0, max=65535)
    ] = 8000,
    model: Model = None,
    collection: Collection = None,
    effort: Annotated[
        Effort | None,
        typer.Option(
            metavar="EFFORT", help="For requests that name none: low, medium, high, or auto, by difficulty."
        ),
    ] = None,
    mode: Annotated[
        Literal["reproducible", "throughput"] | None,
        typer.Option(
            metavar="MODE",
            help="throughput lets requests batch with each other, the default unless the settings say "
            "otherwise; reproducible: same seed, same answer.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", help="Pipelines that run at once.", min=1, max=1024)
    ] = 8,
    queue: Annotated[
        int,
        typer.Option(metavar="N", help="Requests that may wait; more get status 429.", min=0, max=100_000),
    ] = 64,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="Deadline of a request, from its arrival.", min=0.1, max=86400)
    ] = 120,
    max_body: Annotated[
        int, typer.Option(metavar="BYTES", help="Size that a request may have.", min=1024, max=1 << 30)
    ] = 1 << 20,
    api_key: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            envvar="REASONER_API_KEYS",
            help="A key that clients must send; may be given several times. In the variable, a space parts "
            "them. Digests of keys go into api_keys in reasoner.toml.",
        ),
    ] = None,
    make_key: Annotated[
        bool, typer.Option("--new-key", help="Print a new key and its line for reasoner.toml, and end.")
    ] = False,
    cors: Annotated[
        list[str] | None,
        typer.Option(metavar="ORIGIN", help="Site whose pages may ask; may be given several times."),
    ] = None,
    no_page: Annotated[bool, typer.Option("--no-page", help="Serve no page at /.")] = False,
    grace: Annotated[
        float,
        typer.Option(metavar="S", help="Time for what runs when the server is to end.", min=0, max=86400),
    ] = 30,
    over_mcp: Annotated[
        bool,
        typer.Option(
            "--mcp",
            help="Offer each pipeline as a tool over MCP on the standard streams instead; of the options "
            "those of models and collections count.",
        ),
    ] = False,
    access_log: Annotated[
        bool, typer.Option("--access-log", help="A line on stderr for each request, without its text.")
    ] = False,
) -> None:
    """Serve pipelines over HTTP: an OpenAI-compatible API, whole results, metrics, and a page.

    Each pipeline is a model for clients of OpenAI's API under URL/v1. The documentation is at URL/docs.

    Ctrl-C or SIGTERM ends the server once what runs is done; a second one ends it at once.
    """
    if make_key:
        print_key()
        return
    settings = _settings(model, collection, effort, mode)
    found = read_pipelines(pipelines or list(resources.bundled_pipelines()))
    _check_collection(found, collection, settings)
    if over_mcp:
        _speak_mcp(found, settings)
        return
    options = Options(
        host=host,
        port=port,
        workers=workers,
        queue=queue,
        seconds=seconds,
        max_body=max_body,
        keys=frozenset((*map(digest, api_key or ()), *map(str.lower, settings.api_keys))),
        cors=tuple(cors or ()),
        page=not no_page,
    )
    _check(options, api_key or (), settings)
    if access_log:
        _log_access()
    _run(found, settings, options, grace)


def print_key() -> None:
    """A new key on stdout; its digest, which is all that the server has to know, on stderr."""
    key = new_key()
    print_result(key)
    say(f'This key is for the client. For the server, in reasoner.toml: api_keys = ["{digest(key)}"]')


def read_pipelines(names: Sequence[str]) -> tuple[Pipeline, ...]:
    """The pipelines of those names and paths. Raises: InputError, when two have the same name."""
    found = tuple(map(read_pipeline, dict.fromkeys(names)))
    for i, pipeline in enumerate(found):
        if pipeline.name in {before.name for before in found[:i]}:
            raise InputError(
                f"two pipelines are called '{pipeline.name}'; clients cannot tell them apart; rename one."
            )
    return found


def _settings(model: str | None, collection: str | None, effort: Effort | None, mode: str | None) -> Settings:
    """The settings; unless they say so, a server does not keep requests from batching with each other."""
    settings = Settings.load(model=model, collection=collection, effort=effort, mode=mode)
    if "mode" in settings.model_fields_set:
        return settings
    return settings.model_copy(update={"mode": "throughput"})


def _check(options: Options, keys: Sequence[str], settings: Settings) -> None:
    """Raises: SettingsError for what would be open to others or to guessing, and for what nobody can send."""
    if not options.keys and not options.loopback:
        raise SettingsError(
            f"--host {options.host}: others can reach that address, so clients need a key; make one with: "
            "reasoner serve --new-key"
        )
    for key in keys:
        if len(key) < LEAST_KEY:
            raise SettingsError(
                f"--api-key: a key has {LEAST_KEY} or more characters; get one by: reasoner serve --new-key"
            )
        if not re.fullmatch(r"[!-~]+", key):
            raise SettingsError(
                "--api-key: a key has letters, digits and signs of ASCII, and no space; get one by: reasoner "
                "serve --new-key"
            )
    for i, known in enumerate(settings.api_keys):
        if not re.fullmatch(r"[0-9a-fA-F]{64}", known):  # not shown: it may be the key itself
            raise SettingsError(
                f"reasoner.toml: api_keys[{i}] is no SHA-256 in hexadecimal; get a key with its digest by: "
                "reasoner serve --new-key"
            )
    for origin in options.cors:
        if not re.fullmatch(ORIGIN, origin):
            raise SettingsError(
                f"--cors {one_line(origin, 100)}: is no origin; give one as browsers send it, like "
                "https://example.org or http://localhost:3000, without a path, or * for all."
            )


def _check_collection(found: Sequence[Pipeline], collection: str | None, settings: Settings) -> None:
    """Raises: SettingsError, when the collection is not there, or no pipeline uses it."""
    faults = []
    for pipeline in found:
        try:
            check_collection(pipeline, collection, settings)
        except SettingsError as error:
            faults.append(error)
    if len(faults) == len(found):
        raise faults[0]


def _log_access() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger = logging.getLogger("reasoner.access")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False


def _run(found: Sequence[Pipeline], settings: Settings, options: Options, grace: float) -> None:
    # FastAPI takes longer to load than many commands to run.
    from reasoner.server import serving
    from reasoner.server.app import create_app

    listener = serving.listen(options.host, options.port)
    with closing(listener), _checked(found, settings) as runtime:
        names = ", ".join(pipeline.name for pipeline in found)
        app = create_app(runtime, {pipeline.name: pipeline for pipeline in found}, options)
        where = serving.url(listener, options.host)
        left = serving.run(app, listener, grace, lambda: say(f"serving {names} at {where} (Ctrl-C ends it)"))
        if left:
            # Their threads would keep the process; what they use cannot be freed.
            say(f"{left} of the questions did not end in time; they are given up.")
            sys.stderr.flush()
            os._exit(DONE)


def _speak_mcp(found: Sequence[Pipeline], settings: Settings) -> None:
    try:
        from reasoner.server import mcp
    except ImportError:
        raise SettingsError("--mcp: MCP is not installed; install it: pip install 'reasoner[mcp]'") from None
    with _checked(found, settings) as runtime:
        mcp.serve(runtime, {pipeline.name: pipeline for pipeline in found})


def _checked(found: Sequence[Pipeline], settings: Settings) -> Runtime:
    """A runtime that has what the pipelines need. Raises: SettingsError."""
    runtime = Runtime(settings, pulling=Lines(PULLING, "bytes"))
    try:
        for pipeline in found:
            runtime.check(pipeline)
    except BaseException:
        runtime.close()
        raise
    return runtime
