import json
import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="the holes have the numbers of x86_64"
)
PROVE = """
import json, sys
from reasoner.verification.sandbox import bpf, proof, seal, syscalls
bpf.EXECUTABLE_ARGUMENT = json.loads(sys.argv[1])
syscalls.X86_64.calls.update(json.loads(sys.argv[2]))
proof.BEYOND = int(sys.argv[3])
print(json.dumps(proof.breaches(seal.Prison(1 << 28, weaker=False))))
"""


def breaches(
    holes: dict[str, int], executable: tuple[str, ...] = ("mmap", "mprotect"), beyond: int = 1 << 30
) -> list[str]:
    """What the proof finds when the filter also allows these calls."""
    arguments = [json.dumps(executable), json.dumps(holes), str(beyond)]
    done = subprocess.run(
        [sys.executable, "-c", PROVE, *arguments], capture_output=True, check=True, timeout=60
    )
    return [str(breach) for breach in json.loads(done.stdout)]


@pytest.mark.parametrize(
    ("holes", "could"),
    [
        ({"openat": 257}, "a sealed process could open a file"),
        ({"newfstatat": 262}, "a sealed process could look at a file"),
        ({"socket": 41}, "a sealed process could open a socket"),
        ({"kill": 62}, "a sealed process could signal its parent"),
        ({"execve": 59}, "a sealed process died, or became another program"),
    ],
)
def test_the_proof_notices_a_call_too_many(holes: dict[str, int], could: str) -> None:
    assert breaches(holes) == [could]


def test_the_proof_notices_memory_that_may_be_executed_or_is_too_much() -> None:
    assert breaches({}, executable=()) == ["a sealed process could make memory executable"]
    assert breaches({}, beyond=1 << 20) == ["a sealed process could take more memory than allowed"]


def test_the_proof_finds_nothing_in_the_seal_as_it_is() -> None:
    assert breaches({}) == []
