"""A collection becomes something to search: its index, wherever it lies, and the model of its vectors."""

from pathlib import Path

from reasoner.errors import KnowledgeError
from reasoner.retrieval import embedder
from reasoner.retrieval.embedder import Embedder
from reasoner.retrieval.hybrid import Hybrid
from reasoner.retrieval.local import LocalIndex
from reasoner.retrieval.passages import Passages
from reasoner.retrieval.store import Manifest


def hybrid(home: Path, manifest: Manifest, again: str) -> Hybrid:
    """The search over the collection, whose files are in `home`; by terms alone without its embedder.

    Raises: KnowledgeError, when other weights of its embedder made its vectors, or Qdrant fails.
    """
    model = _embedder(manifest, again)
    if manifest.qdrant is None:
        return Hybrid(manifest.name, LocalIndex.load(home, dense=model is not None), model)
    from reasoner.retrieval.qdrant.index import QdrantIndex

    return Hybrid(manifest.name, QdrantIndex.open(manifest.qdrant, manifest.name, model), model)


def documents(home: Path, manifest: Manifest) -> Passages:
    """The passages with the documents that they are from.

    Raises: KnowledgeError, where they lie in Qdrant, which has no whole documents.
    """
    if manifest.qdrant is not None:
        raise KnowledgeError(
            f"collection '{manifest.name}' lies in Qdrant, which keeps passages and no whole documents; "
            "look into the files that it was made of."
        )
    return LocalIndex.load(home, dense=False).passages


def _embedder(manifest: Manifest, again: str) -> Embedder | None:
    """The model that made the vectors; None where there are none, or it is not here."""
    made_by = manifest.embedder
    if made_by is None or not embedder.installed():
        return None
    model = Embedder(made_by.name)
    try:
        found = model.hash
    except KnowledgeError:
        return None
    if found != made_by.hash:
        raise KnowledgeError(
            f"collection '{manifest.name}' was embedded by {made_by.name} ({made_by.hash[:8]}), "
            f"not by the installed {model.name} ({found[:8]}); make it again: {again}"
        )
    return model
