"""The scores of several searches become one, and a search that cannot read a text has no say in it."""

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]

DENSE_SHARE = 0.5
"""Weight of the cosine beside the terms, where there is one."""
TOGETHER_SHARE, SENTENCE_SHARE = 0.15, 0.1
"""Weights of the terms that stand in neighbouring sentences, and in one, beside BM25, for which it is all one
where they stand."""
NAMES_SHARE = 0.075
"""Weight of the names and figures of the query: the same in every wording of it."""
FOREIGN = 0.7
"""What a passage in another script than the query's counts: names and figures are the same in both."""


def scaled(bm25: Scores, best_bm25: float) -> Scores:
    """BM25 scores in [0, 1], as shares of what they could reach at best."""
    return np.clip(bm25 / np.float32(best_bm25), 0, 1) if best_bm25 > 0 else np.zeros_like(bm25)


def fuse(lexical: Scores, cosines: Scores | None = None) -> Scores:
    """One score in [0, 1] for each passage, of its scaled BM25 score and its cosine (NaN where it has none).

    Both are scaled by what they could reach at best, rather than by the best score found, so that no search
    shouts when nothing fits (Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval",
    2023).
    """
    if cosines is None:
        return lexical
    mixed = (1 - DENSE_SHARE) * lexical + DENSE_SHARE * np.clip(cosines, 0, 1)
    fused: Scores = np.where(np.isnan(cosines), lexical, mixed)
    return fused


def placed(lexical: Scores, together: Scores, sentence: Scores) -> Scores:
    """Scaled BM25 scores, with the shares of the query that neighbouring sentences have, and one sentence."""
    rest = 1 - TOGETHER_SHARE - SENTENCE_SHARE
    found: Scores = rest * lexical + TOGETHER_SHARE * together + SENTENCE_SHARE * sentence
    return found


def naming(fused: Scores, names: Scores) -> Scores:
    """Fused scores, with the share of the query's names and figures that the passage has."""
    weighed: Scores = (1 - NAMES_SHARE) * fused + NAMES_SHARE * names
    return weighed
