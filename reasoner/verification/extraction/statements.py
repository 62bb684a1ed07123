"""Where a text states its answer: in a box, after "the answer is", under a heading, by naming an option."""

import re
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.verification.equivalence import Kind
from reasoner.verification.extraction import choices, refusals
from reasoner.verification.extraction.bare import standalone
from reasoner.verification.extraction.formulas import MATH, reads
from reasoner.verification.extraction.stated import stated
from reasoner.verification.notation.tokens import argument

MAX_ANSWER = 1_000
_MAX_BOXES = 20
_MAX_STATEMENTS = 12

_BOX = pattern(r"\\(?:boxed|fbox|framebox|beginboxed)\s*(?:(?=\{)|(\w)(?![\w{]))")
_JOINING = pattern(r"(?:\band\b|\bor\b|[,;和与或、]|\\quad)")
_PERCENT = pattern(r"\$?\s*(?:\\?%|percent(?:age)?\b|pct\b)")
_IS = (
    r"(?:(?:(?:is|are|was|(?:would|will|should|must) be|equals|(?:turns|works|comes?) (?:out )?to(?: be)?)"
    r"(?-i:(?![a-z]))|=|[:：])[ *\"]*[:：]?"
    r"|(?<=the answer )(?=\d)|(?<=>)|(?<=answer )(?=\$|\\[(\[]|\([A-J]\)))"
)
# These three are looked for everywhere: what they begin with comes first, so that most places cost little.
_STATES = pattern(
    r"(?=[\"'<acrbmf答最正故\n])(?:"
    r"(?<!to )(?<!\w)[\"'<]?answers?\b[\"'*_ >]*(?:\([^()\n]{0,40}\)[ *]*)?"
    r"(?:,? ?\b(?:then|therefore|thus|hence|here|choice|option),? ?)?"
    rf"(?:(?:to|for|of|in) [^.,\n:：=?!。]{{1,40}}? ?)?{_IS}"
    r"|(?:correct|right|best|my|final) (?:option|choice)(?: here)?(?: is)?[ *]*[:：]?"
    r"|(?:答案|最终结果|正确的?选项|正确的结论)[*】\] ]*(?:就|应该?|应当|只能)?"
    r"(?:是|为|等于|选|[:：】\]]|(?<=】))[ *]*[:：]?"
    r"|答案(?=并?不是|并非)|故(?:应?[选填]|答案[选填])[ :：]*"
    r"|\n[ *#>]*(?:A(?=[ *]*[:：])|Ans|Answer|(?:The )?Final (?:answer|result|value)"
    r"|(?:Final )?Result|Out\[\d{1,4}\]"
    r"|答|解答|最终答案)[ *]*(?:[:：=]|[-–—](?= ))[ *]*"
    r"|\n[ *#>]*(?:the )?(?:final )?answer[ *]*(?=\n)|\n####(?!#))",
    re.IGNORECASE,
)
_CORRECTS = pattern(
    r"(?=[wahnoscitl不更纠算弄错等应重])(?:"
    r"\b(?:wait|actually|hold on|hmm)\b"
    r"(?![^.\n]{0,60}\b(?:check|verify|confirm|note|interesting|also|could|correct|right|same|holds)\b)"
    r"|\b(?:no, (?=\d)|no, wait|wait,? no|oops|scratch that|correction"
    r"|i (?:made|see) (?:an?|my) (?:mistake|error)|i (?:meant?|forgot|miscalculated|misread)"
    r"|(?:that|this|it)(?:'s| is| was) (?:wrong|incorrect|not (?:right|correct))"
    r"|(?:it |that )?should (?:be|have been)"
    r"|let(?:'s| me| us) (?:recompute|recalculate|redo|correct|fix|start over|try again))\b"
    r"|不对[，,。!！]|更正|纠正|算错|弄错|错了|等等|应该?[是为]|重新(?:计算|算))",
    re.IGNORECASE,
)
_WITHDRAWS = pattern(r"\b(?:no|wrong|incorrect|mistake|not (?:right|correct))\b|不对|错", re.IGNORECASE)
_ANOTHER_FORM = pattern(
    r"\b(?:in words|as a (?:fraction|decimal|percent\w*)|in (?:decimal|fraction)\w*)\b", re.IGNORECASE
)
_NO_ANSWER = pattern(
    r"(?:(?:also|indeed|thus|therefore|clearly)\s)?"
    r"(?:correct|incorrect|wrong|right|reasonable|valid|invalid|consistent|verified|found|obtained|clear"
    r"|obvious"
    r"|simple|as follows|below|above|given (?:by|below|as)|based on|the same|not needed"
    r"|in the form(?:at)?)\b",
    re.IGNORECASE,
)
_SENTENCE_END = pattern(
    r"(?=[\n。；．!?？.<])(?:"
    r"\n|。|；(?!\s?[-$\\\d])|．(?!\d)|[!?？](?=\s|$)(?!\s?[-+*/^=×·÷]|\s[a-z])"
    r"|(?<![ap]\.m)(?<!\b[A-Z])(?<!\bMr)(?<!\bDr)(?<!\bSt)(?<!\bvs)(?<!\bMrs)(?<!\d\.\.)[.](?=[\s*\"'”)]|$|</)|</)"
)
_UNFINISHED = pattern(
    r"(?:[=+*/×÷(\[{,，、:：\\<&^_-]"
    r"|\b(?:the|a|an|of|by|and|or|is|are|be|to|with|from|for|that|at|in|into|per|than|then|which|because"
    r"|where"
    r"|if|when|but|we|were|has|have|must|our|their|its|using|approximately|about|roughly|exactly)"
    r"|一共|总共|然后|所以|因此|需要|每|等于)\s*$"
)
_SUPPOSES = pattern(r"\bif\s[^.\n]{0,12}$")
_HEADING = pattern(r"\d+\.|step\b|[^\n]*:\s*$", re.IGNORECASE)
_LOOK_BACK = 60
_LEAD = pattern(r"^[ \n\t*:：\"'“`#]*(?:(?<=\n)[-•] )?")
_CLOSED = tuple(".。!！?)]}*\"'>|%\n")


@dataclass(frozen=True, slots=True)
class Statement:
    """An answer that the text marks as one, None for a refusal, and from where to where it does so."""

    start: int
    end: int
    answer: str | None


def statement(text: str, kind: Kind, whole: bool) -> Statement | None:
    """The last answer that the text marks as one."""
    box = _box(text, kind)
    since = box.end if box else 0
    option = _option(text, since) if kind in ("auto", "choice") else None
    found = [each for each in (box, option, _phrase(text, kind, whole, since)) if each]
    return max(found, key=lambda each: (each.start, each.end)) if found else None


def correction(text: str, start: int) -> str | None:
    """What follows the last place after `start` where the text takes something back."""
    found = [*_CORRECTS.finditer(text, start, start + MAX_ANSWER * 4)]
    return text[found[-1].start() :] if found else None


def withdraws(text: str) -> bool:
    """Whether a correction takes the answer back without giving another."""
    return _WITHDRAWS.search(text) is not None


def first_sentence(text: str) -> str:
    """The text up to the end of its first sentence; a formula is never cut."""
    at = 0
    while end := _SENTENCE_END.search(text, at):
        math = MATH.search(text, at, end.start() + MAX_ANSWER)
        if math is None or math.start() > end.start():
            return text[: end.start()]
        at = math.end()
    return text


def sentences(text: str) -> list[str]:
    """The sentences of a text with what ends them."""
    formulas = [(match.start(), match.end()) for match in MATH.finditer(text)]
    found, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        while formulas and formulas[0][1] <= end.start():
            formulas.pop(0)
        if formulas and formulas[0][0] < end.start():
            continue
        found.append(text[start : end.end()])
        start = end.end()
    return [sentence for sentence in [*found, text[start:]] if sentence.strip()]


def is_unfinished(text: str) -> bool:
    """Whether the text stops in the middle of a sentence or a formula."""
    line = text.rstrip().rpartition("\n")[2]
    line = line if line.count("*") % 2 else line.rstrip("* ")
    bare = re.sub(r"\\[{}$]", "", line)
    in_braces = "\\" in bare and bare.count("{") > bare.count("}")
    opened = bare.rpartition("$")[2]
    in_formula = bare.count("$") % 2 == 1 and ("\\" in opened or (bare.endswith(" $") and not opened))
    return in_braces or in_formula or bool(_UNFINISHED.search(line[-100:]))


def _box(text: str, kind: Kind) -> Statement | None:
    """What the last `\\boxed{}` holds; several boxes in one phrase are one answer."""
    found: list[tuple[int, int, str]] = []
    for mark in [*_BOX.finditer(text)][-_MAX_BOXES:]:
        if found and mark.start() < found[-1][1]:
            continue
        inside, length = (mark[1], 0) if mark[1] else argument(text[mark.end() : mark.end() + MAX_ANSWER], 0)
        closed = mark[1] or (length - len(inside) >= 2 and length <= MAX_ANSWER)
        inside = re.sub(r"^\\(?:boxed|fbox)\{(.*)\}$", r"\1", inside.strip())
        if closed and inside:
            found.append((mark.start(), mark.end() + length, inside))
    if not found:
        return None
    run = [found[-1]]
    for box in reversed(found[:-1]):
        between = text[box[1] : run[0][0]]
        if len(between) > 40 or not _JOINING.search(between) or re.search(r"\.\s|\n\n|=>", between):
            break
        run.insert(0, box)
    answer = ", ".join(dict.fromkeys(box[2] for box in run))
    if len(run) == 1:
        answer += "\\%" if _PERCENT.match(text, run[-1][1]) else ""
        answer = answer if (said := _read(answer, kind)) is None else said.answer or ""
    return Statement(run[-1][0], run[-1][1], answer or None)


def _option(text: str, since: int) -> Statement | None:
    """The last option that is called right after `since`."""
    found = choices.declared(text, since)
    return Statement(*found[-1]) if found else None


def _phrase(text: str, kind: Kind, whole: bool, since: int) -> Statement | None:
    """What follows the last "the answer is" after `since` that something short follows.

    An answer that is there already is not replaced by the same in another form, such as in words.
    """
    restated = None
    for mark in [*_STATES.finditer("\n" + text, since)][: -_MAX_STATEMENTS - 1 : -1]:
        start, at = max(mark.start() - 1, 0), mark.end() - 1
        rest = text[at : at + MAX_ANSWER]
        begin = at + len(rest) - len(_LEAD.sub("", rest, count=1))
        phrase = first_sentence(text[begin : at + MAX_ANSWER])
        is_cut_off = not whole and begin + len(phrase) >= len(text) and not text.endswith(_CLOSED)
        if is_cut_off or not _is_answer(text, mark[0], start, begin, phrase):
            continue
        after = text[begin + len(phrase) : at + MAX_ANSWER]
        if after.startswith("!") and _is_factorial(mark[0], phrase, after[1:]):
            phrase += "!"
        if said := _read(phrase, kind):
            found = Statement(start, at, said.answer)
            if not _ANOTHER_FORM.search(text, max(0, start - _LOOK_BACK), at):
                return found
            restated = restated or found
    return None if since else restated


def _is_factorial(mark: str, phrase: str, after: str) -> bool:
    """Whether the exclamation mark after the phrase is one: on a line of its own, beside notation."""
    alone = not after.partition("\n")[0].strip()
    named = mark.rstrip(" *").endswith((":", "：", "="))
    return alone and ("####" in mark or (named and not phrase.isdigit())) and reads(phrase)


def _is_answer(text: str, mark: str, start: int, begin: int, phrase: str) -> bool:
    """Whether the phrase is whole, and no question, no condition, no heading, and no remark on the answer."""
    end = begin + len(phrase)
    named = mark.rstrip(" *\n").endswith((":", "：", "="))
    remark = not named and _NO_ANSWER.match(phrase.lstrip(" *"))
    asked = text[end : end + 1] in ("?", "？") or _SUPPOSES.search(text[max(0, start - _LOOK_BACK) : start])
    heading = "####" in mark and _HEADING.match(phrase) and text[end:].strip()
    # A word before a full stop ends its sentence, even one that elsewhere would go on.
    ended = phrase[-1:].isalpha() and text[end : end + 1] in tuple(".。!！")
    return not (
        remark
        or asked
        or heading
        or "\\boxed" in phrase
        or (is_unfinished(phrase.rstrip(" *_")) and not ended and not standalone(phrase, "auto"))
    )


@dataclass(frozen=True, slots=True)
class _Said:
    answer: str | None


def _read(phrase: str, kind: Kind) -> _Said | None:
    """The answer that a phrase states, which may be that there is none; None when it states nothing."""
    if kind in ("auto", "choice") and (letter := choices.leading(phrase, any_case=kind == "choice")):
        return _Said(letter.upper() if kind == "choice" else letter)
    if kind == "choice":
        return None
    if refusals.refuses(phrase):
        return _Said(None)
    answer = standalone(phrase, kind) or stated(phrase, kind)
    return None if answer is None else _Said(answer)
