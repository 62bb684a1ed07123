"""What is different where a person looks on."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from cli_support import COMMAND
from reasoner.cli import output
from reasoner.cli.thinking import _last

CLEAR = "\r\x1b[2K"


def on_terminal(*arguments: str, **environment: str) -> str:
    """Everything that the command shows on a terminal 80 columns wide."""
    leader, follower = pty.openpty()
    size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm"}
    with subprocess.Popen(
        [COMMAND, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=follower,
        stderr=follower,
        env=os.environ | size | environment,
    ):
        os.close(follower)
        shown = b""
        try:
            while piece := os.read(leader, 65536):
                shown += piece
        except OSError:  # how Linux tells that the other end was closed
            pass
    os.close(leader)
    return shown.decode().replace("\r\n", "\n")


def test_a_run_is_followed_on_one_line_that_is_gone_at_the_end() -> None:
    shown = on_terminal("run", "direct", "the capital?")
    assert shown.startswith(f"{CLEAR}think ...")
    assert shown.endswith(f"{CLEAR}Paris is the capital.\nconfidence: 0.50 (raw)\n")


def test_a_model_cannot_steer_the_terminal() -> None:
    Path("script.yaml").write_text('lines: [{say: ["\\e]0;owned\\a\\e[2Jgone"]}]\n')
    shown = on_terminal("run", "direct", "the capital?")
    assert "]0;owned[2Jgone\n" in shown
    assert "\x1b" not in shown.replace(CLEAR, "")


def test_errors_are_red_unless_no_colour_is_wanted() -> None:
    assert on_terminal("run", "direct", "").startswith("\x1b[31m\x1b[1merror:\x1b[0m the question is empty;")
    assert on_terminal("run", "direct", "", NO_COLOR="1").startswith("error: the question is empty;")


def test_a_file_of_questions_has_a_bar_with_rate_and_time_left() -> None:
    Path("q.jsonl").write_text('{"question": "why?"}\n' * 100)
    shown = on_terminal("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert "/100" in shown
    assert "/s" in shown
    assert shown.endswith("a.jsonl: 100 answered.\n")
    assert len(Path("a.jsonl").read_text().splitlines()) == 100


def test_removing_a_collection_is_asked_about() -> None:
    Path("tea.md").write_text("Green tea is brewed at 80 degrees.")
    subprocess.run(
        [COMMAND, "index", "tea.md", "--collection", "tea", "--no-embed"], check=True, capture_output=True
    )
    leader, follower = pty.openpty()
    os.write(leader, b"n\n")
    command = [COMMAND, "collections", "remove", "tea"]
    asked = subprocess.run(command, stdin=follower, capture_output=True, text=True, timeout=30)
    os.close(leader)
    os.close(follower)
    assert asked.stderr == "Remove the collection 'tea'? [y/N]:tea: kept.\n"


@pytest.mark.parametrize(
    ("text", "columns", "last"),
    [("abcdef", 3, "def"), ("abc", 9, "abc"), ("abc", 0, ""), ("汉字", 3, "字"), ("a汉字", 5, "a汉字")],
)
def test_the_end_of_a_text_fits_the_line(text: str, columns: int, last: str) -> None:
    assert _last(text, columns) == last


def test_json_keeps_chinese_readable_and_escapes_what_is_no_text() -> None:
    assert output.json_line({"a": "汉字"}) == '{"a": "汉字"}\n'.encode()
    assert json.loads(output.json_line({"a": "\ud800"})) == {"a": "\ud800"}


def test_without_a_terminal_progress_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    with output.progress("math", every=0.0) as update:
        for done in range(3):
            update(done, 4)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("math: 1 of 4 rows, ")
    assert second.endswith(" s left")


@pytest.mark.parametrize(
    ("count", "shown"), [(0, "0 B"), (999, "999 B"), (98_362_432, "98 MB"), (2.5e9, "2.5 GB")]
)
def test_sizes_for_people(count: float, shown: str) -> None:
    assert output.size(count) == shown
