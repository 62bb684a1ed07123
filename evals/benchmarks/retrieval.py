"""How often search finds the right file, tells that there is none, and reads the right sentence.

Reads the public sets beside the checkout, ../shared/data/qa; one file a passage: title, blank line, text.
Usage: python evals/benchmarks/retrieval.py [--limit N] [--no-embed]
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from reasoner.retrieval import collection, embedder
from reasoner.retrieval.answerable import answerable
from reasoner.retrieval.hybrid import Explained, Hybrid
from reasoner.retrieval.reading import numbered

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "qa"
TARGETS = {"xquad en": 0.955, "xquad zh": 0.95, "cmrc zh": 0.967}
"""R@1 to reach."""
SHOWN = 5
"""Passages from which it is told whether the answer is there."""
SLACK = 0.005
"""What fusion may lose against the better of its parts."""


@dataclass(frozen=True, slots=True)
class Row:
    """A question, the file that answers it, and every answer that counts."""

    question: str
    source: str
    answers: tuple[str, ...]


def rows(name: str, lang: str) -> list[dict[str, object]]:
    """The rows of a public set in one language."""
    with (DATA / f"{name}.jsonl").open(encoding="utf-8") as file:
        return [row for row in map(json.loads, file) if row["lang"] == lang]


def write_corpus(folder: Path, name: str, lang: str) -> None:
    """One file a passage."""
    for row in rows(f"{name}_passages", lang):
        text = f"{row['title']}\n\n{row['text']}\n"
        (folder / f"{row['id']}.txt").write_text(text, encoding="utf-8")


def questions(name: str, lang: str, limit: int | None) -> list[Row]:
    """The questions of a public set."""
    return [
        Row(str(row["question"]), f"{row['passage_id']}.txt", tuple(map(str, row["answers"])))  # type: ignore[call-overload]
        for row in rows(name, lang)[:limit]
    ]


def rank(found: Sequence[Explained], source: str) -> int:
    """Place of the file among the files found, from 0; a large number when it is not among them."""
    files = list(dict.fromkeys(entry.passage.source for entry in found))
    return files.index(source) if source in files else sys.maxsize


def recall(ranks: Sequence[int], k: int) -> float:
    """Share of the questions whose file is among the first k."""
    return sum(place < k for place in ranks) / len(ranks)


def auroc(present: Sequence[float], absent: Sequence[float]) -> float:
    """Probability that a question with its passage scores above one without; ties count half."""
    left, right = np.array(present)[:, None], np.array(absent)[None, :]
    return float((left > right).mean() + (left == right).mean() / 2)


def sure(row: Row, found: Sequence[Explained], without: str = "") -> float:
    """Probability that the first passages that are not of the file `without` answer the question."""
    kept = [entry.passage for entry in found if entry.passage.source != without]
    return answerable(row.question, kept[:SHOWN])


def report(title: str, asked: Sequence[Row], hybrid: Hybrid) -> float:
    """Prints one line of figures; gives R@1."""
    start = time.perf_counter()
    found = [hybrid.explain(row.question, 20) for row in asked]
    seconds = (time.perf_counter() - start) / len(asked)
    ranks = [rank(entries, row.source) for row, entries in zip(asked, found, strict=True)]
    present = [sure(row, entries) for row, entries in zip(asked, found, strict=True)]
    absent = [sure(row, entries, row.source) for row, entries in zip(asked, found, strict=True)]
    read = [
        any(answer in sentence.text for sentence in first for answer in row.answers)
        for row, entries in zip(asked, found, strict=True)
        for first in [numbered(row.question, [entry.passage for entry in entries[:5]], 1)]
    ]
    print(
        f"{title:22} R@1 {recall(ranks, 1):.3f}  R@5 {recall(ranks, 5):.3f}  "
        f"AUROC {auroc(present, absent):.3f}  first sentence {statistics.mean(read):.3f}  "
        f"{seconds * 1000:5.1f} ms a query"
    )
    if any(entry.dense is not None for entries in found for entry in entries):
        by_meaning = [
            rank(sorted(entries, key=lambda entry: -(entry.dense or 0)), row.source)
            for row, entries in zip(asked, found, strict=True)
        ]
        print(
            f"{'  by its cosines alone':22} R@1 {recall(by_meaning, 1):.3f}  R@5 {recall(by_meaning, 5):.3f}"
        )
    return recall(ranks, 1)


def measure(name: str, lang: str, limit: int | None, embed: bool, folder: Path) -> None:
    """Indexes and searches one set, by terms and unless told not to by vectors too, against the targets."""
    write_corpus(folder, name, lang)
    asked, title = questions(name, lang, limit), f"{name} {lang}"
    reached: dict[str, float] = {}
    if embed and not embedder.installed():
        print(f"{title} hybrid: the extra 'embed' is not installed")
    for part in ("bm25", "hybrid") if embed and embedder.installed() else ("bm25",):
        collection.index([folder], f"{name}-{lang}-{part}", embed=part == "hybrid")
        opened = collection.open_collection(f"{name}-{lang}-{part}")
        assert isinstance(opened, Hybrid)
        reached[part] = report(f"{title} {part}", asked, opened)
    met = max(reached.values()) >= TARGETS[title] and reached.get("hybrid", 1.0) >= reached["bm25"] - SLACK
    print(f"{title} R@1 target {TARGETS[title]}, fusion loses at most {SLACK}: {'met' if met else 'MISSED'}")


def main() -> None:
    """Prints a line for each set and search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, help="questions of each set at most")
    parser.add_argument(
        "--no-embed", action="store_true", help="search by terms alone, which is much quicker"
    )
    options = parser.parse_args()
    if not DATA.is_dir():
        print("the public sets are not beside this checkout (../shared/data/qa); nothing was measured")
        return
    for title in TARGETS:
        name, lang = title.split()
        with tempfile.TemporaryDirectory() as scratch:
            os.environ["REASONER_HOME"] = f"{scratch}/home"
            corpus = Path(scratch, "corpus")
            corpus.mkdir()
            measure(name, lang, options.limit, not options.no_embed, corpus)


if __name__ == "__main__":
    main()
