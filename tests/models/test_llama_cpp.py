"""The embedded engine, on the real default model."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from reasoner.errors import InputError, ModelError
from reasoner.models import registry
from reasoner.models.gguf import Header
from reasoner.models.llama_cpp import LlamaCpp
from reasoner.models.llama_cpp_engine import slots_that_fit
from reasoner.models.model import Completion, Function, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.state import Message

pytestmark = pytest.mark.model

SEA = "Write one line about the sea."


@pytest.fixture(scope="module")
def weights() -> Path:
    try:
        return registry.locate("smollm2-135m").path
    except ModelError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def model(weights: Path) -> Iterator[LlamaCpp]:
    opened = LlamaCpp.open(weights, name="smollm2-135m", context=512, threads=1)
    yield opened
    opened.close()


def ask(text: str = SEA, /, **sampling: Any) -> Request:
    return Request((Message("user", text),), Sampling.model_validate({"max_tokens": 10} | sampling))


def texts(completions: Iterator[Completion]) -> list[str]:
    return [completion.text for completion in completions]


# The same seed, the same text


def test_a_sample_depends_on_its_seed_alone(model: LlamaCpp) -> None:
    together = texts(model.generate(ask(n=16, seed=7)))
    in_fours = [text for first in (7, 11, 15, 19) for text in texts(model.generate(ask(n=4, seed=first)))]
    model_did_something_else = texts(model.generate(ask("Hello.")))
    alone = [text for i in (0, 5, 15) for text in texts(model.generate(ask(seed=7 + i)))]
    assert in_fours == together
    assert alone == [together[0], together[5], together[15]]
    assert len(set(together)) > 4
    assert model_did_something_else


def test_a_narrow_first_wave_starts_fewer_samples_and_changes_no_text(model: LlamaCpp) -> None:
    started: list[int] = []
    watch = Watch(on_spent=lambda samples, prompt, completion: started.append(samples))
    narrow = replace(ask(n=12, seed=7), enough=3)
    assert texts(model.generate(narrow)) == texts(model.generate(ask(n=12, seed=7)))
    for request in (narrow, ask(n=12, seed=7)):
        samples = model.generate(request, watch)
        next(samples)
        samples.close()  # type: ignore[attr-defined]
    assert started == [3, model.slots]


@pytest.mark.parametrize("temperature", [0.0, 0.9])
def test_the_number_of_threads_does_not_change_the_text(
    model: LlamaCpp, weights: Path, temperature: float
) -> None:
    request = ask("List the planets. " * 8, n=2, temperature=temperature, max_tokens=12)
    other = LlamaCpp.open(weights, name="other", context=512, threads=2)
    try:
        assert texts(other.generate(request)) == texts(model.generate(request))
    finally:
        other.close()


def test_requests_from_several_threads_give_what_they_give_alone(model: LlamaCpp) -> None:
    alone = [texts(model.generate(ask(f"Count from {i}.", n=2))) for i in range(3)]
    together: dict[int, list[str]] = {}

    def run(i: int) -> None:
        together[i] = texts(model.generate(ask(f"Count from {i}.", n=2)))

    threads = [threading.Thread(target=run, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[i] for i in range(3)] == alone


def test_in_throughput_mode_requests_run_beside_each_other(weights: Path) -> None:
    busy = LlamaCpp.open(weights, name="busy", context=256, threads=1, mode="throughput")
    try:
        first, second = busy.generate(ask(n=2)), busy.generate(ask("Hello.", n=2))
        assert [next(first).seed, next(second).seed, next(first).seed, next(second).seed] == [0, 0, 1, 1]
    finally:
        busy.close()


def test_tokens_are_counted_for_many_at_once_without_a_wait(model: LlamaCpp) -> None:
    with ThreadPoolExecutor(24) as pool:
        start = time.monotonic()
        counts = list(pool.map(model.count_tokens, ["river stone " * 3000] * 48))
    assert len(set(counts)) == 1
    assert (
        time.monotonic() - start < 3
    )  # connections that are kept hold the engine's threads for five seconds


def test_in_throughput_mode_what_is_not_wanted_ends_though_prompts_are_being_read(weights: Path) -> None:
    busy, gone = LlamaCpp.open(weights, name="busy", context=1024, mode="throughput"), threading.Event()

    def draw(i: int) -> None:
        list(busy.generate(ask(f"{i} " + "river stone " * 250), Watch(cancelled=gone.is_set)))

    threads = [threading.Thread(target=draw, args=(i,)) for i in range(8)]
    try:
        for thread in threads:
            thread.start()
        time.sleep(0.2)
        gone.set()
        start = time.monotonic()
        for thread in threads:
            thread.join()
        assert time.monotonic() - start < 2  # a second, on a machine that does nothing else
    finally:
        busy.close()


@pytest.mark.parametrize("kv_cache", ["q8_0", "q4_0"])
def test_a_quantised_cache_answers_too(weights: Path, kv_cache: str) -> None:
    small = LlamaCpp.open(weights, name="small", context=128, threads=1, kv_cache=kv_cache)  # type: ignore[arg-type]
    try:
        assert texts(small.generate(ask("2+2=", temperature=0)))[0]
    finally:
        small.close()


# What a completion says


def test_completions_come_by_index_with_their_facts(model: LlamaCpp) -> None:
    spent: list[tuple[int, int, int]] = []
    heard: dict[int, str] = {}

    def hear(index: int, text: str) -> None:
        heard[index] = heard.get(index, "") + text

    watch = Watch(on_token=hear, on_spent=lambda *numbers: spent.append(numbers))
    drawn = list(model.generate(ask(n=10, seed=3), watch))
    assert [sample.seed for sample in drawn] == list(range(3, 13))
    assert {i: sample.text for i, sample in enumerate(drawn)} == heard
    assert all(sample.logprob is not None and -8 < sample.logprob < 0 for sample in drawn)
    assert all(sample.tokens == 10 for sample in drawn if sample.finish_reason == "length")
    assert spent == [(10, 37, sum(sample.tokens for sample in drawn))]


def test_tokens_inside_a_character_are_counted(model: LlamaCpp) -> None:
    request = ask("Repeat.", grammar='root ::= "你好世界🎉"', max_tokens=40)
    (sample,) = model.generate(request)
    assert sample.text == "你好世界🎉"
    assert sample.tokens - 1 <= model.count_tokens(sample.text) <= sample.tokens


@pytest.mark.parametrize("narrow", [{"top_k": 1}, {"top_p": 1e-6}, {"min_p": 1.0}, {"temperature": 0.0}])
def test_each_narrow_setting_gives_the_likeliest_text(model: LlamaCpp, narrow: dict[str, float]) -> None:
    wide: dict[str, float] = {"temperature": 5, "top_k": 0, "top_p": 1, "min_p": 0}
    greedy = texts(model.generate(ask(temperature=0)))
    assert texts(model.generate(ask(**wide))) != greedy
    assert texts(model.generate(ask(**(wide | narrow)))) == greedy


def test_a_repeat_penalty_and_stop_texts_are_obeyed(model: LlamaCpp) -> None:
    plain = texts(model.generate(ask(temperature=0, max_tokens=24)))[0]
    (stopped,) = model.generate(ask(temperature=0, max_tokens=24, stop=(" sea",)))
    assert (stopped.text, stopped.finish_reason) == (plain.split(" sea")[0], "stop")
    assert texts(model.generate(ask(temperature=0, max_tokens=24, repeat_penalty=3)))[0] != plain


def test_a_started_answer_is_continued(model: LlamaCpp) -> None:
    turns = (Message("user", "What is 2+2?"), Message("assistant", "The answer is"))
    assert texts(model.generate(Request(turns, Sampling(temperature=0, max_tokens=3))))[0].startswith(" ")


# Constraints


def test_a_grammar_and_a_schema_are_followed(model: LlamaCpp) -> None:
    assert texts(model.generate(ask(grammar='root ::= "yes" | "no"')))[0] in ("yes", "no")
    schema = '{"type": "object", "properties": {"a": {"enum": ["x", "y"]}}, "required": ["a"]}'
    text = texts(model.generate(ask(json_schema=schema, max_tokens=30)))[0]
    assert "".join(text.split()) in ('{"a":"x"}', '{"a":"y"}')


@pytest.mark.parametrize(
    ("constraint", "says"),
    [
        ({"grammar": "root ::= missing"}, "grammar"),
        ({"grammar": ""}, "no rule 'root"),
        ({"grammar": '%llguidance {}\nstart: "a"'}, "no rule 'root"),
        ({"json_schema": "{"}, "is not JSON"),
        ({"json_schema": "true"}, "must be an object"),
        ({"json_schema": '{"type": "string", "pattern": "^\\\\d$"}'}, "is not enforced"),
    ],
)
def test_a_bad_constraint_is_refused_in_a_line(
    model: LlamaCpp, constraint: dict[str, str], says: str
) -> None:
    with pytest.raises(InputError, match=says) as caught:
        next(model.generate(ask(**constraint)))
    assert "\n" not in str(caught.value)


def test_beams_are_refused_by_name(model: LlamaCpp) -> None:
    with pytest.raises(ModelError, match=r"no beam search \(beams: 4\).*transformers"):
        next(model.generate(ask(beams=4)))


def test_a_chat_template_without_functions_calls_none(model: LlamaCpp) -> None:
    assert not model.calls_functions
    with pytest.raises(ModelError, match="calls no functions natively; use tools in the mode json"):
        next(model.generate(replace(ask(), functions=(Function("f", "", {"type": "object"}),))))


# Room


def test_a_prompt_without_room_is_refused_with_the_numbers(model: LlamaCpp) -> None:
    with pytest.raises(InputError, match=r"the prompt has \d+ tokens and the context window 512"):
        next(model.generate(ask("word " * 600)))
    with pytest.raises(InputError, match="no messages"):
        next(model.generate(Request(())))


def test_an_answer_that_meets_the_end_of_the_window_is_cut(weights: Path) -> None:
    small = LlamaCpp.open(weights, name="small", context=64, threads=1)
    try:
        (sample,) = small.generate(ask(grammar='root ::= "a"+', max_tokens=400))
    finally:
        small.close()
    assert (sample.finish_reason, sample.tokens) == ("length", 64 - 37)


@pytest.mark.parametrize(("available", "slots"), [(None, 8), (12 * 10**8, 8), (10**9, 4), (240 * 10**6, 1)])
def test_fewer_samples_are_drawn_together_where_memory_is_short(available: int | None, slots: int) -> None:
    header = Header(100 * 10**6, "llama", 8192, 135 * 10**6, "Q4_1", 30, 11520)
    assert slots_that_fit(header, 4096, "f16", available) == slots


def test_a_model_too_large_for_the_memory_is_refused_with_the_numbers() -> None:
    header = Header(5 * 10**9, "llama", 8192, 8 * 10**9, "Q4_K_M", 32, 73_728)
    with pytest.raises(ModelError, match=r"needs 5.0 GB and 0.6 GB .* 4096 tokens, but 4.0 GB of memory"):
        slots_that_fit(header, 4096, "f16", 4 * 10**9)


# Ending early


def test_cancelling_ends_it_within_a_token(model: LlamaCpp) -> None:
    cancel, heard = threading.Event(), [time.monotonic()]
    watch = Watch(cancelled=cancel.is_set, on_token=lambda index, text: heard.append(time.monotonic()))
    timer = threading.Timer(1.0, cancel.set)
    list(model.generate(ask()))
    timer.start()
    drawn = list(model.generate(ask(n=8, max_tokens=400, grammar='root ::= "a"+'), watch))
    late, slowest = (
        time.monotonic() - heard[1] - 1.0,
        max(b - a for a, b in pairwise(heard[1:])),
    )
    assert drawn == []
    assert late < 0.1 + 2 * slowest


@pytest.mark.parametrize("leave", [lambda reader: reader.close(), lambda reader: None])
def test_a_reader_who_leaves_ends_it_and_blocks_nobody(model: LlamaCpp, leave: Callable[[Any], None]) -> None:
    spent: list[int] = []
    reader = model.generate(
        ask(n=20, max_tokens=6), Watch(on_spent=lambda *numbers: spent.append(numbers[0]))
    )
    next(reader)
    assert texts(model.generate(ask("Hello.", max_tokens=2)))  # in the middle of the other
    leave(reader)
    del reader
    gc.collect()
    assert spent == [8]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("draw")]


def test_an_error_of_the_listener_reaches_the_caller(model: LlamaCpp) -> None:
    def fail(index: int, text: str) -> None:
        raise KeyError("listener")

    with pytest.raises(KeyError, match="listener"):
        next(model.generate(ask(n=2), Watch(on_token=fail)))
    assert texts(model.generate(ask(max_tokens=2)))


def test_ctrl_c_is_raised_at_once_and_ends_the_generation(model: LlamaCpp) -> None:
    list(model.generate(ask(max_tokens=1)))
    heard: list[float] = []
    watch = Watch(on_token=lambda index, text: heard.append(time.monotonic()))
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        list(model.generate(ask(n=8, max_tokens=400, grammar='root ::= "a"+'), watch))
    raised = time.monotonic()
    time.sleep(0.2)
    assert not [at for at in heard if at > raised]


# Processes, files and sockets

OPEN = """
    import os, socket, sys, threading, time
    from pathlib import Path
    from reasoner.errors import ModelError
    from reasoner.models.llama_cpp import LlamaCpp
    from reasoner.models.model import Request
    from reasoner.models.sampling import Sampling
    from reasoner.state import Message
    model = LlamaCpp.open(Path(sys.argv[1]), name="m", context=256, threads=1)
    request = Request((Message("user", "Hello."),), Sampling(max_tokens=200, n=8))
"""


def run(weights: Path, script: str) -> subprocess.CompletedProcess[str]:
    code = textwrap.dedent(OPEN) + textwrap.dedent(script)
    command = [sys.executable, "-W", "error", "-c", code, str(weights)]
    return subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)


def test_a_forked_child_is_told_to_open_its_own(weights: Path) -> None:
    script = """
    child = os.fork()
    if not child:
        try:
            next(model.generate(request))
        except ModelError as error:
            print(error, flush=True)
        model.close()
        os._exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), model.count_tokens("a"))
    """
    done = run(weights, script)
    assert done.stdout.splitlines() == [
        "the model was opened before this process was forked off; open it again here.",
        "7 1",
    ]


def test_leaving_the_interpreter_in_the_middle_is_clean(weights: Path) -> None:
    script = """
    def draw():
        try:
            list(model.generate(request))
        except ModelError as error:
            print(error)
    threading.Thread(target=draw, daemon=True).start()
    time.sleep(1)
    """
    done = run(weights, script)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_it_listens_on_no_port_and_leaves_no_folder(weights: Path) -> None:
    script = """
    links = [f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd")]
    ours = {os.readlink(link) for link in links if os.path.islink(link)}
    rows = [line.split() for kind in ("tcp", "tcp6") for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]]
    folder = Path(model._engine._folder)
    print([row for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in ours], oct(folder.stat().st_mode & 0o777))
    print((folder / "x.sock").is_socket(), end=" ")
    model.close()
    print(folder.exists())
    """
    if not Path("/proc/net/tcp").exists():
        pytest.skip("needs /proc")
    done = run(weights, script)
    assert done.stdout.splitlines() == ["[] 0o700", "True False"], done.stderr


def test_a_closed_model_says_so(weights: Path) -> None:
    closed = LlamaCpp.open(weights, name="m", context=64, threads=1)
    closed.close()
    closed.close()
    for use in (lambda: closed.count_tokens("a"), lambda: next(closed.generate(ask()))):
        with pytest.raises(ModelError, match="is closed; open it again"):
            use()


def test_the_engine_tells_what_it_read_and_generated_and_what_it_holds(model: LlamaCpp) -> None:
    before, used = model.measures(), list[int]()
    watch = Watch(on_token=lambda index, text: used.append(model.measures().used))
    tokens = sum(completion.tokens for completion in model.generate(ask("Name a river.", n=2), watch))
    after = model.measures()
    assert after.tokens - before.tokens >= tokens
    assert after.prompt_tokens > before.prompt_tokens
    assert after.seconds > before.seconds
    assert before.used == after.used == 0 < used[0] < used[-1] <= after.room == 512 * model.slots
    assert after.cache_bytes == after.room * 22.5 * 1024


def test_a_model_is_freed_with_its_last_reference(weights: Path) -> None:
    folder = Path(LlamaCpp.open(weights, name="m", context=64, threads=1)._engine._folder)
    gc.collect()
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing.gguf", "no such file"),
        ("folder", "is a folder"),
        ("random.gguf", "does not start with 'GGUF'"),
        ("header.gguf", "cut short"),
        ("tail.gguf", "cannot load|cut short"),
    ],
)
def test_a_file_that_is_no_model_is_named(weights: Path, tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "random.gguf").write_bytes(bytes(range(256)) * 40)
    with weights.open("rb") as file:
        (tmp_path / "header.gguf").write_bytes(file.read(1_000_000))
    if name == "tail.gguf":
        (tmp_path / name).write_bytes(weights.read_bytes()[:-1000])
    with pytest.raises(ModelError, match=says):
        LlamaCpp.open(tmp_path / name, name=name, context=64, threads=1)
