import pytest

from reasoner.retrieval import quoting
from reasoner.retrieval.reading import Sentence
from reasoner.state import Passage

PASSAGE = Passage("It was built in 1937. It is old.", "bridge.md", 0, 32)
BUILT = Sentence("It was built in 1937.", PASSAGE, 0, 21, 0.8)
OLD = Sentence("It is old.", PASSAGE, 22, 32, 0.2)
CODE = Sentence("Run:\n```\nmake\n```", PASSAGE, 0, 17, 1.0)


@pytest.mark.parametrize(
    ("text", "sentence", "words"),
    [
        ("1", BUILT, None),
        ("2", OLD, None),
        ("3", None, None),
        ("0", None, None),
        ("It is old.", OLD, None),
        ("It was built in 1937.\n1937", BUILT, "1937"),
        ("It was built in 1937.\n1938", BUILT, None),
        ("It is new.", None, None),
    ],
)
def test_a_number_or_a_recorded_quote_names_a_sentence(
    text: str, sentence: Sentence | None, words: str | None
) -> None:
    found = quoting.chosen(text, [BUILT, OLD])
    assert found == sentence
    assert (quoting.narrowed(text, found) if found else None) == words


def test_a_grammar_holds_the_model_to_the_texts() -> None:
    assert quoting.number(2) == 'root ::= "1" | "2"'
    assert quoting.any_of(['say "a\\b"', "红茶"]) == r'root ::= "say \"a\\b\"" | "红茶"'


def test_what_has_no_room_is_left_out_from_the_least_likely() -> None:
    assert quoting.fitting([BUILT, OLD], 30, len) == [BUILT]
    assert quoting.fitting([BUILT, OLD], 100, len) == [BUILT, OLD]
    assert quoting.fitting([BUILT, OLD], 0, len) == [BUILT]


@pytest.mark.parametrize(
    ("question", "sentence", "short"),
    [
        ("When was it built?", BUILT, True),
        ("它是哪年建成的？", BUILT, True),
        ("How do I build it?", BUILT, False),
        ("怎么建造它？", BUILT, False),
        ("What is a bridge?", BUILT, False),
        ("When do I run it?", CODE, False),
    ],
)
def test_who_asks_how_or_what_it_is_gets_the_sentence(question: str, sentence: Sentence, short: bool) -> None:
    assert quoting.is_short(question, sentence) is short
