"""The reply itself in what a model wrote: no control tokens, no thoughts, no turns of a next speaker."""

from reasoner.patterns import pattern

_CONTROL = pattern(
    r"<\|[^|<>\n]{1,40}\|>(?:(?:assistant|system|user)\n)?|<｜[^｜<>\n]{1,40}｜>"
    r"|</?s>|\[/?INST\]|<(?:end|start)_of_turn>(?:model\n)?"
)
_NEXT_TURN = pattern(
    r"\n[ \t*#]*(?:(?:Question|Problem|Exercise|Example|Q|Human|User|Instruction)\b[ *]*\d{0,3}[ *]*[:：]"
    r"|(?:Problem|Exercise|Question|Example) \d{1,3}\b|(?:问题|题目|例题|问|用户)[ *]*\d{0,3}[ *]*[:：])"
)


def after_thinking(text: str) -> str:
    """The text without a closed block of thoughts before the answer."""
    head, closed, tail = text.rpartition("</think>")
    return tail if closed and tail.strip() else head if closed else text


def is_thinking(text: str) -> bool:
    """Whether the text ends before its thoughts do."""
    return "<think>" in text and "</think>" not in text


def own_turn(text: str) -> str:
    """What stands before the control token that ends the turn."""
    return next((part for part in _CONTROL.split(text) if part.strip()), "").lstrip()


def before_next_turn(text: str) -> str:
    """The text up to where a next question begins; the whole of it where none does."""
    turns = (turn.start() for turn in _NEXT_TURN.finditer(text) if text[: turn.start()].strip())
    return text[: next(turns, len(text))]
