import json
from pathlib import Path
from typing import Any

import pytest

from evals_support import failed, row, write
from reasoner.errors import InputError
from reasoner.evals import folder
from reasoner.models.replay import RUN_FORMAT


def test_a_folder_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    rows = [row(1), row(2, "abstained", confidence=None), failed(3)]
    written = write(tmp_path / "a", rows)
    run, read = folder.read(written)
    assert (run["pipeline"]["name"], run["suite"]["items"], read) == ("a", 3, rows)


@pytest.mark.parametrize("torn", ['{"id": "9", "que', "{", '{"id": "9"}]', "\0", "\0" * 4096])
def test_a_last_line_that_is_torn_is_no_row(tmp_path: Path, torn: str) -> None:
    written = write(tmp_path, [row(1)])
    with (written / "items.jsonl").open("a") as stream:
        stream.write(torn)
    assert [one["id"] for one in folder.read(written)[1]] == ["1"]


def test_a_last_line_that_lacks_only_its_end_is_a_row(tmp_path: Path) -> None:
    written = write(tmp_path, [])
    (written / "items.jsonl").write_text(json.dumps(row(1)))
    assert len(folder.read(written)[1]) == 1


def test_a_run_that_did_not_get_to_its_first_item_has_no_rows(tmp_path: Path) -> None:
    (write(tmp_path, []) / "items.jsonl").unlink()
    assert folder.read(tmp_path)[1] == []


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{\n", r"items\.jsonl:2: not JSON: .* \(column 2\), so the file is damaged there"),
        ("[1]\n", "items.jsonl:2: not a JSON object"),
        ('"\\ud800"\n', "items.jsonl:2: not a JSON object"),
        (json.dumps(row(1)) + "\n", "items.jsonl:2: the id '1' is that of line 1 as well"),
        ("{}\n", "items.jsonl:2: no row of a run: at 'id': it has none"),
        (json.dumps(row(2, "good")) + "\n", "items.jsonl:2: no row of a run: at 'score.verdict'"),
        (json.dumps(row(2, confidence=2.0)) + "\n", "items.jsonl:2: no row of a run: at 'confidence'"),
        (json.dumps(row(2) | {"intent": "sum"}) + "\n", "no row of a run: at 'intent'"),
        (json.dumps(row(2) | {"savings": {"stopped": 1}}) + "\n", "no row of a run: at 'savings.stopped'"),
        (json.dumps(row(2) | {"steps": [{}]}) + "\n", "no row of a run: at 'steps.0.stage': it has none"),
        (json.dumps(row(2)).replace("0.9", "NaN") + "\n", "items.jsonl:2: no row of a run: at 'confidence'"),
    ],
)
def test_a_line_that_is_no_row_is_named(tmp_path: Path, line: str, says: str) -> None:
    written = write(tmp_path, [row(1)])
    with (written / "items.jsonl").open("a") as stream:
        stream.write(line)
    with pytest.raises(InputError, match=says):
        folder.read(written)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"format": 2, "version": "9.1"}, r"run\.json: written by reasoner 9\.1 in the format 2; .*format 1"),
        ({"format": None}, "in the format None"),
        ({"suite": {"name": "x", "hash": "y"}}, "run.json: at 'suite.items': it has none"),
        ({"suite": None}, "run.json: at 'suite'"),
    ],
)
def test_what_another_version_wrote_is_refused(tmp_path: Path, changed: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        folder.read(write(tmp_path, [row(1)], **changed))


def test_the_format_is_the_one_that_is_replayed() -> None:
    assert folder.FORMAT == RUN_FORMAT


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("absent", "absent: there is no such folder; give a folder that `reasoner eval --out` wrote"),
        ("file", "file: is no folder"),
        ("empty", "empty: has no run.json, so it is no run folder"),
        ("other", "run.json: not JSON"),
        ("text", "run.json: not UTF-8 text"),
        ("deep", "run.json: "),
        ("inside", "run.json: cannot read it: is a directory"),
    ],
)
def test_what_is_no_run_folder_is_refused_in_one_line(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "inside" / "run.json").mkdir(parents=True)
    for folder_name, content in (
        ("empty", None),
        ("other", b"stages: []"),
        ("text", b"\xff"),
        ("deep", b"[" * 99_999),
    ):
        (tmp_path / folder_name).mkdir()
        if content is not None:
            (tmp_path / folder_name / "run.json").write_bytes(content)
    with pytest.raises(InputError, match=says) as raised:
        folder.read(tmp_path / name)
    assert "\n" not in str(raised.value)
