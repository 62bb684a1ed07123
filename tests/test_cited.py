import pytest

from reasoner import cited
from reasoner.state import Answered, Attribution, Citation

QUOTE = Citation('The "Moon" was\nreached in 1969.', "moon.pdf", 29, 52, 3, page=2)


def answered(text: str, *entries: Attribution) -> Answered:
    return Answered(text, 0.9, (QUOTE,), attributions=entries)


@pytest.mark.parametrize(
    ("text", "entries", "shown"),
    [
        ("It is so.", (), "It is so."),
        ("It is so.", (Attribution("It is so.", "verbatim", (1,)),), "It is so. [1]"),
        ("1969", (Attribution("1969", "verbatim", (1, 2)),), "1969 [1][2]"),
        ("月亮很远。", (Attribution("月亮很远。", "paraphrase", (1,)),), "月亮很远。[1]"),
        ("It is so [7].", (Attribution("It is so [7].", "verbatim", (1,)),), "It is so. [1]"),
        (
            "It is so.\n\n- No. Yes.",
            (Attribution("It is so.", "misattributed", (1,)), Attribution("No.", "unsupported"), Attribution("Yes.", "stitched", (1, 2))),
            "It is so. [misattributed, see 1]\n\n- No. [unsupported] Yes. [stitched from 1, 2]",
        ),
        ("It is so.", (Attribution("Not in it.", "verbatim", (1,)),), "It is so."),
        ("```\nx = 1\n```", (Attribution("```\nx = 1\n```", "verbatim", (1,)),), "```\nx = 1\n```\n[1]"),
        ("So:\n\n    return 5", (Attribution("So:\n\n    return 5", "verbatim", (1,)),), "So:\n\n    return 5\n[1]"),
        ("| pear | 3 |", (Attribution("| pear | 3 |", "verbatim", (1,)),), "| pear | 3 |\n[1]"),
    ],
)  # fmt: skip
def test_each_sentence_gets_a_marker_behind_it(
    text: str, entries: tuple[Attribution, ...], shown: str
) -> None:
    assert cited.text(answered(text, *entries)) == shown


def test_a_quote_is_shown_with_file_line_and_page() -> None:
    assert [*cited.quotes((QUOTE,))] == ['[1] moon.pdf:3 (page 2) "The \\"Moon\\" was reached in 1969."']


def test_what_is_not_borne_out_is_told_with_its_reason() -> None:
    entries = (
        Attribution("Mars is red.", "unsupported", reason="no source says it"),
        Attribution("It is so.", "paraphrase", (1,), "in other words"),
    )
    assert [*cited.doubts(answered("Mars is red. It is so.", *entries))] == [
        'unsupported: "Mars is red.": no source says it'
    ]


def test_what_speaks_against_what_is_said_is_told_once() -> None:
    reason = 'the sources disagree: a.md:3 says "It is so."; b.md:7 says "It is not so."'
    entries = (
        Attribution("It is so.", "verbatim", (1,), reason),
        Attribution("Really.", "verbatim", (1,), reason),
    )
    assert [*cited.doubts(answered("It is so. Really.", *entries))] == [reason]
