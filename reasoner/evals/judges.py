"""How an answer to a question that has one compares with the known ones: one function for each scorer."""

from collections.abc import Mapping, Sequence
from typing import Any

from reasoner.evals import truth
from reasoner.evals.grading import grade
from reasoner.evals.item import Item, RightCall, Score
from reasoner.evals.overlap import contains, f1, tokens
from reasoner.verification.answers import extract
from reasoner.verification.equivalence import Comparison, Kind, equal
from reasoner.verification.extraction.programs import code_block
from reasoner.verification.sandbox import Sandbox

Row = Mapping[str, Any]
"""What a pipeline made of a question, as `Result.as_dict` gives it."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def math(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Right where the final answer is equal to a known one, exactly, symbolically or by number."""
    return _compared(item, _said(row), sandbox, "math")


def exact(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Right where the answer has the words of a known one and no others, or states it as its answer.

    Of a known answer that is yes or no, true or false, only which of the two is said counts.
    """
    said = _said(row)
    known, found = {truth.says(gold) for gold in item.golds}, truth.says(said)
    if found is not None and None not in known:
        return Score("right" if found in known else "wrong", float(found in known), "yes" if found else "no")
    if any(tokens(gold) == tokens(said) for gold in item.golds):
        return Score("right", 1.0, "the same words")
    return _compared(item, said, sandbox, "text")


def _compared(item: Item, said: str, sandbox: Sandbox, kind: Kind) -> Score:
    return _score(grade(item.golds, said, sandbox, kind=kind, question=item.question))


def _score(found: Comparison) -> Score:
    match found.verdict:
        case "equal":
            return Score("right", 1.0, found.reason)
        case "different":
            return Score("wrong", 0.0, found.reason)
    return Score("unknown", 0.0, found.reason)


def choice(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Right where the answer names the right option, by its letter or by what it says."""
    golds = {letter for letter in (letter_of(gold, item) for gold in item.golds) if letter}
    said = _said(row)
    chosen = letter_of(said, item) or _equal_option(item, said, sandbox)
    if isinstance(chosen, Score):
        return chosen
    if chosen in golds:
        return Score("right", 1.0, f"option {chosen}")
    return Score("wrong", 0.0, f"option {chosen} instead of {', '.join(sorted(golds))}")


def letter_of(text: str, item: Item) -> str | None:
    """The letter of the option that the text names: as a letter, or by its words; None where it does not."""
    said = tokens(text)
    named = [LETTERS[i] for i, option in enumerate(item.options) if said and tokens(option) == said]
    known = LETTERS[: len(item.options)] or LETTERS
    if len(named) == 1 and len(text.strip()) > 1:
        return named[0]
    bare = text.strip().upper()
    letter = bare if len(bare) == 1 else extract(text, kind="choice")
    if letter and len(letter) == 1 and letter in known:
        return letter
    return named[0] if len(named) == 1 else None


def _equal_option(item: Item, said: str, sandbox: Sandbox) -> str | Score:
    """The letter of the one option that has the value of the answer; else the score of an answer without."""
    answer = extract(said)
    if answer is None and code_block(said):
        return Score("unknown", 0.0, "it is a program")
    if answer is None or not item.options:
        return Score("wrong", 0.0, "it names none of the options")
    found = [equal(option, answer, sandbox, question=item.question).verdict for option in item.options]
    if found.count("equal") == 1:
        return LETTERS[found.index("equal")]
    if "equal" in found or "unknown" in found:
        return Score("unknown", 0.0, "it is not clear which option it names")
    return Score("wrong", 0.0, "it names none of the options")


def words(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """The value is the best F1 with a known answer; right where the words of one stand in it side by side.

    A known answer that is a mere yes or no must be what the answer says, as in the scoring of HotpotQA.
    """
    said = tokens(_said(row))
    golds = [tokens(gold) for gold in item.golds]
    if any(truth.is_truth(gold) for gold in item.golds):
        return exact(item, row, sandbox)
    value = max((f1(gold, said) for gold in golds), default=0.0)
    if any(gold == said for gold in golds):
        return Score("right", 1.0, "the same words")
    if any(contains(said, gold) for gold in golds):
        return Score("right", value, "a known answer stands in it")
    return Score("wrong", value, "no known answer stands in it")


def either(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Right where the final answer is equal to a known one as what it looks like, a number, a date or words,
    or the words of one stand in it."""
    score = _compared(item, _said(row), sandbox, "auto")
    if score.verdict == "right":
        return score
    said = words(item, row, sandbox)
    return said if said.verdict == "right" else score


def called(needed: Sequence[RightCall], made: Sequence[Row], sandbox: Sandbox) -> int:
    """How many of the calls that are needed were made, in order, other ones between them or not.

    A call is the one that is needed where it is of the same tool, ended well, and its result is equal to the
    known one, or has its words in it.
    """
    counts = [0] * (len(needed) + 1)
    for call in made:
        before = counts[:]
        for i, right in enumerate(needed):
            counts[i + 1] = max(before[i + 1], counts[i], before[i] + _is(right, call, sandbox))
    return counts[-1]


def _is(right: RightCall, call: Row, sandbox: Sandbox) -> bool:
    result = str(call["result"])
    if call["call"]["tool"] != right.tool or not call["ok"]:
        return False
    if contains(tokens(result), tokens(right.result)):
        return True
    return grade((right.result,), result, sandbox).verdict == "equal"


def quote(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Right where the answer is a verbatim quote, as its citations show, in which a known answer stands."""
    score = words(item, row, sandbox)
    if score.verdict != "right":
        return score
    said = _flat(_said(row))
    quotes = [_flat(str(citation["quote"])) for citation in row["citations"]]
    if any(said in cited or cited in said for cited in quotes if cited):
        return score
    return Score("wrong", score.value, "a known answer stands in it, but it is no quote")


def _flat(text: str) -> str:
    return " ".join(text.split())


def _said(row: Row) -> str:
    return str(row["answer"] or "")
