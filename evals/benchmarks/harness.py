"""What `reasoner eval` costs beyond the pipeline, and how fast it replays and judges recordings on one core.

    python evals/benchmarks/harness.py [--data ../shared/data/recorded] [--items 300] [--repeat 5]

The costs of the harness are those of a run with a scripted model, eight samples a question, each written to
the journal, less those of the pipeline alone, in turns; medians count. The rate is that of the whole run:
votes, the judgement of the answer and of every other one that got votes, and the rows on the disk. Everything
has one core; the rate by processor time is what the core does when nobody else uses it.
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from reasoner.cli import asking, evaluate
from reasoner.evals import items, suite
from reasoner.evals.harness import Plan
from reasoner.pipeline import make_pipeline
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote

SCRIPT = "lines: [{say: ['It is 4. The answer is 4.', 'It is 5. The answer is 5.', 'The answer is 4.']}]"
FREE = "def free(item, row, sandbox):\n    return True\n"
SAMPLES = 8
MOST_MILLISECONDS, LEAST_RATE = 2.0, 200.0
RECORDED = (("last_letters_x40", "exact", 40), ("math100_x8", "math", 8))
"""Recordings with their scorer and their samples a question."""


def plan(data: Path, scorer: str, samples: int, model: str) -> Plan:
    """A run of a file."""
    asked = suite.of_file(data, scorer)
    pipeline = make_pipeline("bench", [Think(samples=samples), Vote(), Accept(min_confidence=0)])
    return Plan(asked, items.load(asked, None).items, pipeline, "math", Settings(model=model))


def alone(planned: Plan) -> float:
    """Seconds that the pipeline alone takes."""
    with Runtime(planned.settings) as runtime:
        start = time.perf_counter()
        for item in planned.items:
            planned.pipeline.run(item.question, context=runtime.context())
        return time.perf_counter() - start


def whole(planned: Plan, out: Path) -> float:
    """Seconds that the run takes, with what it opens and closes."""
    out.mkdir()
    start = time.perf_counter()
    asking.go_on(planned, str(out), 1, 1.0)
    return time.perf_counter() - start


def overhead(count: int, repeat: int) -> Iterator[tuple[str, float]]:
    """What is added to the pipeline, in milliseconds an item."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "script.yaml").write_text(SCRIPT)
        (folder / "free.py").write_text(FREE)
        rows = [{"question": f"How many pens are {i} and {i}?", "gold": "4"} for i in range(count)]
        (folder / "d.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        scorers = {"harness": f"{folder}/free.py:free", "harness and the scorer math": "math"}
        plans = {
            what: plan(folder / "d.jsonl", scorer, SAMPLES, f"scripted:{folder}/script.yaml")
            for what, scorer in scorers.items()
        }
        times: dict[str, list[float]] = {"alone": [], **{what: [] for what in plans}}
        for turn in range(repeat + 1):  # the first one warms up
            times["alone"].append(alone(plans["harness"]))
            for i, (what, planned) in enumerate(plans.items()):
                times[what].append(whole(planned, folder / f"run{turn}-{i}"))
        medians = {what: statistics.median(found[1:]) for what, found in times.items()}
        yield from ((what, 1000 * (medians[what] - medians["alone"]) / count) for what in plans)
        out = folder / f"run{repeat}-1"
        start = time.perf_counter()
        found = [json.loads(line) for line in (out / "items.jsonl").read_text().splitlines()]
        described = replace(plans["harness"], pipeline_name="math").described()
        evaluate.write_results(out, described, found)
        yield "statistics and report in the end", 1000 * (time.perf_counter() - start) / count


def processor() -> float:
    """Seconds of processor time so far, of the process and of those that it has ended."""
    return sum(os.times()[:4])


def rates(data: Path, repeat: int) -> Iterator[tuple[str, int, float, float]]:
    """Of each recording that is there: name, questions, and questions a second by the clock and by processor
    time."""
    for name, scorer, samples in RECORDED:
        recording = data / f"{name}.jsonl"
        if not recording.exists():
            print(f"{recording}: not here, so skipped.")
            continue
        with tempfile.TemporaryDirectory() as folder:
            planned = plan(recording, scorer, samples, f"replay:{recording}")
            times, start = [], processor()
            for turn in range(repeat):
                times.append(whole(planned, Path(folder, str(turn))))
            count = len(planned.items)
            yield name, count, count / statistics.median(times), count * repeat / (processor() - start)


def main() -> None:
    """Prints the costs and the rates."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    root = Path(__file__).resolve().parents[3]
    parser.add_argument(
        "--data", type=Path, default=root / "shared/data/recorded", help="folder of recordings"
    )
    parser.add_argument("--items", type=int, default=300, help="items of a run (default: 300)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each kind (default: 5)")
    options = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    costs = dict(overhead(options.items, options.repeat))
    for what, milliseconds in costs.items():
        print(f"{what:34} {milliseconds:8.2f} ms an item")
    met = "met" if costs["harness"] <= MOST_MILLISECONDS else "MISSED"
    print(f"target: the harness at most {MOST_MILLISECONDS:g} ms an item: {met}")
    for name, count, rate, by_processor in rates(options.data, options.repeat):
        met = "met" if by_processor >= LEAST_RATE else "MISSED"
        both = f"{rate:5.0f}/s by the clock, {by_processor:5.0f}/s by processor time"
        print(f"{name:18} {count:4} questions: {both}; target {LEAST_RATE:g}/s: {met}")


if __name__ == "__main__":
    main()
