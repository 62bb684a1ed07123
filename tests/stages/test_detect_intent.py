from pathlib import Path

import pytest

from reasoner.errors import ConfigError
from reasoner.pipeline import read_pipeline
from reasoner.stages.detect_intent import DetectIntent
from reasoner.state import Intent, State
from support import context

PETS = "intents:\n  cats: |\n    cats purr\n    a cat sleeps\n  dogs: |\n    dogs bark\n    a dog runs\n"
PIPELINE = "stages:\n  - {stage: detect_intent, intents: pets.yaml, min_score: 0.7, otherwise: neither}\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder for the cache, instead of the user's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def pipeline(folder: Path, text: str = PIPELINE, pets: str = PETS) -> str:
    (folder / "pets.yaml").write_text(pets, encoding="utf-8")
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    return str(folder / "mine.yaml")


def test_a_question_gets_its_intent_and_nothing_else_changes() -> None:
    state = DetectIntent().run(State("12*(3+4)"), context())
    assert state.intent is not None
    assert state == State("12*(3+4)", intent=Intent("expression", state.intent.score))
    assert state.intent.score > 0.9


@pytest.mark.parametrize(("question", "kind"), [("a cat purrs", "cats"), ("submarines", "neither")])
def test_a_question_like_no_example_is_otherwise(tmp_path: Path, question: str, kind: str) -> None:
    intent = read_pipeline(pipeline(tmp_path)).run(question, context=context()).state.intent
    assert intent is not None
    assert intent.kind == kind


def test_the_kinds_are_all_that_it_may_find(tmp_path: Path) -> None:
    (stage,) = read_pipeline(pipeline(tmp_path)).stages
    assert isinstance(stage, DetectIntent)
    assert stage.kinds == {"cats", "dogs", "neither"}
    assert DetectIntent().kinds == {"expression", "word_problem", "factual", "open", "chat"}


def test_a_missing_file_is_a_problem_of_the_pipeline(tmp_path: Path) -> None:
    path = pipeline(tmp_path, "stages:\n  - stage: detect_intent\n    intents: dogs.yaml\n")
    with pytest.raises(
        ConfigError, match=r"mine\.yaml:3:5: stages\[0\] \(detect_intent\): no file of intents"
    ):
        read_pipeline(path)


def test_other_examples_make_another_pipeline(tmp_path: Path) -> None:
    before = read_pipeline(pipeline(tmp_path)).hash
    assert read_pipeline(pipeline(tmp_path)).hash == before
    assert read_pipeline(pipeline(tmp_path, pets=f"{PETS}    puppies\n")).hash != before
