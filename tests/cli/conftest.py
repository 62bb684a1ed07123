"""The command line, run in this process or as a process of its own, in a folder and a home that are empty."""

import os
import subprocess
from pathlib import Path

import pytest

from cli_support import COMMAND, Cli, Ran
from reasoner.cli import main

SCRIPT = """\
lines:
  - {when: capital, say: [Paris is the capital., Lyon]}
  - {when: silence, say: [""]}
  - {say: [It is four.]}
"""


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all tests, so that bundled collections are indexed once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder with a scripted model, and a home of its own."""
    work = tmp_path / "work"
    work.mkdir()
    (work / "script.yaml").write_text(SCRIPT)
    monkeypatch.chdir(work)
    for name in [name for name in os.environ if name.startswith("REASONER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REASONER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("REASONER_MODEL", "scripted:script.yaml")
    monkeypatch.setenv("REASONER_OFFLINE", "true")
    return work


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs the command line in this process."""

    def run(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as exit_:
            main(arguments)
        captured = capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        return Ran(exit_.value.code, captured.out, captured.err)

    return run


@pytest.fixture
def command() -> Cli:
    """Runs the installed command as a process."""

    def run(*arguments: str, stdin: bytes = b"", **environment: str) -> Ran:
        done = subprocess.run(
            [COMMAND, *arguments], input=stdin, capture_output=True, env=os.environ | environment, timeout=60
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
