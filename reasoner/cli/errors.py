"""Whatever goes wrong is one line on stderr and an exit status; REASONER_DEBUG=1 adds the traceback."""

import errno
import os
import sys
import traceback
from collections.abc import Callable

import typer

from reasoner.cli.output import say, say_error
from reasoner.errors import ConfigError, ReasonerError, cause, one_line

DONE, FAILED, MEND, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: done (an abstention is done); a run failed; the user must mend something; Ctrl-C."""

BUG = "this is a bug in reasoner"


class Interrupted(Exception):
    """Ctrl-C in the middle of work; the text says what was kept and how to go on."""


def guarded(work: Callable[[], object]) -> int:
    """The exit status of the work, which is what it returns where that is a number."""
    try:
        status = work()
        sys.stdout.flush()
    except Exception as error:
        show_traceback()
        return _reported(error)
    if status == INTERRUPTED:
        say("interrupted.")
    return status if isinstance(status, int) else DONE


def show_traceback() -> None:
    """Of the error that is being handled, for whoever set REASONER_DEBUG."""
    if os.environ.get("REASONER_DEBUG"):
        traceback.print_exc()


def bug(error: Exception) -> str:
    """One line about an error that nobody foresaw."""
    says = one_line(f"{type(error).__name__}: {error}")
    return f"{BUG}: {says}; REASONER_DEBUG=1 shows the traceback, please report it."


def _reported(error: Exception) -> int:
    match error:
        case Interrupted():
            say(f"interrupted: {error}")
            return INTERRUPTED
        case ConfigError():
            for line in str(error).splitlines():
                say_error(line)
            return MEND
        case ReasonerError():
            say_error(one_line(str(error), 2000))
            return MEND
        case typer.TyperException():
            say_error(_usage(error))
            return MEND
        case BrokenPipeError():
            _abandon_stdout()
            return FAILED
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            _abandon_stdout()
            say_error(
                f"{error.filename or 'standard output'}: {cause(error)}; free some space and run it again."
            )
            return MEND
        case OSError(filename=str() | bytes() as name):
            say_error(f"{one_line(os.fsdecode(name), 200)}: {cause(error)}; mend that, or give another.")
            return MEND
    say_error(bug(error))
    return FAILED


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "reasoner"
    says = one_line(error.format_message())
    end = "" if says.endswith((".", "?", "!")) else "."
    dash = (
        " What starts with a dash and is no option goes after a --."
        if "no such option" in says.lower()
        else ""
    )
    return f"{command}: {says[:1].lower()}{says[1:]}{end}{dash} See: {command} --help"


def _abandon_stdout() -> None:
    """What cannot be written is not tried again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
