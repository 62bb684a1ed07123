"""`/v1/answer`: the whole result of a pipeline, at once or with all that happens on the way."""

import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from reasoner.result import Result
from reasoner.server.asking import Asked, Run
from reasoner.server.described import WHOLE_OR_STREAM, guards, questions
from reasoner.server.encoding import encoded
from reasoner.server.errors import ERRORS, failure
from reasoner.server.schemas import AnswerBody
from reasoner.server.service import Service
from reasoner.server.sse import KEEP_ALIVE, EventStream, event, while_connected
from reasoner.stage import Event, StageFinished, StageStarted, TokenDrawn, ToolCalled
from reasoner.state import Turn


def routes(service: Service) -> APIRouter:
    """The routes for questions, and for the list of pipelines."""
    router = APIRouter(prefix="/v1", tags=["Answers"], responses=ERRORS, dependencies=guards(service.options))
    Asking = Annotated[AnswerBody, Body(openapi_examples=questions())]

    @router.post("/answer", response_class=Response, responses=WHOLE_OR_STREAM)
    async def answer(body: Asking, request: Request) -> Response:
        """Answers a question with a pipeline: the result as `reasoner run --json` prints it. An abstention is
        a result.

        With `stream` come server-sent events: `step_started`, `step`, `token` and `tool` as they happen, and
        in the end `result`, or `error`.
        """
        asked = _asked(body, service, request.headers)
        run = await while_connected(request.receive, service.asker.start(asked, _encoded, follow=body.stream))
        if body.stream:
            return EventStream(_told(run), run.cancel)
        return Response(await while_connected(request.receive, run.result()), media_type="application/json")

    @router.get("/pipelines")
    async def pipelines() -> dict[str, list[dict[str, Any]]]:
        """The pipelines that are served."""
        return {
            "pipelines": [
                {
                    "name": name,
                    "about": found.about,
                    "hash": found.hash,
                    "stages": [stage.label for stage in found.stages],
                }
                for name, found in service.pipelines.items()
            ]
        }

    return router


def _asked(body: AnswerBody, service: Service, headers: Mapping[str, str]) -> Asked:
    return Asked(
        pipeline=service.pipeline(body.pipeline, "pipeline"),
        question=body.question,
        history=tuple(Turn(turn.role, turn.content) for turn in body.history),
        effort=body.effort,
        seed=body.seed,
        seconds=body.seconds,
        arrived=time.monotonic(),
        headers=headers,
    )


def _encoded(result: Result) -> bytes:
    return encoded(result.as_dict())


async def _told(run: Run[bytes]) -> AsyncGenerator[bytes]:
    """What happens on the way, then the result."""
    try:
        async for batch in run.events():
            yield b"".join(event(data, name) for name, data in described(batch)) or KEEP_ALIVE
        yield b"event: result\ndata: %b\n\n" % await run.result()
    except Exception as error:
        yield event(failure(error).body["error"], "error")


def described(batch: Sequence[Event]) -> list[tuple[str, dict[str, Any]]]:
    """Events by name; pieces of the same sample that came one after another are one."""
    told: list[tuple[str, dict[str, Any]]] = []
    for sample, group in groupby(batch, key=lambda each: each.sample if isinstance(each, TokenDrawn) else -1):
        if sample >= 0:
            text = "".join(each.text for each in group if isinstance(each, TokenDrawn))
            told.append(("token", {"sample": sample, "text": text}))
        else:
            told += [_described(each) for each in group]
    return told


def _described(event: Event) -> tuple[str, dict[str, Any]]:
    match event:
        case StageStarted(stage):
            return "step_started", {"stage": stage}
        case StageFinished(step):
            return "step", asdict(step)
        case ToolCalled(sample, called):
            return "tool", {"sample": sample, **asdict(called)}
        case TokenDrawn(sample, text):
            return "token", {"sample": sample, "text": text}
