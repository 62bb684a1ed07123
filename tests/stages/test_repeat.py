"""`repeat` tries again, and hands what is wrong back to the model, until something is proved or clean."""

from dataclasses import replace
from typing import ClassVar, Literal

import pytest

from reasoner.models.scripted import Line, Script, Scripted
from reasoner.stage import Context, Stage
from reasoner.stages.repeat import Repeat
from reasoner.stages.think import Think
from reasoner.stages.verify import Verify
from reasoner.state import FieldName, State, Usage
from support import candidate, check, context

QUESTION = State("How many legs do 3 cats have?")
WRONG = "3 * 4 = 13. The answer is 13."
RIGHT = "3 * 4 = 12. The answer is 12."
STILL_WRONG = "4 + 4 + 4 = 14. The answer is 14."
MISTAKE = "The mistake: line 1: '3 * 4 = 13' is wrong; it comes to 12"


class ProveOnThird(Stage):
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    stage: Literal["prove_on_third"] = "prove_on_third"

    def run(self, state: State, context: Context) -> State:
        found = candidate("4", check("pass" if len(state.candidates) == 2 else "unknown", "proof"))
        return replace(state, candidates=(*state.candidates, found))


def repeat(*stages: Stage, times: int = 3, until: Literal["proved", "clean"] = "proved") -> Repeat:
    """The loader checks the stages inside; here they are made already."""
    return Repeat.model_construct(stages=list(stages), times=times, until=until)


def tries(times: int) -> int:
    return len(repeat(ProveOnThird(), times=times).run(State("?"), context()).candidates)


def test_it_ends_with_the_first_proof() -> None:
    assert tries(9) == 3


def test_it_ends_after_so_many_times() -> None:
    assert tries(2) == 2


def test_no_time_left_ends_it() -> None:
    spent = context()
    spent.budget.cancel.set()
    assert repeat(ProveOnThird()).run(State("?"), spent).candidates == ()


@pytest.mark.parametrize(("until", "samples"), [("proved", 3), ("clean", 1)])
def test_until_clean_ends_with_the_first_candidate_that_a_check_supports(
    until: Literal["proved", "clean"], samples: int
) -> None:
    inside = context(RIGHT)
    found = repeat(Think(), Verify(), until=until).run(QUESTION, inside)
    assert len(found.candidates) == inside.meter.usage.samples == samples


def corrections(*says: str, mode: str = "cot") -> Context:
    """A model that makes a mistake, and says this when it is told of one."""
    first = WRONG if mode == "cot" else "print(cats * 4)"
    lines = [Line(when="The mistake: ", say=list(says)), Line(say=[first])]
    return context(models={"default": Scripted(Script(lines=lines))})


def mended(
    inside: Context, *, times: int = 3, mode: Literal["cot", "program"] = "cot", samples: int = 1
) -> State:
    """Thought of once, checked, and mended at most so many times."""
    thought = Verify().run(Think(mode=mode).run(QUESTION, inside), inside)
    mend = Think(mode=mode, repair=True, samples=samples)
    return repeat(mend, Verify(), times=times).run(thought, inside)


def test_a_fault_is_mended_and_the_new_attempt_takes_the_place_of_the_old() -> None:
    inside = corrections(RIGHT)
    (found,) = mended(inside).candidates
    assert (found.answer, found.text, found.mends and found.mends.text) == ("12", RIGHT, WRONG)
    assert inside.meter.usage.samples == 2


def test_the_error_of_a_program_is_mended() -> None:
    (found,) = mended(corrections("print(3 * 4)", mode="program"), mode="program").candidates
    assert (found.answer, found.mends and found.mends.answer) == ("12", None)


def test_the_first_wrong_step_is_handed_to_the_model() -> None:
    lines = [Line(when=f"{WRONG}\n\n{MISTAKE}", say=[RIGHT]), Line(say=[WRONG])]
    (found,) = mended(context(models={"default": Scripted(Script(lines=lines))})).candidates
    assert found.answer == "12"


def test_what_is_worse_does_not_take_its_place() -> None:
    inside = corrections("I do not know.", "It cannot be determined.")
    (found,) = mended(inside).candidates
    assert (found.text, found.mends) == (WRONG, None)
    assert inside.meter.usage.samples == 4


def test_each_round_draws_another_sample() -> None:
    inside = corrections("I do not know.", "It cannot be determined.", RIGHT)
    (found,) = mended(inside).candidates
    assert (found.answer, found.seed) == ("12", 2)


def test_a_mended_attempt_with_another_fault_is_mended_in_turn() -> None:
    (found,) = mended(corrections(STILL_WRONG, RIGHT)).candidates
    assert found.answer == "12"
    assert found.mends is not None
    assert found.mends.text == STILL_WRONG
    assert found.mends.mends is not None
    assert found.mends.mends.text == WRONG


def test_without_a_fault_nothing_is_asked() -> None:
    inside = context(RIGHT)
    (found,) = mended(inside).candidates
    assert (found.text, found.mends) == (RIGHT, None)
    assert inside.meter.usage == Usage(1, 1, 1, inside.meter.usage.prompt_tokens, 9)


def test_only_what_is_at_fault_is_mended_and_all_of_it() -> None:
    inside = context(
        models={
            "default": Scripted(
                Script(lines=[Line(when="The mistake: ", say=[RIGHT]), Line(say=[WRONG, RIGHT, STILL_WRONG])])
            )
        }
    )
    thought = Verify().run(Think(samples=3).run(QUESTION, inside), inside)
    found = repeat(Think(repair=True, samples=2), Verify()).run(thought, inside).candidates
    assert [attempt.text for attempt in found] == [RIGHT] * 3
    assert [attempt.mends is not None for attempt in found] == [True, False, True]
    usage = inside.meter.usage
    assert (usage.samples, usage.sample_budget, usage.samples_started) == (7, 7, 7)


def test_a_proof_ends_it() -> None:
    formal = State("12*(3+4)", candidates=(candidate("85", check("fail")),))
    inside = corrections("The answer is 84.")
    found = repeat(Think(repair=True), Verify(), times=9).run(formal, inside)
    assert found.proved
    assert [attempt.answer for attempt in found.candidates] == ["84"]
    assert inside.meter.usage.samples == 1
