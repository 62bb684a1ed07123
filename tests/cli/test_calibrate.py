import json
import random
from pathlib import Path
from typing import Any

import pytest

from cli_support import Cli
from reasoner.confidence.calibration import parse

PIPELINE = """\
stages:
  - {{stage: think, samples: 5}}
  - {{stage: vote, by: {by}}}
  - {{stage: accept, {accept}}}
"""
SYSTEMS = {"a": 0.95, "b": 0.6, "c": 0.6, "d": 0.6, "e": 0.6}
"""How often each system of the recording is right; b to e err in the same way."""


def recording(name: str, count: int, seed: int = 0) -> None:
    draw = random.Random(seed)
    rows = []
    for number in range(count):
        shared = draw.random()
        right = {system: (draw.random() if system == "a" else shared) < p for system, p in SYSTEMS.items()}
        samples = [
            {"text": f"The answer is {number if ok else number + 1000}.", "source": system}
            for system, ok in right.items()
        ]
        rows.append({"question": f"What is {seed} and {number}?", "gold": str(number), "samples": samples})
    write(name, *rows)


def write(name: str, *rows: object) -> None:
    Path(name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


def run(
    cli: Cli, out: str, source: str = "rec.jsonl", by: str = "majority", accept: str = "min_confidence: 0"
) -> None:
    Path("p.yaml").write_text(PIPELINE.format(by=by, accept=accept))
    ran = cli(
        "run", "p.yaml", "--model", f"replay:{source}", "--input", source, "--output", out, "--overwrite"
    )
    assert ran.code == 0, ran.err


@pytest.fixture
def made(cli: Cli) -> Cli:
    """A run of 60 questions with their golds, in run.jsonl."""
    recording("rec.jsonl", 60)
    run(cli, "run.jsonl")
    return cli


def test_a_run_with_golds_becomes_a_calibration(made: Cli) -> None:
    ran = made("calibrate", "run.jsonl", "--out", "cal.json", "--max-error", "0.2")
    assert ran.code == 0
    assert "think > vote; recording; effort medium: 60 questions" in ran.out
    assert "a vote is worth, in log-odds: a +" in ran.out
    assert "run.jsonl: 60 questions were learned from." in ran.err
    (fit,) = parse(Path("cal.json").read_bytes(), "cal.json").data.fits
    assert (fit.rows, fit.model, len(fit.trail)) == (60, "recording", 2)
    assert fit.weights["source:a"] == max(fit.weights.values())
    assert sum(fit.weighted.right) > sum(fit.as_voted.right)
    assert fit.race is not None


def test_with_json_the_report_is_one_object_and_nothing_else_is_on_stdout(made: Cli) -> None:
    ran = made("calibrate", "run.jsonl", "--out", "cal.json", "--max-error", "0.3", "--json")
    told = json.loads(ran.out)
    (fit,) = told["fits"]
    assert [bound["max_error"] for bound in fit["weighted"]["bounds"]] == [0.02, 0.05, 0.1, 0.2, 0.3]
    assert fit["weighted"]["accuracy"] > fit["as_voted"]["accuracy"] == fit["raw"]["accuracy"]
    assert set(fit["raw"]["accuracy_at_coverage"]) == {"0.5", "0.8", "0.9"}
    assert next(iter(fit["sources"])) == "a"
    assert told["left_out"] == {}


def test_the_same_run_makes_the_same_file(made: Cli) -> None:
    for name in ("one.json", "two.json"):
        assert made("calibrate", "run.jsonl", "--out", name).code == 0
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_golds_come_from_a_file_of_their_own_by_question(made: Cli) -> None:
    rows = read("rec.jsonl")
    write("bare.jsonl", *({key: row[key] for key in ("question", "samples")} for row in rows))
    run(made, "bare_run.jsonl", "bare.jsonl")
    write("g.jsonl", *({"question": row["question"] + " ", "answer": int(row["gold"])} for row in rows[:50]))
    ran = made("calibrate", "bare_run.jsonl", "--gold", "g.jsonl", "--out", "cal.json")
    assert ran.code == 0
    assert "bare_run.jsonl: 50 questions were learned from." in ran.err
    assert "left out: 10 rows without a known answer." in ran.err


def test_copies_of_the_rows_change_nothing_but_a_line_that_counts_them(made: Cli) -> None:
    rows = read("run.jsonl")
    spaced = [row | {"question": row["question"] + "\n "} for row in rows]
    write("copies.jsonl", *rows, *spaced, *rows)
    once = made("calibrate", "run.jsonl", "--out", "once.json")
    often = made("calibrate", "copies.jsonl", "--out", "often.json")
    assert often.out == once.out
    assert "copies: 120 rows ask a question again; each question counts once." in often.err


def test_a_bound_just_below_one_is_written_as_it_was_given(made: Cli) -> None:
    ran = made("calibrate", "run.jsonl", "--out", "cal.json", "--max-error", "0.9999999999")
    assert "use it as accept: {max_error: 0.9999999999, calibration: cal.json}" in ran.err
    assert "at most 99.99999999 % wrong" in ran.out
    run(made, "new_run.jsonl", accept="max_error: 0.9999999999, calibration: cal.json")


def test_a_calibration_of_other_stages_is_refused_once_and_not_for_every_row(made: Cli) -> None:
    assert made("calibrate", "run.jsonl", "--out", "cal.json").code == 0
    Path("p.yaml").write_text(PIPELINE.format(by="borda", accept="max_error: 0.1, calibration: cal.json"))
    ran = made(
        "run", "p.yaml", "--model", "replay:rec.jsonl", "--input", "rec.jsonl", "--output", "new.jsonl"
    )
    assert (ran.code, ran.err.count("error:"), read("new.jsonl")) == (2, 1, [])
    assert "error: accept: cal.json was fitted behind other stages (vote:" in ran.err


def test_a_folder_with_items_is_a_run_too(made: Cli) -> None:
    Path("folder").mkdir()
    Path("run.jsonl").rename("folder/items.jsonl")
    assert made("calibrate", "folder", "--out", "cal.json").code == 0


def test_a_run_folder_of_another_format_is_refused(made: Cli) -> None:
    Path("folder").mkdir()
    Path("run.jsonl").rename("folder/items.jsonl")
    Path("folder/run.json").write_text('{"format": 2, "version": "9.1"}')
    ran = made("calibrate", "folder", "--out", "cal.json")
    assert (ran.code, ran.err.count("\n"), Path("cal.json").exists()) == (2, 1, False)
    assert ran.err.startswith("error: folder/run.json: written by reasoner 9.1 in the format 2; this version")


def test_a_bound_holds_on_other_questions_with_accept_and_with_a_weighted_vote(cli: Cli) -> None:
    recording("rec.jsonl", 150)
    recording("new.jsonl", 150, seed=1)
    golds = {row["question"]: row["gold"] for row in read("new.jsonl")}
    for by, weigh in (("majority", ""), ("weighted", ", calibration: cal.json")):
        run(cli, "run.jsonl", by=by)
        assert (
            cli("calibrate", "run.jsonl", "--out", "cal.json", "--max-error", "0.2", "--overwrite").code == 0
        )
        run(cli, "new_run.jsonl", "new.jsonl", by + weigh, "max_error: 0.2, calibration: cal.json")
        rows = read("new_run.jsonl")
        answered = [row for row in rows if row["outcome"] == "answered"]
        assert {row["confidence_kind"] for row in rows} == {"calibrated"}
        assert len(answered) > 75
        assert sum(row["answer"] != golds[row["question"]] for row in answered) <= 0.2 * len(answered)


def test_a_bound_that_cannot_be_met_is_said_and_no_failure_and_accept_abstains(made: Cli) -> None:
    ran = made("calibrate", "run.jsonl", "--out", "cal.json", "--max-error", "0.01")
    assert ran.code == 0
    assert "as voted: at most 1 % wrong cannot be shown to hold on this run; accept" in ran.out
    run(made, "new_run.jsonl", accept="max_error: 0.01, calibration: cal.json")
    assert {row["outcome"] for row in read("new_run.jsonl")} == {"abstained"}
    reason = "on 60 questions no confidence was found from which on at most 1 % of the answers are wrong"
    assert read("new_run.jsonl")[0]["reason"] == reason


@pytest.mark.parametrize(("gold", "accuracy"), [("{number}", 1.0), ("none of these", 0.0)])
def test_all_right_and_all_wrong_are_no_error(cli: Cli, gold: str, accuracy: float) -> None:
    rows = [
        {
            "question": f"{n}?",
            "gold": gold.format(number=n),
            "samples": [{"text": f"The answer is {n}."}] * 2,
        }
        for n in range(30)
    ]
    write("rec.jsonl", *rows)
    run(cli, "run.jsonl")
    ran = cli("calibrate", "run.jsonl", "--out", "cal.json", "--as", "auto", "--json")
    assert ran.code == 0
    (fit,) = json.loads(ran.out)["fits"]
    assert (fit["raw"]["accuracy"], fit["raw"]["auroc"]) == (accuracy, None)


def test_samples_without_answers_are_questions_without_a_right_one(cli: Cli) -> None:
    rows = [{"question": f"{n}?", "gold": "1", "samples": [{"text": ""}]} for n in range(20)]
    write("rec.jsonl", *rows)
    run(cli, "run.jsonl")
    ran = cli("calibrate", "run.jsonl", "--out", "cal.json")
    assert ran.code == 0
    assert "accuracy as voted: 0.0 %" in ran.out


def test_rows_with_an_error_are_left_out_and_counted(made: Cli) -> None:
    rows = [*read("run.jsonl"), {"question": "?", "error": "line 61: it broke"}]
    write("run.jsonl", *rows)
    assert "left out: 1 row with an error." in made("calibrate", "run.jsonl", "--out", "cal.json").err


def test_each_pipeline_gets_its_own_fit_if_it_has_enough_rows(made: Cli) -> None:
    rows = read("run.jsonl")
    others = [row | {"trail": [*row["trail"], "cite:1"]} for row in rows[:25]]
    few = [row | {"effort": "high"} for row in rows[:5]]
    write("run.jsonl", *rows, *others, *few)
    ran = made("calibrate", "run.jsonl", "--out", "cal.json")
    assert ran.code == 0
    assert [fit.rows for fit in parse(Path("cal.json").read_bytes(), "cal.json").data.fits] == [60, 25]
    assert "left out: 5 questions of think > vote; recording; effort high, too few for a fit." in ran.err


def test_a_file_that_is_there_is_only_replaced_when_told_so(made: Cli) -> None:
    Path("cal.json").write_text("mine")
    ran = made("calibrate", "run.jsonl", "--out", "cal.json")
    assert (ran.code, Path("cal.json").read_text()) == (2, "mine")
    assert ran.err == "error: cal.json: is there already; give another --out, or --overwrite.\n"
    assert made("calibrate", "run.jsonl", "--out", "cal.json", "--overwrite").code == 0
    assert Path("cal.json").read_text() != "mine"
    assert not [path for path in Path().iterdir() if path.name.startswith(".cal")]


def edited(**changes: object) -> list[dict[str, Any]]:
    return [{**row, **changes} for row in read("run.jsonl")]


def without(key: str) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != key} for row in read("run.jsonl")]


def whole() -> str:
    return Path("run.jsonl").read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (lambda: "", "run.jsonl: no rows in it"),
        (lambda: whole()[:-400], "run.jsonl:60: the last row is not whole, as if the run was broken off; "),
        (lambda: whole().replace('"confidence": ', '"confidence": NaN, "x": ', 1), "run.jsonl:1: not JSON: NaN"),
        (lambda: '{"question": "?", "gold": "1"}\n', "run.jsonl:1: no row of `reasoner run --input`: at 'outcome'"),
        (lambda: Path("rec.jsonl").read_text(), "run.jsonl:1: no row of `reasoner run --input`"),
        (lambda: "[1, 2]\n", "run.jsonl:1: not a JSON object"),
        (lambda: "\x00\x01binary", "run.jsonl: not UTF-8 text"),
        (lambda: without("gold"), "run.jsonl: no row has a known answer under 'gold'; give them with --gold FILE."),
        (lambda: edited(gold={"a": 1}), "run.jsonl:1: 'gold' is neither text, a number"),
        (lambda: edited(gold=" "), "run.jsonl:1: 'gold' is empty"),
        (lambda: edited(trail=[]), "run.jsonl: it is of a pipeline without the stage accept; add {stage: accept, "),
        (lambda: read("run.jsonl")[:19], "run.jsonl: 19 graded questions are too few; give at least 20."),
        (
            lambda: read("run.jsonl")[:10] * 9,
            "run.jsonl: 10 graded questions (copies of a question count once) are too few; give at least 20.",
        ),
        (
            lambda: [*read("run.jsonl"), read("run.jsonl")[1] | {"gold": "other"}],
            "run.jsonl:61: the question of line 2 with another known answer; keep one.",
        ),
        (
            lambda: [row | {"effort": effort} for row in read("run.jsonl")[:18] for effort in ("low", "high")],
            "run.jsonl: 18 graded questions of one pipeline, model and effort (2 are in it) are too few; ",
        ),
        (lambda: edited(error="line 1: no", outcome=None), "run.jsonl:1: no row of"),
    ],
)  # fmt: skip
def test_what_cannot_be_learned_from_is_refused_in_one_line(made: Cli, text: Any, says: str) -> None:
    content = text()
    if isinstance(content, str):
        Path("run.jsonl").write_text(content)
    else:
        write("run.jsonl", *content)
    ran = made("calibrate", "run.jsonl", "--out", "cal.json")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: {says}")
    assert not Path("cal.json").exists()


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([{"question": "?"}], "g.jsonl:1: the row has no 'gold', 'answer' or 'answers'; add one."),
        ([{"question": "?", "answers": []}], "g.jsonl:1: 'answers' is neither text"),
        ([{"answer": "1"}], "g.jsonl:1: the row has no 'question'; add it."),
        (
            [{"question": "?", "answer": "1"}, {"question": "?", "answer": "2"}],
            "g.jsonl:2: the question of line 1 with another known answer; keep one.",
        ),
        (
            [{"question": "?", "answer": "1", "outcome": "answered", "candidates": []}],
            "g.jsonl:1: its 'answer' is what a run said, not what is right; give the file of the questions.",
        ),
        ([{"question": "?", "answer": "1"}], "run.jsonl: g.jsonl knows none of its questions; "),
    ],
)
def test_golds_that_will_not_do_are_refused_in_one_line(made: Cli, rows: list[object], says: str) -> None:
    write("run.jsonl", *without("gold"))
    write("g.jsonl", *rows)
    ran = made("calibrate", "run.jsonl", "--gold", "g.jsonl", "--out", "cal.json")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith(f"error: {says}")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run.jsonl", "--out", "no/cal.json"), "no/cal.json: there is no folder "),
        (("run.jsonl", "--out", ""), "--out is empty; name the file for the calibration."),
        (("run.jsonl", "--out", "."), ".: is a folder; give a file as --out."),
        (("run.jsonl", "--out", "/dev/null", "--overwrite"), "/dev/null: is no file; give a file as --out."),
        (("run.jsonl", "--out", "./run.jsonl", "--overwrite"), "./run.jsonl: is read as well; give another --out."),
        (("nothing.jsonl", "--out", "cal.json"), "nothing.jsonl: cannot read it: "),
        (("run.jsonl", "--out", "cal.json", "--max-error", "0"), "reasoner calibrate: invalid value for '--max-error'"),
        (("run.jsonl", "--out", "cal.json", "--max-error", "5"), "reasoner calibrate: invalid value for '--max-error'"),
        (("run.jsonl", "--out", "cal.json", "--max-error", "nan"), "reasoner calibrate: invalid value for '--max-error'"),
        (("run.jsonl",), "reasoner calibrate: missing option '--out'"),
    ],
)  # fmt: skip
def test_flags_that_will_not_do_are_refused_in_one_line(
    made: Cli, arguments: tuple[str, ...], says: str
) -> None:
    ran = made("calibrate", *arguments)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith(f"error: {says}")


@pytest.mark.parametrize(
    ("accept", "text", "says"),
    [
        ("max_error: 0.1, calibration: cal.json", None, "no calibration 'cal.json'"),
        ("max_error: 0.1, calibration: cal.json", lambda text: text[:-30], "'cal.json' is no calibration: invalid json"),
        ("max_error: 0.1, calibration: cal.json", lambda _: '{"a": 1}', "'cal.json' is no calibration: at '"),
        (
            "max_error: 0.1, calibration: cal.json",
            lambda text: text.replace('"none": ', '"none": 1000, "x": ', 1),
            "4:37: stages[2] (accept): 'cal.json' is no calibration: at 'fits.0.weights.none': ",
        ),
        ("max_error: 0.1", None, "'max_error' needs the key 'calibration'"),
        ("max_error: 2, calibration: cal.json", lambda text: text, "max_error is 2; it must be less than 1.0."),
    ],
)  # fmt: skip
def test_a_pipeline_with_a_file_that_is_no_calibration_names_the_place(
    made: Cli, accept: str, text: Any, says: str
) -> None:
    made("calibrate", "run.jsonl", "--out", "made.json")
    if text is not None:
        Path("cal.json").write_text(text(Path("made.json").read_text()))
    Path("p.yaml").write_text(PIPELINE.format(by="majority", accept=accept))
    ran = made("validate", "p.yaml")
    assert ran.code == 2
    assert ran.err.startswith("error: p.yaml:4:")
    assert says in ran.err
