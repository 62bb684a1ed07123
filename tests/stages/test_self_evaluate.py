import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import log
from pathlib import Path

import pytest
from pydantic import ValidationError

from reasoner.errors import ModelError
from reasoner.models.model import Completion, Request, Watch
from reasoner.models.replay import Recorded, Replay
from reasoner.stage import Event
from reasoner.stages.self_evaluate import SelfEvaluate
from reasoner.stages.vote import Vote
from reasoner.state import Abstained, Answered, Candidate, Citation, State
from support import candidate, candidates, check, context


@dataclass
class Judge:
    """A model that is forced to "Yes" or "No", and finds them this likely; a word may take several tokens."""

    yes: float | None = 0.6
    no: float | None = 0.2
    tokens: int = 1
    text: str = ""
    requests: list[Request] = field(default_factory=list)
    name: str = "judge"
    hash: str | None = None
    window: int | None = None
    calls_functions: bool = False
    identity: str = "judge"

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        self.requests.append(request)
        likely = self.yes if "Yes" in (request.sampling.grammar or "") else self.no
        logprob = None if likely is None else log(likely) / self.tokens
        watch.on_token(0, "Yes")
        yield Completion(self.text, self.tokens, logprob, "stop", 0, 0.0)
        watch.on_spent(1, 30, self.tokens)

    def count_tokens(self, text: str) -> int:
        return 1

    def close(self) -> None:
        pass


def voted(*answers: str | None) -> State:
    return Vote(by="majority").run(
        State("How many legs do 2 cats have?", candidates=candidates(*answers)), context()
    )


OPEN = voted("8", "6", "8", None)


def evaluated(state: State, model: Judge, **keys: object) -> State:
    return SelfEvaluate.model_validate(keys).run(state, context(models={"default": model}))


def test_the_winners_get_the_probability_and_the_confidence_is_the_mean() -> None:
    after = evaluated(OPEN, Judge(yes=0.6, no=0.2))
    assert [c.p_true for c in after.candidates] == [pytest.approx(0.75), None, pytest.approx(0.75), None]
    assert isinstance(after.outcome, Answered)
    assert after.outcome.text == "8"
    assert after.outcome.confidence == pytest.approx((0.5 + 0.75) / 2)
    assert after.votes == OPEN.votes


def test_a_word_of_several_tokens_is_as_likely_as_all_of_them_together() -> None:
    after = evaluated(OPEN, Judge(yes=0.6, no=0.2, tokens=3))
    assert after.candidates[0].p_true == pytest.approx(0.75)


def test_the_two_requests_differ_in_the_word_alone() -> None:
    model = Judge()
    evaluated(OPEN, model, yes="Yes", no='"Nö"')
    one, other = model.requests
    assert one.messages == other.messages
    assert OPEN.question in one.messages[-1].content
    assert "Proposed answer: 8" in one.messages[-1].content
    assert (one.sampling.grammar, one.sampling.stop) == ('root ::= "Yes"', ("Yes",))
    assert (other.sampling.grammar, other.sampling.stop) == ('root ::= "\\"Nö\\""', ('"Nö"',))
    assert (one.sampling.temperature, one.sampling.max_tokens, one.sampling.n) == (0, 4, 1)


@pytest.mark.parametrize("unsure", [[0.2, 0.49], [0.51, 0.95]])
def test_outside_of_the_range_nothing_is_asked(unsure: list[float]) -> None:
    model = Judge()
    assert evaluated(OPEN, model, unsure=unsure) is OPEN
    assert model.requests == []


@pytest.mark.parametrize(
    "state",
    [
        replace(OPEN, outcome=Abstained("too low", 0.5)),
        replace(OPEN, outcome=None),
        replace(OPEN, votes=()),
        replace(OPEN, outcome=Answered("8", 0.5, kind="calibrated")),
        replace(OPEN, outcome=Answered("8", 0.5, citations=(Citation("8", "a.md", 0, 1, 1),))),
        replace(OPEN, candidates=(candidate("8", check("pass", "proof")), *OPEN.candidates[1:])),
        replace(OPEN, candidates=tuple(replace(c, p_true=0.9) for c in OPEN.candidates)),
    ],
    ids=["abstained", "no outcome", "no vote", "calibrated", "cited", "proved", "asked before"],
)  # fmt: skip
def test_it_is_not_asked_about_what_is_no_open_vote(state: State) -> None:
    model = Judge()
    assert evaluated(state, model) is state
    assert model.requests == []


@pytest.mark.parametrize("model", [Judge(yes=None), Judge(no=None), Judge(text="8 legs")])
def test_a_model_that_does_not_tell_changes_nothing(model: Judge) -> None:
    assert evaluated(OPEN, model) is OPEN


def test_the_scripted_model_tells_nothing() -> None:
    assert SelfEvaluate().run(OPEN, context("Yes")) is OPEN


def test_a_model_that_refuses_grammars_says_so() -> None:
    class Free(Judge):
        def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
            raise ModelError("free: cannot keep to a grammar; leave it out.")

    with pytest.raises(ModelError, match="cannot keep to a grammar"):
        evaluated(OPEN, Free())


def test_the_words_are_no_samples_and_do_not_stream() -> None:
    events: list[Event] = []
    inside = context(models={"default": Judge()}, events=events)
    SelfEvaluate().run(OPEN, inside)
    usage = inside.meter.usage
    assert (usage.samples, usage.samples_started, usage.prompt_tokens, usage.completion_tokens) == (
        0,
        0,
        60,
        2,
    )
    assert events == []


def test_a_recording_keeps_what_the_model_said() -> None:
    said = Completion("The answer is 8.", 4, None, "stop", 0, 0.0, p_true=0.9)
    recording = Replay("replay", {OPEN.question: Recorded({None: (said,)})})
    kept = Candidate("The answer is 8.", "8", "cot", p_true=0.9)
    state = Vote().run(State(OPEN.question, candidates=(kept,)), context())
    assert SelfEvaluate().run(state, context(models={"default": recording})) is state


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"unsure": [0.9, 0.1]}, "unsure is [0.9, 0.1]; the lower confidence comes first."),
        ({"unsure": [0.9]}, "at least 2 items"),
        ({"unsure": [0.1, 1.5]}, "less than or equal to 1"),
        ({"yes": "No"}, "'yes' and 'no' are both 'No'; make them differ."),
        ({"yes": ""}, "at least 1 character"),
        ({"prompt": "cot.txt"}, "cot.txt: the slot {answer} is missing; self_evaluate needs it."),
    ],
)
def test_keys_that_will_not_do_are_named(keys: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(says)):
        SelfEvaluate.model_validate(keys)


def test_a_prompt_of_the_user_is_used(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("{question} {answer}?")
    stage = SelfEvaluate.model_validate({"prompt": "mine.txt"}, context={"base": tmp_path})
    model = Judge()
    stage.run(OPEN, context(models={"default": model}))
    assert model.requests[0].messages[-1].content == "How many legs do 2 cats have? 8?"
