"""The server as an ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from reasoner.pipeline import Pipeline
from reasoner.runtime import Runtime
from reasoner.server import answers, chat_completions, docs, documents, health, pages
from reasoner.server.asking import Asker
from reasoner.server.authorization import Keys
from reasoner.server.errors import passed_on
from reasoner.server.limits import Bodies, Hosts
from reasoner.server.metrics import Metrics
from reasoner.server.opening import Opening
from reasoner.server.options import Options
from reasoner.server.requests import Around, Inside
from reasoner.server.service import Service
from reasoner.version import __version__

ROUTES = (answers.routes, chat_completions.routes, documents.routes, health.routes)


def create_app(
    runtime: Runtime,
    pipelines: Mapping[str, Pipeline],
    options: Options | None = None,
) -> FastAPI:
    """An application that serves these pipelines, of which there is at least one.

    Its lifespan opens what they need and ends what runs; the runtime stays the caller's to close.
    """
    options = options or Options()
    metrics = Metrics(pipelines, runtime.models.opened)
    asker = Asker(runtime, options, metrics)
    service = Service(
        runtime, pipelines, options, metrics, asker, Opening(runtime, pipelines.values(), metrics)
    )
    app = FastAPI(
        title="reasoner",
        version=__version__,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        lifespan=lambda _: _lifespan(service),
        # What does not fit a schema may be a question: nothing about it leaves the process.
        telemetry={"logs": False, "auto_configure": False},
    )
    app.state.service = service
    for kind in (RequestValidationError, HTTPException):
        app.add_exception_handler(kind, passed_on)
    for routes in ROUTES:
        app.include_router(routes(service))
    app.include_router(docs.routes())
    if options.page:
        app.include_router(pages.router)
    _add_layers(app, service)
    return app


def service_of(app: FastAPI) -> Service:
    """What the application serves."""
    service: Service = app.state.service
    return service


@asynccontextmanager
async def _lifespan(service: Service) -> AsyncIterator[None]:
    service.asker.gate.open()
    opening = asyncio.create_task(service.opening.open())
    try:
        yield
    finally:
        await service.asker.stop(0)
        opening.cancel()


def _add_layers(app: FastAPI, service: Service) -> None:
    """What a request passes before it comes to its route; the one that is added last comes first."""
    options = service.options
    app.add_middleware(Bodies, limit=options.max_body)
    if options.keys:
        app.add_middleware(Keys, digests=options.keys)
    if options.loopback:
        app.add_middleware(Hosts)
    app.add_middleware(Inside, observer=service.metrics)
    if options.cors:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=options.cors,
            allow_methods=("GET", "POST"),
            allow_headers=("*",),  # clients of OpenAI's API send a dozen that say what they are
            expose_headers=("X-Request-ID", "Retry-After"),
        )
    app.add_middleware(Around)
