"""Which of the passages a sentence names as where it is from."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from reasoner.patterns import pattern
from reasoner.retrieval.claims.wording import wording
from reasoner.retrieval.sentences import Span
from reasoner.state import Passage

_MARKER = pattern(
    r"\s?(?:\[\^?(?P<a>\d{1,4}(?:\s?[,，、;–-]\s?\d{1,4}){0,20})\]"
    r"|【(?P<b>\d{1,4}(?:\s?[,，、]\s?\d{1,4}){0,20})】)(?!\()"
)
_ORDINAL = pattern(
    r"\b(?:passage|source|document|excerpt)\s?(?:no\.?\s?)?(?P<a>\d{1,4})\b|(?:段落|来源|文档|资料"
    r"|文献)\s?(?P<b>\d{1,4})",
    re.IGNORECASE,
)
_NAMED = (
    pattern(
        r"\b(?:according to|as (?:stated|written|described|reported|noted|mentioned|explained) (?:in|by)"
        r"|as per|per|based on|from|see|source:|in)"
        r"\s+(?:the\s+)?(?:(?:document|file|page|article|passage|source|section"
        r"|handbook)\s+)?(?P<name>[^,，。;；:：()\n]{1,120})",
        re.IGNORECASE,
    ),
    pattern(
        r"(?:根据|依据|按照?|参见|见|来源[:：]|在|据)(?:文档|文件|资料"
        r"|文章)?(?P<name>[^,，。;；:：()（）\n]{1,60})"
    ),
    pattern(
        r"[(（\[](?:source:?|see|from|in|来源[:：]?|见|出自)?\s*(?P<name>[^()（）\[\]\n]{1,120})[)）\]]", 2
    ),
    pattern(
        r"^\W*(?P<name>[^,，。;；:：()\n]{1,120}?)\s*(?:\b(?:says?|said|states?|stated|reports?|reported"
        r"|notes?|noted|explains?|writes?|mentions?|tells?|claims?|shows?|puts? it)\b|指出|提到|说|写道"
        r"|记载|称|认为|[:：])",
        re.IGNORECASE,
    ),
)
_FRAME_START = pattern(
    r"(?:\b(?:according to|as (?:stated|written|described) (?:in|by)|per|from|in|see"
    r"|source)[:\s]+(?:the\s+)?(?:(?:document|file|page|passage)\s+)?"
    r"|(?:根据|依据|按照?|参见|见|来源[:：]|在|据)(?:文档|文件|资料)?\s?)[`\"“「《*_]*$",
    re.IGNORECASE,
)
_FRAME_END = pattern(
    r"[`\"”」》*_]*\s*(?:(?:clearly |also )?(?:says?|said|states?|stated|reports?|reported|notes?|noted"
    r"|explains?|writes?|mentions?|tells? us|shows?)\b)?"
    r"(?:(?:中|里)?(?:明确)?(?:指出|提到|说|写道|记载|称|所述|的(?:说法|记载|内容))*)\s*(?:,|，|:|："
    r"|that\b)?\s*",
    re.IGNORECASE,
)


MORE_WORDS, MORE_SIGNS = 3, 8
"""Behind the name of a source, where it is named; in signs where words are not parted."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence without what it says of where it is from, and the passages that it names."""

    text: str
    named: frozenset[int] | None
    """Indices of them; None where it names none, empty where it names one that is not there."""
    name: str = ""
    """As the sentence has it."""


def claim(sentence: str, passages: Sequence[Passage]) -> Claim:
    """What the sentence says, and which passages it names: by a marker [n], or by a name of theirs."""
    numbers = [n for match in _MARKER.finditer(sentence) for n in _numbers(match["a"] or match["b"])]
    bare = _MARKER.sub("", sentence)
    cut = _by_name(bare, passages)
    if numbers:
        named = frozenset(n - 1 for n in numbers if 1 <= n <= len(passages))
        shown = ", ".join(f"[{n}]" for n in dict.fromkeys(numbers))
        return Claim(_without(bare, cut[0]) if cut else bare, named, shown)
    if cut is None:
        return Claim(bare, None)
    span, found, name = cut
    return Claim(_without(bare, span), found, name)


def _numbers(written: str) -> Iterator[int]:
    ends = [int(part) for part in pattern(r"\d+").findall(written)]
    if len(ends) == 2 and pattern(r"[–-]").search(written):
        yield from range(ends[0], min(ends[1], ends[0] + 100) + 1)
    else:
        yield from ends


def _by_name(sentence: str, passages: Sequence[Passage]) -> tuple[Span, frozenset[int], str] | None:
    """The part of the sentence that names passages, these, and the name."""
    for at, named in enumerate(_NAMED):
        for match in named.finditer(sentence):
            name = match["name"].strip(" \t\"'“”‘’《》「」『』`*_")
            found = _called(
                name,
                passages,
                loosely=at != 0 or match[0].lower().startswith(("acc", "as ", "per ", "based", "source")),
            )
            if found is not None:
                return match.span(), found, name
    for match in _ORDINAL.finditer(sentence):
        n = int(match["a"] or match["b"])
        if 1 <= n <= len(passages):
            return match.span(), frozenset({n - 1}), match[0]
    for index, passage in enumerate(passages):
        path = PurePosixPath(passage.source)
        for name in (passage.source, path.name):
            at = sentence.lower().find(name.lower()) if path.suffix and len(name) > 3 else -1
            if at >= 0:
                start = _FRAME_START.search(sentence[:at])
                return (start.start() if start else at, at + len(name)), _of_source(index, passages), name
    return None


def _called(name: str, passages: Sequence[Passage], *, loosely: bool) -> frozenset[int] | None:
    """The passages that are called so; None where none is, empty where it is a file that is not there."""
    sought = _key(name)
    if not sought:
        return None
    names = [_names(passage, loosely=loosely) for passage in passages]
    found = frozenset(i for i, keys in enumerate(names) if sought in keys)
    if not found and loosely:
        found = frozenset(i for i, keys in enumerate(names) if any(_begins(sought, key) for key in keys))
    if found:
        return found
    return (
        frozenset()
        if pattern(
            r"[\w-]{1,80}\.(?:md|markdown|txt|pdf|docx?|html?|csv|jsonl?|rst|py)", re.IGNORECASE
        ).fullmatch(name)
        else None
    )


def _begins(sought: str, key: str) -> bool:
    """The name comes first, and then few words such as "page 3" or "a report": more say something."""
    if len(key) < 4 or not sought.startswith(key):
        return False
    rest = sought[len(key) :]
    return len(rest.split()) <= MORE_WORDS and rest[:1] == " " if key.isascii() else len(rest) <= MORE_SIGNS


def _names(passage: Passage, *, loosely: bool) -> frozenset[str]:
    path = PurePosixPath(passage.source)
    names = [passage.source, path.name]
    if loosely:
        names += [
            path.stem,
            *passage.headings,
            *(passage.metadata.get(key, "") for key in ("title", "name", "author")),
        ]
        first = passage.text.lstrip("# \t\r\n").split("\n", 1)[0]
        names += [first] if len(first) <= 80 else []
    return frozenset(key for name in names if len(key := _key(name)) > 1)


def _key(name: str) -> str:
    return " ".join(wording(name.replace("_", " ").replace("-", " ")).text.strip(" .").split()).removeprefix(
        "the "
    )


def _of_source(index: int, passages: Sequence[Passage]) -> frozenset[int]:
    return frozenset(i for i, passage in enumerate(passages) if passage.source == passages[index].source)


def _without(sentence: str, span: Span) -> str:
    """The sentence without the part, and without what joins it to the rest."""
    rest = sentence[span[1] :]
    joint = _FRAME_END.match(rest)
    rest = rest[joint.end() :] if joint else rest
    return f"{sentence[: span[0]].rstrip(' ,，(（')} {rest}".strip() if sentence[: span[0]].strip() else rest
