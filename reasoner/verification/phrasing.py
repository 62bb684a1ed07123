"""Words of a question as notation: "15 percent of 80", 三分之一加四, "x squared"."""

import re

from reasoner.patterns import pattern
from reasoner.verification import chinese

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
_BLANK = pattern(r"\s*[=＝]?\s*(?:_{1,}|[?？]+|\(\s*\)|（\s*）|\\_+)?\s*[?？。.]*\s*$")


def tidy(question: str) -> str:
    """The question on one line, without a request for a form of the answer.

    Empty if it asks for rounding, or has so many words that it tells a story.
    """
    text = question.strip()
    if _ROUNDS.search(text) or len(_WORD.findall(text)) > _MAX_WORDS:
        return ""
    text = _ASKS_FOR_FORM.sub("", text)
    text = re.sub(r"\\\[|\\\]|\\\(|\\\)|\$\$?", " ", text)
    return " ".join(_BLANK.sub("", text).split())


_WORDS_EN = {
    r"\bplus\b": "+", r"\bminus\b": "-", r"\b(?:times|multiplied by)\b": "*", r"\bdivided by\b": "/",
    r"\bover\b(?! [A-Z]\b)": "/",
    r"\bto the power (?:of )?": "^", r"\bsquared\b": "^2", r"\bcubed\b": "^3", r"\bsquare root of\b": "√",
    r"\bcube root of\b": "∛", r"(?:(?<=%)|(?<=percent)) of\b": "*", r"\bhalf of\b": "1/2*",
    r"(?<=\d) of (?=\d)": "*", r"\bpercent\b": "%", r"\bequals?\b": "=", r"\bthe\b": "",
}  # fmt: skip
_WORDS_ZH = {
    r"乘以|乘": "*", r"除以": "/", r"加上|加": "+", r"减去|减": "-", r"的平方(?!根)": "^2", r"的立方": "^3",
    r"的(\d+)次方": r"^(\1)", r"根号|√": "√", r"(?<=[%\d])的(?=[\d(])": "*", r"等于": "=", r"的": "",
    r"\s*[，、]\s*": ", ", r"且|和|与": ",",
}  # fmt: skip
_FRACTION_OF = pattern(r"(?<=分之[一二三四五六七八九十百])的")
_TIMES_X = pattern(r"(?<=\d)(?<!(?<!\d)0)\s*[xX]\s*(?=\d)")


def formula(text: str) -> str:
    """The text with words for operations and Chinese numbers as notation."""
    text = _FRACTION_OF.sub("*", text)
    for source, sign in _WORDS_EN.items():
        text = re.sub(rf"(?<!\\){source}", sign, text, flags=re.IGNORECASE)
    text = chinese.NUMERAL.sub(_as_digits, text)
    for source, sign in _WORDS_ZH.items():
        text = re.sub(source, sign, text)
    return _TIMES_X.sub("*", text).strip(" ,.;:，。；：")


def _as_digits(match: re.Match[str]) -> str:
    found = chinese.read(match[0])
    return match[0] if found is None else f"({found})"
