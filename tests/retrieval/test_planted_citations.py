"""Planted faults are caught, and what has none is left alone: the confusion matrix of the marks."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from evals.data.make_citations import files
from evals.data.planting import Planted, planted
from reasoner.retrieval import documents
from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.citations import findings
from reasoner.retrieval.document import Document
from reasoner.state import Mark, Passage
from support import ROOT, shared

WORST: tuple[Mark, ...] = ("verbatim", "paraphrase", "misattributed", "stitched", "unsupported")
Matrix = Counter[tuple[str, str]]


def mark(answer: str, passages: Sequence[Passage]) -> Mark:
    return max((finding.mark for finding in findings(answer, passages)), key=WORST.index)


def matrix(cases: Iterable[tuple[str, str, Sequence[Passage]]]) -> Matrix:
    return Counter((gold, mark(answer, passages)) for gold, answer, passages in cases)


def share(found: Matrix, gold: str, *got: str) -> float:
    of = sum(count for (wanted, _), count in found.items() if wanted == gold)
    return sum(found[gold, one] for one in got) / of


def rows(name: str) -> list[tuple[str, str, Sequence[Passage]]]:
    found = [json.loads(line) for line in files()[name].splitlines()]
    return [
        (
            row["gold"],
            row["answer"],
            [Passage(p["text"], p["source"], 0, len(p["text"])) for p in row["passages"]],
        )
        for row in found
    ]


def caught(found: Matrix) -> None:
    """Misattributions and stitched quotes are caught, true quotes are not, and no fault passes for a quote."""
    assert share(found, "verbatim", "verbatim") == 1.0, found
    assert share(found, "misattributed", "misattributed") >= 0.98, found
    assert share(found, "stitched", "stitched") >= 0.96, found
    assert share(found, "stitched", "stitched", "unsupported") >= 0.98, found
    assert share(found, "misattributed", "verbatim") == share(found, "stitched", "verbatim") == 0.0, found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_planted_faults_in_our_own_texts_are_caught(language: str) -> None:
    found = matrix(rows(f"citations_planted_{language}.jsonl"))
    assert found.total() >= 100
    caught(found)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_other_words_are_accepted_and_changed_facts_are_not(language: str) -> None:
    found = matrix(rows(f"citations_words_{language}.jsonl"))
    assert share(found, "paraphrase", "paraphrase") >= 0.95, found
    assert share(found, "unsupported", "unsupported", "stitched") >= 0.95, found


def of_groups(
    passages: Sequence[Passage], groups: int, most: int = 5
) -> Iterable[tuple[str, str, Sequence[Passage]]]:
    r = random.Random(7)
    for _ in range(groups):
        group = r.sample(passages, most)
        cases: Iterable[Planted] = planted(group, r)
        yield from ((case.mark, case.answer, group) for case in cases)


@pytest.mark.parametrize("chinese", [False, True])
def test_planted_faults_in_the_handbook_are_caught(chinese: bool) -> None:
    folder = ROOT / "knowledge/handbook/documents"
    pages = [
        documents.read(file, file.name)
        for file in sorted(folder.glob("*.md"))
        if file.name.startswith("zh-") is chinese
    ]
    passages = [passage for page in pages if isinstance(page, Document) for passage in chunks(page)]
    caught(matrix(of_groups(passages, 25)))


@pytest.mark.parametrize("name", ["qa/xquad_passages.jsonl", "qa/cmrc_passages.jsonl"])
def test_planted_faults_in_public_passages_are_caught(name: str) -> None:
    lines = shared(name).read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    passages = [Passage(row["text"], f"{row['id']}.txt", 0, len(row["text"])) for row in found]
    caught(matrix(of_groups(passages, 25)))


def test_what_is_generated_is_what_ships(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "evals.data.make_citations", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ROOT / "evals/data" / path.name).read_bytes()
