"""Whether what was said is the known answer."""

from collections.abc import Sequence

from reasoner.verification.answers import extract
from reasoner.verification.equivalence import Comparison, Kind, equal
from reasoner.verification.extraction.programs import code_block
from reasoner.verification.sandbox import Sandbox

NO_ANSWER = Comparison("different", "structural", "no answer is found in it")
PROGRAM = Comparison("unknown", "structural", "it is a program; run it, and grade what it prints")


def grade(
    golds: Sequence[str],
    said: str,
    sandbox: Sandbox,
    limit_seconds: float = 2.0,
    *,
    kind: Kind = "auto",
    question: str = "",
) -> Comparison:
    """How the answer in `said` compares with the known ones: equal to one, else unknown, else different.

    The one extractor finds the answers on both sides. A gold in which it finds none stands as a whole, and so
    does `said` beside such a gold. Beside another gold a text without an answer, such as a refusal, is
    "different", because it does not state the gold; a program is "unknown", because its value may.
    Each comparison may take `limit_seconds`. Raises: SandboxUnavailable.
    """
    answer = extract(said, kind=kind)
    best = NO_ANSWER
    for gold in golds:
        expected = extract(gold, kind=kind)
        if answer is None and (expected is not None or not said.strip()):
            found = PROGRAM if code_block(said) else NO_ANSWER
        else:
            found = equal(
                expected or gold.strip(),
                answer or said.strip(),
                sandbox,
                limit_seconds,
                kind=kind,
                question=question,
            )
        if found.verdict == "equal":
            return found
        if best.verdict == "different":
            best = found
    return best
