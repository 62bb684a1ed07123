"""One form for what can be written in many: `x = 1/2` and `50%`, `1 or 2` and `{2, 1}`."""

from reasoner.verification.term import Term, number, value, write

_TURNED = {">": "<", "≥": "≤"}
_INFINITY = Term("constant", text="infinity")
_MINUS_INFINITY = Term("neg", (_INFINITY,))


def canonical(term: Term) -> Term:
    """The same claim, with numbers worked out and what has no order put in order."""
    exact = value(term)
    if exact is not None:
        return number(exact)
    parts = tuple(canonical(part) for part in term.parts)
    match term.head:
        case "list" | "set":
            return _collection(term)
        case "relation":
            return _relation(term.text, *parts)
        case "chain":
            return _chain(parts, term.text.split())
        case "in":
            return parts[1]
        case "±":
            return _collection(Term("list", (term,)))
        case "degree":
            return parts[0]
        case "+" | "*" | "union" | "intersection":
            return Term(term.head, tuple(sorted(parts, key=write)))
        case "call" if term.text == "sqrt":
            return Term("root", (*parts, Term("number", text="2")))
    return Term(term.head, parts, term.text)


def is_name(term: Term) -> bool:
    """It names what follows an equals sign: a letter, f(x), (p, q), V:W."""
    if term.head in ("seq", "ratio"):
        return all(is_name(part) for part in term.parts)
    return term.head in ("symbol", "apply")


def _collection(term: Term) -> Term:
    """Several values in any order; one value for each of several letters is a tuple instead."""
    items = [item for part in term.parts for item in _both_signs(part)]
    letters = [part.parts[0].text for part in items if _assigns(part)]
    stems = {name.partition("_")[0] for name in letters}
    if term.head == "list" and len(items) == len(letters) == len(set(letters)) > 1 < len(stems):
        ordered = sorted(items, key=lambda part: part.parts[0].text)
        return Term("seq", tuple(canonical(part.parts[1]) for part in ordered), "()")
    if len(items) > 1 and all(item.head in ("relation", "chain") and "=" not in item.text for item in items):
        return Term("union", tuple(sorted(map(canonical, items), key=write)))
    parts = {write(part): part for part in map(canonical, items)}
    flat = {
        write(inner): inner
        for part in parts.values()
        for inner in (part.parts if part.head == "list" else (part,))
    }
    if len(flat) == 1:
        return next(iter(flat.values()))
    return Term("list", tuple(flat[name] for name in sorted(flat)))


def _assigns(term: Term) -> bool:
    return term.head == "relation" and term.text == "=" and term.parts[0].head == "symbol"


def _both_signs(term: Term) -> tuple[Term, ...]:
    """`a ± b` as `a + b` and `a - b`."""
    if term.head == "relation" and term.text == "=" and is_name(term.parts[0]):
        return tuple(Term("relation", (term.parts[0], right), "=") for right in _both_signs(term.parts[1]))
    if term.head != "±":
        return (term,)
    *first, last = term.parts
    minus = Term("neg", (last,))
    return (Term("+", (first[0], last)), Term("+", (first[0], minus))) if first else (last, minus)


def _relation(sign: str, left: Term, right: Term) -> Term:
    if sign in _TURNED:
        sign, left, right = _TURNED[sign], right, left
    if sign in ("=", "≈"):
        if is_name(left) or (value(left) is not None and value(right) is not None):
            return right
        if is_name(right):
            return left
        if sign == "≈":
            return left
        return Term("relation", tuple(sorted((left, right), key=write)), sign)
    if sign in ("<", "≤"):
        if is_name(left) and value(right) is not None:
            return Term("seq", (_MINUS_INFINITY, right), "()" if sign == "<" else "(]")
        if is_name(right) and value(left) is not None:
            return Term("seq", (left, _INFINITY), "()" if sign == "<" else "[)")
    if sign == "≠":
        left, right = sorted((left, right), key=write)
    return Term("relation", (left, right), sign)


def _chain(parts: tuple[Term, ...], signs: list[str]) -> Term:
    """`x = a = b ≈ c` says b; `a < x ≤ b` is an interval."""
    if set(signs) <= {"=", "≈"}:
        exact = [part for part, sign in zip(parts[1:], signs, strict=True) if sign == "="]
        return exact[-1] if exact else parts[1]
    if len(parts) == 3 and set(signs) <= {">", "≥"}:
        parts, signs = parts[::-1], [_TURNED[sign] for sign in signs[::-1]]
    if len(parts) == 3 and set(signs) <= {"<", "≤"} and is_name(parts[1]):
        brackets = ("(" if signs[0] == "<" else "[") + (")" if signs[1] == "<" else "]")
        return Term("seq", (parts[0], parts[2]), brackets)
    return Term("chain", parts, " ".join(signs))
