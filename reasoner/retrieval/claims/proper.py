"""Proper names in a text: capitalised words in English, what may be one in Chinese."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from reasoner.patterns import pattern
from reasoner.retrieval.claims.numbers import SMALL
from reasoner.retrieval.terms import STOP_WORDS, stem

_WORD = pattern(r"[^\W_]+(?:[-'\u2019.&][^\W_]+)*")
_STARTS = pattern(r"(?:^|[.!?:;\"“(\[]\s+|^[#>*\-\s\"“‘'(\[]+|\n)$")
_COMMON_WORDS = (
    "january february march april may june july august september october november december monday "
    "tuesday wednesday thursday friday saturday sunday it he she they we you this that these those "
    "there people today however around roughly nearly almost nobody someone everyone ii iii iv vi vii "
    "viii ix mr mrs ms dr sir ad bc bce ce am pm"
)
_COMMON = frozenset((*_COMMON_WORDS.split(), *SMALL[1:11]))
_ENDINGS = ("ly", "ing", "ed", "ers", "ists", "ment", "ness", "ity", "tion", "sion", "ance", "ence", "ure")
_CHINESE = pattern(r"[\u3400-\u9fff·]+")
_TITLES = frozenset("市省国县州河江山岛湖海洋村镇区路桥寺塔城族洲人队号")
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董袁潘蒋蔡余杜叶程苏魏吕丁沈任姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
)
_SOUNDS = frozenset("斯尔克拉夫德特巴尼亚利马罗兰维茨伦诺森卡达波普莱瓦埃奥洛贝曼纳布丹伊里欧格雷迪尤塔")
NEAR = 0.6
"""Share of a Chinese sentence that is in another in the same order, if what differs was exchanged."""
LONGEST = 8
"""Characters of a Chinese name, at most."""


def names(text: str) -> dict[str, str]:
    """The proper names of the text, each word of them by itself, by how they are compared."""
    return {
        stem(word.lower()): word for word, first in _capitalised(text) if not first or _sounds_like_one(word)
    }


def known(text: str) -> frozenset[str]:
    """All words of the text that are written with a capital, wherever they stand."""
    return frozenset(stem(word.lower()) for word, _ in _capitalised(text))


def _capitalised(text: str) -> Iterator[tuple[str, bool]]:
    """Each word with a capital that is no common one, and whether the sentence begins with it."""
    for match in _WORD.finditer(text):
        for word in match[0].replace("\u2019", "'").removesuffix("'s").split("-"):
            if (
                word[:1].isupper()
                and word.lower() not in STOP_WORDS
                and word.lower() not in _COMMON
                and len(word) > 1
            ):
                yield (
                    word,
                    _STARTS.search(text[max(0, match.start() - 6) : match.start()]) is not None
                    or not match.start(),
                )


def _sounds_like_one(word: str) -> bool:
    """At the start of a sentence every word has a capital: these are seldom names."""
    lowered = word.lower()
    return word.isupper() or not (
        lowered.endswith(_ENDINGS) or (lowered.endswith("s") and not lowered.endswith("ss"))
    )


def exchanged(said: str, source: str) -> tuple[str, str] | None:
    """What a Chinese source has in the place of a name of the claim, and that name."""
    ours, theirs = ("".join(_CHINESE.findall(text)) for text in (said, source))
    if min(len(ours), len(theirs)) < 4:
        return None
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    if sum(block.size for block in matcher.get_matching_blocks()) < NEAR * len(ours):
        return None
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "replace":
            continue
        own, there = ours[a:b], theirs[c:d]
        if rivals(own, there, ours[b : b + 1]) and own not in theirs:
            return there, own
    return None


def rivals(own: str, there: str, following: str) -> bool:
    """Both may be Chinese names, and not two words for one thing: those often share a character."""
    if not 2 <= len(own) <= LONGEST or not 2 <= len(there) <= LONGEST or set(own) & set(there):
        return False
    return all(_may_be_name(text) or following in _TITLES for text in (own, there))


def _may_be_name(text: str) -> bool:
    sounds = sum(char in _SOUNDS for char in text)
    return (
        text[-1] in _TITLES
        or (text[0] in _SURNAMES and len(text) <= 4)
        or "·" in text
        or 2 * sounds >= len(text)
    )
