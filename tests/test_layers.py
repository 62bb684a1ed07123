"""The house rules that no type checker knows: who imports whom, and what `import reasoner` loads."""

import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

HEAVY = (
    "torch",
    "sentence_transformers",
    "transformers",
    "faiss",
    "sympy",
    "xllamacpp",
    "langchain",
    "langchain_core",
    "fastapi",
    "bm25s",
    "numpy",
)


def test_imports_point_down_only() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "code",
    [
        "import reasoner",
        "import reasoner; reasoner.load_pipeline('math')",
        "import sys; sys.argv = ['reasoner', '--help']; from reasoner.cli import main; main()",
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str) -> None:
    program = f"import atexit, sys\natexit.register(lambda: sys.stderr.write('|'.join(sys.modules)))\n{code}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not set(HEAVY) & set(done.stderr.split("|"))
