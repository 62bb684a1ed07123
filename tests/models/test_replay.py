import json
from pathlib import Path

import pytest

from reasoner.errors import InputError, ModelError
from reasoner.models.model import Request
from reasoner.models.replay import Replay
from reasoner.models.sampling import Sampling
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
