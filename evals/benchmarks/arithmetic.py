"""How well wrong sums are found: planted ones, and those of recorded chains of thought.

    python evals/benchmarks/arithmetic.py [--chains N] [--data DIR] [--flags FILE]

Right chains are written in many styles, English and Chinese; one step of each is made wrong: a digit of the
result, a sign, an operation or an operand is changed. The evaluation sets are read where they are beside the
checkout.
"""

import argparse
import json
import math
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from reasoner.state import Candidate, Check
from reasoner.verification.checks.arithmetic import check
from reasoner.verification.checks.case import Case
from reasoner.verification.sandbox.local import LocalSandbox

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
SANDBOX = LocalSandbox()
TARGET_RECALL, TARGET_PRECISION, TARGET_MS = 0.95, 0.9, 1.0


@dataclass(frozen=True)
class Sum:
    """`operands[0] operations[0] operands[1] ... = result`, each number as it is written."""

    operands: tuple[str, ...]
    operations: str
    result: str

    @property
    def exact(self) -> Fraction:
        """What it comes to, products first."""
        terms = [Fraction(self.operands[0])]
        for operation, operand in zip(self.operations, self.operands[1:], strict=True):
            n = Fraction(operand)
            if operation in "*/":
                terms[-1] = terms[-1] * n if operation == "*" else terms[-1] / n
            else:
                terms.append(n if operation == "+" else -n)
        return sum(terms, Fraction(0))

    @property
    def is_wrong(self) -> bool:
        """Off by at least one in the last written place: neither rounded nor cut."""
        last = Fraction(1, 10 ** len(self.result.partition(".")[2]))
        return abs(self.exact - Fraction(self.result)) >= last


def right_sum(rng: random.Random) -> Sum:
    """A sum of two or three numbers, whole or with decimals, that comes out positive."""
    operations = "".join(rng.choice("+-*/") for _ in range(rng.choice((1, 1, 1, 2))))
    places = rng.choice((0, 0, 0, 1, 2))
    operands = tuple(f"{rng.uniform(2, rng.choice((12, 99, 999))):.{places}f}" for _ in f"{operations}.")
    found = Sum(operands, operations, "0")
    if found.exact <= 0 or (found.exact.denominator > 100 and "/" not in operations):
        return right_sum(rng)
    whole = found.exact.denominator == 1
    return replace(found, result=str(found.exact) if whole else f"{float(found.exact):.{max(places, 2)}f}")


def another_digit(text: str, rng: random.Random) -> str:
    """The number with one digit changed."""
    at = rng.choice([i for i, char in enumerate(text) if char.isdigit()])
    digit = rng.choice([d for d in "123456789" if d != text[at]])
    return text[:at] + digit + text[at + 1 :]


def plant(right: Sum, kind: str, rng: random.Random) -> Sum | None:
    """The sum made wrong; None where that way leaves it right."""
    operands, at = list(right.operands), rng.randrange(len(right.operands))
    match kind:
        case "digit":
            wrong = replace(right, result=another_digit(right.result, rng))
        case "sign":
            wrong = replace(right, result=f"-{right.result}")
        case "operand":
            operands[at] = another_digit(operands[at], rng)
            wrong = replace(right, operands=tuple(operands))
        case _:
            which = rng.randrange(len(right.operations))
            other = rng.choice([o for o in "+-*/" if o != right.operations[which]])
            operations = right.operations[:which] + other + right.operations[which + 1 :]
            wrong = replace(right, operations=operations)
    return wrong if wrong.is_wrong else None


KINDS = ("digit", "sign", "operation", "operand")
Style = Callable[[Sum, int], str]


def infix(
    signs: Sequence[str] = "+-*/", *, gap: str = " ", money: str = "", unit: str = ""
) -> Callable[[Sum], str]:
    """Writes the left side with these four signs."""

    def write(found: Sum) -> str:
        parts = [money + found.operands[0] + unit]
        for operation, operand in zip(found.operations, found.operands[1:], strict=True):
            additive = operation in "+-"
            shown = (money if additive else "") + operand + (unit if additive else "")
            parts += [signs["+-*/".index(operation)], shown]
        return gap.join(parts)

    return write


def words(names: dict[str, str], gap: str) -> Callable[[Sum], str]:
    """Writes the left side in words."""

    def write(found: Sum) -> str:
        pairs = zip(found.operations, found.operands[1:], strict=True)
        return gap.join([found.operands[0], *(part for o, n in pairs for part in (names[o], n))])

    return write


plain, tight, school, latex = infix(), infix(gap=""), infix("+-×÷"), infix(("+", "-", r"\times", r"\div"))
dollars, apples, yuan = infix(money="$"), infix(unit=" apples"), infix("+-×÷", gap="", unit="元")
english = words({"+": "plus", "-": "minus", "*": "times", "/": "divided by"}, " ")
chinese = words({"+": "加", "-": "减", "*": "乘以", "/": "除以"}, "")
full_width = infix("＋－×÷", gap="")

STYLES: dict[str, tuple[Style, ...]] = {
    "en": (
        lambda s, i: f"{plain(s)} = {s.result}",
        lambda s, i: f"So there are {plain(s)} = {s.result} of them in all.",
        lambda s, i: f"Step {i}: {tight(s)}={s.result}",
        lambda s, i: f"{i}. She pays {dollars(s)} = ${s.result} altogether.",
        lambda s, i: f"They have {plain(s)} = <<{tight(s)}={s.result}>>{s.result} marbles",
        lambda s, i: f"• {apples(s)} = {s.result} apples",
        lambda s, i: rf"\[ {latex(s)} = {s.result} \]",
        lambda s, i: rf"Then $x = {latex(s)} = {s.result}$ follows.",
        lambda s, i: rf"\text{{Total}} &= {latex(s)} = \boxed{{{s.result}}} \\",
        lambda s, i: f"Next, {english(s)} equals {s.result}.",
        lambda s, i: f"Now {english(s)} is {s.result}.",
        lambda s, i: f"**Total:** {school(s)} = **{s.result}**",
        lambda s, i: f"After {i} days that makes ({plain(s)}) = {s.result} miles, which is fine.",
        lambda s, i: f"total = {plain(s)} = {s.result}",
        lambda s, i: f"Each gets {school(s)} = {s.result} dollars, and we go on.",
    ),
    "zh": (
        lambda s, i: f"{school(s)} = {s.result}",
        lambda s, i: f"第{i}步：{full_width(s)}＝{s.result}（个）。",
        lambda s, i: f"一共有{tight(s)}={s.result}个苹果。",
        lambda s, i: f"所以{chinese(s)}等于{s.result}。",
        lambda s, i: f"需要付{yuan(s)}={s.result}元，",
        lambda s, i: f"（{i}）小明走了{full_width(s)}={s.result}（千米）",
        lambda s, i: f"因此 ${latex(s)} = {s.result}$，再继续。",
        lambda s, i: f"答：{chinese(s)}得{s.result}",
    ),
}


@dataclass(frozen=True)
class Planted:
    """A chain with one wrong step: in which line, and how the line was when it was right."""

    language: str
    kind: str
    right: str
    wrong: str
    line: int


def planted_chains(count: int, rng: random.Random) -> Iterator[Planted]:
    """So many chains, kinds and languages in turn."""
    made = 0
    while made < count:
        language, kind = ("en", "zh")[made % 2], KINDS[made // 2 % len(KINDS)]
        sums = [right_sum(rng) for _ in range(rng.randint(2, 5))]
        styles = [rng.choice(STYLES[language]) for _ in sums]
        at = rng.randrange(len(sums))
        wrong = plant(sums[at], kind, rng)
        if wrong is None:
            continue
        lines = [style(found, i) for i, (style, found) in enumerate(zip(styles, sums, strict=True), 1)]
        mended = [*lines[:at], styles[at](wrong, at + 1), *lines[at + 1 :]]
        yield Planted(language, kind, "\n".join(lines), "\n".join(mended), at + 1)
        made += 1


_WRITTEN = re.compile(
    r"(?<![\d.,*/+x×÷^(-])(?<![*/+x×÷-] )(?P<a>\d+(?:\.\d+)?) ?(?P<o>[-+*/x×÷]) ?\$?(?P<b>\d+(?:\.\d+)?)"
    r" ?= ?\$?(?:<<[^<>]*>>)?(?P<c>\d+(?:\.\d+)?)(?![\d,%]|\.\d| ?[-+*/x×÷(])"
)


def planted_in(text: str, kind: str, rng: random.Random) -> tuple[str, int] | None:
    """A recorded right chain with one of its sums made wrong, and the line of it."""
    places = list(_WRITTEN.finditer(text))
    if not places:
        return None
    found = rng.choice(places)
    operation = {"x": "*", "×": "*", "÷": "/"}.get(found["o"], found["o"])
    right = Sum((found["a"], found["b"]), operation, found["c"])
    wrong = None if right.is_wrong or found["b"] == "0" else plant(right, kind, rng)
    if wrong is None:
        return None
    a, b, c, o = *wrong.operands, wrong.result, wrong.operations if kind == "operation" else found["o"]
    step = found[0]
    for name, new in (("c", c), ("b", b), ("o", o), ("a", a)):
        start, end = found.start(name) - found.start(), found.end(name) - found.start()
        step = step[:start] + new + step[end:]
    return text[: found.start()] + step + text[found.end() :], text[: found.start()].count("\n") + 1


def checked(text: str, question: str = "") -> Check | None:
    """What the check finds."""
    return check(Candidate(text, None, "cot"), Case(question, SANDBOX, 1))


def line_of(found: Check) -> int:
    """The line that a failed check names."""
    return int(found.reason.split()[1].rstrip(":"))


def wilson(hits: int, n: int) -> str:
    """A share with its 95 % interval."""
    if not n:
        return "none"
    p, z = hits / n, 1.96
    middle, half = (p + z * z / (2 * n)), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)
    return f"{p:.3f} [{low:.3f}, {high:.3f}] of {n}"


@dataclass
class Recall:
    """Planted chains by group: how many there were, were flagged, and flagged in the right line."""

    n: Counter[str]
    flagged: Counter[str]
    placed: Counter[str]

    def add(self, group: str, text: str, line: int) -> bool:
        """Checks a chain; whether it was flagged."""
        found = checked(text)
        self.n[group] += 1
        if found is None or found.verdict != "fail":
            return False
        self.flagged[group] += 1
        self.placed[group] += line_of(found) == line
        return True

    def report(self, title: str) -> None:
        """Prints a line for each group and one for all."""
        print(title)
        for group in sorted(self.n):
            print(f"  {group:16} recall {wilson(self.flagged[group], self.n[group])}")
        n, flagged, placed = (sum(counts.values()) for counts in (self.n, self.flagged, self.placed))
        met = "met" if flagged >= TARGET_RECALL * n else "MISSED"
        print(f"  all              recall {wilson(flagged, n)}; place right {wilson(placed, flagged)}; {met}")


def measure_planted(count: int, rng: random.Random, flags: list[str]) -> None:
    """Chains of our own making."""
    recall, false = Recall(Counter(), Counter(), Counter()), 0
    for chain in planted_chains(count, rng):
        found = checked(chain.right)
        if found and found.verdict == "fail":
            false += 1
            flags.append(f"made | right | {found.reason}")
        if not recall.add(f"{chain.language} {chain.kind}", chain.wrong, chain.line):
            flags.append(f"made | missed {chain.kind} | {chain.wrong.splitlines()[chain.line - 1]}")
    recall.report("planted in chains of our own")
    print(f"  false flags on right chains: {false} of {count}")


Chain = tuple[str, str, str, bool]
"""Source, question, text, whether it is right."""


def recorded(path: Path) -> Iterator[Chain]:
    """The prose chains of a set of recorded samples, or of chains that people judged."""
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if "chain" in row:
            yield row["id"].rpartition("-")[0], row["question"], row["chain"], row["chain_ok"]
        for sample in row.get("samples", ()):
            source = sample.get("source", path.stem)
            if not source.startswith("pot-"):
                yield source, row["question"], sample["text"], sample["correct"]


def measure_recorded(path: Path, flags: list[str]) -> list[Chain]:
    """Prints how many flagged chains are wrong; gives the right ones that were not flagged."""
    unflagged: list[Chain] = []
    flagged, wrong, hits = Counter[str](), Counter[str](), Counter[str]()
    seconds = []
    for source, question, text, right in recorded(path):
        start = time.process_time()
        found = checked(text, question)
        seconds.append(time.process_time() - start)
        wrong[source] += not right
        if found and found.verdict == "fail":
            flagged[source] += 1
            hits[source] += not right
            flags.append(f"{path.stem} | {source} | {'right' if right else 'wrong'} | {found.reason}")
        elif right:
            unflagged.append((source, question, text, right))
    print(f"{path.stem}: precision {wilson(hits.total(), flagged.total())}")
    for source in sorted(wrong):
        print(
            f"  {source:30} flags {flagged[source]:4}, of which wrong {hits[source]:4} of {wrong[source]:4}"
        )
    print(f"  processor time a chain: median {statistics.median(seconds) * 1000:.2f} ms, mean", end=" ")
    print(f"{statistics.mean(seconds) * 1000:.2f} ms")
    return unflagged


def measure_planted_in(chains: list[Chain], rng: random.Random, flags: list[str]) -> None:
    """Recorded right chains with a step made wrong."""
    recall = Recall(Counter(), Counter(), Counter())
    for i, (_, _, text, _) in enumerate(chains):
        kind = KINDS[i % len(KINDS)]
        if planted := planted_in(text, kind, rng):
            wrong, line = planted
            if not recall.add(kind, wrong, line):
                flags.append(f"recorded | missed {kind} | {wrong.splitlines()[line - 1]}")
    recall.report("planted in recorded right chains")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--chains", type=int, default=2000, help="planted chains of our own (default: 2000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--data", type=Path, default=DATA, help="where the evaluation sets are")
    parser.add_argument("--flags", type=Path, help="write every flag and every missed step to this file")
    options = parser.parse_args()
    rng, flags = random.Random(options.seed), list[str]()
    measure_planted(options.chains, rng, flags)
    for name in ("recorded/gsm8k_10systems", "verify/autorace_chains", "recorded/math100_x8"):
        path = options.data / f"{name}.jsonl"
        if not path.exists():
            print(f"{name}: not at {options.data}: skipped")
            continue
        right = measure_recorded(path, flags)
        if "gsm8k" in name:
            measure_planted_in(right, rng, flags)
    if options.flags:
        options.flags.write_text("\n".join(flags) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
