"""`reasoner serve` as a process."""

import contextlib
import hashlib
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from cli_support import COMMAND, Cli

KEY = "rk-a-key-that-nobody-guesses"
CHAIN = "about: Waits.\nstages:\n  - {stage: think, mode: direct}\n  - {stage: vote, by: majority}\n"


@dataclass(frozen=True)
class Started:
    """A server that says it is ready."""

    process: subprocess.Popen[str]
    said: str
    url: str

    def ended(self) -> tuple[int, str]:
        """The exit status, and what it said to the end."""
        _, rest = self.process.communicate(timeout=20)
        return self.process.returncode, self.said + rest


@contextlib.contextmanager
def served(*arguments: str, **environment: str) -> Iterator[Started]:
    """A server on a port that it picks."""
    command = [COMMAND, "serve", *arguments, "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | environment
    ) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            found = re.search(r"http://\S+", said)
            assert found, said + process.stderr.read()
            yield Started(process, said, found[0])
        finally:
            process.kill()


def test_a_server_says_where_it_is_answers_and_ends_when_asked(folder: Path) -> None:
    with served("direct", "--access-log", "--api-key", KEY) as server:
        assert re.fullmatch(r"serving direct at http://127\.0\.0\.1:\d+ \(Ctrl-C ends it\)\n", server.said)
        key = {"Authorization": f"Bearer {KEY}"}
        assert httpx.get(f"{server.url}/readyz").json() == {"status": "ready"}
        assert httpx.post(f"{server.url}/v1/answer", json={"question": "x"}).status_code == 401
        asked = {"question": "The capital of France?"}
        result = httpx.post(f"{server.url}/v1/answer", json=asked, headers=key).json()
        assert (result["answer"], result["mode"]) == ("Paris is the capital.", "throughput")
        server.process.send_signal(signal.SIGTERM)
        status, said = server.ended()
    assert status == 0
    assert "POST /v1/answer 200" in said
    assert "capital of France" not in said
    assert KEY not in said


def test_the_second_ctrl_c_ends_at_once_though_something_runs(folder: Path) -> None:
    (folder / "wait.yaml").write_text(CHAIN)
    with silent_model() as model, served("wait.yaml", "--model", model) as server, asking(server.url):
        until_running(server.url)
        server.process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            server.process.wait(0.5)
        assert httpx.get(f"{server.url}/readyz").status_code == 503
        assert httpx.post(f"{server.url}/v1/answer", json={"question": "x"}).status_code == 503
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(5) in (0, 130)


@contextlib.contextmanager
def asking(url: str) -> Iterator[None]:
    """A client that has asked and waits."""
    with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as client:
        head = b"POST /v1/answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        client.sendall(head + b'Content-Length: 19\r\n\r\n{"question": "So?"}')
        yield


def until_running(url: str) -> None:
    """Waits until a pipeline runs."""
    for _ in range(500):
        if "reasoner_running 1.0" in httpx.get(f"{url}/metrics").text:
            return
        time.sleep(0.01)
    raise AssertionError("no pipeline runs")


@contextlib.contextmanager
def silent_model() -> Iterator[str]:
    """An address where a model should be, at which nobody ever answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"openai:silent@http://127.0.0.1:{listener.getsockname()[1]}/v1"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere"], "no pipeline 'nowhere'"),
        (["direct", "--host", "0.0.0.0"], "--host 0.0.0.0: others can reach that address, so clients need a key"),
        (["direct", "--host", "no such host"], "--host no such host: others can reach"),
        (["direct", "--host", "203.0.113.7", "--api-key", KEY], "--host 203.0.113.7 --port 8000: "),
        (["direct", "--host", "nowhere.invalid", "--api-key", KEY], "--host nowhere.invalid: "),
        (["direct", "--api-key", "short"], "--api-key: a key has 16 or more characters"),
        (["direct", "--api-key", "ein schlüssel, der lang ist"], "--api-key: a key has letters, digits and signs of ASCII"),
        (["direct", "--api-key", f" {KEY}"], "--api-key: a key has letters, digits and signs of ASCII"),
        (["direct", "--cors", "https://friend.example/"], "--cors https://friend.example/: is no origin"),
        (["direct", "--cors", "friend.example"], "--cors friend.example: is no origin"),
        (["direct", "--collection", "handbook"], "--collection: no stage of pipeline 'direct' uses"),
        (["direct", "--port", "70000"], "--port"),
        (["direct", "--model", "scripted:nowhere.yaml", "--port", "0"], "nowhere.yaml"),
        (["direct", "direct.yaml"], "two pipelines are called 'direct'"),
    ],
)  # fmt: skip
def test_what_cannot_be_served_is_one_line(folder: Path, cli: Cli, arguments: list[str], says: str) -> None:
    (folder / "direct.yaml").write_text(CHAIN)
    ran = cli("serve", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("digest", ["", KEY, "ü" * 64, "0" * 63, "0" * 65])
def test_a_digest_that_is_none_is_one_line_that_does_not_show_it(folder: Path, cli: Cli, digest: str) -> None:
    (folder / "reasoner.toml").write_text(f'api_keys = ["{"0" * 64}", "{digest}"]')
    ran = cli("serve", "direct", "--port", "0")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("error: reasoner.toml: api_keys[1] is no SHA-256 in hexadecimal; ")
    assert not digest or digest not in ran.err


def test_a_port_that_is_taken_is_one_line(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = cli("serve", "direct", "--port", str(port))
    assert ran.code == 2
    assert ran.err == (
        f"error: --host 127.0.0.1 --port {port}: address already in use; give another, or --port 0 for any that "
        "is free.\n"
    )


def test_a_new_key_comes_with_its_digest_for_the_settings(cli: Cli) -> None:
    ran = cli("serve", "--new-key")
    key = ran.out.strip()
    assert ran.code == 0
    assert len(key) > 40
    assert f'api_keys = ["{hashlib.sha256(key.encode()).hexdigest()}"]' in ran.err
    assert cli("serve", "--new-key").out.strip() != key
