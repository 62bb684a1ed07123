"""The rows that an adapter is trained on: right, reproducible, varied, and worded by us."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

from evals.adapter import make, missing
from evals.adapter.row import LANGUAGES, NOT_ENOUGH, NOT_STATED, Kind, Row
from evals.adapter.stories import WORDINGS
from evals.adapter.story import say
from evals.adapter.words.nouns import THINGS
from evals.adapter.words.people import Person
from reasoner import prompts
from reasoner.evals.overlap import tokens
from reasoner.verification.extraction import programs
from support import ROOT

COUNT = 5000
SETS = ROOT.parent / "shared/data"
RUN = {"en": 8, "zh": 14}
"""Words that no question shares in a row with a public one; eight words are about fourteen characters."""


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return list(itertools.islice(make.stream(7), COUNT))


def of(rows: list[Row], kind: str) -> list[Row]:
    return [row for row in rows if row.kind == kind]


def comes_to(code: str) -> Fraction:
    names: dict[str, int | float] = {}
    exec(code, names)
    return Fraction(names["ans"]).limit_denominator(10**6)


def test_the_same_seed_gives_the_same_rows(rows: list[Row]) -> None:
    assert list(itertools.islice(make.stream(7), 300)) == rows[:300]
    assert list(itertools.islice(make.stream(8), 300)) != rows[:300]


def test_no_row_comes_twice(rows: list[Row]) -> None:
    assert len({(row.question, row.passages, row.turns) for row in rows}) == COUNT


def test_every_kind_comes_in_every_language(rows: list[Row]) -> None:
    counts = Counter((row.kind, row.language) for row in rows)
    assert len(counts) == len(get_args(Kind)) * len(LANGUAGES)
    assert min(counts.values()) > 50


def test_every_program_comes_to_its_answer(rows: list[Row]) -> None:
    wrong = [row for row in of(rows, "program") if comes_to(row.target) != Fraction(row.answer)]
    assert wrong == []


def test_think_reads_every_program_and_no_refusal_as_one(rows: list[Row]) -> None:
    read = [programs.code_block(row.target) for row in of(rows, "program")]
    assert read == [f"{row.target}\n" for row in of(rows, "program")]
    assert programs.code_block(NOT_ENOUGH) is None


def test_no_answer_is_negative_or_longer_than_two_decimals(rows: list[Row]) -> None:
    answers = [Fraction(row.answer) for row in of(rows, "program")]
    assert all(answer > 0 and (answer * 100).denominator == 1 for answer in answers)


def test_stories_take_one_to_four_steps_and_more(rows: list[Row]) -> None:
    counts = Counter(row.steps for row in of(rows, "program"))
    assert all(counts[steps] > 100 for steps in (1, 2, 3, 4))


def test_most_stories_differ_in_what_happens_in_them(rows: list[Row]) -> None:
    assert len({row.structure for row in of(rows, "program")}) > 800


def test_what_is_read_stands_in_the_passage_once_or_is_not_stated(rows: list[Row]) -> None:
    found = of(rows, "read")
    assert all(row.passages.count(row.target) == 1 for row in found if row.target != NOT_STATED)
    assert 0.2 < sum(row.target == NOT_STATED for row in found) / len(found) < 0.5


def test_what_has_no_answer_says_so(rows: list[Row]) -> None:
    assert {row.target for row in of(rows, "missing")} == {NOT_ENOUGH}


def test_a_call_names_a_tool_that_is_offered(rows: list[Row]) -> None:
    for row in of(rows, "call"):
        called = json.loads(row.target)
        assert f"- {called['tool']} {{" in row.tools


def test_the_answer_after_a_call_is_in_its_result_or_says_it_in_words(rows: list[Row]) -> None:
    for row in of(rows, "result"):
        said = json.loads(row.target)["answer"]
        assert (said, row.turns[-1][:8]) == (row.answer, "Result: ")


def test_no_slot_is_left_open_and_no_verb_untold(rows: list[Row]) -> None:
    texts = [row.question for row in rows if row.kind in ("program", "missing", "read")]
    assert [text for text in texts if set(text) & set("{}[]") or "  " in text or ".." in text] == []


def runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = tokens(text)
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def public(folder: Path) -> Iterator[str]:
    for path in [*folder.glob("math/*.jsonl"), *folder.glob("abstain/umwp.jsonl")]:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield from (row[key] for key in ("question", "question_en") if isinstance(row.get(key), str))


def bundled() -> Iterator[str]:
    for path in (ROOT / "evals/data").glob("*_[ez][nh].jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line).get("question", "")


def shared(rows: list[Row], texts: Iterator[str]) -> list[str]:
    """Questions of ours that have a run of words in common with a text."""
    there = list(texts)
    known = {language: set().union(*(runs(text, RUN[language]) for text in there)) for language in LANGUAGES}
    return [row.question for row in rows if runs(row.question, RUN[row.language]) & known[row.language]]


def test_no_question_is_worded_as_one_of_ours_that_measures(rows: list[Row]) -> None:
    assert shared(rows, bundled()) == []


@pytest.mark.skipif(not SETS.exists(), reason="the public sets are not here")
def test_no_question_is_worded_as_one_of_a_public_set(rows: list[Row]) -> None:
    assert shared(rows, public(SETS)) == []


@pytest.mark.parametrize(("name", "slots"), [
    ("program", {"question"}),
    ("read", {"question", "passages"}),
    ("quote", {"question", "passages"}),
    ("tools", {"question", "tools"}),
])  # fmt: skip
def test_every_prompt_shows_the_model_what_its_rows_hold(name: str, slots: set[str]) -> None:
    assert prompts.read(f"{name}.txt", ROOT / "evals/adapter").slots == slots


def test_what_can_be_said_in_one_language_can_be_said_in_the_other() -> None:
    assert set(WORDINGS["en"]) == set(WORDINGS["zh"])


def test_a_sentence_that_is_chosen_holds_the_answer(rows: list[Row]) -> None:
    for row in of(rows, "quote"):
        assert row.answer in row.passages.splitlines()[int(row.target) - 1]


def test_who_is_asked_about_in_vain_is_not_told_of() -> None:
    asked = say("how many now", A=(mia := Person("Mia", "小米", True)), o=(plum := THINGS[3]))
    question = say("how many now", A=(tom := Person("Tom", "小涛", False)), o=plum)
    facts = (say("has", A=mia, o=plum, n=5),)
    assert missing.names_all("How many plums does Tom have?", "en", question, asked, facts)
    assert not missing.names_all("How many plums are there?", "en", question, asked, facts)
    assert not missing.names_all("How many plums does Tom have?", "en", question, asked, (say("has", A=tom),))
