"""Words of a question as notation: "15 percent of 80", 三分之一加四, "x squared"."""

import re

from reasoner.patterns import pattern
from reasoner.verification.notation import chinese

_ASKS_FOR_FORM = pattern(
    r"[.,;\s]*(?:(?:please )?(?:express|enter|give|write|leave) (?:your|the) (?:final )?answers?[^.]*\.?"
    r"|(?:give|write) (?:your|the) [^.]*|show (?:your|all) (?:work|steps)[^.]*\.?"
    r"|请?(?:写出|给出)[^。]*(?:过程|步骤)[。.]?)\s*$",
    re.IGNORECASE,
)
_WORD = pattern(r"(?<![\\A-Za-z])[A-Za-z]{3,}|[\u4e00-\u9fff]{2}")
_MAX_WORDS = 16
_ROUNDS = pattern(
    r"\bround|\bnearest|decimal place|significant|approximat|in terms of|保留|精确到|四舍五入|近似",
    re.IGNORECASE,
)
_BLANK = pattern(r"\s*(?:_+|[?？]+|\(\s*\)|（\s*）|\\_+)?\s*[?？。.]*$")


def tidy(question: str) -> str:
    """The question on one line, without a request for a form of the answer.

    Empty if it has so many words that it tells a story.
    """
    text = " ".join(question.split())
    if len(_WORD.findall(text)) > _MAX_WORDS:
        return ""
    text = _ASKS_FOR_FORM.sub("", text)
    text = " ".join(re.sub(r"\\\[|\\\]|\\\(|\\\)|\$\$?", " ", text).split())
    return text[: _blank_from(text)].strip()


def _blank_from(text: str) -> int:
    """Where the place for the answer begins: its pattern is tried at a few places only."""
    for start in range(max(len(text) - 12, 0), len(text)):
        if _BLANK.match(text, start):
            return start
    return len(text)


def rounds(text: str) -> bool:
    """Whether a rounded value is asked for."""
    return _ROUNDS.search(text) is not None


_WORDS_EN = {
    r"\bplus\b": "+", r"\bminus\b": "-", r"\b(?:times|multiplied by)\b": "*", r"\bdivided by\b": "/",
    r"\bover\b(?! [A-Z]\b)": "/",
    r"\bto the power (?:of )?": "^", r"\bsquared\b": "^2", r"\bcubed\b": "^3", r"\bsquare root of\b": "√",
    r"\bcube root of\b": "∛", r"(?:(?<=%)|(?<=percent)) of\b": "*", r"\bhalf of\b": "1/2*",
    r"\bpercent\b": "%", r"\bequals?\b": "=", r"\bthe\b": "",
    r"(?<=\d) degrees?\b": "°", r"(?<=\d) factorial\b": "!", r"\bfactorial of (\d+)": r"\1!",
    r"\blog(?:arithm)? (?:to )?(?:the )?base (\d+) of\b": r"log_{\1}",
    r"(?<=\d) of (?=\d)": "*", r"\b(?:cube of (\d+))": r"\1^3", r"\b(?:square of (\d+))": r"\1^2",
}  # fmt: skip
_WORDS_ZH = {
    r"(\d+)的阶乘": r"\1!", r"除以": "/", r"乘以|乘": "*", r"加上|加": "+", r"减去|减": "-",
    r"(\d+)的算术平方根": r"√(\1)", r"(\d+)的立方根": r"∛(\1)",
    r"以(\d+)为底(?:数)?,?(\d+)的对数": r"log_{\1}(\2)",
    r"的平方(?!根)": "^2", r"的立方(?!根)": "^3", r"的(\d+)次(?:方|幂)": r"^(\1)", r"根号|√": "√",
    r"(?<=[%\d)])的(?=[\d(])": "*", r"(?<=\d)度": "°", r"等于": "=", r"的(?!平方根|立方根)": "",
    r"\s*[，、]\s*": ", ", r"且|和|与": ", ",
}  # fmt: skip
_FRACTION_OF = pattern(r"(?<=分之[一二三四五六七八九十百])的")
_TIMES_X = pattern(r"(?<=\d)(?<!(?<!\d)0)\s*[xX]\s*(?=\d)")
_SMALL = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBER_WORD = pattern(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[- ](?P<ones>{'|'.join(_SMALL[1:10])}))?"
    rf"|(?P<small>{'|'.join(_SMALL)}))\b",
    re.IGNORECASE,
)
_HAS_WORD = pattern(r"[A-Za-z]{2}")
_HAS_CHINESE = pattern(r"[\u4e00-\u9fff，、√]")


_ENDS = pattern(r"^(?:[\s,;:，。；：]|\.(?!\d))+|[\s,.;:，。；：]+$")
"""Marks around a formula; the point of .5 is none."""


def formula(text: str) -> str:
    """The text with words for operations, English number words and Chinese numbers as notation."""
    if _HAS_WORD.search(text):
        text = _NUMBER_WORD.sub(_english_digits, text)
        for source, sign in _WORDS_EN.items():
            text = re.sub(rf"(?<!\\){source}", sign, text, flags=re.IGNORECASE)
    if _HAS_CHINESE.search(text):
        text = chinese.NUMERAL.sub(_as_digits, _FRACTION_OF.sub("*", text))
        for source, sign in _WORDS_ZH.items():
            text = re.sub(source, sign, text)
    return _ENDS.sub("", _TIMES_X.sub("*", text))


def _as_digits(match: re.Match[str]) -> str:
    """In brackets where it would be read as part of something else: 三分之一 is (1/3)."""
    found = chinese.read(match[0])
    if found is None:
        return match[0]
    text = match.string
    beside = text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
    alone = found.denominator == 1 and found >= 0 and not any(char.isdigit() for char in beside)
    return str(found) if alone else f"({found})"


def _english_digits(match: re.Match[str]) -> str:
    if match["small"]:
        return str(_SMALL.index(match["small"].lower()))
    ones = _SMALL.index(match["ones"].lower()) if match["ones"] else 0
    return str(20 + 10 * _TENS.index(match["tens"].lower()) + ones)
