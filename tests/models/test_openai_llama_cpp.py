"""The OpenAI backend against a real server: the one that llama.cpp brings along."""

import os
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import xllamacpp

from gguf_support import TEMPLATE
from reasoner.errors import ModelError
from reasoner.models import registry
from reasoner.models.model import Completion, Function, Request, Watch
from reasoner.models.openai import OpenAI
from reasoner.models.sampling import Sampling
from reasoner.state import Call, Message

pytestmark = pytest.mark.model
QUIET = Watch()


@pytest.fixture(scope="module")
def model() -> Iterator[OpenAI]:
    """SmolLM2 behind a server with four places, with a chat template that knows functions."""
    settings = xllamacpp.CommonParams()
    settings.chat_template = TEMPLATE
    settings.model.path = str(registry.locate("smollm2-135m", offline=False).path)
    settings.n_parallel, settings.n_ctx, settings.kv_unified = 4, 1024, True
    settings.n_batch = settings.n_ubatch = 256
    settings.cpuparams.n_threads, settings.cache_ram_mib, settings.verbosity = 1, 256, -1
    server = xllamacpp.Server(settings)
    with closing(OpenAI.open(f"smollm2@{server.listening_address}/v1")) as opened:
        yield opened


def ask(model: OpenAI, watch: Watch = QUIET, /, **sampling: object) -> list[Completion]:
    settings = Sampling.model_validate({"max_tokens": 12} | sampling)
    return list(model.generate(Request((Message("user", "Name a colour."),), settings), watch))


def test_sample_i_draws_from_seed_plus_i(model: OpenAI) -> None:
    drawn = ask(model, n=6, seed=3)
    assert len({completion.text for completion in drawn}) > 2
    assert [completion.seed for completion in drawn] == [3, 4, 5, 6, 7, 8]
    alone = [ask(model, seed=3 + i)[0].text for i in range(6)]
    assert (
        sum(text == completion.text for text, completion in zip(alone, drawn, strict=True)) >= 3
    )  # rounding


def test_tokens_and_logprobs_are_those_of_the_server(model: OpenAI) -> None:
    [completion] = ask(model, temperature=0)
    assert (completion.tokens, completion.finish_reason) == (12, "length")
    assert completion.logprob is not None
    assert -5 < completion.logprob < 0


@pytest.mark.parametrize(
    "constraint",
    [{"grammar": 'root ::= "red" | "blue"'}, {"json_schema": '{"type": "string", "enum": ["red", "blue"]}'}],
)
def test_a_constraint_is_kept(model: OpenAI, constraint: dict[str, str]) -> None:
    assert ask(model, **constraint)[0].text.strip('"') in ("red", "blue")


def test_a_broken_grammar_is_named(model: OpenAI) -> None:
    with pytest.raises(ModelError, match="the server refuses grammar"):
        ask(model, grammar="root ::= ((")


def test_a_stop_text_ends_the_sample(model: OpenAI) -> None:
    whole = ask(model, temperature=0)[0].text
    stop = whole.split()[2]
    assert ask(model, temperature=0, stop=(stop,))[0].text == whole[: whole.index(stop)]


def test_a_cancelled_request_frees_the_server(model: OpenAI) -> None:
    start = time.monotonic()
    watch = Watch(cancelled=lambda: time.monotonic() > start + 0.5)
    assert ask(model, watch, n=4, max_tokens=240, grammar="root ::= [a-z]{240}") == []
    ask(model, max_tokens=1)
    assert time.monotonic() - start < 10


def test_the_window_is_the_one_of_the_server(model: OpenAI) -> None:
    assert model.window == 1024


def test_functions_are_called(model: OpenAI) -> None:
    """And texts without functions still have log-probabilities, which the server refuses beside them."""
    calc = Function("calc", "Works out.", {"type": "object", "properties": {"x": {"type": "string"}}})
    turns = [
        turn
        for said in ("3+4", "5*6")
        for turn in (
            Message("user", f"{said}?"),
            Message("assistant", "", (Call("calc", f'{{"x": "{said}"}}', f"id{said}"),)),
        )
    ]
    request = Request(
        (*turns, Message("user", "12*7?")), Sampling(temperature=0, max_tokens=60, n=2), functions=(calc,)
    )
    drawn = list(model.generate(request))
    assert [(call.tool, call.arguments) for one in drawn for call in one.calls] == [
        ("calc", '{"x": "12*7"}')
    ] * 2
    assert ask(model, max_tokens=2)[0].logprob is not None
