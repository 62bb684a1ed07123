import numpy as np
import pytest

from reasoner.retrieval.embedder import DIMENSION, Embedder, choose, installed, reads

needs_extra = pytest.mark.skipif(not installed(), reason="the extra 'embed' is not installed")


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("Where is it?", True),
        ("Où est-ce ?", True),
        ("它在哪里？", False),
        ("用 BM25 检索中文文本", False),
        ("The word 中文 means Chinese", True),
        ("Где это?", False),
        ("12 + 7", False),
        ("", False),
    ],
)
def test_an_english_model_reads_latin_letters(text: str, readable: bool) -> None:
    assert reads(text) is readable


def test_no_embedder_is_chosen_when_unwanted_or_useless() -> None:
    assert choose(False, ["English"]) is None
    assert choose(None, ["中文", "更多"]) is None


@needs_extra
def test_an_embedder_is_chosen_where_it_is_installed() -> None:
    assert choose(None, ["中文", "English"]) is not None


@needs_extra
@pytest.mark.model
def test_texts_of_one_meaning_are_near() -> None:
    one, same, other = Embedder().embed(["A dog barks.", "The puppy is barking.", "Taxes are due in May."])
    assert one.shape == (DIMENSION,)
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-5)
    assert one @ same > one @ other + 0.3
