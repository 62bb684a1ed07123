"""`reasoner bench serve`, with a server of its own and against others."""

import json
import signal
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cli_support import COMMAND, Cli

NOBODY = "http://127.0.0.1:9"


def test_without_an_address_a_server_is_started_asked_and_ended(cli: Cli, tmp_path: Path) -> None:
    rows = tmp_path / "q.jsonl"
    rows.write_text('{"question": "1+1"}\n{"question": "2*3"}\n')
    ran = cli(
        "bench", "serve", "--input", str(rows), "--requests", "6", "--clients", "2", "--stream", "--json"
    )
    found = json.loads(ran.out)
    assert (ran.code, found["loop"], found["clients"], found["answered"]) == (0, "closed", 2, 6)
    assert found["requests_per_second"] > 0
    assert 0 < found["latency"]["p50"] <= found["latency"]["p99"] <= found["latency"]["most"]
    assert "starting a server: reasoner serve math" in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([NOBODY], "http://127.0.0.1:9: no server replies: "),
        (["localhost:8000"], "localhost:8000: is no address of a server; give one like http://127.0.0.1:8000"),
        ([NOBODY, "--model", "m"], "--model is for a server that is started here; leave out the URL, or --model."),
        (["--rate", "1", "--clients", "2"], "--rate is an open loop and --clients a closed one; give one of them."),
        (["--question", "1+1", "--input", "q.jsonl"], "--question is one question and --input a file of them; give one of them."),
        (["--input", "/nowhere.jsonl"], "/nowhere.jsonl: cannot read it: no such file or directory"),
        (["--pipeline", "nothing"], "no pipeline 'nothing'. Known: "),
        (["--rate", "0"], "reasoner bench serve: invalid value for '--rate': "),
    ],
)  # fmt: skip
def test_what_cannot_be_measured_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("bench", "serve", *arguments)
    last = ran.err.splitlines()[-1]
    assert (ran.code, ran.out) == (2, "")
    assert last.startswith(f"error: {says}")


@pytest.fixture
def other() -> Iterator[str]:
    """A server that is none of ours: it takes no POST."""
    with ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_load_of_which_nothing_succeeds_has_failed(cli: Cli, other: str) -> None:
    ran = cli("bench", "serve", other, "--requests", "3", "--clients", "1")
    assert ran.code == 1
    assert "failed    3 (3 status 501)" in ran.out
    assert "latency   none" in ran.out


def test_ctrl_c_prints_what_there_is(other: str) -> None:
    command = [COMMAND, "bench", "serve", other, "--seconds", "100", "--rate", "20"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    next(line for line in running.stderr if line.startswith("bench: "))
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "status 501)" in out
    assert "interrupted." in err
