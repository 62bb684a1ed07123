"""Functions and their arguments, which stand in brackets or beside the name."""

from reasoner.verification.notation.cursor import Cursor
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import FUNCTIONS

_TWO = Term("number", text="2")
_NAMES = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "lg": "log"}


def function(cursor: Cursor, name: str) -> Term:
    """A function and its argument, in brackets or beside it."""
    if name == "sqrt":
        return root(cursor)
    base = Term("number", text="10") if name == "lg" else None
    power: Term | None = None
    if name == "log" and cursor.next.kind == "number" and not cursor.next.gap and cursor.look(1).text == "(":
        base = cursor.primary()
    while cursor.sees("^", "_"):
        if cursor.skip("_"):
            whole = cursor.look(1).kind == "number" or cursor.look(1).text == "("
            base = cursor.primary() if whole else cursor.group()
        else:
            cursor.take()
            power = cursor.script()
    if cursor.sees("("):
        inner = cursor.primary()
        parts = inner.parts if inner.head == "seq" and inner.text == "()" else (inner,)
    else:
        parts = (_beside(cursor),)
    term = called(name, parts, base)
    if power is None:
        return term
    if power == Term("neg", (Term("number", text="1"),)) and name in ("sin", "cos", "tan"):
        return Term("call", parts, f"arc{name}")
    return Term("^", (term, power))


def _beside(cursor: Cursor) -> Term:
    """An argument without brackets: factors side by side, up to a sign or another function."""
    if cursor.skip("-"):
        return Term("neg", (_beside(cursor),))
    term = cursor.power()
    while (
        cursor.starts_factor()
        and not cursor.sees("(", "[")
        and not (cursor.next.kind == "name" and cursor.next.text in FUNCTIONS)
    ):
        term = cursor.adjacent(term)
    return term


def called(name: str, parts: tuple[Term, ...], base: Term | None) -> Term:
    """The term of a function and its arguments; `base` is that of a logarithm."""
    if name in ("log", "lg") and base is not None and len(parts) == 1:
        return Term("log", (parts[0], base))
    if name == "log" and base is None and len(parts) == 2:
        return Term("log", parts)
    if name in ("abs", "factorial") and len(parts) == 1:
        return Term("abs" if name == "abs" else "!", parts)
    return Term("call", parts, _NAMES.get(name, name))


def root(cursor: Cursor) -> Term:
    """A root, once its sign was taken."""
    index = _TWO
    if cursor.skip("["):
        index = cursor.sum()
        cursor.expect("]")
    # LaTeX takes the root of the first digit alone, which nobody means.
    whole = cursor.sees("(") or cursor.next.gap or cursor.next.kind == "number"
    return Term("root", (cursor.primary() if whole else cursor.group(), index))
