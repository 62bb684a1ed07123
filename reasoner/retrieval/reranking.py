"""Passages are put in order by a model that reads each together with the question.

A cross-encoder of sentence-transformers is named here, and loaded when it is first asked.
"""

import math
import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from reasoner.errors import KnowledgeError, one_line

BATCH = 32
MISSING = "reranking needs the extra 'embed'; run: pip install 'reasoner[embed]'"

Pairs = list[tuple[str, str]]


class Reranker(Protocol):
    """A judge of how well texts fit a question. May be called from several threads."""

    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """One number for each text, in its own unit: the higher, the better it fits."""
        ...


class CrossEncoder:
    """A cross-encoder (Nogueira and Cho 2019): a local folder, or the name of a model on the hub."""

    def __init__(self, name: str, *, offline: bool = False) -> None:
        self.name = name
        self._offline = offline
        self._lock = threading.Lock()
        self._predict: Callable[[Pairs], Sequence[float]] | None = None

    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """One number for each text: the higher, the better it fits.

        Raises: KnowledgeError, when the model cannot be loaded, or gives more than one number for a text.
        """
        if not texts:
            return ()
        with self._lock:
            predict = self._predict = self._predict or _load(self.name, self._offline)
            found = predict([(question, text) for text in texts])
        try:
            numbers = tuple(map(float, found))
        except TypeError:
            numbers = ()
        if len(numbers) != len(texts) or not all(map(math.isfinite, numbers)):
            says = "does not give one number for each text; choose a cross-encoder made to rank"
            raise KnowledgeError(f"reranker '{self.name}' {says}.")
        return numbers


def _load(name: str, offline: bool) -> Callable[[Pairs], Sequence[float]]:
    if not find_spec("sentence_transformers"):
        raise KnowledgeError(MISSING)
    from sentence_transformers import CrossEncoder as Loaded
    from transformers.utils import logging

    logging.disable_progress_bar()
    local = Path(name).is_dir()
    try:
        model = Loaded(name, device="cpu", local_files_only=offline or local)
    except Exception as error:  # Each library below has its own ways to fail.
        hint = "give a folder, or go online" if offline else "give a folder or the name of a hub"
        raise KnowledgeError(
            f"reranker '{name}' cannot be loaded: {one_line(str(error), 200)}; {hint}."
        ) from None
    return lambda pairs: model.predict(pairs, batch_size=BATCH, show_progress_bar=False)
