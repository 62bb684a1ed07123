"""What an answer to a yes-or-no question says."""

import pytest

from reasoner.evals.truth import says


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Yes, because it floats.", True),
        ("Yes it floats", True),
        ("**No**, since it sinks", False),
        ("No it is not", False),
        ("No\nIt sinks.", False),
        ("no - it sinks", False),
        ("是", True),
        ("对的。", True),
        ("是，因为它能浮。", True),
        ("是因为它能浮", True),
        ("不是这样的", False),
        (" 否。", False),
    ],
)
def test_a_word_of_its_own_at_the_beginning_counts(text: str, said: bool) -> None:
    assert says(text) is said


@pytest.mark.parametrize(
    "text",
    [
        "对不起，我不知道。", "对于这个问题，我不知道", "否则不行", "是否如此尚不清楚", "错误的说法", "No doubt about it.",
        "No one knows", "no-one", "Nope", "True love conquers", "Yes or no", "Yes/no", "Not true",
        "There is no way to say yes", "Dr. No", "It is in Paris, no?",
    ],
)  # fmt: skip
def test_the_beginning_of_something_else_does_not(text: str) -> None:
    assert says(text) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No doubt, yes", True),
        ("Without doubt, no.", False),
        ("The answer is yes", True),
        ("Both float.\nNo", False),
        ("我想，是的。", True),
        ("答案：否", False),
    ],
)
def test_the_word_that_is_stated_as_the_answer_counts(text: str, said: bool) -> None:
    assert says(text) is said
