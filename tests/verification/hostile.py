"""Answers that nobody means well with: what is too large, too deep, too long, or no mathematics at all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

LONG = 100_000
"""Characters of the longest answers."""


@dataclass(frozen=True, slots=True)
class Hostile:
    """An answer, and another that is certainly not equal to it, where there is one."""

    text: str
    other: str | None = None


def hostile(seed: int, count: int) -> Iterator[Hostile]:
    """So many answers; the same for the same seed."""
    random = Random(seed)
    for number in range(count):
        made = _MAKERS[number % len(_MAKERS)](random)
        yield made if random.random() < 0.8 else Hostile(_spoilt(made.text, random))


def _towers(random: Random) -> Hostile:
    base, height = (
        random.choice(["2", "9", "10", "x", "i", "e", "0", "-1", "1.1", "\\pi"]),
        random.randint(2, 9),
    )
    plain = random.choice(["**", "^"]).join([base] * height)
    latex = base + "".join(f"^{{{base}" for _ in range(height)) + "}" * height
    tower = random.choice([plain, latex, f"\\frac{{1}}{{{latex}}}", f"({plain})!", f"sqrt({plain})"])
    return Hostile(tower, "-7/3" if base in ("2", "9", "10") else None)


def _huge_functions(random: Random) -> Hostile:
    n = random.choice(["10**10", "10^{9}", "999999999", "10^100", "2004", "10**6", "-5", "1/2"])
    name = random.choice(
        ["factorial({})", "{}!", "{}!!!!", "\\Gamma({})", "gamma({})", "bernoulli({})", "fibonacci({})", "primepi({})",
         "\\binom{{{}}}{{{}}}", "C({},{})", "binomial({}, 5*10**8)", "zeta({})", "factorint({})", "prime({})", "nextprime({})",
         "totient({})", "isprime({})", "sin({})", "cos(10^{{{}}})", "\\log_{{2}}({})", "floor(pi*{})", "{} mod 7", "gcd({}, {})", "1/{}!"]
    )  # fmt: skip
    return Hostile(name.replace("{}", n).replace("{{", "{").replace("}}", "}"))


def _near_misses(random: Random) -> Hostile:
    """Different values that agree in many digits, or cannot be worked out to see that they differ."""
    n = random.randint(1000, 3000)
    digits = "".join(random.choices("123456789", k=random.randint(2, 1500)))
    return random.choice([
        Hostile(f"1/{n}!", f"1/{n + 2}!"), Hostile(f"\\frac{{1}}{{{n}!}}", f"\\frac{{1}}{{{n + 2}!}}"),
        Hostile(f"10^{{{n}}}", f"10^{{{n}}}+1"), Hostile("10**10**10", "10**10**10+1"),
        Hostile(digits, digits[:-1] + str(10 - int(digits[-1]) if digits[-1] != "5" else 4)),
        Hostile(f"0.{digits}", f"0.{digits}7"), Hostile(f"{digits}/7", f"{digits}/8"),
        Hostile(f"1e{n}", f"1e{n + 1}"), Hostile(f"1e-{n}", f"1e-{n + 1}"), Hostile(f"1e-{n}", "0"),
        Hostile(f"2^{{{n}}}", f"2^{{{n + 1}}}"), Hostile(f"\\sqrt{{{digits}}}", f"\\sqrt{{{digits}1}}"),
        Hostile("9" * n, "9" * (n + 1)), Hostile("e^{\\pi\\sqrt{163}}", "262537412640768744"),
    ])  # fmt: skip


def _odd_numbers(random: Random) -> Hostile:
    return Hostile(*random.choice([
        ("1e400", "1e401"), ("1e999999999", "1"), ("1e-999999999", "1"), ("-0", "1"), ("0x1F" * 50, None), ("NaN", "0"), ("inf", "0"),
        ("-inf", "inf"), ("1/0", "1"), ("0/0", "1"), ("\\frac{0}{0}", "1"), ("log(0)", "1"), ("\\tan(\\pi/2)", "1"), ("0^0", None),
        ("0^{-1}", "1"), ("3 1/0", "3"), ("2\\frac{1}{0}", "2"), ("1.2.3.4.5", None), ("1,2,3,4" * 99, None), ("1_000_0", None),
        ("50" + "%" * random.randint(2, 3000), None), ("1" + "万" * random.randint(1, 900), None), ("亿" * 1900, None),
        ("一" + "亿" * random.randint(2, 40), "二"), ("九千" * 400, None), ("三分之" * 300 + "一", None), ("百分之" * 400 + "五", None),
        ("１２３" * random.randint(1, 600), None), ("1e1e1e1", None), ("..5", None), ("5..", None), ("--" * 900 + "5", None),
        ("+-" * 500 + "1", None), ("1" + "!" * random.randint(1, 1900), None), ("90" + "°" * 500, None), ("1" + "'" * 800, None),
        ("204_{99999999999999}", None), ("zz_{36}", None), ("1_1", None), ("10_{0}", None), ("1:" * 700 + "1", None), ("25:61", None),
    ]))  # fmt: skip


def _nested(random: Random) -> Hostile:
    depth = random.choice([3, 20, 90, 400, 1500, 20_000])
    opened, inner, closed = random.choice([
        ("\\frac{1}{1+", "x", "}"), ("\\sqrt{2+", "2", "}"), ("\\sqrt[3]{", "2", "}"), ("(", "1", ")"), ("[", "1", "]"), ("{", "1", "}"),
        ("\\{", "1", "\\}"), ("\\left(", "1", "\\right)"), ("|", "1", "|"), ("sin(", "1", ")"), ("-(", "1", ")"), ("\\text{", "a", "}"),
        ("\\boxed{", "1", "}"), ("1/(1+", "1", ")"), ("x_{", "1", "}"), ("a^{", "2", "}"), ("(1,", "1", ")"), ("\\binom{2}{", "1", "}"),
        ("\\log_{2}{", "8", "}"), ("$", "1", "$"), ("\\begin{pmatrix}", "1", "\\end{pmatrix}"), ("f(", "x", ")"), ("\\overline{", "3", "}"),
    ])  # fmt: skip
    return Hostile(opened * depth + inner + closed * random.choice([depth, depth, depth - 1, 0]))


def _floods(random: Random) -> Hostile:
    """Bait for patterns that look back: long runs of what they look for."""
    bait = ["a", " ", ",", "1", "1,", "=", "(", ")", "\\frac{", "\\boxed{", "{", "}", "$", "**", "\n", "the answer is ", "答案是", "#### ",
            "x = ", "\\text{ ", "a b ", "1 1/2 ", "A. ", "(A) ", "or ", "1:", "%", "\\", "```\n", "<think>", "|", "1e", ".", "-", "…", "。",
            "1 + ", "= 1 ", "sqrt ", "one hundred ", "二", "万", "Step 1: ", "\t", "\\,", "1/2", "so ", "wait, ", "km ", "_"]  # fmt: skip
    run = "".join(piece * random.choice([1, 30, 3000]) for piece in random.sample(bait, random.randint(1, 4)))
    size = random.choice([200, 1_900, 4_000, LONG])
    return Hostile((run * (size // len(run) + 1))[:size] + random.choice(["", "1", "!", "}", " x"]))


def _endless(random: Random) -> Hostile:
    return Hostile(*random.choice([
        ("\\sum_{n=1}^{\\infty} \\frac{1}{n}", "1"), ("\\sum_{k=1}^{10^{12}} k^k", None), ("\\prod_{k=1}^{\\infty} (1+1/k)", None),
        ("\\int_0^\\infty e^{-x^x} dx", None), ("Integral(exp(-x**x), (x, 0, oo))", None), ("\\int \\frac{dx}{\\sin(x^x)}", None),
        ("\\lim_{x \\to 0} \\sin(1/x)", None), ("\\lim_{n\\to\\infty} n!^{n!}", None), ("Sum(1/n**1.0001, (n, 1, oo))", None),
        ("(x+y+z)^{500}", "1"), ("(1+x)^{1000000}", "1"), ("expand((a+b+c+d)**60)", None), ("(x^2-1)/(x-1)^{9999}", None),
        ("\\sin(\\sin(\\sin(\\sin(10^{99}))))", None), ("x^{x^{x^{x}}} = 2", None), ("factorint(" + "7" * 300 + ")", None),
        ("\\int_0^{10^{9}} \\sin(x^2) \\, dx", None), ("solve(x**99 + x - 1, x)", None), ("det(" + "1," * 400 + ")", None),
        ("\\zeta(3)", "1"), ("\\zeta(1)", "1"), ("i^{i^{i^{i}}}", None), ("\\sqrt{-1}^{\\sqrt{-1}}", None), ("e^{e^{e^{e^{e}}}}", "1"),
        ("+".join(f"\\sqrt{{{n}}}" for n in range(2, 60)), None), ("*".join(f"(x-{n})" for n in range(1, 80)), None),
        ("1/" * 400 + "2", None), ("2^" * 400 + "2", None), ("1" + "+1" * 900, "7"), ("x" * 1900, None), ("abs(" * 200 + "-1" + ")" * 200, None),
    ]))  # fmt: skip


def _wholes(random: Random) -> Hostile:
    n = random.choice([3, 40, 200])
    row = "&".join(map(str, range(n)))
    members = ", ".join(map(str, range(random.choice([5, 300, 10_000]))))
    end = "9" * random.randint(1, 900)
    return Hostile(*random.choice([
        ("\\begin{pmatrix}" + "\\\\".join([row] * n) + "\\end{pmatrix}", None), (f"{{{members}}}", "{-1}"), (f"({members})", "(-1, -2)"),
        (f"\\{{{members}\\}}", None), (members, None), (f"[-{end}, {end}]", f"[-{end}, {end}1]"), (f"({end}, -{end})", None),
        ("(-\\infty, \\infty) \\cup " * 100 + "(1, 2)", None), ("\\{x : x > 0\\}" * 50, None), ("1 < " * 300 + "x", None),
        ("x = " * 300 + "1", None), (" or ".join(f"x={i}" for i in range(300)), None), ("±" * 20 + "1", None), ("±1" * 30, None),
        ("\\pm " * 10 + "x", None), (" \\pm ".join("abcdefghijklmnopqrstuvwxyz"), None), ("(±1, ±2, ±3, ±4, ±5, ±6, ±7, ±8, ±9)", None),
        (";".join(["(1,2)"] * 300), None), ("[[1,2],[3,4]]" * 60, None), ("(1,2]", "[1,2)"), ("[" + "1," * 900 + "1)", None),
    ]))  # fmt: skip


def _injections(random: Random) -> Hostile:
    return Hostile(random.choice([
        "__import__('os').system('id')", "{{7*7}}", "'; DROP TABLE answers; --", "${jndi:ldap://x}", "x.func", "Symbol.__class__",
        "().__class__.__bases__[0].__subclasses__()", "open('/etc/passwd').read()", "exec('1')", "lambda: 1", "(lambda: 1)()", "while True: pass",
        "[x for x in range(10**9)]", "'a'*10**10", "S(1).__init__.__globals__", "\\input{/etc/passwd}", "\\def\\a{\\a\\a}\\a", "\\newcommand{\\x}{\\x}\\x",
        "\\write18{id}", "sympify('1')", "Symbol('x', real=1)", "Function('f')(x)", "x.subs(x, 1)", "print(1)", "quit()", "1;2", "1 if 1 else 2",
        "%s%s%s%n", "{0.__class__}", "\\u0000", "<script>alert(1)</script>", "$(id)", "`id`", "../../etc/passwd", "None", "True", "null", "undefined",
        "yield 1", "a:=5", "*args", "@x", "#", "\"\"\"", "'", "\\", "\\\\", "\\begin{", "\\end{}", "\\frac", "\\sqrt[", "^", "_", "{", "&", "~",
    ]) * random.choice([1, 1, 1, 20, 400]))  # fmt: skip


def _unicode(random: Random) -> Hostile:
    return Hostile("".join(random.choices([
        "\ud800", "\udfff", "\0", "\u0301", "\u202e", "\u200b", "\ufeff", "１", "٣", "ⅷ", "½", "²", "₂", "∞", "√", "π", "😀", "𝟙", "㊿", "〇", "負", "零",
        "壹", "兆", "\x85", "\u2028", "\r", "\x1b[2J", "İ", "ß", "ſ", "1", "x", "+", "=", "(", ")", " ", "\\", "e\u0301" * 30, "\U0010ffff", "－", "．",
    ], k=random.choice([1, 2, 5, 40, 1500]))))  # fmt: skip


GOOD = ("42", "-3.5", "\\frac{3}{7}", "1,234,567", "12%", "\\sqrt{2}", "x = 3", "\\{1, 2, 3\\}", "(1, 2]", "2\\pi", "3 \\frac{1}{2}",
        "x^2 + 3x - 1", "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "5 km/h", "$18", "三百二十一", "10:30", "2^{10}", "6!", "e^{-1}",
        "(B)", "Paris", "yes", "3:4", "90^\\circ", "1.5e3", "x > 2", "a_n = 2n", "\\log_2 8", "|x-1|")  # fmt: skip
"""Answers as people write them."""


def _mended(random: Random) -> Hostile:
    """A good answer, and the same where a digit is another."""
    text = random.choice(GOOD)
    digits = [at for at, sign in enumerate(text) if sign.isdecimal()]
    if not digits or ":" in text:
        return Hostile(text)
    at = random.choice(digits)
    changed = random.choice([digit for digit in "23456789" if digit != text[at]])
    return Hostile(text, text[:at] + changed + text[at + 1 :] if text not in ("a_n = 2n",) else None)


def _spoilt(text: str, random: Random) -> str:
    """The text after an accident."""
    at, to = sorted(random.choices(range(len(text) + 1), k=2))
    piece = random.choice(
        [text[at:to], "{", "}", "\\", "^", "\0", "(", " ", "**", "%", "万", "\\frac", "0", "-", ","]
    )
    return text[:at] + piece + text[random.choice([at, to]) :]


_MAKERS: tuple[Callable[[Random], Hostile], ...] = (
    _towers, _huge_functions, _near_misses, _odd_numbers, _nested, _floods, _endless, _wholes, _injections, _unicode, _mended,
)  # fmt: skip
