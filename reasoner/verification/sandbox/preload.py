"""Loads what programs may import, before the sealed process loses the right to read files."""

import importlib

STANDARD = """
abc argparse array ast base64 binascii bisect builtins calendar cmath codecs collections collections.abc
contextlib copy csv ctypes dataclasses datetime decimal difflib enum errno fractions functools gc graphlib
hashlib heapq inspect io itertools json keyword linecache locale logging math mmap numbers operator os
pathlib pickle platform pprint queue random re reprlib resource secrets select shutil signal socket
statistics string struct subprocess sys tempfile textwrap threading time timeit token tokenize traceback
types typing unicodedata uuid warnings weakref zlib _strptime encodings.ascii encodings.latin_1
encodings.utf_16
"""
SYMBOLIC = """
mpmath sympy sympy.abc sympy.assumptions.handlers.calculus sympy.assumptions.handlers.common
sympy.assumptions.handlers.matrices sympy.assumptions.handlers.ntheory sympy.assumptions.handlers.order
sympy.assumptions.handlers.sets sympy.codegen.ast sympy.combinatorics sympy.crypto
sympy.diffgeom sympy.discrete sympy.functions.combinatorial.numbers sympy.geometry
sympy.integrals.risch sympy.integrals.manualintegrate sympy.integrals.meijerint sympy.logic.algorithms.dpll
sympy.logic.algorithms.dpll2 sympy.logic.boolalg sympy.logic.inference sympy.matrices.expressions
sympy.ntheory sympy.ntheory.modular sympy.parsing.sympy_parser sympy.plotting
sympy.polys.numberfields sympy.printing sympy.sets.handlers.functions sympy.simplify.fu
sympy.solvers.diophantine sympy.solvers.inequalities sympy.solvers.ode sympy.solvers.ode.ode sympy.solvers.pde sympy.solvers.recurr
sympy.stats sympy.tensor sympy.utilities.lambdify sympy.vector
"""
WARM_UP = """
from sympy import *
x, y, n = symbols("x y n")
solve([x + y - 3, x - y - 1], [x, y]); solve(x**3 - 2*x + 1, x); solve(x**2 < 4, x); solveset(x**2 - 1, x)
nsolve(cos(x) - x, 1); factor(x**4 - 1); factorint(360); expand((x + 1)**3); simplify(sin(x)**2 + cos(x)**2)
diff(sin(x)*x, x); integrate(x*exp(x), x); limit(sin(x)/x, x, 0)
series(exp(x), x, 0, 4); summation(n**2, (n, 1, 10)); dsolve(Function("f")(x).diff(x) - x); N(pi, 20)
Matrix([[1, 2], [3, 4]]).inv(); Matrix([[2, 1], [1, 2]]).eigenvals(); latex(x**2 / 3)
str(Rational(1, 3)); pretty(x**2); latex(Integral(x, x)); parse_expr("1/2 + 3/4*x"); sympify("2*x + 1").subs(x, 2); lambdify(x, x**2, "math")(3)
satisfiable(And(Symbol("p"), Symbol("q"))); ask(Q.positive(x), Q.positive(x)); rsolve(Function("f")(n + 1) - 2*Function("f")(n), Function("f")(n))
reduce_inequalities([x > 0, x < 3], x); binomial(10, 3).evalf(); Sum(1/n**2, (n, 1, oo)).doit()
"""
"""Sympy imports some of itself while it works; each line here makes it do so now."""


def standard() -> None:
    """The modules of the standard library that programs use."""
    for name in STANDARD.split():
        importlib.import_module(name)


def symbolic() -> None:
    """Sympy, with what it would otherwise load while it works."""
    for name in SYMBOLIC.split():
        importlib.import_module(name)
    exec(WARM_UP, {})
