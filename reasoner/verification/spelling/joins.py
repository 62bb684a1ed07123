"""What letters or words make when they are put together."""

import re
from collections.abc import Iterator, Sequence

from reasoner.patterns import pattern
from reasoner.verification.spelling.positions import letters_at, order_of
from reasoner.verification.spelling.reading import (
    CLOSE,
    END,
    LATIN,
    OPEN,
    ORDINALS,
    Finding,
    alike,
    gaps,
    listed,
    signs_of,
    words_of,
)

_JOINING = (
    r"(?P<verb>concatenat(?:ing|ion\sof|ed|e)|join(?:ing)?|combin(?:ing|ation\sof|e)|put(?:ting)?|string(?:ing)?"
    r"|merg(?:ing|e)|append(?:ing)?)"
)
_THEM = (
    r"(?:all\s)?(?:of\s)?(?:them(?:\sall)?|(?:these|those|the|all|all\sthe|all\sthese)(?:\s(?:last|first|final"
    r"|initial|resulting|two|three|four|five|six|individual|above)){0,2}\s(?:letters|characters))"
)
_HOW = (
    r"(?:\s(?:together|in\sorder|in\sthis\sorder|in\sthat\sorder|in\ssequence|all\stogether|up|side\sby\sside"
    r"|(?:in)?to\s(?:one|a\ssingle)\s(?:word|string))){0,2}"
)
_GIVES = (
    r"(?:,?\s(?:is|would\sbe|(?:would\s)?gives?(?:\sus|\syou)?|(?:we|you|i)\s(?:get|have|obtain|find)|results?\sin|produces?|forms?|makes?|yields?|becomes|spells|gets(?:\sus)?|leads\sto|creates)"
    r"|:|\s?[=→]|\s?->)\s?:?\s{0,3}(?:-\s)?(?:the\s(?:final\s|new\s)?(?:answer|word|string|sequence|result|letters|name)(?:\sis|\sof)?[,:]?\s|that\s)?"
)
_SPELLED = rf"{LATIN}(?:(?:\s?[-–]\s?|,\s?|\s){LATIN}){{1,40}}(?![\w'’])"
_IN_QUOTES = rf"{OPEN}(?P<vq>[^{OPEN}{CLOSE}\n]{{1,60}}){CLOSE}"
_V = rf"(?:{_IN_QUOTES}(?!\s?[+\w])|(?P<vs>{_SPELLED}){END}|(?<![\w'’-])(?P<vb>[^\W_]{{2,40}}){END})"

_JOIN_THEM = pattern(rf"(?i)\b{_JOINING}\s{_THEM}{_HOW}{_GIVES}{_V}")
_TOGETHER = pattern(
    rf"(?i)\btogether,?\s(?:they|these(?:\sletters)?|the\sletters)\s(?:form|spell|make|give)(?:\sus)?\s(?:the\s(?:word|string|sequence)\s)?{_V}"
)
_TAKING = pattern(
    rf"(?i)\b(?:taking|take|if\swe\stake)\sthe\s(?P<order>last|first|final|{'|'.join(ORDINALS[1:])})\sletters?\s(?:of|from|in)\s"
    rf"(?:(?:each|all|every|both)(?:\sof)?(?:\sthe)?|the)(?:\sgiven)?\s(?:words?|names?)(?:\s(?:in|of))?(?:\s(?:the\s(?:string|phrase|list)\s)?{OPEN}(?P<words>[^{OPEN}{CLOSE}\n]{{1,60}}){CLOSE})?,?\s"
    rf"and\s{_JOINING}\s{_THEM}{_HOW}{_GIVES}{_V}"
)
_PART = rf"(?:{OPEN}[^{OPEN}{CLOSE}\n]{{1,40}}{CLOSE})"
_BARE_PART = r"(?:(?<![\w'’+-])[A-Za-z](?![\w'’]))"
_PLUS = pattern(
    rf"(?P<parts>{_PART}(?:\s?[+＋]\s?{_PART}){{1,40}})\s?(?:=|→|->|,?\s?(?:which\s)?(?:is|gives|equals|becomes|makes|得到|等于|是|为))\s?{_V}"
)
_LETTER_PLUS = pattern(rf"(?P<parts>{_BARE_PART}(?:\s?[+＋]\s?{_BARE_PART}){{1,40}})\s?(?:=|→|->)\s?{_V}")
_JOIN_PARTS = pattern(
    rf"(?i)\b{_JOINING}\s(?:the\s(?:letters|words|strings|characters)\s)?(?P<parts>{_PART}(?:(?:,\s?(?:and\s)?|\sand\s|\swith\s|\sto\s){_PART}){{1,40}}){_HOW}{_GIVES}{_V}"
)
_ZH_JOIN = (
    r"(?:连接|拼接|连在一起|拼在一起|放在一起|组合|合并|连起来|拼起来|接起来|串联|串起来|合起来)(?:在一起|起来)?(?:后|之后)?"
    r"(?:，|,)?(?:就?(?:可以?|能)?(?:得到|是|为|得|变成|组成|形成|就是)(?:了)?|[：:])(?:的?(?:结果|字符串|单词)(?:是|为)?)?\s?[：:]?\s?"
)
_ZH_END = r"(?=\s*(?:[.,;:!?)\n。，；：！？）]|$))"
_ZH_V = rf"(?:{_IN_QUOTES}|(?P<vs>{_SPELLED}){_ZH_END}|(?P<vb>[A-Za-zÀ-ɏ]{{2,40}}){_ZH_END})"
_ZH_JOIN_THEM = pattern(
    rf"(?:将|把)?(?:它们|这些字母|这[一二两三四五六七八九十\d]{{1,2}}个字母|这些(?:首|尾|末尾)字母|上述字母|所有字母|字母|(?<=[，,。；]))(?:按顺序|依次|全部|都)?{_ZH_JOIN}{_ZH_V}"
)
_ZH_JOIN_PARTS = pattern(
    rf"(?:将|把)?(?P<parts>{_PART}(?:\s?[、，,和与]\s?{_PART}){{1,40}})(?:按顺序|依次)?{_ZH_JOIN}{_ZH_V}"
)
_GAP = pattern(
    r"(?i)(?:[\s\W\d]|\b(?:and|the|while|then|next|finally|lastly|also|first|second|third|fourth|fifth|so|therefore|thus|hence|now|a|word|words|is|similarly|for|step|respectively|when|after|by|we|get|if)\b|[然后接着最因此所以把将再而]){0,160}"
)
_NAME = pattern(r"[^\W\d_]+")
_FAR = 80
"""Characters between two statements at most, if nothing is to stand between them."""


def joins(
    text: str, stated: Sequence[Finding], asked: Sequence[str], asked_order: int | None
) -> Iterator[Finding]:
    """Every statement of what is put together.

    "Them" are the letters that the findings in `stated` say, where nothing that was not understood stands
    between; `asked` are the words of the question.
    """
    for match in (*_PLUS.finditer(text), *_JOIN_PARTS.finditer(text), *_ZH_JOIN_PARTS.finditer(text)):
        yield from _of_parts(match)
    for match in _LETTER_PLUS.finditer(text):
        group, _ = _group(text, stated, match.start())
        if [part.casefold() for part in listed(match["parts"])] == [part.casefold() for part in group]:
            yield from _compared(match, group, certain=True)
    taken = list(_TAKING.finditer(text))
    for match in taken:
        order = order_of(match["order"])
        words = words_of(match["words"]) if match["words"] else tuple(asked) if order == asked_order else ()
        letters = [sorted(letters_at(word, order or 1)) for word in words]
        if words and all(len(ways) == 1 for ways in letters):
            yield from _compared(match, tuple(ways[0] for ways in letters), certain=True)
    for match in (*_JOIN_THEM.finditer(text), *_TOGETHER.finditer(text), *_ZH_JOIN_THEM.finditer(text)):
        if any(one.start() <= match.start() < one.end() for one in taken):
            continue
        group, certain = _group(text, stated, match.start())
        words = tuple(word for finding in stated if finding.end <= match.start() for word in finding.words)
        if group:
            yield from _compared(match, group, certain=certain or (bool(asked) and words == tuple(asked)))


def _group(text: str, stated: Sequence[Finding], end: int) -> tuple[tuple[str, ...], bool]:
    """The letters that were stated last before a place, and whether they are sure to be all that is meant."""
    letters: tuple[str, ...] = ()
    place, named = end, frozenset[str]()
    for finding in reversed([one for one in stated if one.letters and one.end <= end]):
        between = _without(text[finding.end : place], named)
        if len(between) > _FAR or not _GAP.fullmatch(between):
            return (letters or finding.letters, False)
        letters = (*finding.letters, *letters)
        place, named = finding.start, frozenset(finding.words)
        if len(finding.letters) > 1:
            break
    return letters, True


def _without(text: str, names: frozenset[str]) -> str:
    return _NAME.sub(lambda found: "" if found[0] in names else found[0], text)


def _of_parts(match: re.Match[str]) -> Iterator[Finding]:
    parts = [part.strip(OPEN + CLOSE) for part in re.findall(_PART, match["parts"])]
    whole, said = "".join(map(signs_of, parts)), signs_of(_written(match))
    if not whole or not any(char.isalpha() for char in whole):
        return
    verb = match.groupdict().get("verb") or ""
    if said == whole or verb.lower().startswith("concatenat") or alike(said, whole):
        should = f"{', '.join(parts)} make '{''.join(parts)}'"
        single = all(len(part) == 1 for part in parts)
        yield Finding(*match.span(), said == whole, should, joined=_written(match) if single else "")


def _compared(match: re.Match[str], letters: Sequence[str], *, certain: bool) -> Iterator[Finding]:
    written, whole = _written(match), "".join(letters)
    if signs_of(written) == signs_of(whole):
        # Whether a gap between letters is meant shows in the answer.
        yield Finding(*match.span(), None if gaps(written) else True, joined=whole)
    elif certain and (alike(written, whole) or match["vq"] is not None):
        should = f"{', '.join(letters)} make '{whole}'"
        yield Finding(*match.span(), False, should, joined=written)


def _written(match: re.Match[str]) -> str:
    text = match["vq"] or match["vs"] or match["vb"]
    return str(text).strip(" .,;:!?。，")
