"""A loaded embedder of sentence-transformers: texts in, vectors of length 1 out."""

import copy
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer
from transformers.utils import logging

from reasoner.errors import KnowledgeError, one_line

Vectors = NDArray[np.float32]

BATCH = 16
"""Texts that a worker sees at once."""
WORKERS = min(8, os.cpu_count() or 1)
"""Threads of one core each: small batches side by side are faster than one batch on all cores."""


class SentenceTransformers:
    """A loaded model. Its own prompts for queries and passages, where it has them, go before the texts."""

    def __init__(self, name: str, folder: Path) -> None:
        """Raises: KnowledgeError, when the folder holds no model that can be loaded."""
        logging.disable_progress_bar()
        try:
            model = SentenceTransformer(
                str(folder),
                device="cpu",
                local_files_only=True,
                model_kwargs={"use_safetensors": True},  # the other format of weights is a pickle
            )
            self.dimension = int(model.get_embedding_dimension())
        except Exception as error:
            raise KnowledgeError(
                f"embedder {name}: cannot be loaded from {folder}: {one_line(str(error), 200)}; "
                "name a whole folder of a sentence-transformers model."
            ) from None
        self._models: queue.SimpleQueue[SentenceTransformer] = queue.SimpleQueue()
        weights = {id(tensor): tensor for tensor in (*model.parameters(), *model.buffers())}
        for _ in range(WORKERS):  # a tokenizer serves one thread at a time, weights serve all
            self._models.put(copy.deepcopy(model, dict(weights)))
        self._workers = _workers()

    def passages(self, texts: list[str]) -> Vectors:
        """Vectors of what is searched: shape (len(texts), dimension)."""
        return np.concatenate(list(self._workers.map(self._passages, _batches(texts))))

    def queries(self, texts: list[str]) -> Vectors:
        """Vectors of what is asked: shape (len(texts), dimension)."""
        return np.concatenate(list(self._workers.map(self._queries, _batches(texts))))

    def _passages(self, texts: list[str]) -> Vectors:
        return self._with_model(
            lambda model: model.encode_document(
                texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
            )
        )

    def _queries(self, texts: list[str]) -> Vectors:
        return self._with_model(
            lambda model: model.encode_query(
                texts, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
            )
        )

    def _with_model(self, encode: Callable[[SentenceTransformer], Vectors]) -> Vectors:
        model = self._models.get()
        try:
            return encode(model)
        finally:
            self._models.put(model)


def _batches(texts: list[str]) -> list[list[str]]:
    return [texts[first : first + BATCH] for first in range(0, len(texts), BATCH)]


def _workers() -> ThreadPoolExecutor:
    """Threads that use one core each; other threads use as many as before."""
    before = torch.get_num_threads()
    together = threading.Barrier(WORKERS)

    def alone() -> None:
        torch.set_num_threads(1)
        torch.get_num_threads()  # a thread keeps the number that holds when it first asks

    workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="embedder", initializer=alone)
    list(workers.map(lambda _: together.wait(), range(WORKERS)))  # until each thread has begun
    torch.set_num_threads(before)
    return workers
