"""All that a text says about letters and that is certain enough to be judged."""

from collections.abc import Sequence
from typing import NamedTuple

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.verification.spelling.counts import counts
from reasoner.verification.spelling.joins import joins
from reasoner.verification.spelling.positions import order_of, positions
from reasoner.verification.spelling.reading import (
    CLOSE,
    OPEN,
    ORDINALS,
    Finding,
    alike,
    gaps,
    in_order,
    plain,
    signs_of,
    words_of,
)
from reasoner.verification.spelling.shapes import shapes

_CUE = pattern(
    rf"(?i)letter|character|vowel|consonant|backward|\brevers|\bspell|\bspelt|concatenat|(?:upper|lower)-?\s?case"
    rf"|alphabetical|\b(?:join|combin|put|merg|append|string)\w*\s{OPEN}|{CLOSE}\s?\+|(?:\b[a-z]|{CLOSE})\s(?:appears|occurs)\s"
    rf"|length\sof\s(?:the\s(?:word|name|string)|{OPEN})|\b(?:ends|begins|starts)\s(?:in|with)\s"
    rf"|\b[a-z]['’]s\sin\s|\d\s[a-z]['’]s|{CLOSE}(?:['’]?s)?\sin\s"
    rf"|字母|字符|元音|辅音|[反倒逆](?:过来|序|转|着)|颠倒|拼|连接|连在|连起|[大小]写|长度|出现|个字|第.{{1,3}}字"
    rf"|[有含]\s?\w{{1,3}}个\s?[a-z{OPEN}]"
)
_DOUBT = pattern(
    r"(?i)\b(?:if|suppose|assum\w+|imagine|whether|wrong(?:ly)?|incorrect(?:ly)?|mistak\w+|might|may|could|should|"
    r"thought|claim\w*|believe\w*|unless|guess\w*|maybe|perhaps|instead\sof|rather\sthan|not\strue|false|seems?|"
    r"looks\slike|pretend|misspelled|shift\w*|replac\w+|swap\w*|chang\w+|remov\w+|delet\w+|insert\w*|pronounc\w+|sounds?|appears\sto)\b|^\W*(?:is|are|was|does|do|did|why|how|what)\b"
    r"|如果|假如|假设|是否|错误|不对|可能|也许|以为|发音|读作|并非"
)
_TAKING_IF = pattern(r"(?i)\bif\swe\s(?:take|concatenate|put|join|combine)\b")
_AFTER = pattern(
    r"(?i)[^.!?。！？\n]{0,80}[?？]|[\s,;–—-]{0,3}(?:(?:this|that|which|it)\s)?(?:is|are|would\sbe)\s(?:wrong|incorrect"
    r"|false|not)\b|[^.!?。！？\n]{0,10}(?:吗|是错|不对)"
)
_CIPHER = pattern(
    r"(?i)cipher|encrypt|decrypt|encod|decod|\bcaesar|\brot-?13|hexadecimal|密码|加密|解密|编码"
)
_BACK = pattern(
    r"(?i)\b(?:wait|actually|correction|oops|sorry|no,|re-?check|mistake|scratch\sthat|i\smean|recount|check\sagain|"
    r"that['’]?s\s(?:wrong|incorrect|not)|that\sis\s(?:wrong|incorrect|not)|let\sme\s(?:correct|fix|redo))"
    r"|不对|等等|更正|纠正|重新|抱歉|其实|说错|写错|错了"
)
_BREAK = ".!?。！？\n"
_SENTENCE, _LATER = 160, 240
_ASKED = pattern(rf"{OPEN}([^{OPEN}{CLOSE}\n]{{1,60}}){CLOSE}")
_ASKED_ORDER = pattern(
    rf"(?i)\b(?P<order>last|final|{'|'.join(ORDINALS)})\sletters?\b|(?P<zh>最后一个|首|尾|末尾)字母"
)
_ORDER_OF_CHINESE = {"最后一个": -1, "尾": -1, "末尾": -1, "首": 1}
_OTHERWISE = pattern(
    r"(?i)revers|backward|sort|alphabetical|upper|capital|remov|replac|swap|delet|count|how\smany|position|number|shift|cipher|[倒反]|排序|去掉|删|替换|大写|多少"
)


_JOIN = pattern(r"(?i)concatenat|\bjoin|\bcombin|together|拼|连|组合")


class Statements(NamedTuple):
    """The statements of a text in order, each of them right or wrong; their places are those of `text`."""

    text: str
    judged: tuple[Finding, ...]
    joined: str = ""
    """What the last of them puts together, where nothing more is done with it."""

    def fault_of(self, answer: str | None) -> str | None:
        """Why an answer cannot be what the chain came to; None where it may be."""
        said = answer or ""
        if not self.joined or len(signs_of(said)) < 2 or not alike(said, self.joined):
            return None
        if signs_of(said) == signs_of(self.joined) and gaps(said) in (0, len(self.joined) - 1):
            return None
        return f"the answer '{one_line(said, 60)}' is not '{self.joined}', which the letters make"


def statements(text: str, question: str) -> Statements:
    """What the text of a chain of thought says about letters."""
    text = plain(text)
    if not _CUE.search(text) or _CIPHER.search(text) or _CIPHER.search(question):
        return Statements(text, ())
    asked, order = _asked(plain(question))
    stated = [one for one in in_order(positions(text, asked, order)) if not _doubtful(text, one)]
    more = [*counts(text, asked), *shapes(text, asked), *joins(text, stated, asked, order)]
    found = in_order([*stated, *(one for one in more if not _doubtful(text, one))])
    judged = tuple(one for one in found if one.right or (one.right is False and not _taken_back(text, one)))
    return Statements(text, judged, _made(text, question, asked, found))


def _made(text: str, question: str, asked: Sequence[str], found: Sequence[Finding]) -> str:
    """What the letters make that the text puts together last; nothing where more is done with it."""
    last = next((one for one in reversed(found) if one.joined), None)
    if _OTHERWISE.search(question) or (last and _OTHERWISE.search(text, last.end)):
        return ""
    if last:
        return last.joined
    stated = [one for one in found if one.letters]
    all_of_them = bool(asked) and tuple(word for one in stated for word in one.words) == tuple(asked)
    return (
        "".join(char for one in stated for char in one.letters)
        if all_of_them and _JOIN.search(question)
        else ""
    )


def _asked(question: str) -> tuple[tuple[str, ...], int | None]:
    """The words that the question names in one pair of quotes, and which letters of them it asks for."""
    phrases = _ASKED.findall(question)
    order = _ASKED_ORDER.search(question)
    if len(phrases) != 1:
        return tuple(phrases) if all(len(words_of(one)) == 1 for one in phrases) else (), None
    if order is None:
        return words_of(phrases[0]), None
    return words_of(phrases[0]), _ORDER_OF_CHINESE[order["zh"]] if order["zh"] else order_of(order["order"])


def _doubtful(text: str, finding: Finding) -> bool:
    """Whether the sentence only supposes, asks or denies it."""
    before = text[max(0, finding.start - _SENTENCE) : finding.start]
    start = max(before.rfind(mark) for mark in _BREAK) + 1
    lead = _TAKING_IF.sub(" ", before[start:] + text[finding.start : finding.start + 12])
    return bool(_DOUBT.search(lead) or _AFTER.match(text, finding.end))


def _taken_back(text: str, finding: Finding) -> bool:
    """Whether the text goes on to correct itself."""
    return bool(_BACK.search(text, finding.end, finding.end + _LATER))
