"""The documents that citations are of."""

import pytest
from server_support import DIRECT, app, send

from reasoner import resources
from reasoner.pipeline import Pipeline, make_pipeline
from reasoner.stages.retrieve import Retrieve

PATH = "/v1/document"
ASKS = make_pipeline("asks", [Retrieve(collection="handbook")])
DEFAULT = make_pipeline("default", [Retrieve()])


@pytest.mark.parametrize("pipeline", [ASKS, DEFAULT])
def test_a_document_of_a_served_collection_is_given_whole(pipeline: Pipeline) -> None:
    folder = resources.bundled_collections()["handbook"] / "documents"
    source = next(path for path in sorted(folder.rglob("*.md")))
    name = str(source.relative_to(folder))
    response = send(app(None, pipeline), "GET", PATH, params={"collection": "handbook", "source": name})
    assert response.status_code == 200
    assert response.json() == {"collection": "handbook", "source": name, "text": source.read_text()}


@pytest.mark.parametrize(
    ("pipeline", "collection", "source", "says"),
    [
        (DIRECT, "handbook", "a.md", "no collection 'handbook' is served"),
        (ASKS, "formulas", "a.md", "did you mean|Known: handbook"),
        (ASKS, "../handbook", "a.md", "no collection"),
        (ASKS, "handbook", "../collection.yaml", "has no document"),
        (ASKS, "handbook", "/etc/passwd", "has no document"),
        (ASKS, "handbook", "a\0b", "has no document"),
    ],
)
def test_nothing_else_is_given(pipeline: Pipeline, collection: str, source: str, says: str) -> None:
    response = send(app(None, pipeline), "GET", PATH, params={"collection": collection, "source": source})
    assert response.status_code == 404
    assert any(part in response.json()["error"]["message"] for part in says.split("|"))
