"""Whether the server lives, and whether it can answer."""

from fastapi import APIRouter
from starlette.responses import Response

from reasoner.errors import one_line
from reasoner.server.described import PLAIN_TEXT, guards
from reasoner.server.errors import ERRORS, Refused
from reasoner.server.service import Service


def routes(service: Service) -> APIRouter:
    """The routes for whoever starts, watches and ends servers."""
    router = APIRouter(tags=["Health"], responses=ERRORS)

    @router.get("/healthz")
    async def healthz() -> dict[str, str]:
        """The server lives."""
        return {"status": "ok"}

    @router.get("/readyz")
    async def readyz() -> dict[str, str]:
        """Everything is open, and requests are taken; 503 otherwise."""
        if service.asker.gate.closed:
            raise Refused(503, "the server is shutting down.", "shutting_down", retry_after=5)
        if fault := service.opening.fault:
            raise Refused(503, one_line(str(fault), 500), "failed")
        if not service.opening.ready:
            raise Refused(503, "models and collections are being opened.", "not_ready", retry_after=1)
        return {"status": "ready"}

    @router.get(
        "/metrics", response_class=Response, responses=PLAIN_TEXT, dependencies=guards(service.options)
    )
    def metrics() -> Response:
        """Counts, times and sizes for Prometheus."""
        return Response(service.metrics.text(), headers={"Content-Type": service.metrics.content_type})

    return router
