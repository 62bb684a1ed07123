"""Words of which a claim may not put one in another's place: directions, quantities, months, opposites."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from reasoner.patterns import pattern

_AXES: dict[str, tuple[str, ...]] = {
    "direction": (
        r"increas\w*|ris(?:e|es|en|ing)|rose|gr(?:ow|ew|owth|ows|own|owing)|gain(?:s|ed)?|expand\w*"
        r"|climb\w*|improv\w*|rais(?:e|es|ed|ing)|soar\w*|went up|doubl\w*"
        r"|增加|上升|涨|升至|升到|增长|提高|扩大|升高|增多|提升|增强",
        r"decreas\w*|f(?:all|ell|alls|allen|alling)|declin\w*|drop(?:s|ped|ping)?|shr(?:ink|ank|unk|inks"
        r"|inking)|reduc\w*|los(?:e|es|t)|worsen\w*|lower(?:ed|ing)|went down|halv\w*|plung\w*"
        r"|减少|下降|降低|降至|降到|跌|缩小|减弱|削减|下滑",
    ),
    "bound": (
        r"more than|over(?= \d)|above|exceed\w*|at least|greater than|larger than|higher than"
        r"|longer than|upwards of|no (?:less|fewer) than|not less than|minimum"
        r"|超过|多于|大于|高于|以上|至少|不少于|不低于|最少|长于|最低",
        r"(?<!no )(?<!not )(?:less|fewer) than|under(?= \d)|below|at most|smaller than|lower than"
        r"|shorter than|no more than|not more than|up to|maximum"
        r"|不足|少于|小于|低于|以下|至多|不超过|不到|最多|短于|最高不",
    ),
    "amount": (
        r"(?<!no )(?<!not )more|greater|bigger|更多|较多|比[^，。]{1,15}多",
        r"(?<!no )(?<!not )(?:less|fewer)|更少|较少|比[^，。]{1,15}少",
    ),
    "size": (
        r"larger|largest|bigger|biggest|greatest|最大|更大|较大",
        r"smaller|smallest|tiniest|最小|更小|较小",
    ),
    "height": (r"higher|highest|tallest|taller|最高|更高|较高", r"lower|lowest|最低|更低|较低|最矮|更矮"),
    "length": (r"longer|longest|最长|更长|较长", r"shorter|shortest|最短|更短|较短"),
    "age": (
        r"older|oldest|elder|eldest|更老|最老|最古老|年长",
        r"newer|newest|younger|youngest|最新|更新的|年轻|最年轻",
    ),
    "speed": (
        r"faster|fastest|quick(?:er|est|ly)?|更快|最快|较快",
        r"slower|slowest|slow(?:ly)?|更慢|最慢|较慢",
    ),
    "order": (
        r"before|prior to|earlier|precede\w*|之前|以前|早于|先于",
        r"(?<!only )after|later|following|之后|以后|晚于|后于",
    ),
    "end": (r"first|earliest|最早|首次|首个|第一次", r"last|latest|final|最晚|最后一次|末次"),
    "north": (
        r"north(?:ern|ward|wards)?|[最以]北|北[部岸方面边侧端]",
        r"south(?:ern|ward|wards)?|[最以]南|南[部岸方面边侧端]",
    ),
    "east": (
        r"east(?:ern|ward|wards)?|[最以]东|东[部岸方面边侧端]",
        r"west(?:ern|ward|wards)?|[最以]西|西[部岸方面边侧端]",
    ),
    "side": (r"left|左[侧边面]?", r"right(?=[- ](?:side|bank|hand|wing))|右[侧边面]?"),
    "start": (
        r"beg(?:an|in|ins|un|inning)|start(?:s|ed)?|commenc\w*|开始",
        r"end(?:s|ed)?|finish\w*|ceas\w*|stopp?(?:s|ed)?|结束|终止|停止",
    ),
    "open": (r"open(?:s|ed)?|开放|开启|开业", r"clos(?:e|es|ed)|shut|关闭|倒闭|停业"),
    "win": (
        r"w(?:in|on|ins|inning)|victor\w*|defeated|获胜|胜利|赢",
        r"lose|lost|loses|defeat(?=\s|$)|beaten|失败|落败|输",
    ),
    "allow": (
        r"allow\w*|permit\w*|legal|允许|准许|许可|可以",
        r"forbid\w*|forbade|prohibit\w*|ban(?:s|ned)?|illegal|refus\w*|禁止|不准|不许|不允许|不得",
    ),
    "success": (r"succe(?:ed|eds|eded|ss|ssful|ssfully)|成功", r"fail(?:s|ed|ure)?|unsuccessful\w*|失败"),
    "with": (r"includ\w*|with(?!out)\b|包括|包含", r"exclud\w*|without|except\w*|不包括|除外|不含"),
    "value": (r"best|better|最好|更好", r"worst|worse|最差|更差|最坏"),
    "heat": (r"hot|hotter|hottest|warm\w*|热|温暖|炎热", r"cold|colder|coldest|cool\w*|寒冷|冷|凉"),
    "price": (r"expensive|costl\w*|昂贵|贵", r"cheap\w*|inexpensive|便宜|廉价"),
    "depth": (r"deep\w*|深", r"shallow\w*|浅"),
    "light": (r"light(?:er|est)?|bright\w*|明亮|轻", r"dark\w*|heav\w*|dim|黑暗|重型"),
    "strength": (r"strong\w*|强大?|强烈", r"weak\w*|弱|微弱"),
    "truth": (r"true|correct|正确|真实", r"false|incorrect|wrong|untrue|错误|虚假"),
    "use": (
        r"enabl\w*|switch(?:ed|es)? on|turn(?:ed|s)? on|启用|打开",
        r"disabl\w*|switch(?:ed|es)? off|turn(?:ed|s)? off|禁用|停用",
    ),
    "required": (
        r"must|shall|required|mandatory|compulsory|obligatory|必须|必需|强制",
        r"may(?! (?:not|only)\b)|optional\w*|voluntary|可选|自愿|可以不",
    ),
    "public": (r"public|公共|公立|公有", r"private|私人|私立|私有"),
    "sex": (
        r"m[ae]n|male|boys?|king|father|husband|sons?|brother|男|父亲|丈夫|儿子|国王",
        r"wom[ae]n|female|girls?|queen|mother|wife|daughters?|sister|女|母亲|妻子|女儿|王后|女王",
    ),
    "often": (
        r"always|总是|始终|一直",
        r"often|frequently|usually|commonly|经常|常常|通常|往往",
        r"sometimes|occasionally|有时|偶尔",
        r"rarely|seldom|hardly ever|很少|极少",
        r"never|从不|从未|从来没有",
    ),
    "moment": (
        r"(?<![以之目从])前(?=[，,。、；通就才都已不会])",
        r"(?<![以之])后(?=[，,。、；通就才都已不会])",
    ),
    "fate": (r"surviv\w*|preserv\w*|幸存|保存", r"destroy\w*|demolish\w*|摧毁|毁于|拆除"),
    "stream": (r"upstream|上游", r"downstream|下游"),
    "middle": (r"average|mean|平均", r"maximum|最大|最高|最深", r"minimum|最小|最低|最浅"),
    "inside": (r"inside|indoors?|domestic|国内|室内|境内", r"outside|outdoors?|foreign|国外|室外|境外"),
    "period": (
        r"(?:a|per|each|every) second|每秒",
        r"(?:a|per|each|every) minute|每分钟?",
        r"(?:a|an|per|each|every) hour|hourly|每小时",
        r"(?:a|per|each|every) day|daily|每[天日]",
        r"(?:a|per|each|every) week|weekly|每周",
        r"(?:a|per|each|every) month|monthly|每月",
        r"(?:a|per|each|every) year|yearly|annual(?:ly)?|每年",
    ),
    "quantity": (
        r"all(?! (?:of )?\d)|every\w*|each|entire\w*|所有|全部|全体|每[个一位年天]|一切",
        r"most(?: of)?(?= \w)|majority|大多数|多数|大部分",
        r"some|certain|part of|partly|一些|有些|有的|部分",
        r"many|numerous|lots|plenty|许多|很多|众多",
        r"(?<!a )few|hardly any|少数|极少数|寥寥",
        r"none|no one|nobody|没有(?:一|任何)|无一",
        r"half|一半|半数",
        r"only|sole\w*|exclusively|仅|只有|唯一",
    ),
    "count": (r"both|两者|双方|二者都", r"neither|两者都不", r"either|任一"),
    "month": (
        r"(?-i:January|Jan\b)",
        r"(?-i:February|Feb\b)",
        r"(?-i:March|Mar\b)",
        r"(?-i:April|Apr\b)",
        r"(?-i:May)",
        r"(?-i:June|Jun\b)",
        r"(?-i:July|Jul\b)",
        r"(?-i:August|Aug\b)",
        r"(?-i:September|Sept?\b)",
        r"(?-i:October|Oct\b)",
        r"(?-i:November|Nov\b)",
        r"(?-i:December|Dec\b)",
    ),
    "weekday": (
        r"Mondays?|(?:星期|周|礼拜)一",
        r"Tuesdays?|(?:星期|周|礼拜)二",
        r"Wednesdays?|(?:星期|周|礼拜)三",
        r"Thursdays?|(?:星期|周|礼拜)四",
        r"Fridays?|(?:星期|周|礼拜)五",
        r"Saturdays?|(?:星期|周|礼拜)六",
        r"Sundays?|(?:星期|周|礼拜)[日天]",
        r"weekends?|周末",
    ),
    "season": (
        r"(?-i:spring)|春[季天]",
        r"(?-i:summer)|夏[季天]",
        r"(?-i:autumn|fall(?= of))|秋[季天]",
        r"(?-i:winter)|冬[季天]",
    ),
    "daytime": (
        r"morning|dawn|早[上晨]|上午|清晨|黎明|拂晓",
        r"noon|midday|中午",
        r"afternoon|下午",
        r"evening|dusk|傍晚|晚上|黄昏",
        r"night|midnight|夜[里间晚]|午夜",
    ),
    "colour": (
        r"red|红色?",
        r"blue|蓝色?",
        r"green|绿色?",
        r"yellow|黄色",
        r"white|白色",
        r"black|黑色",
        r"brown|棕色|褐色",
        r"purple|violet|紫色",
        r"orange|橙色",
        r"gr[ea]y|灰色",
        r"pink|粉色?",
    ),
    "era": (r"B\.?C\.?E?|公元前|西元前", r"A\.?D\.?|(?<!B)C\.?E\.?"),
}
"""By what they differ in. Where a claim has a word of one kind, and its source none of that kind but one of
another kind of the same axis, the claim was changed."""


@cache
def _compiled() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    return tuple(
        (axis, tuple(re.compile(_bounded(words), re.IGNORECASE) for words in kinds))
        for axis, kinds in _AXES.items()
    )


def _bounded(words: str) -> str:
    """English words whole, Chinese ones anywhere."""
    parts = re.split(r"\|(?![^()]*\))", words)
    english = [part for part in parts if part.isascii()]
    chinese = [part for part in parts if not part.isascii()]
    whole = [rf"\b(?:{'|'.join(english)})(?!\w)"] if english else []
    return "|".join(whole + chinese)


def without_sides(text: str) -> str:
    """What the text is about: it without the words that have opposites, and without its negations."""
    for _, kinds in _compiled():
        for kind in kinds:
            text = kind.sub(" ", text)
    return NEGATION.sub(" ", text)


def turned(said: str, source: str) -> tuple[str, str] | None:
    """The word of the source, and the one of the claim that stands in its place; None where none does."""
    return next(_turned(said, source), None)


def _turned(said: str, source: str) -> Iterator[tuple[str, str]]:
    for _, kinds in _compiled():
        ours = [kind.search(said) for kind in kinds]
        if not any(ours):
            continue
        theirs = [kind.search(source) for kind in kinds]
        for own, there in zip(ours, theirs, strict=True):
            rival = next(
                (match for match, mine in zip(theirs, ours, strict=True) if match and not mine), None
            )
            if own and not there and rival:
                yield rival[0], own[0]


NEGATION = pattern(
    r"\b(?:not|never|no(?! (?:less|fewer|more|one) than)|nor|none|neither|nobody|nothing|without|cannot"
    r"|unable|impossible|hardly|scarcely|barely|lack(?:s|ed)?|fail(?:s|ed)? to"
    r"|refus(?:e|es|ed)|n[o]t|den(?:y|ies|ied))\b|n['\u2019]t\b"
    r"|不(?!仅|但|过|同|少|断|久|足|超过|到|少于|低于|管|论|只|得不|可或缺|锈)|没有?|未(?!来)|无(?!论|数"
    r"|线|机)|非(?!常|洲|凡)|勿|别(?=让|要)|并非|从未|毫无|缺乏|无法|禁止",
    re.IGNORECASE,
)
FORBIDDEN = pattern(
    r"\b(?:forbid\w*|forbade|prohibit\w*|bann?(?:s|ed)?|illegal)\b|禁止|严禁|不准", re.IGNORECASE
)
"""Words that deny something and are no negations."""
_CLAUSE = pattern(
    r"[,;:，；：。.!?！？]|\b(?:but|although|though|while|whereas|and|because|which|who)\b|但是?|而|虽然"
    r"|尽管|因为"
)
REACH = 40
"""Characters behind a negation that it may be about."""


@dataclass(frozen=True, slots=True)
class Denial:
    """A negation, and what it may be about."""

    word: str
    after: str
    """What follows it in its clause."""
    clause: str


def negated(text: str) -> tuple[Denial, ...]:
    """The negations of the text."""
    found = []
    for match in NEGATION.finditer(text):
        after = _CLAUSE.split(text[match.end() : match.end() + REACH])[0]
        before = _CLAUSE.split(text[max(0, match.start() - REACH) : match.start()])[-1]
        found.append(Denial(match[0], after, f"{before} {after}"))
    return tuple(found)
