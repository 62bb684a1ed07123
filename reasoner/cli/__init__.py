"""The command `reasoner`: one file for each group of commands."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line, which is that of the process unless given, and exits."""
    try:
        # Not at the top: loading the commands takes a moment, in which Ctrl-C must not show a traceback.
        from reasoner.cli.app import run_app

        status = run_app(arguments)
    except KeyboardInterrupt:
        print("interrupted.", file=sys.stderr)
        status = 130
    sys.exit(status)
