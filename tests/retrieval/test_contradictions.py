"""Sources that answer differently are found, and such that only seem to are not."""

import json

import pytest

from evals.data.disputes import AGREEMENTS, DISPUTES
from reasoner.retrieval.contradictions import citations, contradictions, disagreement
from reasoner.state import Passage
from support import shared


def pair(left: str, right: str) -> tuple[Passage, Passage]:
    return Passage(left, "a.md", 10, 10 + len(left), line=3, score=0.8), Passage(
        right, "b.md", 0, len(right), line=7, score=0.8
    )


@pytest.mark.parametrize(("question", "left", "right"), DISPUTES)
def test_sentences_that_cannot_both_be_right_contradict_each_other(
    question: str, left: str, right: str
) -> None:
    found = contradictions(question, pair(left, right))
    assert {cited.source for cited in citations(found)} == {"a.md", "b.md"}


@pytest.mark.parametrize(("question", "left", "right"), AGREEMENTS)
def test_sentences_that_may_both_be_right_do_not(question: str, left: str, right: str) -> None:
    assert contradictions(question, pair(left, right)) == ()


def test_both_sides_are_quoted_with_their_places() -> None:
    found = contradictions("When was it built?", pair("It was built in 1872.", "It was built\nin 1875."))
    says = 'a.md:3 says "It was built in 1872."; b.md:7 says "It was built in 1875."'
    assert disagreement(found) == f"the sources disagree: {says}"
    assert [(cited.start, cited.end) for cited in citations(found)] == [(10, 31), (0, 21)]


def test_two_examples_in_code_do_not_contradict_each_other() -> None:
    left, right = (f"Set how many times it runs:\n\n```yaml\ntimes_it_runs: {times}\n```" for times in (3, 5))
    assert contradictions("How many times does it run?", pair(left, right)) == ()


def test_one_sentence_does_not_contradict_itself() -> None:
    left, _ = pair("It was built in 1872.", "")
    assert contradictions("When was it built?", (left, left)) == ()


@pytest.mark.parametrize(("questions", "texts"), [("qa/xquad.jsonl", "qa/xquad_passages.jsonl")])
def test_passages_that_answer_real_questions_hardly_ever_contradict_themselves(
    questions: str, texts: str
) -> None:
    lines = shared(texts).read_text(encoding="utf-8").splitlines()
    rows = {row["id"]: row["text"] for row in map(json.loads, lines)}
    asked = [json.loads(line) for line in shared(questions).read_text(encoding="utf-8").splitlines()]
    fired = [
        row["question"]
        for row in asked
        if contradictions(
            row["question"], (Passage(text := rows[row["passage_id"]], "p.txt", 0, len(text), score=0.8),)
        )
    ]
    assert len(fired) < 0.01 * len(asked), fired
