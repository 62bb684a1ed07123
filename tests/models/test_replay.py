import json
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from reasoner.errors import InputError, ModelError
from reasoner.models.model import Completion, Request, Watch
from reasoner.models.replay import RUN_FORMAT, Replay
from reasoner.models.sampling import Sampling
from reasoner.state import Message
from support import shared


def recording(tmp_path: Path, *rows: object) -> Path:
    path = tmp_path / "recorded.jsonl"
    path.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8"
    )
    return path


def draw(model: Replay, question: str, n: int = 40, seed: int = 0) -> list[str]:
    return [c.text for c in model.generate(Request((), Sampling(n=n, seed=seed), question))]


def test_samples_come_in_the_order_of_the_file_and_no_more_than_there_are(tmp_path: Path) -> None:
    model = Replay.read(
        recording(tmp_path, {"question": "q?", "samples": [{"text": "a"}, {"text": "b"}, {"text": "c"}]})
    )
    assert draw(model, " q? ", n=2) == ["a", "b"]
    assert draw(model, "q?") == ["a", "b", "c"]


def test_a_seed_shuffles_and_repeats(tmp_path: Path) -> None:
    model = Replay.read(
        recording(tmp_path, {"question": "q?", "samples": [{"text": str(i)} for i in range(20)]})
    )
    assert draw(model, "q?", seed=3) == draw(model, "q?", seed=3) != draw(model, "q?", seed=4)
    assert sorted(draw(model, "q?", seed=3)) == sorted(draw(model, "q?"))


def test_what_else_was_recorded_is_kept_but_never_whether_it_was_right(tmp_path: Path) -> None:
    sample = {
        "text": "a",
        "tokens": 7,
        "logprob": -0.5,
        "source": "s1",
        "correct": True,
        "finish_reason": "length",
    }
    completion = next(
        iter(
            Replay.read(recording(tmp_path, {"question": "q", "samples": [sample]})).generate(
                Request((), question="q")
            )
        )
    )
    assert (completion.tokens, completion.logprob, completion.source, completion.finish_reason) == (
        7,
        -0.5,
        "s1",
        "length",
    )
    assert not hasattr(completion, "correct")


@pytest.mark.parametrize(
    "row",
    [
        "{",
        "[]",
        "3",
        '{"question": "q"}',
        '{"question": "q", "samples": [{}]}',
        '{"question": "q", "samples": 3}',
    ],
)
def test_a_broken_row_is_named_by_line(tmp_path: Path, row: str) -> None:
    path = recording(tmp_path, {"question": "q", "samples": []}, row)
    with pytest.raises(ModelError) as caught:
        Replay.read(path)
    assert (
        str(caught.value)
        == f"{path}:2: not a recorded question; a line needs {{question, samples: [{{text}}]}}, or is one that `reasoner run --input` wrote."
    )


def test_a_question_that_was_never_recorded_is_an_error(tmp_path: Path) -> None:
    model = Replay.read(recording(tmp_path, {"question": "q", "samples": []}))
    with pytest.raises(InputError, match="'other' was not recorded"):
        draw(model, "other")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xff\xff"])
def test_a_file_without_rows_is_an_error(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=r"has no rows|not UTF-8"):
        Replay.read(path)


def test_a_public_recording_is_read_whole() -> None:
    assert {
        len(recorded.samples[None])
        for recorded in Replay.read(shared("recorded/last_letters_x40.jsonl")).questions.values()
    } == {40}


def test_a_line_separator_inside_a_text_ends_no_row(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"question": "q", "samples": [{"text": "a\u2028b"}]}\n', encoding="utf-8")
    assert draw(Replay.read(path), "q") == ["a\u2028b"]


def candidate(text: str, prompt: str | None, **more: object) -> dict[str, object]:
    """A candidate as a row of a run has it."""
    return {"text": text, "answer": text, "origin": "cot", "tokens": 3, "prompt": prompt} | more


def run_row(question: str, *candidates: object, identity: str | None = "weights") -> dict[str, object]:
    """A row that a run wrote."""
    return {"question": question, "candidates": candidates, "model": {"name": "m", "identity": identity}}


ASKED = Request((Message("user", "Think: q?"),), Sampling(n=8), "q?")


def test_a_sample_of_a_run_is_found_by_the_prompt_that_it_completes(tmp_path: Path) -> None:
    other = replace(ASKED, messages=(Message("user", "Write Python: q?"),))
    rows = run_row(
        "q?", candidate("a", ASKED.prompt), candidate("p", other.prompt), candidate("b", ASKED.prompt)
    )
    model = Replay.read(recording(tmp_path, rows))
    assert [c.text for c in model.generate(ASKED)] == ["a", "b"]
    assert [c.text for c in model.generate(other)] == ["p"]


def test_a_prompt_that_was_not_recorded_is_refused(tmp_path: Path) -> None:
    model = Replay.read(recording(tmp_path, run_row("q?", candidate("a", "another"))))
    with pytest.raises(InputError) as caught:
        next(model.generate(ASKED))
    assert str(caught.value) == (
        f"{model.name}: the question 'q?' was recorded with other prompts; use those."
    )


def test_what_no_model_wrote_is_not_replayed(tmp_path: Path) -> None:
    rows = run_row("q?", candidate("solved", None), candidate("a", ASKED.prompt))
    assert [c.text for c in Replay.read(recording(tmp_path, rows)).generate(ASKED)] == ["a"]


@pytest.mark.parametrize(
    ("rows", "identity"),
    [
        ([run_row("q?", candidate("a", "p"))], "weights"),
        ([run_row("q?", candidate("a", "p")), run_row("r?")], "weights"),
        ([run_row("q?", candidate("a", "p")), {"question": "r?", "error": "line 2: no"}], "weights"),
        ([run_row("q?", candidate("a", "p")), {"question": "q?", "error": "again"}], "weights"),
        ([run_row("q?", candidate("a", "p")), run_row("r?", candidate("a", "p"), identity="others")], "recording"),
        ([run_row("q?", candidate("a", "p"), identity=None)], "recording"),
        ([{"question": "q?", "samples": [{"text": "a"}]}], "recording"),
    ],
)  # fmt: skip
def test_its_identity_is_that_of_the_one_model_that_was_recorded(
    tmp_path: Path, rows: list[object], identity: str
) -> None:
    assert Replay.read(recording(tmp_path, *rows)).identity == identity


def test_a_run_folder_is_read_by_its_items(tmp_path: Path) -> None:
    row = run_row("q?", candidate("a", ASKED.prompt))
    (tmp_path / "items.jsonl").write_text(json.dumps(row), encoding="utf-8")
    model = Replay.read(tmp_path)
    assert model.name == f"replay:{tmp_path}"
    assert [c.text for c in model.generate(ASKED)] == ["a"]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (
            '{"format": 2}',
            r"run\.json says format 2, and this version reads format 1; run `reasoner eval` again",
        ),
        ("{}", r"run\.json says format None"),
        ("[1]", r"run\.json is of no run; give a folder that `reasoner eval` wrote"),
        ("{", r"run\.json is of no run"),
    ],
)
def test_a_run_folder_of_another_format_is_refused(tmp_path: Path, said: str, says: str) -> None:
    row = run_row("q?", candidate("a", ASKED.prompt))
    (tmp_path / "items.jsonl").write_text(json.dumps(row), encoding="utf-8")
    (tmp_path / "run.json").write_text(json.dumps({"format": RUN_FORMAT}), encoding="utf-8")
    assert [c.text for c in Replay.read(tmp_path).generate(ASKED)] == ["a"]
    (tmp_path / "run.json").write_text(said, encoding="utf-8")
    with pytest.raises(ModelError, match=says):
        Replay.read(tmp_path)


def test_a_folder_without_items_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"replay: cannot read .*items\.jsonl: "):
        Replay.read(tmp_path)


def test_a_row_that_met_an_error_has_no_samples(tmp_path: Path) -> None:
    rows = [{"question": "q?", "error": "line 1: too long"}, run_row("r?", candidate("a", "p"))]
    model = Replay.read(recording(tmp_path, *rows))
    with pytest.raises(InputError, match="the question 'q\\?' was recorded without samples"):
        next(model.generate(ASKED))


def test_what_was_measured_of_a_sample_is_kept(tmp_path: Path) -> None:
    row = run_row("q?", candidate("a", ASKED.prompt, cut=True, score=1.5, logprob=-0.25, seed=7, source="s"))
    (found,) = Replay.read(recording(tmp_path, row)).generate(ASKED)
    assert found == Completion("a", 3, -0.25, "length", 7, 0.0, "s", 1.5)


@pytest.mark.parametrize("value", [None, True, "high"])
def test_a_score_that_is_no_number_is_none(tmp_path: Path, value: object) -> None:
    sample = {"text": "a", "score": value, "logprob": value, "tokens": "many", "seed": None, "source": 3}
    model = Replay.read(recording(tmp_path, {"question": "q?", "samples": [sample]}))
    assert list(model.generate(ASKED)) == [Completion("a", 1, None, "stop", None, 0.0)]


@pytest.mark.parametrize(("first", "drawn"), [(0, "ab"), (2, "cd"), (3, "d"), (4, "ab")])
def test_what_was_drawn_before_is_not_drawn_again_while_there_is_more(
    tmp_path: Path, first: int, drawn: str
) -> None:
    model = Replay.read(recording(tmp_path, {"question": "q?", "samples": [{"text": x} for x in "abcd"]}))
    request = replace(ASKED, first=first, sampling=Sampling(n=2, seed=first))
    assert "".join(c.text for c in model.generate(request)) == drawn


def test_a_shuffle_goes_on_where_it_was(tmp_path: Path) -> None:
    rows = {"question": "q?", "samples": [{"text": str(i)} for i in range(20)]}
    model = Replay.read(recording(tmp_path, rows))
    whole = draw(model, "q?", seed=3)
    later = model.generate(replace(ASKED, first=12, sampling=Sampling(n=8, seed=3 + 12)))
    assert whole[:12] + [c.text for c in later] == whole != draw(model, "q?")


def test_rows_about_one_question_are_joined(tmp_path: Path) -> None:
    rows = [run_row("q?", candidate(text, ASKED.prompt)) for text in ("a", "b")]
    assert [c.text for c in Replay.read(recording(tmp_path, *rows)).generate(ASKED)] == ["a", "b"]


def test_nothing_more_is_given_once_nobody_wants_it(tmp_path: Path) -> None:
    model = Replay.read(recording(tmp_path, {"question": "q?", "samples": [{"text": x} for x in "abcd"]}))
    spent: list[tuple[int, int, int]] = []
    watch = Watch(on_spent=lambda *counts: spent.append(counts))
    samples = model.generate(ASKED, watch)
    assert isinstance(samples, Generator)
    next(samples)
    samples.close()
    assert spent == [(1, 0, 1)]
    assert not list(model.generate(ASKED, Watch(cancelled=lambda: True)))


@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "1e308", "-1e308", "1" + "0" * 400, "true", '"x"', "null"]
)
def test_a_number_that_nobody_measured_is_none(tmp_path: Path, value: str) -> None:
    row = f'{{"question": "q", "samples": [{{"text": "abc", "score": {value}, "logprob": {value}, "tokens": {value}}}]}}'
    (sample,) = Replay.read(recording(tmp_path, row)).generate(Request((), question="q"))
    assert (sample.score, sample.logprob, sample.tokens) == (None, None, 1)


def test_the_largest_seed_shuffles_like_any_other(tmp_path: Path) -> None:
    samples = [{"text": str(i)} for i in range(6)]
    model = Replay.read(recording(tmp_path, {"question": "q", "samples": samples}))
    largest = 2**31 - 1
    rest = Request((), Sampling(n=3, seed=(largest + 3) % 2**31), "q", first=3)
    drawn = [*draw(model, "q", n=3, seed=largest), *(sample.text for sample in model.generate(rest))]
    assert sorted(drawn) == sorted(str(i) for i in range(6))
