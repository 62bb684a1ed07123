"""Verify adds what checks find to every candidate, once."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import ValidationError

from reasoner.errors import ConfigError, KnowledgeError
from reasoner.pipeline import read_pipeline
from reasoner.stage import Budget
from reasoner.stages.verify import Verify
from reasoner.state import Passage, State
from support import Shelf, candidate, context


def test_each_candidate_gets_the_checks_that_apply() -> None:
    state = State("a story", candidates=(candidate("8", text="3 + 4 = 8"), candidate("7", text="seven")))
    first, second = Verify().run(state, context()).candidates
    assert [(check.by, check.verdict) for check in first.checks] == [("arithmetic", "fail")]
    assert second.checks == ()


def test_a_formal_question_proves_a_right_answer_and_refutes_a_wrong_one() -> None:
    state = State("12*(3+4)", candidates=(candidate("84"), candidate("83")))
    right, wrong = Verify(limit_seconds=20).run(state, context()).candidates
    assert right.proved
    assert wrong.refuted


def test_a_check_is_not_run_twice() -> None:
    state = State("12*(3+4)", candidates=(candidate("84", text="12 * 7 = 84"),))
    once = Verify().run(state, context())
    assert Verify().run(once, context()) is once


def test_nothing_to_check_leaves_the_state_as_it_is() -> None:
    state = State("a story", candidates=(candidate("7", text="seven"),))
    assert Verify().run(state, context()) is state


def test_an_unknown_check_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValidationError, match="no check 'arithmetics'; did you mean 'arithmetic'"):
        Verify(checks=["arithmetics"])


def test_no_check_is_begun_when_the_time_is_up() -> None:
    state = State("12*(3+4)", candidates=(candidate("84", text="3 + 4 = 7"),))
    late = replace(context(), budget=Budget(deadline=time.monotonic()))
    assert Verify().run(state, late) is state


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("checks: [custom]", "the check 'custom' needs the key 'checker'"),
        ("checker: game24.py", "'checker' is for the check 'custom'; add it to 'checks'"),
        ("checks: [custom], checker: gam24.py", "no checker 'gam24.py'; did you mean 'game24.py'? Known:"),
        ("checks: [custom], checker: broken.py", "broken.py:2: this is not Python: "),
        ("checks: [custom], checker: other.py", "other.py: it defines no function check(question, answer)."),
        ("checks: [custom], checker: latin.py", "the checker 'latin.py' is not readable UTF-8 text."),
        ("checks: [sympy], collection: handbook", "'collection' is for the check 'knowledge'"),
        ("checks: [custom], checker: 7", "a checker must be the name of a file."),
    ],
)
def test_a_checker_that_will_not_do_is_refused_at_its_place(tmp_path: Path, keys: str, says: str) -> None:
    (tmp_path / "broken.py").write_text("x = 1\ndef check(:\n")
    (tmp_path / "other.py").write_text("def judge(question, answer): return True\n")
    (tmp_path / "latin.py").write_bytes(b"# \xe9\n")
    path = tmp_path / "p.yaml"
    path.write_text(f"stages:\n  - stage: think\n  - {{stage: verify, {keys}}}\n")
    with pytest.raises(ConfigError) as caught:
        read_pipeline(str(path))
    assert f"stages[1] (verify): {says}" in str(caught.value)


def test_the_program_of_the_checker_is_part_of_what_the_pipeline_is(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("stages:\n  - stage: think\n  - {stage: verify, checks: [custom], checker: mine.py}\n")
    hashes = set()
    for verdict in ("True", "False"):
        (tmp_path / "mine.py").write_text(f"def check(question, answer):\n    return {verdict}\n")
        hashes.add(read_pipeline(str(path)).hash)
    assert len(hashes) == 2


def test_one_proved_answer_wins_against_many_others() -> None:
    says = ("4 + 6 + 8 + 8", "4 * 6 + 8 - 8 + 1", "4 + 6 + 8 + 8", "8 * 6 / (8 / 4)", "4 + 6 + 8 + 8")
    result = read_pipeline("game24").run("4 6 8 8", context=context(*says))
    assert (result.answer, result.confidence) == ("8 * 6 / (8 / 4)", 1.0)


def test_a_puzzle_that_nobody_solved_has_no_answer() -> None:
    result = read_pipeline("game24").run("4 6 8 8", context=context("4 + 6 + 8 + 8"))
    assert result.answer is None
    assert "it makes 26" in str(result.reason)


TEXT = "The tower was finished in 1887. It is 62 metres high."
HANDBOOK = Passage(TEXT, "tower.md", 0, len(TEXT), score=0.9)


TOWER = State("When was the tower finished?", candidates=(candidate("1887"), candidate("1878")))


def test_knowledge_is_looked_up_by_question_and_answer() -> None:
    shelf = Shelf((HANDBOOK,))
    found = Verify(checks=["knowledge"], collection="shelf").run(TOWER, context(retrievers={"shelf": shelf}))
    assert [candidate.checks[0].verdict for candidate in found.candidates] == ["pass", "fail"]
    assert shelf.asked == ["When was the tower finished? 1887", "When was the tower finished? 1878"]


def test_passages_that_are_there_already_are_used() -> None:
    state = replace(TOWER, passages=(HANDBOOK,))
    found = Verify(checks=["knowledge"]).run(state, context())
    assert [candidate.checks[0].verdict for candidate in found.candidates] == ["pass", "fail"]


def test_a_named_collection_is_asked_whatever_passages_there_are() -> None:
    shelf = Shelf((HANDBOOK,))
    state = replace(TOWER, passages=(Passage("Whales eat krill.", "sea.md", 0, 17),))
    Verify(checks=["knowledge"], collection="shelf").run(state, context(retrievers={"shelf": shelf}))
    assert len(shelf.asked) == 2


def test_a_collection_that_is_not_there_is_named() -> None:
    with pytest.raises(KnowledgeError, match="no collection 'shelve'; did you mean 'shelf'"):
        Verify(checks=["knowledge"], collection="shelve").run(
            TOWER, context(retrievers={"shelf": Shelf((HANDBOOK,))})
        )


def test_nothing_is_looked_up_for_other_checks() -> None:
    Verify(checks=["arithmetic", "units", "constraints"]).run(TOWER, context())
