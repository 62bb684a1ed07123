"""What the library `datasets` itself reads; skipped where the extra `eval` is not installed."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

HUB = Path(__file__).parent / "data" / "hub"

SAME_ROWS = """
from pathlib import Path
from reasoner import resources
from reasoner.evals import hub, suite
from reasoner.evals.rows import rows

folder = resources.datasets_folder()
for name in resources.bundled_suites():
    read = suite.read(name)
    data = read.file.data
    if data.hub:
        own = [row.fields for row in rows(read)]
        library = list(hub.rows(str(folder / data.hub), data.config, data.split, None, offline=True))
        print(name, len(own), own == library)
"""
OUT_OF_REACH = """
from reasoner.errors import InputError
from reasoner.evals import hub

try:
    list(hub.rows("nobody/nothing", None, "test", None, offline=True))
except InputError as error:
    print(error)
"""


def run(program: str, home: Path) -> str:
    """What the program prints, with an empty cache of the hub."""
    if importlib.util.find_spec("datasets") is None:
        pytest.skip("the library datasets comes with the extra `eval`")
    environment = os.environ | {"REASONER_DATASETS": str(HUB), "HF_HOME": str(home)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_library_reads_the_same_rows_as_a_copy(tmp_path: Path) -> None:
    lines = run(SAME_ROWS, tmp_path).splitlines()
    assert len(lines) == 16
    assert [line for line in lines if not line.endswith("True")] == []


def test_a_data_set_out_of_reach_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    said = run(OUT_OF_REACH, tmp_path)
    assert said.startswith("cannot get the data set nobody/nothing: offline, and it was not fetched before")
    assert "$REASONER_DATASETS/nobody/nothing" in said
    assert said.count("\n") == 1
