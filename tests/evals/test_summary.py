import csv as csv_reader
import io
import re
from typing import Any

import pytest

from evals_support import Row, failed, row, run
from reasoner.evals.analysis import statistics
from reasoner.evals.summary import COLUMNS, csv, markdown


def rows() -> list[Row]:
    return [
        row(1, language="en"),
        row(2, "wrong", language="zh"),
        row(3, "abstained", language="zh", answer=None, reason="not sure"),
        row(4, "unknown", language="en"),
        failed(5),
    ]


def summed(of: list[Row], **fields: Any) -> str:
    about = run(**fields)
    return markdown(about, statistics(about, of))


def read(text: str) -> list[dict[str, str]]:
    return list(csv_reader.DictReader(io.StringIO(text, newline="")))


def test_the_summary_begins_with_the_accuracy_and_has_intervals() -> None:
    made = summed(rows())
    assert made.startswith("### `arithmetic`: 20.0 % right\n")
    assert "| accuracy | 20.0 % | 3.6 to 62.4 % |" in made
    assert "Of 5 items 1 are right, 1 wrong, 1 abstained, 1 could not be judged, 1 failed." in made


@pytest.mark.parametrize(
    ("problems", "ends"),
    [
        ([], ", 0 failed."),
        (["no"], ", 0 failed; 1 row could not be used."),
        (["no"] * 2, "; 2 rows could not be used."),
    ],
)
def test_the_summary_counts_the_rows_that_could_not_be_used(problems: list[str], ends: str) -> None:
    made = summed([row(1)], suite={"name": "x", "problems": problems})
    assert next(line for line in made.splitlines() if line.startswith("Of 1 items")).endswith(ends)


def test_the_worst_groups_are_folded_away_worst_first() -> None:
    folded = re.search(r"<details>.*</details>", summed(rows()), re.DOTALL)
    assert folded
    assert [line.split("|")[1].strip() for line in folded[0].splitlines() if "`" in line] == [
        "language `zh`",
        "language `en`",
    ]


def test_a_single_group_is_no_comparison() -> None:
    assert "<details>" not in summed([row(1, language="en")])


def test_names_are_no_markup() -> None:
    name = "x`|<b>\n# [a](http://b) @c"
    made = summed([row(1, language="en"), row(2, language=name)], suite={"name": name}, model=name)
    spans = re.findall(r"`([^`]*)`", made)
    assert spans.count("x'\\|<b> # [a](http://b) @c") == 3
    assert not re.search(r"[<\[@]", re.sub(r"`[^`]*`|</?(details|summary)>", "", made))


@pytest.mark.parametrize(
    "known",
    [{}, {"n": 0, "accuracy": None}, {"latency_seconds": None, "by_language": [{}, {}], "savings": 3}],
)
def test_what_the_statistics_lack_is_left_out(known: Row) -> None:
    assert markdown({}, known).startswith("### `a run`: – right\n")


def test_the_same_run_makes_the_same_summary() -> None:
    assert (summed(rows()), csv(rows())) == (summed(rows()), csv(rows()))


def test_the_table_has_a_line_for_every_item() -> None:
    found = read(csv(rows()))
    assert [one["verdict"] for one in found] == ["right", "wrong", "abstained", "unknown", "failed"]
    assert list(found[0]) == list(COLUMNS)
    assert (
        found[0]
        | {"gold": "4", "answer": "4", "value": "1.0", "confidence": "0.9", "tokens": "20", "seconds": "1.0"}
        == found[0]
    )
    assert [found[2]["answer"], found[2]["reason"]] == ["", "not sure"]
    assert found[4]["reason"] == "no answer from the server"


def test_several_golds_stand_in_one_cell() -> None:
    assert read(csv([row(1, gold=["4", "four"])]))[0]["gold"] == "4\nfour"


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1+1", "-1e5x"],
)
def test_no_text_is_computed_by_a_spreadsheet(text: str) -> None:
    (found,) = read(csv([row(1, answer=text, question=text)]))
    assert found["answer"].startswith("'")
    assert found["question"].startswith("'")


@pytest.mark.parametrize("text", ["-4", "+7", "-0.5", "4 = 4", "a-b"])
def test_numbers_and_plain_texts_stay_as_they_are(text: str) -> None:
    assert read(csv([row(1, answer=text)]))[0]["answer"] == text


@pytest.mark.parametrize(
    "text", ['a "quoted", one', "two\nlines", "car\rriage\r\nreturn", "nul\x00", "half \ud800", "中文"]
)
def test_any_text_is_one_cell(text: str) -> None:
    made = csv([row(1, answer=text), row(2)])
    assert [one["id"] for one in read(made)] == ["1", "2"]
    assert made.encode("utf-8")
