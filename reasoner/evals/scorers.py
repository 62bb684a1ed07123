"""Scorers: from an item and what a pipeline made of it to right, wrong, unknown or abstained.

Whatever the scorer, a refusal of a question without an answer is right and any answer to it is wrong;
a refusal of a question that has one is "abstained". What cannot be told is "unknown", never wrong.
"""

import hashlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, get_args

from reasoner import resources
from reasoner.errors import InputError, did_you_mean, one_line
from reasoner.evals import judges
from reasoner.evals.golds import is_readable
from reasoner.evals.item import Item, Score, ScoreVerdict
from reasoner.evals.judges import Row
from reasoner.verification.extraction import refusals
from reasoner.verification.sandbox import Sandbox

Scorer = Callable[[Item, Row, Sandbox], Score]
GROUP = "reasoner.scorers"
"""The entry points of scorers that others add."""


def _answers(judge: Scorer) -> Scorer:
    """A scorer of answers out of how an answer compares with the known ones."""

    def scored(item: Item, row: Row, sandbox: Sandbox) -> Score:
        return _refusal(item, row) or judge(item, row, sandbox)

    return scored


def _refusal(item: Item, row: Row) -> Score | None:
    """The score of a refusal, or of an answer where there is none; None where answers are to be compared."""
    abstained = row["outcome"] == "abstained"
    if not item.answerable:
        if abstained or refusals.refuses(str(row["answer"])):
            return Score("right", 1.0, "right to refuse: there is no answer")
        return Score("wrong", 0.0, "wrong to answer: there is no answer")
    return Score("abstained", 0.0, "no answer, although there is one") if abstained else None


def abstention(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Whether it answers where there is an answer and refuses where there is none, not what it says."""
    if item.answerable and (row["outcome"] == "abstained" or refusals.refuses(str(row["answer"]))):
        return Score("abstained", 0.0, "wrong to refuse: there is an answer")
    return _refusal(item, row) or Score("right", 1.0, "right to answer")


def citations(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """The value is the share of the citations that hold; right where there are some and all do.

    A citation holds where its quote is as long as its place says and bears on the answer, word for word, and
    stands in the document, where that is one of a bundled collection.
    """
    if refused := _refusal(item, row):
        return refused
    cited = row["citations"]
    if not cited:
        return Score("wrong", 0.0, "nothing is cited")
    held = sum(_holds(citation, row) for citation in cited)
    reason = f"{held} of {len(cited)} citations hold"
    return Score("right" if held == len(cited) else "wrong", held / len(cited), reason)


def _holds(citation: Mapping[str, Any], row: Row) -> bool:
    quote, said = " ".join(citation["quote"].split()), " ".join(str(row["answer"]).split())
    if not quote or len(citation["quote"]) != citation["end"] - citation["start"]:
        return False
    if quote not in said and said not in quote:
        return False
    document = _document(str(row.get("collection")), str(citation["source"]))
    return document is None or citation["quote"] in document


@cache
def _document(collection: str, source: str) -> str | None:
    """The text of a document of a bundled collection; None for any other."""
    folder = resources.bundled_collections().get(collection)
    path = (folder / "documents" / source).resolve() if folder else None
    if path is None or folder is None or not path.is_relative_to(folder.resolve()) or path.suffix != ".md":
        return None
    return path.read_text(encoding="utf-8") if path.is_file() else None


def intent(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Right where the intent that was detected is the known one."""
    found = row["intent"]
    if found is None:
        return Score("unknown", 0.0, "the pipeline detects no intent")
    right = found["kind"] == item.intent
    reason = f"'{found['kind']}'" if right else f"'{found['kind']}' instead of '{item.intent}'"
    return Score("right" if right else "wrong", float(right), reason)


def tools(item: Item, row: Row, sandbox: Sandbox) -> Score:
    """Right where the answer is, as mathematics or in words; the value is the share of the calls that the
    question needs which were made, in order, on the way to it: those of the first candidate of the vote."""
    score, needed = _refusal(item, row) or judges.either(item, row, sandbox), item.calls
    if not needed:
        return score
    made = judges.called(needed, _calls(row), sandbox)
    reason = f"{score.reason}; {made} of {len(needed)} calls are right"
    return Score(score.verdict, made / len(needed), reason)


def _calls(row: Row) -> Sequence[Mapping[str, Any]]:
    """The calls of the candidate that won, or would have."""
    found, votes = row["candidates"], row["votes"]
    first = votes[0]["members"][0] if votes else 0
    calls: Sequence[Mapping[str, Any]] = found[first].get("calls") or () if found else ()
    return calls


SCORERS: Mapping[str, Scorer] = {
    "math": _answers(judges.math),
    "choice": _answers(judges.choice),
    "exact": _answers(judges.exact),
    "f1": _answers(judges.words),
    "quote": _answers(judges.quote),
    "abstention": abstention,
    "citations": citations,
    "intent": intent,
    "tools": tools,
}
_OF_RESULTS = ("abstention", "citations", "intent")
"""Scorers that look at more than an answer."""


def resolve(name: str, folder: Path) -> str:
    """The name of a scorer, with the whole path where it is in a file beside `folder`.

    Raises: InputError, when there is no such scorer.
    """
    path, function = _file(name)
    if path is not None:
        places = (folder / path, path)
        found = next((place for place in places if place.is_file()), None)
        if found is None:
            raise InputError(f"scorer '{name}': no file '{path}'; give module.py:function, from the suite.")
        return f"{found.resolve()}:{function}"
    known = [*SCORERS, *_added()]
    if name not in known:
        raise InputError(f"no scorer '{name}'{did_you_mean(name, known)} Or give module.py:function.")
    return name


def identity(name: str) -> str:
    """What tells a scorer from others: its name, or a hash of its file."""
    path, function = _file(name)
    if path is None:
        return name
    return f"{hashlib.sha256(path.read_bytes()).hexdigest()}:{function}"


def scorer(name: str) -> Scorer:
    """The scorer of that name: one of ours, of an entry point, or of a function in a Python file.

    Raises: InputError, when there is none, or its file cannot be loaded.
    """
    name = resolve(name, Path())
    path, function = _file(name)
    if path is not None:
        return _own(name, _function(path, function))
    return SCORERS[name] if name in SCORERS else _own(name, _added()[name].load())


def _file(name: str) -> tuple[Path | None, str]:
    path, _, function = name.rpartition(":")
    return (Path(path).expanduser(), function) if path.endswith(".py") else (None, "")


def _added() -> dict[str, Any]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _function(path: Path, name: str) -> Callable[..., object]:
    try:
        spec = importlib.util.spec_from_file_location(f"scorer_{path.stem}", path)
        if spec is None or spec.loader is None:
            raise ImportError("not a Python module")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the user's module does when it is loaded
        why = f"{type(error).__name__}: {one_line(str(error), 120)}"
        raise InputError(f"{path}: cannot load this scorer: {why}.") from None
    found: object = getattr(module, name, None)
    if not callable(found):
        functions = (
            key for key, value in vars(module).items() if callable(value) and not key.startswith("_")
        )
        raise InputError(f"{path}: no function '{name}'{did_you_mean(name, functions)}")
    return found


def _own(name: str, judge: Callable[..., object]) -> Scorer:
    """A user's function as a scorer: it may give a Score, true or false, or a number in [0, 1].

    Anything else is unknown. It gets a copy of the row, so that it cannot change what is kept.
    """

    def scored(item: Item, row: Row, sandbox: Sandbox) -> Score:
        try:
            found = judge(item, deepcopy(dict(row)), sandbox)
        except Exception as error:  # a fault of the scorer says nothing about the answer
            why = f"{type(error).__name__}: {one_line(str(error), 120)}"
            return Score("unknown", 0.0, f"the scorer failed: {why}")
        match found:
            case Score():
                return _checked(found)
            case bool():
                return Score("right" if found else "wrong", float(found), name.rpartition(":")[2])
            case int() | float() if 0 <= found <= 1:
                return Score("right" if found == 1 else "wrong", float(found), name.rpartition(":")[2])
        shown = one_line(repr(found), 60)
        return Score("unknown", 0.0, f"the scorer gave {shown}, neither a Score, a truth value nor a share")

    return scored


def _checked(score: Score) -> Score:
    """The score as it is to be kept; unknown where a field holds what it may not."""
    verdict, value = score.verdict, score.value
    if verdict not in get_args(ScoreVerdict):
        wrong = f"the verdict {one_line(repr(verdict), 60)}, none of {', '.join(get_args(ScoreVerdict))}"
    elif not isinstance(value, int | float) or not 0 <= value <= 1:
        wrong = f"the value {one_line(repr(value), 60)}, no number between 0 and 1"
    else:
        return Score(verdict, float(value), str(score.reason))
    return Score("unknown", 0.0, f"the scorer gave {wrong}")


def votes_right(item: Item, row: Row, sandbox: Sandbox, scorer: Scorer) -> list[bool | None]:
    """For each class of answers of the vote whether it is right; None where that cannot be told.

    Each is judged as if it were the answer, and a quote of its own.
    """
    if any(scorer is SCORERS[name] for name in _OF_RESULTS):
        return [None] * len(row["votes"])
    verdicts = (scorer(item, _as_if(row, vote["answer"]), sandbox).verdict for vote in row["votes"])
    return [_RIGHT.get(verdict) for verdict in verdicts]


_RIGHT = {"right": True, "wrong": False}


def _as_if(row: Row, answer: str) -> Row:
    cited = [{"quote": answer, "source": "", "start": 0, "end": len(answer), "line": 1}]
    return {**row, "outcome": "answered", "answer": answer, "citations": cited}


def fault(item: Item, name: str) -> str:
    """Why the scorer could not tell whether an answer to the item is right; empty where it could."""
    if name == "intent":
        return "" if item.intent else "no intent is known"
    if not item.answerable or name not in _NEED_GOLD:
        return ""
    if not item.golds:
        return "no answer is known"
    if name == "math":
        return next((_unread(gold) for gold in item.golds if not is_readable(gold)), "")
    if name == "choice" and not all(judges.letter_of(gold, item) for gold in item.golds):
        return f"the known answer '{one_line(item.golds[0], 60)}' is none of the options"
    return ""


_NEED_GOLD = ("math", "choice", "exact", "f1", "quote", "tools")


def _unread(gold: str) -> str:
    return f"the known answer '{one_line(gold, 60)}' cannot be read"
