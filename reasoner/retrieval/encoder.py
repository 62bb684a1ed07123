"""The one place that names sentence-transformers: texts in, vectors of length 1 out."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer
from transformers.utils import logging

from reasoner.errors import KnowledgeError, one_line

Vectors = NDArray[np.float32]

BATCH = 32
"""Texts that the model sees at once."""


class SentenceTransformers:
    """A loaded model. Its own prompts for queries and passages, where it has them, go before the texts."""

    def __init__(self, name: str, folder: Path) -> None:
        """Raises: KnowledgeError, when the folder holds no model that can be loaded."""
        logging.disable_progress_bar()
        try:
            self._model = SentenceTransformer(
                str(folder),
                device="cpu",
                local_files_only=True,
                model_kwargs={"use_safetensors": True},  # the other format of weights is a pickle
            )
            self.dimension = int(self._model.get_embedding_dimension())
        except Exception as error:
            raise KnowledgeError(
                f"embedder {name}: cannot be loaded from {folder}: {one_line(str(error), 200)}; "
                "name a whole folder of a sentence-transformers model."
            ) from None

    def passages(self, texts: list[str]) -> Vectors:
        """Vectors of what is searched: shape (len(texts), dimension)."""
        found: Vectors = self._model.encode_document(
            texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        return found

    def query(self, text: str) -> Vectors:
        """The vector of what is asked: shape (dimension,)."""
        found: Vectors = self._model.encode_query(text, normalize_embeddings=True, show_progress_bar=False)
        return found
