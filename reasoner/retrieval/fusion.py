"""The scores of several searches become one, and a search that cannot read a text has no say in it."""

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]

DENSE_SHARE = 0.4
"""Weight of the cosine beside BM25, where there is one."""


def fuse(bm25: Scores, best_bm25: float, cosines: Scores | None = None) -> Scores:
    """One score in [0, 1] for each passage, of its BM25 score and its cosine (NaN where it has none).

    Both are scaled by what they could reach at best, rather than by the best score found, so that neither
    search shouts when nothing fits (Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid
    Retrieval", 2023).
    """
    lexical = np.clip(bm25 / np.float32(best_bm25), 0, 1) if best_bm25 > 0 else np.zeros_like(bm25)
    if cosines is None:
        return lexical
    mixed = (1 - DENSE_SHARE) * lexical + DENSE_SHARE * np.clip(cosines, 0, 1)
    fused: Scores = np.where(np.isnan(cosines), lexical, mixed)
    return fused
