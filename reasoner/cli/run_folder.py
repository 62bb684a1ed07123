"""The folder of a run, opened for one process: what is in it is of the same run, or it is refused."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from reasoner.cli.output import json_line, write_whole
from reasoner.errors import InputError, cause
from reasoner.evals import folder, harness

AGAIN = "give another --out, or --overwrite to start again"
LOCK = ".lock"
ASIDE = ".overwritten"
"""Where the files of a run go that another one takes the place of: only the next --overwrite removes them."""
STATISTICS, REPORT, SUMMARY, TABLE = "statistics.json", "report.html", "summary.md", "items.csv"
FILES = (folder.RUN, folder.ITEMS, harness.SAMPLES, STATISTICS, REPORT, SUMMARY, TABLE)


@contextmanager
def opened(name: str, run: harness.Fields, *, overwrite: bool = False) -> Iterator[harness.Fields]:
    """Keeps other processes from the folder; what its `run.json` says, which is `run` where it is new.

    A run in which nothing was done yet, as when its model could not be opened, gives way to another one.
    Raises: InputError, when another process has it, when it is of another run, or of none, or cannot be used.
    """
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path / LOCK, blocking=False)
        lock.acquire()
    except Timeout:
        raise InputError(
            f"{name}: another process works on it; wait for that, or give another --out."
        ) from None
    except OSError as error:
        raise InputError(f"{name}: cannot use it: {cause(error)}; give another --out.") from None
    try:
        if overwrite and (path / folder.RUN).exists():
            _set_aside(path)
        yield _kept(path, name, run) or _begun(path, run)
    finally:
        lock.release()


def write(path: Path, data: bytes) -> None:
    """Writes the file as a whole or not at all. Raises: InputError."""
    try:
        write_whole(path, data)
    except OSError as error:
        says = f"{path}: {cause(error)}; what was done is kept"
        raise InputError(f"{says}. Mend that and run the same again.") from None


def forget_failed(path: Path) -> None:
    """Takes the first failed item and those after it out of `items.jsonl`, so that they are done again."""
    end = 0
    try:
        with (path / folder.ITEMS).open("rb+") as stream:
            for line in stream:
                if line.endswith(b"\n") and _failed(line):
                    stream.truncate(end)
                    return
                end += len(line)
    except FileNotFoundError:
        return


def _failed(line: bytes) -> bool:
    try:
        row = json.loads(line)
    except ValueError:
        return False
    return isinstance(row, dict) and "error" in row and "score" not in row


def _set_aside(path: Path) -> None:
    aside = path / ASIDE
    aside.mkdir(exist_ok=True)
    for file in FILES:
        (aside / file).unlink(missing_ok=True)
        if (path / file).exists():
            (path / file).rename(aside / file)


def _kept(path: Path, name: str, run: Mapping[str, Any]) -> harness.Fields | None:
    """What the `run.json` of the folder says; None where the folder is empty, or of another run in which
    nothing was done. Raises: InputError."""
    if not (path / folder.RUN).exists():
        there = sorted(file.name for file in path.iterdir() if not file.name.startswith("."))
        if there:
            says = f"has no {folder.RUN}, but other files, such as {there[0]}"
            raise InputError(f"{name}: {says}, so it is no run folder; give another --out.")
        return None
    kept = folder.read_run(name)
    if differs := harness.difference(kept, run):
        if _is_untouched(path):
            return None
        raise InputError(f"{name}: {differs}; {AGAIN}.")
    return kept


def _is_untouched(path: Path) -> bool:
    """Nothing was written but what run it is: no item, no sample."""
    files = (path / file for file in FILES if file != folder.RUN)
    return not any(file.exists() and file.stat().st_size for file in files)


def _begun(path: Path, run: harness.Fields) -> harness.Fields:
    write(path / folder.RUN, json_line(run))
    return run
