"""What can go wrong that the user can mend; every message is one line: where, what, what next."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class ReasonerError(Exception):
    """Something the user must mend. The command line prints it and exits with 2."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in a file, at a 1-based line and column."""

    line: int
    column: int
    message: str


class ConfigError(ReasonerError):
    """A file that cannot be used; its text has a line for each problem, sorted by position."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        self.file = file
        self.problems = tuple(sorted(set(problems)))
        name = one_line(file, 1000)
        super().__init__(
            "\n".join(f"{name}:{p.line}:{p.column}: {one_line(p.message, 1000)}" for p in self.problems)
        )


class SettingsError(ReasonerError):
    """A setting, flag or environment variable that has no meaning."""


class InputError(ReasonerError):
    """A question, or a row of a file of questions, that cannot be used."""


class ModelError(ReasonerError):
    """A model that cannot be found, loaded or run."""


class KnowledgeError(ReasonerError):
    """A collection or document that cannot be found, read or written."""


class SandboxUnavailable(ReasonerError):
    """This system cannot run model-written code safely, and nothing runs it otherwise."""


def one_line(text: str, limit: int = 300) -> str:
    """The text on a single line, cut to `limit` characters: for error messages that quote others.

    What cannot be printed, such as an escape or half a surrogate pair, becomes a mark for it.
    """
    flat = "".join(
        char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in " ".join(text.split())
    )
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def cause(error: OSError) -> str:
    """What the system said, as the middle of a message."""
    return one_line((error.strerror or str(error)).lower())


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest known one, then all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    return f"{hint} Known: {', '.join(names) or 'none'}."
