import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from reasoner.errors import KnowledgeError, ModelError, ReasonerError
from reasoner.evals import folder, harness, judges, scorers, suite
from reasoner.evals.harness import Harness, Plan
from reasoner.evals.item import Item, Score
from reasoner.models.journal import Journal
from reasoner.pipeline import make_pipeline, read_pipeline
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stage import Context, Stage
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import FieldName, State
from reasoner.verification.sandbox import Sandbox

ITEM = Item("a", "How many?", golds=("4",), language="en", difficulty="easy", cluster="c")


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    (tmp_path / "script.yaml").write_text("lines: [{say: [The answer is 4., The answer is 5.]}]")
    (tmp_path / "d.jsonl").write_text('{"question": "How many?", "gold": "4"}\n')
    pipeline = make_pipeline("p", [Think(samples=3), Vote()])
    settings = Settings(model=f"scripted:{tmp_path}/script.yaml")
    return Plan(suite.of_file(tmp_path / "d.jsonl", "math"), [ITEM], pipeline, "math", settings)


@pytest.fixture
def works(plan: Plan, tmp_path: Path) -> Iterator[Harness]:
    with Journal.open(tmp_path / "samples.jsonl") as journal, Runtime(plan.settings) as runtime:
        yield Harness(plan.pipeline, runtime, scorers.scorer("math"), journal)


def test_a_row_is_the_item_with_its_result_and_what_that_is_worth(works: Harness) -> None:
    row = works.row(ITEM)
    assert {key: row[key] for key in harness.known(ITEM)} == harness.known(ITEM)
    assert (row["outcome"], row["answer"], row["usage"]["samples"]) == ("answered", "4", 3)
    assert (row["score"]["verdict"], row["score"]["value"]) == ("right", 1.0)
    assert [
        (vote["answer"], right) for vote, right in zip(row["votes"], row["votes_right"], strict=True)
    ] == [
        ("4", True),
        ("5", False),
    ]


def test_every_sample_is_in_the_journal_under_its_item(works: Harness, tmp_path: Path) -> None:
    works.row(ITEM)
    works.row(replace(ITEM, id="b"))
    rows = [json.loads(line) for line in (tmp_path / "samples.jsonl").read_text().splitlines()]
    assert [(row["item"], row["index"]) for row in rows if "sample" in row] == [
        (i, j) for i in "ab" for j in range(3)
    ]


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (" ", "the question is empty; ask something."),
        ("x" * 100_001, "the question has 100001 characters; at most 100000 are allowed. Shorten it."),
    ],
)
def test_an_item_that_cannot_be_asked_is_a_row_with_an_error(
    works: Harness, question: str, says: str
) -> None:
    item = replace(ITEM, question=question)
    assert works.row(item) == harness.known(item) | {"error": says}


class Breaking(Stage):
    """A stage that raises."""

    writes = frozenset[FieldName]({"outcome"})
    stage: str = "breaking"
    opens: bool = False

    def run(self, state: State, context: Context) -> State:
        if self.opens:
            context.model("default")
        raise {"bug": ZeroDivisionError("by zero"), "model": ModelError("gone.")}.get(
            state.question, KnowledgeError("no collection 'x'.")
        )


@pytest.mark.parametrize(
    ("question", "opens", "error"),
    [("bug", False, "ZeroDivisionError: by zero"), ("model", True, "gone.")],
)
def test_a_failure_of_one_item_is_a_row_with_an_error(
    works: Harness, question: str, opens: bool, error: str
) -> None:
    works = replace(works, pipeline=make_pipeline("p", [Breaking(opens=opens)]))
    assert works.row(replace(ITEM, question=question))["error"] == error


@pytest.mark.parametrize(("question", "error"), [("model", ModelError), ("collection", KnowledgeError)])
def test_what_would_fail_with_every_item_is_raised(
    works: Harness, question: str, error: type[ReasonerError]
) -> None:
    works = replace(works, pipeline=make_pipeline("p", [Breaking()]))
    with pytest.raises(error):
        works.row(replace(ITEM, question=question))


def test_a_scorer_of_ones_own_sees_the_item_and_the_result(works: Harness) -> None:
    def judge(item: Item, row: judges.Row, sandbox: Sandbox) -> Score:
        return Score("unknown", 0.0, f"{item.id} {row['answer']}")

    row = replace(works, scorer=judge).row(ITEM)
    assert row["score"] == {"verdict": "unknown", "value": 0.0, "reason": "a 4"}
    assert row["votes_right"] == [None, None]


def test_a_run_folder_can_be_read_back(plan: Plan, works: Harness, tmp_path: Path) -> None:
    rows = [works.row(ITEM), works.row(replace(ITEM, id="b", question=" "))]
    (tmp_path / folder.RUN).write_text(json.dumps(plan.described("reasoner eval ...")))
    (tmp_path / folder.ITEMS).write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    run, read = folder.read(tmp_path)
    assert read == json.loads(json.dumps(rows))
    assert run["pipeline"]["yaml"].startswith("about: ")
    assert (run["suite"]["items"], run["model"], run["command"]) == (
        1,
        plan.settings.model,
        "reasoner eval ...",
    )


def test_the_same_plan_says_the_same_whenever_it_is_asked(plan: Plan) -> None:
    assert harness.difference(json.loads(json.dumps(plan.described("a"))), plan.described("b")) == ""


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        ({"version": "0.0.9"}, "its version is 0.0.9, not "),
        ({"suite": {"name": "d", "hash": "f" * 64}}, "its suite is 'd' (ffffffff…), not 'd' ("),
        ({"pipeline": {"name": "q", "hash": "0" * 64}}, "its pipeline is 'q' (00000000…), not 'p' ("),
        ({"model": "x"}, "its model is x, not scripted:"),
        ({"seed": 3}, "its seed is 3, not 0"),
        ({"effort": "low"}, "its effort is low, not medium"),
        ({"mode": "throughput"}, "its mode is throughput, not reproducible"),
        ({"limit": 5}, "its limit is 5, not none"),
        ({"collection": "units"}, "its collection is units, not none"),
        ({"pipeline": None}, "its pipeline is none, not 'p' ("),
    ],
)
def test_another_run_is_told_by_what_differs(plan: Plan, kept: dict[str, object], says: str) -> None:
    assert harness.difference(plan.described() | kept, plan.described()).startswith(says)


@pytest.mark.parametrize(("pipeline", "collection"), [("qa", "handbook"), ("direct", None)])
def test_the_collection_counts_where_the_pipeline_looks_in_it(
    plan: Plan, pipeline: str, collection: str | None
) -> None:
    plan = replace(plan, pipeline=read_pipeline(pipeline), pipeline_name=pipeline)
    assert plan.described()["collection"] == collection


def test_a_kept_row_of_another_item_is_a_stranger() -> None:
    row = harness.known(ITEM) | {"question": "How many?", "answer": "4"}
    assert not harness.stranger(row, replace(ITEM, question=" How many? "))
    assert harness.stranger(row, replace(ITEM, golds=("5",)))
    assert harness.stranger({}, ITEM)
