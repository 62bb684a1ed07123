"""What the tests of the command line share."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("reasoner"))
"""The installed command."""


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ran]
