"""How the passages of a collection come to be, as one checksum: where it is the same, so are the passages."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from reasoner.retrieval.documents import Reading
from reasoner.retrieval.embedder import Embedder
from reasoner.version import __version__

CODE = (
    "document", "documents", "formats", "chunking", "blocks", "outline", "pieces", "records", "sentences",
    "spans", "terms", "wildcards", "columns", "passages", "gathering", "bm25", "making",
)  # fmt: skip
"""Modules that make passages and their terms out of files."""
LIBRARIES = ("pypdf", "cryptography", "python-docx", "lxml", "PyYAML", "numpy", "bm25s")
"""What they read with."""


def making(reading: Reading, embedder: Embedder | None) -> str:
    """SHA-256 of the code that reads, its libraries, how it reads and the weights of the embedder."""
    model = (embedder.name, embedder.hash) if embedder else None
    said = repr((__version__, [(name, _version(name)) for name in LIBRARIES], reading, model))
    digest = hashlib.sha256(said.encode())
    for path in _files():
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    here = Path(__file__).parent
    for name in CODE:
        yield from sorted((here / name).glob("*.py")) or filter(Path.is_file, (here / f"{name}.py",))


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
