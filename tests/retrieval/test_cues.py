import pytest

from reasoner.retrieval.cues import MEANS, NUMBER, PERSON, PLACE, REASON, TIME, Cue, sought, thing


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


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is a moon?", {"moon"}),
        ("What does the key `only_for` do?", {"key", "only_for"}),
        ("What are moons used for", {"moon"}),
        ("What is the purpose of stop_at?", {"stop", "stop_at"}),
        ("月亮是什么？", {"月", "亮", "月亮"}),
        ("什么是top_k？", {"top", "k", "top_k"}),
        ("top_k有什么用？", {"top", "k", "top_k"}),
    ],
)
def test_a_question_may_want_a_thing_explained(question: str, named: set[str]) -> None:
    found = thing(question)
    assert found
    assert found.terms == named


@pytest.mark.parametrize(
    "question",
    ["What is the mass of the moon?", "What is the moon's mass?", "月亮的颜色是什么？", "Why?", ""],
)
def test_a_question_after_a_property_wants_no_thing_explained(question: str) -> None:
    assert thing(question) is None


@pytest.mark.parametrize(
    ("question", "sentence", "is_subject"),
    [
        ("What is a moon?", "A moon is a small body.", True),
        ("What is a moon?", "A planet may have a moon.", False),
        ("What does `stop` do?", "`stop` ends it.", True),
        ("What does `stop` do?", "`make stop is` ends it.", False),
        ("月亮是什么？", "月亮是卫星。", True),
        ("stop有什么用？", "`stop` 结束运行。", True),
    ],
)
def test_a_sentence_about_a_thing_has_it_before_the_predicate(
    question: str, sentence: str, is_subject: bool
) -> None:
    found = thing(question)
    assert found
    assert (found.terms in found.subjects(sentence)) == is_subject


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many bridges are there?", "number"),
        ("When was it built?", "time"),
        ("Who built it?", "person"),
        ("Where is it?", "place"),
        ("Why was it built?", "reason"),
        ("How do I build it?", "means"),
        ("What is a bridge?", "thing"),
        ("What did Anna build?", "other"),
        ("有多少座桥？", "number"),
        ("桥是谁建的？", "person"),
        ("桥在哪里？", "place"),
        ("为什么建桥？", "reason"),
        ("什么是桥？", "thing"),
    ],
)
def test_what_kind_of_answer_a_question_seeks(question: str, kind: str) -> None:
    assert sought(question) == kind
