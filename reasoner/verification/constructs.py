"""The parts of the grammar that a sign or a command opens: brackets, fractions, roots, integrals."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from reasoner.verification.notation import Token, Unreadable
from reasoner.verification.term import Term

_MATRICES = frozenset({"matrix", "pmatrix", "bmatrix", "vmatrix", "Bmatrix", "smallmatrix", "array"})
_SYSTEMS = frozenset({
    "cases", "aligned", "align", "align*", "gathered", "gather", "gather*", "split", "equation",
    "equation*",
})  # fmt: skip
_TWO = Term("number", text="2")


class Cursor(ABC):
    """A place in a row of tokens, and the levels of binding that a construct may ask for."""

    def __init__(self, found: list[Token]) -> None:
        self.tokens = found
        self.at = 0
        self.depth = 0
        self.in_integral = 0
        self.in_bars = 0

    @property
    def next(self) -> Token:
        """The token that `take` would take."""
        return self.tokens[self.at]

    def look(self, ahead: int) -> Token:
        """A token further on."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def take(self) -> Token:
        """The next token, which is then behind."""
        token = self.tokens[self.at]
        self.at += token.kind != "end"
        return token

    def sees(self, *signs: str) -> bool:
        """One of these signs is next."""
        return self.next.kind == "sign" and self.next.text in signs

    def skip(self, *signs: str) -> bool:
        """Takes one of these signs, if it is next."""
        return self.sees(*signs) and bool(self.take())

    def expect(self, sign: str) -> None:
        """Takes the sign. Raises: Unreadable, when something else is next."""
        if not self.skip(sign):
            raise Unreadable(f"'{sign}' is missing before '{self.next.text}'")

    @abstractmethod
    def all_items(self) -> Term:
        """Relations, separated by semicolons and commas."""

    @abstractmethod
    def relation(self) -> Term:
        """Expressions with signs of relation between them."""

    @abstractmethod
    def sum(self) -> Term:
        """Products, added."""

    @abstractmethod
    def product(self) -> Term:
        """Powers, multiplied."""

    @abstractmethod
    def primary(self) -> Term:
        """A number, a name, or a construct."""

    @abstractmethod
    def group(self) -> Term:
        """The argument of a command."""

    @abstractmethod
    def script(self) -> Term:
        """What a `^` or `_` applies to."""


def times(left: Term, right: Term) -> Term:
    """Their product, in one row. Raises: Unreadable, for a tuple."""
    if "seq" in (left.head, right.head):
        raise Unreadable("a product with a tuple")
    return Term("*", (*(left.parts if left.head == "*" else (left,)), right))


def called(name: str, parts: tuple[Term, ...], base: Term | None) -> Term:
    """The term of a function and its arguments; `base` is that of a logarithm."""
    if name in ("log", "lg") and base is not None and len(parts) == 1:
        return Term("log", (parts[0], base))
    names = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "lg": "log"}
    if name == "abs" and len(parts) == 1:
        return Term("abs", parts)
    return Term("call", parts, names.get(name, name))


def root(cursor: Cursor) -> Term:
    """A root, once its sign was taken."""
    index = _TWO
    if cursor.skip("["):
        index = cursor.sum()
        cursor.expect("]")
    # LaTeX takes the root of the first digit alone, which nobody means.
    whole = cursor.sees("(") or cursor.next.gap or cursor.next.kind == "number"
    return Term("root", (cursor.primary() if whole else cursor.group(), index))


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
    "boxed": _unwrapped, "fbox": _unwrapped, "overline": _unwrapped, "vec": _unwrapped, "hat": _unwrapped,
    "bar": _unwrapped, "overrightarrow": _unwrapped, "underline": _unwrapped,
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
