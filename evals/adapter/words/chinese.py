"""Chinese grammar: numbers in characters, and 两 before measure words."""

from fractions import Fraction

from evals.adapter.term import plain

_DIGITS = "零一二三四五六七八九"


def number_words(number: int) -> str:
    """Below one hundred in characters."""
    tens, ones = divmod(number, 10)
    if tens == 0:
        return _DIGITS[ones]
    return ("" if tens == 1 else _DIGITS[tens]) + "十" + (_DIGITS[ones] if ones else "")


def number(value: Fraction, in_words: bool, counted: bool = False) -> str:
    if value.denominator != 1:
        return plain(value)
    whole = int(value)
    if in_words and 0 < whole < 100:
        return "两" if counted and whole == 2 else number_words(whole)
    return str(whole)
