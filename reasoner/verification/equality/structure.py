"""Comparing terms by their structure: tuples in order, sets in any order, and what is in them by a leaf."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from reasoner.verification.notation.term import Term, value, write

Evidence = Literal["exact", "structural", "symbolic", "numeric"]

MAX_PAIRS = 400
"""Pairs of parts that are tried to match two sets."""
STRUCTURES = frozenset({
    "list", "seq", "set", "union", "intersection", "without", "relation", "chain", "ratio", "matrix",
    "row", "based", "empty", "in",
})  # fmt: skip
_ARITHMETIC = frozenset({"+", "*", "^"})
_WEAKER: tuple[Evidence, ...] = ("exact", "structural", "symbolic", "numeric")


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether they are the same (None: not settled), and what shows it."""

    same: bool | None
    evidence: Evidence
    reason: str


Leaf = Callable[[Term, Term], Finding]
"""Compares two terms that have no parts to be compared one by one, or two relations."""


def compare(a: Term, b: Term, leaf: Leaf) -> Finding:
    """Whether two canonical terms are the same."""
    if a == b:
        return Finding(True, evidence_of(a), f"both are {short(a)}")
    if a.head != b.head and "matrix" in (a.head, b.head):
        return _vectors(a, b, leaf)
    if a.head != b.head and {a.head, b.head} & STRUCTURES:
        return Finding(False, "structural", f"{short(a)} is not {short(b)}")
    if a.head not in STRUCTURES:
        return leaf(a, b)
    if a.text != b.text:
        return Finding(False, "structural", f"{short(a)} is not {short(b)}")
    if a.head == "relation":
        return leaf(a, b)
    if len(a.parts) != len(b.parts):
        return Finding(False, "structural", f"{len(a.parts)} parts are not {len(b.parts)}")
    if a.head in ("list", "union", "intersection"):
        return _in_any_order(a.parts, b.parts, leaf)
    return _all([compare(x, y, leaf) for x, y in zip(a.parts, b.parts, strict=True)])


def evidence_of(term: Term) -> Evidence:
    """What it takes to see that two answers come to this canonical term."""
    if value(term) is not None:
        return "exact"
    worked_out = any(node.head in _ARITHMETIC and value(node) is None for node in term.walk())
    return "symbolic" if worked_out else "structural"


def short(term: Term) -> str:
    """The term, fit for a reason."""
    text = write(term)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _vectors(a: Term, b: Term, leaf: Leaf) -> Finding:
    """A row or a column and a tuple; any other term may come to a matrix."""
    matrix, other = (a, b) if a.head == "matrix" else (b, a)
    if other.head == "seq" and other.text in ("()", "[]"):
        rows = matrix.parts
        flat = rows[0].parts if len(rows) == 1 else tuple(c for row in rows for c in row.parts)
        if len(rows) == 1 or all(len(row.parts) == 1 for row in rows):
            return compare(Term("seq", flat, other.text), other, leaf)
    if other.head in STRUCTURES:
        return Finding(False, "structural", f"{short(a)} is not {short(b)}")
    return leaf(a, b)


def _all(findings: list[Finding]) -> Finding:
    """What holds of all; with the weakest evidence among them."""
    for finding in findings:
        if finding.same is False:
            return finding
    unsettled = next((finding for finding in findings if finding.same is None), None)
    return unsettled or max(findings, key=lambda finding: _WEAKER.index(finding.evidence))


def _in_any_order(a: tuple[Term, ...], b: tuple[Term, ...], leaf: Leaf) -> Finding:
    """Each part of one has its own partner in the other."""
    rest = [part for part in b if part not in a]
    lonely = [part for part in a if part not in b]
    if len(rest) * len(lonely) > MAX_PAIRS:
        return Finding(None, "structural", "too many parts to match")
    found = [Finding(True, "structural", "the same parts")]
    for part in lonely:
        tried = [(compare(part, other, leaf), other) for other in rest]
        partner = next((pair for pair in tried if pair[0].same), None)
        if partner is None:
            unsettled = next((finding for finding, _ in tried if finding.same is None), None)
            return unsettled or Finding(False, "structural", f"{short(part)} is in one of them only")
        found.append(partner[0])
        rest.remove(partner[1])
    return _all(found)
