"""What a check may look at besides the candidate."""

from collections.abc import Callable
from dataclasses import dataclass

from reasoner.state import Passage
from reasoner.verification.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Case:
    """The question, where to run what others wrote, and for how long."""

    question: str
    sandbox: Sandbox
    limit_seconds: float = 5.0
    """How long one check of one candidate may take."""
    search: Callable[[str], tuple[Passage, ...]] | None = None
    """Passages that bear on a text, best first; None where there is nothing to look things up in."""
    checker: str | None = None
    """Source of the user's own checker program."""
