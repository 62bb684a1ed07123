from pathlib import Path

import pytest
from pydantic import TypeAdapter

from reasoner import resources
from reasoner.errors import ConfigError, InputError, ReasonerError
from reasoner.pipeline import make_pipeline, read_pipeline
from reasoner.stages import AnyStage
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import Abstained
from support import context

LEGS = make_pipeline("legs", [Think(samples=4), Vote(), Accept(min_confidence=0.7)])
QUESTION = "How many legs do 2 cats have?"


def problems(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "p.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        read_pipeline(str(path))
    except ConfigError as error:
        return [line.removeprefix(f"{tmp_path}/") for line in str(error).splitlines()]
    return []


def test_a_question_becomes_an_answer_with_its_steps_and_costs() -> None:
    result = LEGS.run(QUESTION, context=context("The answer is 8."))
    assert (result.answer, result.confidence, result.reason) == ("8", 1.0, None)
    assert [(step.stage, step.changed) for step in result.steps] == [
        ("think", ("candidates",)),
        ("vote", ("votes", "outcome")),
        ("accept", ("outcome",)),
    ]
    assert result.steps[0].usage == result.usage
    assert result.model == "scripted"


def test_a_pipeline_that_is_not_sure_abstains() -> None:
    result = LEGS.run(QUESTION, context=context("The answer is 8.", "The answer is 6."))
    assert result.outcome == Abstained("confidence 0.50 is below 0.70", 0.5, raw=0.5, code="unsure")


def test_a_pipeline_without_a_last_word_abstains_with_a_reason() -> None:
    result = make_pipeline("half", [Think()]).run(QUESTION, context=context())
    assert result.reason == "no stage of the pipeline gave an answer"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("x" * 100_001, "100001 characters"),
        ("a\0b", "not text"),
        ("\ud800", "not text"),
    ],
)
def test_a_question_that_will_not_do_is_refused(question: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        LEGS.run(question, context=context())


def test_a_question_that_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="the question is None; it must be text"):
        LEGS.run(None, context=context())  # type: ignore[arg-type]


def test_the_result_has_one_shape() -> None:
    shape = LEGS.run(QUESTION, context=context("The answer is 8.")).as_dict()
    assert set(shape) == {
        "question", "understood_as", "outcome", "answer", "reason", "reason_code", "confidence", "confidence_kind", "raw_confidence", "intent", "citations", "attributions", "certificate", "candidates",
            "votes", "savings", "trail", "effort",
        "usage", "steps", "pipeline", "model", "collection", "mode", "seed", "version",
    }  # fmt: skip
    assert set(shape["usage"]) == {
        "samples",
        "sample_budget",
        "samples_started",
        "prompt_tokens",
        "completion_tokens",
        "seconds",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "stages:\n  - stage: vote\n",
            ["p.yaml:2:5: stages[0] (vote): needs candidates, but no earlier stage writes them."],
        ),
        (
            "stages:\n  - stage: think\n  - stage: accept\n",
            ["p.yaml:3:5: stages[1] (accept): needs outcome, but no earlier stage writes it."],
        ),
        (
            "stages:\n  - {stage: think, mode: quote}\n",
            ["p.yaml:2:5: stages[0] (think): needs passages, but no earlier stage writes them."],
        ),
        (
            "stages:\n  - {stage: think, only_for: [chat]}\n",
            ["p.yaml:2:5: stages[0] (think): needs intent, but no earlier stage writes it."],
        ),
        (
            "stages:\n  - stage: detect_intent\n  - stage: route\n    when:\n      chat:\n        - stage: vote\n",
            [
                "p.yaml:6:11: stages[1].when.chat[0] (vote): needs candidates, but no earlier stage writes them."
            ],
        ),
        (
            "stages:\n  - stage: think\n    temprature: 0.7\n  - stage: repeat\n    stages:\n      - stage: cite\n",
            [
                "p.yaml:3:5: stages[0] (think): unknown key 'temprature'; did you mean 'temperature'?",
                "p.yaml:6:9: stages[1].stages[0] (cite): needs outcome, but no earlier stage writes it.",
                "p.yaml:6:9: stages[1].stages[0] (cite): needs passages, but no earlier stage writes them.",
            ],
        ),
        (
            "stages:\n  - {stage: think, mode: cott}\n",
            ["p.yaml:2:20: stages[0] (think): mode is 'cott'; did you mean 'cot'?"],
        ),
        (
            "stages:\n  - stage: think\n    prompt: nope.txt\n",
            ["p.yaml:3:5: stages[0] (think): no prompt file 'nope.txt'"],
        ),
        (
            "stages:\n  - stage: retrieve\n    top_k: 0\n",
            ["p.yaml:3:5: stages[0] (retrieve): top_k is 0; it must be at least 1."],
        ),
    ],
)
def test_what_cannot_work_is_refused_before_anything_runs(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    found = problems(tmp_path, text)
    assert len(found) == len(expected)
    assert all(line.startswith(start) for line, start in zip(found, expected, strict=True)), found


def test_an_unknown_pipeline_has_a_hint() -> None:
    with pytest.raises(ReasonerError, match=r"no pipeline 'mth'; did you mean 'math'\?"):
        read_pipeline("mth")


@pytest.mark.parametrize("name", resources.bundled_pipelines())
def test_every_bundled_pipeline_is_valid_and_says_what_it_is_for(name: str) -> None:
    assert read_pipeline(name).about


def test_the_hash_is_that_of_the_behaviour(tmp_path: Path) -> None:
    def hashed(text: str) -> str:
        (tmp_path / "p.yaml").write_text(text)
        return read_pipeline(str(tmp_path / "p.yaml")).hash

    plain = hashed("stages: [{stage: think}]")
    assert hashed("# a comment\nstages:\n  - {stage: think, mode: cot, samples: 1}") == plain
    assert hashed("stages: [{stage: think, samples: 2}]") != plain
    (tmp_path / "cot.txt").write_text("Another prompt: {question}")
    assert hashed("stages: [{stage: think, prompt: cot.txt}]") != plain


def marks(*stages: dict[str, object]) -> tuple[str, ...]:
    """The trail of an `accept` behind these stages."""
    made = TypeAdapter(list[AnyStage]).validate_python([*stages, {"stage": "accept"}])
    pipeline = make_pipeline("p", made)
    return pipeline.trails[id(pipeline.stages[-1])]


COT: dict[str, object] = {"stage": "think", "mode": "cot", "samples": 4}
VOTE: dict[str, object] = {"stage": "vote"}


@pytest.mark.parametrize(
    "stages",
    [
        ({"stage": "detect_intent"}, COT, VOTE),
        (COT, VOTE, {"stage": "accept", "min_confidence": 0.1}),
        ({**COT, "name": "chains"}, VOTE),
        ({**COT, "prompt": "cot.txt"}, {**VOTE, "by": "verified_first"}),
    ],
)
def test_what_makes_no_other_evidence_leaves_no_other_trail(stages: tuple[dict[str, object], ...]) -> None:
    assert marks(*stages) == marks(COT, VOTE)


@pytest.mark.parametrize(
    "stages",
    [
        (VOTE,),
        ({**COT, "samples": 5}, VOTE),
        ({**COT, "prompt": "direct.txt"}, VOTE),
        (COT, {"stage": "verify"}, VOTE),
        (COT, {**VOTE, "by": "majority"}),
        (COT, COT, VOTE),
    ],
)
def test_other_evidence_leaves_another_trail(stages: tuple[dict[str, object], ...]) -> None:
    assert marks(*stages) != marks(COT, VOTE)


def test_a_stage_inside_a_branch_has_the_trail_that_leads_through_the_branch() -> None:
    branch = {"stage": "route", "when": {"word_problem": [COT, VOTE, {"stage": "accept"}]}}
    made = TypeAdapter(list[AnyStage]).validate_python([{"stage": "detect_intent"}, branch])
    pipeline = make_pipeline("p", made)
    accept = next(stage for stage in pipeline.all_stages() if stage.tag() == "accept")
    assert pipeline.trails[id(accept)] == marks(COT, VOTE)


def test_the_word_problems_of_auto_leave_the_trail_of_math() -> None:
    def trails(name: str) -> set[tuple[str, ...]]:
        pipeline = read_pipeline(name)
        return {pipeline.trails[id(stage)] for stage in pipeline.all_stages() if stage.tag() == "accept"}

    assert trails("math") <= trails("auto")
    assert trails("qa") <= trails("auto")


def test_a_result_tells_the_trail_that_led_to_its_confidence() -> None:
    result = LEGS.run(QUESTION, context=context("The answer is 8."))
    assert [mark.partition(":")[0] for mark in result.trail] == ["think", "vote"]
    assert result.as_dict()["trail"] == list(result.trail)
