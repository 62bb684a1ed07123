import json
from pathlib import Path

import pytest

from reasoner import resources
from reasoner.errors import InputError
from reasoner.evals import suite
from reasoner.evals.item import Item
from reasoner.evals.items import Loaded, load
from reasoner.evals.overlap import contains, tokens
from reasoner.pipeline import make_pipeline
from reasoner.stages.solve import Solve
from reasoner.stages.vote import Vote
from reasoner.verification.equivalence import equal
from support import ROOT, SANDBOX, context

HUB = Path(__file__).parent / "data" / "hub"
NO_NETWORK = (
    "arithmetic_en", "arithmetic_zh", "handbook_en", "handbook_zh", "intents", "word_problems_en", "word_problems_zh",
)  # fmt: skip


@pytest.fixture(autouse=True)
def copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of a few invented rows instead of the data sets of the hub."""
    monkeypatch.setenv("REASONER_DATASETS", str(HUB))


def loaded(folder: Path, *rows: object, keys: str = "scorer: math", limit: int | None = None) -> Loaded:
    """What a suite with these keys makes of the rows; a row that is text stands in the file as it is."""
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    (folder / "rows.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (folder / "mine.yaml").write_text(f"data: {{file: rows.jsonl}}\n{keys}\n", encoding="utf-8")
    return load(suite.read(str(folder / "mine.yaml")), limit)


def test_columns_of_the_usual_names_need_no_mapping(tmp_path: Path) -> None:
    row = {"id": "a", "question": "2+2?", "answer": 4, "difficulty": 1, "cluster": "c", "language": "en"}
    assert loaded(tmp_path, row).items == (
        Item("a", "2+2?", ("4",), language="en", difficulty="1", cluster="c"),
    )


@pytest.mark.parametrize(
    ("gold", "golds"),
    [
        ("4", ("4",)),
        (4, ("4",)),
        (4.0, ("4",)),
        (0.5, ("0.5",)),
        (True, ("yes",)),
        (["4", "four"], ("4", "four")),
        (["4", "4"], ("4",)),
        ({"text": ["4"], "answer_start": [0]}, ("4",)),
    ],
)
def test_known_answers_are_text_numbers_truth_or_lists(
    tmp_path: Path, gold: object, golds: tuple[str, ...]
) -> None:
    assert loaded(tmp_path, {"question": "q", "gold": gold}, keys="scorer: f1").items[0].golds == golds


def test_a_column_may_be_inside_another(tmp_path: Path) -> None:
    row = {"asked": {"text": "2+2?"}, "known.answer": "4"}
    found = loaded(tmp_path, row, keys="fields: {question: asked.text, gold: known.answer}\nscorer: math")
    assert found.items == (Item("1", "2+2?", ("4",)),)


def test_the_known_answer_stands_after_the_last_mark(tmp_path: Path) -> None:
    keys = "gold_after: '####'\nscorer: math"
    found = loaded(
        tmp_path, {"question": "q", "gold": "1 #### 2\n#### 3"}, {"question": "q", "gold": "4"}, keys=keys
    )
    assert found.items[0].golds == ("3",)
    assert found.problems == (f"{tmp_path}/rows.jsonl:2: no '####' before the known answer",)


@pytest.mark.parametrize(
    ("keys", "asked"),
    [
        ("", "Which?\nA) red\nB) blue"),
        ("fields: {context: about}\n", "A story.\n\nWhich?\nA) red\nB) blue"),
        ("template: '{question} ({mood})'\n", "Which? (glad)"),
        ("fields: {context: about}\ntemplate: \"{context}|{options}\"\n", "A story.|A) red\nB) blue"),
    ],
)  # fmt: skip
def test_the_question_is_made_of_its_parts(tmp_path: Path, keys: str, asked: str) -> None:
    row = {
        "question": "Which?",
        "about": "A story.",
        "mood": "glad",
        "options": ["A. red", "B. blue"],
        "gold": "B",
    }
    item = loaded(tmp_path, row, keys=f"{keys}scorer: choice").items[0]
    assert (item.question, item.options) == (asked, ("red", "blue"))


def test_a_letter_that_is_no_mark_of_the_option_stays(tmp_path: Path) -> None:
    row = {"question": "Which?", "options": ["A. red", "C. blue"], "gold": 0}
    item = loaded(tmp_path, row, keys="scorer: choice").items[0]
    assert (item.options, item.golds) == (("A. red", "C. blue"), ("A",))


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('{"question": ', "not JSON"),
        ("[1]", "not a JSON object"),
        ({"gold": "4"}, "no column 'question'; it has gold"),
        ({"question": " ", "gold": "4"}, "the question is empty"),
        ({"question": "q"}, "no answer is known"),
        ({"question": "q", "gold": []}, "no answer is known"),
        ({"question": "q", "gold": "???"}, "the known answer '???' cannot be read"),
        ({"question": "q", "gold": {"value": "4"}}, "a column has the keys value inside; name one with a dot"),
        ({"question": "q", "gold": "4", "answerable": "perhaps"}, "answerable is 'perhaps'; it must be true or false"),
        ({"question": "q", "gold": "4", "options": "4 or 5"}, "the options are '4 or 5'; they must be a list"),
        ({"question": "\ud800", "gold": "4"}, "it has characters that are not text"),
        ({"question": {"en": "q"}, "gold": "4"}, "a column has the keys en inside; name one with a dot"),
        ({"question": "q", "gold": "4", "id": "first"}, "the id 'first' comes twice"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_used_is_named_and_left_out(tmp_path: Path, row: object, says: str) -> None:
    found = loaded(tmp_path, {"id": "first", "question": "q", "gold": "4"}, row)
    assert [item.id for item in found.items] == ["first"]
    assert found.problems[0].startswith(f"{tmp_path}/rows.jsonl:2: {says}")


def test_a_question_without_an_answer_needs_no_known_one(tmp_path: Path) -> None:
    found = loaded(tmp_path, {"question": "q", "gold": "left over", "answerable": False})
    assert found.items == (Item("1", "q", answerable=False),)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ((), "it has no rows"),
        (({"question": "q"},), "none of its 1 rows can be used; .*rows.jsonl:1: no answer"),
    ],
)
def test_a_suite_with_nothing_to_ask_is_an_error(tmp_path: Path, rows: tuple[object, ...], says: str) -> None:
    with pytest.raises(InputError, match=f"suite 'mine': nothing to ask: .*{says}"):
        loaded(tmp_path, *rows)


@pytest.mark.parametrize(
    ("in_suite", "asked", "count"), [("", None, 4), ("limit: 3\n", None, 3), ("limit: 3\n", 2, 2)]
)
def test_a_limit_takes_the_first_that_can_be_used(
    tmp_path: Path, in_suite: str, asked: int | None, count: int
) -> None:
    rows = ["no row", *({"question": f"{i}+0?", "gold": i} for i in range(4))]
    found = loaded(tmp_path, *rows, keys=f"{in_suite}scorer: math", limit=asked)
    assert [item.golds[0] for item in found.items] == [str(i) for i in range(count)]
    assert len(found.problems) == 1


def test_a_shuffle_is_another_order_and_always_the_same(tmp_path: Path) -> None:
    rows = [{"question": "q", "gold": i} for i in range(20)]
    orders = [
        [item.id for item in loaded(tmp_path, *rows, keys=f"{key}scorer: math").items]
        for key in ("", "shuffle: 1\n", "shuffle: 1\n", "shuffle: 2\n")
    ]
    assert orders[1] == orders[2]
    assert len({tuple(order) for order in orders}) == 3
    assert all(sorted(order) == sorted(orders[0]) for order in orders)


@pytest.mark.parametrize(
    ("name", "golds", "more"),
    [
        ("gsm8k", [("7",), ("3",)], {"language": "en", "id": "1"}),
        ("math500", [("\\frac{1}{2}",), ("4",)], {"difficulty": "2", "id": "test/prealgebra/1.json"}),
        ("svamp", [("7.0",), ("15.0",)], {"question": "Otto baked 9 rolls. He ate 2 of them. How many rolls are left?"}),
        ("aqua", [("D",), ("B",)], {"options": ("5", "10", "15", "20", "25")}),
        ("cmath", [("4",), ("3",)], {"difficulty": "4", "language": "zh"}),
        ("mgsm", [("10",), ("4",)], {"question": "安娜有6支笔，又买了4支。她现在有几支笔？"}),
        ("gaokao", [("C",), ("A",)], {"options": ("2", "3", "4", "5")}),
        ("strategyqa", [("no",), ("yes",)], {"id": "a1"}),
        ("xquad_en", [("1712",), ("Aune", "the river Aune")], {"id": "x1"}),
        ("xquad_zh", [("1712年",), ("奥内河",)], {"question": "老磨坊位于奥内河畔，建于1712年。\n\n磨坊建于哪一年？"}),
        ("cmrc", [("三十米", "高三十米"), ("石头",)], {"id": "DEV_1_QUERY_0"}),
        ("hotpotqa", [("Norway",), ("yes",)], {"difficulty": "hard"}),
        ("triviaqa", [("Mercury", "Quicksilver"), ("Four", "4")], {"id": "tc_1"}),
        ("selfaware", [(), ("Mercury",)], {"answerable": False}),
        ("umwp", [(), ("5",)], {"answerable": False}),
        ("clinc150", [(), (), ()], {"intent": "oos"}),
        ("banking77", [(), ()], {"intent": "freeze_account"}),
    ],
)  # fmt: skip
def test_a_data_set_of_the_hub_is_read(
    name: str, golds: list[tuple[str, ...]], more: dict[str, object]
) -> None:
    found = load(suite.read(name), None, offline=True)
    assert found.problems == ()
    assert [item.golds for item in found.items] == golds
    assert {key: getattr(found.items[0], key) for key in more} == more


def test_the_context_of_a_question_has_all_of_its_pieces() -> None:
    asked = load(suite.read("hotpotqa"), 1).items[0].question
    assert asked.splitlines()[:3] == [
        "The Blue Door is a painting by Ada Holm.", "Ada Holm was born in Norway.", "She died in Spain.",
    ]  # fmt: skip


@pytest.mark.parametrize("name", NO_NETWORK)
def test_a_set_of_our_own_has_no_row_that_cannot_be_used(name: str) -> None:
    found = load(suite.read(name), None, offline=True)
    assert found.problems == ()
    assert len({item.question for item in found.items}) == len(found.items) >= 23


@pytest.mark.parametrize("kind", ["arithmetic", "word_problems"])
def test_the_same_problems_are_asked_in_both_languages(kind: str) -> None:
    english, chinese = (load(suite.read(f"{kind}_{language}"), None).items for language in ("en", "zh"))
    assert [item.golds for item in english] == [item.golds for item in chinese]
    assert len(english) == 60


def test_the_solver_comes_to_the_known_answers_of_arithmetic() -> None:
    pipeline = make_pipeline("solver", [Solve(), Vote()])
    for item in load(suite.read("arithmetic_en"), None).items:
        answer = pipeline.run(item.question, context=context()).state.votes[0].answer
        assert equal(item.golds[0], answer, SANDBOX, question=item.question).verdict == "equal", item.question


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_handbook_says_what_its_questions_ask(language: str) -> None:
    rows = (ROOT / "evals" / "data" / f"handbook_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    answered = [row for row in map(json.loads, rows) if row["answerable"]]
    assert answered
    for row in answered:
        page = (ROOT / "knowledge" / "handbook" / "documents" / row["source"]).read_text(encoding="utf-8")
        assert contains(tokens(page), tokens(row["answer"])), row["id"]


def test_every_bundled_suite_has_something_to_ask() -> None:
    for name in resources.bundled_suites():
        assert len(load(suite.read(name), 1, offline=True).items) == 1
