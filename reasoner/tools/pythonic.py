"""Arithmetic in the notation of Python, which models often write, as a Term. Nothing is evaluated."""

import ast
from collections.abc import Callable, Mapping, Sequence

from reasoner.patterns import pattern
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import Unreadable, clean

LONGEST = 500
"""Characters of an expression that is read in this way."""
_SIGNS = pattern(r"[\w\s.,()\[\]+*/%-]+")
_RUN_ON = pattern(r"\d(?:and|else|for|if|in|is|or)\b")
_MODULO = pattern(r"\bmod\b")
_PERCENT = pattern(r"[\w)]%(?:\s+[\w(]|\()")
"""10% 50 and 10%(50) may mean ten per cent of 50; 17 % 5 and 17%5 are remainders."""

Terms = Sequence[Term]


class NotPython(Unreadable):
    """It has the form of something else."""


def parse(text: str) -> Term:
    """The term that the text writes.

    Raises: NotPython, when it is no arithmetic of Python; Unreadable, when it is, but not of this kind.
    """
    written = _MODULO.sub("%", clean(text).replace("^", "**").strip())
    if len(written) > LONGEST or not _SIGNS.fullmatch(written) or not written.isascii():
        raise NotPython("it is no arithmetic of Python")
    if _RUN_ON.search(written) or _PERCENT.search(written):
        raise Unreadable("'%' may mean a remainder; for percent write /100, for a remainder 17 mod 5")
    try:
        return _Reader(written).term(ast.parse(written, mode="eval").body)
    except Unreadable:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotPython(str(error)) from None


def _number(whole: int) -> Term:
    return Term("number", text=str(whole))


def _floor(term: Term) -> Term:
    return Term("call", (term,), "floor")


def _minus(left: Term, right: Term) -> Term:
    return Term("+", (left, Term("neg", (right,))))


def _over(left: Term, right: Term) -> Term:
    return Term("/", (left, right))


def _times(left: Term, right: Term) -> Term:
    return Term("*", (left, right))


def _remainder(left: Term, right: Term) -> Term:
    return _minus(left, _times(right, _floor(_over(left, right))))


_OPERATIONS: Mapping[type[ast.operator], Callable[[Term, Term], Term]] = {
    ast.Add: lambda left, right: Term("+", (left, right)),
    ast.Sub: _minus,
    ast.Mult: _times,
    ast.Div: _over,
    ast.FloorDiv: lambda left, right: _floor(_over(left, right)),
    ast.Mod: _remainder,
    ast.Pow: lambda left, right: Term("^", (left, right)),
}


def _call(name: str) -> Callable[[Terms], Term]:
    return lambda parts: Term("call", tuple(parts), name)


def _round(parts: Terms) -> Term:
    """The nearest multiple of a power of ten, halves upwards."""
    scale = Term("^", (_number(10), parts[1])) if len(parts) > 1 else _number(1)
    half = _over(_number(1), _number(2))
    return _over(_floor(Term("+", (_times(parts[0], scale), half))), scale)


def _permutations(parts: Terms) -> Term:
    n, k = parts
    return _over(Term("!", (n,)), Term("!", (_minus(n, k),)))


def _root(index: int) -> Callable[[Terms], Term]:
    return lambda parts: Term("root", (parts[0], _number(index)))


def _log(base: int) -> Callable[[Terms], Term]:
    return lambda parts: Term("log", (parts[0], _number(base)))


def _half_turns(top: Term, bottom: Term) -> Callable[[Terms], Term]:
    return lambda parts: _over(_times(parts[0], top), bottom)


_PI, _HALF_TURN = Term("constant", text="pi"), _number(180)
_ANGLES = ("sin", "cos", "tan")
_ONE = (
    *(
        "fabs",
        "abs",
        "sqrt",
        "cbrt",
        "floor",
        "ceil",
        "factorial",
        "exp",
        "ln",
        "log2",
        "log10",
        "asin",
        "acos",
    ),
    *("atan", "sinh", "cosh", "tanh", "degrees", "radians", *_ANGLES),
)
_TWO = ("pow", "comb", "perm")
_TAKES: Mapping[str, int] = dict.fromkeys(_ONE, 1) | dict.fromkeys(_TWO, 2)
"""How many arguments a function has; others take any number."""
_FUNCTIONS: Mapping[str, Callable[[Terms], Term]] = {
    **{name: _call(name) for name in ("floor", "ceil", "exp", "ln", "sinh", "cosh", "tanh", *_ANGLES)},
    **{name: _call(name) for name in ("gcd", "lcm", "max", "min")},
    **{f"a{name}": _call(f"arc{name}") for name in _ANGLES},
    "abs": lambda parts: Term("abs", tuple(parts)),
    "fabs": lambda parts: Term("abs", tuple(parts)),
    "factorial": lambda parts: Term("!", tuple(parts)),
    "sqrt": _root(2),
    "cbrt": _root(3),
    "pow": lambda parts: Term("^", tuple(parts)),
    "comb": lambda parts: Term("binomial", tuple(parts)),
    "perm": _permutations,
    "log2": _log(2),
    "log10": _log(10),
    "degrees": _half_turns(_HALF_TURN, _PI),
    "radians": _half_turns(_PI, _HALF_TURN),
    "round": _round,
    "sum": lambda parts: Term("+", tuple(parts)),
    "prod": lambda parts: Term("*", tuple(parts)),
}
_CONSTANTS: Mapping[str, Term] = {
    "pi": _PI,
    "e": Term("symbol", text="e"),
    "tau": _times(_number(2), _PI),
}
_MODULES = frozenset({"math", "np", "numpy"})


class _Reader:
    """Makes terms of the nodes of one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def term(self, node: ast.expr) -> Term:
        """The term of a node. Raises: Unreadable."""
        match node:
            case ast.Constant(value=bool() | complex()):
                pass
            case ast.Constant(value=int(whole)):
                return _number(whole)
            case ast.Constant(value=float()):
                return Term("number", text=(ast.get_source_segment(self._text, node) or "").replace("_", ""))
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return Term("neg", (self.term(inner),))
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self.term(inner)
            case ast.BinOp(op=ast.Mod(), right=ast.UnaryOp()):
                raise Unreadable("'%' may mean a remainder; for percent write /100")
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATIONS:
                return _OPERATIONS[type(operator)](self.term(left), self.term(right))
            case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="math" | "np" | "numpy"), attr=name) if (
                name in _CONSTANTS
            ):
                return _CONSTANTS[name]
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._called(name, arguments, named_by_module=False)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=module), attr=name), args=arguments, keywords=[]
            ) if module in _MODULES:
                return self._called(name, arguments, named_by_module=True)
        raise NotPython(f"'{ast.get_source_segment(self._text, node)}' is nothing that is worked out here")

    def _called(self, name: str, arguments: Sequence[ast.expr], *, named_by_module: bool) -> Term:
        match arguments:
            case [ast.List(elts=inside) | ast.Tuple(elts=inside)]:
                arguments = inside
        parts = [self.term(argument) for argument in arguments]
        if name == "log" and len(parts) == 2:
            return Term("log", tuple(parts))
        if name == "log" and len(parts) == 1:
            if not named_by_module:
                raise Unreadable(
                    "a logarithm without its base may have base 10 or e; write log10(x) or ln(x)"
                )
            return Term("call", tuple(parts), "ln")
        if name in _ANGLES and not named_by_module and parts and parts[0].head == "number":
            raise Unreadable(f"an angle may be in degrees or radians; write {name}(30°) or math.{name}(1)")
        if name not in _FUNCTIONS:
            raise Unreadable(f"no function '{name}'")
        if not parts or len(parts) != _TAKES.get(name, len(parts)) or (name == "round" and len(parts) > 2):
            raise Unreadable(f"'{name}' does not take {len(parts)} arguments")
        return _FUNCTIONS[name](parts)
