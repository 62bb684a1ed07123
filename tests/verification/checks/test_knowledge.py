"""What the best sentence states is supported; another value in its place speaks against the answer."""

import pytest

from reasoner.retrieval.bearing import bearing
from reasoner.state import Check, Passage
from reasoner.verification.checks.case import Case
from reasoner.verification.checks.knowledge import check
from support import SANDBOX, candidate

TOWER = (
    "The Lindau tower was finished in 1887 by Anna Weber. It is 62 metres high. "
    "Its bell weighs 1,200 kg. About 35% of its visitors come from abroad. The tower is not open in winter."
)
BRIDGE = "林道大桥建于1933年，全长1,250米，由安娜·韦伯设计。大桥每天约有四万辆汽车通过。"


def judge(question: str, answer: str, text: str = TOWER) -> Check:
    passages = (Passage(text, "notes.md", 0, len(text), line=7, score=0.8),)
    case = Case(question, SANDBOX, search=lambda _: bearing(question, passages))
    found = check(candidate(answer), case)
    assert found is not None
    assert found.strength == "support"
    return found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was the Lindau tower finished?", "1887"),
        ("When was the Lindau tower finished?", "In 1887."),
        ("Who finished the Lindau tower?", "anna weber"),
        ("Who finished the Lindau tower?", "The Anna Weber"),
        ("How many metres high is it?", "62"),
        ("How many metres high is it?", "62 metres"),
        ("How many kg does the bell weigh?", "1200 kg"),
        ("What percentage of visitors come from abroad?", "35%"),
        ("Is the tower open in winter?", "No"),
    ],
)
def test_what_the_sentence_states_passes(question: str, answer: str) -> None:
    assert judge(question, answer).verdict == "pass"


@pytest.mark.parametrize(
    ("question", "answer", "says"),
    [
        ("When was the Lindau tower finished?", "1878", "notes.md:7 says 1887, not 1878"),
        ("How many metres high is it?", "64", "notes.md:7 says 62 metres, not 64"),
        ("How many metres high is it?", "64 metres", "notes.md:7 says 62 metres, not 64 metres"),
        ("Is the tower open in winter?", "Yes", "notes.md:7 says no"),
    ],
)
def test_another_value_in_its_place_fails(question: str, answer: str, says: str) -> None:
    found = judge(question, answer)
    assert (found.verdict, found.reason) == ("fail", says)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who painted the Lindau tower?", "Carl Blum"),
        ("When did the Lindau tower burn in the great fire?", "1901"),
        ("What was finished in 1887?", "1887"),
        ("How many people visit the Lindau tower?", "1887"),
        ("When was the Lindau tower finished?", "188"),
        ("What do whales eat?", "krill"),
    ],
)
def test_what_the_sentence_does_not_say_is_unknown(question: str, answer: str) -> None:
    assert judge(question, answer).verdict == "unknown"


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("林道大桥建于哪一年？", "1933年", "pass"),
        ("林道大桥建于哪一年？", "1935年", "fail"),
        ("林道大桥由谁设计？", "安娜·韦伯", "pass"),
        ("林道大桥由谁设计？", "卡尔", "unknown"),
        ("林道大桥全长多少米？", "1250米", "pass"),
        ("林道大桥全长多少米？", "1350米", "fail"),
    ],
)
def test_chinese_is_compared_by_characters(question: str, answer: str, verdict: str) -> None:
    assert judge(question, answer, BRIDGE).verdict == verdict


def test_without_a_collection_or_an_answer_there_is_nothing_to_compare() -> None:
    assert check(candidate("7"), Case("How many?", SANDBOX)) is None
    assert check(candidate(None), Case("How many?", SANDBOX, search=lambda _: ())) is None


def test_without_passages_it_is_unknown() -> None:
    found = check(candidate("7"), Case("How many?", SANDBOX, search=lambda _: ()))
    assert found is not None
    assert (found.verdict, found.reason) == ("unknown", "no passage bears on the question")


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", ["1,000", "12 a", "the ", "年1", "not ", "%5", "1." * 3, " "])
def test_long_passages_and_answers_take_no_time(text: str) -> None:
    judge("How many are there?", "12", text * 5_000)
    judge("How many are there?", text * 5_000, TOWER)
