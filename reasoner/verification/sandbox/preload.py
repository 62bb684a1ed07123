"""Loads what programs and tasks may import, before their process loses the right to read files."""

import contextlib
import importlib
from collections.abc import Iterator

STANDARD = """
_strptime abc argparse array ast base64 binascii bisect builtins cProfile calendar cmath codecs collections
collections.abc concurrent.futures.thread configparser contextlib contextvars copy csv ctypes dataclasses
datetime decimal difflib doctest enum errno fractions functools gc glob graphlib grp gzip hashlib heapq
html.parser inspect io itertools json keyword linecache locale logging math mmap multiprocessing numbers
operator optparse os pathlib pickle platform pprint pstats pwd queue random re reprlib resource sched
secrets select shlex shutil signal socket statistics string struct subprocess symtable sys tempfile textwrap
threading time timeit token tokenize tomllib traceback tracemalloc types typing unicodedata unittest uuid
warnings weakref xml.dom.minidom xml.etree.ElementTree zlib encodings.ascii encodings.base64_codec
encodings.big5 encodings.bz2_codec encodings.cp1252 encodings.cp437 encodings.euc_jp encodings.gb18030
encodings.gb2312 encodings.gbk encodings.hex_codec encodings.idna encodings.iso8859_15 encodings.koi8_r
encodings.latin_1 encodings.mac_roman encodings.punycode encodings.raw_unicode_escape encodings.rot_13
encodings.shift_jis encodings.unicode_escape encodings.utf_16 encodings.utf_32 encodings.utf_7
encodings.utf_8_sig encodings.zlib_codec
"""
SYMBOLIC = """
antlr4.LL1Analyzer mpmath sympy sympy.abc sympy.assumptions.facts sympy.assumptions.handlers.calculus
sympy.assumptions.handlers.common sympy.assumptions.handlers.matrices sympy.assumptions.handlers.ntheory
sympy.assumptions.handlers.order sympy.assumptions.handlers.sets sympy.assumptions.lra_satask
sympy.assumptions.satask sympy.assumptions.sathandlers sympy.codegen.ast sympy.codegen.cfunctions
sympy.combinatorics sympy.combinatorics.fp_groups sympy.combinatorics.galois
sympy.combinatorics.homomorphisms sympy.concrete.delta sympy.crypto sympy.diffgeom sympy.discrete
sympy.discrete.recurrences sympy.geometry sympy.holonomic sympy.integrals.manualintegrate
sympy.integrals.meijerint sympy.integrals.prde sympy.integrals.rde sympy.integrals.risch
sympy.logic.algorithms.dpll sympy.logic.algorithms.dpll2
sympy.matrices.expressions sympy.matrices.expressions.applyfunc sympy.matrices.normalforms
sympy.ntheory.bbp_pi sympy.ntheory.elliptic_curve sympy.ntheory.modular sympy.parsing.mathematica
sympy.parsing.maxima sympy.parsing.sympy_parser sympy.physics.hydrogen sympy.physics.units
sympy.physics.wigner sympy.plotting sympy.polys.domains.old_fractionfield
sympy.polys.domains.old_polynomialring sympy.polys.multivariate_resultants sympy.polys.numberfields
sympy.polys.polymatrix sympy.printing.c sympy.printing.cxx sympy.printing.fortran sympy.printing.rust
sympy.sets.handlers.functions sympy.sets.handlers.issubset sympy.sets.setexpr sympy.simplify.fu
sympy.solvers.diophantine sympy.solvers.inequalities sympy.solvers.ode.ode sympy.solvers.pde
sympy.solvers.recurr sympy.stats sympy.stats.compound_rv sympy.tensor.array.array_derivatives
sympy.tensor.array.expressions sympy.tensor.array.expressions.from_array_to_indexed sympy.tensor.tensor
sympy.unify sympy.utilities.codegen sympy.utilities.lambdify sympy.vector
"""
"""Sympy imports much of itself only while it works: `import sympy` alone would not do."""
WARM_UP = """
from sympy import *; x, y, n = symbols("x y n"); f = Function("f")
solve([x + y - 3, x - y - 1], [x, y]); solve(x**3 - 2*x + 1, x); solve(x**2 < 4, x)
solveset(x**2 - 1, x); nsolve(cos(x) - x, 1); factor(x**4 - 1); factorint(360)
simplify(sin(x)**2 + cos(x)**2)
simplify((x**2 - 1)/(x - 1)); simplify(exp(x)*exp(y)); (sqrt(2)*sqrt(3) - sqrt(6)).equals(0)
parse_expr("1/2 + 3/4*x"); expand((x + 1)**3); diff(sin(x)*x, x); N(pi, 20)
integrate(x*exp(x), x); limit(sin(x)/x, x, 0)
series(exp(x), x, 0, 4); summation(n**2, (n, 1, 10)); Sum(1/n**2, (n, 1, oo)).doit()
Matrix([[1, 2], [3, 4]]).inv(); Matrix([[2, 1], [1, 2]]).eigenvals(); latex(Integral(x, x))
dsolve(f(x).diff(x) - x); rsolve(f(n + 1) - 2*f(n), f(n))
integrate(exp(-x**2), (x, -oo, oo))
from reasoner.verification.worker import TASKS
pair = lambda *texts: TASKS["compare"]({"pairs": [list(texts)], "decimal": False})
pair("sqrt(5 - 2*sqrt(6))", "sqrt(3) - sqrt(2)"); pair("cos(x) = 1/2", "sin(x) = 1/2")
pair(r"\\sum_{k=0}^{n-1} F_k", r"\\sum_{k=1}^{n} F_k"); pair("log(x) + e^x", "tan(x) + pi")
"""


def load() -> None:
    """Imports everything; afterwards nothing is read from a file. Another sympy may lack a module or two."""
    for name in (STANDARD + SYMBOLIC).split():
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)


def warm_up() -> Iterator[None]:
    """Fills sympy's caches, a little with each step, so that children find them full."""
    names: dict[str, object] = {}
    for statement in WARM_UP.replace("\n", "; ").strip("; ").split("; "):
        with contextlib.suppress(Exception):
            exec(statement, names)
        yield
