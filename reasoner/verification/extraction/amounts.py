"""Quantities as prose writes them: a number with the unit, sign or power that is part of what it means."""

from dataclasses import dataclass, replace

from reasoner.patterns import pattern
from reasoner.verification.notation import units
from reasoner.verification.notation.quantity import measured

_MONTH = (
    r"\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_PLAIN = r"(?:\d{1,3}(?:[,，]\d{3})+(?!\d)|\d+)(?:[.,．]\d+)?|\.\d+"
_SIGNED = rf"(?:[-+−–±]\s?|\bnegative |\bminus |负)?(?:{_PLAIN})"
_INSIDE = r"(?:[-+−]\s?)?(?:\d[\d./]{0,20}|∞|\\infty|[a-z])(?:\s?[√π]\d*)?"
_YEAR = r"(?:,?\s\d{4})?\b"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_SHAPE = pattern(
    rf"(?P<date>{_MONTH}\s{_DAY}{_YEAR}|{_DAY}\s{_MONTH}{_YEAR}"
    r"|(?<![\d/])\d{1,4}/\d{1,2}/\d{1,4}(?![\d/])|(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])"
    r"|(?:\d{2,4}年)?\d{1,2}月\d{1,2}[日号])"
    r"|(?P<time>(?<![\d:])\d{1,2}(?::\d{2}){1,2}(?:\s?[aApP]\.?[mM]\b\.?)?(?![\d:])"
    r"|(?<!\d)\d{1,2}\s?[aApP]\.?[mM]\b\.?)"
    r"|(?P<ratio>(?:\d{1,9}又)?\d{1,9}分之\d{1,9}|(?<![\d:.])\d+(?:\.\d+)?(?:\s?[:：∶]\s?\d+(?:\.\d+)?)+)"
    rf"|(?P<bracket>(?<![\w)])(?:[(\[]|\\?\{{)\s*{_INSIDE}(?:\s*[,，]\s*{_INSIDE}){{1,20}}\s*(?:[)\]]|\\?\}}))"
    rf"|(?P<number>(?<![A-Za-z0-9_.])(?:US|USD|RMB)?\s?(?:\\?[$€£¥￥]\s?)?(?:{_SIGNED})"
    r"(?:\s?/\s?\d+|[\s又]\d+/\d+|\s(?:and\s)\d+/\d+|\s?[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])?"
    r"(?:\s?(?:[×x*·]|\\times|\\cdot)\s?10\s?\^\s?\{?[-−]?\d+\}?|[eE][-+]?\d+(?![A-Za-z0-9])|\^\{?-?\d+\}?)?"
    r"(?:\s?(?:π|√\d+|pi\b)|!(?=\s?[-+*/×·÷^)]|[.,]|\s[a-z]))?"
    r"(?:\s?(?:\\?%|percent(?:age points?)?\b|pct\b))?(?![A-Za-z]\d|\d)"
    r"(?P<scale>\s?[万亿]|\s(?:hundred|thousand|million|billion|trillion|dozen)\b)?)",
)
_SHAPES = ("date", "time", "ratio", "bracket", "number")
_SIGNS = pattern(r"(?<![A-Za-z])(?:USD|US|RMB)\s?|\\?[$€£¥￥]\s?|(?<=[-−–])\s")
_SIGN_APART = pattern(r"[-+−–]\s")
_OPERAND = pattern(r"(?:[\d)\]%}]|(?<![A-Za-z])[A-Za-z])\s?$")
_MORE = pattern(r"\s(?:more|extra|additional|full|whole)\s")
_RATE = pattern(
    r"\s?(?:per|an?|each)\s(?:second|minute|hour|day|week|month|year|square|cubic|km|kg)\w{0,2}\b"
)
_WORD = pattern(r"\s?(°\s?[CF]?|[A-Za-zμ℃℉]+[²³]?(?:\^\{?[23]\}?)?(?:/[A-Za-z]+)?)")
_CJK_UNIT = pattern(r"\s?([\u4e00-\u9fff℃]{1,6}(?:[/每][\u4e00-\u9fff]{1,4})?)")
_FULL_STOP = pattern(r"(?<=[AaPp][Mm])\.$")
_LINK = pattern(r"[\s,]*(?:and\s)?|[又零]?")
_UNIT_WORDS = 3
_SPELLED = str.maketrans({"²": "^2", "³": "^3", "℃": "°C", "℉": "°F"})
_PREPOSITION = "in"
"""Also an inch, but only where nothing follows."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity, where it stands, and the dimension of its unit if it has one."""

    start: int
    end: int
    text: str
    shape: str
    dimension: str = ""


def amounts(text: str) -> list[Amount]:
    """All quantities of a text, in order; "3 hours 20 minutes" is one."""
    found: list[Amount] = []
    for match in _SHAPE.finditer(text):
        if found and match.start() < found[-1].end:
            continue
        subtracts = _SIGN_APART.match(match[0]) and _OPERAND.search(
            text[max(match.start() - 4, 0) : match.start()]
        )
        shape = next(name for name in _SHAPES if match[name])
        this = Amount(match.start(), match.end(), _bare(match[0][1:] if subtracts else match[0]), shape)
        if shape == "number" and not match["scale"]:
            this = _with_unit(text, this)
        if found and _continues(text, found[-1], this):
            found[-1] = replace(found[-1], end=this.end, text=text[found[-1].start : this.end].strip())
        else:
            found.append(this)
    return found


def _continues(text: str, first: Amount, second: Amount) -> bool:
    same = first.dimension and first.dimension == second.dimension and first.text != second.text
    return bool(same and _LINK.fullmatch(text, first.end, second.start))


def _bare(number: str) -> str:
    text = _FULL_STOP.sub("", _SIGNS.sub("", number)).strip().replace("−", "-").replace("–", "-")
    for word in ("negative ", "minus ", "负"):
        text = text.replace(word, "-")
    return text.replace(" and ", " ").replace("又", " ")


def _with_unit(text: str, number: Amount) -> Amount:
    """The number with the unit after it, where it is a known one and the two read as such."""
    ends: list[int] = []
    more = _MORE.match(text, number.end)
    start = at = more.end() if more else number.end
    if match := _CJK_UNIT.match(text, at):
        ends = [*range(match.end(), match.start(1), -1)]
    else:
        for _ in range(_UNIT_WORDS):
            match = _WORD.match(text, at)
            if match is None:
                break
            at = match.end()
            ends.insert(0, at)
    for end in ends:
        name = text[start:end].strip()
        unit = units.find(name.translate(_SPELLED))
        if unit is None or (name == _PREPOSITION and text[end : end + 2].strip(" .,;)")):
            continue
        written = number.text + (" " if more else "") + text[start:end]
        if rate := _RATE.match(text, end):
            return replace(number, end=rate.end(), text=written + rate[0])
        for whole in (written, *([] if name.isascii() else [f"{number.text} {name}"])):
            if units.find(measured(whole)[1]) == unit:
                return replace(number, end=end, text=whole, dimension=unit.dimension)
    return number
