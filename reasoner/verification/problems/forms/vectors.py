"""Points, vectors and matrices of numbers."""

import re
from itertools import permutations

from reasoner.verification.notation.term import Term, number, value, write
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.problems.forms.form import Form
from reasoner.verification.problems.problem import Problem, strict


def _pair(match: re.Match[str]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Two points or vectors of one dimension, with numbers for coordinates. Raises: Unreadable."""
    found = []
    for name in ("first", "second"):
        term = strict(match[name])
        if term.head != "seq" or any(value(part) is None for part in term.parts):
            raise Unreadable("no point with exact coordinates")
        found.append(term.parts)
    if len(found[0]) != len(found[1]):
        raise Unreadable("points of two dimensions")
    return found[0], found[1]


def _minus(left: Term, right: Term) -> Term:
    return Term("+", (left, Term("neg", (right,))))


def _dot(match: re.Match[str]) -> Problem | None:
    """The sum of the products of coordinates."""
    a, b = _pair(match)
    return Problem("evaluate", (write(Term("+", tuple(Term("*", pair) for pair in zip(a, b, strict=True)))),))


def _slope(match: re.Match[str]) -> Problem | None:
    """Rise over run; a vertical line is left alone."""
    (x, y), (u, v) = _pair(match)
    if value(x) == value(u):
        return None
    return Problem("evaluate", (write(Term("/", (_minus(v, y), _minus(u, x)))),))


def _distance(match: re.Match[str]) -> Problem | None:
    """The root of the sum of the squares of the differences."""
    a, b = _pair(match)
    squares = [Term("^", (_minus(right, left), number(2))) for left, right in zip(a, b, strict=True)]
    return Problem("evaluate", (write(Term("root", (Term("+", tuple(squares)), number(2)))),))


def _midpoint(match: re.Match[str]) -> Problem | None:
    """Half of the sum of each coordinate."""
    a, b = _pair(match)
    halves = [write(Term("/", (Term("+", pair), number(2)))) for pair in zip(a, b, strict=True)]
    return Problem("number", tuple(halves), manner="point")


def _matrices(text: str) -> tuple[Term, ...]:
    """The square or matching matrices of numbers that are written side by side. Raises: Unreadable."""
    term = strict(text)
    found = tuple(map(_matrix, term.parts if term.head in ("*", "+", "list") else (term,)))
    for matrix in found:
        sizes = {len(row.parts) for row in matrix.parts}
        if len(sizes) != 1 or len(matrix.parts) > 6 or max(sizes) > 6:
            raise Unreadable("no small matrix")
        if any(value(cell) is None for row in matrix.parts for cell in row.parts):
            raise Unreadable("a matrix with letters")
    return found


def _matrix(term: Term) -> Term:
    """A matrix in LaTeX, or as rows in brackets. Raises: Unreadable."""
    if term.head == "matrix":
        return term
    rows = term.parts if term.head in ("seq", "list") else ()
    if not rows or any(row.head != "seq" for row in rows):
        raise Unreadable("no matrix")
    return Term("matrix", tuple(Term("row", row.parts) for row in rows))


def _determinant(match: re.Match[str]) -> Problem | None:
    """The sum over all permutations of the products of cells, with their signs (Leibniz)."""
    (matrix,) = _matrices(match["body"])
    size = len(matrix.parts)
    if any(len(row.parts) != size for row in matrix.parts) or not 1 < size <= 4:
        return None
    products = []
    for order in permutations(range(size)):
        cells = Term("*", tuple(matrix.parts[row].parts[column] for row, column in enumerate(order)))
        swaps = sum(order[i] > order[j] for i in range(size) for j in range(i + 1, size))
        products.append(Term("neg", (cells,)) if swaps % 2 else cells)
    return Problem("evaluate", (write(Term("+", tuple(products))),))


def _inverse(match: re.Match[str]) -> Problem | None:
    """The inverse of a square matrix."""
    (matrix,) = _matrices(match["body"])
    square = len(matrix.parts) == len(matrix.parts[0].parts)
    return Problem("matrix", (write(matrix),), manner="inverse") if square else None


def _combined(match: re.Match[str]) -> Problem | None:
    """The product or the sum of matrices that are written as one."""
    head = strict(match["body"]).head
    matrices = _matrices(match["body"])
    if head not in ("*", "+") or len(matrices) != 2:
        return None
    return Problem("matrix", tuple(map(write, matrices)), manner="product" if head == "*" else "sum")


_VECTORS = r"(?:the )?(?:vectors?|points?)?"

FORMS = (
    Form("dot product", rf"ASK dot product of {_VECTORS} FIRST (?:and|with) {_VECTORS} SECOND", _dot),
    Form("点积|数量积|内积", r"ASK (?:向量)? FIRST [和与] (?:向量)? SECOND 的(?:点积|数量积|内积)WHAT", _dot),
    Form(
        "slope",
        rf"ASK slope (?:of|between)? (?:the )?(?:line)? (?:through|passing through|that passes through"
        rf"|between|joining|connecting)? {_VECTORS} FIRST and {_VECTORS} SECOND",
        _slope,
    ),
    Form(
        "斜率",
        r"ASK(?:过|经过)? (?:两?点)? FIRST [和与、] (?:点)? SECOND 的?(?:两点)?的?(?:直线|连线)?的斜率WHAT",
        _slope,
    ),
    Form(
        "distance", rf"ASK distance (?:between|from) {_VECTORS} FIRST (?:and|to) {_VECTORS} SECOND", _distance
    ),
    Form("距离", r"ASK (?:两?点)? FIRST [和与到、] (?:点)? SECOND (?:两点)?(?:之间)?的距离WHAT", _distance),
    Form(
        "midpoint",
        rf"ASK midpoint (?:of|between) (?:the )?(?:line |segment |line segment )?(?:joining|connecting"
        rf"|between|from)? {_VECTORS} FIRST (?:and|to) {_VECTORS} SECOND",
        _midpoint,
    ),
    Form(
        "determinant|det",
        r"ASK (?:determinant(?: of)?|\\?det) (?:the )?(?:matrix)? \(? BODY \)?",
        _determinant,
    ),
    Form(
        "vmatrix|行列式",
        r"ASK (?:行列式)? (?P<body>\\begin\{vmatrix\}.+\\end\{vmatrix\}) (?:的值)?WHAT",
        _determinant,
    ),
    Form("行列式", r"ASK (?:矩阵)? BODY 的行列式(?:的值)?WHAT", _determinant),
    Form("inverse", r"ASK inverse of (?:the )?(?:matrix)? BODY", _inverse),
    Form("逆矩阵", r"ASK (?:矩阵)? BODY 的逆矩阵WHAT", _inverse),
    Form("matrix|],[|], [", r"ASK (?:product|sum of)? BODY", _combined),
)
