"""What the OpenAPI file says is so."""

from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema  # type: ignore[import-untyped]
import pytest
from server_support import DIRECT, app, running, until

from reasoner.pipeline import read_pipeline
from reasoner.server.keys import digest

KEY = "rk-a-key-that-nobody-guesses"
SERVED = app(None, DIRECT, read_pipeline("math"), keys=frozenset({digest(KEY)}))
FILE = SERVED.openapi()
EXAMPLES = [
    pytest.param(path, example["value"], id=f"{path} {name}")
    for path, methods in FILE["paths"].items()
    for name, example in methods.get("post", {})
    .get("requestBody", {})
    .get("content", {})
    .get("application/json", {})
    .get("examples", {})
    .items()
]
REQUESTS: tuple[tuple[str, str, dict[str, Any], int], ...] = (
    ("get", "/v1/pipelines", {}, 200),
    ("get", "/v1/models", {}, 200),
    ("get", "/v1/models/math", {}, 200),
    ("get", "/v1/models/maths", {}, 404),
    ("get", "/v1/document", {"params": {"collection": "x", "source": "x"}}, 404),
    ("get", "/healthz", {}, 200),
    ("get", "/healthz", {"headers": {"host": "evil.example"}}, 400),
    ("get", "/readyz", {}, 200),
    ("get", "/metrics", {}, 200),
    ("get", "/metrics", {"headers": {"authorization": "Bearer wrong"}}, 401),
    ("post", "/v1/answer", {"json": {}}, 400),
    ("post", "/v1/answer", {"content": b"{}"}, 415),
    ("post", "/v1/chat/completions", {"json": {"model": "maths", "messages": []}}, 400),
)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with (
        running(SERVED) as url,
        httpx.Client(base_url=url, headers={"authorization": f"Bearer {KEY}"}) as client,
    ):
        until(lambda: client.get("/readyz").status_code == 200)
        yield client


def is_as_described(response: httpx.Response, method: str, path: str) -> bool:
    """Status, media type and shape are among those that the file has."""
    documented = FILE["paths"][path][method]["responses"]
    status = str(response.status_code)
    content = documented.get(status, documented.get(f"{status[0]}XX"))["content"]
    schema = content[response.headers["content-type"].partition(";")[0]]["schema"]
    value = response.json() if "json" in response.headers["content-type"] else response.text
    jsonschema.validate(value, {**schema, "components": FILE["components"]})
    return True


@pytest.mark.parametrize(("path", "body"), EXAMPLES)
def test_every_example_is_answered(client: httpx.Client, path: str, body: dict[str, Any]) -> None:
    response = client.post(path, json=body)
    assert response.status_code == 200
    assert "event: error" not in response.text
    assert is_as_described(response, "post", path)


def test_each_body_has_examples() -> None:
    assert {example.values[0] for example in EXAMPLES} == {"/v1/answer", "/v1/chat/completions"}


@pytest.mark.parametrize(("method", "path", "how", "status"), REQUESTS)
def test_replies_have_a_status_a_type_and_a_shape_that_the_file_has(
    client: httpx.Client, method: str, path: str, how: dict[str, Any], status: int
) -> None:
    response = client.request(method, path, **how)
    assert response.status_code == status
    template = "/v1/models/{name}" if path.startswith("/v1/models/") else path
    assert is_as_described(response, method, template)


def test_a_server_with_keys_says_which_routes_need_one() -> None:
    needing = {
        path for path, methods in FILE["paths"].items() for each in methods.values() if "security" in each
    }
    assert needing == set(FILE["paths"]) - {"/healthz", "/readyz"}
    assert "securitySchemes" not in app().openapi()["components"]
