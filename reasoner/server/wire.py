"""HTTP as it comes over the wire: a head has to be small and soon there, what is no HTTP is told so, and who
takes nothing of a reply is cut off."""

import asyncio
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from reasoner.server.encoding import encoded
from reasoner.server.errors import Refused, bad

MAX_HEAD = 1 << 16
"""Bytes that the head of a request may have."""
READING = 30.0
"""Seconds that it may take to arrive, the time before its first byte counted in."""
TAKING = 60.0
"""Seconds after which a client that has taken nothing of what waits for it counts as one that has hung up."""
LINGER = 1.0
"""Seconds in which a client that was refused may go on to send."""


class Wire(HttpToolsProtocol):
    """A connection. What it refuses has no request yet, so it is counted nowhere."""

    _size = 0
    """Bytes of a head that has not ended."""
    _timer: asyncio.TimerHandle | None = None
    _begun = _refused = False
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Waits for the first head."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(READING, self._slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        self._stop()
        self._taken()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """More waits to be taken than is good."""
        super().pause_writing()
        self._await_taking()

    def resume_writing(self) -> None:
        """Most of it was taken."""
        self._taken()
        super().resume_writing()

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._size, self._begun = 0, True
        if self._timer is None:
            self._timer = self.loop.call_later(READING, self._slow)

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._stop()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Reads on, unless the head grows too large."""
        if self._refused:
            return
        reading = self._timer
        super().data_received(data)
        if reading is not None and reading is self._timer:  # all of it is of one head
            self._size += len(data)
            if self._size > MAX_HEAD:
                self._refuse(
                    Refused(431, f"the head has more than {MAX_HEAD} bytes; send less.", "too_large")
                )

    def send_400_response(self, msg: str) -> None:
        """For what the parser cannot read."""
        self._refuse(bad("this is no request of HTTP/1.1.", code="not_http"))

    def _await_taking(self) -> None:
        """Gives the client time to take some of it. Nothing is told to one that did not: a connection that is
        closed politely would keep what waits, and its place, for as long as the client likes."""
        left = self.transport.get_write_buffer_size()

        def look() -> None:
            if self.transport.get_write_buffer_size() < left:
                self._await_taking()
            else:
                self.transport.abort()

        self._taken()
        self._taking = self.loop.call_later(TAKING, look)

    def _taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _slow(self) -> None:
        self._timer = None
        if self._begun:
            self._refuse(Refused(408, f"the head took more than {READING:.0f} s to arrive.", "slow"))
        else:
            self.transport.close()  # nothing was asked

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, refused: Refused) -> None:
        self._refused = True
        self._stop()
        body = encoded(refused.body)
        head = (
            f"HTTP/1.1 {refused.status} {HTTPStatus(refused.status).phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.write_eof()
        # What is closed while more comes in is reset, and the client would not see what it was told.
        self.loop.call_later(LINGER, self.transport.close)
