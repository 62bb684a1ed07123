"""Fixtures of tests in several folders."""

import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium, which `chromium.sh` installs where it can."""
    done = subprocess.run(
        [Path(__file__).with_name("chromium.sh")], capture_output=True, text=True, timeout=600
    )
    if done.returncode == 77:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]
