import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from reasoner.errors import InputError
from reasoner.evals import suite
from reasoner.evals.item import Item
from reasoner.evals.items import load

HUB = Path(__file__).parent / "data" / "hub"


@pytest.fixture(autouse=True)
def copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of a few invented rows instead of the data sets of the hub."""
    monkeypatch.setenv("REASONER_DATASETS", str(HUB))


def test_csv_has_a_line_of_names_and_every_value_is_text(tmp_path: Path) -> None:
    text = 'question,gold,answerable\n"1+1?",2,true\n"Which,\nthen?",,false\nshort,1\n'
    (tmp_path / "rows.csv").write_text(text, encoding="utf-8")
    found = load(suite.of_file(tmp_path / "rows.csv", "math"), None)
    assert found.items == (Item("1", "1+1?", ("2",)), Item("2", "Which,\nthen?", answerable=False))
    assert found.problems == (f"{tmp_path}/rows.csv:5: not 3 columns wide",)


def test_two_columns_of_one_name_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("question,gold,gold\nq,4,5\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"rows.csv:1: column 'gold' comes twice; rename one"):
        load(suite.of_file(tmp_path / "rows.csv", "math"), None)


def test_parquet_is_read_or_its_library_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"not Parquet")
    with pytest.raises(
        InputError, match=r"rows.parquet: (not a Parquet file|Parquet needs the library pyarrow)"
    ):
        load(suite.of_file(path, "math"), None)
    library = pytest.importorskip("pyarrow", reason="pyarrow comes with the extra `eval`")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(library.table({"question": ["1+1?"], "gold": [["2"]]}), path)
    assert load(suite.of_file(path, "math"), None).items == (Item("1", "1+1?", ("2",)),)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("hub: openai/gsm8k, config: mian", "no configuration 'mian'; did you mean 'main'?"),
        ("hub: openai/gsm8k, config: main, split: tset", "no split 'tset'; did you mean 'test'?"),
    ],
)
def test_a_copy_without_the_split_says_what_it_has(tmp_path: Path, keys: str, says: str) -> None:
    (tmp_path / "mine.yaml").write_text(f"data: {{{keys}}}\nscorer: math\n")
    with pytest.raises(InputError) as caught:
        load(suite.read(str(tmp_path / "mine.yaml")), None)
    assert says in str(caught.value)


def test_without_a_readme_the_names_of_the_files_tell_the_split(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REASONER_DATASETS", str(tmp_path))
    folder = tmp_path / "me" / "mine" / "data"
    folder.mkdir(parents=True)
    for split, gold in (("train", 1), ("test", 2)):
        (folder / f"{split}-00000-of-00001.jsonl").write_text(json.dumps({"question": "q", "gold": gold}))
    (tmp_path / "mine.yaml").write_text("data: {hub: me/mine}\nscorer: math\n")
    assert [item.golds for item in load(suite.read(str(tmp_path / "mine.yaml")), None).items] == [("2",)]


def test_a_file_that_does_not_ship_says_where_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REASONER_DATASETS", str(tmp_path))
    with pytest.raises(
        InputError, match=r"no file 'StandardDataset\.jsonl'; get it from https://raw.*UMWP.* and put it"
    ):
        load(suite.read("umwp"), None)


def test_a_data_set_that_cannot_be_had_says_what_to_do_instead(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REASONER_DATASETS", str(tmp_path))
    with pytest.raises(InputError) as caught:
        load(suite.read("gsm8k"), None, offline=True)
    assert "data set openai/gsm8k" in str(caught.value)
    assert "put a copy in the folder $REASONER_DATASETS/openai/gsm8k, or name a local file" in str(
        caught.value
    )


def test_a_generator_makes_the_same_rows_for_the_same_seed(tmp_path: Path) -> None:
    pytest.importorskip("reasoning_gym", reason="reasoning-gym comes with the extra `eval`")
    path = tmp_path / "mine.yaml"
    path.write_text("data: {generator: chain_sum, size: 3, seed: 4}\nscorer: math\n")
    found = load(suite.read(str(path)), None)
    assert len(found.items) == 3
    assert found.items == load(suite.read(str(path)), None).items
    path.write_text("data: {generator: chain_som}\nscorer: math\n")
    with pytest.raises(InputError, match="no generator 'chain_som'; did you mean 'chain_sum'"):
        load(suite.read(str(path)), None)


@pytest.mark.skipif(find_spec("reasoning_gym") is not None, reason="reasoning-gym is installed")
def test_a_generator_names_the_library_that_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("data: {generator: chain_sum}\nscorer: math\n")
    with pytest.raises(
        InputError, match="'chain_sum' needs the library reasoning-gym; pip install 'reasoner"
    ):
        load(suite.read(str(path)), None)
