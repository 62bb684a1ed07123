import re
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import ValidationError

from reasoner.errors import ConfigError, ModelError
from reasoner.models import registry
from reasoner.models.llama_cpp import LlamaCpp
from reasoner.models.sampling import Sampling
from reasoner.models.scripted import Scripted
from reasoner.pipeline import make_pipeline, read_pipeline
from reasoner.stage import Budget, Context, Event, TokenDrawn
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import Effort, Intent, Passage, State
from support import Overheard, candidate, check, context

QUESTION = State("How many legs do 2 cats have?")
HANDBOOK = Passage("A cat has four legs. A bird has two. Fish have none.", "animals.md", 0, 52)


def answers(think: Think, *says: str, state: State = QUESTION) -> list[str | None]:
    return [candidate.answer for candidate in think.run(state, context(*says)).candidates]


@pytest.mark.parametrize("keys", [{"stop": [""]}, {"grammar": 'root ::= "a"', "json_schema": "{}"}])
def test_what_no_sampling_allows_is_refused_before_anything_runs(keys: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=r"at least 1 character|exclude each other"):
        Think.model_validate(keys)


def test_each_sample_becomes_a_candidate_with_its_seed() -> None:
    found = (
        Think(samples=3)
        .run(QUESTION, context("2*4 = 8. The answer is 8.", "The answer is 6.", seed=10))
        .candidates
    )
    assert [(c.answer, c.origin, c.seed) for c in found] == [
        ("8", "cot", 10),
        ("6", "cot", 11),
        ("8", "cot", 12),
    ]


def test_direct_takes_the_text_as_it_is() -> None:
    assert answers(Think(mode="direct"), " Eight legs. ") == ["Eight legs."]


def test_a_program_is_run_and_its_result_is_the_answer() -> None:
    assert answers(Think(mode="program"), "```python\nprint(2 * 4)\n```") == ["8"]


def test_a_program_that_fails_gives_no_answer() -> None:
    assert answers(Think(mode="program"), "```python\nprint(1 / 0)\n```") == [None]


def test_a_quote_is_a_sentence_of_the_passages_word_for_word() -> None:
    state = State("How many legs does a cat have?", passages=(HANDBOOK,))
    assert answers(Think(mode="quote"), "1", state=state) == ["A cat has four legs."]


BRIDGE = Passage("The bridge was built by Anna Keller, in 1937. It is old.", "bridge.md", 0, 57)
BUILT = State("When was the bridge built?", passages=(BRIDGE,))


@pytest.mark.parametrize(
    ("question", "says", "answer"),
    [
        ("When was the bridge built?", ("1",), "1937"),
        ("Who built the bridge?", ("1",), "Anna Keller"),
        ("How do I build the bridge?", ("1",), "The bridge was built by Anna Keller, in 1937."),
        (
            "When was the bridge built?",
            ("The bridge was built by Anna Keller, in 1937.\nin 1937",),
            "in 1937",
        ),
        ("When was the bridge built?", ("7",), None),
    ],
)
def test_a_span_is_words_of_the_sentence_that_was_chosen(
    question: str, says: tuple[str, ...], answer: str | None
) -> None:
    state = State(question, passages=(BRIDGE,))
    assert answers(Think(mode="quote", answer="span"), *says, state=state) == [answer]


def test_words_come_with_how_sure_they_are_and_a_sentence_does_not() -> None:
    (words,) = Think(mode="quote", answer="span").run(BUILT, context("1")).candidates
    (sentence,) = Think(mode="quote").run(BUILT, context("1")).candidates
    assert words.p_true is not None
    assert 0 < words.p_true <= 1
    assert sentence.p_true is None


def test_of_several_spans_the_model_picks_one_under_a_grammar() -> None:
    model = Overheard(Scripted.saying("1"))
    think = Think(mode="quote", answer="span", spans=3, max_tokens=4)
    (found,) = think.run(BUILT, context(models={"default": model})).candidates
    numbers, words = (request.sampling.grammar or "" for request in model.requests)
    assert numbers == 'root ::= "1" | "2"'
    assert words.startswith('root ::= "1937" | ')
    assert (found.answer, found.text) == ("1937", "The bridge was built by Anna Keller, in 1937.\n1937")


def test_how_words_are_taken_changes_no_stage_that_takes_none() -> None:
    def compared(think: Think) -> dict[str, object]:
        return think.model_dump(context={"prompts": "text"})

    assert "spans" not in compared(Think(spans=3))
    assert compared(Think(answer="span", spans=3))["spans"] == 3
    assert Think(spans=3).model_dump()["spans"] == 3


def test_passages_are_numbered_for_a_prompt_that_shows_them() -> None:
    think = Think.model_validate({"mode": "direct", "prompt": "read.txt"})
    model = Overheard(Scripted.saying("It was 1937 [1]."))
    think.run(BUILT, context(models={"default": model}))
    (request,) = model.requests
    assert request.messages[-1].content.startswith(f"[1] {BRIDGE.text}\n\nQuestion: When")


def test_passages_are_cut_to_the_window_of_the_model() -> None:
    think = Think.model_validate({"mode": "direct", "prompt": "read.txt", "max_tokens": 64})
    long = Passage("It rains. " * 500 + BRIDGE.text, "long.md", 0, 5000 + len(BRIDGE.text))
    model = Overheard(Scripted.saying("1937 [1]."), window=512)
    think.run(State(BUILT.question, passages=(long,)), context(models={"default": model}))
    (request,) = model.requests
    shown = request.messages[-1].content
    assert model.count_tokens(shown) < 512 - 64
    assert "The bridge was built by Anna Keller, in 1937." in shown


def test_without_passages_there_is_nothing_to_quote() -> None:
    assert answers(Think(mode="quote"), "1") == []


def test_a_second_stage_draws_other_samples() -> None:
    first = Think(samples=2).run(
        QUESTION, context("The answer is 1.", "The answer is 2.", "The answer is 3.")
    )
    second = Think(samples=1).run(first, context("The answer is 1.", "The answer is 2.", "The answer is 3."))
    assert [c.answer for c in second.candidates] == ["1", "2", "3"]


def test_it_stops_once_the_leader_is_sure_enough() -> None:
    inside = context("The answer is 8.")
    found = Think(samples=16, stop_at=0.95).run(QUESTION, inside).candidates
    assert len(found) == 3
    usage = inside.meter.usage
    assert (usage.samples, usage.sample_budget, usage.samples_started) == (3, 16, 3)


def test_what_is_proved_is_not_thought_about_again() -> None:
    proved = State("1+1", candidates=(candidate("2", check("pass", "proof")),))
    assert Think().run(proved, context()) is proved
    assert len(Think(even_if_proved=True).run(proved, context()).candidates) == 2


def test_the_text_streams_to_whoever_follows() -> None:
    events: list[Event] = []
    Think(samples=2).run(QUESTION, context("The answer is 8.", events=events))
    assert events == [TokenDrawn(0, "The answer is 8."), TokenDrawn(1, "The answer is 8.")]


def test_a_role_that_is_bound_to_no_model_is_named() -> None:
    with pytest.raises(ModelError, match=r"no model for the role 'big'.* Known: default\."):
        Think(model="big").run(QUESTION, context())


def test_a_prompt_of_the_user_is_used(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("{question} Think of {passages}!")
    think = Think.model_validate({"stage": "think", "prompt": "mine.txt"}, context={"base": tmp_path})
    assert think.prompt.text == "{question} Think of {passages}!"


def test_an_attempt_is_mended_by_a_stage_of_its_mode() -> None:
    wrong = candidate("7", check("fail"))
    state = State(QUESTION.question, candidates=(wrong,))
    assert Think(mode="program", repair=True).run(state, context()) is state
    (_, mended) = Think(repair=True).run(state, context("2 * 4 = 8. The answer is 8.")).candidates
    assert (mended.answer, mended.mends) == ("8", wrong)


@pytest.mark.parametrize(
    ("keys", "text", "says"),
    [
        ({"repair": True}, "{question} {fault}", "p.txt: a prompt for repair needs the slots {attempt} and {fault}."),
        ({}, "{question} {fault}", "p.txt: {fault} is only there with the key 'repair: true'."),
        ({"repair": True, "mode": "quote"}, "{question} {attempt} {fault}", "in mode 'quote' there is nothing to repair"),
    ],
)  # fmt: skip
def test_a_prompt_for_repair_goes_with_repair(
    tmp_path: Path, keys: dict[str, object], text: str, says: str
) -> None:
    (tmp_path / "p.txt").write_text(text)
    with pytest.raises(ValidationError, match=re.escape(says)):
        Think.model_validate(keys | {"prompt": "p.txt"}, context={"base": tmp_path})


def test_the_key_as_says_how_answers_are_read() -> None:
    assert Think.model_validate({"as": "choice"}).as_ == "choice"
    assert Think.model_validate({"as": "text"}).model_dump()["as"] == "text"
    with pytest.raises(ValidationError, match="'auto', 'math', 'text' or 'choice'"):
        Think.model_validate({"as": "words"})


# Decoding


def asked(think: Think, effort: Effort = "medium") -> Sampling:
    """How the model is asked to draw."""
    model = Overheard(Scripted.saying("The answer is 8."))
    think.run(QUESTION, replace(context(models={"default": model}), budget=Budget(effort=effort)))
    (request,) = model.requests
    return request.sampling


def test_greedy_takes_the_likeliest_token_each_time_once() -> None:
    sampling = asked(Think(decoding="greedy", preset="creative"), "high")
    assert (sampling.temperature, sampling.top_k, sampling.repeat_penalty) == (0, 1, 1)
    assert (sampling.n, sampling.beams) == (1, 1)


@pytest.mark.parametrize(
    ("keys", "n", "beams"),
    [
        ({"decoding": "beam"}, 1, 4),
        ({"decoding": "beam", "samples": 3}, 3, 4),
        ({"decoding": "beam", "samples": 3, "beams": 8}, 3, 8),
        ({"beams": 2}, 1, 2),
        ({"samples": 3}, 3, 1),
    ],
)
def test_beam_asks_for_a_beam_search(keys: dict[str, object], n: int, beams: int) -> None:
    sampling = asked(Think.model_validate(keys))
    assert (sampling.n, sampling.beams) == (n, beams)


def test_no_effort_asks_for_more_samples_than_beams() -> None:
    sampling = asked(Think(decoding="beam", samples=3), "high")
    assert (sampling.n, sampling.beams) == (4, 4)


@pytest.mark.model
def test_the_embedded_engine_refuses_beams_and_says_what_to_do() -> None:
    try:
        weights = registry.locate("smollm2-135m").path
    except ModelError as error:
        pytest.skip(str(error))
    model = LlamaCpp.open(weights, name="smollm2-135m", context=512, threads=1)
    try:
        with pytest.raises(ModelError, match=r"no beam search \(beams: 4\); set beams to 1, or use a model"):
            Think(decoding="beam").run(QUESTION, context(models={"default": model}))
    finally:
        model.close()


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("decoding: greedy, samples: 2", "2:20: stages[0] (think): 'greedy' gives the same text every time; samples is 2, make it 1."),
        ("decoding: greedy, temperature: 0.7", "2:38: stages[0] (think): 'greedy' has the temperature 0; temperature is 0.7, leave it out."),
        ("decoding: greedy, beams: 4", "2:20: stages[0] (think): 'greedy' searches no beams; beams is 4, leave that key out."),
        ("decoding: beam, samples: 5", "2:20: stages[0] (think): 4 beams give no 5 samples; lower samples, or raise beams."),
        ("decoding: beam, samples: 9, beams: 8", "2:20: stages[0] (think): 8 beams give no 9 samples; lower samples, or raise beams."),
        ("beams: 2, samples: 3", "2:5: stages[0] (think): 2 beams give no 3 samples; lower samples, or raise beams."),
    ],
)  # fmt: skip
def test_keys_that_contradict_each_other_are_named_with_their_place(
    tmp_path: Path, keys: str, says: str
) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(f"stages:\n  - {{stage: think, {keys}}}\n")
    with pytest.raises(ConfigError) as caught:
        read_pipeline(str(file))
    assert str(caught.value) == f"{file}:{says}"


def test_keys_that_only_look_contradictory_are_taken() -> None:
    assert Think(decoding="greedy", temperature=0, samples=1, beams=1).decoding == "greedy"
    assert Think(decoding="beam", samples=4).samples == 4


def test_a_slot_of_another_stage_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("{question} {steps}")
    with pytest.raises(
        ValidationError, match=re.escape("p.txt: think does not fill the slot {steps}; it fills:")
    ):
        Think.model_validate({"prompt": "p.txt"}, context={"base": tmp_path})


def stage_context(effort: Effort, *says: str) -> Context:
    return replace(context(*says), budget=Budget(effort=effort))


@pytest.mark.parametrize(
    ("effort", "samples", "drawn"),
    [("low", 8, 2), ("medium", 8, 8), ("high", 8, 32), ("low", 1, 1), ("high", 1, 1), ("auto", 1, 1)],
)
def test_the_effort_says_how_many_samples_are_drawn(effort: Effort, samples: int, drawn: int) -> None:
    inside = stage_context(effort, "The answer is 8.")
    assert len(Think(samples=samples).run(QUESTION, inside).candidates) == drawn
    assert inside.meter.usage.sample_budget == drawn


@pytest.mark.parametrize(
    ("intent", "says", "drawn"),
    [
        ("chat", ["The answer is 8."], 2),
        ("chat", ["The answer is 8.", "The answer is 6."], 32),
        ("word_problem", ["The answer is 8."], 8),
        ("word_problem", ["The answer is 8.", "The answer is 8.", "The answer is 6."], 8),
        ("word_problem", [f"The answer is {i}." for i in range(40)], 32),
    ],
)
def test_auto_spends_by_intent_and_by_early_disagreement(intent: str, says: list[str], drawn: int) -> None:
    state = replace(QUESTION, intent=Intent(intent, 1.0))
    found = Think(samples=8).run(state, stage_context("auto", *says)).candidates
    assert len(found) == drawn


def test_a_budget_of_tokens_ends_with_the_sample_that_reaches_it() -> None:
    inside = context("The answer is 8.")
    assert len(Think(samples=8, budget_tokens=9).run(QUESTION, inside).candidates) == 3
    (ledger,) = inside.meter.savings
    assert (ledger.stopped, ledger.samples, ledger.tokens) == ("budget", 5, 20)


def test_a_budget_of_time_that_is_over_at_once_ends_in_an_abstention_with_a_reason() -> None:
    pipeline = make_pipeline("p", [Think(samples=8, budget_seconds=1e-9), Vote(), Accept()])
    result = pipeline.run("How many?", context=context())
    assert result.reason == "nothing was found to answer with"
    (ledger,) = result.steps[0].savings
    assert (ledger.stopped, ledger.budget, ledger.drawn) == ("budget", 8, 0)
    assert result.as_dict()["savings"]["stopped"] == ["budget"]


CHECKER = "def check(question, answer):\n    return answer == '8'\n"


def test_sampling_ends_at_the_first_sample_that_a_checker_accepts(tmp_path: Path) -> None:
    (tmp_path / "eight.py").write_text(CHECKER)
    keys = {"samples": 8, "checks": ["custom"], "checker": "eight.py"}
    think = Think.model_validate(keys, context={"base": tmp_path})
    inside = context("The answer is 6.", "The answer is 7.", "The answer is 8.")
    found = think.run(QUESTION, inside).candidates
    assert [(one.answer, one.proved, one.refuted) for one in found] == [
        ("6", False, True),
        ("7", False, True),
        ("8", True, False),
    ]
    (ledger,) = inside.meter.savings
    assert (ledger.stopped, ledger.agreement, ledger.samples) == ("verified", 1.0, 5)


def test_with_even_if_proved_it_draws_them_all(tmp_path: Path) -> None:
    (tmp_path / "eight.py").write_text(CHECKER)
    keys = {"samples": 4, "checks": ["custom"], "checker": "eight.py", "even_if_proved": True}
    think = Think.model_validate(keys, context={"base": tmp_path})
    assert len(think.run(QUESTION, context("The answer is 8.")).candidates) == 4


def test_support_is_no_proof_and_ends_nothing() -> None:
    think = Think(samples=4, checks=("arithmetic",))
    found = think.run(QUESTION, context("2 * 4 = 8. The answer is 8.")).candidates
    assert [check.verdict for one in found for check in one.checks] == ["pass"] * 4
