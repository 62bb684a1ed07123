import pytest

from reasoner.retrieval.cues import MEANS, NUMBER, PERSON, PLACE, REASON, TIME, Cue


@pytest.mark.parametrize(
    ("question", "cue", "answer", "other"),
    [
        ("How many moons are there?", NUMBER, "It has two moons.", "It has moons."),
        ("一共有多少人？", NUMBER, "共有三百人。", "人很多。"),
        ("When did it end?", TIME, "It ended in May 1945.", "It ended badly."),
        ("什么时候结束的？", TIME, "结束于1945年。", "很快就结束了。"),
        ("Who found it?", PERSON, "It was found by Marie Curie.", "It was found by chance."),
        ("Where does it lie?", PLACE, "It lies in Peru.", "It lies deep down."),
        ("它在哪里？", PLACE, "它位于北方。", "它很大。"),
        ("Why is it red?", REASON, "It is red because of iron.", "It is red."),
        ("为什么是红的？", REASON, "由于铁。", "它是红的。"),
        ("How do I build it?", MEANS, "Run `make`.", "It can be built."),
    ],
)
def test_an_answer_shows_what_the_question_asks_for(question: str, cue: Cue, answer: str, other: str) -> None:
    assert cue.asks.search(question)
    assert cue.shows.search(answer)
    assert not cue.shows.search(other)
