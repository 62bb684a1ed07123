"""Whether a known answer can be read as mathematics: without that an answer cannot be compared with it."""

from reasoner.patterns import pattern
from reasoner.verification.answers import extract
from reasoner.verification.equality import words
from reasoner.verification.equality.reading import read
from reasoner.verification.extraction.bare import undressed

_EMPTY_LIST = "[]"
_MISSING = frozenset({"nan", "null", "<na>", "#n/a"})
"""What stands in a table for no value, in lower case."""
_FAILED = pattern(r"#[A-Z]+[/\d]*[!?]")
"""What a spreadsheet shows for what it cannot work out: `#VALUE!`, `#DIV/0!`, `#NAME?`."""
_CONTENT = pattern(r"[^\W_]|[<>≤≥]")
_HOLLOW = pattern(
    r"\\(?:[dtc]?frac|sqrt|boxed|fbox|text[a-z]*|math[a-z]+|overline)\s*(?:$|\{\s*\})"
    r"|\\[dtc]?frac\s*\{[^{}]*\}\s*$|[\^_]\s*(?:$|\{\s*\})"
)
"""A command, an exponent or an index without what it is of."""
_MISPLACED = pattern(r"^\s*[*/^]|(?<!:)/\s*/|[*^]\s*[/^]|/\s*\^|=\s+=|(?:[/=]|\d\s*\*)\s*$|\d\s*\.\.(?!\.)")
"""An operator without one of its sides, or two dots. Signs that end names as well may stand last: Na+, A*."""


def is_readable(gold: str) -> bool:
    """Whether it is a formula, a number, a structure, or words, perhaps with notation among them.

    Notation that our reader does not know passes, as logic does: the sandbox, or its spelling, may tell. What
    is left open, hollow or without an operand does not.
    """
    if gold.strip().lower() in _MISSING or _FAILED.fullmatch(gold.strip()):
        return False
    if gold.strip() == _EMPTY_LIST or words.is_text(gold) or read(gold).form is not None:
        return True
    text = undressed(gold).strip("$ ")
    if not _CONTENT.search(text) or _HOLLOW.search(text) or _MISPLACED.search(text):
        return False
    return _is_balanced(text, "{", "}") and (
        words.is_prose(gold) or _is_balanced(text, "([", ")]") or _comes_to_formula(gold)
    )


def _comes_to_formula(gold: str) -> bool:
    found = extract(gold, kind="math")
    return found not in (None, gold) and read(str(found)).form is not None


def _is_balanced(text: str, opening: str, closing: str) -> bool:
    """Whether as many are closed as opened, in whatever order: `]0, 1[` and `[0, 1)` are intervals."""
    return sum(map(text.count, opening)) == sum(map(text.count, closing))
