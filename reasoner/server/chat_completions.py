"""`/v1/chat/completions` and `/v1/models` as OpenAI has them: each pipeline is a model."""

import time
from collections.abc import AsyncGenerator, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from reasoner.server.asking import Asked, Run
from reasoner.server.chat_messages import conversation
from reasoner.server.chat_parameters import EFFORTS, warnings
from reasoner.server.completion import DONE, Completion
from reasoner.server.described import WHOLE_OR_STREAM, conversations, guards
from reasoner.server.errors import ERRORS, failure
from reasoner.server.schemas import ChatBody
from reasoner.server.service import Service
from reasoner.server.sse import KEEP_ALIVE, EventStream, event, while_connected


def routes(service: Service) -> APIRouter:
    """The routes that clients of OpenAI's API use."""
    router = APIRouter(prefix="/v1", tags=["OpenAI"], responses=ERRORS, dependencies=guards(service.options))
    examples = conversations(next(iter(service.pipelines)))
    Asking = Annotated[ChatBody, Body(openapi_examples=examples)]
    since = int(time.time())

    @router.get("/models")
    async def models() -> dict[str, Any]:
        """The pipelines that are served, each as a model."""
        return {"object": "list", "data": [_model(name, since) for name in service.pipelines]}

    @router.get("/models/{name:path}")
    async def model(name: str) -> dict[str, Any]:
        """One of them."""
        return _model(service.pipeline(name, "model").name, since)

    @router.post("/chat/completions", response_class=Response, responses=WHOLE_OR_STREAM)
    async def chat_completions(body: Asking, request: Request) -> Response:
        """Answers the last message, the user's, with the pipeline that `model` names.

        The content is the answer; where it rests on documents, with marks such as [1] and the quotes that
        they stand for. An abstention is a message that gives its reason. The whole result is under
        `reasoner`, and `warnings` there names what of the request was not used: system messages, and
        parameters of sampling such as `temperature` and `max_tokens`, which are the pipeline's to decide.
        `n` above 1, tools of the client, formats other than text, and log-probabilities are refused.

        With `stream`, progress comes as `reasoning_content`: the stages that start, and the first sample. The
        content comes once it is decided.
        """
        asked, unused = _asked(body, service, request.headers)
        usage = bool(body.stream_options and body.stream_options.include_usage)
        completion = Completion(body.model, asked.pipeline.hash, unused, usage)
        present = completion.last if body.stream else completion.whole
        starting = service.asker.start(asked, present, follow=bool(body.stream))
        run = await while_connected(request.receive, starting)
        if body.stream:
            return EventStream(_told(run, completion), run.cancel)
        return Response(await while_connected(request.receive, run.result()), media_type="application/json")

    return router


def _model(name: str, since: int) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": since, "owned_by": "reasoner"}


def _asked(body: ChatBody, service: Service, headers: Mapping[str, str]) -> tuple[Asked, tuple[str, ...]]:
    pipeline = service.pipeline(body.model, "model")
    unused = tuple(warnings(body.model_extra or {}))
    said = conversation(body.messages)
    asked = Asked(
        pipeline=pipeline,
        question=said.question,
        history=said.history,
        effort=EFFORTS[body.reasoning_effort] if body.reasoning_effort else None,
        seed=body.seed or 0,
        arrived=time.monotonic(),
        headers=headers,
    )
    return asked, said.warnings + unused


async def _told(run: Run[bytes], completion: Completion) -> AsyncGenerator[bytes]:
    """Progress, then the answer."""
    try:
        yield completion.first()
        async for batch in run.events():
            yield completion.progress(batch) or KEEP_ALIVE
        yield await run.result()
    except Exception as error:
        yield event(failure(error).body) + DONE
