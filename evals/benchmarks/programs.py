"""How fast and how faithfully model-written programs run: the sandbox beside plain `exec`.

Usage: python evals/benchmarks/programs.py [FILE.jsonl] [--limit N]

Rows have `code` and the recorded `stdout`. The peer is what an executor without any isolation costs at
least: one warm CPython process that `exec`s program after program. So that this may be run on programs that
nobody has read, that process is itself a sealed one. smolagents' `LocalPythonExecutor` is measured too where
it is installed.
"""

import argparse
import importlib.util
import json
import re
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from reasoner.verification.sandbox.endings import VERDICTS
from reasoner.verification.sandbox.local import LocalSandbox
from reasoner.verification.sandbox.pool import Pool

FILE = Path(__file__).resolve().parents[3] / "shared/data/programs/gsm8k_programs.jsonl"
LIMIT_SECONDS = 5.0
GAP_SECONDS = 0.02
"""Between programs in the second tier, a spare child gets so long to be ready."""
SAMPLE = 200
ERROR = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Exit)\b")
PEER = """
import contextlib, io, json, signal, time
def late(number, frame): raise TimeoutError
signal.signal(signal.SIGALRM, late)
done = []
for code in json.loads(PROGRAMS):
    start, said = time.perf_counter(), io.StringIO()
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    with contextlib.redirect_stdout(said):
        try: exec(compile(code, "program", "exec"), {"__name__": "__main__"})
        except BaseException as error: print(type(error).__name__)
    signal.setitimer(signal.ITIMER_REAL, 0)
    done.append([said.getvalue(), time.perf_counter() - start])
print(json.dumps(done))
"""
Row = dict[str, str]
Ran = tuple[str, float]
"""What a program printed, or the kind of its error, and its seconds."""


def main() -> None:
    """Prints a line for each executor, and whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument("--limit", type=int, help="only the first so many programs")
    options = parser.parse_args()
    if not options.file.exists():
        raise SystemExit(f"{options.file} is not there; name a file of rows with code and stdout.")
    rows = [json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines()][
        : options.limit
    ]

    sandbox, start = LocalSandbox(), time.perf_counter()
    with ThreadPoolExecutor(2) as threads:
        ours = list(threads.map(lambda row: tiers(sandbox, row["code"]), rows))
    wall = time.perf_counter() - start
    sandbox.close()
    report("sandbox.run, 2 threads", rows, ours, wall)
    second_tier(rows)
    peer(rows)
    if importlib.util.find_spec("smolagents"):
        smolagents(rows)


def tiers(sandbox: LocalSandbox, code: str) -> Ran:
    """The sandbox as its users call it."""
    done = sandbox.run(code, LIMIT_SECONDS)
    return said(done.stdout, done.verdict, done.reason), done.seconds


def said(output: str, verdict: str, reason: str) -> str:
    """What was printed, and the error that it ended with, if any."""
    return output if verdict == "ok" else f"{output}\n{'TimeoutError' if verdict == 'timeout' else reason}"


def second_tier(rows: Sequence[Row]) -> None:
    """Sealed children only, where Monty takes no part."""
    start = time.perf_counter()
    pool = Pool()
    pool.perform({"code": "print(1)"}, LIMIT_SECONDS)
    started = time.perf_counter() - start
    time.sleep(2)  # it warms up while it is idle

    def run(row: Row) -> Ran:
        start = time.perf_counter()
        done = pool.perform({"code": row["code"]}, LIMIT_SECONDS)
        return said(done.output, VERDICTS[done.ending], done.reason), time.perf_counter() - start

    def rested(row: Row) -> Ran:
        time.sleep(GAP_SECONDS)
        return run(row)

    start = time.perf_counter()
    report(
        "sealed, a spare waiting",
        rows[:SAMPLE],
        [rested(row) for row in rows[:SAMPLE]],
        time.perf_counter() - start,
    )
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as threads:
        done = list(threads.map(run, rows))
    report("sealed, 2 threads back to back", rows, done, time.perf_counter() - start)
    print(f"  starting the second tier took {started:.2f} s (target 1.5)")
    pool.close()


def peer(rows: Sequence[Row]) -> None:
    """`exec` in one warm process."""
    programs = json.dumps([row["code"] for row in rows])
    pool, start = Pool(), time.perf_counter()
    done = pool.perform({"code": f"PROGRAMS, LIMIT = {programs!r}, {LIMIT_SECONDS}\n{PEER}"}, 600)
    wall = time.perf_counter() - start
    pool.close()
    if done.ending != "ok":
        print(f"plain exec: the process did not survive the programs: {done.ending} {done.reason}")
        return
    report(
        "plain exec (no isolation)", rows, [(said, spent) for said, spent in json.loads(done.output)], wall
    )


def smolagents(rows: Sequence[Row]) -> None:
    """The interpreter of another agent library."""
    from smolagents.local_python_executor import LocalPythonExecutor  # type: ignore[import-not-found]

    def run(row: Row) -> Ran:
        start = time.perf_counter()
        executor = LocalPythonExecutor(["*"])
        executor.send_tools({})
        try:
            output = str(executor(row["code"]).logs)
        except Exception as error:
            output = f"{error}"
        return output, time.perf_counter() - start

    start = time.perf_counter()
    report("smolagents LocalPythonExecutor", rows, [run(row) for row in rows], time.perf_counter() - start)


def report(name: str, rows: Sequence[Row], ran: Sequence[Ran], wall: float) -> None:
    """Prints how many outputs are exactly the recorded ones, and the times."""
    times = sorted(seconds * 1000 for _, seconds in ran)
    exact = same_error = 0
    different = []
    for row, (output, _) in zip(rows, ran, strict=True):
        recorded = row["stdout"].strip()
        if output.strip() == recorded:
            exact += 1
        elif ERROR.findall(recorded)[-1:] == ERROR.findall(output)[-1:] != []:
            same_error += 1
        else:
            different.append(row["id"])
    late = times[int(len(times) * 0.99)]
    print(
        f"{name:32} median {statistics.median(times):6.2f} ms   p99 {late:7.2f} ms   "
        f"exact {exact} of {len(rows)}   same error {same_error}   other {len(different)}   wall {wall:.1f} s"
    )
    for identity in different[:10]:
        print(f"  different: {identity}")


if __name__ == "__main__":
    main()
