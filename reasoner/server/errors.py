"""Every error that the server answers with has one shape, whoever found it."""

import logging
import traceback
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from reasoner.errors import InputError, ReasonerError, one_line
from reasoner.server.encoding import encoded

KINDS: Mapping[int, str] = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
"""Types of errors by status; the rest are the request's fault below 500, and the server's from there."""
REASONS: Mapping[int, str] = {
    401: "unauthorized",
    404: "not_found",
    405: "not_found",
    413: "too_large",
    415: "unsupported",
}
"""What a refusal counts as, by status; the rest are bad requests."""
COUNTED = frozenset({"queue_full", "deadline", "shutting_down"})
"""Codes that are counted as themselves."""

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request that is being answered."""
log = logging.getLogger("reasoner.server")


class ErrorBody(BaseModel):
    """What every error says."""

    class Details(BaseModel):
        """Of the error."""

        message: str
        type: str
        code: str
        param: str | None

    error: Details


ERRORS: dict[int | str, dict[str, Any]] = {"4XX": {"model": ErrorBody}, "5XX": {"model": ErrorBody}}
"""For the OpenAPI file: what routes answer besides what they say."""


class Refused(Exception):
    """A request that gets no result: status and error, as the client is told."""

    def __init__(
        self,
        status: int,
        message: str,
        code: str,
        *,
        param: str | None = None,
        retry_after: int | None = None,
        headers: Mapping[str, str] = {},
    ) -> None:
        super().__init__(message)
        self.status, self.message, self.code, self.param = status, message, code, param
        self.retry_after, self.headers = retry_after, headers

    @property
    def reason(self) -> str:
        """What it counts as."""
        if self.code in COUNTED:
            return self.code
        return "other" if self.status >= 500 else REASONS.get(self.status, "bad_request")

    @property
    def body(self) -> dict[str, Any]:
        """What the client is told."""
        kind = KINDS.get(self.status, "server_error" if self.status >= 500 else "invalid_request_error")
        return {"error": {"message": self.message, "type": kind, "code": self.code, "param": self.param}}

    @property
    def response(self) -> Response:
        """The answer to the request."""
        headers = dict(self.headers)
        if self.retry_after is not None:
            headers["Retry-After"] = str(self.retry_after)
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        return Response(encoded(self.body), self.status, headers, "application/json")


def bad(message: str, param: str | None = None, code: str = "bad_request") -> Refused:
    """A request that is at fault."""
    return Refused(400, message, code, param=param)


def invalid(error: RequestValidationError) -> Refused:
    """A body or query that does not fit its schema; the first fault is told of."""
    faults: Sequence[Mapping[str, Any]] = error.errors()
    fault = faults[0]
    if fault["type"] == "json_invalid":
        says = one_line(str(fault["ctx"]["error"]), 100).lower()
        return bad(f"the body is not JSON: {says} (character {fault['loc'][-1]}).", code="not_json")
    steps = [step for step in fault["loc"] if step not in ("body", "query")]
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
    path = one_line(path, 100)
    says = one_line(str(fault["msg"]).removeprefix("Value error, "), 200).rstrip(".")
    return bad(f"{path or 'the body'}: {says[:1].lower()}{says[1:]}.", path or None)


async def passed_on(request: Request, error: Exception) -> Response:
    """For FastAPI, which has answers of its own to some errors: the outer layer knows what to say."""
    raise error


def failure(error: Exception) -> Refused:
    """What the client is told of the error. One that nobody foresaw is logged by its type and place: its
    text may hold a question."""
    match error:
        case Refused():
            return error
        case RequestValidationError():
            return invalid(error)
        case HTTPException():
            return _unrouted(error)
        case InputError():
            return bad(one_line(str(error), 500))
        case ReasonerError():
            return Refused(503, one_line(str(error), 500), "failed", retry_after=30)
    log.error("request %s failed: %s", REQUEST_ID.get(), place(error))
    return Refused(
        500, f"this is a bug in reasoner; its log has it as request {REQUEST_ID.get()}.", "internal"
    )


def place(error: BaseException) -> str:
    """The type of the error, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno} ({frames[-1].name})" if frames else ""
    return f"{type(error).__name__}{where}"


def _unrouted(error: HTTPException) -> Refused:
    match error.status_code:
        case 404:
            return Refused(404, "there is nothing at this address; see /docs.", "not_found")
        case 405:
            says = "this address does not take that method; see /docs."
            return Refused(405, says, "method_not_allowed", headers=error.headers or {})
        case 400:
            return bad("the body is not JSON that can be read.", code="not_json")
    return Refused(error.status_code, one_line(str(error.detail), 200), "other")
