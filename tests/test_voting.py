from itertools import pairwise

import pytest

from reasoner.voting import Tally, classes, leads, majority, verified_first
from support import candidate, candidates, check


def same(left: str, right: str) -> bool:
    return left.lower() == right.lower()


def text(answer: str) -> str:
    return answer


def test_equal_answers_are_one_class_whether_by_key_or_by_comparison() -> None:
    assert classes(candidates("a", "b", "A", "a"), text, same) == ((0, 2, 3), (1,))


def test_a_candidate_without_an_answer_is_in_no_class() -> None:
    assert classes(candidates(None, "a", None), text, same) == ((1,),)


def test_majority_counts_silence_in_the_whole() -> None:
    assert majority(candidates("4", "4", "5", None), text, same)[0] == Tally("4", (0, 1), 2.0, 0.5)


def test_of_equal_weights_the_first_to_appear_wins() -> None:
    assert [tally.answer for tally in majority(candidates("5", "4", "4", "5"), text, same)] == ["5", "4"]


def test_what_is_proved_wins_against_any_number() -> None:
    crowd = (*candidates("4", "4", "4"), candidate("5", check("pass", "proof")))
    assert verified_first(crowd, text, same)[0] == Tally("5", (3,), 1.0, 1.0)


def test_what_failed_a_check_cannot_win_but_counts_in_the_whole() -> None:
    crowd = (candidate("4", check("fail")), candidate("4", check("fail")), *candidates("5"))
    assert verified_first(crowd, text, same)[0] == Tally("5", (2,), 1.0, 1 / 3)


def test_unknown_is_not_fail() -> None:
    assert verified_first((candidate("4", check("unknown")),), text, same)[0].weight == 1.0


def test_support_weighs_but_is_no_proof() -> None:
    crowd = (*candidates("4"), candidate("5", check("pass")))
    assert [(tally.answer, tally.weight) for tally in verified_first(crowd, text, same)] == [
        ("5", 2.0),
        ("4", 1.0),
    ]


def test_when_all_failed_nobody_has_weight() -> None:
    assert verified_first((candidate("4", check("fail")),), text, same)[0].weight == 0


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [(0, 0, 0.5), (1, 0, 0.75), (4, 0, 31 / 32), (3, 2, 0.65625), (2, 2, 0.5)],
)
def test_the_probability_that_the_leader_is_the_likelier_answer(
    first: int, second: int, expected: float
) -> None:
    assert leads(first, second) == expected


def test_a_longer_lead_is_a_surer_one() -> None:
    assert all(leads(n, 3) < leads(m, 3) for n, m in pairwise(range(3, 40)))
