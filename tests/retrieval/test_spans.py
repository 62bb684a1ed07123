from itertools import pairwise

import pytest

from reasoner.retrieval.spans import likeliest

BRIDGE = "The bridge over the Rhine was built by Anna Keller in 1937 and cost $2,500."
TEA = "红茶产于福建，首次出现于1650年，发明者是王小明。"


def best(question: str, sentence: str) -> str:
    (span,) = likeliest(question, sentence, 1)
    return sentence[span.start : span.end]


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("When was the bridge built?", BRIDGE, "1937"),
        ("Who built the bridge?", BRIDGE, "Anna Keller"),
        ("How much did the bridge cost?", BRIDGE, "$2,500"),
        ("红茶首次出现于哪一年？", TEA, "1650年"),
        ("红茶产于哪里？", TEA, "福建"),
        ("红茶的发明者是谁？", TEA, "王小明"),
    ],
)
def test_what_the_question_asks_for_is_found(question: str, sentence: str, answer: str) -> None:
    assert best(question, sentence) == answer


@pytest.mark.parametrize("sentence", [BRIDGE, TEA])
def test_spans_do_not_overlap_and_the_best_comes_first(sentence: str) -> None:
    found = likeliest("When was it built?", sentence, 4)
    places = sorted((span.start, span.end) for span in found)
    assert len(found) > 1
    assert all(left[1] <= right[0] for left, right in pairwise(places))
    assert [span.score for span in found] == sorted((span.score for span in found), reverse=True)
    assert all(0 <= span.score <= 1 for span in found)


def test_words_of_the_question_are_no_answer_to_it() -> None:
    assert "Anna" not in best("What did Anna Keller build over the Rhine?", BRIDGE)


@pytest.mark.parametrize("sentence", ["", "...", "—", "`"])
def test_where_there_are_no_words_there_is_no_span(sentence: str) -> None:
    assert likeliest("When?", sentence, 3) == ()
