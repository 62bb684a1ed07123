from reasoner.voting.classes import classes


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


def test_an_answer_is_compared_with_the_first_of_each_class_only() -> None:
    compared = []

    def note(left: str, right: str) -> bool:
        compared.append((left, right))
        return same(left, right)

    classes(["a", "A", "b", "B", "b"], text, note)
    assert compared == [("a", "A"), ("a", "b"), ("a", "B"), ("b", "B")]
