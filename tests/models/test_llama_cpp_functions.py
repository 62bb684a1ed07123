from collections.abc import Iterator
from dataclasses import replace

import pytest

from gguf_support import with_template
from reasoner.errors import ModelError
from reasoner.models import registry
from reasoner.models.llama_cpp import LlamaCpp
from reasoner.models.model import Completion, Function, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.state import Call, Message

pytestmark = pytest.mark.model

CALC = Function(
    "calc", "Works out.", {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
)
GREEDY = Sampling(temperature=0, max_tokens=80)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaCpp]:
    """SmolLM2 with a chat template that knows functions."""
    try:
        weights = registry.locate("smollm2-135m").path
    except ModelError as error:
        pytest.skip(str(error))
    file = with_template(weights, tmp_path_factory.mktemp("functions") / "model.gguf")
    opened = LlamaCpp.open(file, name="tools", context=512, threads=1)
    file.unlink()
    yield opened
    opened.close()


def calls(*expressions: str) -> tuple[Call, ...]:
    return tuple(Call("calc", f'{{"x": "{each}"}}', f"call{i}") for i, each in enumerate(expressions))


def turn(question: str, *expressions: str) -> tuple[Message, ...]:
    """A question, and the calls that answer it."""
    return Message("user", question), Message("assistant", "", calls(*expressions))


ONE = Request(
    (*turn("3+4?", "3+4"), *turn("5*6?", "5*6"), Message("user", "12*7?")), GREEDY, functions=(CALC,)
)
TWO = Request(
    (
        *turn("3+4 and 5*6?", "3+4", "5*6"),
        Message("user", "12*7 and 4-1?"),
    ),
    GREEDY,
    functions=(CALC,),
)


def written(sample: Completion) -> list[tuple[str, str]]:
    return [(call.tool, call.arguments) for call in sample.calls]


def test_a_call_comes_beside_the_text_with_what_it_cost(model: LlamaCpp) -> None:
    heard: list[str] = []
    spent: list[tuple[int, int, int]] = []
    watch = Watch(on_token=lambda index, text: heard.append(text), on_spent=lambda *it: spent.append(it))
    (sample,) = model.generate(ONE, watch)
    assert written(sample) == [("calc", '{"x": "12*7"}')]
    assert (sample.text, sample.finish_reason, sample.logprob, heard) == ("", "stop", None, [])
    assert spent == [(1, model._engine.count_prompt(ONE), sample.tokens)]
    assert sample.tokens > 20


def test_samples_with_calls_depend_on_their_seed_alone_even_in_the_ids(model: LlamaCpp) -> None:
    def draw(seed: int, n: int = 1) -> list[Completion]:
        sampling = GREEDY.model_copy(update={"temperature": 0.5, "max_tokens": 36, "seed": seed, "n": n})
        return [replace(one, seconds=0) for one in model.generate(replace(ONE, sampling=sampling))]

    together = draw(7, n=2)
    assert together == [draw(7 + i)[0] for i in range(2)]
    ids = [call.id for sample in together for call in sample.calls]
    assert len(set(ids)) == len(ids) > 0


def test_a_call_that_is_cut_off_says_length(model: LlamaCpp) -> None:
    (sample,) = model.generate(replace(ONE, sampling=GREEDY.model_copy(update={"max_tokens": 26})))
    assert (sample.finish_reason, sample.tokens) == ("length", 26)
    assert written(sample)[0][1].startswith('{"x')


def test_several_calls_in_one_turn_are_kept_in_order(model: LlamaCpp) -> None:
    (sample,) = model.generate(TWO)
    first, second = sample.calls
    assert (first.arguments, second.tool) == ('{"x": "12*7"}', "calc")
    assert first.id != second.id


def test_functions_calls_and_results_are_in_the_prompt(model: LlamaCpp) -> None:
    broken = Message("assistant", "", (Call("calc", "12*", "c"),))  # no JSON
    answered = (*ONE.messages, broken, Message("tool", "error: not a JSON object", call_id="c"))
    prompts = [replace(ONE, functions=()), ONE, replace(ONE, messages=answered)]
    counts = [model._engine.count_prompt(prompt) for prompt in prompts]
    assert counts == sorted(set(counts))


@pytest.mark.parametrize("constraint", [{"grammar": 'root ::= "a"'}, {"json_schema": '{"type": "object"}'}])
def test_the_text_is_not_constrained_beside_functions(model: LlamaCpp, constraint: dict[str, str]) -> None:
    request = replace(ONE, sampling=GREEDY.model_copy(update=constraint))
    with pytest.raises(ModelError, match=f"tools: no {next(iter(constraint))} beside functions to call"):
        next(model.generate(request))
