"""How much better a learned vote answers, how well its confidence knows, and whether bounds on errors hold.

Replays a recording once through the real pipeline (think, vote by majority, accept everything) and grades
every class of answers. "Before" is the raw confidence, the share of the vote; "after" is learned with
cross-fitting, so that every question is judged by what the others teach. Then the questions are split in
halves again and again: the first half gives a fit and a threshold for each bound, and the error of what is
accepted of the second half is compared with the bound.

Usage: python evals/benchmarks/selective.py [--recording FILE --samples N --as KIND] [--splits 200] [--json]
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import get_args

from reasoner.confidence.calibration import Fit
from reasoner.confidence.evidence import SOURCE
from reasoner.confidence.fitting import fit
from reasoner.evals import runs
from reasoner.evals.calibrating import BOUNDS, Graded, Group, accepted, grade, learn, report
from reasoner.evals.statistics import LEVELS, Point, Quality
from reasoner.pipeline import make_pipeline
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.verification.equivalence import Kind

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT.parent / "shared" / "data" / "recorded" / "gsm8k_10systems.jsonl"
ACCURACY, BROKEN = 0.86, 0.10
"""What to reach with ten systems: accuracy, and the share of the splits that may break a bound."""
KINDS = {"as voted": False, "weighted": True}


@dataclass(frozen=True, slots=True)
class Held:
    """What came of a bound over all splits."""

    kind: str
    max_error: float
    broken: float
    """Share of the splits in which more of the accepted answers were wrong."""
    coverage: float
    error: float
    """Mean share of wrong ones, of the splits in which anything was accepted."""
    none: float
    """Share of the splits in which no threshold was found."""


def replayed(recording: Path, samples: int, kind: Kind) -> tuple[Group, list[Graded], Mapping[str, int]]:
    """The recording, run and graded; how many rows were left out, and why."""
    pipeline = make_pipeline(
        "selective",
        [
            Think.model_validate({"samples": samples, "as": kind}),
            Vote.model_validate({"by": "majority", "as": kind}),
            Accept(min_confidence=0),
        ],
    )
    graded: list[Graded] = []
    left_out: dict[str, int] = {}
    with Runtime(Settings(model=f"replay:{recording}")) as runtime:
        for line in recording.read_text(encoding="utf-8").splitlines():
            fields = json.loads(line)
            row = runs.parse(pipeline.run(fields["question"], context=runtime.context()).as_dict())
            found = grade(row, [fields["answer"]], runtime.sandbox, kind=kind)
            if isinstance(found, Graded):
                graded.append(found)
            else:
                left_out[found] = left_out.get(found, 0) + 1
    return graded[0].group, graded, left_out


def sources(graded: Sequence[Graded]) -> dict[str, float]:
    """The accuracy of each system alone; the best first."""
    right: dict[str, int] = {}
    for one in graded:
        for features, is_right in zip(one.example.evidence.answers, one.example.right, strict=True):
            for name in features:
                if name.startswith(SOURCE):
                    right[name.removeprefix(SOURCE)] = right.get(name.removeprefix(SOURCE), 0) + is_right
    shares = {name: count / len(graded) for name, count in right.items()}
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def judged(found: Fit, one: Graded, *, weighted: bool) -> Point:
    """How sure the fit is of its answer to a question, and whether that is right."""
    example = one.example
    if not example.learnable:
        sure = example.decided and example.proved
        return (1.0, example.right[0]) if sure else (0.0, False)
    seen = (example.voting if weighted else None) or example.evidence
    likely = found.probabilities(seen)
    best = max(range(len(likely)), key=likely.__getitem__) if weighted else 0
    return likely[best], example.right[best]


def split(group: Group, graded: Sequence[Graded], count: int) -> list[Held]:
    """How often the bounds are broken over so many halvings."""
    found: dict[tuple[str, float], list[tuple[bool, float, float | None, bool]]] = {}
    for seed in range(count):
        order = random.Random(seed).sample(list(graded), len(graded))
        learned_from, other = order[: len(order) // 2], order[len(order) // 2 :]
        learned = fit([one.example for one in learned_from], group.trail, group.model, group.effort)
        for name, weighted in KINDS.items():
            points = [judged(learned, one, weighted=weighted) for one in other]
            for bound in BOUNDS:
                held = accepted(points, bound, learned.threshold(bound, weighted=weighted))
                error = held.error if held.coverage else None
                broken, none = held.error > bound + 1e-12, held.threshold is None
                found.setdefault((name, bound), []).append((broken, held.coverage, error, none))
    return [
        Held(
            name,
            bound,
            statistics.mean(broken for broken, *_ in rows),
            statistics.mean(coverage for _, coverage, *_ in rows),
            statistics.mean([error for _, _, error, _ in rows if error is not None] or [0.0]),
            statistics.mean(none for *_, none in rows),
        )
        for (name, bound), rows in found.items()
    ]


def line(name: str, quality: Quality) -> str:
    """One row of the table of qualities."""
    at = "  ".join(f"{accuracy:9.1%}" for accuracy in quality.at_coverage)
    return (
        f"{name:22} {quality.accuracy:9.1%} {quality.auroc:7.4f} {quality.aurc:7.4f} {quality.ece:7.4f}  {at}"
    )


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--recording", type=Path, default=RECORDED, help="rows with samples and an answer")
    parser.add_argument("--samples", type=int, default=10, help="samples a question (default: 10)")
    parser.add_argument(
        "--as", dest="kind", choices=get_args(Kind), default="auto", help="how to read answers"
    )
    parser.add_argument("--splits", type=int, default=200, help="random halvings (default: 200)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    if not options.recording.exists():
        parser.exit(0, f"{options.recording}: not here, so skipped.\n")
    start = time.perf_counter()
    group, graded, left_out = replayed(options.recording, options.samples, options.kind)
    alone = sources(graded)
    told = report(learn(group, graded), graded, BOUNDS[0])
    ran = time.perf_counter() - start
    held = split(group, graded, options.splits)
    seconds = {"replay_and_fit": ran, "splits": time.perf_counter() - start - ran}
    qualities = {
        "raw": told.raw,
        "calibrated, as voted": told.as_voted.quality,
        "calibrated, weighted": told.weighted.quality,
    }
    if options.json:
        numbers = {name: asdict(quality) for name, quality in qualities.items()}
        shown = {"rows": len(graded), "left_out": left_out, "sources": alone, "qualities": numbers}
        print(json.dumps(shown | {"splits": [asdict(one) for one in held], "seconds": seconds}))
        return
    print(f"{options.recording.name}: {len(graded)} questions, left out: {left_out or 'none'}")
    if alone:
        print(f"best single system: {next(iter(alone))} {next(iter(alone.values())):.1%}")
    at = "  ".join(f"{f'at {level:.0%}':>9}" for level in LEVELS)
    print(f"{'':22} {'accuracy':>9} {'AUROC':>7} {'AURC':>7} {'ECE':>7}  {at}")
    for name, quality in qualities.items():
        print(line(name, quality))
    print(f"\n{options.splits} halvings   max_error    broken  coverage  mean error  no threshold")
    for one in held:
        print(
            f"{one.kind:14} {one.max_error:10g} {one.broken:9.1%} {one.coverage:9.1%} {one.error:11.2%}"
            f" {one.none:13.1%}"
        )
    print(f"\nreplay and fit {seconds['replay_and_fit']:.0f} s, halvings {seconds['splits']:.0f} s")
    if options.recording == RECORDED:
        weighted = told.weighted.quality
        targets = {
            f"accuracy at least {ACCURACY:.0%}": weighted.accuracy >= ACCURACY,
            "AURC below that of the share of the vote": max(weighted.aurc, told.as_voted.quality.aurc)
            < told.raw.aurc,
            f"bounds broken in at most {BROKEN:.0%} of the splits": max(one.broken for one in held) <= BROKEN,
        }
        for target, met in targets.items():
            print(f"target {target}: {'met' if met else 'MISSED'}")


if __name__ == "__main__":
    main()
