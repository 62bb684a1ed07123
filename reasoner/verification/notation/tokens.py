"""Mathematical text as tokens: LaTeX, plain text and Unicode signs look the same afterwards."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from reasoner.patterns import pattern

Kind = Literal["number", "name", "command", "text", "sign", "subscript", "end"]

MAX_LENGTH = 2_000
"""Characters of an expression that is still read."""


class Unreadable(ValueError):
    """The text is not an expression that this notation covers."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of notation; `gap` says that space came before it."""

    kind: Kind
    text: str
    gap: bool = False
    joins: str = ""
    """Of a comma the word that it stands for: "and" or "or"."""


FUNCTIONS = frozenset({
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "asin", "acos", "atan",
    "sinh", "cosh", "tanh", "ln", "log", "lg", "exp", "sqrt", "abs", "gcd", "lcm", "max", "min", "floor",
    "ceil", "factorial",
})  # fmt: skip
GREEK = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta",
    "iota", "kappa", "lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "varphi", "chi",
    "psi", "omega",
    "Gamma", "Delta", "Theta", "Lambda", "Sigma", "Phi", "Psi", "Omega", "ell", "hbar",
})  # fmt: skip
NAMES = {"pi": "pi", "infinity": "infinity", "inf": "infinity", "oo": "infinity", "lim": "lim"}
JOINERS = frozenset({"and", "or"})

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n")
_SUPERSCRIPT = pattern("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUBSCRIPT = pattern("[₀₁₂₃₄₅₆₇₈₉]+")
_SIGNS = str.maketrans({
    "−": "-", "–": "-", "—": "-", "﹣": "-", "×": "*", "∙": "*", "⋅": "*", "·": "*", "•": "*", "✕": "*",
    "∕": "/", "⁄": "/", "，": ",", "、": ",", "；": ";", "：": ":", "。": ".", "（": "(",
    "）": ")", "【": "[", "】": "]", "｛": "{", "｝": "}", "∶": ":", "“": '"', "”": '"', "‘": "'", "’": "'",
    "⩽": "≤", "⩾": "≥", "⟨": "(", "⟩": ")", "〈": "(", "〉": ")", "ℝ": r"\mathbb{R}",
    "≦": "≤", "≧": "≥", "º": "°", "˚": "°", "℃": "°C", "℉": "°F", "\u00a0": " ", "\u202f": " ", "\u2009": " ",
})  # fmt: skip

_SAME = {  # commands that mean a sign
    "cdot": "*", "times": "*", "div": "÷", "pm": "±", "mp": "±", "le": "≤", "leq": "≤", "leqslant": "≤",
    "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<", "gt": ">", "ne": "≠", "neq": "≠", "approx": "≈",
    "cup": "∪", "cap": "∩", "in": "∈", "to": "→", "rightarrow": "→", "infty": "∞", "circ": "°", "degree": "°",
    "emptyset": "∅", "varnothing": "∅", "colon": ":", "vert": "|", "lvert": "|", "rvert": "|", "mid": "|",
    "ast": "*", "int": "∫", "setminus": "∖", "prime": "'", "equiv": "=", "cdotp": "*", "land": ",",
    "lor": ",", "sim": "≈", "langle": "(", "rangle": ")",
}  # fmt: skip
_LAYOUT = frozenset({
    "left", "right", "displaystyle", "textstyle", "quad", "qquad", "limits", "big", "Big", "bigg", "Bigg",
    "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "hline", "rm", "bf", "it", "middle", "boldsymbol",
    "mathbf", "mathbb", "bm", "thinspace",
})  # fmt: skip
_BESIDE_BRACKETS = ("left", "right", "igl", "igr", "iggl", "iggr")
_TEXT = frozenset({
    "text", "mbox", "textbf", "textit", "mathrm", "operatorname", "textrm", "texttt", "mathit",
})  # fmt: skip

_SPACE = pattern(r"(?:\s|~|\\[,;:!>$]|\\(?=\s)|\$|\\[()\[\]])+")
_NUMBER = pattern(r"(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+(?![A-Za-z0-9]))?")
_GROUPED = pattern(r"[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)(?![\d])(?:\.\d+)?(?!,\d)")
_IN_ANOTHER_BASE = pattern(r"0[xX][0-9A-Fa-f]|0[bBoO][0-7]")
_WORD = pattern(r"[A-Za-z]+")
_COMMAND = pattern(r"\\([A-Za-z]+)\*?")
_SIGN = pattern(r"\*\*|<=|>=|!=|==|->|\\[{}%|\\]|[-+*/÷^_=<>≤≥≠≈±∪∩∈∖→∞°∅√∛∫|!%()\[\]{},;:&'πθ]")
_ALIASES = {"**": "^", "<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "->": "→", "\\%": "%", "\\|": "|"}
_REPEATING = pattern(
    r"(?<!\d)(\d+)\.(?:(\d{0,20})\\(?:overline|bar|dot)\s*\{(\d{1,20})\}|()\((\d{1,20})\)"
    r"|(\d{0,20})\\dot\s*\{(\d)\}(\d{0,18})\\dot\s*\{(\d)\})"
)
_GOES_ON = pattern(r"(?<!\d)(\d+)\.(\d{2,40})\s*(?:\.{3}|…|\\[lc]?dots\b)")
_TIMES_TEN = pattern(r"(?<=\d)\s*[xX]\s*(?=10\s*(?:\^|\*\*))")
_THOUSANDS = pattern(r"(?<=\d)'(?=\d{3}(?!\d))")
_OR_ZH, _AND_ZH = pattern("或者?"), pattern("以及|[和与且]")
_LOGIC = {"land": "and", "lor": "or"}
_REALS = pattern(r"\\mathbb\s*(?:\{\s*R\s*\}|R\b)")
_RELATED = pattern(r"[=<>≤≥≠∈]|\\(?:[lg]eq?|lt|gt|neq?|in)(?![a-z])")
_UPRIGHT = pattern(r"(?<=\{)\s*\\mathrm\s*\{\s*([A-Z]{2,3})\s*\}(?=\s*\})")
_GREEK_LETTER = pattern("[α-ωΑ-Ω]")
_GREEK_NAMES = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Σ": "Sigma", "Φ": "Phi",
    "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip


def clean(text: str) -> str:
    """The text with one spelling for each sign: half-width, ASCII operators, `^(2)` for a superscript."""
    text = text.translate(_SIGNS)
    text = _SUPERSCRIPT.sub(lambda m: f"^({m[0].translate(_SUPERSCRIPTS)})", text)
    text = _SUBSCRIPT.sub(lambda m: f"_{{{m[0].translate(_SUBSCRIPTS)}}}", text)
    text = unicodedata.normalize("NFKC", re.sub(r"(?<=\d)(?=[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])", " ", text)).translate(_SIGNS)
    text = re.sub(r"(?<=\d)\s*(?:\{,\\?!?\}|,\\!|\\,|\{\\,\}|\{ ?, ?\})\s*(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"\\q?quad(?=[a-zA-Z])", " ", text)
    text = _AND_ZH.sub(" and ", _OR_ZH.sub(" or ", text))
    text = _GOES_ON.sub(_repeating, _THOUSANDS.sub("", _TIMES_TEN.sub("*", text)))
    text = _REALS.sub(r"(-\\infty, \\infty)", _REPEATING.sub(_fraction_of_repeating, text))
    text = re.sub(r"\\not\s*=", r"\\ne ", text)
    text = _UPRIGHT.sub(r"{\1}", text)
    return re.sub(r"\\\\(?=[dtc]?frac|sqrt|left|right|pi|cdot|times|text)", r"\\", text)


def _fraction_of_repeating(match: re.Match[str]) -> str:
    whole, fixed = match[1], match[2] or match[6] or ""
    period = match[3] or match[5] or f"{match[7]}{match[8]}{match[9]}"
    bottom = 10 ** len(fixed) * (10 ** len(period) - 1)
    return f"({int(whole + fixed + period) - int(whole + fixed)}/{bottom})"


def _repeating(match: re.Match[str]) -> str:
    """`0.1666...` with its period marked, if its digits show one; else without the dots."""
    digits = match[2]
    for size in range(1, len(digits) // 2 + 1):
        period = digits[-size:]
        times = 3 if size == 1 else 2
        if digits.endswith(period * times):
            fixed = digits[: -size * times]
            while fixed.endswith(period[-1]) and size > 1:
                fixed, period = fixed[:-1], period[-1] + period[:-1]
            return f"{match[1]}.{fixed.rstrip(period) if size == 1 else fixed}\\overline{{{period}}}"
    return f"{match[1]}.{digits}"


def tokens(text: str, *, group_inside: bool = False) -> list[Token]:
    """The tokens of a cleaned text.

    "1,000" is one number outside brackets; inside them a comma separates, unless `group_inside`.
    Raises: Unreadable, for a sign that is no notation.
    """
    if len(text) > MAX_LENGTH:
        raise Unreadable(f"longer than {MAX_LENGTH} characters")
    return [*_scan(text, group_inside), Token("end", "")]


def _scan(text: str, group_inside: bool) -> Iterator[Token]:
    at, depth, gap = 0, 0, False
    subscripted, after_word = False, False
    while at < len(text):
        if space := _SPACE.match(text, at):
            at, gap = space.end(), True
            continue
        if text[at] == "\\" and (command := _COMMAND.match(text, at)):
            token, at = _command(text, command, gap)
            if token is not None:
                yield token
                subscripted = token.kind == "command" and token.text in GREEK
            gap = token is None and (gap or not command[1].endswith(_BESIDE_BRACKETS))
            continue
        if text[at] == "_" and subscripted:
            inside, at = argument(text, at + 1)
            yield Token("subscript", "".join(inside.split()))
            subscripted = False
            continue
        grouped = _GROUPED.match(text, at) if depth == 0 or group_inside else None
        number = grouped or _NUMBER.match(text, at)
        if _IN_ANOTHER_BASE.match(text, at):
            raise Unreadable("a number in the notation of a programming language")
        word, greek, sign = (pattern.match(text, at) for pattern in (_WORD, _GREEK_LETTER, _SIGN))
        if number:
            yield Token("number", number[0].replace(",", "").replace(" ", ""), gap)
            at = number.end()
        elif word:
            is_word = len(word[0]) > 1 and word[0].lower() not in FUNCTIONS | NAMES.keys() | JOINERS
            if is_word and after_word:
                raise Unreadable(f"'{word[0]}' is a word among words")
            yield from _names(word[0], gap)
            at, after_word = word.end(), is_word
        elif greek:
            yield Token("name", _GREEK_NAMES.get(greek[0], greek[0]), gap)
            at = greek.end()
        elif sign:
            depth += {"(": 1, "[": 1, "\\{": 1, ")": -1, "]": -1, "\\}": -1}.get(sign[0], 0)
            yield Token("sign", _ALIASES.get(sign[0], sign[0]), gap)
            at = sign.end()
        else:
            raise Unreadable(f"'{text[at]}' is no mathematical notation")
        after_word = after_word and bool(word)
        subscripted = bool(number or greek or (word and word[0].lower() not in FUNCTIONS | NAMES.keys()))
        gap = False


def _command(text: str, command: re.Match[str], gap: bool) -> tuple[Token | None, int]:
    """The token of a LaTeX command, None for mere layout, and where it ends."""
    name, end = command[1], command.end()
    if name in _LAYOUT:
        return None, end + (text[end : end + 1] == "." and name in ("left", "right"))
    if name in _TEXT:
        inside, end = argument(text, end)
        word = inside.strip().lower().strip(".,")
        if word in JOINERS or word in FUNCTIONS:
            return Token("sign", ",", gap, word) if word in JOINERS else Token("name", word, gap), end
        return (Token("name", inside.strip(), gap) if len(word) == 1 else Token("text", word, gap)), end
    if name in ("begin", "end"):
        inside, end = argument(text, end)
        return Token("command", "end" if name == "end" else f"begin {inside}", gap), end
    if name in _LOGIC and not _RELATED.search(text):
        raise Unreadable("a statement of logic")
    if name in _SAME:
        return Token("sign", _SAME[name], gap, _LOGIC.get(name, "")), end
    if name in FUNCTIONS or name in NAMES:
        return Token("name", NAMES.get(name, name), gap), end
    return Token("command", name, gap), end


def argument(text: str, at: int) -> tuple[str, int]:
    """What is in the balanced braces that open at `at` (after space), and where it ends."""
    while at < len(text) and text[at] == " ":
        at += 1
    if at >= len(text) or text[at] != "{":
        return text[at : at + 1], at + 1
    depth = 0
    for i in range(at, len(text)):
        if text[i] in "{}" and (i == 0 or text[i - 1] != "\\"):
            depth += 1 if text[i] == "{" else -1
            if depth == 0:
                return text[at + 1 : i], i + 1
    return text[at + 1 :], len(text)


def _names(word: str, gap: bool) -> Iterator[Token]:
    """A word as a function, a constant, a joining word, or letters that are multiplied."""
    lower = word.lower()
    if lower in JOINERS:
        yield Token("sign", ",", gap, lower)
    elif lower in FUNCTIONS:
        yield Token("name", lower, gap)
    elif lower in NAMES:
        yield Token("name", NAMES[lower], gap)
    elif lower in ("percent", "percentage", "pct"):
        yield Token("sign", "%", gap)
    else:
        first = next(
            (word[:n] for n in (6, 4, 3, 2) if len(word) == n + 1 and word[:n] in FUNCTIONS | {"pi"}), ""
        )
        letters = word[len(first) :]
        if len(letters) > 3:
            raise Unreadable(f"'{word}' is a word")
        if first:
            yield Token("name", first, gap)
        for i, letter in enumerate(letters):
            yield Token("name", letter, gap and i == 0 and not first)
