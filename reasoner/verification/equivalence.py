"""Whether two answers say the same: by exact value, by structure, by symbolic mathematics, by numbers."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from reasoner.patterns import pattern
from reasoner.verification.equality import words
from reasoner.verification.equality.agreement import agree
from reasoner.verification.equality.canonical import canonical, equation
from reasoner.verification.equality.polynomial import PI
from reasoner.verification.equality.reading import Reading, alternatives, base_value, read
from reasoner.verification.equality.structure import Evidence, Finding, compare, evidence_of, short
from reasoner.verification.notation import units
from reasoner.verification.notation.quantity import WHOLE, opposed
from reasoner.verification.notation.term import Term, number, write
from reasoner.verification.notation.tokens import MAX_LENGTH
from reasoner.verification.sandbox import Json, Sandbox

Kind = Literal["auto", "math", "text", "choice"]
"""How answers are read: as notation, as words, as the letter of a choice, or as what each looks like."""
_LEAST_SECONDS = 0.1
_NO_LETTERS: frozenset[str] = frozenset()
_PLAIN = pattern(r"-?[1-9]\d{0,30}|0")
_ALONE = pattern(r"(?<![^\W_])(?<!\\)[A-Za-z](?![^\W_])")
_RATIO = pattern(r"\bratio\b|比")
_DEGREE = Term("/", (PI, number(180)))
_SAME_LETTER = Finding(True, "structural", "the same choice")
_OTHER_LETTER = Finding(False, "structural", "not the same choice")
_SAME_TEXT = Finding(True, "structural", "the same text")
_OTHER_TEXT = Finding(False, "structural", "not the same text")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether two answers are equal, and what shows it. "unknown" is not "different"."""

    verdict: Literal["equal", "different", "unknown"]
    evidence: Evidence
    reason: str


def key(answer: str, kind: Kind = "auto") -> str:
    """What all ways to write the answer have in common: equal keys mean equal answers.

    Exact numbers become a fraction in lowest terms, other notation its normal form, words their letters.
    A known unit is part of the key, currencies and other nouns are not.
    """
    return _key(answer, kind)


@lru_cache(maxsize=8192)
def _key(answer: str, kind: Kind) -> str:
    if kind == "choice" and (letter := words.choice(answer)):
        return letter
    if kind == "text":
        return words.plain(answer)
    if _PLAIN.fullmatch(answer):
        return answer
    if kind == "auto" and (letter := words.lone_letter(answer)):
        return letter
    reading = read(answer, _NO_LETTERS, kind == "math")
    if reading.moment:
        return reading.moment
    if reading.form is None:
        return words.plain(answer)
    sides = "".join(f" [{side}]" for side in sorted(reading.sides))
    if reading.unit is None or reading.unit.dimension == "angle" or reading.unit == WHOLE:
        return write(reading.form) + sides
    exact = base_value(reading)
    if exact is not None:
        return f"{write(number(exact))} [{reading.unit.dimension}]{sides}"
    return f"{write(reading.form)} [{reading.unit.factor} {reading.unit.dimension}]{sides}"


def apart(
    sandbox: Sandbox, kind: Kind, question: str
) -> tuple[Callable[[str], str], Callable[[str, str], bool]]:
    """How the answers to a question are told apart: their key, and whether two with other keys are equal."""

    def same(left: str, right: str) -> bool:
        return equal(left, right, sandbox, kind=kind, question=question).verdict == "equal"

    return lambda answer: key(answer, kind), same


def keys(answer: str) -> frozenset[str]:
    """The keys of all readings: a comma between two groups of digits may be a decimal comma."""
    others = alternatives(answer, read(answer))
    return frozenset({key(answer), *(write(other.form) for other in others if other.form)})


def equal(
    left: str,
    right: str,
    sandbox: Sandbox,
    limit_seconds: float = 2.0,
    *,
    kind: Kind = "auto",
    question: str = "",
) -> Comparison:
    """Whether the two answers say the same; only what is not settled exactly goes to the sandbox.

    Letters side by side are a product where each stands alone in the question or in the other answer.
    """
    deadline = time.monotonic() + limit_seconds
    found = _words(left, right, kind) or _readings(left, right, kind, question, sandbox, deadline)
    verdict: dict[bool | None, Literal["equal", "different", "unknown"]]
    verdict = {True: "equal", False: "different", None: "unknown"}
    return Comparison(verdict[found.same], found.evidence, found.reason[:300])


def _words(left: str, right: str, kind: Kind) -> Finding | None:
    """What letters alone can say."""
    if kind == "choice":
        first, second = words.choice(left), words.choice(right)
        if first or second:
            return _SAME_LETTER if first == second else _OTHER_LETTER
    if kind == "text":
        return _SAME_TEXT if words.plain(left) == words.plain(right) else _OTHER_TEXT
    if kind == "auto" and (words.lone_letter(left) or words.lone_letter(right)):
        chosen = words.choice(left), words.choice(right)
        if all(chosen):
            return _SAME_LETTER if chosen[0] == chosen[1] else _OTHER_LETTER
    return None


def _readings(left: str, right: str, kind: Kind, question: str, sandbox: Sandbox, deadline: float) -> Finding:
    if max(len(left), len(right)) > MAX_LENGTH:
        same = " ".join(left.split()) == " ".join(right.split())
        return (
            _SAME_TEXT
            if same
            else Finding(None, "structural", f"an answer is longer than {MAX_LENGTH} characters")
        )
    if left != right and _PLAIN.fullmatch(left) and _PLAIN.fullmatch(right):
        return Finding(False, "exact", f"{left} is not {right}")  # most pairs of a vote, at a glance
    if key(left, kind) == key(right, kind):
        return _same(left, right, read(left, _NO_LETTERS, kind == "math").form)
    as_math = kind == "math"
    a, b = (
        read(text, _letters(question, other, as_math), as_math)
        for text, other in ((left, right), (right, left))
    )
    if a.moment and b.moment and not _RATIO.search(question):
        return Finding(False, "structural", f"{a.moment} is not {b.moment}")
    if (a.moment and not a.form and b.form) or (b.moment and not b.form and a.form):
        return Finding(False, "structural", "one is a date and the other is none")
    if a.form is None or b.form is None:
        return _texts(a, b, left, right, sandbox, deadline)
    return _terms(left, right, a, b, sandbox, deadline)


def _same(left: str, right: str, form: Term | None) -> Finding:
    if form is None:
        return _SAME_TEXT
    evidence = evidence_of(form)
    if evidence == "symbolic" and left.split() == right.split():
        evidence = "structural"
    return Finding(True, evidence, f"both are {short(form)}")


@lru_cache(maxsize=1024)
def _letters(question: str, other: str, as_math: bool) -> frozenset[str]:
    """Letters that stand alone, so that they are symbols."""
    found = frozenset(_ALONE.findall(question))
    if words.is_text(other) and not as_math:
        return found
    if term := read(other).term:
        found |= {name for name in term.symbols if len(name) == 1}
    return found | frozenset(_ALONE.findall(other)) | {"e", "i"}


def _texts(a: Reading, b: Reading, left: str, right: str, sandbox: Sandbox, deadline: float) -> Finding:
    """At least one of them is not notation that we read; LaTeX may still be read in the sandbox."""
    if words.plain(left) == words.plain(right):
        return _SAME_TEXT
    if words.typeset(left) == words.typeset(right):
        return _SAME_TEXT
    if all(map(words.is_text, (left, right))) and words.spellings(left) & words.spellings(right):
        return _SAME_TEXT
    if any(words.is_text(text) or words.is_prose(text) for text in (left, right)):
        return _OTHER_TEXT
    if any(reading.form is None and "\\" not in reading.text for reading in (a, b)):
        return Finding(None, "structural", "an answer is neither words nor notation that can be read")
    return _ask([(a, b)], False, sandbox, deadline)


def _terms(left: str, right: str, a: Reading, b: Reading, sandbox: Sandbox, deadline: float) -> Finding:
    """Over all pairs of readings: equal if one pair is."""
    if opposed(a.sides, b.sides):
        return Finding(False, "structural", "the one says the opposite of the other")
    if a.unit and b.unit and a.unit != b.unit and {a.unit, b.unit} != {WHOLE, units.find("pound")}:
        if a.unit.dimension != b.unit.dimension:
            return Finding(False, "exact", "units of different kinds")
        a, b = (_in_base_unit(reading) for reading in (a, b))
    decimal = a.decimal or b.decimal
    found: list[tuple[Finding, tuple[Reading, Reading]]] = []
    for pair in _pairs(left, right, a, b):
        finding = _compared(*pair, decimal)
        if finding.same:
            return finding
        found.append((finding, pair))
    unsettled = [pair for finding, pair in found if finding.same is None]
    return _ask(unsettled, decimal, sandbox, deadline) if unsettled else found[0][0]


def _compared(a: Reading, b: Reading, decimal: bool) -> Finding:
    first, second = (equation(reading.term) if reading.term else None for reading in (a, b))
    if first is not None and first == second:
        return Finding(True, "symbolic", "one equation is a multiple of the other")
    if a.form is None or b.form is None:
        return Finding(None, "structural", "not read")
    return compare(a.form, b.form, lambda x, y: agree(x, y, decimal))


def _in_base_unit(reading: Reading) -> Reading:
    if reading.unit is None or reading.term is None:
        return reading
    factor, offset = number(reading.unit.factor), number(reading.unit.offset)
    scaled = Term("+", (Term("*", (reading.term, factor)), offset))
    return replace(reading, term=scaled, form=canonical(scaled), text=write(scaled))


def _pairs(left: str, right: str, a: Reading, b: Reading) -> list[tuple[Reading, Reading]]:
    pairs = [(x, y) for x in (a, *alternatives(left, a)) for y in (b, *alternatives(right, b))]
    pairs += [(_of(x), b) for x in _rewritten(a, b)]
    pairs += [(a, _of(y)) for y in _rewritten(b, a)]
    if any(_plain_logarithms(reading.term) for reading in (a, b)):
        pairs.append((_of(_decimal_logarithms(a.term)), _of(_decimal_logarithms(b.term))))
    return pairs


def _of(term: Term | None) -> Reading:
    assert term
    return Reading(write(term), term, canonical(term))


def _rewritten(reading: Reading, beside: Reading) -> list[Term]:
    """What the notation may mean beside this other: 28 for 28%, pi/2 for 90 degrees, 7/32 for 7:32."""
    term, other = _claimed(reading.term), _claimed(beside.term)
    if term.head == "%" and other.head != "%" and beside.unit is None:
        return [term.parts[0]]
    in_degrees = reading.unit is not None and reading.unit.dimension == "angle"
    has_degrees = in_degrees or any(node.head == "degree" for node in term.walk())
    if has_degrees and beside.unit is None and any(map(_is_angle, other.walk())):
        return [Term("*", (term, _DEGREE)) if in_degrees else _in_radians(term)]
    if other.head == "list" and term.head == "seq" and len(term.parts) == len(other.parts) > 2:
        return [Term("list", term.parts)] if _in_order(term, other) else []
    if term.head == "ratio" and other.head != "ratio" and len(term.parts) == 2:
        return [Term("/", term.parts)]
    return []


def _is_angle(term: Term) -> bool:
    """It is an angle in radians, or comes to one."""
    return term == PI or (term.head == "call" and term.text.startswith("arc"))


def _in_radians(term: Term) -> Term:
    if term.head == "degree":
        return Term("*", (*term.parts, _DEGREE))
    if term.head == "call":
        return term
    return Term(term.head, tuple(map(_in_radians, term.parts)), term.text)


def _in_order(term: Term, other: Term) -> bool:
    """The same values one by one, so that brackets around them are no matter."""
    return [canonical(part) for part in term.parts] == [canonical(part) for part in other.parts]


def _claimed(term: Term | None) -> Term:
    """The right side of `x = ...`."""
    assert term
    return term.parts[1] if term.head == "relation" and term.text == "=" else term


def _plain_logarithms(term: Term | None) -> bool:
    return term is not None and any(node.head == "call" and node.text == "log" for node in term.walk())


def _decimal_logarithms(term: Term | None) -> Term:
    """With `log` for the decimal logarithm, which otherwise is the natural one."""
    assert term
    parts = tuple(map(_decimal_logarithms, term.parts))
    if term.head == "call" and term.text == "log" and len(parts) == 1:
        return Term("log", (*parts, number(10)))
    return Term(term.head, parts, term.text)


def _ask(pairs: list[tuple[Reading, Reading]], decimal: bool, sandbox: Sandbox, deadline: float) -> Finding:
    """What the sandbox finds out about pairs that exact arithmetic leaves open."""
    texts: list[Json] = [[_text(a), _text(b)] for a, b in pairs]
    seconds = max(round(deadline - time.monotonic(), 1), _LEAST_SECONDS)
    reply = sandbox.call("compare", {"pairs": texts, "decimal": decimal}, seconds)
    match reply.value if reply.verdict == "ok" else None:
        case {"same": bool() | None as same, "evidence": str(shown), "reason": str(reason)}:
            evidence = next((kind for kind in _EVIDENCE if kind == shown), _EVIDENCE[0])
            return Finding(same, evidence, reason)
    return Finding(None, "symbolic", reply.reason or "no verdict from the sandbox")


def _text(reading: Reading) -> str:
    return reading.text if reading.term is None else write(reading.term)


_EVIDENCE: tuple[Evidence, ...] = ("symbolic", "structural", "exact", "numeric")
