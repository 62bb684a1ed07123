"""Numbers written in Chinese: 三百二十, 两万零五, 三分之二, 百分之五十, 一点五, 3.5万."""

from fractions import Fraction

from reasoner.patterns import pattern

_DIGITS = {char: n for n, char in enumerate("零一二三四五六七八九")}
_DIGITS |= {char: n + 1 for n, char in enumerate("壹贰叁肆伍陆柒捌玖")} | {"〇": 0, "○": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "拾": 10, "佰": 100, "仟": 1_000}
_LARGE = {"万": 10**4, "亿": 10**8}

_DIGIT = "零一二三四五六七八九〇○两壹贰叁肆伍陆柒捌玖"
_WHOLE = f"[{_DIGIT}十百千拾佰仟万亿]{{1,40}}"
_PLAIN = rf"\d{{1,30}}(?:\.\d{{1,30}})?|{_WHOLE}(?:点[{_DIGIT}]{{1,30}})?"
NUMERAL = pattern(
    rf"负?(?:(?P<whole>{_WHOLE}|\d{{1,30}})又)?(?:(?P<bottom>{_PLAIN})分之)?(?P<top>{_PLAIN})(?P<large>[万亿]?)"
)
"""Matches every number of this kind, and plain digits too."""
_SIGN = pattern(f"[{_DIGIT}十百千拾佰仟万亿点负分]")


def read(text: str) -> Fraction | None:
    """The value of a number written wholly or partly in Chinese; None when the text is something else."""
    match = NUMERAL.fullmatch(text.strip())
    if match is None or not _SIGN.search(text):
        return None
    top = _plain(match["top"])
    bottom = Fraction(1) if match["bottom"] is None else _plain(match["bottom"])
    whole = Fraction(0) if match["whole"] is None else _plain(match["whole"])
    if top is None or not bottom or whole is None:
        return None
    result = (whole + top / bottom) * _LARGE.get(match["large"], 1)
    return -result if text.strip().startswith("负") else result


def _plain(text: str) -> Fraction | None:
    if text[0].isdigit() and text[0].isascii():
        return Fraction(text)
    whole, _, decimals = text.partition("点")
    n = _whole(whole)
    if n is None:
        return None
    digits = "".join(str(_DIGITS[char]) for char in decimals)
    return n + (Fraction(int(digits), 10 ** len(digits)) if digits else 0)


def _whole(text: str) -> Fraction | None:
    """A whole number: with units (三百零五), or digit by digit (二零二四)."""
    if all(char in _DIGITS for char in text):
        return Fraction(int("".join(str(_DIGITS[char]) for char in text)))
    short = len(text) > 1 and (_UNITS | _LARGE).get(text[-2], 10) // 10
    if short and short > 1 and text[-1] in _DIGITS:
        # 一百二 is 120 and 三万五 is 35,000: the unit left out is the next smaller one.
        before = _whole(text[:-1])
        return None if before is None else before + _DIGITS[text[-1]] * short
    total, section, digit = 0, 0, 0
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _UNITS:
            section += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            large = _LARGE[char]
            if large > total > 0 or total == 0:
                total, section, digit = (total + section + digit) * large, 0, 0
            else:
                total, section, digit = total + (section + digit) * large, 0, 0
    return Fraction(total + section + digit) if text[0] not in _LARGE else None
