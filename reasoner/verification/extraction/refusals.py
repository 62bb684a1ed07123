"""Whether a text says that there is no answer to give."""

import re

from reasoner.patterns import pattern

_FIND = (
    r"(?:determined?|answer(?:ed)?|solved?|calculated?|computed?|tell|say|find(?: out)?|known?|figure out"
    r"|provide|help)\b"
)
_FACTS = r"(?:info(?:rmation)?|data|details|context)\b"
_REFUSES = pattern(
    r"\bi (?:do not|don['’]t) (?:know|have)"
    r"|\b(?:i['’]m|i am) (?:unable|not (?:sure|able|certain)|sorry,? (?:but\b|i\b))"
    rf"|\bcan(?: ?not|['’]t) (?:be )?(?:(?:definitively|accurately|exactly|reliably|possibly) )?{_FIND}"
    rf"|\b(?:impossible|unable|not possible|not able|insufficient|no way) to {_FIND}|\bno way of knowing"
    r"|(?:\bnot|n['’]t|\bin) ?(?:(?:provided?|have|given?|contain|include|specify) )?"
    rf"(?:enough|sufficient|adequate) {_FACTS}"
    r"|\bno information\b|\bunclear (?:how|what|who|whether|which|when|where)\b"
    rf"|\b(?:lacks?|lacking|missing|insufficient) (?:some |the )?(?:necessary |required )?{_FACTS}"
    rf"|\bneed (?:more|additional|further) {_FACTS}|\bwould need to know"
    r"|\b(?:problem|question|passage|text|information|context) (?:does not|doesn['’]t)"
    r" (?:tell|say|specify|mention|provide|state|give)"
    r"|\bas (?:an ai|a(?: large)? language model)\b|\bunanswerable|\bindeterminate\b|\bundetermined\b"
    r"|(?:无法|不能|难以|没法)(?:确定|回答|得出|判断|计算|求出|求解|解答|得知|知道)"
    r"|(?:信息|条件|数据)(?:不足|不够|缺失|不充分)|缺少(?:必要的?)?(?:条件|信息|数据)"
    r"|(?:没有|并未|未)(?:给出|提供|说明|告诉)|不(?:知道|清楚)|作为一个?(?:人工智能|AI|语言模型)",
    re.IGNORECASE,
)
_IS_UNKNOWN = pattern(
    r"(?:(?:currently|still) )?"
    r"(?:unknown|unclear|unspecified|n/a|not (?:given|known|specified|stated|provided|clear|available|enough)"
    r"|未知|不详|不确定)(?: (?:in|by|from) [^.]{1,60})?\W*",
    re.IGNORECASE,
)
_CONCLUDES = pattern(
    r"\b(?:so|thus|hence|therefore|gives?|but|however|assum\w+)\b[^\n]{0,200}\d|(?:所以|因此|但是?)[^\n]{0,100}\d",
    re.IGNORECASE,
)
_DIGIT = pattern(r"\d")
_LOOK_BACK = 1_000


def refuses(phrase: str) -> bool:
    """Whether the phrase, which stands for the answer, says that there is none."""
    refused = _REFUSES.search(phrase)
    return bool(refused and not _DIGIT.search(phrase[: refused.start()])) or bool(
        _IS_UNKNOWN.fullmatch(phrase)
    )


def ends_in_refusal(text: str) -> bool:
    """Whether the text refuses and comes to no result after that."""
    refused = [*_REFUSES.finditer(text, max(0, len(text) - _LOOK_BACK))]
    overcome = bool(refused) and _CONCLUDES.search(text, refused[-1].end())
    return (bool(refused) and not overcome) or bool(_IS_UNKNOWN.fullmatch(text.strip()))
