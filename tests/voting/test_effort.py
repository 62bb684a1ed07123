import pytest

from reasoner.stages.detect_intent import DetectIntent
from reasoner.state import Effort
from reasoner.voting.effort import EASY_INTENTS, LONG_QUESTION, MOST, allowed, ceiling, words

SHORT = "How many legs have two cats?"
LONG = "word " * LONG_QUESTION


@pytest.mark.parametrize(
    ("samples", "effort", "most"),
    [
        (16, "low", 4),
        (16, "medium", 16),
        (16, "high", 64),
        (16, "auto", 64),
        (5, "low", 2),
        (2, "low", 1),
        (1, "low", 1),
        (1, "high", 1),
        (1, "auto", 1),
        (MOST, "high", MOST),
        (MOST, "auto", MOST),
    ],
)
def test_low_is_a_quarter_and_high_four_times_what_is_named(samples: int, effort: Effort, most: int) -> None:
    assert ceiling(samples, effort) == most


@pytest.mark.parametrize("effort", ["low", "medium", "high"])
@pytest.mark.parametrize(
    ("question", "intent", "shares"), [(LONG, "word_problem", (1, 1, 1, 1)), (SHORT, "chat", ())]
)
def test_only_auto_looks_at_the_question(
    effort: Effort, question: str, intent: str, shares: tuple[int, ...]
) -> None:
    assert allowed(16, effort, question, intent, shares) == ceiling(16, effort)


@pytest.mark.parametrize(
    ("question", "intent", "worth"),
    [
        (SHORT, "chat", 4),
        (SHORT, "word_problem", 16),
        (SHORT, None, 16),
        (LONG, "factual", 12),
        (LONG, "word_problem", 24),
    ],
)
def test_auto_starts_by_intent_and_length(question: str, intent: str | None, worth: int) -> None:
    assert allowed(16, "auto", question, intent, ()) == worth


@pytest.mark.parametrize(
    ("shares", "worth"),
    [
        ((), 16),
        ((1, 1, 1), 16),
        ((4,), 16),
        ((3, 1), 16),
        ((2, 2), 64),
        ((2, 1, 1), 64),
        ((1, 1, 1, 1), 64),
        ((9, 7), 16),
        ((8, 8), 64),
    ],
)
def test_once_a_quarter_is_there_disagreement_is_worth_the_ceiling(
    shares: tuple[int, ...], worth: int
) -> None:
    assert allowed(16, "auto", SHORT, None, shares) == worth


@pytest.mark.parametrize("samples", [1, 2, 3, 5, 16, 1000, MOST])
@pytest.mark.parametrize("intent", ["chat", None])
@pytest.mark.parametrize("question", [SHORT, LONG])
@pytest.mark.parametrize("shares", [(), (1,), (1, 1), (2, 1, 1), (900, 50), (300,) * 4])
def test_auto_is_never_worth_less_than_one_sample_or_more_than_the_ceiling(
    samples: int, intent: str | None, question: str, shares: tuple[int, ...]
) -> None:
    assert 1 <= allowed(samples, "auto", question, intent, shares) <= ceiling(samples, "auto")


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("two  words", 2),
        ("a - b , c", 3),
        ("鸡兔同笼", 2),
        ("鸡兔同笼，共 35 个头。", 4.5),
        ("问 x + 1 是几？", 3.5),
    ],
)
def test_a_chinese_character_is_half_a_word(text: str, count: float) -> None:
    assert words(text) == count


def test_what_is_easy_is_an_intent_that_is_detected() -> None:
    assert (DetectIntent().kinds or frozenset()) >= EASY_INTENTS
