"""How often our verdict on two answers is that of people, and how fast; Math-Verify in the same run.

Two sets: the public pairs beside the checkout, and evals/data/equivalence.jsonl, made here: half of it are
near misses, a part is Chinese, words or units, which Math-Verify was not made for.
Math-Verify is no dependency; for the comparison install it apart and name its folder:
    pip install --no-deps --target FOLDER math-verify
Usage: python evals/benchmarks/grading.py [--pairs FILE] [--peer FOLDER] [--failures]
"""

import argparse
import importlib
import json
import logging
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from reasoner.evals.grading import grade
from reasoner.verification.sandbox.local import LocalSandbox

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = ROOT.parent / "shared" / "data" / "grading" / "math_equiv.jsonl"
OWN = ROOT / "evals" / "data" / "equivalence.jsonl"
MARKS = ("$", "\\boxed", "\\(", "\\[")
NESTED_ROOTS = r"\sqrt{5-2\sqrt{6}}", r"\sqrt{3}-\sqrt{2}"
"""A pair that takes all we have, the sandbox with sympy included."""
AGREEMENT, MILLISECONDS = 0.98, 4.0
"""What to reach on the public pairs, with no false "equal"."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A known answer, what was said, and whether people call them equal."""

    gold: str
    pred: str
    equal: bool
    about: str
    question: str


@dataclass
class Record:
    """The verdicts of one grader on one set."""

    name: str
    verdicts: list[tuple[Pair, str]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def take(self, pair: Pair, grader: Callable[[Pair], str]) -> None:
        """Has the grader look at a pair."""
        start = time.perf_counter()
        verdict = grader(pair)
        self.seconds.append(time.perf_counter() - start)
        self.verdicts.append((pair, verdict))

    def wrong(self) -> list[tuple[Pair, str]]:
        """The pairs whose verdict is not that of people."""
        return [(pair, verdict) for pair, verdict in self.verdicts if (verdict == "equal") != pair.equal]

    @property
    def agreement(self) -> float:
        """Share of the pairs with the verdict of people; unknown is not equal."""
        return 1 - len(self.wrong()) / len(self.verdicts)

    @property
    def false_equals(self) -> int:
        """How many different answers were called equal."""
        return sum(verdict == "equal" for _, verdict in self.wrong())

    def line(self) -> str:
        """One row of the table."""
        missed = len(self.wrong()) - self.false_equals
        unknown = sum(verdict == "unknown" for _, verdict in self.verdicts)
        mean, median, longest = (1000 * of(self.seconds) for of in (statistics.mean, statistics.median, max))
        return (
            f"{self.name:<12} {self.agreement:9.1%} {self.false_equals:6} {missed:7} {unknown:8}"
            f" {mean:9.2f} {median:10.2f} {longest:11.0f}"
        )


def read(path: Path) -> list[Pair]:
    """The pairs of a file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Pair(row["gold"], row["pred"], row["equal"], row.get("about", ""), row.get("question", ""))
        for row in rows
    ]


def math_verify(folder: str | None) -> Callable[[Pair], str] | None:
    """The peer; None where it is not installed. Answers without a sign of LaTeX are put between dollars."""
    sys.path += [folder] if folder else []
    try:
        library = importlib.import_module("math_verify")
    except ImportError:
        return None
    logging.disable(logging.CRITICAL)

    def read_answer(text: str) -> object:
        return library.parse(text if any(mark in text for mark in MARKS) else f"${text}$")

    def verdict(pair: Pair) -> str:
        return "equal" if library.verify(read_answer(pair.gold), read_answer(pair.pred)) else "different"

    return verdict


def measure(path: Path, graders: dict[str, Callable[[Pair], str]], failures: bool) -> dict[str, Record]:
    """Lets the graders look at every pair in turns, and prints the table."""
    records = {name: Record(name) for name in graders}
    pairs = read(path)
    for grader in graders.values():
        grader(Pair(*NESTED_ROOTS, True, "", ""))  # what starts once is not counted
    for pair in pairs:
        for name, grader in graders.items():
            records[name].take(pair, grader)
    print(f"{path.name}: {len(pairs)} pairs, {sum(pair.equal for pair in pairs)} of them equal")
    print(f"{'':12} agreement  false  missed  unknown   mean ms  median ms  longest ms")
    for record in records.values():
        print(record.line())
    if failures:
        for pair, verdict in records["ours"].wrong():
            print(f"  {pair.about}: {pair.gold!r} and {pair.pred!r}: {verdict}")
    return records


def main() -> None:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=Path, default=PUBLIC, help="rows with gold, pred and equal")
    parser.add_argument("--peer", metavar="FOLDER", help="where math-verify is installed")
    parser.add_argument("--failures", action="store_true", help="name the pairs that we get wrong")
    options = parser.parse_args()
    sandbox = LocalSandbox()
    graders: dict[str, Callable[[Pair], str]] = {
        "ours": lambda pair: grade([pair.gold], pair.pred, sandbox, question=pair.question).verdict
    }
    if peer := math_verify(options.peer):
        graders["Math-Verify"] = peer
    else:
        print("Math-Verify is not here: only ours is measured (--peer FOLDER; see --help).")
    if options.pairs.exists():
        records = measure(options.pairs, graders, options.failures)
        ours = records["ours"]
        mean = 1000 * statistics.mean(ours.seconds)
        if peer:
            print(
                f"Math-Verify takes {sum(records['Math-Verify'].seconds) / sum(ours.seconds):.1f}x our time"
            )
        met = ours.agreement >= AGREEMENT and not ours.false_equals and mean <= MILLISECONDS
        target = f"{AGREEMENT:.0%}, no false equal, {MILLISECONDS:g} ms on average"
        print(f"target {target}: {'met' if met else 'MISSED'}\n")
    else:
        print(f"{options.pairs}: not here, so skipped.")
    measure(OWN, graders, options.failures)
    sandbox.close()


if __name__ == "__main__":
    main()
