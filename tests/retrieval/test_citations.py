import pytest

from reasoner.retrieval.citations import attributed, findings
from reasoner.state import Citation, Passage

MOON = Passage(
    "# The Moon\n\nThe Moon is 384,400 km\naway. It was reached in 1969.",
    "moon.md",
    start=100,
    end=156,
    line=9,
)
TEA = Passage("绿茶不发酵。红茶是全发酵的茶。", "茶.txt", start=0, end=15, page=2)


def quotes(answer: str, *passages: Passage, question: str = "") -> list[str | None]:
    return [
        entry.citations[0].quote if entry.citations else None
        for entry in findings(answer, passages or (MOON, TEA), question)
    ]


@pytest.mark.parametrize(
    ("answer", "quoted"),
    [
        ("It was reached in 1969.", ["It was reached in 1969."]),
        ("it was  reached\nin 1969.", ["It was reached in 1969."]),
        ("1969", ["It was reached in 1969."]),
        ("196", [None]),
        ("384,400 km away", ["The Moon is 384,400 km\naway."]),
        ("The distance of the Moon is 384,400 km.", ["The Moon is 384,400 km\naway."]),
        ("全发酵", ["红茶是全发酵的茶。"]),
        ("绿茶不发酵。红茶是全发酵的茶。", ["绿茶不发酵。", "红茶是全发酵的茶。"]),
        ("It was reached in 1969. Mars is red.", ["It was reached in 1969.", None]),
        ("Nobody knows.", [None]),
        ("...", [None]),
        ("", []),
    ],
)
def test_each_sentence_is_tied_to_the_words_that_bear_it_out(answer: str, quoted: list[str | None]) -> None:
    assert quotes(answer) == quoted


def test_a_citation_says_where_the_quote_stands() -> None:
    (entry,) = findings("It was reached in 1969.", [MOON])
    assert entry.citations == (Citation("It was reached in 1969.", "moon.md", start=141, end=164, line=12),)


def test_verbatim_is_stronger_than_alike() -> None:
    verbatim, alike = (
        findings(answer, [MOON])[0] for answer in ("reached in 1969", "Someone reached it in 1969")
    )
    assert (verbatim.mark, alike.mark) == ("verbatim", "paraphrase")
    assert verbatim.strength == 1.0 > alike.strength


def test_of_two_places_the_one_that_bears_on_the_question_is_cited() -> None:
    other = Passage("The war ended in 1969.", "war.md", 0, 22)
    assert quotes("1969", MOON, other, question="When did the war end?") == ["The war ended in 1969."]


def test_each_quote_has_one_number_however_often_it_is_cited() -> None:
    marks, cited = attributed(findings("384,400 km away. It was reached in 1969. 384,400 km.", [MOON]))
    assert [entry.citations for entry in marks] == [(1,), (2,), (1,)]
    assert len(cited) == 2


def test_a_sentence_that_leaves_out_the_negation_before_its_words_is_no_quote() -> None:
    pump = Passage("Do not use the pump with salt water. 请勿将主机浸入水中。", "pump.md", 0, 52)
    marks = [
        findings(answer, [pump])[0].mark
        for answer in ("Use the pump with salt water.", "将主机浸入水中。", "salt water", "主机")
    ]
    assert marks == ["unsupported", "unsupported", "verbatim", "verbatim"]


def test_each_quote_has_the_passage_that_it_is_from() -> None:
    twice = findings('The text says "reached" and "in 1969".', [MOON])[0]
    assert len(twice.citations) == len(twice.passages) == 1
