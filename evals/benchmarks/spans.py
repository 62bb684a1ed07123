"""Fits the weights of `reasoner.retrieval.spans`, and tells how they do on questions that they never saw.

Reads the public sets beside the checkout, ../shared/data/qa. The passages are in folds; the weights that
answer a question are fitted to the questions about the passages of the other folds. Beside them stand the
whole sentence and the shipped weights, which were fitted to these very questions. All take the likeliest
sentence, which is not always the right one. EM and F1 as SQuAD has them, over characters in Chinese.

The model is a conditional logit (McFadden 1974) over the spans of a few sentences; a span is as right as the
square of its F1. The weight of the score of its sentence is fitted too, and then left out.

Usage: python evals/benchmarks/spans.py [--sets "xquad en"] [--limit 500] [--folds 4] [--no-embed]
           [--write FILE]; reasoner/retrieval/span_weights.py is made so, and formatted by ruff
"""

import argparse
import json
import math
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse  # type: ignore[import-untyped]
from scipy.optimize import minimize  # type: ignore[import-untyped]
from sklearn.feature_extraction import DictVectorizer  # type: ignore[import-untyped]

from evals.benchmarks.public_sets import ABSENT, DATA, SETS, questions, write_corpus
from reasoner.evals.overlap import f1, tokens
from reasoner.retrieval import collection, span_weights, spans
from reasoner.retrieval.reading import Sentence, numbered
from reasoner.retrieval.span_weights import Weights

TOP_K, SENTENCES = 5, 3
SCRIPTS = {"SPACED": "en", "UNSPACED": "zh"}
"""The weights by script, and the language of the sets that they are fitted to."""
GOOD, SOME, NONE = 0.5, 0.3, 1e-6
"""F1 that a question's best span has at least, that which counts at all, and what counts for none."""
COMMON, LEAST = 100, 0.15
"""How many spans must show what gets a weight, and the smallest weight that is kept."""
L2, ITERATIONS = 4.0, 200

Sight = tuple[str, str]
"""What is seen at a span, and at which kind of word or for which kind of question."""
SENTENCE, WORTH, QUESTION = ("sentence", ""), ("worth", ""), ("question", "")
Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its likeliest sentences, the file that answers it, its answers in tokens, and its fold."""

    question: str
    sentences: Sequence[Sentence]
    source: str
    answers: Sequence[Sequence[str]]
    fold: int

    def grade(self, text: str) -> float:
        """F1 with the nearest answer."""
        said = tokens(text)
        return max(f1(answer, said) for answer in self.answers)

    def sentence(self) -> str:
        """The likeliest one, if any."""
        return self.sentences[0].text if self.sentences else ""

    def span(self, weights: Weights | None) -> str:
        """The words of it that are said to answer; all where there are none."""
        text = self.sentence()
        best = spans.likeliest(self.question, text, 1, weights)
        return text[best[0].start : best[0].end] if best else text


def ask(title: str, limit: int, folds: int, embed: bool | None, scratch: Path) -> Iterator[Asked]:
    """Each question of a set, with the sentences that its passages have for it."""
    corpus = scratch / title.replace(" ", "-")
    corpus.mkdir()
    write_corpus(corpus, title)
    collection.index([corpus], corpus.name, embed=embed)
    hybrid = collection.open_collection(corpus.name)
    for row in questions(title, limit):
        found = numbered(row.question, hybrid.search(row.question, TOP_K), SENTENCES)
        answers = [tokens(answer) for answer in row.answers]
        yield Asked(row.question, found, row.source, answers, zlib.crc32(row.source.encode()) % folds)


def compared(asked: Sequence[Asked]) -> Iterator[Mapping[Sight, float]]:
    """Each span of the sentences: what is seen there, what it is worth, and the number of its question."""
    for number, one in enumerate(asked):
        for sentence in one.sentences:
            about = {SENTENCE: math.log(sentence.score + 1e-9), QUESTION: number}
            seen = spans.Seen.of(one.question, sentence.text)
            for first, stop in spans.ranges(seen):
                grade = one.grade(sentence.text[slice(*seen.place(first, stop))])
                worth = grade if sentence.passage.source == one.source else float(grade == 1)
                found = spans.found_at(seen, first, stop)
                yield {(name, kind): value for name, kind, value in found if value} | about | {WORTH: worth}


@dataclass(frozen=True, slots=True)
class Table:
    """Spans, row by row, by what is seen at each; those of a question stand together."""

    sights: Sequence[Sight]
    seen: sparse.csr_matrix
    worth: Vector
    question: Vector

    @classmethod
    def of(cls, asked: Sequence[Asked]) -> "Table":
        vectorizer = DictVectorizer()
        found = vectorizer.fit_transform(compared(asked))
        names = vectorizer.feature_names_
        worth, question = (found[:, [names.index(name)]].toarray().ravel() for name in (WORTH, QUESTION))
        counts = found.getnnz(axis=0)
        kept = [i for i, name in enumerate(names) if name not in (WORTH, QUESTION) and counts[i] >= COMMON]
        return cls([names[i] for i in kept], found[:, kept], worth, question)


def fitted(table: Table, numbers: Sequence[int]) -> Weights:
    """The likeliest weights for some questions, to one decimal, without those that hardly count."""
    able = np.intersect1d(numbers, table.question[table.worth > GOOD])
    rows = np.flatnonzero(np.isin(table.question, able))
    seen, worth = table.seen[rows], table.worth[rows]
    _, starts, question = np.unique(table.question[rows], return_index=True, return_inverse=True)
    rightness = np.log(np.where(worth > SOME, worth**2, 0) + NONE)

    def loss(weights: Vector) -> tuple[float, Vector]:
        scores = seen @ weights
        right = scores + rightness
        of_all, of_right = (np.logaddexp.reduceat(values, starts) for values in (scores, right))
        slope = seen.T @ (np.exp(scores - of_all[question]) - np.exp(right - of_right[question]))
        return float((of_all - of_right).sum() + L2 * weights @ weights / 2), slope + L2 * weights

    options = {"maxiter": ITERATIONS}
    best = minimize(loss, np.zeros(len(table.sights)), jac=True, method="L-BFGS-B", options=options).x
    nested: dict[str, dict[str, float]] = {}
    for (name, kind), weight in zip(table.sights, best, strict=True):
        if abs(weight) >= LEAST and (name, kind) != SENTENCE:
            nested.setdefault(name, {})[kind] = round(float(weight), 1)
    return nested


def fit(sets: Mapping[str, Sequence[Asked]], folds: int) -> Weights:
    """Prints the figures of sets in one script; the weights of all of their questions."""
    every = [one for asked in sets.values() for one in asked]
    table = Table.of(every)
    others = [[i for i, one in enumerate(every) if one.fold != fold] for fold in range(folds)]
    held_out = [fitted(table, numbers) for numbers in others]
    for title, asked in sets.items():
        print(f"{title}: {len(asked)} questions")
        show("whole sentence", [one.grade(one.sentence()) for one in asked])
        show("likeliest span, as shipped, fitted to these", [one.grade(one.span(None)) for one in asked])
        show("likeliest span, held out", [one.grade(one.span(held_out[one.fold])) for one in asked])
    return fitted(table, range(len(every)))


def show(name: str, grades: Sequence[float]) -> None:
    """Prints one row of the figures."""
    exact = sum(grade == 1 for grade in grades) / len(grades)
    print(f"  {name:44} EM {exact:.3f}  F1 {sum(grades) / len(grades):.3f}", flush=True)


def written(text: str, script: str, weights: Weights) -> str:
    """The module of the weights with those of a script in place of its own."""
    head, name, tail = text.partition(f"\n{script}: Weights = ")
    return head + name + json.dumps(weights) + tail[tail.index("\n}") + 2 :]


def main() -> None:
    """Prints how every set does; writes the weights where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--limit", type=int, default=500, help="questions of each set at most (default: 500)")
    parser.add_argument("--folds", type=int, default=4, help="parts of the passages (default: 4)")
    parser.add_argument("--no-embed", action="store_true", help="search by terms alone, which is quicker")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the weights fitted to all here")
    options = parser.parse_args()
    if not DATA.is_dir():
        print(ABSENT)
        return
    text = Path(span_weights.__file__).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["REASONER_HOME"] = f"{scratch}/home"
        how = (options.limit, options.folds, False if options.no_embed else None, Path(scratch))
        for script, language in SCRIPTS.items():
            if sets := {title: list(ask(title, *how)) for title in options.sets if title.endswith(language)}:
                text = written(text, script, fit(sets, options.folds))
    if options.write:
        options.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
