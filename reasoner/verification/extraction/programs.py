"""The programs in what a model wrote, and the prose and printed output around them."""

import re
from dataclasses import dataclass

from reasoner.patterns import pattern

_FENCE = pattern(r"^[ \t]*```[ \t]*([A-Za-z0-9_+-]*)[^\n]*\n", re.MULTILINE)
_LANGUAGES = frozenset({"", "python", "py", "python3"})
_WRITINGS = frozenset(
    {"", "output", "text", "txt", "plaintext", "markdown", "md", "latex", "tex", "math", "json"}
)
_CODE_LINE = pattern(
    r"\s+\S|#|@\w|(?:def|class|for|while|if|elif|else|try|except|with|import|from|return|print|assert"
    r"|pass)\b.*[:)\w]"
    r"|[A-Za-z_][\w.,\[\]'\" ]*\s*(?:[-+*/%]|//|\*\*)?=(?!=)\s*\S|[A-Za-z_][\w.]*\(.*\)?|[)\]}]"
)
_STARTS_CODE = pattern(
    r"^(?:def |import |from \w+ import|print\(|(?:ans|answer|result|[a-z]\w+_\w*)\s*=)", re.MULTILINE
)
_SHOWS = pattern(
    r"#[ \t]*(?:(?:this |it )?(?:prints?|outputs?)|=>|->)[ \t]*:?[ \t]*(\S[^\n]*)", re.IGNORECASE
)
_ERROR = pattern(r"(?:[\w.]*(?:Error|Exception)\b|Traceback)")
_ASSIGNED = pattern(r"\s*(?:ans|answer|result)\s*=\s*[-+]?[\d.,/]+\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prose:
    """A text without its programs; `printed` is what the last of them is said to print, at `at`."""

    text: str
    printed: str | None = None
    at: int = 0
    ends_in_program: bool = False


def code_block(text: str) -> str | None:
    """The last program in the text: in a fence, closed or not, or the text itself if it is code."""
    blocks = [block for name, _, _, block in _fences(text) if name in _LANGUAGES and block.strip()]
    if blocks:
        return blocks[-1].rstrip() + "\n"
    return text.strip() + "\n" if _is_program(text) else None


def prose(text: str) -> Prose:
    """The text as a reader takes it in: programs left out, their output kept apart."""
    if _is_program(text) and not _ASSIGNED.fullmatch(text):
        return Prose("", _shown(text), 0, True)
    kept: list[str] = []
    printed, at, end, last_is_program = None, 0, 0, False
    for name, start, after, block in _fences(text):
        kept.append(text[end:start])
        end = after
        last_is_program = name not in _WRITINGS or _is_program(block)
        if name == "json" or (name != "output" and not last_is_program):
            kept.append(f"\n{block}\n")
            continue
        printed = _shown(block) if last_is_program else _last_line(block)
        at = sum(map(len, kept))
    rest = text[end:]
    return Prose("".join([*kept, rest]), printed, at, last_is_program and not rest.strip())


def _fences(text: str) -> list[tuple[str, int, int, str]]:
    """Language, start, end and inside of each fenced block."""
    found, at = [], 0
    while opening := _FENCE.search(text, at):
        closing = text.find("```", opening.end())
        end = len(text) if closing < 0 else closing
        found.append(
            (opening[1].lower(), opening.start(), min(end + 3, len(text)), text[opening.end() : end])
        )
        at = end + 3
    return found


def _last_line(block: str) -> str | None:
    lines = [line.strip() for line in block.splitlines() if line.strip()]
    return lines[-1] if lines and not _ERROR.match(lines[-1]) else None


def _shown(code: str) -> str | None:
    """What a comment says that the program prints."""
    shown = _SHOWS.findall(code)
    return shown[-1].strip() if shown else None


def _is_program(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and bool(_STARTS_CODE.search(text)) and all(_CODE_LINE.match(line) for line in lines)
