import time
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from tokenizers.trainers import BpeTrainer
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from reasoner.errors import InputError, ModelError
from reasoner.models import registry
from reasoner.models.model import Completion, Function, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.models.transformers import Transformers
from reasoner.prompts import Prompt
from reasoner.stages.think import Think
from reasoner.state import Call, Message, State
from support import context

TEMPLATE = "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}{{ m.content }}{% endfor %}"
QUIET = Watch()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random model of two thin layers that reads and writes bytes."""
    folder = tmp_path_factory.mktemp("tiny")
    bytewise = Tokenizer(BPE())
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    bytewise.train_from_iterator(
        [], BpeTrainer(special_tokens=["<end>"], initial_alphabet=alphabet, show_progress=False)
    )
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bytewise, eos_token="<end>", chat_template=TEMPLATE)
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2,
        max_position_embeddings=128, eos_token_id=0, bos_token_id=None, initializer_range=0.3,
    )  # fmt: skip
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def model(folder: Path) -> Iterator[Transformers]:
    with closing(Transformers.open(str(folder), offline=True)) as opened:
        yield opened


def ask(model: Transformers, watch: Watch = QUIET, /, **sampling: object) -> list[Completion]:
    settings = Sampling.model_validate({"max_tokens": 12, "temperature": 1.0, "top_k": 0} | sampling)
    return list(model.generate(Request((Message("user", "Hello"),), settings), watch))


def texts(drawn: list[Completion]) -> list[str]:
    return [completion.text for completion in drawn]


def test_samples_differ_and_come_again_with_the_same_seed(model: Transformers) -> None:
    drawn = ask(model, n=3, seed=7)
    assert len(set(texts(drawn))) == 3
    assert texts(ask(model, n=3, seed=7)) == texts(drawn)
    assert [completion.seed for completion in drawn] == [7, 8, 9]


def test_sample_i_draws_from_seed_plus_i(model: Transformers) -> None:
    together = texts(ask(model, n=10, seed=7))
    assert together == [texts(ask(model, seed=7 + i))[0] for i in range(10)]


def test_a_completion_tells_tokens_and_mean_logprob(model: Transformers) -> None:
    spent: list[tuple[int, int, int]] = []
    [completion] = ask(model, Watch(on_spent=lambda *costs: spent.append(costs)))
    assert completion.logprob is not None
    assert completion.logprob < 0
    assert (completion.tokens, completion.finish_reason) == (12, "length")
    assert spent == [(1, 5, 12)]


@pytest.mark.parametrize("change", [{"temperature": 0}, {"top_k": 1}, {"top_p": 1e-6}, {"min_p": 1.0}])
def test_the_likeliest_token_alone_is_left(model: Transformers, change: dict[str, object]) -> None:
    assert texts(ask(model, seed=3, **change)) == texts(ask(model, temperature=0))


def test_a_penalty_keeps_tokens_from_coming_again(model: Transformers) -> None:
    free, penalised = (ask(model, temperature=0, repeat_penalty=penalty)[0] for penalty in (1.0, 3.0))
    assert free.text != penalised.text


def test_streamed_pieces_make_up_the_texts(model: Transformers) -> None:
    pieces: list[tuple[int, str]] = []
    drawn = ask(model, Watch(on_token=lambda i, text: pieces.append((i, text))), n=3, seed=2)
    assert len(pieces) > 6
    assert ["".join(text for i, text in pieces if i == n) for n in range(3)] == texts(drawn)


def test_a_stop_text_ends_the_sample_before_it(model: Transformers) -> None:
    whole = texts(ask(model, seed=5))[0]
    stop = whole[4:6]
    [completion] = ask(model, seed=5, stop=(stop,))
    assert (completion.text, completion.finish_reason) == (whole[: whole.index(stop)], "stop")


def test_beams_give_the_best_texts_in_order(model: Transformers) -> None:
    drawn = ask(model, beams=4, n=3)
    logprobs = [completion.logprob or 0 for completion in drawn]
    assert all(better >= worse for better, worse in pairwise(logprobs))
    assert logprobs[0] >= (ask(model, temperature=0)[0].logprob or 0)
    assert len(set(texts(drawn))) == 3
    assert drawn[0].seed is None


def test_the_stage_think_draws_the_likeliest_texts_of_a_beam_search(model: Transformers) -> None:
    think = Think(mode="direct", decoding="beam", samples=2, max_tokens=12, prompt=Prompt("p", "{question}"))
    first, second = think.run(State("Hello"), context(models={"default": model})).candidates
    assert (first.logprob or 0) >= (second.logprob or 0)
    assert first.text != second.text
    assert (first.seed, second.seed) == (None, None)


def test_beams_end_at_a_stop_text(model: Transformers) -> None:
    whole = texts(ask(model, beams=2))[0]
    [completion] = ask(model, beams=2, stop=(whole[3],))
    assert whole[3] not in completion.text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grammar": "root ::= x"}, "cannot keep to a grammar; leave it out"),
        ({"json_schema": "{}"}, "cannot keep to a json_schema"),
        ({"beams": 2, "n": 3}, "2 beams give no 3 samples; set n to at most 2"),
    ],
)
def test_what_it_cannot_do_is_refused_by_name(
    model: Transformers, change: dict[str, object], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        ask(model, **change)


def test_a_prompt_that_fills_the_window_is_refused(model: Transformers) -> None:
    request = Request((Message("user", "x" * 128),))
    with pytest.raises(
        InputError, match=r"the prompt has 128 tokens, and transformers:.* takes 128; shorten it"
    ):
        next(model.generate(request))


def test_a_text_ends_where_the_window_does(model: Transformers) -> None:
    drawn = list(model.generate(Request((Message("user", "x" * 120),), Sampling(max_tokens=50, seed=1))))
    assert (drawn[0].tokens, drawn[0].finish_reason) == (8, "length")


def test_what_the_template_refuses_is_said_in_one_line(model: Transformers) -> None:
    with pytest.raises(ModelError, match="its chat template refuses the prompt: no system"):
        next(model.generate(Request((Message("system", "Be brief."), Message("user", "Hi")))))


@pytest.mark.parametrize("beams", [1, 2])
def test_a_caller_who_cancels_gets_no_more(model: Transformers, beams: int) -> None:
    assert ask(model, Watch(cancelled=lambda: True), n=2, beams=beams, max_tokens=100) == []


def test_closing_the_iterator_stops_the_work(model: Transformers) -> None:
    spent: list[tuple[int, int, int]] = []
    watch = Watch(on_spent=lambda *costs: spent.append(costs))
    samples = model.generate(Request((Message("user", "Hello"),), Sampling(n=400, max_tokens=12)), watch)
    next(samples)
    start = time.monotonic()
    samples.close()  # type: ignore[attr-defined]
    assert time.monotonic() - start < 2
    assert spent[0][0] < 100


TOOLS = (
    "{% for t in tools %}{{ t.function.name }};{% endfor %}{% for m in messages %}{{ m.role }}:{{ m.content }}"
    "{% for c in m.tool_calls %}<tool_call>{{ c.function.arguments.x }}</tool_call>{% endfor %};{% endfor %}"
)


class Dictated(LlamaForCausalLM):  # type: ignore[misc]
    """Writes what it is told to, whatever the prompt."""

    said: list[int]
    start: int

    def forward(self, input_ids: torch.Tensor, **how: Any) -> Any:
        out = super().forward(input_ids, **how)
        length = out.past_key_values.get_seq_length()
        self.start = length if input_ids.shape[1] > 1 else self.start
        out.logits[:] = 0
        out.logits[..., self.said[length - self.start]] = 99
        return out


@pytest.fixture
def dictated(folder: Path) -> Callable[[str], Transformers]:
    """A model with functions in its template that says a text."""
    tokenizer = PreTrainedTokenizerFast.from_pretrained(folder, chat_template=TOOLS)

    def saying(text: str) -> Transformers:
        model = Dictated(LlamaConfig.from_pretrained(folder, max_position_embeddings=512)).eval()
        model.said = [*tokenizer(text)["input_ids"], 0]
        return Transformers(model, tokenizer, "dictated")

    return saying


CALC = Function("calc", "Works out.", {"type": "object"})
CALL = '<tool_call>{"name": "calc", "arguments": {"x": 1}}</tool_call>'


@pytest.mark.parametrize(
    ("said", "text", "heard", "arguments"),
    [
        (f"Well. {CALL}", "Well.", "Well. ", ['{"x": 1}']),
        (CALL + CALL, "", "", ['{"x": 1}', '{"x": 1}']),
        ("<tool_call>no", "<tool_call>no", "<tool_call>no", []),
        ("a <b", "a <b", "a <b", []),
    ],
)
def test_calls_are_read_out_of_the_text_and_not_streamed(
    dictated: Callable[[str], Transformers], said: str, text: str, heard: str, arguments: list[str]
) -> None:
    pieces: list[str] = []
    request = Request((Message("user", "Hi"),), Sampling(temperature=0), functions=(CALC,))
    watch = Watch(on_token=lambda index, piece: pieces.append(piece))
    [completion] = dictated(said).generate(request, watch)
    assert (completion.text, "".join(pieces)) == (text, heard)
    assert [call.arguments for call in completion.calls] == arguments
    assert len({call.id for call in completion.calls}) == len(arguments)


def test_functions_calls_and_results_go_through_the_template(
    dictated: Callable[[str], Transformers], model: Transformers
) -> None:
    knowing = dictated("")
    called = Message("assistant", "", (Call("calc", '{"x": 7}', "a"),))
    request = Request((called, Message("tool", "ok", call_id="a")), functions=(CALC,))
    prompt = knowing._tokenizer.decode(knowing._encode(request)[0])
    assert prompt == "calc;assistant:<tool_call>7</tool_call>;tool:ok;"
    assert (knowing.calls_functions, model.calls_functions) == (True, False)
    with pytest.raises(ModelError, match="calls no functions natively"):
        next(model.generate(request))


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("no/such", "cannot be loaded: .* Without the setting offline it would be looked for on the hub"),
        ("x.gguf", "no such file"),
        ("no/such?bits=3", "write REPO, FOLDER or FILE.gguf, with"),
    ],
)
def test_a_model_that_cannot_be_opened_is_named(rest: str, message: str) -> None:
    with pytest.raises(ModelError, match=message) as caught:
        Transformers.open(rest, offline=True)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(find_spec("bitsandbytes") is not None, reason="bitsandbytes is installed")
def test_fewer_bits_name_the_package_that_they_need(folder: Path) -> None:
    with pytest.raises(
        ModelError, match="4-bit weights need a package that is missing; run: pip install bitsandbytes"
    ):
        Transformers.open(f"{folder}?bits=4", offline=True)


def test_nothing_is_printed(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(Transformers.open(str(folder), offline=True)) as opened:
        ask(opened, n=2)
    assert capfd.readouterr() == ("", "")


def test_the_window_and_tokens_are_those_of_the_model(model: Transformers) -> None:
    assert (model.window, model.count_tokens("Hello")) == (128, 5)


@pytest.mark.soak  # transformers needs half a minute of computing to read a GGUF file
@pytest.mark.timeout(600)
@pytest.mark.model
def test_a_gguf_file_answers_in_the_form_of_its_chat_template() -> None:
    file = registry.locate("smollm2-135m", offline=False)
    with closing(Transformers.open(str(file.path), offline=True)) as opened:
        assert (opened.hash, opened.window) == (file.sha256, 8192)
        request = Request(
            (Message("user", "What is the capital of France?"),), Sampling(temperature=0, max_tokens=12)
        )
        [completion] = opened.generate(request)
    assert "Paris" in completion.text
    assert completion.logprob is not None
    assert completion.logprob > -1
