import pytest

from reasoner.models.stop_texts import StopTexts


@pytest.mark.parametrize(
    ("stops", "pieces", "out", "stopped"),
    [
        ((), ["ab", "c"], ["ab", "c", ""], False),
        (("END",), ["a E", "N", "D b"], ["a ", "", "", ""], True),
        (("END",), ["a E", "N", "x"], ["a ", "", "ENx", ""], False),
        (("END",), ["a E", "N"], ["a ", "", "EN"], False),
        (("b", "a"), ["xab", "c"], ["x", "", ""], True),
        (("aab",), ["aa", "a", "b"], ["", "a", "", ""], True),
    ],
)
def test_what_may_begin_a_stop_text_is_held_back(
    stops: tuple[str, ...], pieces: list[str], out: list[str], stopped: bool
) -> None:
    text = StopTexts(stops)
    assert [*map(text.add, pieces), text.flush()] == out
    assert (text.text, text.stopped) == ("".join(out), stopped)
