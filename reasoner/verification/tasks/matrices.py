"""Small matrices of numbers: sums, products and inverses."""

from collections.abc import Callable
from itertools import product

import sympy as sp

from reasoner.verification.notation.term import Term
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr, write


def work_out(operation: str, terms: tuple[Term, ...]) -> Finding:
    """The result, compared with what the definition of the operation says, cell by cell."""
    matrices = [Builder()(term) for term in terms]
    found, proved, reason = _OPERATIONS[operation](*matrices)
    rows = r" \\ ".join(" & ".join(write(cell) for cell in row) for row in found.tolist())
    answer = rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"
    return Finding(answer, answer, "definition", proved, reason if proved else f"not proved: {reason}")


def _product(a: Expr, b: Expr) -> tuple[Expr, bool, str]:
    if a.cols != b.rows:
        raise Unsolved("the product is not defined")
    found = a * b
    cells = all(
        found[i, j] == sum(a[i, k] * b[k, j] for k in range(a.cols))
        for i, j in product(range(a.rows), range(b.cols))
    )
    return found, cells, "each cell was worked out again as the sum of products of a row and a column"


def _sum(a: Expr, b: Expr) -> tuple[Expr, bool, str]:
    if a.shape != b.shape:
        raise Unsolved("the sum is not defined")
    found = a + b
    cells = all(found[i, j] == a[i, j] + b[i, j] for i, j in product(range(a.rows), range(a.cols)))
    return found, cells, "each cell was worked out again"


def _inverse(a: Expr) -> tuple[Expr, bool, str]:
    if a.det() == 0:
        raise Unsolved("the matrix has no inverse")
    found = a.inv()
    identity = sp.eye(a.rows)
    return found, a * found == identity == found * a, "its product with the matrix is the identity"


_OPERATIONS: dict[str, Callable[..., tuple[Expr, bool, str]]] = {
    "product": _product,
    "sum": _sum,
    "inverse": _inverse,
}
