from itertools import permutations

import pytest

from reasoner.voting.classes import Classes, classes


def same(left: str, right: str) -> bool:
    return left.lower() == right.lower()


def text(answer: str) -> str:
    return answer


def never(left: str, right: str) -> bool:
    return False


def test_equal_answers_are_one_class_whether_by_key_or_by_comparison() -> None:
    assert classes(["a", "b", "A", "a"], text, same) == ((0, 2, 3), (1,))


def test_no_answer_is_in_no_class() -> None:
    assert classes([None, "a", None], text, same) == ((1,),)


def test_equal_keys_need_no_comparison() -> None:
    assert classes(["a", "A"], str.lower, never) == ((0, 1),)


def test_an_answer_is_compared_with_one_of_each_spelling() -> None:
    compared = []

    def note(left: str, right: str) -> bool:
        compared.append((left, right))
        return same(left, right)

    classes(["a", "A", "b", "a", "b"], text, note)
    assert compared == [("a", "A"), ("a", "b"), ("A", "b")]


def near(left: str, right: str) -> bool:
    return abs(float(left) - float(right)) <= 1


@pytest.mark.parametrize("answers", list(permutations(["1", "2", "3", "9"])))
def test_the_order_of_answers_does_not_matter_where_equality_is_not_transitive(
    answers: tuple[str, ...],
) -> None:
    groups = classes(answers, text, near)
    assert {frozenset(answers[i] for i in group) for group in groups} == {frozenset("123"), frozenset("9")}


def test_a_later_answer_may_join_two_classes() -> None:
    sorter = Classes(text, near)
    places = [sorter.place(answer) for answer in ("1", "3", "9")]
    assert sorter.of([*places, None]) == [0, 1, 2, None]
    sorter.place("2")
    assert sorter.of(places) == [0, 0, 2]
