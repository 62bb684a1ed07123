from dataclasses import replace
from typing import Literal

import pytest

from reasoner.stages.cite import Cite
from reasoner.state import Abstained, Answered, Candidate, Certificate, Check, Citation, Passage, State, Tally
from support import Shelf, candidate, candidates, context

MOON = Passage("The Moon is 384,400 km away. It was reached in 1969.", "moon.md", 0, 52, score=0.9)
QUESTION = "When was the Moon reached?"
QUOTE = "It was reached in 1969."
PROOF = Check("python", "pass", "proof", "recomputed")
CERTIFICATE = Certificate(
    kind="exact",
    method="exact",
    claim="the answer to the question is 4",
    question="2+2",
    answer="4",
    expression="evaluate 2 + 2",
    result="4",
    shows="it was worked out",
    does_not_show="that it was meant",
)


EMPTY = Shelf()


def cited(
    outcome: Answered | Abstained | None,
    *passages: Passage,
    by: tuple[Candidate, ...] = (),
    shelf: Shelf = EMPTY,
) -> Answered | Abstained | None:
    state = State(QUESTION, passages=passages, candidates=by, outcome=outcome)
    return Cite().run(state, context(retrievers={"default": shelf})).outcome


def test_a_quoted_answer_is_cited_and_as_sure_as_its_source() -> None:
    outcome = cited(Answered(QUOTE, 0.2), MOON)
    assert isinstance(outcome, Answered)
    assert outcome.citations == (Citation(QUOTE, "moon.md", 29, 52, 1),)
    assert 0.8 < outcome.confidence < 1


def test_a_confidence_that_was_lowered_by_the_source_is_no_longer_calibrated() -> None:
    outcome = cited(Answered(QUOTE, 0.9, kind="calibrated"), MOON)
    assert isinstance(outcome, Answered)
    assert outcome.kind == "raw"


def test_the_wrong_sentence_of_the_right_source_is_doubted() -> None:
    outcome = cited(Answered("The Moon is 384,400 km away.", 0.9), MOON)
    assert isinstance(outcome, Answered)
    assert outcome.confidence < 0.5


def test_a_source_that_hardly_bears_on_the_question_gives_no_answer() -> None:
    far = Passage(MOON.text, "moon.md", 0, 52, score=0.2)
    outcome = cited(Answered(QUOTE, 0.9), far, shelf=Shelf((far,)))
    assert isinstance(outcome, Abstained)
    nearest = "the nearest is moon.md:1, with support 0.20"
    assert outcome.reason == f"nothing in collection 'shelf' bears on the question; {nearest}"
    assert outcome.confidence is not None
    assert outcome.confidence < 0.5


@pytest.mark.parametrize(
    ("answer", "most"), [("Nobody was ever there.", 0.0), (f"{QUOTE} Mars is red.", 0.5)]
)
def test_what_no_passage_says_is_not_believed(answer: str, most: float) -> None:
    outcome = cited(Answered(answer, 1.0), MOON)
    assert isinstance(outcome, Answered)
    assert outcome.confidence <= most


@pytest.mark.parametrize(
    ("shelf", "reason"),
    [
        (Shelf(), "nothing in collection 'shelf' bears on the question; no passage shares a word with it"),
        (
            Shelf((Passage("Tea.", "tea.md", 5, 9, line=3, score=0.1),)),
            "nothing in collection 'shelf' bears on the question; the nearest is tea.md:3, with support 0.10",
        ),
    ],
)
@pytest.mark.parametrize("outcome", [Answered("1969", 0.9), Abstained("no votes"), None])
def test_without_passages_it_abstains_and_says_what_was_searched(
    shelf: Shelf, reason: str, outcome: Answered | Abstained | None
) -> None:
    nearest = tuple(Citation(p.text, p.source, p.start, p.end, p.line) for p in shelf.passages)
    assert cited(outcome, shelf=shelf) == Abstained(reason, 0.0, citations=nearest, code="unsupported")


def test_sentences_are_marked_and_numbered_by_their_citations() -> None:
    outcome = cited(Answered(f"{QUOTE} Mars is red. The Moon is 400,000 km away.", 0.9), MOON)
    assert isinstance(outcome, Answered)
    assert [(entry.mark, entry.citations) for entry in outcome.attributions] == [
        ("verbatim", (1,)),
        ("unsupported", ()),
        ("unsupported", ()),
    ]
    assert outcome.attributions[2].reason == "the source says 384,400 km, not 400,000 km (moon.md:1)"


@pytest.mark.parametrize(("votes", "share"), [((3, 1), 0.75), ((2, 2), 0.5)])
def test_samples_that_said_otherwise_lower_the_confidence(votes: tuple[int, int], share: float) -> None:
    winners, others = votes
    by = candidates(*[QUOTE] * winners, *["1970"] * others)
    tallies = (
        Tally(QUOTE, tuple(range(winners)), winners, winners / 4),
        Tally("1970", tuple(range(winners, 4)), others, others / 4),
    )
    alone = State(QUESTION, passages=(MOON,), outcome=Answered(QUOTE, 0.9))
    voted = replace(alone, candidates=by, votes=tallies)
    sure, less = (Cite().run(state, context()).outcome for state in (alone, voted))
    assert isinstance(sure, Answered)
    assert isinstance(less, Answered)
    assert less.confidence == pytest.approx(share * sure.confidence)


OTHER = Passage("It was reached in 1971.", "late.md", 0, 23, line=7, score=0.8)


def opposed(how: Literal["abstain", "show", "ignore"]) -> Answered | Abstained | None:
    state = State("When was it reached?", passages=(MOON, OTHER), outcome=Answered(QUOTE, 0.9))
    return Cite(contradictions=how).run(state, context()).outcome


def test_sources_that_disagree_give_no_answer_but_both_quotes() -> None:
    outcome = opposed("abstain")
    assert isinstance(outcome, Abstained)
    says = 'moon.md:1 says "It was reached in 1969."; late.md:7 says "It was reached in 1971."'
    assert outcome.reason == f"the sources disagree: {says}"
    assert [citation.source for citation in outcome.citations] == ["moon.md", "late.md"]


def test_a_disagreement_can_be_shown_beside_a_doubtful_answer_or_passed_over() -> None:
    shown, ignored = opposed("show"), opposed("ignore")
    assert isinstance(shown, Answered)
    assert isinstance(ignored, Answered)
    assert shown.confidence == pytest.approx(ignored.confidence / 2)
    assert [citation.source for citation in shown.citations] == ["moon.md", "late.md"]
    assert [citation.source for citation in ignored.citations] == ["moon.md"]


def test_an_abstention_with_passages_stays() -> None:
    assert cited(Abstained("no votes"), MOON) == Abstained("no votes")


@pytest.mark.parametrize(
    ("outcome", "by"),
    [
        (Answered("4", 1.0, certificate=CERTIFICATE), ()),
        (Answered("4", 1.0), (candidate("4", PROOF),)),
        (Answered("4", 0.9), (candidate("4", origin="program"),)),
    ],
)
def test_an_answer_that_was_computed_needs_no_source(outcome: Answered, by: tuple[Candidate, ...]) -> None:
    assert cited(outcome, by=by) == outcome == cited(outcome, MOON, by=by)
