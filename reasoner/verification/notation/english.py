"""Numbers written in English words, wholly or partly: twenty-five, two thirds, 3.2 million."""

from fractions import Fraction

from reasoner.patterns import pattern

_SMALL = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: n for n, word in enumerate(_SMALL)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twelfth": 12, "hundredth": 100, "thousandth": 1_000,
}  # fmt: skip
_PARTS |= {f"{word}s": n for word, n in _PARTS.items()} | {"halves": 2}
_SCALED = pattern(
    r"([-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,30})(?:\.\d{1,30})?) ?((?: ?(?:hundred|thousand|[mbtr]+illion))+)s?"
)
_DIGITS = pattern(r"\d{1,30}(?:\.\d{1,30})?")
_MAX_WORDS = 24


def read(text: str) -> Fraction | None:
    """The value; None when the text is something else, or has no word of a number in it."""
    text = " ".join(text.casefold().replace("-", " - ").split()).replace(" - ", "-").strip(" .")
    if match := _SCALED.fullmatch(text):
        scale = 1
        for word in match[2].split():
            if word not in _SCALES:
                return None
            scale *= _SCALES[word]
        return Fraction(match[1].replace(",", "")) * scale
    found = text.replace("-", " ").split()
    if not 0 < len(found) <= _MAX_WORDS:
        return None
    sign = -1 if found[0] in ("minus", "negative") else 1
    number = _dozens(found[1:] if sign < 0 else found)
    return None if number is None else sign * number


def _dozens(found: list[str]) -> Fraction | None:
    if found[-1:] not in (["dozen"], ["dozens"]):
        return _spoken(found)
    if found[:-1] in ([], ["a"], ["half", "a"]):
        return Fraction(6 if len(found) > 2 else 12)
    count = _counted(found[:-1])
    return None if count is None else 12 * count


def _counted(found: list[str]) -> Fraction | None:
    """A number in digits or in words."""
    return Fraction(found[0]) if len(found) == 1 and _DIGITS.fullmatch(found[0]) else _whole(found)


def _spoken(found: list[str]) -> Fraction | None:
    if len(found) > 1 and found[-1] in _PARTS:
        top = Fraction(1) if found[:-1] in (["a"], ["one"]) else _counted(found[:-1])
        return None if top is None else top / _PARTS[found[-1]]
    return _whole(found)


def _whole(found: list[str]) -> Fraction | None:
    """Each word is smaller than what is open before it, so that `five two` and `two five` are no numbers."""
    total, section, open_below = 0, 0, 1_000
    for place, word in enumerate(found):
        if word == "and" and 0 < place < len(found) - 1:
            continue
        if word == "a" and place == 0 and len(found) > 1 and found[1] in _SCALES:
            section = 1
        elif word in _VALUES:
            n = _VALUES[word]
            if n >= open_below or (n == 0 and len(found) > 1):
                return None
            section, open_below = section + n, 10 if n >= 20 else 1
        elif word == "hundred" and 0 < section < 100:
            section, open_below = section * 100, 100
        elif word in _SCALES and word != "hundred" and section and (not total or _SCALES[word] < total):
            total, section, open_below = total + section * _SCALES[word], 0, 1_000
        else:
            return None
    return Fraction(total + section) if found else None
