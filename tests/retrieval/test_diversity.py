from reasoner.retrieval.diversity import varied
from reasoner.state import Passage

TEXTS = ("Tea is brewed hot.", "Hot tea is brewed.", "茶要用热水泡。", "Coffee is ground first.")
PASSAGES = tuple(Passage(text, f"{i}.md", 0, len(text)) for i, text in enumerate(TEXTS))


def order(diversity: float, limit: int = 4) -> list[int]:
    return [PASSAGES.index(passage) for passage in varied(PASSAGES, diversity, limit)]


def test_without_variety_the_order_stays() -> None:
    assert order(0) == [0, 1, 2, 3]
    assert order(0, limit=2) == [0, 1]


def test_what_repeats_a_better_passage_comes_last() -> None:
    assert order(0.5) == [0, 2, 3, 1]
    assert order(0.5, limit=2) == [0, 2]
    assert order(1)[-1] == 1


def test_none_stay_none() -> None:
    assert varied((), 0.5, 3) == ()
