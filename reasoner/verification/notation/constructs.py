"""The parts of the grammar that a sign or a command opens: brackets, fractions, roots, integrals."""

from collections.abc import Callable

from reasoner.verification.notation.cursor import Cursor
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import Unreadable

_MATRICES = frozenset({"matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix", "array"})
_SYSTEMS = frozenset({
    "cases", "aligned", "align", "align*", "gathered", "gather", "gather*", "split", "equation",
    "equation*",
})  # fmt: skip
_TWO = Term("number", text="2")


def times(left: Term, right: Term) -> Term:
    """Their product, in one row. Raises: Unreadable, for a tuple."""
    if "seq" in (left.head, right.head):
        raise Unreadable("a product with a tuple")
    return Term("*", (*(left.parts if left.head == "*" else (left,)), right))


def _braces(cursor: Cursor, closing: str = "}") -> Term:
    """Plain braces group one thing and make a set of several; `\\{ \\}` always make a set."""
    if cursor.skip(closing):
        return Term("empty")
    term = cursor.all_items()
    cursor.expect(closing)
    if term.head == "list":
        return Term("set", term.parts)
    return term if closing == "}" else Term("set", (term,))


def _bracket(cursor: Cursor, opening: str) -> Term:
    """A bracketed expression, a tuple, or an interval with any two brackets."""
    bars, cursor.in_bars = cursor.in_bars, 0
    term = cursor.all_items()
    cursor.in_bars = bars
    closing = cursor.take().text
    if closing not in (")", "]"):
        raise Unreadable(f"'{opening}' is not closed")
    if term.head == "list":
        return Term("seq", term.parts, opening + closing)
    if opening + closing not in ("()", "[]"):
        raise Unreadable(f"'{opening}' is closed by '{closing}'")
    return term


def _bars(cursor: Cursor) -> Term:
    cursor.in_bars += 1
    inner = cursor.sum()
    cursor.in_bars -= 1
    cursor.expect("|")
    return Term("abs", (inner,))


def _fraction(cursor: Cursor) -> Term:
    top = cursor.group()
    bottom = cursor.group()
    differential = top == Term("symbol", text="d") and bottom.head == "*" and bottom.parts[0] == top
    return (
        Term("derivative", (cursor.product(), bottom.parts[1])) if differential else Term("/", (top, bottom))
    )


def _integral(cursor: Cursor) -> Term:
    lower, upper = _bounds(cursor)
    cursor.in_integral += 1
    body = (
        Term("number", text="1")
        if cursor.next.text == "d" and cursor.look(1).kind == "name"
        else cursor.sum()
    )
    cursor.in_integral -= 1
    if cursor.take().text != "d" or cursor.next.kind not in ("name", "command"):
        raise Unreadable("an integral without its variable")
    variable = Term("symbol", text=cursor.take().text)
    if lower is None or upper is None:
        return Term("integral", (body, variable))
    return Term("integral", (body, variable, lower, upper))


def _bounds(cursor: Cursor) -> tuple[Term | None, Term | None]:
    """The lower and the upper script, in either order."""
    lower: Term | None = None
    upper: Term | None = None
    while cursor.sees("_", "^"):
        if cursor.skip("_"):
            lower = _script(cursor)
        else:
            cursor.take()
            upper = _script(cursor)
    return lower, upper


def _script(cursor: Cursor) -> Term:
    if cursor.skip("-"):
        return Term("neg", (_script(cursor),))
    if cursor.skip("{"):
        term = cursor.relation()
        cursor.expect("}")
        return term
    return cursor.primary()


def _limit(cursor: Cursor) -> Term:
    cursor.expect("_")
    braced = cursor.skip("{")
    variable = cursor.primary()
    cursor.expect("→")
    target = cursor.sum() if braced else cursor.primary()
    side = ""
    if cursor.skip("^"):
        side = cursor.take().text
    if braced:
        cursor.expect("}")
    return Term("limit", (cursor.product(), variable, target), side if side in "+-" else "")


def _series(head: str) -> Callable[[Cursor], Term]:
    def read(cursor: Cursor) -> Term:
        start, end = _bounds(cursor)
        if start is None or end is None or start.head != "relation" or start.text != "=":
            raise Unreadable(f"a {head} without its bounds")
        return Term(head, (cursor.product(), *start.parts, end))

    return read


def environment(cursor: Cursor, kind: str) -> Term:
    """`\\begin{kind}` to `\\end{kind}`: a matrix, or a system of relations."""
    if kind not in _MATRICES | _SYSTEMS:
        raise Unreadable(f"the environment '{kind}'")
    if kind == "array" and cursor.skip("{"):
        while not cursor.skip("}"):
            if cursor.take().kind == "end":
                raise Unreadable("an array that does not end")
    rows: list[tuple[Term, ...]] = []
    cells: list[Term] = []
    while not (cursor.next.kind == "command" and cursor.next.text == "end"):
        if cursor.skip("\\\\"):
            rows, cells = [*rows, tuple(cells)] if cells else rows, []
        elif not cursor.skip("&", ","):
            cells = [*cells, cursor.relation()]
    cursor.take()
    rows = [*rows, tuple(cells)] if cells else rows
    if kind in _SYSTEMS or any(cell.head == "relation" for row in rows for cell in row):
        return Term("list", tuple(cell for row in rows for cell in row))
    return Term("matrix", tuple(Term("row", row) for row in rows))


def _unwrapped(cursor: Cursor) -> Term:
    return cursor.group()


def _vector(cursor: Cursor) -> Term:
    """The arrow from A to B is not the one from B to A."""
    inner = cursor.group()
    names = [part.text for part in inner.parts if part.head == "symbol"]
    return (
        Term("symbol", text="".join(names)) if inner.head == "*" and len(names) == len(inner.parts) else inner
    )


def _binomial(cursor: Cursor) -> Term:
    top = cursor.group()
    return Term("binomial", (top, cursor.group()))


def _rounded(name: str, closing: str) -> Callable[[Cursor], Term]:
    def read(cursor: Cursor) -> Term:
        inner = cursor.sum()
        if cursor.take().text != closing:
            raise Unreadable(f"a {name} that is not closed")
        return Term("call", (inner,), name)

    return read


COMMANDS: dict[str, Callable[[Cursor], Term]] = {
    "frac": _fraction, "dfrac": _fraction, "tfrac": _fraction, "cfrac": _fraction,
    "binom": _binomial, "dbinom": _binomial, "tbinom": _binomial, "lim": _limit,
    "sum": _series("sum"), "prod": _series("product"),
    "lfloor": _rounded("floor", "rfloor"), "lceil": _rounded("ceil", "rceil"),
    "boxed": _unwrapped, "fbox": _unwrapped, "overline": _unwrapped, "vec": _vector, "hat": _unwrapped,
    "bar": _unwrapped, "overrightarrow": _vector, "underline": _unwrapped,
}  # fmt: skip
"""What follows a LaTeX command."""

OPENINGS: dict[str, Callable[[Cursor], Term]] = {
    "(": lambda cursor: _bracket(cursor, "("),
    "[": lambda cursor: _bracket(cursor, "["),
    "{": _braces,
    "\\{": lambda cursor: _braces(cursor, "\\}"),
    "|": _bars,
    "√": lambda cursor: Term("root", (cursor.primary(), _TWO)),
    "∛": lambda cursor: Term("root", (cursor.primary(), Term("number", text="3"))),
    "∫": _integral,
    "∞": lambda cursor: Term("constant", text="infinity"),
    "∅": lambda cursor: Term("empty"),
}
"""What follows a sign that begins something."""
