"""The letter of a multiple-choice answer."""

import re

from reasoner.patterns import pattern
from reasoner.verification.equality import words

_LETTER = "[A-HJ]"
_DELIMITERS = pattern(r"\$|\\[()\[\]]")
_ANOTHER = r" ?[、,，和与] ?[A-HJ](?![A-Za-z])"
_MAX_OPTION = 100
_INITIALS = pattern(r"[A-Z]\. ?[A-Z]\.")
_WRAPPED = pattern(r"\\(?:text(?:bf|it|rm)?|math(?:bf|rm|it)|mbox|bf|underline|bold)\s*\{([^{}]*)\}")
_FIRST = pattern(
    rf"\s*(?:(?:the )?(?:option|choice|letter|answer|选项)[ :：]*)?(?:[(（\[]\s*({_LETTER}|I)\s*[)）\]]"
    rf"|({_LETTER})(?:[)）\]]|[.:：、．,，;；](?!\d)|(?=\s*$|\s+(?:because|since|as|which|with|is)\b"
    r"|\s*[-–—]\s|\s*[选项因即，]|\s*\((?!\d+ ?,))))",
    re.IGNORECASE,
)
_DECLARES = pattern(
    rf"\b(?:option|choice|answer)[ *]*[(（]?({_LETTER})[)）]?[ *]*(?:is|was|must be|seems|matches)"
    r"(?: (?:the|indeed|therefore|thus))*"
    r" (?:correct|right|best|answer|true|one|our|my)"
    rf"|(?<![\w'])[(（]?({_LETTER})[)）]?[ *]* is (?:the )?(?:correct|right|best|true)\b"
    r"|\b(?:choose|pick|guess|select|go with|chose|matches|corresponds to|is)"
    r"(?: (?:the |answer )?(?:option|choice|answer|letter))?"
    rf"[ *:]*(?:[(（]([A-HJa-hj])[)）]|({_LETTER}))[*]*"
    r"(?=[.;!。]|,(?! ?[A-J]\b)|\s*$|\n| (?:because|since|as)\b)"
    rf"|(?:选项?|选择)[ :：*]*[(（]?({_LETTER})[)）]?[ *]*(?:是|为)?(?:正确|对)"
    rf"|(?<![A-Za-z、])(?<![A-Z][，,])({_LETTER})[ 项选]*(?:是|为)?(?:正确|符合)"
    rf"|\bonly (?:option |choice )?({_LETTER})\b"
    rf"|正确的?(?:选项|答案)?[是为][ :：*]*[(（]?({_LETTER})(?![A-Za-z]|{_ANOTHER})"
    rf"|\b(?:so|thus|hence|therefore),? (?:it is |it's )?[(（]?({_LETTER})[)）]?(?=[.!]?\s*$)"
    rf"|(?<![不别])[选填][择]?[ :：*]*[(（]?[ ]*({_LETTER})[ ]*[)）]?(?![A-Za-z]|{_ANOTHER})",
)
_ONLY = pattern(
    rf"\s*(?:(?:so|thus|hence|therefore|then)\b,?)?\s*[*]*[(（]?({_LETTER})[)）.]?[*]*[.!。]?\s*",
    re.IGNORECASE,
)
_LABEL = pattern(
    rf"(?<![A-Za-z0-9])(?:[(（]({_LETTER})[)）]|({_LETTER})[).:：、．](?=\s)"
    rf"|(?:[Oo]ption|[Cc]hoice|选项) ?({_LETTER})\b)"
)


def leading(phrase: str, *, any_case: bool = False) -> str | None:
    """The letter with which a phrase that states the answer begins: "(B) 24 cm", "C because"."""
    if len(words.choice(phrase) or "") > 1 or _INITIALS.match(phrase):
        return None
    phrase = _WRAPPED.sub(r"\1", phrase).replace("$", "").replace("*", "").strip(" :：~\\'\"“”‘’")
    found = _FIRST.match(phrase)
    if found is None:
        return None
    in_brackets, by_itself = found.groups()
    return in_brackets or (by_itself if any_case or by_itself.isupper() else None)


def declared(text: str, since: int = 0) -> list[tuple[int, int, str]]:
    """Where the text after `since` calls an option the right one, from where to where, and which."""
    return [(m.start(), m.end(), next(filter(None, m.groups()))) for m in _DECLARES.finditer(text, since)]


def alone(text: str) -> str | None:
    """The letter that is all that the text says, with or without the words of its option."""
    text = _WRAPPED.sub(r"\1", text)
    if letter := _ONLY.fullmatch(text):
        return letter[1] if len(text) > 1 else None
    one_line = "\n" not in text and len(text) < _MAX_OPTION
    return leading(text) if one_line and _LABEL.match(text) and len(_LABEL.findall(text)) == 1 else None


def only(text: str) -> str | None:
    """The letter that is all that the text says, or the one option it names."""
    if letter := _ONLY.fullmatch(_WRAPPED.sub(r"\1", _DELIMITERS.sub("", text))):
        return letter[1].upper()
    labels = {next(filter(None, match.groups())) for match in _LABEL.finditer(text)}
    return labels.pop() if len(labels) == 1 else None
