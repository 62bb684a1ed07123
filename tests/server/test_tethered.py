import subprocess
import sys
import time


def test_a_server_ends_with_whoever_holds_its_standard_input() -> None:
    command = [sys.executable, "-m", "reasoner.server.tethered", "serve", "math", "--port", "0"]
    command += ["--model", "openai:none@http://127.0.0.1:9/v1"]  # nothing to open
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdin
    assert server.stderr
    while "http://" not in server.stderr.readline():
        assert server.poll() is None
    server.stdin.close()
    start = time.monotonic()
    assert server.wait(timeout=30) == 0
    assert time.monotonic() - start < 20
    server.stderr.close()
