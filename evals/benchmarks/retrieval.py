"""How often search finds the file that answers, and whether it tells when there is none.

Reads the public sets beside the checkout, ../shared/data/qa; one file a passage: title, blank line, text.
Each set is searched in a collection of its own, and in one of all the sets given. The sources are silent on a
question whose own file is taken out of what is found.

Usage: python evals/benchmarks/retrieval.py [--sets "xquad en" ...] [--limit N] [--no-embed]
"""

import argparse
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from evals.benchmarks.public_sets import ABSENT, DATA, SETS, Row, questions, write_corpus
from reasoner.evals.statistics import auroc
from reasoner.retrieval import collection, embedder
from reasoner.retrieval.answerable import answerable
from reasoner.retrieval.embedder import Embedder
from reasoner.retrieval.hybrid import Explained, Hybrid
from reasoner.retrieval.index import Floats, Places
from reasoner.retrieval.retriever import ANYWHERE
from reasoner.retrieval.terms import content_terms


class Target(NamedTuple):
    """What the search of a set is to reach, all of its parts together."""

    first: float
    """R@1."""
    fifth: float
    """R@5."""
    silence: float
    """AUROC of whether the sources have the answer."""


TARGETS = {
    "xquad en": Target(0.955, 0.995, 0.95),
    "xquad zh": Target(0.95, 0.995, 0.94),
    "cmrc zh": Target(0.967, 0.996, 0.97),
}
PART_SLACK, MIXED_SLACK = 0.005, 0.01
"""What fusion may lose against the better of its parts, and a set when all are in one collection."""
SHOWN = 5
"""Passages from which it is told whether the answer is there."""
FOUND = 10
"""Passages that are looked for."""


def _terms(question: str) -> int:
    return len(content_terms(question)) or 1


LENGTHS: Mapping[str, Callable[[str], int]] = {"characters": len, "terms": _terms}
"""Lengths of a question, by which the best BM25 score is divided: the one line to compare with."""


class Guess(NamedTuple):
    """Evidence that the sources answer a question, with its file and without."""

    present: float
    silent: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question."""

    row: Row
    files: Mapping[str, tuple[str, ...]]
    """By part of the search, the files found, the best first."""
    sure: Guess
    """The probability that the passages found answer it."""
    best: Guess
    """The best BM25 score."""
    seconds: float
    processor: float


def ask(row: Row, hybrid: Hybrid, model: Embedder | None) -> Asked:
    """Searches by each part alone, and by all together."""
    start, began = time.perf_counter(), time.process_time()
    found = hybrid.explain(row.question, FOUND)
    seconds, processor = time.perf_counter() - start, time.process_time() - began
    hits = hybrid.index.find(content_terms(row.question), None, 4 * FOUND, ANYWHERE)
    lexical = list(_ordered(hybrid, hits.places, hits.bm25))
    files = {"bm25": [source for source, _ in lexical]}
    if model and model.reads(row.question):
        near = hybrid.index.find((), model.ask(row.question), 4 * FOUND, ANYWHERE)
        if near.cosines is not None:
            files["dense"] = [source for source, _ in _ordered(hybrid, near.places, near.cosines)]
    files["hybrid"] = [entry.passage.source for entry in found]
    return Asked(
        row,
        {part: tuple(dict.fromkeys(sources)) for part, sources in files.items()},
        Guess(_sure(row, found), _sure(row, [e for e in found if e.passage.source != row.source])),
        Guess(
            max((score for _, score in lexical), default=0.0),
            max((score for source, score in lexical if source != row.source), default=0.0),
        ),
        seconds,
        processor,
    )


def _ordered(hybrid: Hybrid, places: Places, scores: Floats) -> Iterator[tuple[str, float]]:
    order = [int(i) for i in np.argsort(-scores, kind="stable") if scores[i] > 0]
    passages = hybrid.index.take([int(places[i]) for i in order])
    return ((passage.source, float(scores[i])) for passage, i in zip(passages, order, strict=True))


def _sure(row: Row, found: Sequence[Explained]) -> float:
    return answerable(row.question, [entry.passage for entry in found[:SHOWN]])


def recall(asked: Sequence[Asked], part: str, k: int) -> float:
    """Share of the questions whose file is among the first k that the part finds."""
    return statistics.mean(entry.row.source in entry.files.get(part, ())[:k] for entry in asked)


def told(guesses: Sequence[Guess]) -> float:
    """AUROC of the evidence that the sources have the answer."""
    return auroc([(guess.present, True) for guess in guesses] + [(guess.silent, False) for guess in guesses])


def baseline(asked: Sequence[Asked], length: str) -> float:
    """AUROC of the best BM25 score over the length of the question."""
    sizes = [LENGTHS[length](entry.row.question) for entry in asked]
    return told(
        [Guess(*(score / size for score in entry.best)) for entry, size in zip(asked, sizes, strict=True)]
    )


class Report:
    """Prints figures, and counts the targets that are missed."""

    def __init__(self) -> None:
        self.missed = 0

    def show(self, title: str, asked: Sequence[Asked]) -> None:
        """The figures of a set."""
        print(f"{title}: {len(asked)} questions")
        counts = Counter(part for entry in asked for part in entry.files)
        parts = [part for part in ("bm25", "dense", "hybrid") if counts[part] > len(asked) / 2]
        for part in parts:
            print(f"  {part:7} R@1 {recall(asked, part, 1):.4f}  R@5 {recall(asked, part, 5):.4f}")
        lines = ", ".join(f"over {length} {baseline(asked, length):.4f}" for length in LENGTHS)
        print(
            f"  AUROC of an answer there {told([entry.sure for entry in asked]):.4f}; best BM25 score {lines}"
        )
        wall, processor = (
            1000 * statistics.median(times)
            for times in ([entry.seconds for entry in asked], [entry.processor for entry in asked])
        )
        print(f"  a query takes {wall:.1f} ms, {processor:.1f} ms of processor time (medians)")

    def hold(self, what: str, reached: float, least: float) -> None:
        """Says whether a target is met."""
        met = reached >= least - 1e-9
        self.missed += not met
        print(f"  {what}: {reached:.4f}, at least {least:.4f}: {'met' if met else 'MISSED'}")

    def targets(self, title: str, asked: Sequence[Asked]) -> None:
        """What hybrid search is to reach on the set."""
        target = TARGETS[title]
        for k, least in ((1, target.first), (5, target.fifth)):
            reached = recall(asked, "hybrid", k)
            self.hold(f"hybrid R@{k}", reached, least)
            better = max(recall(asked, part, k) for part in ("bm25", "dense"))
            self.hold(f"hybrid R@{k}, of its better part less {PART_SLACK}", reached, better - PART_SLACK)
        self.hold("AUROC of an answer there", told([entry.sure for entry in asked]), target.silence)

    def mixed(self, alone: Sequence[Asked], together: Sequence[Asked]) -> None:
        """What a set may lose in the collection of all."""
        for k in (1, 5):
            least = recall(alone, "hybrid", k) - MIXED_SLACK
            self.hold(f"hybrid R@{k}, of that alone less {MIXED_SLACK}", recall(together, "hybrid", k), least)


def compare(alone: Mapping[str, Sequence[Asked]]) -> None:
    """Prints which length makes the better baseline in each language."""
    for language, name in (("en", "English"), ("zh", "Chinese")):
        sets = [asked for title, asked in alone.items() if title.endswith(language)]
        if sets:
            means = {length: statistics.mean(baseline(s, length) for s in sets) for length in LENGTHS}
            better = max(means, key=lambda length: means[length])
            print(f"{name}: the better baseline is the best BM25 score over {better}, {means[better]:.4f};")
            ours = statistics.mean(told([entry.sure for entry in asked]) for asked in sets)
            print(f"  `answerable` {ours:.4f}")


def opened(folder: Path, name: str, model: Embedder | None) -> Hybrid:
    """A new collection of the files in the folder."""
    collection.index([folder], name, embed=model is not None)
    hybrid = collection.open_collection(name)
    assert isinstance(hybrid, Hybrid)
    hybrid.explain("Is it warm?", 1)  # loads the model, lest the first question wait for it
    return hybrid


def measure(titles: Sequence[str], limit: int | None, model: Embedder | None, scratch: Path) -> Report:
    """Each set alone, then all of them together."""
    corpus, report = scratch / "corpus", Report()
    alone = {}
    for title in titles:
        folder = corpus / title.replace(" ", "-")
        folder.mkdir(parents=True)
        write_corpus(folder, title)
        hybrid = opened(folder, folder.name, model)
        alone[title] = [ask(row, hybrid, model) for row in questions(title, limit)]
        report.show(title, alone[title])
        if model:
            report.targets(title, alone[title])
    if len(titles) > 1:
        hybrid = opened(corpus, "mixed", model)
        for title in titles:
            home = title.replace(" ", "-")
            rows = [replace(row, source=f"{home}/{row.source}") for row in questions(title, limit)]
            asked = [ask(row, hybrid, model) for row in rows]
            report.show(f"{title}, all sets in one collection", asked)
            report.mixed(alone[title], asked)
    compare(alone)
    return report


def main() -> None:
    """Prints the figures of each set, and whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, help="questions of each set at most")
    parser.add_argument("--no-embed", action="store_true", help="search by terms alone, which is quicker")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    options = parser.parse_args()
    if not DATA.is_dir():
        print(ABSENT)
        return
    wanted = not options.no_embed and embedder.installed()
    if not wanted and not options.no_embed:
        print("the extra 'embed' is not installed")
    if not wanted:
        print("searching by terms alone; the targets of a set are for the search by vectors as well")
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["REASONER_HOME"] = f"{scratch}/home"
        report = measure(options.sets, options.limit, Embedder() if wanted else None, Path(scratch))
    print(f"{report.missed} targets MISSED" if report.missed else "all targets met")


if __name__ == "__main__":
    main()
