"""Writes rows to train on: problems, passages, questions without an answer, calls of tools; all of our own
wording, made from a seed: the same seed, the same rows.

Usage, at the root of the checkout: python -m evals.adapter.make --rows 20000 --seed 1 --out FILE
"""

import argparse
import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from evals.adapter import calls, missing, program, reading
from evals.adapter.row import LANGUAGES, Language, Row

Rows = Callable[[random.Random, Language, str], Iterator[Row]]
FAMILIES: Mapping[str, Rows] = {
    "program": program.rows,
    "missing": missing.rows,
    "read": reading.rows,
    "call": calls.rows,
}
SHARES = {"program": 0.55, "missing": 0.15, "read": 0.15, "call": 0.15}
"""Of the stories, passages and questions that rows come from."""
CHINESE = 0.4


def stream(seed: int, shares: Mapping[str, float] = SHARES, chinese: float = CHINESE) -> Iterator[Row]:
    """Rows without end, none twice."""
    seen: set[tuple[str, str, tuple[str, ...]]] = set()
    for number in itertools.count():
        r = random.Random(f"{seed}-{number}")
        language = LANGUAGES[r.random() < chinese]
        family = r.choices(list(shares), list(shares.values()))[0]
        for row in FAMILIES[family](r, language, f"{seed}-{number}"):
            key = (row.question, row.passages, row.turns)
            if key not in seen:
                seen.add(key)
                yield row


def make(arguments: list[str]) -> None:
    """The program."""
    parser = argparse.ArgumentParser(prog="python -m evals.adapter.make", description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="a file of JSON lines")
    parser.add_argument("--chinese", type=float, default=CHINESE, help="share of the rows in Chinese")
    parser.add_argument("--only", choices=sorted(FAMILIES), help="rows of one family alone")
    given = parser.parse_args(arguments)
    shares = {given.only: 1.0} if given.only else SHARES
    counts: Counter[tuple[str, str]] = Counter()
    structures: set[str] = set()
    with given.out.open("w", encoding="utf-8") as file:
        for row in itertools.islice(stream(given.seed, shares, given.chinese), given.rows):
            file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")
            counts[row.kind, row.language] += 1
            structures.add(row.structure)
    for (kind, language), count in sorted(counts.items()):
        print(f"{kind:8} {language}  {count:6}")
    print(f"{len(structures)} structures")


if __name__ == "__main__":
    make(sys.argv[1:])
