"""One form for what can be written in many: `x = 1/2` and `50%`, `1 or 2` and `{2, 1}`."""

from fractions import Fraction
from math import gcd, lcm

from reasoner.verification.equality.normal import form, normal
from reasoner.verification.equality.polynomial import Irregular, Sum, as_term, leading
from reasoner.verification.equality.regions import INFINITY, LINE, MINUS_INFINITY, joined, tidied
from reasoner.verification.equality.vanishing import approximate, cleared
from reasoner.verification.notation.term import Term, number, value, write

_IDENTITY = (number(0), number(0))
_TURNED = {">": "<", "≥": "≤"}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def canonical(term: Term) -> Term:
    """The same claim, with numbers worked out and what has no order put in order."""
    match term.head:
        case "number":
            return number(exact) if (exact := value(term)) is not None else term
        case "list" | "set":
            return _collection(term)
        case "relation":
            return _relation(term.text, *term.parts)
        case "chain":
            return _chain(term.parts, term.text.split())
        case "in":
            if is_name(term.parts[0]):
                return canonical(term.parts[1])
            return Term("in", tuple(map(canonical, term.parts)))
        case "ratio":
            return _ratio(tuple(map(canonical, term.parts)))
        case "based":
            return _in_decimals(term)
        case "seq":
            return _collection(Term("list", (term,))) if _has_both_signs(term) else _tuple(term)
        case "union" | "intersection":
            return tidied(Term(term.head, tuple(sorted(map(canonical, term.parts), key=write))))
        case "without":
            return _without(*map(canonical, term.parts))
        case "+" if all(part.head == "matrix" for part in term.parts):
            return _added(term)
        case "matrix" | "row" | "empty":
            return Term(term.head, tuple(map(canonical, term.parts)), term.text)
    return _collection(Term("list", (term,))) if _has_both_signs(term) else normal(term)


def is_name(term: Term) -> bool:
    """It names what follows an equals sign: a letter, f(x), (p, q), V:W, AB, A ∪ B."""
    if term.head in ("seq", "ratio", "union", "intersection", "without"):
        return all(is_name(part) for part in term.parts)
    if term.head == "*":
        letters = [part.text for part in term.parts if part.head == "symbol" and part.text.isupper()]
        return len(set(letters)) == len(term.parts)
    return term.head in ("symbol", "apply")


def equation(term: Term) -> Term | None:
    """An equation as `... = 0`, whatever side a name stands on; None when it is none."""
    if term.head != "relation" or term.text != "=":
        return None
    return _zero(*term.parts)


def _tuple(term: Term) -> Term:
    """Three numbers are no interval, whatever brackets they stand in."""
    if term.text == "[]" and all(part.head == "seq" and part.text == "[]" for part in term.parts):
        rows = tuple(Term("row", tuple(map(canonical, part.parts))) for part in term.parts)
        if len({len(row.parts) for row in rows}) == 1:
            return Term("matrix", rows)
    brackets = "()" if len(term.parts) > 2 else term.text
    return Term("seq", tuple(map(canonical, term.parts)), brackets)


def _added(term: Term) -> Term:
    """A sum of matrices of one shape, cell by cell."""
    if len({tuple(len(row.parts) for row in part.parts) for part in term.parts}) > 1:
        return normal(term)
    together = zip(*(part.parts for part in term.parts), strict=True)
    rows = [zip(*(row.parts for row in rows), strict=True) for rows in together]
    return Term(
        "matrix", tuple(Term("row", tuple(canonical(Term("+", cells)) for cells in row)) for row in rows)
    )


def _collection(term: Term) -> Term:
    """Several values in any order; one value for each of several letters is a tuple instead."""
    items = [item for part in term.parts for item in _both_signs(part)]
    if len(items) > 1 and term.head == "list":
        items = [each for item in items for each in _each_name(item)]
    letters = [part.parts[0].text for part in items if _assigns(part)]
    stems = {name.partition("_")[0] for name in letters}
    if (
        term.head == "list"
        and len(items) == len(letters) == len(set(letters)) > 1
        and (len(stems) > 1 or len(items) > len(term.parts))
    ):
        ordered = sorted(items, key=lambda part: part.parts[0].text)
        return Term("seq", tuple(canonical(part.parts[1]) for part in ordered), "()")
    if apart := [n for item in items if (n := _apart_from(item)) is not None]:
        rest = [item for item in items if _apart_from(item) is None]
        whole = canonical(Term("list", tuple(rest))) if rest else LINE
        return _without(whole, Term("list", tuple(map(number, apart))))
    if len(items) > 1 and all(item.head in ("relation", "chain") and "=" not in item.text for item in items):
        if len({name for item in items for name in item.symbols}) > 1:
            head = "union" if term.text == "or" else "list"
            return Term(head, tuple(sorted(map(_named_region, items), key=write)))
        return joined(sorted(map(canonical, items), key=write), term.text)
    parts = {write(part): part for part in map(canonical, items)}
    flat = {
        write(inner): inner
        for part in parts.values()
        for inner in (part.parts if part.head == "list" else (part,))
    }
    if len(flat) == 1:
        return next(iter(flat.values()))
    return Term("list", tuple(flat[name] for name in sorted(flat)))


def _named_region(term: Term) -> Term:
    """An inequality with the letter that it is about, where others are about other letters."""
    region = canonical(term)
    name = next((part for part in term.parts if part.head == "symbol"), None)
    return Term("in", (name, region)) if name and not region.symbols else region


def _each_name(term: Term) -> tuple[Term, ...]:
    """`a = b = 2` as `a = 2` and `b = 2`."""
    if term.head != "chain" or set(term.text.split()) != {"="}:
        return (term,)
    *names, last = term.parts
    if not all(name.head == "symbol" for name in names):
        return (term,)
    return tuple(Term("relation", (name, last), "=") for name in names)


def _apart_from(term: Term) -> Fraction | None:
    """The number that `x ≠ 3` leaves out."""
    is_apart = term.head == "relation" and term.text == "≠" and is_name(term.parts[0])
    return value(term.parts[1]) if is_apart else None


def _without(whole: Term, out: Term) -> Term:
    return tidied(Term("without", (whole, out)))


def _assigns(term: Term) -> bool:
    return term.head == "relation" and term.text == "=" and term.parts[0].head == "symbol"


def _has_both_signs(term: Term) -> bool:
    return any(node.head == "±" for node in term.walk())


def _both_signs(term: Term) -> tuple[Term, ...]:
    """`a ± b` as `a + b` and `a - b`."""
    return (_signed(term, 1), _signed(term, -1)) if _has_both_signs(term) else (term,)


def _signed(term: Term, sign: int) -> Term:
    parts = tuple(_signed(part, sign) for part in term.parts)
    if term.head != "±":
        return Term(term.head, parts, term.text)
    *first, last = parts
    last = last if sign > 0 else Term("neg", (last,))
    return Term("+", (*first, last)) if first else last


def _relation(sign: str, left: Term, right: Term) -> Term:
    if sign in _TURNED:
        sign, left, right = _TURNED[sign], right, left
    if _has_both_signs(left) or _has_both_signs(right):
        return _collection(Term("list", (Term("relation", (left, right), sign),)))
    if sign in ("=", "≈"):
        if _names(left, right) or (value(left) is not None and value(right) is not None):
            return canonical(right)
        if _names(right, left):
            return canonical(left)
        if sign == "≈":
            return canonical(left)
        zero = _zero(left, right)
        return canonical(right) if zero.parts == _IDENTITY else zero  # a rewriting says what it comes to
    if sign in ("<", "≤"):
        if (left.head == "abs") != (right.head == "abs") and (found := _absolute(sign, left, right)):
            return found
        if is_name(left) and not right.symbols:
            return Term("seq", (MINUS_INFINITY, canonical(right)), "()" if sign == "<" else "(]")
        if is_name(right) and not left.symbols:
            return Term("seq", (canonical(left), INFINITY), "()" if sign == "<" else "[)")
        return _inequality(sign, left, right)
    if sign == "≠" and is_name(left) and (exact := value(right)) is not None:
        return _without(LINE, number(exact))
    if sign == "≠":
        difference = _zero(left, right)
        return Term("relation", difference.parts, sign)
    return Term("relation", (canonical(left), canonical(right)), sign)


def _names(term: Term, other: Term) -> bool:
    """It names the other, which does not speak of it."""
    apart = {node.text for node in other.walk() if node.head == term.head}
    if term.head == "*" and any(name.isupper() for name in other.symbols):
        return False
    if term.head in ("union", "intersection", "without") and other.symbols:
        return False
    return is_name(term) and not (term.head in ("symbol", "apply") and term.text in apart)


def _absolute(sign: str, left: Term, right: Term) -> Term | None:
    """`|x| < 3` as what lies between -3 and 3, and `3 < |x|` as what lies beyond."""
    within = left.head == "abs"
    inner, bound = (left.parts[0], right) if within else (right.parts[0], left)
    if bound.symbols or not _positive(bound):
        return None
    below = canonical(Term("relation", (inner, bound if within else Term("neg", (bound,))), sign))
    above = canonical(Term("relation", (Term("neg", (bound,)) if within else bound, inner), sign))
    if below.head != "seq" or above.head != "seq":
        return None
    if not within:
        return tidied(Term("union", tuple(sorted((below, above), key=write))))
    if below.parts[0] != MINUS_INFINITY:
        below, above = above, below
    return Term("seq", (above.parts[0], below.parts[1]), above.text[0] + below.text[1])


def _positive(term: Term) -> bool:
    try:
        approximated = approximate(form(term))
    except (Irregular, ArithmeticError):
        return False
    return approximated is not None and approximated > 0


def _zero(left: Term, right: Term) -> Term:
    """`left = right` as `... = 0`, without denominators, and with a leading coefficient of 1."""
    try:
        total = cleared(_minus(left, right))
    except (Irregular, ArithmeticError):
        return Term("relation", tuple(sorted((canonical(left), canonical(right)), key=write)), "=")
    parts = (as_term(_reduced(total, signed=True)), number(0))
    return Term("relation", parts, "=")


def _inequality(sign: str, left: Term, right: Term) -> Term:
    try:
        total = _reduced(_minus(left, right), signed=False)
    except (Irregular, ArithmeticError):
        return Term("relation", (canonical(left), canonical(right)), sign)
    letters = [powers for powers in total if powers]
    if len(letters) == 1 and len(letters[0]) == 1:
        ((atom, exponent),) = letters[0]
        if atom.head == "symbol" and exponent == 1:
            border = number(-total.get((), Fraction(0)) / total[letters[0]])
            name = (atom, border) if total[letters[0]] > 0 else (border, atom)
            return _relation(sign, *name)
    return Term("relation", (as_term(total), number(0)), sign)


def _minus(left: Term, right: Term) -> Sum:
    return form(Term("+", (left, Term("neg", (right,)))))


def _reduced(total: Sum, signed: bool) -> Sum:
    """The sum times a number, a positive one unless `signed`, that makes its leading coefficient 1 or -1."""
    if not total:
        return total
    lead = leading(total)
    return {powers: n / (lead if signed else abs(lead)) for powers, n in total.items()}


def _chain(parts: tuple[Term, ...], signs: list[str]) -> Term:
    """`x = a = b ≈ c` says b; `a < x ≤ b` is an interval."""
    if set(signs) <= {"=", "≈"}:
        exact = [part for part, sign in zip(parts[1:], signs, strict=True) if sign == "="]
        return canonical(exact[-1] if exact else parts[1])
    if set(signs) <= {">", "≥"}:
        parts, signs = parts[::-1], [_TURNED[sign] for sign in signs[::-1]]
    if len(parts) == 3 and set(signs) <= {"<", "≤"} and is_name(parts[1]) and not all(map(is_name, parts)):
        brackets = ("(" if signs[0] == "<" else "[") + (")" if signs[1] == "<" else "]")
        return Term("seq", (canonical(parts[0]), canonical(parts[2])), brackets)
    return Term("chain", tuple(map(canonical, parts)), " ".join(signs))


def _ratio(parts: tuple[Term, ...]) -> Term:
    """In lowest terms, so that `6:8` is `3:4`."""
    exact = [n for n in map(value, parts) if n is not None]
    if len(exact) < len(parts) or not any(exact):
        return Term("ratio", parts)
    bottom = lcm(*(n.denominator for n in exact))
    top = gcd(*(int(n * bottom) for n in exact))
    return Term("ratio", tuple(number(n * bottom / top) for n in exact))


def _in_decimals(term: Term) -> Term:
    """The number that a numeral in another base is: `204_5` is 54."""
    digits, _, base = term.text.partition("_")
    known = _DIGITS[: int(base)] if base.isdigit() and 2 <= int(base[:3]) <= len(_DIGITS) else ""
    return number(int(digits, int(base))) if digits and set(digits) <= set(known) else term
