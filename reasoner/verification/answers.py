"""The final answer in what a model wrote, in English or Chinese, and the program in it.

Text in, text out: nothing is evaluated, and the time is linear in the length of the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.verification.equivalence import Kind, measured
from reasoner.verification.expression import parse
from reasoner.verification.notation import Unreadable, argument
from reasoner.verification.term import value

_TAIL = 4_000
"""Characters at the end of a text in which an unmarked answer is looked for."""
_MAX_ANSWER = 1_000
_MAX_WORDS = 12
"""Words of a stated answer that is no number and no formula."""

_CHAT = pattern(r"<\|(?:im_end|im_start|endoftext|eot_id|end)\|>|</s>")
_STATES = pattern(
    r"\b(?:answer|result)s?\b[ *]*(?:\([^()\n]{0,40}\)[ *]*)?"
    r"(?:to (?:the|this) (?:question|problem) )?"
    r"(?:(?:is|are|would be|will be|should be|equals|=|[:：])[ *]*[:：]?|(?=[ *]*(?:\$|\\[(\[])))"
    r"|(?:correct|right) (?:option|choice)(?: is)?[ *]*[:：]?"
    r"|(?:答案|结果)(?:就|应该?)?(?:是|为|等于|选|[:：])[ *]*[:：]?|故选|应选|选择?(?=[ :：]?[A-H]\b)"
    r"|(?m:^)[ *]*(?:A|答|Answer|解答)[ *]*[:：][ *]*|(?m:^)####(?!#)"
    r"|\b(?:wait|actually|correction|sorry|i mean|i meant)\b[^.\n。\d]{0,40}?"
    r"(?:\bis|\bbe|=|[:：]|\bmean|\bmeant)(?= )"
    r"|(?:不对|更正|错了|算错了|纠正)[^。\n\d]{0,20}?(?:是|为|[:：])",
    re.IGNORECASE,
)
_REFUSES = pattern(
    r"\b(?:i (?:do not|don't) know|(?:cannot|can't) (?:be )?(?:determined?|answer|solve)|as an ai"
    r"|not enough information|insufficient information|unanswerable|(?:i'm|i am) (?:sorry|unable)"
    r"|impossible to (?:determine|say|answer|know))"
    r"|无法(?:确定|回答|得出|判断|计算)|不能确定|信息不足|我不知道",
    re.IGNORECASE,
)
_CHOICE = pattern(r"[(（]?([A-H])(?:[)）]|[.:：、](?=\s|$)|(?=\s*$))")
_NUMBER = pattern(
    r"(?<![A-Za-z0-9_.])[-−]?\s?(?:\\?[$€£¥￥]\s?)?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)"
    r"(?:[.,]\d+)?(?:\s?/\s?\d+|\s\d+/\d+)?\s?(?:\\?%)?"
    r"(?![A-Za-z]\d|\d)"
)
_MATH = pattern(
    r"\$\$(.{1,1000}?)\$\$|(?<!\\)\$((?:[^$\\]|\\.){1,1000})\$|\\\((.{1,1000}?)\\\)|\\\[(.{1,1000}?)\\\]",
    re.DOTALL,
)
_SENTENCE_END = pattern(r"\n|[。；]|[.!?](?=\s+[A-Z\u4e00-\u9fff]|\s*$)|[.](?=\s)|(?<=[\w)]), (?=[a-z]{2})")
_CUT_OFF = pattern(r"(?:[=+*/×÷(\[{,:：、\\<&^_-]|\\boxed\{[^{}]{0,200})\s*$")
_JOINING = pattern(r"(?:\band\b|\bor\b|[,;和与或、]|\\quad)")
_PERCENT = pattern(r"\$?\s*(?:\\?%|percent(?:age)?\b|pct\b)")


@dataclass(frozen=True, slots=True)
class _Stated:
    """An answer that the text marks as one, and where."""

    at: int
    answer: str


def extract(text: str, *, whole: bool = True, kind: Kind = "auto") -> str | None:
    """The answer that the text states last; None for a refusal, a program, or a text without an answer.

    A number comes without its unit and currency, a choice as its letter. Of a text that was cut off, not
    `whole`, only what is marked as the answer counts: its last number may be anything.
    """
    text = after_thinking(_CHAT.split(text.strip())[0] or text).strip()
    if not text or len(text) < 3:
        return text or None
    if _is_program(text):
        return None
    stated = [*_boxes(text), *_statements(text)]
    if stated:
        return max(stated, key=lambda found: found.at).answer
    if not whole or _REFUSES.search(text) or _CUT_OFF.search(text[-300:]) or "\\boxed{" in text:
        return None
    return _unmarked(text)


def after_thinking(text: str) -> str:
    """The text without a closed block of thoughts before the answer."""
    head, closed, tail = text.rpartition("</think>")
    return tail if closed and tail.strip() else head if closed else text


def _boxes(text: str) -> Iterator[_Stated]:
    """What the last `\\boxed{}` holds; several boxes in one phrase are one answer."""
    marks = [(m.start(), m.end()) for m in re.finditer(r"\\(?:boxed|fbox|beginboxed)\s*(?=\{)", text)][-20:]
    found: list[tuple[int, str, int]] = []
    for start, end in marks:
        inside, after = argument(text[end : end + _MAX_ANSWER], 0)
        closed = after - len(inside) >= 2
        if closed and after <= _MAX_ANSWER and not (found and start < found[-1][2]):
            found.append((start, inside.strip(), end + after))
    if not found:
        return
    run = [found[-1]]
    for box in reversed(found[:-1]):
        between = text[box[2] : run[0][0]]
        if len(between) > 40 or not _JOINING.search(between) or re.search(r"\.\s|\n\n|=>", between):
            break
        run.insert(0, box)
    answers = list(dict.fromkeys(box[1] for box in run))
    percent = "\\%" if len(answers) == 1 and _PERCENT.match(text, run[-1][2]) else ""
    answer = ", ".join(answers) + percent
    if answer:
        yield _Stated(run[-1][0], _settled(answer) or answer)


def _statements(text: str) -> Iterator[_Stated]:
    """The last few "the answer is ..." that are followed by something short."""
    for match in [*_STATES.finditer(text)][-8:]:
        rest = text[match.end() : match.end() + _MAX_ANSWER]
        value = _settled(_phrase(rest))
        if value is not None and "\\boxed" not in value:
            yield _Stated(match.start(), value)


def _phrase(text: str) -> str:
    """The text up to the end of its first sentence; a formula is never cut."""
    text = text.lstrip(" \n\t*:：\"'“")
    at = 0
    while at < len(text):
        math, end = _MATH.search(text, at), _SENTENCE_END.search(text, at)
        if math and (end is None or math.start() < end.start()):
            at = math.end()
        else:
            return text[: end.start()] if end else text
    return text


def _settled(phrase: str) -> str | None:
    """The answer in a phrase that states it; None when it states none."""
    phrase = phrase.replace('\\"', '"').strip().strip("*`\"'“”").rstrip(".。,，;；!！").strip()
    if not re.search(r"\w", phrase) or set(phrase) == {"_"} or _REFUSES.search(phrase):
        return None
    if choice := _CHOICE.match(phrase):
        return choice[1]
    number = measured(phrase)[0]
    if re.fullmatch(r"[-+]?[\d.,/ ]*\d\s*(?:\\?%)?", number):
        return number
    if "=" in number and _is_sum(number):
        return number.rpartition("=")[2].strip(" $")
    if _reads(phrase) or (_MATH.fullmatch(phrase) and "\\" in phrase):
        return phrase
    if found := _last(phrase):
        return found
    return phrase if 0 < len(phrase.split()) <= _MAX_WORDS and len(phrase) <= 120 else None


def _last(text: str) -> str | None:
    """The last formula or number, whichever comes later; a lone letter only where there is nothing else."""
    math = [(m.end(), _inside(m).strip()) for m in [*_MATH.finditer(text)][-20:] if _reads(_inside(m))]
    numbers = [(m.end(), _bare(m[0])) for m in _NUMBER.finditer(text)]
    found = [pair for pair in (*numbers[-1:], *math) if len(pair[1]) > 1 or not pair[1].isalpha()] or math
    return max(found)[1] if found else None


def _inside(math: re.Match[str]) -> str:
    return next(group for group in math.groups() if group is not None)


def _reads(text: str) -> bool:
    try:
        parse(text)
    except (Unreadable, RecursionError):
        return False
    return True


def _is_sum(text: str) -> bool:
    """Numbers on both sides of every equals sign: `100 + 20 = 120`."""
    if not _reads(text):
        return False
    term = parse(text)
    return set(term.text.split()) == {"="} and all(value(part) is not None for part in term.parts)


def _bare(number: str) -> str:
    return re.sub(r"\\?[$€£¥￥]|(?<=[-−])\s", "", number).strip().replace("−", "-")


def _unmarked(text: str) -> str | None:
    """The last formula, the last number, or a short text as a whole."""
    tail = text[-_TAIL:]
    whole = re.sub(r"^(?:answer|ans)\b[\s:：]*", "", text, flags=re.IGNORECASE)
    if len(text) <= 200 and "\n" not in text.strip() and (_reads(whole) or not re.search(r"\s", text)):
        return _settled(whole) or whole
    if len(text) <= _MAX_ANSWER and not re.search(r"[.。]\s+\S", text) and _reads(whole):
        return whole
    if found := _last(tail):
        return found
    short = "\n" not in text and len(text) <= 200
    return text.rstrip(".。!！") if short else None


_FENCE = pattern(r"^[ \t]*```[ \t]*([A-Za-z0-9_+-]*)[^\n]*\n", re.MULTILINE)
_CODE_LINE = pattern(
    r"\s+\S|#|@\w|(?:def|class|for|while|if|elif|else|try|except|with|import|from|return|print|assert|pass)\b.*[:)\w]"
    r"|[A-Za-z_][\w.,\[\]'\" ]*\s*(?:[-+*/%]|//|\*\*)?=(?!=)\s*\S|[A-Za-z_][\w.]*\(.*\)?|[)\]}]"
)
_STARTS_CODE = pattern(
    r"^(?:def |import |from \w+ import|print\(|(?:ans|answer|result|[a-z]\w*_\w*)\s*=)", re.MULTILINE
)


def code_block(text: str) -> str | None:
    """The last program in the text: in a fence, closed or not, or the text itself if it is code."""
    blocks: list[str] = []
    at = 0
    while opening := _FENCE.search(text, at):
        closing = text.find("```", opening.end())
        end = len(text) if closing < 0 else closing
        if opening[1].lower() in ("", "python", "py", "python3"):
            blocks.append(text[opening.end() : end])
        at = end + 3
    blocks = [block for block in blocks if block.strip()]
    if blocks:
        return blocks[-1].rstrip() + "\n"
    return text.strip() + "\n" if _is_program(text) else None


def _is_program(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and bool(_STARTS_CODE.search(text)) and all(_CODE_LINE.match(line) for line in lines)
