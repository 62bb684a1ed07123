import json
import os
import pty
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli_support import COMMAND, Cli, Ran
from reasoner.cli.interruption import polite

Talk = Callable[..., Ran]


@pytest.fixture
def talk(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Talk:
    """A conversation of these lines with a pipeline that puts a follow-up before the scripted model."""
    Path("talk.yaml").write_text(
        "about: For talking.\n"
        "stages: [{stage: condense, by: rules}, {stage: think, mode: direct}, {stage: vote, by: majority}]\n"
    )

    def run(*lines: str, arguments: tuple[str, ...] = ("talk.yaml",)) -> Ran:
        typed = tmp_path / "typed"
        typed.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
        with typed.open(encoding="utf-8") as stream:
            monkeypatch.setattr("sys.stdin", stream)
            return cli("chat", *arguments)

    return run


def test_each_line_is_a_question_and_only_answers_are_on_stdout(talk: Talk) -> None:
    ran = talk("the capital?", "", "two and two?")
    assert (ran.code, ran.out) == (0, "Paris is the capital.\nIt is four.\n")
    assert ran.err == "confidence: 0.50 (raw)\n" * 2


def test_follow_ups_are_understood_from_what_was_said(talk: Talk) -> None:
    ran = talk("What is the capital?", "How large is it?", "/reset", "How large is it?")
    assert ran.err.splitlines()[1] == "understood as: How large is the capital?"
    assert ran.out.splitlines() == ["Paris is the capital.", "Paris is the capital.", "It is four."]


def test_an_abstention_says_its_reason_and_is_remembered(talk: Talk) -> None:
    ran = talk("silence", "/history")
    reason = "none of 1 samples stated an answer"
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines()[0] == f"abstained: {reason}"
    assert ran.err.splitlines()[-2:] == ["you: silence", f"reasoner: {reason}"]


def test_json_is_one_object_a_question_even_where_it_fails(talk: Talk) -> None:
    ran = talk("the capital?", "/history", "x\0y", arguments=("talk.yaml", "--json", "--seed", "1"))
    first, second = map(json.loads, ran.out.splitlines())
    assert (first["answer"], first["seed"]) == ("Lyon", 1)
    assert second.keys() == {"question", "error"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("/hlep", "error: no command /hlep; did you mean '/help'?"),
        ("/", "error: no command /."),
        ("/help me", "error: /help takes nothing more; see /help."),
        ("/trace", "error: nothing was answered yet; ask something first."),
        ("/sources", "error: nothing was answered yet; ask something first."),
        ("/save", "error: /save needs the name of a file."),
        ("/save none/x", "error: none/x: cannot be written: no such file or directory; give another file."),
        ("/pipeline qqa", "error: no pipeline 'qqa'; did you mean 'qa'?"),
        ("/pipeline bad.yaml", "error: bad.yaml:1:11: stages[0] (thin): unknown stage"),
        ("/effort hihg", "error: no effort 'hihg'; did you mean 'high'?"),
        ("/model scripted:none.yaml", "error: none.yaml"),
        ("\udcff", "error: standard input:1: not UTF-8 text (byte 1); send UTF-8."),
        ("/history", "nothing was said yet."),
    ],
)
def test_what_cannot_be_done_is_one_line_and_the_conversation_goes_on(
    talk: Talk, line: str, says: str
) -> None:
    Path("bad.yaml").write_text("stages: [{stage: thin}]\n")
    ran = talk(line, "the capital?", "/quit", "two and two?")
    assert (ran.code, ran.out) == (0, "Paris is the capital.\n")
    assert ran.err.splitlines()[0].startswith(says)
    assert len(ran.err.splitlines()) == 2


def test_a_model_that_fails_ends_no_conversation(talk: Talk) -> None:
    Path("gone.yaml").write_text("stages: [{stage: think, model: gone}]\n")
    ran = talk("why?", "/pipeline talk.yaml", "the capital?", arguments=("gone.yaml",))
    assert (ran.code, ran.out) == (0, "Paris is the capital.\n")
    assert ran.err.startswith("error: no model for the role 'gone'")


def test_pipeline_effort_and_model_can_be_changed(talk: Talk) -> None:
    Path("other.yaml").write_text("lines: [{say: [Rome.]}]\n")
    ran = talk(
        "/model scripted:other.yaml", "/effort low", "/pipeline math", "12*(3+4)", "/pipeline direct", "hm?"
    )
    assert ran.out == "84\nRome.\n"
    assert ran.err.splitlines()[:2] == ["model: scripted:other.yaml", "effort: low"]


def test_results_can_be_traced_and_saved(talk: Talk) -> None:
    ran = talk("the capital?", "two and two?", "/trace", "/trace t.json", "/save all.jsonl")
    assert "think: 0.0" in ran.err
    assert json.loads(Path("t.json").read_text())["answer"] == "It is four."
    rows = [json.loads(line) for line in Path("all.jsonl").read_text().splitlines()]
    assert [row["question"] for row in rows] == ["the capital?", "two and two?"]


def test_sources_are_shown_in_their_document(talk: Talk, cli: Cli) -> None:
    Path("tea.md").write_text("# Tea\n\nDrink it.\nGreen tea is brewed at 80 degrees.\nBlack tea is not.\n")
    cli("index", "tea.md", "--collection", "tea", "--no-embed")
    Path("q.yaml").write_text(
        "stages: [{stage: retrieve}, {stage: think, mode: quote}, {stage: vote}, {stage: cite}]\n"
    )
    Path("script.yaml").write_text('lines: [{say: ["1"]}]\n')
    ran = talk(
        "At how many degrees is green tea brewed?", "/sources", arguments=("q.yaml", "--collection", "tea")
    )
    shown = "[1] tea.md:4\n      \n      Drink it.\n    > Green tea is brewed at 80 degrees.\n      Black tea"
    assert shown.replace("\n      \n", "\n    \n") in ran.err


def test_help_shows_every_command(talk: Talk) -> None:
    shown = [line.split()[0] for line in talk("/help").err.splitlines()]
    assert shown[:9] == [
        "/help",
        "/sources",
        "/trace",
        "/pipeline",
        "/effort",
        "/model",
        "/history",
        "/reset",
        "/save",
    ]
    assert shown[9] == "/quit"


@pytest.mark.parametrize("arguments", [("qqa",), ("direct", "--collection", "none")])
def test_what_is_wrong_from_the_start_is_to_be_mended(talk: Talk, arguments: tuple[str, ...]) -> None:
    assert talk("why?", arguments=arguments).code == 2


def test_ctrl_c_cancels_what_runs_and_ends_the_rest_the_second_time() -> None:
    cancel = threading.Event()
    with polite("cancelling", cancel):
        os.kill(os.getpid(), signal.SIGINT)
        assert cancel.wait(5)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_on_a_terminal_lines_are_asked_for_until_ctrl_c_came_twice() -> None:
    leader, follower = pty.openpty()

    def until(text: bytes, press: bytes = b"") -> None:
        """Reads on; pressed again each second, as a key that comes with the prompt itself may be overheard."""
        shown, end = b"", time.monotonic() + 60
        while text not in shown and time.monotonic() < end:
            if press:
                os.write(leader, press)
            while select.select([leader], [], [], 1.0)[0] and text not in shown:
                shown += os.read(leader, 65536)
        assert text in shown, shown

    process = subprocess.Popen(
        [COMMAND, "chat", "direct"], stdin=follower, stdout=follower, stderr=follower, start_new_session=True,
        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
    )  # fmt: skip
    os.close(follower)
    try:
        until(b"\n> ")
        os.write(leader, b"the capital?\n")
        until(b"Paris is the capital.\r\nconfidence: 0.50 (raw)\r\n> ")
        until(b"/quit ends the conversation.\r\n> ", press=b"\x03")
        os.write(leader, b"\x03")
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(leader)
