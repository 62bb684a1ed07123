import pytest

from reasoner.retrieval.packing import Packed, pack, shown
from reasoner.state import Passage

QUESTION = "When was the Moon reached?"


def passage(text: str, source: str, score: float, start: int = 0) -> Passage:
    return Passage(text, source, start, start + len(text), score=score)


MOON = passage("The Moon is far. The Moon was reached in 1969. It is made of rock.", "moon.md", 0.9, 50)
WAR = passage("A war began in 1914. Nobody wanted it.", "war.md", 0.3)
TEA = passage("红茶出现于1650年。绿茶不发酵。", "tea.md", 0.2)
SUN = passage("The Sun is hot. It shines.", "sun.md", 0.5)


def words(text: str) -> int:
    return len(text.split())


def test_what_has_room_is_whole_and_the_best_stand_at_the_ends() -> None:
    found = pack(QUESTION, [MOON, SUN, WAR, TEA], None, words)
    assert [entry.number for entry in found] == [1, 3, 4, 2]
    assert shown(found).startswith(f"[1] {MOON.text}\n\n[3] {WAR.text}")


def test_a_long_passage_is_cut_to_the_sentences_that_matter() -> None:
    (found,) = pack(QUESTION, [MOON], 9, words)
    assert found.text == "[1] … The Moon was reached in 1969."
    assert found.parts == ((67, 96),)


def test_neighbours_stay_together_and_a_gap_is_shown() -> None:
    assert Packed(2, MOON, ((50, 66), (97, 116))).text == "[2] The Moon is far. … It is made of rock."
    (found,) = pack(QUESTION, [MOON], 13, words)
    assert found.text == "[1] … The Moon was reached in 1969. It is made of rock."


@pytest.mark.parametrize("room", [*range(40), 1000, 128_000])
def test_whatever_the_room_it_is_kept_and_every_part_is_verbatim(room: int) -> None:
    found = pack(QUESTION, [MOON, WAR, TEA, SUN], room, words)
    assert words(shown(found)) <= room
    given = [MOON, WAR, TEA, SUN]
    assert all(given[entry.number - 1] == entry.passage for entry in found)
    for entry in found:
        first = entry.passage.start
        assert all(entry.passage.text[a - first : b - first] in entry.text for a, b in entry.parts)


def test_nothing_has_room_in_nothing() -> None:
    assert pack(QUESTION, [MOON], 0, words) == ()
    assert pack(QUESTION, [], None, words) == ()
