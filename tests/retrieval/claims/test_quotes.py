import pytest

from reasoner.retrieval.claims.quotes import pieces, quoted, standing


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('He said "it is so" and "no".', ["it is so", "no"]),
        ("他说“是的”，「不」和『也许』。", ["是的", "不", "也许"]),
        ("It's the dog's tea.", []),
        ("She wrote 'it is the dog's tea' there.", ["it is the dog's tea"]),
        ('An empty "" one.', []),
        ('An unclosed " one.', []),
    ],
)
def test_what_is_in_quotation_marks(text: str, inside: list[str]) -> None:
    assert [text[slice(*quote.inner)] for quote in quoted(text)] == inside


@pytest.mark.parametrize("dots", [" ... ", "…", " [...] ", "……", " . . . "])
def test_an_ellipsis_stands_for_words_between_two_pieces_in_their_order(dots: str) -> None:
    text = "Green tea is brewed at 80 degrees."
    assert [text[a:b] for a, b in standing(pieces(f"Green tea{dots}80 degrees"), text)] == [
        "Green tea",
        "80 degrees",
    ]
    assert standing(pieces(f"80 degrees{dots}Green tea"), text) == ()
