"""A Qdrant server as far as a collection needs one: its REST calls, answered by the client's own embedded mode.

A body with a field that Qdrant's interface does not know, or a value of another kind, is refused.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, TypeAdapter
from qdrant_client import QdrantClient
from qdrant_client.http import models

Kind = TypeVar("Kind")
Answer = Callable[[QdrantClient, str, bytes], object]


def _body(kind: type[Kind], body: bytes) -> Kind:
    return TypeAdapter(kind).validate_json(body)


def _create(client: QdrantClient, name: str, body: bytes) -> object:
    asked = _body(models.CreateCollection, body)
    return client.create_collection(
        name,
        vectors_config=asked.vectors,
        sparse_vectors_config=asked.sparse_vectors,
        metadata=asked.metadata,
    )


def _upsert(client: QdrantClient, name: str, body: bytes) -> object:
    return client.upsert(name, _body(models.PointsList, body).points)


def _index(client: QdrantClient, name: str, body: bytes) -> object:
    _body(models.CreateFieldIndex, body)
    return models.UpdateResult(operation_id=0, status=models.UpdateStatus.COMPLETED)


def _alias(client: QdrantClient, name: str, body: bytes) -> object:
    return client.update_collection_aliases(_body(models.ChangeAliasesOperation, body).actions)


def _retrieve(client: QdrantClient, name: str, body: bytes) -> object:
    asked = _body(models.PointRequest, body)
    return client.retrieve(name, asked.ids, with_payload=asked.with_payload or False)


def _scroll(client: QdrantClient, name: str, body: bytes) -> object:
    asked = _body(models.ScrollRequest, body)
    found, following = client.scroll(
        name, scroll_filter=asked.filter, limit=asked.limit or 10, with_payload=asked.with_payload or False
    )
    return models.ScrollResult(points=found, next_page_offset=following)


def _query(client: QdrantClient, name: str, body: bytes) -> object:
    return client.query_batch_points(name, _body(models.QueryRequestBatch, body).searches)


def _facet(client: QdrantClient, name: str, body: bytes) -> object:
    asked = _body(models.FacetRequest, body)
    return client.facet(name, key=asked.key, limit=asked.limit or 10, exact=asked.exact or False)


def _count(client: QdrantClient, name: str, body: bytes) -> object:
    return client.count(name, exact=_body(models.CountRequest, body).exact or False)


ANSWERS: dict[tuple[str, str], Answer] = {
    ("GET", "/aliases"): lambda client, name, body: client.get_aliases(),
    ("GET", "/collections"): lambda client, name, body: client.get_collections(),
    ("POST", "/collections/aliases"): _alias,
    ("GET", "/collections/*"): lambda client, name, body: client.get_collection(name),
    ("PUT", "/collections/*"): _create,
    ("DELETE", "/collections/*"): lambda client, name, body: client.delete_collection(name),
    ("PUT", "/collections/*/index"): _index,
    ("PUT", "/collections/*/points"): _upsert,
    ("POST", "/collections/*/points"): _retrieve,
    ("POST", "/collections/*/points/scroll"): _scroll,
    ("POST", "/collections/*/points/query/batch"): _query,
    ("POST", "/collections/*/points/count"): _count,
    ("POST", "/collections/*/facet"): _facet,
}


@contextmanager
def serving(key: str = "") -> Iterator[str]:
    """The URL of a server that runs until the block ends, and that asks for the key where one is given."""
    client = QdrantClient(":memory:")
    one_at_a_time = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if key and self.headers.get("api-key") != key:
                self.reply(403, "forbidden")
                return
            route, name = _route(urlsplit(self.path).path)
            if (self.command, route) not in ANSWERS:
                self.reply(405, f"no {self.command} {route}")
                return
            try:
                with one_at_a_time:
                    self.reply(200, ANSWERS[self.command, route](client, name, body))
            except ValueError as error:
                self.reply(404 if "not found" in str(error) else 400, str(error))

        do_GET = do_POST = do_PUT = do_DELETE = answer

        def reply(self, status: int, result: object) -> None:
            data = json.dumps({"time": 0.0, "status": "ok", "result": _plain(result)}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *said: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        client.close()


def _route(path: str) -> tuple[str, str]:
    """The path with the name of the collection taken out, and the name."""
    parts = path.split("/")
    if parts[1] != "collections" or len(parts) < 3 or parts[2:] == ["aliases"]:
        return path, ""
    return "/".join([*parts[:2], "*", *parts[3:]]), unquote(parts[2])


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return [_plain(part) for part in value] if isinstance(value, list) else value
