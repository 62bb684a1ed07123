"""How long a newcomer waits: `import reasoner` beside pydantic alone, and a question that needs no model.

Usage: python evals/benchmarks/startup.py [--repeat 11]
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

PYDANTIC = "from pydantic import BaseModel\nclass A(BaseModel): x: int = 1"
REASONER = str(Path(sys.executable).with_name("reasoner"))
PROGRAMS = {
    "pydantic and one model class": [sys.executable, "-c", PYDANTIC],
    "import reasoner": [sys.executable, "-c", "import reasoner"],
    "... with load_pipeline": [sys.executable, "-c", "from reasoner import load_pipeline"],
    "bare python": [sys.executable, "-c", "pass"],
    'reasoner run math "12*(3+4)"': [REASONER, "run", "math", "12*(3+4)"],
}


def main() -> None:
    """Prints the median seconds of each program, in a fresh process each time, measured in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=11, help="processes of each, started in turns")
    repeat = parser.parse_args().repeat
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for turn in range(repeat + 1):
        for name, command in PROGRAMS.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            if turn:  # the first round fills the caches of the file system
                times[name].append(time.perf_counter() - start)
    pydantic, ours, _, bare, answer = (statistics.median(values) for values in times.values())
    for name, values in times.items():
        print(f"{name:30} {statistics.median(values):6.3f} s")
    ratio = (ours - bare) / (pydantic - bare)
    print(f"import reasoner is {ratio:.2f}x of pydantic (target 1.6): {'met' if ratio <= 1.6 else 'MISSED'}")
    print(f"a cold answer in {answer:.2f} s (target 0.8): {'met' if answer <= 0.8 else 'MISSED'}")


if __name__ == "__main__":
    main()
