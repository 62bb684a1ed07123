"""Answers as words: what is left of them without case, markup and punctuation, and the letters of choices."""

import re
import unicodedata

from reasoner.patterns import pattern
from reasoner.verification.notation.tokens import FUNCTIONS, JOINERS, NAMES, clean

TEXT = pattern(r"\\(?:text|mbox|mathrm|textbf|textit|textrm|operatorname|mathbf|texttt)\s*\{([^{}]*)\}")
_WRAPPED = pattern(r"\\(?:boxed|fbox)\s*\{([^{}]*)\}")
_WORD = pattern(r"[^\W\d_]+")
_MATHS = pattern(r"[\d=+*/^_<>≤≥≠≈±√∞π%¼-¾⅐-⅞|{}\[\]]|\\[a-zA-Z]|(?<![^\W_])\w!|\)!")
_CALCULATED = pattern(r"[\d=+*/^<>|]")
_OUTER = " .,;:!?\"'`*_。，；：！？“”‘’"
_BETWEEN = pattern(r"(?<=[\u3000-\u9fff]) | (?=[\u3000-\u9fff])")
_ARTICLE = pattern(r"(?:the|an?) (?=(?!and\b)[^\W\d_]{3})")
_SYNONYMS = {"dne": "does not exist", "limit does not exist": "does not exist"}
_SYNONYMS |= dict.fromkeys(["infinitely many solutions", "infinite number of solutions"], "infinitely many")
_HYPHEN = pattern(r"(?<=[^\W\d_])[-‐‑–](?=[^\W\d_]{2})")
_INITIAL = pattern(r"\b([^\W\d_])\.(?=[ \w]|$)")
_INITIALS = pattern(r"\b[a-z](?: [a-z]\b)+(?= [a-z]{2})|(?<=[a-z]{2} )[a-z](?: [a-z]\b)+")
_DIFFERENCE = pattern(r"[-−–]\s*[A-Za-z]|[A-Za-z](?:\s*[-−–]\s*[A-Za-z])+")
_LAYOUT = pattern(
    r"\\(?:displaystyle|left|right|q?quad|[bB]igg?[lr]?)(?![a-zA-Z])|(?<=\\)[dtc](?=frac)"
    r"|\\[,;:!() ]|\\boxed|\$|(?<![0-9A-Za-z])\s+|\s+(?![0-9A-Za-z])"
)
_SINGLE = pattern(r"\{\s*(\w)\s*\}")
_LETTER = pattern(r"\(?([A-Ja-j])\)?[.:]?")
_LEAD = pattern(
    r"(?:\s*(?:\b(?:the|correct|answers?|options?|choices?|is|are)\b|答案|选项|故选|应选|选择?|[是为:]))*[\s:]*",
    re.IGNORECASE,
)
_SEVERAL = pattern(r"\(?([A-J](?:[ ,.&、]*(?:(?:and\b|和)[ ,.&、]*)?[A-J])*|[a-j])\)?[.:]?(?:选项)?")
_DRESSED = pattern(r"(?:\(([A-Ja-j])\)|\[([A-Ja-j])\]|([A-J])[.:,、)]).*", re.DOTALL)


def plain(answer: str) -> str:
    """The answer as bare text: no case, no markup, no outer punctuation, single spaces."""
    text = _BETWEEN.sub("", " ".join(_unmarked(answer).casefold().split()))
    outer = _OUTER if _CALCULATED.search(text) else f"{_OUTER}()[]（）【】"
    return text.strip(outer) or text


def spellings(answer: str) -> frozenset[str]:
    """How the words may be written: without an article or a hyphen, with initials in any dress."""
    text = _INITIAL.sub(r"\1 ", plain(answer))
    text = _INITIALS.sub(lambda m: m[0].replace(" ", ""), " ".join(text.split()))
    text = _ARTICLE.sub("", text)
    text = _SYNONYMS.get(text, text)
    return frozenset({_HYPHEN.sub("", text), _HYPHEN.sub(" ", text)})


def typeset(answer: str) -> str:
    """Words and formulas without what is layout alone; formulas stay apart that differ in a sign."""
    text = _LAYOUT.sub("", _SINGLE.sub(r"\1", clean(answer).replace(r"\pi", "π")))
    return _LAYOUT.sub("", text).strip(" .。{}")


def _unmarked(answer: str) -> str:
    """Without LaTeX around words, and with one width of letters."""
    text = answer
    for _ in range(4):
        text = TEXT.sub(r"\1", _WRAPPED.sub(r"\1", text))
    text = unicodedata.normalize("NFKC", re.sub(r"\$|\\[()\[\]]", "", text))
    return re.sub(r"\\[,;! ]|[\\{}]", " ", text)


def is_text(answer: str, letters: frozenset[str] = frozenset()) -> bool:
    """Words, without an operator, digit or command; `letters` may be multiplied without a sign.

    A lone letter is text as well, and a function's name with its argument is not.
    """
    bare = TEXT.sub(r"\1", answer).replace("$", "").strip()
    found = _WORD.findall(bare)
    if not found or _MATHS.search(bare) or _DIFFERENCE.fullmatch(bare):
        return False
    if not any(_named(word) for word in found):
        return not set("".join(found)) <= letters
    return any(len(word) > 1 and not set(word) <= letters and not _named(word) for word in found)


def _named(word: str) -> bool:
    return word.lower() in FUNCTIONS | JOINERS | NAMES.keys()


def is_prose(answer: str) -> bool:
    """At least two words among whatever else it has: a sentence, and no notation that went wrong."""
    found = [word for word in _WORD.findall(TEXT.sub(r" \1 ", answer)) if not _named(word)]
    long = [len(word) > 3 or not word.isascii() for word in found if len(word) > 1]
    return len(long) > 1 and any(long)


def choice(answer: str) -> str | None:
    """The letter of a choice in any dress, or the letters of several in order; None for anything else."""
    text = _unmarked(answer).strip(" \t\n*`\"'。.")
    text = _LEAD.sub("", text, count=1)
    if several := _SEVERAL.fullmatch(text):
        return "".join(sorted(set(re.sub(r"and|[^A-Ja-j]", "", several[1]).upper())))
    one = _DRESSED.fullmatch(text)
    return next(group for group in one.groups() if group).upper() if one else None


def lone_letter(answer: str) -> str | None:
    """The letter of a choice that stands alone, perhaps in brackets."""
    found = _LETTER.fullmatch(TEXT.sub(r"\1", answer.replace("$", "")).strip())
    return found[1].upper() if found else None
