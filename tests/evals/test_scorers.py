from pathlib import Path
from typing import Any

import pytest

from reasoner.errors import InputError
from reasoner.evals import scorers
from reasoner.evals.item import Item, RightCall, Score
from reasoner.evals.scorers import SCORERS, scorer, votes_right
from reasoner.pipeline import make_pipeline
from reasoner.stages.detect_intent import DetectIntent
from support import ROOT, SANDBOX, context

PROGRAM = "```python\nprint(42)\n```"
HANDBOOK = ROOT / "knowledge" / "handbook" / "documents" / "getting-started.md"


def row(answer: str | None, **more: Any) -> dict[str, Any]:
    """What a pipeline made of a question, as far as scorers look at it; no answer is an abstention."""
    outcome = "abstained" if answer is None else "answered"
    return {"outcome": outcome, "answer": answer, "citations": [], "votes": [], "intent": None, **more}


def citation(quote: str, start: int = 0, source: str = "a.md") -> dict[str, Any]:
    return {
        "quote": quote,
        "source": source,
        "start": start,
        "end": start + len(quote),
        "line": 1,
        "page": None,
    }


def judged(name: str, golds: tuple[str, ...], answer: str | None, options: tuple[str, ...] = ()) -> Score:
    return scorer(name)(Item("1", "q?", golds=golds, options=options), row(answer), SANDBOX)


@pytest.mark.parametrize(
    ("name", "gold", "answer", "verdict"),
    [
        ("math", "1/2", "0.5", "right"),
        ("math", "1/2", "The answer is \\boxed{\\frac{2}{4}}.", "right"),
        ("math", "1/2", "2", "wrong"),
        ("math", "1/2", "I don't know.", "wrong"),
        ("math", "42", PROGRAM, "unknown"),
        ("exact", "Mercury", "mercury.", "right"),
        ("exact", "Mercury", "The answer is Mercury.", "right"),
        ("exact", "Mercury", "Venus", "wrong"),
        ("exact", "yes", "Yes, because it floats.", "right"),
        ("exact", "yes", "True", "right"),
        ("exact", "no", "Yes", "wrong"),
        ("exact", "no", "不是", "right"),
        ("exact", "是", "对不起，我不知道。", "wrong"),
        ("f1", "是", "对不起，我不知道。", "wrong"),
        ("exact", "否", "否则不行", "wrong"),
        ("f1", "否", "否则不行", "wrong"),
        ("exact", "yes", "No doubt, yes", "right"),
        ("f1", "no", "No doubt, yes", "wrong"),
        ("f1", "Paris", "It is Paris.", "right"),
        ("f1", "Paris", "Parisian cafés", "wrong"),
        ("f1", "no", "There is no way to say yes", "wrong"),
        ("f1", "石头", "由石头砌成", "right"),
    ],
)  # fmt: skip
def test_an_answer_is_right_wrong_or_unknown(name: str, gold: str, answer: str, verdict: str) -> None:
    assert judged(name, (gold,), answer).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("B", "right"),
        ("(b)", "right"),
        ("The answer is (B).", "right"),
        ("B) 22", "right"),
        ("22", "right"),
        ("22.0", "right"),
        ("A", "wrong"),
        ("21", "wrong"),
        (r"\text{B}", "right"),
        (r"$\mathrm{B}$", "right"),
        (r"\textbf{(B)}", "right"),
        (r"\text{A}", "wrong"),
        ("7", "wrong"),
        ("E", "wrong"),
        (PROGRAM, "unknown"),
    ],
)
def test_a_choice_is_named_by_its_letter_or_by_what_it_says(answer: str, verdict: str) -> None:
    assert judged("choice", ("B",), answer, ("21", "22", "23")).verdict == verdict
    assert judged("choice", ("22",), answer, ("21", "22", "23")).verdict == verdict


def test_a_value_that_two_options_have_is_unknown() -> None:
    assert judged("choice", ("A",), "0.50", ("1/2", "2/4", "3")).verdict == "unknown"


def test_the_value_is_the_best_f1_over_the_known_answers() -> None:
    score = judged("f1", ("Rome", "Paris, France"), "in Paris, France, since 1889")
    assert (score.verdict, score.reason) == ("right", "a known answer stands in it")
    assert score.value == pytest.approx(4 / 7)


@pytest.mark.parametrize("name", sorted({*SCORERS} - {"intent"}))
def test_a_refusal_is_right_only_where_there_is_no_answer(name: str) -> None:
    item, no_answer = Item("1", "q?", golds=("4",)), Item("1", "q?", answerable=False)
    judge = scorer(name)
    assert judge(item, row(None), SANDBOX).verdict == "abstained"
    assert judge(no_answer, row(None), SANDBOX) == Score("right", 1.0, "right to refuse: there is no answer")
    assert judge(no_answer, row("I don't know."), SANDBOX).verdict == "right"
    assert judge(no_answer, row("4"), SANDBOX) == Score("wrong", 0.0, "wrong to answer: there is no answer")


def test_abstention_judges_whether_it_answers_not_what_it_says() -> None:
    item, judge = Item("1", "q?", golds=("4",)), scorer("abstention")
    assert judge(item, row("5"), SANDBOX) == Score("right", 1.0, "right to answer")
    assert judge(item, row("This cannot be determined."), SANDBOX).verdict == "abstained"


@pytest.mark.parametrize(
    ("answer", "cited", "verdict"),
    [
        ("Python 3.11 or newer is needed.", ("Python 3.11 or newer is needed.",), "right"),
        ("Python 3.11\nor newer is needed.", ("Python 3.11 or  newer is needed.",), "right"),
        ("Python 3.11 or newer is needed.", (), "wrong"),
        ("Python 3.11 or newer is needed.", ("Another sentence.",), "wrong"),
        ("Python 3.12 is needed.", ("Python 3.12 is needed.",), "wrong"),
    ],
)
def test_a_quote_is_right_if_it_is_verbatim_and_has_the_answer(
    answer: str, cited: tuple[str, ...], verdict: str
) -> None:
    found = row(answer, citations=[citation(quote) for quote in cited])
    assert scorer("quote")(Item("1", "q?", golds=("3.11 or newer",)), found, SANDBOX).verdict == verdict


def test_the_value_of_citations_is_the_share_that_holds() -> None:
    page = HANDBOOK.read_text(encoding="utf-8")
    here, name = page[10:40], HANDBOOK.name
    cases: list[tuple[list[dict[str, Any]], str, float]] = [
        ([citation(here, 10, name)], "right", 1.0),
        ([citation(here, 10, name), citation(here + " not there", 10, name)], "wrong", 0.5),
        ([citation(here, 10, name) | {"end": 12}], "wrong", 0.0),
        ([citation("of something else", 0, name)], "wrong", 0.0),
        ([], "wrong", 0.0),
    ]
    for cited, verdict, value in cases:
        found = row(here, citations=cited, collection="handbook")
        score = scorer("citations")(Item("1", "q?", golds=("x",)), found, SANDBOX)
        assert (score.verdict, score.value) == (verdict, value), cited


NEEDED = (RightCall("convert", "16.09344"), RightCall("date", "2024-03-20"), RightCall("calculator", "84"))


def made(*calls: tuple[str, str, bool]) -> list[dict[str, Any]]:
    """Calls of tools as a candidate has them: the tool, its result, and whether it ended well."""
    return [{"call": {"tool": tool}, "result": result, "ok": ok} for tool, result, ok in calls]


@pytest.mark.parametrize(
    ("calls", "share"),
    [
        (
            [
                ("convert", "16.09344 km", True),
                ("date", "2024-03-20, a Wednesday", True),
                ("calculator", "84", True),
            ],
            1.0,
        ),
        (
            [("convert", "16.09344 km", True), ("search", "nothing", True), ("calculator", "84.0", True)],
            2 / 3,
        ),
        ([("calculator", "84", True), ("convert", "16.09344 km", True)], 1 / 3),
        ([("convert", "16.1 km", True), ("date", "2024-03-21", True)], 0.0),
        ([("convert", "16.09344", False), ("calculator", "16.09344", True)], 0.0),
        ([], 0.0),
    ],
)
def test_the_value_of_tools_is_the_share_of_the_calls_that_were_needed(
    calls: list[tuple[str, str, bool]], share: float
) -> None:
    item = Item("1", "q?", golds=("84",), calls=NEEDED)
    candidates = [{"calls": []}, {"calls": made(*calls)}]
    for answer, verdict in (("84", "right"), ("85", "wrong"), (None, "abstained")):
        score = scorer("tools")(item, row(answer, candidates=candidates, votes=[{"members": [1]}]), SANDBOX)
        assert score.verdict == verdict
        assert score.value == pytest.approx(share)


@pytest.mark.parametrize(
    ("gold", "answer", "verdict"),
    [
        ("9405", "It is 9405.", "right"),
        ("2024-03-20", "March 20, 2024", "right"),
        ("Wednesday", "It was a Wednesday.", "right"),
        ("98 MB", "The default model has 98 MB.", "right"),
        ("Wednesday", "It was a Thursday.", "wrong"),
        ("9405", "9406", "wrong"),
        ("2024-03-20", "2001", "wrong"),
    ],
)
def test_an_answer_of_tools_is_right_as_mathematics_or_in_words(gold: str, answer: str, verdict: str) -> None:
    assert judged("tools", (gold,), answer).verdict == verdict


def test_the_intent_is_right_wrong_or_not_detected() -> None:
    item, judge = Item("1", "7*8", intent="expression"), scorer("intent")
    detected = make_pipeline("intent", [DetectIntent()]).run("7*8", context=context()).as_dict()
    assert judge(item, detected, SANDBOX).verdict == "right"
    assert (
        judge(Item("1", "7*8", intent="chat"), detected, SANDBOX).reason == "'expression' instead of 'chat'"
    )
    assert judge(item, row("56"), SANDBOX).verdict == "unknown"


def test_each_class_of_the_vote_is_judged_as_if_it_were_the_answer() -> None:
    found = row(None, votes=[{"answer": answer} for answer in ("0.5", "2", PROGRAM)])
    assert votes_right(Item("1", "q?", golds=("1/2",)), found, SANDBOX, scorer("math")) == [True, False, None]
    assert votes_right(Item("1", "q?", answerable=False), found, SANDBOX, scorer("math")) == [
        False,
        False,
        False,
    ]
    assert votes_right(Item("1", "q?", golds=("0.5",)), found, SANDBOX, scorer("quote")) == [
        True,
        False,
        False,
    ]
    assert votes_right(Item("1", "q?", intent="chat"), found, SANDBOX, scorer("intent")) == [None, None, None]


OWN = """
from reasoner.evals.item import Score

def length(item, row, sandbox):
    return Score("right", 0.5, item.id) if len(row["answer"]) == 1 else Score("wrong", 0.0)

def truth(item, row, sandbox):
    return row["answer"] in item.golds

def share(item, row, sandbox):
    return 0.25

def nothing(item, row, sandbox):
    return None

def fails(item, row, sandbox):
    return row["no such key"]

def maybe(item, row, sandbox):
    return Score("maybe", 0.5)

def listed(item, row, sandbox):
    return Score(["right"], 1.0)

def much(item, row, sandbox):
    return Score("right", 7)

def nan(item, row, sandbox):
    return Score("right", float("nan"))

def text(item, row, sandbox):
    return Score("right", "1")

def plain(item, row, sandbox):
    return Score("right", True, 3)

def changes(item, row, sandbox):
    row["answer"] = "5"
    row["votes"].append("x")
    return True
"""


@pytest.mark.parametrize(
    ("function", "score"),
    [
        ("length", Score("right", 0.5, "1")),
        ("truth", Score("right", 1.0, "truth")),
        ("share", Score("wrong", 0.25, "share")),
        (
            "nothing",
            Score("unknown", 0.0, "the scorer gave None, neither a Score, a truth value nor a share"),
        ),
        ("fails", Score("unknown", 0.0, "the scorer failed: KeyError: 'no such key'")),
        (
            "maybe",
            Score(
                "unknown",
                0.0,
                "the scorer gave the verdict 'maybe', none of right, wrong, unknown, abstained",
            ),
        ),
        (
            "listed",
            Score(
                "unknown",
                0.0,
                "the scorer gave the verdict ['right'], none of right, wrong, unknown, abstained",
            ),
        ),
        ("much", Score("unknown", 0.0, "the scorer gave the value 7, no number between 0 and 1")),
        ("nan", Score("unknown", 0.0, "the scorer gave the value nan, no number between 0 and 1")),
        ("text", Score("unknown", 0.0, "the scorer gave the value '1', no number between 0 and 1")),
        ("plain", Score("right", 1.0, "3")),
    ],
)
def test_a_scorer_may_be_a_function_of_ones_own(tmp_path: Path, function: str, score: Score) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    judge = scorer(scorers.resolve(f"own.py:{function}", tmp_path))
    assert judge(Item("1", "q?", golds=("4",)), row("4"), SANDBOX) == score


def test_a_scorer_of_ones_own_cannot_change_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    kept = row("4")
    judge = scorer(scorers.resolve("own.py:changes", tmp_path))
    assert judge(Item("1", "q?"), kept, SANDBOX).verdict == "right"
    assert kept == row("4")


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("own.py:lenght", OWN, "own.py: no function 'lenght'; did you mean 'length'?"),
        ("own.py:judge", "def judge(:", "own.py: cannot load this scorer: SyntaxError"),
        ("other.py:judge", "", "no file 'other.py'"),
        ("quotes", "", "no scorer 'quotes'; did you mean 'quote'?"),
    ],
)
def test_a_scorer_that_is_not_there_is_one_line(tmp_path: Path, name: str, code: str, says: str) -> None:
    (tmp_path / "own.py").write_text(code, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        scorer(scorers.resolve(name, tmp_path))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "item", "says"),
    [
        ("math", Item("1", "q", golds=("4", "???")), "the known answer '???' cannot be read"),
        ("math", Item("1", "q", golds=("4", r"\frac{")), r"the known answer '\frac{' cannot be read"),
        ("math", Item("1", "q", golds=("\\frac{1}{2}",)), ""),
        ("math", Item("1", "q", golds=("Evelyn",)), ""),
        ("math", Item("1", "q"), "no answer is known"),
        ("math", Item("1", "q", answerable=False), ""),
        (
            "choice",
            Item("1", "q", golds=("E",), options=("1", "2")),
            "the known answer 'E' is none of the options",
        ),
        ("choice", Item("1", "q", golds=("2",), options=("1", "2")), ""),
        ("intent", Item("1", "q"), "no intent is known"),
        ("abstention", Item("1", "q"), ""),
        ("citations", Item("1", "q"), ""),
    ],
)
def test_what_a_scorer_could_not_judge_by_has_a_fault(name: str, item: Item, says: str) -> None:
    assert scorers.fault(item, name) == says
