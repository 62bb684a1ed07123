"""All real solutions of an equation in one letter, by steps that lose none."""

import sympy as sp

from reasoner.verification.tasks.finding import Unsolved
from reasoner.verification.tasks.symbolic import Expr

_MAX_STEPS = 12
_MAX_DEGREE = 24
_DIGITS = 40
_NOT_ZERO = sp.Float(10) ** -20


def candidates(difference: Expr, letter: Expr, steps: int = _MAX_STEPS) -> set[Expr]:
    """Real numbers among which every real zero of `difference` is; some of them may be none.

    A fraction is 0 where its numerator is, a product where a factor is. A part that is no polynomial (a
    root, an absolute value, a power or logarithm of the letter) becomes a letter of its own, which is solved
    for and then turned back, or eliminated. Raises: Unsolved, where that leads nowhere, and for an identity.
    """
    if steps == 0:
        raise Unsolved("too many steps")
    top = sp.fraction(sp.together(difference))[0]
    if not top.has(letter):
        if sp.simplify(top) == 0:
            raise Unsolved("true for every value")
        return set()
    found: set[Expr] = set()
    for part in sp.Mul.make_args(sp.factor(top)):
        base = part.base if part.is_Pow and part.exp.is_number and part.exp > 0 else part
        if base.has(letter):
            found |= _of_factor(base, letter, steps)
    return found


def real_zeros(difference: Expr, letter: Expr) -> list[Expr]:
    """All real zeros, in order; what is no zero of `difference` itself is left out. Raises: Unsolved."""
    return sorted(
        (place for place in candidates(difference, letter) if is_zero(difference.subs(letter, place))),
        key=lambda place: float(place.evalf()),
    )


def is_zero(number: Expr) -> bool:
    """Whether a constant is 0: shown by simplification if it is, by its first digits if it is not.

    Raises: Unsolved, when it can be told in neither way.
    """
    if number.has(sp.nan, sp.zoo, sp.oo, sp.AccumBounds):
        return False
    size = abs(sp.N(number, _DIGITS))
    if size.is_number and size.is_comparable and size > _NOT_ZERO:
        return False
    if sp.simplify(number) == 0 or sp.radsimp(sp.expand(number)) == 0:
        return True
    if number.is_algebraic and sp.minimal_polynomial(number, polys=False) == sp.Symbol("x"):
        return True
    raise Unsolved("whether a number is 0 could not be told")


def _of_factor(part: Expr, letter: Expr, steps: int) -> set[Expr]:
    kernels = _kernels(part, letter)
    if not kernels:
        return _polynomial(part, letter)
    if len(kernels) > 1 and all(kernel.func is sp.log for kernel in kernels):
        joined = sp.logcombine(part, force=True)
        if len(_kernels(joined, letter)) < len(kernels):
            return candidates(joined, letter, steps - 1)
    kernel, new = kernels[0], sp.Dummy("u", real=True)
    rest = part.subs(kernel, new)
    if not rest.has(letter):
        values = candidates(rest, new, steps - 1)
        return {place for value in values for place in _turned_back(kernel, value, letter, steps - 1)}
    if rest.has(kernel):
        raise Unsolved("a part of it comes in two forms")
    relation = _defining(kernel, new)
    if relation is None or not rest.is_polynomial(new):
        raise Unsolved("no part of it can be eliminated")
    return candidates(sp.resultant(sp.expand(rest), relation, new), letter, steps - 1)


def _kernels(part: Expr, letter: Expr) -> list[Expr]:
    """What makes it more than a polynomial in the letter, innermost first."""
    found = {
        node
        for node in sp.preorder_traversal(part)
        if node.has(letter)
        and (
            isinstance(node, (sp.Abs, sp.Function, sp.exp))
            or (node.is_Pow and not (node.exp.is_Integer and node.exp > 0))
        )
    }
    return sorted(found, key=lambda node: (sp.count_ops(node), str(node)))


def _defining(kernel: Expr, new: Expr) -> Expr | None:
    """A polynomial that is 0 for the kernel in the place of `new`."""
    if isinstance(kernel, sp.Abs):
        return new**2 - kernel.args[0] ** 2
    if kernel.is_Pow and kernel.exp.is_Rational:
        p, q = kernel.exp.p, kernel.exp.q
        return new**q - kernel.base**p if p > 0 else new**q * kernel.base**-p - 1
    return None


def _turned_back(kernel: Expr, value: Expr, letter: Expr, steps: int) -> set[Expr]:
    """Where the kernel has that value."""
    inner = kernel.args[0]
    if isinstance(kernel, sp.Abs):
        if not _at_least_zero(value):
            return set()
        return candidates(inner - value, letter, steps) | candidates(inner + value, letter, steps)
    if isinstance(kernel, sp.exp):
        return candidates(inner - sp.log(value), letter, steps) if _is_positive(value) else set()
    if isinstance(kernel, sp.log):
        return candidates(inner - sp.exp(value), letter, steps)
    if isinstance(kernel, (sp.sin, sp.cos)) and sp.N(abs(value), _DIGITS) > 1:
        return set()
    if kernel.is_Pow and not kernel.base.has(letter) and kernel.base.is_positive and kernel.base != 1:
        exponent = kernel.exp - sp.log(value) / sp.log(kernel.base) if _is_positive(value) else sp.Integer(1)
        return candidates(exponent, letter, steps)
    if kernel.is_Pow and kernel.exp.is_Rational:
        if kernel.exp.q % 2 == 0 and not _at_least_zero(value):
            return set()
        p, q = kernel.exp.p, kernel.exp.q
        return candidates(
            kernel.base**p - value**q if p > 0 else value**q * kernel.base**-p - 1, letter, steps
        )
    raise Unsolved("a part of it cannot be turned back")


def _is_positive(value: Expr) -> bool:
    return not is_zero(value) and _at_least_zero(value)


def _at_least_zero(value: Expr) -> bool:
    return bool(sp.N(value, _DIGITS) > -_NOT_ZERO)


def _polynomial(part: Expr, letter: Expr) -> set[Expr]:
    """All real roots: as many as Sturm's theorem counts, or as the degree says."""
    polynomial = sp.Poly(part, letter)
    degree = polynomial.degree()
    if degree > _MAX_DEGREE:
        raise Unsolved("a polynomial of too high a degree")
    if polynomial.domain in (sp.ZZ, sp.QQ):
        real = set(polynomial.real_roots())
        if any(root.has(sp.CRootOf) for root in real):
            raise Unsolved("the solutions have no form in roots")
        if len(real) != polynomial.count_roots():
            raise Unsolved("the roots are not as many as they should be")
        return real
    roots = sp.roots(polynomial)
    if sum(roots.values()) != degree:
        raise Unsolved("not all roots were found")
    return {root for root in roots if _is_real(root)}


def _is_real(root: Expr) -> bool:
    """Told by its digits where sympy cannot tell. Raises: Unsolved."""
    if root.is_real is not None:
        return bool(root.is_real)
    imaginary = sp.im(sp.N(root, _DIGITS))
    if abs(imaginary) > _NOT_ZERO:
        return False
    if sp.simplify(sp.im(root)) == 0:
        return True
    raise Unsolved("whether a root is real could not be told")
