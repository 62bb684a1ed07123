import pytest
from pydantic import ValidationError

from reasoner.models.scripted import Scripted
from reasoner.stages.rewrite import By, Rewrite, searches
from reasoner.state import Passage, State
from support import Overheard, candidate, check, context

QUESTION = "How far is the Moon?"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("distance of the Moon\nMoon orbit radius", ("distance of the Moon", "Moon orbit radius")),
        ("Here are some searches:\n1. lunar distance\n2) **orbit of the Moon**", ("lunar distance", "orbit of the Moon")),
        ("- \"lunar distance\",\n- 'orbit'", ("lunar distance", "orbit")),
        ('["lunar distance",\n"orbit"]', ("lunar distance", "orbit")),
        ("Search 1: lunar distance\nQuery: orbit", ("lunar distance", "orbit")),
        ("查询1：月球距离\n1、月球轨道", ("月球距离", "月球轨道")),
        ("<think>hm\nlet me see</think>lunar distance", ("lunar distance",)),
        ("how far is the moon\nThe Moon: how far?\nlunar distance", ("lunar distance",)),
        ("lunar distance\nLunar distances?\nLUNAR DISTANCE", ("lunar distance",)),
        ("tides\nmoon orbit\nmoon mass\nmoon age", ("tides", "moon orbit", "moon mass")),
        ("lunar\x00 distance\u202e\n\ud83d moon orbit", ("lunar distance", "moon orbit")),
        ("x" * 201 + "\nlunar distance", ("lunar distance",)),
        ("2001 odyssey\n3D maps", ("2001 odyssey", "3D maps")),
        ("", ()),
        ("---\n...\n\n?", ()),
    ],
)  # fmt: skip
def test_searches_are_read_from_whatever_the_model_writes(said: str, found: tuple[str, ...]) -> None:
    assert searches(said, QUESTION, 3) == found


def asked(stage: Rewrite, state: State) -> tuple[str, tuple[str, ...]]:
    """What the model is asked, and the searches that come of it."""
    model = Overheard(Scripted.saying("lunar distance\norbit of the Moon"))
    after = stage.run(state, context(models={"default": model}))
    return model.requests[-1].messages[-1].content, after.queries


PASSAGE = Passage("The Moon circles the Earth. It is made of rock.", "moon.md", 0, 47, score=0.9)


@pytest.mark.parametrize(
    ("by", "prompt"),
    [
        ("multi_query", QUESTION),
        ("step_back", QUESTION),
        ("next_hop", f"Found so far:\nThe Moon circles the Earth.\n\nQuestion: {QUESTION}"),
    ],
)
def test_the_model_sees_what_it_needs_to(by: By, prompt: str) -> None:
    state = State(QUESTION, passages=(PASSAGE,))
    said = asked(Rewrite(by=by, sentences=1), state)
    assert said == (prompt, ("lunar distance", "orbit of the Moon"))


def test_there_are_at_most_as_many_as_wanted_and_earlier_ones_go() -> None:
    assert asked(Rewrite(queries=1), State(QUESTION, queries=("old",)))[1] == ("lunar distance",)


def test_nothing_is_asked_once_the_answer_is_proved() -> None:
    state = State(QUESTION, candidates=(candidate("4", check("pass", "proof")),))
    assert Rewrite().run(state, context("lunar distance")) is state
    assert Rewrite(even_if_proved=True).run(state, context("lunar distance")).queries == ("lunar distance",)


def test_the_next_hop_needs_passages() -> None:
    assert Rewrite.needs({"by": "next_hop"}) == {"question", "passages"}
    assert Rewrite.needs({}) == {"question"}


@pytest.mark.parametrize("field", [{"by": "guess"}, {"queries": 0}, {"queries": 11}, {"prompt": "none.txt"}])
def test_values_that_will_not_do_are_refused(field: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Rewrite.model_validate(field)
