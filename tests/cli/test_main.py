import subprocess
import sys

import pytest

from cli_support import COMMAND, Cli
from reasoner.cli.errors import guarded
from reasoner.errors import ConfigError, ModelError, Problem
from reasoner.version import __version__


def test_version(cli: Cli) -> None:
    ran = cli("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"reasoner {__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["run", "--help"], ["models", "--help"], ["collections", "remove", "--help"]],
)
def test_help_is_on_stdout(cli: Cli, arguments: list[str]) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: reasoner")


def test_python_m_reasoner_is_the_same_command(command: Cli) -> None:
    done = subprocess.run([sys.executable, "-m", "reasoner", "--help"], capture_output=True, text=True)
    assert done.stdout == command("--help").out


def test_no_command_that_help_names_is_missing_its_own_help(cli: Cli) -> None:
    names = [line.split()[0] for line in cli("--help").out.partition("Commands:\n")[2].splitlines()]
    assert names == [
        "run",
        "chat",
        "validate",
        "schema",
        "stages",
        "index",
        "search",
        "grade",
        "cite",
        "exec",
        "check",
        "eval",
        "compare",
        "calibrate",
        "serve",
        "pipelines",
        "models",
        "collections",
        "bench",
    ]
    assert all(cli(name, "--help").code == 0 for name in names)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rnu"], "reasoner: no such command 'rnu'. Did you mean 'run'? See: reasoner --help"),
        (["--bogus"], "reasoner: no such option: --bogus. What starts with a dash and is no option goes after a --. See: reasoner --help"),
        (["run", "math", "-2^2"], "reasoner run: no such option: -2. What starts with a dash and is no option goes after a --. See: reasoner run --help"),
        (["run"], "reasoner run: missing argument 'PIPELINE'. See: reasoner run --help"),
        (["models"], "reasoner models: missing command. See: reasoner models --help"),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {says}\n")


@pytest.mark.parametrize("seed", ["one", "-1", "2147483648"])
def test_a_wrong_value_names_its_option(cli: Cli, seed: str) -> None:
    ran = cli("run", "math", "1+1", "--seed", seed)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("error: reasoner run: invalid value for '--seed': ")


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (ModelError("m.gguf: torn;\nget it again."), 2, "error: m.gguf: torn; get it again.\n"),
        (ConfigError("p.yaml", [Problem(2, 1, "b"), Problem(1, 1, "a")]), 2, "error: p.yaml:1:1: a\nerror: p.yaml:2:1: b\n"),
        (ZeroDivisionError("by\nzero"), 1, "error: this is a bug in reasoner: ZeroDivisionError: by zero; REASONER_DEBUG=1 shows the traceback, please report it.\n"),
        (ModelError("\x1b[2Jgone"), 2, "error: \ufffd[2Jgone\n"),
    ],
)  # fmt: skip
def test_an_error_is_one_line_and_a_status(
    capsys: pytest.CaptureFixture[str], error: Exception, status: int, says: str
) -> None:
    def fail() -> None:
        raise error

    assert guarded(fail) == status
    assert capsys.readouterr().err == says


def test_debug_shows_the_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REASONER_DEBUG", "1")
    assert guarded(lambda: 1 / 0) == 1
    assert capsys.readouterr().err.startswith("Traceback (most recent call last):\n")


def test_a_wrong_setting_names_its_variable(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REASONER_THREADS", "many")
    ran = cli("run", "direct", "x")
    assert ran.code == 2
    assert ran.err.startswith("error: environment variable REASONER_THREADS: 'many' will not do: ")
    assert ran.err.count("\n") == 1


def test_a_reader_who_leaves_early_is_no_error() -> None:
    done = subprocess.run(f"{COMMAND} schema | head -c 1", shell=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("{", "")


def test_a_full_disk_behind_stdout_is_one_line() -> None:
    done = subprocess.run(f"{COMMAND} schema > /dev/full", shell=True, capture_output=True, text=True)
    says = "error: standard output: no space left on device; free some space and run it again.\n"
    assert (done.returncode, done.stderr) == (2, says)


def test_completion_offers_bundled_pipelines(command: Cli) -> None:
    ran = command(_REASONER_COMPLETE="complete_bash", COMP_WORDS="reasoner run m", COMP_CWORD="2")
    assert ran.out.split() == ["math", "multi_hop"]
