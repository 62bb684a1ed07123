"""How far two short texts have the same words: normalisation and F1 as in SQuAD, Chinese by character.

Rajpurkar et al. 2016, "SQuAD: 100,000+ Questions for Machine Comprehension of Text"; Cui et al. 2019, "A
Span-Extraction Dataset for Chinese Machine Reading Comprehension", counts characters.
"""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Sequence

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_UNITS = re.compile(
    r"[\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff]|[^\s\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    r"\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
"""A Chinese or Japanese character, or a run of others."""


def tokens(text: str) -> list[str]:
    """The words in lower case, without punctuation and English articles; Chinese characters one by one.

    Wide forms of letters and digits are their usual ones.
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    plain = "".join(char for char in plain if not _is_punctuation(char))
    return _UNITS.findall(_ARTICLES.sub(" ", plain))


def _is_punctuation(char: str) -> bool:
    return char in string.punctuation or unicodedata.category(char).startswith("P")


def f1(gold: Sequence[str], said: Sequence[str]) -> float:
    """The harmonic mean of the share of the said tokens that are in the gold and the other way round.

    1 for two empty texts, 0 for one.
    """
    if not gold or not said:
        return float(not gold and not said)
    same = (Counter(gold) & Counter(said)).total()
    return 2 * same / (len(gold) + len(said))


def contains(said: Sequence[str], gold: Sequence[str]) -> bool:
    """Whether the tokens of the gold stand side by side in what was said; no gold without tokens does."""
    length = len(gold)
    return length > 0 and any(
        said[i : i + length] == gold for i in range(len(said) - length + 1) if said[i] == gold[0]
    )
