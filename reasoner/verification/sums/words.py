"""What the words and signs of written sums mean."""

from fractions import Fraction
from typing import Literal

Kind = Literal[
    "number", "clock", "operation", "relation", "bracket", "percent", "factorial", "power", "fraction",
    "root", "binomial", "degree", "money", "word", "about", "letter", "stop", "strange",
]  # fmt: skip
"""`letter` is a name that stands for a number, `stop` ends a sum, `strange` is notation that is not read."""

HALF_WIDTH = {0xFF10 + n: str(n) for n in range(10)} | str.maketrans(
    "＋－−–﹣＊／＝（）［］｛｝％＄￥，。；：、．！？∶ｘＸ　\u00a0\u202f\u2009",
    "+----*/=()[]{}%$¥;;;:;.!?:xX    ",
)
"""One character for each, so that places stay what they are. A Chinese comma never groups digits."""
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
VULGAR = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
}  # fmt: skip


def _words(*lines: str) -> list[str]:
    return " ".join(lines).split()


_SMALL = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
    "seventeen eighteen nineteen",
)
_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety hundred")
NUMBERS = {word: Fraction(n) for n, word in enumerate(_SMALL)} | {"half": Fraction(1, 2)}
NUMBERS |= {word: Fraction(10 * n) for n, word in enumerate(_TENS, 2)}
SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
SCALES |= {"百": 10**2, "千": 10**3, "万": 10**4, "百万": 10**6, "千万": 10**7, "亿": 10**8}

FUNCTIONS = frozenset(
    _words(
        "sin cos tan cot sec csc log ln lg exp max min gcd lcm hcf abs floor ceil round det lim twice thrice",
        "double triple",
    )
)
"""Words whose value is not that of the number after them."""
LAYOUT = frozenset(
    _words(
        "left right displaystyle textstyle boxed fbox mathbf mathrm mathit text textbf textit textrm mbox",
        "operatorname rm bf big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr quad qquad boldsymbol bm",
    )
)
"""LaTeX commands that mean nothing."""
ENDING = frozenset(
    _words(
        "begin end implies Rightarrow rightarrow Longrightarrow to ne neq le leq ge geq lt gt therefore",
        "because square checkmark hline newline tag label iff Leftrightarrow land lor blacksquare item par",
    )
)
"""LaTeX commands that nothing is multiplied with."""
PROSE = frozenset(
    _words(
        "because so since then therefore thus hence which that but if when where while who has have had get",
        "gets got are was were be will would can could should we he she they it i you there for with from",
        "into after before until let means meaning costs cost spends makes need needs gave takes",
    )
)
"""Words that belong to no unit."""
AREAS = frozenset(_words("m2 m3 m^2 m^3 m² m³ m^{2} m^{3}"))
"""Metres, and no letter that stands for a number."""

_TABLE = r"""
operation + + plus 加 加上
operation - - minus 减 减去
operation * * × ✕ ✖ · ⋅ ∙ • ∗ x X times 乘 乘以 multiplied_by \times \cdot \ast
operation / /
operation ÷ ÷ \div 除以 divided_by
operation // //
operation mod mod \bmod
operation of of 的
operation ratio :
relation = = equals equal 等于 is_equal_to equal_to
relation ≈ ≈ ≅ ≃ \approx \simeq
relation is is makes gives 是 得 得到 为
about ≈ ~ about approximately approx around roughly nearly almost \sim
about ≈ 约 大约 大概 约等于 约为
percent % % \% percent pct per_cent percents
factorial ! !
power ^ ^
power ** **
power 2 squared
power 3 cubed
root 2 √ \sqrt sqrt
root 3 ∛
fraction / \frac \dfrac \tfrac \cfrac
binomial C \binom \dbinom
degree ° ° \circ \degree
word cents ¢
"""
_KINDS: dict[str, Kind] = {
    "operation": "operation", "relation": "relation", "about": "about", "percent": "percent",
    "factorial": "factorial", "power": "power", "root": "root", "fraction": "fraction",
    "binomial": "binomial", "degree": "degree", "word": "word",
}  # fmt: skip
MEANINGS: dict[str, tuple[Kind, str]] = {
    spelling: (_KINDS[kind], meaning)
    for kind, meaning, *spellings in (line.split() for line in _TABLE.strip().splitlines())
    for spelling in spellings
}
"""Each spelling, with `_` for a space, and what it means in the one alphabet."""
