"""How many samples early stopping saves on recorded samples, and what it costs.

    python evals/benchmarks/stopping.py [--recording FILE] [--as KIND] [--samples N] [--seeds 20]
                                        [--checks NAME ...] [--learn] [--json]

Beside `stop_at` of ours stand rules from the literature, written here: the Beta posterior of
Adaptive-Consistency (Aggarwal et al. 2023, 2305.11860) and its posterior predictive over the samples that
are left. Every rule sees the same orders, those that `--seed 1` and on give a recording. Each sample is read
once, by the stage `think`; a subset is then drawn again by `think` with `stop_at`, sample by sample, and the
benchmark ends with an error where that is not exactly what it counted.

saved    samples of the full vote over the mean of those drawn
agreed   share of the orders in which the answer is the one of all samples, counted by majority
accuracy, lost      by our equality with the recording's `answer`; lost, in points, against the full vote
marked   the points lost where an answer is right if the recording's `correct` says so for most of its samples
stated   mean of the probability to agree that the rule gives when it stops
promise  whether as many agreed as `stop_at` promises
"""

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import comb, exp, fsum, lgamma
from pathlib import Path
from typing import cast, get_args

from reasoner.evals import racing
from reasoner.models.model import Request
from reasoner.models.replay import Replay
from reasoner.models.sampling import Sampling
from reasoner.stage import Context
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import Candidate, State
from reasoner.verification import equivalence
from reasoner.verification.equivalence import Kind
from reasoner.verification.sandbox.local import LocalSandbox
from reasoner.voting.classes import classes
from reasoner.voting.stopping import DEFAULT, Stopping, standing

RECORDING = Path(__file__).resolve().parents[3] / "shared/data/recorded/last_letters_x40.jsonl"
LEVELS = (0.90, 0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 1.0)
PROVED, PROVED_SEEDS = 16, 2
"""How many questions are drawn again by `think`, and in how many orders each."""
SANDBOX = LocalSandbox()

Order = tuple[int, ...]
"""Indices of samples, as they are drawn."""


@dataclass(frozen=True)
class Question:
    """A question with what each of its recorded samples says."""

    text: str
    candidates: tuple[Candidate, ...]
    numbers: tuple[int | None, ...]
    """The class of the answer of each sample."""
    right: tuple[bool, ...]
    """Whether the answer is the known one, by class."""
    marked: tuple[bool, ...]
    """Whether the recording calls most of the samples correct, by class."""
    orders: tuple[Order, ...]

    def full(self, order: Order) -> int | None:
        """The class that the whole vote elects; of equal ones that which came first."""
        ranked = Counter(n for i in order if (n := self.numbers[i]) is not None).most_common(1)
        return ranked[0][0] if ranked else None


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a rule stops."""

    drawn: int
    leader: int | None
    stated: float


@dataclass(frozen=True)
class Row:
    """One line of the table; shares in [0, 1], losses in points."""

    rule: str
    promised: float | None
    saved: float
    agreed: float
    accuracy: float
    lost: float
    marked: float
    stated: float

    def line(self) -> str:
        """As the table prints it."""
        promise = "" if self.promised is None else "kept" if self.agreed >= self.promised else "BROKEN"
        return (
            f"{self.rule:<26} {self.saved:6.2f}x {self.agreed:8.2%} {self.accuracy:9.2%} {self.lost:6.2f}"
            f" {self.marked:7.2f} {self.stated:8.2%}  {promise}"
        )


Rule = Callable[[Question, Order], Ending]


def ours(stop_at: float, stopping: Callable[[Question], Stopping]) -> Rule:
    """`standing`, asked after every sample as `think` does."""

    def end(question: Question, order: Order) -> Ending:
        found, numbers = [question.candidates[i] for i in order], [question.numbers[i] for i in order]
        expected = stopping(question)
        for drawn in range(1, len(order) + 1):
            state = standing(found[:drawn], numbers[:drawn], len(order), stop_at, expected)
            if state.stop:
                return Ending(drawn, state.leader, state.agreement)
        raise AssertionError("the last sample ends it")

    return end


def reference(level: float, sure: Callable[[int, int, int], float]) -> Rule:
    """Stops once `sure(votes of the leader, of its rival, samples left)` reaches the level."""

    def end(question: Question, order: Order) -> Ending:
        counts: Counter[int] = Counter()
        for drawn, i in enumerate(order, start=1):
            number = question.numbers[i]
            counts.update([] if number is None else [number])
            votes = [count for _, count in counts.most_common(2)] + [0, 0]
            stated = sure(votes[0], votes[1], len(order) - drawn)
            if votes[0] and stated >= level:
                return Ending(drawn, counts.most_common(1)[0][0], stated)
        return Ending(len(order), question.full(order), 1.0)

    return end


def beta(leader: int, second: int, left: int) -> float:
    """P(p > 1/2) for p of Beta(leader + 1, second + 1): Adaptive-Consistency, which looks at no horizon."""
    n = leader + second + 1
    return fsum(comb(n, k) / 2.0**n for k in range(leader + 1))


def predictive(prior: float) -> Callable[[int, int, int], float]:
    """Probability that the leader is ahead after the samples left, which are beta-binomial; half of a tie."""

    @cache
    def sure(leader: int, second: int, left: int) -> float:
        a, b = leader + prior, second + prior
        odds = [comb(left, x) * exp(_beta(a + x, b + left - x) - _beta(a, b)) for x in range(left + 1)]
        leads = [leader - second - left + 2 * x for x in range(left + 1)]
        return min(
            1.0, fsum(p * (0.5 if lead == 0 else lead > 0) for p, lead in zip(odds, leads, strict=True))
        )

    return sure


def _beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def rules(learned: Mapping[str, Stopping] | None) -> dict[str, tuple[float | None, Rule]]:
    """What is compared, by name, with the agreement that is promised."""
    found: dict[str, tuple[float | None, Rule]] = {
        f"ours, stop_at {level:g}": (level, ours(level, lambda question: DEFAULT)) for level in LEVELS
    }
    if learned is not None:
        for level in LEVELS[:-1]:
            rule = ours(level, lambda question: learned[question.text])
            found[f"learned, stop_at {level:g}"] = (level, rule)
    for level in (0.95, 0.99):
        found[f"Beta posterior {level:g}"] = (None, reference(level, beta))
    found["predictive, flat 0.97"] = (None, reference(0.97, predictive(1.0)))
    found["predictive, Jeffreys 0.97"] = (None, reference(0.97, predictive(0.5)))
    return found


def measure(questions: Sequence[Question], name: str, promised: float | None, rule: Rule) -> Row:
    """What the rule does in all orders of all questions."""
    runs = [(question, order) for question in questions for order in question.orders]
    ends = [rule(question, order) for question, order in runs]
    full = [question.full(order) for question, order in runs]

    def share(of: Callable[[Question], tuple[bool, ...]], leaders: Sequence[int | None]) -> float:
        pairs = zip(runs, leaders, strict=True)
        return statistics.mean(leader is not None and of(question)[leader] for (question, _), leader in pairs)

    leaders = [end.leader for end in ends]
    right = share(lambda question: question.right, leaders)
    marked = share(lambda question: question.marked, leaders)
    return Row(
        name,
        promised,
        len(runs[0][1]) / statistics.mean(end.drawn for end in ends),
        statistics.mean(one == other for one, other in zip(leaders, full, strict=True)),
        right,
        100 * (share(lambda question: question.right, full) - right),
        100 * (share(lambda question: question.marked, full) - marked),
        statistics.mean(end.stated for end in ends),
    )


def learn(questions: Sequence[Question]) -> dict[str, Stopping]:
    """For each question what the other half of the questions teaches."""
    halves = [questions[0::2], questions[1::2]]
    best = [_learned(half) for half in halves]
    return {question.text: best[1 - i] for i, half in enumerate(halves) for question in half}


def _learned(questions: Sequence[Question]) -> Stopping:
    """What `reasoner calibrate` learns from a run with these questions, each in its first order."""
    firsts = [(question, question.orders[0]) for question in questions]
    votes = [
        racing.Vote(tuple(question.candidates[i] for i in order), tuple(question.numbers[i] for i in order))
        for question, order in firsts
    ]
    found = racing.race(votes)
    return Stopping(found.prior, found.passed, found.failed) if found else DEFAULT


def stage(samples: int, kind: Kind, checks: Sequence[str], **keys: object) -> Think:
    """`think` as a pipeline would have it."""
    data: dict[str, object] = {"mode": "cot", "samples": samples, "as": kind, "checks": tuple(checks)}
    return Think.model_validate(data | keys)


def context(model: Replay, seed: int) -> Context:
    """A run with the recording."""
    return Context(models={"default": model}, retrievers={}, sandbox=SANDBOX, seed=seed)


def read(path: Path, samples: int | None, kind: Kind, checks: Sequence[str], seeds: int) -> list[Question]:
    """The questions of a recording, each sample read, checked and compared once."""
    model = Replay.read(path)
    golds: dict[str, str] = {}
    correct: dict[str, list[bool]] = {}
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        text = row["question"].strip()
        golds.setdefault(text, str(row["answer"]))
        correct.setdefault(text, []).extend(bool(sample.get("correct")) for sample in row["samples"])
    fewest = min(map(len, correct.values()))
    if samples is not None and samples > fewest:
        sys.exit(f"{path}: a question has {fewest} samples, fewer than {samples}; give --samples {fewest}.")
    return [
        _read(model, text, gold, correct[text], samples or fewest, kind, checks, seeds)
        for text, gold in golds.items()
    ]


def _read(
    model: Replay,
    text: str,
    gold: str,
    correct: Sequence[bool],
    samples: int,
    kind: Kind,
    checks: Sequence[str],
    seeds: int,
) -> Question:
    def equal(left: str, right: str) -> bool:
        return equivalence.equal(left, right, SANDBOX, kind=kind, question=text).verdict == "equal"

    every = stage(len(correct), kind, checks, even_if_proved=True)
    candidates = every.run(State(text), context(model, 0)).candidates
    answers = [found.answer for found in candidates]
    groups = classes(answers, lambda answer: equivalence.key(answer, kind), equal)
    numbers = {i: number for number, group in enumerate(groups) for i in group}
    places = {id(sample): i for i, sample in enumerate(_samples(model, text, len(correct), 0))}
    return Question(
        text,
        candidates,
        tuple(numbers.get(i) for i in range(len(candidates))),
        tuple(equal(gold, candidates[group[0]].answer or "") for group in groups),
        tuple(2 * sum(correct[i] for i in group) > len(group) for group in groups),
        tuple(
            tuple(places[id(sample)] for sample in _samples(model, text, samples, seed))
            for seed in range(1, seeds + 1)
        ),
    )


def _samples(model: Replay, text: str, samples: int, seed: int) -> list[object]:
    request = Request((), Sampling(n=samples, seed=seed), text)
    return list(model.generate(request))


def prove(questions: Sequence[Question], model: Replay, kind: Kind, checks: Sequence[str]) -> int:
    """Draws some questions again by `think` and `vote`; gives the number of runs that were the same.

    Raises: SystemExit, where they draw, state or answer something else than was counted.
    """
    vote, runs = Vote.model_validate({"by": "majority", "as": kind}), 0
    for question in questions[:: max(1, len(questions) // PROVED)]:
        for seed, order in enumerate(question.orders[:PROVED_SEEDS], start=1):
            for level in LEVELS:
                run, end = context(model, seed), ours(level, lambda question: DEFAULT)(question, order)
                think = stage(len(order), kind, checks, stop_at=level)
                state = vote.run(think.run(State(question.text), run), run)
                counted = [_plain(question.candidates[i]) for i in order[: end.drawn]]
                leader = question.numbers[order[state.votes[0].members[0]]] if state.votes else None
                said = leader, run.meter.savings[0].agreement
                proof = any(candidate.proved for candidate in state.candidates)
                if [_plain(one) for one in state.candidates] != counted or (
                    not proof and said != (end.leader, end.stated)
                ):
                    sys.exit(f"stop_at {level:g}, seed {seed}: think differs on: {question.text}")
                runs += 1
    return runs


def _plain(candidate: Candidate) -> Candidate:
    return replace(candidate, prompt=None)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--recording", type=Path, default=RECORDING, help="rows {question, answer, samples}")
    parser.add_argument("--samples", type=int, help="of the full vote (default: all that are recorded)")
    parser.add_argument("--as", dest="kind", choices=get_args(Kind), help="how answers are read")
    parser.add_argument("--checks", nargs="+", default=[], help="checks that each sample is put to")
    parser.add_argument("--seeds", type=int, default=20, help="orders of each question (default: 20)")
    parser.add_argument("--learn", action="store_true", help="also with what the other half teaches")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    path: Path = options.recording
    if not path.exists():
        print(f"{path}: not here, so nothing is measured.")
        return
    # The default recording is one of words.
    kind = cast(Kind, options.kind or ("text" if path == RECORDING else "auto"))
    questions = read(path, options.samples, kind, options.checks, options.seeds)
    same = prove(questions, Replay.read(path), kind, options.checks)
    learned = learn(questions) if options.learn else None
    rows = [measure(questions, name, *rule) for name, rule in rules(learned).items()]
    SANDBOX.close()
    if options.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    print(
        f"{path.name}: {len(questions)} questions, {len(questions[0].orders[0])} samples, "
        f"{options.seeds} orders; in {same} runs `think` drew exactly what was counted"
    )
    for stopping in dict.fromkeys((learned or {}).values()):
        print(f"learned on a half: {stopping}")
    print(f"{'rule':<26}   saved   agreed  accuracy   lost  marked   stated  promise")
    print("\n".join(row.line() for row in rows))


if __name__ == "__main__":
    main()
