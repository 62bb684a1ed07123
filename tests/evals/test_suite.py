import subprocess
import sys
from pathlib import Path

import pytest

from reasoner import resources
from reasoner.errors import ConfigError, InputError
from reasoner.evals import suite
from reasoner.pipeline import read_pipeline
from support import ROOT

ROW = '{"question": "2+2?", "gold": "4"}\n'
PLAIN = "data: {file: rows.jsonl}\nscorer: math\n"


def written(folder: Path, text: str, rows: str = ROW) -> str:
    (folder / "rows.jsonl").write_text(rows, encoding="utf-8")
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_suite_is_read(tmp_path: Path) -> None:
    found = suite.read(written(tmp_path, f"about: Sums.\n{PLAIN}limit: 5\npipeline: math\n"))
    assert (found.name, found.about, found.scorer, found.pipeline, found.limit) == (
        "mine",
        "Sums.",
        "math",
        "math",
        5,
    )
    assert found.data == tmp_path / "rows.jsonl"


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("data: {file: rows.jsonl}\nscorer: maths\n", "2:1", "no scorer 'maths'; did you mean 'math'?"),
        ("data: {file: rows.jsonl}\nscorer: math\nlimits: 3\n", "3:1", "unknown key 'limits'; did you mean 'limit'?"),
        ("data: {file: rows.jsonl}\n", "1:1", "needs the key 'scorer'"),
        ("data: {file: rows.jsonl, split: test}\nscorer: math\n", "1:1", "'split', which goes with 'hub'"),
        ("data: {file: rows.jsonl, hub: a/b}\nscorer: math\n", "1:1", "exactly one of file, hub, generator; it has file and hub"),
        ("data: {}\nscorer: math\n", "1:1", "exactly one of file, hub, generator; it has none of them"),
        ("data: {file: other.jsonl}\nscorer: math\n", "1:8", "no file 'other.jsonl'; put it beside the suite"),
        ("data: {file: rows.xlsx}\nscorer: math\n", "1:8", "none of .jsonl, .csv and .parquet"),
        ("data: {hub: gsm8k}\nscorer: math\n", "1:1", "hub is 'gsm8k'; give OWNER/NAME"),
        ("data: {file: rows.jsonl}\nfields: {quest: q}\nscorer: math\n", "2:10", "unknown key 'quest'; did you mean 'question'?"),
        ("data: {file: rows.jsonl}\nscorer: math\nlimit: 0\n", "3:1", "limit is 0; it must be at least 1"),
        ("data: {file: rows.jsonl}\nscorer: math\nlimit: '5'\n", "3:1", "limit is '5'; it must be a whole number"),
        ("data: {file: rows.jsonl}\nscorer: math\ntemplate: 'x {} y'\n", "3:1", "empty braces"),
        ("data: {file: rows.jsonl}\nscorer: mine.py:judge\n", "2:1", "no file 'mine.py'"),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_its_place(tmp_path: Path, text: str, place: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        suite.read(written(tmp_path, text))
    lines = str(caught.value).splitlines()
    assert any(f"mine.yaml:{place}: " in line and says in line for line in lines), lines


def test_an_unknown_name_has_its_neighbours() -> None:
    with pytest.raises(
        InputError, match=r"no suite 'gsm8'; did you mean 'gsm8k'\? Known: aqua, arithmetic_en"
    ):
        suite.read("gsm8")


def test_data_lie_beside_the_suite_or_in_its_data_folder(tmp_path: Path) -> None:
    for folder in ("suites", "data"):
        (tmp_path / folder).mkdir()
    (tmp_path / "data" / "rows.jsonl").write_text(ROW)
    path = tmp_path / "suites" / "mine.yaml"
    path.write_text(PLAIN)
    assert suite.read(str(path)).data == tmp_path / "data" / "rows.jsonl"
    (tmp_path / "suites" / "rows.jsonl").write_text(ROW)
    assert suite.read(str(path)).data == tmp_path / "suites" / "rows.jsonl"


def test_a_pipeline_beside_the_suite_comes_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("stages: [{stage: solve}]\n")
    assert suite.read(written(tmp_path, f"{PLAIN}pipeline: own.yaml\n")).pipeline == str(
        tmp_path / "own.yaml"
    )


@pytest.mark.parametrize(
    ("text", "rows", "same"),
    [
        (f"about: Other words.\n{PLAIN}pipeline: math\nlimit: 3\n", ROW, True),
        (PLAIN, ROW + ROW, False),
        ("data: {file: rows.jsonl}\nscorer: exact\n", ROW, False),
        (f"{PLAIN}template: 'Q: {{question}}'\n", ROW, False),
    ],
)
def test_the_hash_is_of_what_is_asked_and_how_it_is_judged(
    tmp_path: Path, text: str, rows: str, same: bool
) -> None:
    before = suite.read(written(tmp_path, PLAIN)).hash
    assert (suite.read(written(tmp_path, text, rows)).hash == before) is same


def test_the_hash_follows_a_scorer_of_ones_own(tmp_path: Path) -> None:
    text = "data: {file: rows.jsonl}\nscorer: own.py:judge\n"
    (tmp_path / "own.py").write_text("def judge(item, row, sandbox): return True\n")
    before = suite.read(written(tmp_path, text))
    (tmp_path / "own.py").write_text("def judge(item, row, sandbox): return False\n")
    after = suite.read(written(tmp_path, text))
    assert before.scorer == after.scorer == f"{tmp_path / 'own.py'}:judge"
    assert before.hash != after.hash


def test_a_file_of_rows_is_a_suite_without_yaml(tmp_path: Path) -> None:
    written(tmp_path, PLAIN)
    found = suite.of_file(tmp_path / "rows.jsonl", "exact")
    assert (found.name, found.scorer, found.pipeline) == ("rows", "exact", None)
    with pytest.raises(InputError, match="no file"):
        suite.of_file(tmp_path / "none.jsonl", "exact")


@pytest.mark.parametrize("name", sorted(resources.bundled_suites()))
def test_a_bundled_suite_is_sound(name: str) -> None:
    found = suite.read(name)
    assert found.about.endswith(".")
    if found.pipeline is not None:
        assert read_pipeline(found.pipeline).stages


def test_the_wheel_holds_the_data_that_bundled_suites_need() -> None:
    included = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needed = [suite.read(name).data for name in resources.bundled_suites()]
    missing = [path.name for path in needed if path and f'"reasoner/evals/data/{path.name}"' not in included]
    assert len([path for path in needed if path]) == 9
    assert missing == []


def test_what_is_generated_is_what_ships(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "evals.data.make", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True)
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made] == [
        f"{kind}_{language}.jsonl"
        for kind in ("arithmetic", "tools", "word_problems")
        for language in ("en", "zh")
    ]
    for path in made:
        assert path.read_bytes() == (ROOT / "evals" / "data" / path.name).read_bytes()
