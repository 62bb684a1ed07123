"""Word for word: what counts as the same words, and that a place found is exactly in the original."""

import unicodedata
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.retrieval.claims.wording import occurrences


@pytest.mark.parametrize(
    ("said", "text", "found"),
    [
        ("green tea", "Some GREEN  \n tea.", "GREEN  \n tea"),
        ("example text", "An exam-\nple text.", "exam-\nple text"),
        ("well-known tea", "A well-\nknown tea.", "well-\nknown tea"),
        ("example", "An exam\u00adple.", "exam\u00adple"),
        ("very hot tea", "It is **very** _hot_ tea.", "very** _hot_ tea"),
        ("the 'best' tea", "It is the “best” tea.", "the “best” tea"),
        ("ABC 123", "ＡＢＣ　１２３", "ＡＢＣ　１２３"),
        ("绿茶,不发酵", "绿茶，不发酵。", "绿茶，不发酵"),
        ("全发酵", "红茶是全\n发酵的茶。", "全\n发酵"),
        ("「绿茶」好", "“绿茶”好", "绿茶”好"),
        ("cafe\u0301", "a café", "café"),
        ("office", "the oﬃce", "oﬃce"),
        ("see the page", "Do [see the](http://a.b/c) page.", "see the](http://a.b/c) page"),
    ],
)
def test_the_same_words_are_found_however_they_are_written(said: str, text: str, found: str) -> None:
    assert [text[start:end] for start, end in occurrences(said, text)] == [found]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("196", "in 1969"),
        ("384", "It is 384,400 km."),
        ("400", "It is 384,400 km."),
        ("5", "It is 3.5 km."),
        ("5", "It is -5 degrees."),
        ("102", "It is 10² km."),
        ("34", "It is 3*4."),
        ("27,1937", "May 27, 1937"),
        ("5", "共有5万人"),
        ("十", "共有三十人"),
        ("tea", "steam"),
        ("cafe", "a café"),
        ("green tea", "green and tea"),
        ("...", "..."),
        ("", "x"),
    ],
)
def test_parts_of_words_and_numbers_are_not_found(said: str, text: str) -> None:
    assert occurrences(said, text) == []


SENTENCES = (
    "Green tea is brewed at 80 degrees",
    "红茶是全发酵的茶，要用沸水泡",
    "It cost 1,200 euros in May 1904",
)


@given(
    st.sampled_from(SENTENCES),
    st.lists(st.sampled_from(("upper", "wide", "space", "soft", "bold", "nfd", "quotes")), max_size=4),
    st.text("ab。. \n红*_", max_size=20),
)
def test_every_variation_is_found_and_its_place_is_a_slice(
    sentence: str, changes: list[str], around: str
) -> None:
    text = sentence
    for change in changes:
        text = CHANGES[change](text)
    whole = f"{around}\n\n{text}\n\n{around}"
    assert any(whole[start:end].strip("*“”") in text for start, end in occurrences(sentence, whole))


CHANGES: Mapping[str, Callable[[str], str]] = {
    "upper": str.upper,
    "wide": lambda text: "".join(
        chr(ord(c) + 0xFEE0) if "!" <= c <= "~" and c not in "*" else c for c in text
    ),
    "space": lambda text: text.replace(" ", "\n  "),
    "soft": lambda text: text.replace("e", "e\u00ad"),
    "bold": lambda text: f"**{text}**",
    "nfd": lambda text: unicodedata.normalize("NFD", text),
    "quotes": lambda text: f"“{text}”",
}
