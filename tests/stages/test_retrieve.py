import pytest
from pydantic import ValidationError

from reasoner.errors import KnowledgeError
from reasoner.stages.retrieve import Retrieve
from reasoner.state import Passage, State
from support import Shelf, context

NEAR = Passage("The Moon is far.", "moon.md", 0, 16, score=0.9)
FAR = Passage("The Sun is hot.", "sun.md", 0, 15, score=0.2)


def found(stage: Retrieve, *passages: Passage) -> tuple[Passage, ...]:
    shelf = Shelf(passages or (NEAR, FAR))
    return stage.run(
        State("How far is the Moon?"), context(retrievers={"default": shelf, "sky": shelf})
    ).passages


def test_the_best_passages_become_evidence() -> None:
    assert found(Retrieve()) == (NEAR, FAR)
    assert found(Retrieve(collection="sky", top_k=1)) == (NEAR,)


def test_passages_that_hardly_bear_on_the_question_are_left_out() -> None:
    assert found(Retrieve(min_score=0.5)) == (NEAR,)


def test_a_collection_that_is_not_there_is_named() -> None:
    with pytest.raises(KnowledgeError, match=r"no collection 'skye'; did you mean 'sky'\?"):
        found(Retrieve(collection="skye"))


@pytest.mark.parametrize("field", [{"top_k": 0}, {"top_k": 101}, {"min_score": 1.1}])
def test_values_out_of_range_are_refused(field: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Retrieve.model_validate(field)
