"""What is not taken: bodies that are too large, too slow or no JSON, and requests for another host."""

import asyncio
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reasoner.server.errors import Refused
from reasoner.server.options import is_loopback
from reasoner.server.sse import Gone

READING = 30.0
"""Seconds that the body of a request may take to arrive."""


class Hosts:
    """Takes only requests for names of this machine: a foreign page whose name was bound to this address
    afterwards sends its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not _for_us(Headers(scope=scope).getlist("host")):
            raise Refused(
                400, "this server is for its own machine; ask for localhost or 127.0.0.1.", "unknown_host"
            )
        await self._app(scope, receive, send)


def _for_us(hosts: Sequence[str]) -> bool:
    """There is one name, and it is ours."""
    return len(hosts) == 1 and is_loopback(_name(hosts[0]))


def _name(host: str) -> str:
    """The host without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


class Bodies:
    """Reads the body of a POST, up to a limit, and only as JSON: that is also what no form
    of a foreign page can send."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app, self._limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        _check_kind(headers)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise Refused(400, "Content-Length is not a number.", "bad_request")
        if int(length[:20]) > self._limit:
            raise self._too_large()
        body = await self._read(receive)
        first = True

        async def replayed() -> Message:
            nonlocal first
            if not first:
                return await receive()
            first = False
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, replayed, send)

    async def _read(self, receive: Receive) -> bytes:
        body = bytearray()
        try:
            async with asyncio.timeout(READING):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    body += message.get("body", b"")
                    if len(body) > self._limit:
                        raise self._too_large()
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise Refused(408, f"the body took more than {READING:.0f} s to arrive.", "slow") from None

    def _too_large(self) -> Refused:
        return Refused(413, f"the body has more than {self._limit} bytes; send less.", "too_large")


def _check_kind(headers: Headers) -> None:
    kind, _, parameters = headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().removeprefix("charset=").strip('"')
    if kind.strip().lower() != "application/json" or charset not in ("", "utf-8", "utf8"):
        raise Refused(415, "send JSON in UTF-8, with the header Content-Type: application/json", "not_json")
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise Refused(415, "send the body as it is, without a Content-Encoding.", "encoded")
