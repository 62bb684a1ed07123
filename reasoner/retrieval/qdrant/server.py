"""A Qdrant server or folder, and the generations of a collection in it; an alias names the live one."""

import atexit
import ipaddress
import os
import re
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from pydantic import BaseModel, ConfigDict, ValidationError

from reasoner.errors import KnowledgeError, one_line
from reasoner.retrieval import store

try:
    from qdrant_client import QdrantClient as QdrantClient
    from qdrant_client import models as models
    from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse
except ImportError:
    raise KnowledgeError(
        "a collection in Qdrant needs its client; run: pip install 'reasoner[qdrant]'"
    ) from None

KEY = "QDRANT_API_KEY"
"""The environment variable with the key of the server; it is written nowhere."""
MEMORY = ":memory:"
"""A place that is gone with the process."""
TIMEOUT_SECONDS = 60
BM25, DENSE = "bm25", "dense"
"""The names of the vectors of a passage."""

_OPEN: WeakValueDictionary[str, QdrantClient] = WeakValueDictionary()
_OPENING = threading.Lock()


class Header(BaseModel):
    """What the metadata of a Qdrant collection say of it."""

    model_config = ConfigDict(frozen=True, strict=True)

    format: int
    name: str
    passages: int
    portions: int
    """Points that count terms; they follow the passages."""
    fields: dict[str, str]
    """In which field of a payload the value of each key of the metadata is."""
    embedder: store.Embedded | None


def connect(location: str) -> QdrantClient:
    """The client of a server, by URL, or of a folder, which is made where there is none.

    In one process all share one: Qdrant lets nobody open a folder twice.
    """
    with _OPENING:
        client = _OPEN.get(location)
        if client is None:
            if is_server(location):
                client = _remote(location)
            elif location == MEMORY:
                client = QdrantClient(MEMORY, force_disable_check_same_thread=True)
            else:
                client = QdrantClient(path=location, force_disable_check_same_thread=True)
            _OPEN[location] = client
        return client


def _remote(location: str) -> QdrantClient:
    key = _key(location)
    with warnings.catch_warnings():
        # It warns of any key without https, also of one that does not leave this machine.
        warnings.filterwarnings("ignore", message="Api key is used with an insecure connection")
        return QdrantClient(url=location, api_key=key, timeout=TIMEOUT_SECONDS, check_compatibility=False)


@atexit.register
def _close() -> None:
    """Before the interpreter takes apart what closing needs."""
    for client in list(_OPEN.values()):
        client.close()


def is_server(location: str) -> bool:
    """The location is a URL."""
    return location.startswith(("http://", "https://"))


def exists(location: str) -> bool:
    """There is something to open: of a folder it is looked up, a server will say."""
    return is_server(location) or location == MEMORY or (Path(location) / "meta.json").is_file()


@contextmanager
def asking(location: str) -> Iterator[None]:
    """Whatever goes wrong at Qdrant is said in one line.

    Raises: KnowledgeError.
    """
    try:
        yield
    except KnowledgeError:
        raise
    except Exception as error:
        raise KnowledgeError(f"{location}: {_says(error)}") from None


def create(client: QdrantClient, generation: str, header: Header, server: bool) -> None:
    """Makes an empty collection; a server also indexes what filters ask for."""
    made_by = header.embedder
    dense = models.VectorParams(size=made_by.dimension, distance=models.Distance.DOT) if made_by else None
    client.create_collection(
        generation,
        vectors_config={DENSE: dense} if dense else {},
        sparse_vectors_config={BM25: models.SparseVectorParams()},
        metadata=header.model_dump(),
    )
    if server:
        keyword, integer = models.PayloadSchemaType.KEYWORD, models.PayloadSchemaType.INTEGER
        wanted = {"source": keyword, "start": integer, **dict.fromkeys(header.fields.values(), keyword)}
        for field, kind in wanted.items():
            client.create_payload_index(generation, field, kind, wait=True)


def live(client: QdrantClient, name: str) -> str | None:
    """The generation that the name stands for."""
    aliases = client.get_aliases().aliases
    return next((alias.collection_name for alias in aliases if alias.alias_name == name), None)


def go_live(client: QdrantClient, name: str, generation: str | None) -> None:
    """Lets the name stand for the generation, or for none, in one step."""
    gone = models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=name))
    changes: list[models.DeleteAliasOperation | models.CreateAliasOperation] = []
    if live(client, name):
        changes.append(gone)
    if generation:
        made = models.CreateAlias(collection_name=generation, alias_name=name)
        changes.append(models.CreateAliasOperation(create_alias=made))
    if changes:
        client.update_collection_aliases(changes)


def drop(client: QdrantClient, name: str, keep: str | None) -> None:
    """Deletes the generations of the collection but one, those that a killed writer left too."""
    for found in client.get_collections().collections:
        ours = re.fullmatch(rf"{re.escape(name)}-[0-9a-f]{{12}}", found.name)
        if ours and found.name != keep and _metadata(client, found.name).get("name") == name:
            client.delete_collection(found.name)


def header(client: QdrantClient, location: str, generation: str, again: str) -> Header:
    """What the collection says of itself; `again` is the command that makes it again.

    Raises: KnowledgeError, when it is of another format, or no collection of ours.
    """
    said = _metadata(client, generation)
    if said.get("format") not in (None, store.FORMAT):
        raise KnowledgeError(
            f"{location}: collection '{generation}' has format {said['format']!r}, "
            f"not {store.FORMAT}; run: {again}"
        )
    try:
        return Header.model_validate(said)
    except ValidationError:
        raise KnowledgeError(
            f"{location}: '{generation}' was not made by reasoner, or by a Qdrant before 1.16; run: {again}"
        ) from None


def _metadata(client: QdrantClient, generation: str) -> Mapping[str, object]:
    return client.get_collection(generation).config.metadata or {}


def _key(location: str) -> str | None:
    parts = urlsplit(location)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise KnowledgeError(
            f"{parts.scheme}://{parts.hostname}: the address of a Qdrant server is kept in a file, so it may "
            f"not hold a name, a key or parameters; put the key into {KEY}."
        )
    key = os.environ.get(KEY) or None
    if key and parts.scheme == "http" and not _is_here(parts.hostname or ""):
        raise KnowledgeError(f"{location}: the key in {KEY} would be sent unencrypted; use https://.")
    return key


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _says(error: Exception) -> str:
    match error:
        case UnexpectedResponse(status_code=401 | 403):
            return f"the Qdrant server refuses the key; set {KEY} to one that may do this."
        case UnexpectedResponse(status_code=404):
            said = one_line(error.content.decode(errors="replace"), 200)
            return f"the Qdrant server does not have it ({said}); if it was just made again, open it again."
        case UnexpectedResponse():
            said = one_line(error.content.decode(errors="replace"), 200)
            return f"the Qdrant server answers {error.status_code}: {said}; see its log."
        case ResponseHandlingException():
            return (
                f"no answer from the Qdrant server ({one_line(str(error.source), 200)}); is it running there?"
            )
        case RuntimeError() if "already accessed" in str(error):
            return (
                "another process has this Qdrant folder open, and only one may; wait for it, or use a server."
            )
        case _:
            return f"Qdrant fails: {type(error).__name__}: {one_line(str(error), 200)}"
