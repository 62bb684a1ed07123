"""The results of the bundled pipelines on the bundled suites with the default model.

    python evals/baselines/make.py [--runs FOLDER]

Runs `reasoner eval` on each suite, or goes on where an earlier run in FOLDER stopped, and writes beside this
file what came of it: `smollm2-135m.json` for machines, and `README.md` with the table.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from reasoner.evals.figures import percent, percent_interval
from reasoner.version import __version__

HERE = Path(__file__).parent
MODEL = "smollm2-135m"
SUITES: Mapping[str, int | None] = {
    "arithmetic_en": None,
    "arithmetic_zh": None,
    "word_problems_en": 30,
    "word_problems_zh": 30,
    "handbook_en": None,
    "handbook_zh": None,
}
"""How many questions of each; None is all. A word problem takes the model a quarter of a minute."""
KEPT = (
    "n", "accuracy", "accuracy_interval", "coverage", "selective_accuracy", "auroc", "aurc", "ece",
)  # fmt: skip


def evaluate(suite: str, runs: Path, limit: int | None) -> dict[str, Any]:
    """The numbers of the suite that are kept. Raises: CalledProcessError, when the run fails."""
    out = runs / suite
    command = [sys.executable, "-m", "reasoner", "eval", suite, "--model", MODEL, "--out", str(out)]
    subprocess.run(command + (["--limit", str(limit)] if limit else []), check=True, stdout=sys.stderr)
    found = json.loads((out / "statistics.json").read_text(encoding="utf-8"))
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    return {"pipeline": run["pipeline"]["name"]} | {key: found.get(key) for key in KEPT}


def table(results: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The results as lines of Markdown."""
    yield "| suite | pipeline | questions | right | 95 % interval | answered | right when answered |"
    yield "|---|---|---|---|---|---|---|"
    for suite, found in results.items():
        cells = [
            suite,
            found["pipeline"],
            str(found["n"]),
            percent(found["accuracy"]),
            percent_interval(found["accuracy_interval"]),
            percent(found["coverage"]),
            percent(found["selective_accuracy"]),
        ]
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=Path, default=Path("baseline-runs"), help="where the runs are kept")
    options = parser.parse_args()
    results = {suite: evaluate(suite, options.runs, limit) for suite, limit in SUITES.items()}
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    about = {"date": date.today().isoformat(), "machine": machine, "model": MODEL, "version": __version__}
    lines = "\n".join(table(results))
    (HERE / f"{MODEL}.json").write_text(json.dumps(about | {"suites": results}, indent=1) + "\n")
    (HERE / "README.md").write_text(
        f"# Baselines\n\nThe bundled pipelines on the bundled suites with {MODEL}, version {__version__}, "
        f"{about['date']}, {machine};\nmade by `python evals/baselines/make.py`. A question that is rightly "
        f"refused counts as right, and as not answered.\n\n{lines}\n"
    )


if __name__ == "__main__":
    main()
