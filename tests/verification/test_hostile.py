"""Answers that nobody means well with: none raises, hangs, or is taken for another."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest
from verification.hostile import LONG, Hostile, hostile

from reasoner.state import Candidate
from reasoner.verification import checks
from reasoner.verification.answers import extract
from reasoner.verification.checks.case import Case
from reasoner.verification.equivalence import Kind, equal, key, keys
from reasoner.verification.sandbox.clocked import Clocked
from support import SANDBOX

GRACE_SECONDS = 0.5
PATIENT_SECONDS = 3.0
"""Beside all the other tests, whose garbage is collected meanwhile, time is no measure."""
THREADS = 8
PLAIN = ("7", "1/2", "x + 1", "(1, 2)", "Paris", "-3.5", "B", "x = 4", "12%", "5 km")
QUESTIONS = (
    "What is 12*(3+4)?", "Solve x^2 = 4 for x.", "Find the derivative of x^3 + 2x.", "Integrate 3x^2 with respect to x.",
    "How many apples are left?", "Convert 3 m to cm.", "What is the probability that it rains?", "计算 3+4×5。", "解方程 2x+3=7。",
    "What is the remainder when 2^{100} is divided by 7?", "Solve x^2 < 9.", "How many km is it from A to B?", "Is 91 prime?",
    "What is the least positive integer n such that n is at least 5?", "求极限 \\lim_{x \\to 0} \\frac{\\sin x}{x}。", "What is \\sqrt{50}?",
)  # fmt: skip
CHECKER = "def check(question, answer):\n    return len(answer) > 3\n"
Made = TypeVar("Made")


@dataclass
class Tally:
    """What was seen: faults, the slowest calls, verdicts. Threads add to it."""

    limit: float
    """Seconds that a comparison or a check may take."""
    grace: float
    """Seconds more that are not yet too long."""
    sandbox: Clocked = field(default_factory=lambda: Clocked(SANDBOX))
    faults: list[str] = field(default_factory=list)
    seconds: list[tuple[float, str]] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def timed(self, what: str, work: Callable[..., Made], *given: Any, **named: Any) -> Made | None:
        """What the work makes; an exception and too long a time are faults. Waiting is no time of its own."""
        start, made, raised = self.sandbox.seconds, None, ""
        try:
            made = work(*given, **named)
        except Exception as error:
            raised = f"{what} raised {type(error).__name__}: {error}"
        spent = self.sandbox.seconds - start
        with self.lock:
            self.seconds.append((spent, what))
            if raised:
                self.faults.append(raised)
            if spent > self.limit + self.grace:
                self.faults.append(f"{what} took {spent:.2f} s")
        return made

    def compared(self, left: str, right: str, never: str = "") -> None:
        """Compares two answers in both orders; `never` is the verdict that would be false."""
        said = [
            self.timed(f"equal({a[:60]!r}, {b[:60]!r})", equal, a, b, self.sandbox, self.limit)
            for a, b in ((left, right), (right, left))
        ]
        found = [one.verdict for one in said if one]
        with self.lock:
            self.verdicts.update(found)
            if never in found or set(found) >= {"equal", "different"}:
                self.faults.append(f"{left[:80]!r} and {right[:80]!r} are {found}")


def attack(answer: Hostile, number: int, tally: Tally) -> None:
    """Everything that reads answers reads this one."""
    text, shown = answer.text, repr(answer.text[:60])
    kinds: tuple[Kind, ...] = ("auto", "math", "text", "choice")
    for kind in kinds:
        tally.timed(f"extract {kind} {shown}", extract, f"So it is {text}", kind=kind)
        tally.timed(f"key {kind} {shown}", key, text, kind)
    tally.timed(f"keys {shown}", keys, text)
    tally.compared(text, text, never="different")
    tally.compared(text, PLAIN[number % len(PLAIN)])
    if answer.other is not None:
        tally.compared(text, answer.other, never="equal")
    chain = Candidate(f"3 + 4 = 7, so {text} = 8.", text, "cot")
    program = Candidate(f"```python\nprint({text})\n```", text, "program")
    asked = Case(
        QUESTIONS[number % len(QUESTIONS)],
        tally.sandbox,
        tally.limit,
        (chain, program),
        lambda _: (),
        CHECKER,
    )
    odd = replace(asked, question=text)
    for name, check in checks.known().items():
        tally.timed(f"check {name} of {shown}", check, (chain, program)[number % 2], asked)
        tally.timed(f"check {name} in {shown}", check, Candidate("4", "4", "cot"), odd)


def attacked(answers: Sequence[Hostile], limit: float, grace: float) -> Tally:
    """What came of the answers, from several threads at once."""
    tally = Tally(limit, grace)
    with ThreadPoolExecutor(THREADS) as pool:
        for done in [pool.submit(attack, answer, number, tally) for number, answer in enumerate(answers)]:
            done.result()
    return tally


def test_hostile_answers_do_no_harm() -> None:
    assert attacked(list(hostile(seed=7, count=66)), limit=0.1, grace=PATIENT_SECONDS).faults == []


@pytest.mark.soak
def test_many_hostile_answers() -> None:
    tally = attacked(list(hostile(seed=11, count=10_000)), limit=1.0, grace=GRACE_SECONDS)
    times = sorted(tally.seconds)
    print(f"longest {times[-1]}, p99 {times[len(times) * 99 // 100][0]:.3f} s, {dict(tally.verdicts)}")
    assert tally.faults == []


@pytest.mark.parametrize(
    "text",
    [
        "A. " * 5_000 + "x x", "(" + "1, " * 300 + "2)", "The values are (" + "1," * 2_000, "50" + "%" * 2_400 + " = 1", "(1+" * 9_000 + "1 = 8",
        "\\sqrt[3]{" * 4_000 + "2 = 8", "\\\\" * 20_000 + " = 8", "1:" * 5_000, "one hundred " * 2_000, " " * LONG, "1, " * 9_000,
        "\\," * 30_000, "x = " * 25_000,
        r"\frac{1}{" + "1.1^{" * 9 + "2" + "}" * 10,
    ],
)  # fmt: skip
def test_what_patterns_may_look_for_again_and_again_is_read_in_a_moment(text: str) -> None:
    tally = Tally(limit=0.5, grace=PATIENT_SECONDS)
    attack(Hostile(text), 0, tally)
    assert tally.faults == []
