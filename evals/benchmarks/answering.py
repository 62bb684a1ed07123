"""Whether a pipeline that answers from documents knows when it is right, and when its sources are silent.

Reads the public sets beside the checkout, ../shared/data/qa; one file a passage: title, blank line, text.
Every question is asked twice: with its passage in the collection, and with it taken out, when nothing that
is said can be right. "Right" is a quote in which a known answer stands. The risk of what the pipeline says is
the share of wrong ones among its surest answers, before `accept` holds any back.

Usage: python evals/benchmarks/answering.py [--pipeline qa] [--limit 150] [--no-embed] [--out FOLDER]
"""

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evals.benchmarks.public_sets import ABSENT, DATA, SETS, Row, questions, write_corpus
from reasoner.evals.item import Item
from reasoner.evals.judges import words
from reasoner.evals.statistics import Point, accuracy_at, auroc
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.retrieval import collection
from reasoner.retrieval.retriever import ANYWHERE, Retriever, Where
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.state import Abstained, Answered, Passage

NOTHING = "\N{EMPTY SET}"
"""The known answer to a question whose passage was taken out: nothing that is said is equal to it."""


@dataclass(frozen=True, slots=True)
class Without:
    """A collection from which one file was taken out."""

    whole: Retriever
    source: str

    @property
    def name(self) -> str:
        return self.whole.name

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        found = self.whole.search(query, 2 * top_k, where)
        return tuple(passage for passage in found if passage.source != self.source)[:top_k]

    def around(self, passage: Passage, count: int) -> Passage:
        return self.whole.around(passage, count)


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question."""

    present: bool
    """Whether its passage was in the collection."""
    confidence: float
    """In the answer, or in the one that was held back."""
    right: bool
    """A known answer stands in it, held back or not."""
    said: bool
    """It was answered."""
    result: dict[str, Any]


def ask(pipeline: Pipeline, row: Row, retriever: Retriever, runtime: Runtime, present: bool) -> Asked:
    """Runs the pipeline over the collection."""
    context = replace(runtime.context(), retrievers={"default": retriever})
    result = pipeline.run(row.question, context=context)
    match result.outcome:
        case Answered(text=text):
            held = text
        case Abstained():
            held = result.state.votes[0].answer if result.state.votes else ""
    golds = row.answers if present else (NOTHING,)
    item = Item("1", row.question, golds)
    right = words(item, {"answer": held, "citations": []}, runtime.sandbox).verdict == "right"
    plain = result.as_dict() | {"gold": list(golds)}
    return Asked(present, result.confidence or 0.0, right, isinstance(result.outcome, Answered), plain)


def report(title: str, asked: Sequence[Asked]) -> None:
    """Prints what is known of one set."""
    points: list[Point] = [(entry.confidence, entry.right) for entry in asked]
    full, half = 1 - accuracy_at(points, 1), 1 - accuracy_at(points, 0.5)
    known = [entry for entry in asked if entry.present]
    answers = [(entry.confidence, entry.right) for entry in known]
    said = [entry for entry in asked if entry.said]
    wrong = sum(not entry.right for entry in said)
    verdict = "met" if half <= full / 2 else "MISSED"
    print(
        f"{title:9} {len(asked)} asked, half without their passage: error {full:.3f},"
        f" at 50 % coverage {half:.3f} ({half / full if full else 0:.2f} of it: {verdict});"
        f" AUROC right/wrong {auroc(points):.3f}"
    )
    print(
        f"{'':9} where the passage is there: error {1 - accuracy_at(answers, 1):.3f},"
        f" at 50 % {1 - accuracy_at(answers, 0.5):.3f};"
        f" AUROC there/not {auroc([(entry.confidence, entry.present) for entry in asked]):.3f}"
    )
    print(
        f"{'':9} accepted {len(said)} ({len(said) / len(asked):.0%}), wrong {wrong}"
        f" ({wrong / len(said) if said else 0:.3f}); of those without passage"
        f" {sum(entry.said for entry in asked if not entry.present)} answered"
    )


def measured(
    title: str, pipeline: Pipeline, limit: int, embed: bool | None, scratch: Path
) -> Iterator[Asked]:
    """Asks each question of a set with and without its passage."""
    corpus = scratch / title.replace(" ", "-")
    corpus.mkdir()
    write_corpus(corpus, title)
    collection.index([corpus], corpus.name, embed=embed)
    with Runtime(Settings(collection=corpus.name)) as runtime:
        whole = runtime.retrievers["default"]
        for row in questions(title, limit):
            yield ask(pipeline, row, whole, runtime, True)
            yield ask(pipeline, row, Without(whole, row.source), runtime, False)


def main() -> None:
    """Prints the figures of each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pipeline", default="qa", help="name or path")
    parser.add_argument("--limit", type=int, default=150, help="questions of each set at most")
    parser.add_argument("--no-embed", action="store_true", help="search by terms alone")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--out", type=Path, help="keep the results here, to calibrate on")
    options = parser.parse_args()
    if not DATA.is_dir():
        print(ABSENT)
        return
    pipeline = read_pipeline(options.pipeline)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["REASONER_HOME"] = f"{scratch}/home"
        for title in options.sets:
            embed = False if options.no_embed else None
            asked = list(measured(title, pipeline, options.limit, embed, Path(scratch)))
            report(title, asked)
            if options.out:
                with options.out.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(entry.result, ensure_ascii=False) + "\n" for entry in asked)


if __name__ == "__main__":
    main()
