"""Pipelines as tools of an MCP server on the standard streams, for assistants that start us."""

import asyncio
import json
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from typing import Annotated, Any, TypeVar

from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from pydantic import Field, ValidationError
from pydantic.config import JsonDict
from pydantic.json_schema import SkipJsonSchema

from reasoner import cited
from reasoner.errors import ReasonerError, did_you_mean, one_line
from reasoner.pipeline import Pipeline
from reasoner.result import Result
from reasoner.runtime import Runtime
from reasoner.server.mcp_lines import standard_input
from reasoner.server.schemas import MAX_TURNS, Body, Seed, Text, TurnBody
from reasoner.stage import Event, StageStarted
from reasoner.state import Answered, Effort, Turn
from reasoner.tools.naming import legal_names
from reasoner.version import __version__

T = TypeVar("T")

WORKERS = 8
"""Calls that run at once; more wait."""
MANNERS = "It answers, with citations where it looked something up; or it abstains, and says why."


def _without_default(schema: JsonDict) -> None:
    del schema["default"]


class Arguments(Body):
    """What a call of a pipeline gives."""

    question: Text = Field(description="What to answer; it has to stand alone, unless there is a history.")
    effort: Effort | SkipJsonSchema[None] = Field(
        None,
        description='How many samples it is worth; "auto" decides by its difficulty.',
        json_schema_extra=_without_default,
    )
    seed: Seed = Field(0, description="Same seed, same answer.")
    history: Annotated[list[TurnBody], Field(max_length=MAX_TURNS)] = Field(
        [], description="Earlier turns of the conversation."
    )


def serve(runtime: Runtime, pipelines: Mapping[str, Pipeline]) -> None:
    """Offers the pipelines until the client hangs up or Ctrl-C; what still runs then is cancelled."""
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(runtime, pipelines))
    except* ConnectionError:  # nobody takes what we say: the client has hung up
        pass


async def _serve(runtime: Runtime, pipelines: Mapping[str, Pipeline]) -> None:
    with ThreadPoolExecutor(WORKERS, "run") as pool, standard_input() as lines:
        offer = Offer(runtime, pipelines, pool)
        server = Server(
            "reasoner", version=__version__, on_list_tools=offer.listed, on_call_tool=offer.called
        )
        async with stdio_server(stdin=lines) as (read, write):
            # File descriptor 1 is the standard error by now; this is for what Python keeps in a buffer.
            with redirect_stdout(sys.stderr):
                await server.run(read, write, server.create_initialization_options())


class Offer:
    """The pipelines that a client may call."""

    def __init__(self, runtime: Runtime, pipelines: Mapping[str, Pipeline], pool: ThreadPoolExecutor) -> None:
        self._runtime, self._pool = runtime, pool
        legal = legal_names(pipelines)
        self._pipelines = {legal[name]: pipeline for name, pipeline in pipelines.items()}

    async def listed(
        self, context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """The pipelines as tools."""
        return types.ListToolsResult(tools=[self._tool(*each) for each in self._pipelines.items()])

    async def called(
        self, context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """What the pipeline comes to. What goes wrong is a result too, one that the caller's model reads.

        Raises: MCPError, when there is no such pipeline.
        """
        pipeline = self._pipelines.get(params.name)
        if pipeline is None:
            hint = did_you_mean(params.name, self._pipelines)
            raise MCPError(types.INVALID_PARAMS, f"no pipeline '{one_line(params.name, 60)}'{hint}")
        try:
            arguments = Arguments.model_validate(params.arguments or {})
            return _told(await self._run(context, pipeline, arguments))
        except ValidationError as error:
            return _failed(f"{params.name}: {_fault(error)}")
        except ReasonerError as error:
            return _failed(str(error))
        except Exception as error:
            return _failed(f"{params.name}: this is a bug in reasoner: {type(error).__name__}: {error}")

    async def _run(self, context: ServerRequestContext[Any], pipeline: Pipeline, asked: Arguments) -> Result:
        """Runs the pipeline on a thread, and tells of its stages; whoever stops waiting ends the run."""
        loop, cancel = asyncio.get_running_loop(), threading.Event()
        started: asyncio.Queue[str | None] = asyncio.Queue()

        def follow(event: Event) -> None:
            if isinstance(event, StageStarted):
                loop.call_soon_threadsafe(started.put_nowait, event.stage)

        def work() -> Result:
            run = self._runtime.context(asked.seed, follow, effort=asked.effort, cancel=cancel)
            turns = tuple(Turn(turn.role, turn.content) for turn in asked.history)
            return pipeline.run(asked.question, history=turns, context=run)

        job = loop.run_in_executor(self._pool, work)
        job.add_done_callback(lambda _: started.put_nowait(None))
        count = 0
        try:
            while (stage := await started.get()) is not None:
                count += 1
                await context.session.report_progress(count, message=stage)
            return await job
        finally:
            cancel.set()
            job.cancel()

    def _tool(self, name: str, pipeline: Pipeline) -> types.Tool:
        # Whatever writes or reaches out needs to be allowed by the settings.
        closed = not self._runtime.settings.allow
        return types.Tool(
            name=name,
            description=" ".join([*pipeline.about.split(), MANNERS]),
            input_schema=Arguments.model_json_schema(),
            annotations=types.ToolAnnotations(read_only_hint=closed, open_world_hint=not closed),
        )


def _told(result: Result) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(text=_sendable(_text(result)))],
        structured_content=_sendable(result.as_dict()),
    )


def _sendable(value: T) -> T:
    """The value with a mark for each half of a surrogate pair, which the protocol has no way to write."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        mended: T = json.loads(text.encode("utf-8", "replace"))
        return mended
    return value


def _text(result: Result) -> str:
    """The answer with its citations, or why there is none."""
    outcome = result.outcome
    if not isinstance(outcome, Answered):
        return f"abstained: {one_line(outcome.reason)}"
    return "\n".join([cited.text(outcome), *cited.quotes(outcome.citations)])


def _failed(says: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=one_line(says, 2000))], is_error=True)


def _fault(error: ValidationError) -> str:
    """The first argument that does not fit."""
    detail = error.errors(include_url=False)[0]
    where = ".".join(str(step) for step in detail["loc"] if "[" not in str(step))  # no literal['low',...]
    if detail["type"] == "extra_forbidden":
        return f"no argument '{one_line(where, 60)}'{did_you_mean(where, Arguments.model_fields)}"
    says = one_line(detail["msg"].removeprefix("Value error, ")).rstrip(".")
    return f"argument '{one_line(where, 60)}': {says[:1].lower()}{says[1:]}."
