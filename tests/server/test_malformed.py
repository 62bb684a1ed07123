"""Whatever comes in, the answer is never that the server has a bug."""

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from server_support import DIRECT, app

from reasoner.pipeline import read_pipeline

APP = app(None, DIRECT, read_pipeline("math"))
SCHEMA = schemathesis.openapi.from_asgi(
    "/openapi.json", app(None, DIRECT, read_pipeline("math"), host="0.0.0.0")
)
"""Schemathesis calls the host "testserver", which only a server for others takes."""
COUNT = 1000
PATHS = ("/v1/answer", "/v1/chat/completions")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")
SOUND: dict[str, dict[str, Any]] = {
    "/v1/answer": {
        "question": "12*(3+4)",
        "pipeline": "math",
        "history": [{"role": "user", "content": "Hello."}],
        "effort": "low",
        "seed": 1,
        "seconds": 5,
        "stream": False,
    },
    "/v1/chat/completions": {
        "model": "math",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "12*(3+4)"}]}],
        "stream": False,
        "stream_options": {"include_usage": True},
        "seed": 1,
        "n": 1,
        "tools": [],
        "reasoning_effort": "low",
    },
}
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 10**30, -(10**400), 1e308, float("nan"), float("inf"), "", "x", "\0", "\ud800",
    "\u202e", "9" * 300, "a" * 200_000, [], {}, [[]], [None], [{}], {"": None}, {"role": "user"}, [[[[[]]]]],
    {"type": "text"}, ["\udfff"], {"\ud83d": 1}, "../../etc/passwd", "%s%n", "'; DROP TABLE", "${jndi:ldap://x}",
)  # fmt: skip
HEADERS: tuple[dict[str, str | bytes], ...] = (
    {},
    {"content-type": "application/json; charset=utf-16"},
    {"content-type": "text/html"},
    {"content-type": "multipart/form-data; boundary=x"},
    {"content-type": b"application/json\xff"},
    {"content-type": "application/json;;;=;"},
    {"content-length": "-1"},
    {"content-length": "9" * 50},
    {"content-length": b"\xb2"},
    {"content-encoding": "br"},
    {"host": "["},
    {"host": b"\xff\xfe"},
    {"authorization": b"Bearer \xff"},
    {"authorization": "Bearer " + "x" * 10_000},
    {"traceparent": "00-zz-zz-zz"},
    {"origin": "null"},
    {"transfer-encoding": "gzip"},
    {"accept": "text/html"},
    {"expect": "100-continue"},
)
BYTES = (
    b"", b"{", b"}", b"null", b"[]", b'"x"', b"1", b"\xff\xfe", b"\xef\xbb\xbf{}", b"{" * 5000, b"[" * 200_000,
    b'{"a":' * 20_000, b"\0" * 100, b'{"question": "\\ud800"}', b'{"question": "\xed\xa0\x80"}', b"NaN", b"-Infinity",
    b'{"question": 1' + b"0" * 6000 + b"}", b'{"question": "x", "question": 1}', "{}".encode("utf-16"), b"1e999",
    b'{"messages": [' + b"{}," * 3000 + b"{}]}",
)  # fmt: skip


def changed(value: Any, rng: random.Random) -> Any:
    """The value with something odd in one place of it."""
    if not value or not isinstance(value, dict | list) or rng.random() < 0.15:
        return rng.choice(ODD)
    if isinstance(value, list):
        i = rng.randrange(len(value))
        return [*value[:i], changed(value[i], rng), *value[i + 1 :]]
    key = rng.choice([*value, "unknown"])
    if rng.random() < 0.1:
        return {name: item for name, item in value.items() if name != key}
    return value | {key: changed(value.get(key), rng)}


def malformed(rng: random.Random) -> Iterator[dict[str, Any]]:
    """Requests with odd values, bytes, headers, methods and addresses."""
    sound = {"content-type": "application/json"}
    while True:
        path = rng.choice(PATHS)
        body = json.dumps(SOUND[path]).encode()
        yield {"method": "POST", "url": path, "headers": sound, "content": _dumped(changed(SOUND[path], rng))}
        yield {"method": "POST", "url": path, "headers": sound, "content": rng.choice(BYTES)}
        yield {"method": "POST", "url": path, "headers": sound | rng.choice(HEADERS), "content": body}
        yield {"method": rng.choice(METHODS), "url": path, "headers": sound, "content": body}
        cut = rng.randrange(len(body))
        yield {
            "method": "POST",
            "url": path,
            "headers": sound,
            "content": body[:cut] + rng.randbytes(3) + body[cut:],
        }
        query = rng.choice(
            ("", "?collection=%00", "?collection=%ff&source=%ff", "?" + "a" * 9000, "?source=../x")
        )
        place = rng.choice(
            ("/v1/document", "/v1/models/%2e%2e", "/v1//answer", "/docs/../x", "/page/%00", "/%ff")
        )
        yield {"method": rng.choice(("GET", "HEAD")), "url": place + query}


def _dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_a_thousand_malformed_requests_are_no_fault_of_the_server() -> None:
    requests = malformed(random.Random(7))

    async def story() -> list[tuple[int, dict[str, Any]]]:
        transport = httpx.ASGITransport(APP, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            asked = [next(requests) for _ in range(COUNT)]
            return [((await client.request(**each)).status_code, each) for each in asked]

    found = asyncio.run(story())
    assert [(status, str(request)[:300]) for status, request in found if status >= 500] == []
    assert {200, 400, 404, 405, 415} <= {status for status, _ in found}


QUICK = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
LONG = settings(QUICK, max_examples=1000, derandomize=False)


@SCHEMA.parametrize()
@QUICK
def test_what_the_openapi_file_allows_and_forbids_is_no_fault_of_the_server(case: Any) -> None:
    no_fault(case)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@SCHEMA.parametrize()
@LONG
def test_nor_are_a_thousand_of_each_operation(case: Any) -> None:
    no_fault(case)


def no_fault(case: Any) -> None:
    """It is answered or refused; a server that never was started is not ready."""
    response = case.call()
    if case.path != "/readyz":
        assert response.status_code < 500, response.text
