import pytest

from reasoner.retrieval.reading import numbered
from reasoner.state import Passage

MOON = Passage(
    "# The Moon\n\nThe Moon is far away. It is made of rock. The first people reached it in 1969, by rocket.",
    "moon.md",
    start=50,
    end=150,
    score=0.8,
)
WAR = Passage(
    "A war began in 1914. A war ended because all were tired.", "war.md", start=0, end=56, score=0.3
)
TEA = Passage("绿茶不发酵。红茶出现于1650年。红茶产于福建。", "tea.md", start=0, end=23, score=0.8)
CODE = Passage(
    "This is how it is made. Make one like this:\n\n```\nmake all\n```\n\nThen wait.",
    "make.md",
    start=0,
    end=74,
    score=0.5,
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("When did people first reach the Moon?", "The first people reached it in 1969, by rocket."),
        ("Why did the war end?", "A war ended because all were tired."),
        ("红茶是哪年出现的？", "红茶出现于1650年。"),
        ("How do I make one?", "Make one like this:\n\n```\nmake all\n```"),
    ],
)
def test_the_sentence_that_answers_comes_first(question: str, first: str) -> None:
    assert numbered(question, [MOON, WAR, TEA, CODE], 3)[0].text == first


def test_sentences_are_verbatim_and_their_scores_a_distribution() -> None:
    found = numbered("When was the Moon reached?", [MOON, WAR], 100)
    for sentence in found:
        first = sentence.passage.start
        assert sentence.text == sentence.passage.text[sentence.start - first : sentence.end - first]
    assert sum(sentence.score for sentence in found) == pytest.approx(1)
    assert [sentence.score for sentence in found] == sorted((s.score for s in found), reverse=True)


def test_headings_are_no_answers_and_equal_sentences_are_one() -> None:
    texts = [sentence.text for sentence in numbered("What is the Moon?", [MOON, MOON], 100)]
    assert "# The Moon" not in texts
    assert len(texts) == len(set(texts)) == 3


def test_at_most_as_many_as_asked_for() -> None:
    assert len(numbered("When?", [MOON, WAR], 2)) == 2
    assert numbered("When?", [], 2) == ()


def test_code_goes_with_the_sentence_that_announces_it_and_with_no_other() -> None:
    texts = [sentence.text for sentence in numbered("How do I make one?", [CODE], 100)]
    assert set(texts) == {
        "This is how it is made.",
        "Make one like this:\n\n```\nmake all\n```",
        "Then wait.",
    }


TOOL = Passage(
    "# What tool is\n\n`tool` is a command. It is free.\n\n## Use tool\n\nTo stop `tool`, press a key. "
    "With `tool` all is quick. Another `tool` is rare.",
    "tool.md",
    start=0,
    end=139,
    score=1.0,
)
AXE = Passage(
    "# 工具\n\n使用 `axe` 要小心。`axe` 是一种工具。人人都有 `axe`。", "axe.md", start=0, end=42, score=1.0
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is tool?", "`tool` is a command."),
        ("What is tool for?", "`tool` is a command."),
        ("什么是tool？", "`tool` is a command."),
        ("axe是什么？", "`axe` 是一种工具。"),
    ],
)
def test_what_a_thing_is_says_the_sentence_that_has_it_for_its_subject(question: str, first: str) -> None:
    found = numbered(question, [TOOL, AXE], 2)
    assert found[0].text == first
    assert found[0].score > 2 * found[1].score


SIZE = Passage("The key `size` is 3 by default.", "size.md", start=0, end=31, score=0.8)
SIZE_ZH = Passage("键 `size` 默认是 3。", "size-zh.md", start=0, end=15, score=0.8)


@pytest.mark.parametrize(
    ("question", "passages", "first"),
    [
        ("size: how many?", [SIZE_ZH, SIZE], SIZE),
        ("size 是几？", [SIZE, SIZE_ZH], SIZE_ZH),
        ("size 是几？", [SIZE], SIZE),
    ],
)
def test_of_equals_the_sentence_in_the_language_of_the_question_comes_first(
    question: str, passages: list[Passage], first: Passage
) -> None:
    assert numbered(question, passages, 1)[0].passage == first


LONG = Passage(
    "The seed is 0 unless set.\n\n```python\nseed = default\na = 1\nb = 2\nc = 3\nd = the_default_seed\n```\n",
    "seed.md",
    start=0,
    end=94,
    score=0.8,
)


def test_long_code_is_no_answer_for_the_words_in_it() -> None:
    assert numbered("What is the default seed?", [LONG], 2)[0].text == "The seed is 0 unless set."
