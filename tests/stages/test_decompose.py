import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import ValidationError

from reasoner.models.model import Completion, Request, Watch
from reasoner.models.replay import Recorded, Replay
from reasoner.models.scripted import Line, Script, Scripted
from reasoner.stage import Budget, Event, TokenDrawn, run_stages
from reasoner.stages.decompose import Decompose, subquestions
from reasoner.state import Candidate, State, Usage
from support import Overheard, candidate, check, context

QUESTION = State("Mia buys 4 boxes of 6 pens and gives 5 pens away. How many pens are left?")
LIST = "1. How many pens does Mia buy?\n2. How many pens does she give away?"


def script(*lists: str) -> Scripted:
    """A model that lists, and answers the questions of `LIST` and the question itself."""
    return Scripted(
        Script(
            lines=[
                Line(when="Question: How many pens does Mia buy?", say=["4 * 6 = 24. The answer is 24."]),
                Line(when="Question: How many pens does she", say=["The answer is 5."]),
                Line(when="Question: Mia buys", say=["24 - 5 = 19. The answer is 19."]),
                Line(say=list(lists or (LIST,))),
            ]
        )
    )


class Likely(Overheard):
    """Finds each list less likely than each answer."""

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        for completion in super().generate(request, watch):
            yield replace(completion, logprob=-1.0 if "Question:" in request.messages[-1].content else -4.0)


def test_the_questions_of_the_list_are_answered_in_turn_and_the_question_itself_last() -> None:
    (found,) = Decompose().run(QUESTION, context(models={"default": script()})).candidates
    assert (found.answer, found.origin, found.seed) == ("19", "decompose", 0)
    assert found.text == (
        "Question 1: How many pens does Mia buy?\nAnswer 1: 4 * 6 = 24. The answer is 24.\n\n"
        "Question 2: How many pens does she give away?\nAnswer 2: The answer is 5.\n\n"
        f"Question 3: {QUESTION.question}\nAnswer 3: 24 - 5 = 19. The answer is 19."
    )


def test_each_question_sees_the_earlier_ones_with_their_answers() -> None:
    model = Overheard(script())
    Decompose().run(QUESTION, context(models={"default": model}))
    listing, first, second, last = (request.messages[-1].content for request in model.requests)
    assert QUESTION.question in listing
    assert "Answer 1" not in first
    assert "Answer 1: 4 * 6 = 24. The answer is 24." in second
    assert "Answer 2: The answer is 5." in last
    assert last.endswith(f"Question: {QUESTION.question}")


def test_tokens_add_up_and_the_likelihood_is_that_of_all_of_them() -> None:
    inside = context(models={"default": Likely(script())})
    (found,) = Decompose().run(QUESTION, inside).candidates
    listed, said = 15, 9 + 4 + 9
    assert found.tokens == listed + said == inside.meter.usage.completion_tokens
    assert found.logprob == pytest.approx((-4.0 * listed - 1.0 * said) / (listed + said))


def test_a_whole_decomposition_is_one_sample() -> None:
    inside = context(models={"default": script()}, seed=7)
    found = Decompose(samples=3).run(QUESTION, inside).candidates
    assert [c.seed for c in found] == [7, 8, 9]
    usage = inside.meter.usage
    assert (usage.samples, usage.sample_budget, usage.samples_started) == (3, 3, 3)


def test_the_answers_of_a_sample_are_drawn_with_its_seed() -> None:
    model = Overheard(script())
    Decompose(samples=2).run(QUESTION, context(models={"default": model}, seed=7))
    assert [(r.sampling.seed, r.sampling.n) for r in model.requests] == [(7, 2), *[(7, 1)] * 3, *[(8, 1)] * 3]


def test_it_stops_once_the_leader_is_sure_enough_and_keeps_the_ledger() -> None:
    inside = context(models={"default": script()})
    after = run_stages([Decompose(samples=16, stop_at=0.95)], QUESTION, inside)
    (ledger,) = inside.meter.steps[0].savings
    assert len(after.candidates) == ledger.drawn == 3
    assert (ledger.stopped, ledger.budget) == ("posterior", 16)


def test_a_second_stage_draws_other_samples() -> None:
    inside = context(models={"default": script()})
    once = Decompose(samples=2).run(QUESTION, inside)
    twice = Decompose().run(once, inside)
    assert [c.seed for c in twice.candidates] == [0, 1, 2]


def test_of_a_long_list_only_the_first_steps_are_asked() -> None:
    model = Overheard(script())
    Decompose(steps=1).run(QUESTION, context(models={"default": model}))
    assert len(model.requests) == 3
    assert model.requests[0].messages[-1].content.endswith("At most 1.")


@pytest.mark.parametrize("said", ["", "24 - 5 is easy.", f"1. {QUESTION.question}"])
def test_without_a_list_the_question_is_asked_as_it_is(said: str) -> None:
    (found,) = Decompose().run(QUESTION, context(models={"default": script(said)})).candidates
    assert found.answer == "19"
    assert found.text.startswith(f"Question 1: {QUESTION.question}")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("1. How many?\n2) How much?", ("How many?", "How much?")),
        ("Here they are:\n- How many?\n• How much?", ("How many?", "How much?")),
        ("Question 1: How many?\n\n**Step 2:** How much?", ("How many?", "How much?")),
        ("1、米娅买了多少支笔？\n2、送出多少支？", ("米娅买了多少支笔？", "送出多少支？")),
        ("How many?\nThat is all.\nHow much?", ("How many?", "How much?")),
        ("1. How many?\n2. how  MANY?\n3. Why?", ("How many?",)),
        ("It is 3.5 metres.", ()),
        ("", ()),
    ],
)
def test_a_list_is_read_however_it_is_marked(text: str, asked: tuple[str, ...]) -> None:
    assert subquestions(text, "why?") == asked


def test_what_is_proved_is_not_broken_down_again() -> None:
    proved = State("1+1", candidates=(candidate("2", check("pass", "proof")),))
    assert Decompose().run(proved, context()) is proved
    assert len(Decompose(even_if_proved=True).run(proved, context()).candidates) == 2


def test_a_decomposition_that_time_cut_short_is_no_candidate() -> None:
    inside = context(models={"default": script()})
    budget = Budget()

    def cancel(event: Event) -> None:
        if isinstance(event, TokenDrawn):
            budget.cancel.set()

    after = Decompose().run(QUESTION, replace(inside, budget=budget, emit=cancel))
    assert after.candidates == ()
    assert inside.meter.usage == Usage(0, 1, 1, inside.meter.usage.prompt_tokens, 15)


def test_the_text_of_every_answer_streams_under_the_number_of_its_sample() -> None:
    events: list[Event] = []
    Decompose(samples=2).run(QUESTION, context(models={"default": script()}, events=events))
    assert [e.sample for e in events if isinstance(e, TokenDrawn)] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_what_was_recorded_comes_out_again() -> None:
    drawn = Decompose(samples=2).run(QUESTION, context(models={"default": Likely(script())})).candidates
    said = tuple(Completion(c.text, c.tokens, c.logprob, "stop", c.seed, 0.0) for c in drawn)
    recording = Replay("replay", {QUESTION.question: Recorded({drawn[0].prompt: said})})
    again = Decompose(samples=40).run(QUESTION, context(models={"default": recording})).candidates
    assert again == drawn


def test_answers_are_read_as_the_key_says() -> None:
    one = Script(lines=[Line(when="Question:", say=["The answer is red."]), Line(say=["none"])])
    answers: list[Candidate] = []
    for kind in ("text", "choice"):
        stage = Decompose.model_validate({"as": kind})
        answers += stage.run(QUESTION, context(models={"default": Scripted(one)})).candidates
    assert [c.answer for c in answers] == ["red", None]


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("prompt", "{question} {sofar}", "p.txt: the list of decompose does not fill the slot {sofar}"),
        ("answer_prompt", "{question} {subquestion}", "p.txt: the slot {sofar} is missing"),
        ("answer_prompt", "{question} {sofar}", "p.txt: the slot {subquestion} is missing"),
    ],
)
def test_a_prompt_has_the_slots_that_are_filled(tmp_path: Path, key: str, text: str, says: str) -> None:
    (tmp_path / "p.txt").write_text(text)
    with pytest.raises(ValidationError, match=re.escape(says)):
        Decompose.model_validate({key: "p.txt"}, context={"base": tmp_path})
