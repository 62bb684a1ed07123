"""Whether a question needs the conversation before it: by pronouns, by ellipsis, or for lack of content."""

import re

from reasoner.patterns import pattern
from reasoner.retrieval.terms import STOP_WORDS, content_terms, stem, unspaced

_CONNECTOR = pattern(
    r"^(?:(?:and|but|so|or|then|also|okay|ok|well|now|hm+)\b[,:]?\s+)*(?:what about|how about)\s+"
    r"|^(?:(?:and|but|so|or|then|also|okay|ok|well|hm+)\b[,:]?\s+)+",
    re.IGNORECASE,
)
_CONNECTOR_ZH = pattern(
    r"(?:那么(?![多大长高快好])|那(?![么[个些里儿种边样位时年天次])|还有|然后|可是|但是|但(?!丁)|而且|另外|此外|所以)[，,\s]*"
)

_NOUN_PHRASE = pattern(
    r"\b(?:an?|the|each|every|any|some|my|your|our|no)\s+(?!same\b|other\b)[\w`./-]+|`[^`]+`"
    r"|(?<=[a-z,] )[A-Z]\w+|\b\w+_\w+",
)
_CLAUSE = pattern(
    r"[,;:]|\b(?:when|if|once|after|before|because|while|until|unless|and|but|so|that|which|or)\b"
)
_POSSESSIVE = pattern(r"\b(?:its|their|his|her)\b(?=\s+\w)", re.IGNORECASE)
_PERSONAL = pattern(r"\b(?:it|they|them|he|him|she|her|theirs|hers|itself|themselves)\b", re.IGNORECASE)
_EMPTY_IT = pattern(
    r"\b(?:is|was|does|will|would|did)(?: it|n't it) (?:true|possible|necessary|better|best|important"
    r"|take|matter|hurt|rain\w*|snow\w*)\b"
    r"|\bit(?:'s| is| was) (?:true|possible|necessary|better|important) (?:that|to)\b|\bwhat time is it\b",
    re.IGNORECASE,
)
_POINTING = pattern(
    r"\b(?:this|these|those(?! (?:who|that|which)\b))\b(?!\s+(?:year|month|week|morning|evening|time"
    r"|century)\b)"
    r"|(?:^|\b(?:about|of|for|with|to|in|on|at|from|by|than|like|after|before|without|is|was|are|does"
    r"|do|did|can"
    r"|could|will|would|should|may|has|had)\s+)that\b(?!\s+(?:the|a|an|you|we|i|they|it|there)\b)"
    r"|\b(?:i|you|we|to)\s+\w+\s+that\b(?!\s+(?:the|an?|my|it|they|there|i|you|we)\b)|\bthat\s*[?.!]*$"
    r"|\b(?:the (?:former|latter|others?|same|first|second|third|last|previous)(?: ones?)?)\s*(?:[?.!]"
    r"|$|\b(?:do|does|did|is|are|was|were|mean|work|happen)\b)"
    r"|\b(?:which|an?|the|\w+er|\w+ed) ones?\b(?!-)|\bone\s*[?.!]*$|\b(?:of|for|with) one\b",
    re.IGNORECASE,
)
_THERE = pattern(
    r"(?<!is )(?<!are )(?<!was )(?<!were )(?<!will )(?<!be )(?<!if )(?<!that )\bthere\b(?!\s+(?:is|are"
    r"|was|were|any|a|an|no)\b)",
    re.IGNORECASE,
)
_REMAINS = pattern(
    r"\b(?:else|instead|otherwise|afterwards|either|neither)\b\s*[?.!]*$|\b(?:too|then|again|as well"
    r"|also|next)\s*[?.!]*$"
    r"|^(?:what|who|where|how|anything|something|anyone) else\b|^(?:are|do|were|can) both\b(?! .* and )"
    r"|\b(?:any|no|some|tell me|say) more\b(?! \w+ than)|\bmore of them\b",
    re.IGNORECASE,
)
_VERB = pattern(
    r"\b(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had"
    r"|need|means?)\b"
    r"|^(?:who|what|which|how)\s+\w+(?:ed|es|s|e|on|ote)\b",
    re.IGNORECASE,
)
_FRAGMENT = pattern(
    r"(?:(?:not|only|even|just)\s+)?(?:in|on|for|with|without|at|by|from|to|of|after|before|during"
    r"|under|since|until|per"
    r"|the|an?|any|not|no|only|as)\b",
    re.IGNORECASE,
)
_ORDER = pattern(
    r"(?:please |can you |could you )?(?:tell|show|give|explain|describe|list|compare|write|say"
    r"|translate|summari[sz]e|solve|compute|calculate|find)\b",
    re.IGNORECASE,
)
_FRAGMENT_WORDS = 6

_POINTING_ZH = pattern(
    r"它们?|(?<![其吉])[他她]们?(?!人)|[这那](?![么])(?:个|些|种|样|里|儿|边|时|次|位|两|几|项|条|句)?|其(?=中|[的他余]|[^实他余中])(?!实|妙|次)"
    r"|该(?=[^\s，。？])(?<!应该)|前者|后者|上述|上面|刚才|此(?=[处时外])"
)
_WANTED_ZH = pattern(
    r"为什么|什么|怎么样?|怎样|多[少大长久高快远]|吗|谁|哪|几|为何|如何|是否|是不是|能不能|有没有|何时|会怎"
)
_ELLIPSIS_ZH = pattern(r"呢\s*[?？。!！]*$")
_PARTICLE_ZH = pattern(r"[呢吗吧]\s*[?？。!！]*$")
_SUBJECTLESS_ZH = pattern(
    r"(?:可不可以|可以|能不能|能|要不要|要|需不需要|需要|得|多久|多少钱|是谁|在哪|几(?:个|次|针|天|点)|怎么收费)"
    r"(?!会|求|闻)[\u4e00-\u9fff]{1,5}[?？]?|多少钱[?？]?|怎么收费[?？]?|收费吗[?？]?"
)
"""A short question that begins with its verb: whom or what it is about was said before."""
_CLAUSE_ZH = pattern(r"[，,；;：:]|(?:以后|之后|之前|的时候|时)")

_GENERAL_WORDS = (
    "explain example tell detail elaborate mean say reason sure other another give list please show continue "
    "go further default limit maximum minimum max min value difference advantage disadvantage purpose "
    "meaning alternative price size exception option many much long often far old big large work possible "
    "happen need cost name kind sort part step case thing one first second third last next"
)
_GENERAL = frozenset(map(stem, _GENERAL_WORDS.split()))
"""Words that ask for something of what was spoken of, and say nothing of what that is."""
_GENERAL_ZH = pattern(
    r"默认值?|上限|下限|最[多少大小]|区别|原因|好处|坏处|例子?|举|格式|大小|选项|意思|说明|解释|做|详细|具体|继续|讲|一下|一点|请|再"
    r"|可以|能|会|要|需要|有|没有|不|也|都|就|还|又|次|个|种|一|点|能够|应该|应当|为什么|别的|其他|更"
)
_THANKS = pattern(
    r"\s*(?:thanks?|thank you|hello|hi|hey|bye|goodbye|yes|no|okay|ok|sorry|great)\b|\s*(?:谢|你好|您好|再见"
    r"|好的?[。！!]?$|嗯|是的?[。！!]?$)",
    re.IGNORECASE,
)
_FORMAL = pattern(r"\d\s*(?:[-+*/^=<>×÷−]|\*\*)\s*[\d(a-z]|\bsqrt\b|√", re.IGNORECASE)


def depends(question: str) -> bool:
    """The question cannot be understood without the conversation before it, as far as its words show."""
    text = " ".join(question.split())
    if _THANKS.match(text) or (formal(text) and bare(text) == text):
        return False
    return _depends_chinese(text) if chinese(text) else _depends_english(text)


def bare(question: str) -> str:
    """The question without the words that only tie it to what was said before."""
    text = " ".join(question.split())
    return _CONNECTOR.sub("", _CONNECTOR_ZH.sub("", text, count=1), count=1)


def chinese(text: str) -> bool:
    """It is a question in Chinese, whatever names it has."""
    return bool(unspaced(text) or _PARTICLE_ZH.search(text))


def formal(question: str) -> bool:
    """It is a formula, which no word of the conversation makes clearer."""
    return _FORMAL.search(question) is not None


def hollow(question: str) -> bool:
    """It has no words that say what it is about."""
    if chinese(question):
        rest = _GENERAL_ZH.sub("", _WANTED_ZH.sub("", _POINTING_ZH.sub("", question)))
        return not re.sub(r"[的是了呢吗吧啊多少么\W]", "", rest)
    found = content_terms(question)
    return all(term in _GENERAL or term in STOP_WORDS for term in found)


def fragment(question: str) -> bool:
    """It is a piece of a sentence, to be put into the question before."""
    if chinese(question):
        return (bool(_ELLIPSIS_ZH.search(question)) or len(question) <= 6) and not _WANTED_ZH.search(question)
    words = question.rstrip("?.! ").split()
    if _VERB.search(question) or _ORDER.match(question) or len(words) > _FRAGMENT_WORDS:
        return False
    return bool(_FRAGMENT.match(question)) or (len(words) <= 2 and question.rstrip().endswith("?"))


def _depends_english(text: str) -> bool:
    if (
        _CONNECTOR.match(text)
        or hollow(text)
        or fragment(text)
        or _REMAINS.search(text)
        or _THERE.search(text)
    ):
        return True
    return _points(text)


def _points(text: str) -> bool:
    """A pronoun of it stands for nothing in the question itself."""
    lowered = _EMPTY_IT.sub(" ", text)
    for match in _POSSESSIVE.finditer(lowered):
        if not _NOUN_PHRASE.search(lowered, 0, match.start()):
            return True
    for shape in (_PERSONAL, _POINTING):
        for match in shape.finditer(lowered):
            if shape is _PERSONAL and _POSSESSIVE.match(lowered, match.start()):
                continue
            noun = _NOUN_PHRASE.search(lowered, 0, match.start())
            if noun is None or not _CLAUSE.search(lowered, noun.end(), match.start()):
                return True
    return False


def _depends_chinese(text: str) -> bool:
    if _CONNECTOR_ZH.match(text) or hollow(text) or fragment(text) or _SUBJECTLESS_ZH.fullmatch(text):
        return True
    match = _POINTING_ZH.search(text)
    if match is None:
        return False
    before = text[: match.start()]
    clause = _CLAUSE_ZH.search(before)
    return clause is None or len(content_terms(before[: clause.start()])) < 3  # a noun takes two characters
