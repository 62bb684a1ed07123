"""Who may ask: whoever sends a key whose digest is known."""

import hmac

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from reasoner.server.errors import Refused
from reasoner.server.keys import digest


class Keys:
    """Demands a key for all that asks, finds out or counts. The page and the documentation tell nothing."""

    def __init__(self, app: ASGIApp, digests: frozenset[str]) -> None:
        self._app, self._digests = app, digests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _guarded(scope["path"]) or self._known(scope):
            await self._app(scope, receive, send)
            return
        raise Refused(401, "no such key; send a valid one as: Authorization: Bearer KEY", "invalid_api_key")

    def _known(self, scope: Scope) -> bool:
        scheme, _, key = Headers(scope=scope).get("authorization", "").partition(" ")
        given = digest(key.strip())
        # All are compared, so that the time tells nothing.
        found = [hmac.compare_digest(given, known) for known in self._digests]
        return scheme.lower() == "bearer" and any(found)


def _guarded(path: str) -> bool:
    return path == "/metrics" or path.startswith("/v1/")
