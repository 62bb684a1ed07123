"""What a Chinese question is about, and a follow-up to it made to stand alone, by the shape of its words."""

import re

from reasoner.patterns import pattern
from reasoner.retrieval.followups.dependence import bare, fragment

MOST_CHARACTERS = 40
"""Characters of an earlier question that are repeated in front of a new one."""

LONGEST_NAME = 12
"""Characters that an answer may have to be a name alone."""

_END = " \t?？。!！"
_WHAT_IS = pattern(r"(?:什么是|什么叫|何谓)(?P<it>.+)")
_LEADING = pattern(
    r"(?P<it>.{2,}?)\s*(?:的(?:作用|用途|含义|意思|定义)是什么|(?:是|指的?是?|表示)什么|有什么|有哪|有几|有多|是谁|是哪|是多|是否|怎么|怎样|如何|为什么"
    r"|为何|什么时候|何时|多[少大长久]|能不能|能|可以|可不可以|需要|支持|保证|保存|表示|会|应该|要|在哪|做什么).*"
)
_THING = pattern(
    r"(?P<it>.{2,}?)\s*(?:的(?:作用|用途|含义|意思|定义)是什么|(?:是|指的?是?|表示)什么|有什么用?|做什么).{0,3}"
)
_DOING = pattern(r"(?:请问)?(?:怎么样?|怎样|如何|为什么|什么时候|何时)(?:才能|可以|能够?|要)?(?P<it>.+)")
_ASKING = pattern(r"请问|为什么|什么时候|什么|怎么样?|怎样|如何|多少|哪[里儿些个几]?|吗|呢|几个")
_MEASURED = pattern(r"[一这那]?[条个份种台张些](?=.{2,})")
_IT = pattern(r"它们?|[他她]们?|该(?=.)|[这那](?:个|些|种)(?=[^\s].)")
_THIS = pattern(r"^[这那](?!个|些|种|里|样|边|儿|么)")
_AMONG = pattern(r"其中")
_NUMBER = pattern(r"\d+(?:\.\d+)?")
_CODE = pattern(r"`[^`]+`|-{0,2}[A-Za-z][\w.-]*")
_CONDITION = ("时", "的时候", "的话", "以后", "之后", "之前", "以前", "情况下", "里", "中", "上")


def topic(question: str) -> str:
    """What the question is about: its words without those that ask."""
    text = bare(question).strip(_END)
    for shape in (_WHAT_IS, _DOING, _THING):
        if match := shape.fullmatch(text):
            return match["it"].strip()[:MOST_CHARACTERS]
    return re.sub(r"[是的]\s*$", "", _ASKING.sub("", text)).strip()[:MOST_CHARACTERS]


def subject(question: str) -> str:
    """The thing that a pronoun after the question stands for, as far as its shape shows."""
    text = bare(question).strip(_END)
    if match := _WHAT_IS.fullmatch(text):
        return match["it"].strip()
    if match := _DOING.fullmatch(text):
        done = match["it"].strip()
        thing = _MEASURED.split(done, maxsplit=1)[-1]
        return thing if thing != done else done[2:].strip() if len(done) >= 4 else done
    if match := _LEADING.fullmatch(text):
        return match["it"].strip()
    return topic(question)


def joined(question: str, before: str, answer: str) -> str:
    """The follow-up with what it needs of the question before, which stands alone itself."""
    short = bare(question)
    if fragment(short):
        return _put_in(short.strip(_END).removesuffix("呢").strip(), before) or _under(short, before)
    named = answer.strip(_END)
    it = named if "谁" in before and 0 < len(named) <= LONGEST_NAME else subject(before)
    for shape, thing in ((_THIS, topic(before)), (_AMONG, f"{it}中"), (_IT, it)):
        if thing and (match := shape.search(short)):
            return short[: match.start()] + _spaced(thing, short[match.end() :])
    return _under(short, before)


def _spaced(thing: str, rest: str) -> str:
    return f"{thing} {rest}" if thing[-1:].isascii() and rest[:1].strip() else thing + rest


def _under(question: str, before: str) -> str:
    about = topic(before)
    return f"{about}：{question}" if about else question


def _put_in(piece: str, before: str) -> str | None:
    """The question before with the piece in the place of what it corresponds to."""
    if piece.endswith(_CONDITION) and len(piece) > 2:
        return f"{piece}，{before}"
    for shape in (_NUMBER, _CODE):
        if shape.fullmatch(piece) and shape.search(before):
            return shape.sub(lambda _: piece, before, count=1)
    alike = re.compile(rf"[\u4e00-\u9fff]{{{len(piece) - 1}}}{re.escape(piece[-1:])}")
    if 2 <= len(piece) <= 4 and alike.search(before):
        return alike.sub(lambda _: piece, before, count=1)
    return None
