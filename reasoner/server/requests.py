"""What happens around every request: an id, headers that protect, and one shape for what goes wrong."""

import logging
import secrets
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reasoner.errors import one_line
from reasoner.server.account import ACCOUNT, Account
from reasoner.server.errors import REQUEST_ID, failure
from reasoner.server.observer import Observer
from reasoner.server.sse import Gone

PROTECTION = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""Headers of every response that does not say otherwise."""
PROBES = frozenset({"/healthz", "/readyz"})
"""Paths at which the server is watched: what it says there is no request that got no result."""
GONE = 499
"""Stands in the access log for a client that hung up before there was a response."""
access = logging.getLogger("reasoner.access")


class Around:
    """The outermost layer: an id for the request, headers for the response, a line in the access log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status, name = time.monotonic(), GONE, secrets.token_hex(8)
        REQUEST_ID.set(name)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = name
                for key, value in PROTECTION.items():
                    headers.setdefault(key, value)
            await send(message)

        await self._app(scope, receive, sending)
        seconds = time.monotonic() - start
        access.info("%s %s %s %d %.3f s", name, scope["method"], one_line(scope["path"]), status, seconds)


class Inside:
    """Answers what went wrong further in, counts it, and ends quietly when the client has hung up."""

    def __init__(self, app: ASGIApp, observer: Observer) -> None:
        self._app, self._observer = app, observer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False
        account = Account(probe=scope["path"] in PROBES)
        ACCOUNT.set(account)

        async def sending(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Gone:
            account.close(lambda: self._observer.refused("cancelled"))
        except Exception as error:
            refused = failure(error)
            account.close(lambda: self._observer.refused(refused.reason))
            if not started:
                await refused.response(scope, receive, sending)
