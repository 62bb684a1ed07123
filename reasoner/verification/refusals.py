"""Whether a text says that there is no answer to give."""

import re

from reasoner.patterns import pattern

_REFUSES = pattern(
    r"\bi (?:do not|don't|don’t) (?:know|have (?:enough|sufficient))|\b(?:i'm|i am) not (?:sure|able|certain)"
    r"|\b(?:can ?not|can't|can’t|could not|couldn't) (?:be )?(?:(?:definitively|accurately|exactly"
    r"|reliably|possibly) )?"
    r"(?:determined?|answer(?:ed)?|solved?|calculated?|computed?|tell|say|find(?: out)?|known?|figure out"
    r"|provide)\b"
    r"|\bas (?:an ai|a(?: large)? language model)\b|\bcannot help|\bnot (?:possible|able) to (?:determine"
    r"|say|tell|know|find|calculate|answer)"
    r"|\binsufficient to (?:determine|answer|find|say)|\b(?:would )?need(?:s|ed)? (?:to know"
    r"|more information|additional information)"
    r"|\b(?:problem|question|passage|text|information|context|it)"
    r" (?:does not|doesn['’]t) (?:tell"
    r"|say|specify|mention|provide|state|give)"
    r"|(?:没有|并未|未)(?:给出|提供|说明|告诉)|\b(?:i'm|i am) (?:sorry|unable)|\bunable to (?:determine|answer|solve"
    r"|calculate|provide)"
    r"|(?:\bnot|n't|n’t|\bin)[ ]?(?:provided? |have |given? |contain |include |specify )?(?:enough"
    r"|sufficient|adequate)"
    r" (?:information|data|details|context)"
    r"|\b(?:lacks?|lacking|missing|insufficient) (?:some |the )?(?:necessary |required )?(?:information"
    r"|data|details)"
    r"|\bunanswerable|\bindeterminate\b|\bundetermined\b"
    r"|\bimpossible to (?:determine|say|answer|know|tell|calculate)|\bno way (?:to know|to tell|of knowing)"
    r"|(?:无法|不能|难以|没法)(?:确定|回答|得出|判断|计算|求出|求解|解答|得知|知道)|(?:信息|条件|数据)(?:不足|不够|缺失|不充分)"
    r"|缺少(?:必要的?)?(?:条件|信息|数据)|我?不(?:知道|清楚)|作为一个?(?:人工智能|AI|语言模型)",
    re.IGNORECASE,
)
_IS_UNKNOWN = pattern(
    r"(?:currently |still )?(?:unknown|unclear|not (?:given|known|specified|stated|provided|clear"
    r"|available|enough)"
    r"|n/a|unspecified|未知|不详|不确定)"
    r"(?: (?:in|by|from) [^.]{1,60})?\W*",
    re.IGNORECASE,
)
_CONCLUDES = pattern(
    r"\b(?:so|thus|hence|therefore|gives?|but|however|assum\w+)\b[^\n]{0,200}\d|(?:所以|因此|但是?)[^\n]{0,100}\d",
    re.IGNORECASE,
)
_LOOK_BACK = 1_000


def refuses(phrase: str) -> bool:
    """Whether the phrase, which stands for the answer, says that there is none."""
    return bool(_REFUSES.search(phrase) or _IS_UNKNOWN.fullmatch(phrase))


def ends_in_refusal(text: str) -> bool:
    """Whether the text refuses and comes to no result after that."""
    refused = [*_REFUSES.finditer(text, max(0, len(text) - _LOOK_BACK))]
    return bool(refused) and _CONCLUDES.search(text, refused[-1].end()) is None
