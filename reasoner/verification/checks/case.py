"""What a check may look at besides the candidate."""

from collections.abc import Callable
from dataclasses import dataclass

from reasoner.state import Candidate, Passage
from reasoner.verification.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Case:
    """The question, where to run what others wrote, and for how long."""

    question: str
    sandbox: Sandbox
    limit_seconds: float = 5.0
    """How long one computation of a check may take, such as a run; a check makes three at most."""
    candidates: tuple[Candidate, ...] = ()
    """All attempts at the question, the checked one too, for a check that compares them."""
    search: Callable[[str], tuple[Passage, ...]] | None = None
    """Sentences that bear on a text, best first, each with the share of the question's terms that it has as
    its score; None where there is nothing to look things up in."""
    checker: str | None = None
    """Source of the user's own checker program."""
