"""`reasoner cite`: what the sources have of each sentence of an answer, row by row; no model is needed."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, get_args

import typer

from reasoner.cli import batch, complete, jsonl
from reasoner.cli.errors import DONE, FAILED
from reasoner.cli.jsonl import Fields, Row, lacking
from reasoner.cli.output import per_second
from reasoner.cli.verdicts import Output, Overwrite
from reasoner.errors import did_you_mean
from reasoner.retrieval import collection
from reasoner.retrieval.citations import MIN_OVERLAP, attributed, findings
from reasoner.state import Mark, Passage

MARKS: tuple[Mark, ...] = get_args(Mark)
"""From the best to the worst."""
SILENT = "without an answer"
TOP_K = 5
GAINS = frozenset({"attributions", "citations", "counts"})


def _marks(given: str | None) -> tuple[Mark, ...]:
    """The marks named, one comma between them. Raises: typer.BadParameter."""
    wanted = [name.strip() for name in given.split(",")] if given else []
    for name in wanted:
        if name not in MARKS:
            hint = did_you_mean(name, MARKS)
            raise typer.BadParameter(f"no mark '{name}'{hint}")
    return tuple(mark for mark in MARKS if mark in wanted)


def _checked(given: str | None) -> str | None:
    _marks(given)
    return given


def _share(given: float) -> float:
    if 0 < given <= 1:
        return given
    raise typer.BadParameter(f"{given:g} is not above 0 and at most 1.")


def cite(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="JSON rows with an 'answer' each; - is standard input.")
    ],
    name: Annotated[
        str | None,
        typer.Option(
            "--collection",
            metavar="NAME",
            help="Where the passages of rows without 'passages' are looked up.",
            autocompletion=complete.collection_names,
        ),
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option(
            metavar="MARK,...",
            help="Exit status 1 when a sentence has one of these marks.",
            callback=_checked,
        ),
    ] = None,
    top_k: Annotated[
        int, typer.Option(metavar="K", help="How many passages to look up at most.", min=1, max=1000)
    ] = TOP_K,
    min_overlap: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="Terms of a sentence that a source has when it says it in other words.",
            callback=_share,
        ),
    ] = MIN_OVERLAP,
    target: Output = None,
    overwrite: Overwrite = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Changes nothing: rows are JSON, and nothing else is on stdout.")
    ] = False,
) -> None:
    """Compare answers with their sources.

    A row has an 'answer', and may have a 'question' and 'passages': texts, or objects with 'text', and with
    'source', 'start', 'line', 'page' and 'headings' where they are known. Without 'passages' they are looked
    up in --collection by the question, else by the answer.

    Each row gains 'attributions' (each sentence with its mark: verbatim, paraphrase, misattributed, stitched
    or unsupported; the numbers of its citations; the reason), 'citations' and 'counts' (sentences by mark).
    No model is used. An answer that is null has no sentences.

    Rows come out in the order of the input. With --output the same command goes on after an interruption. A
    row that cannot be used gets an 'error', and the exit status at the end is 2.
    """
    rows = batch.open_rows(file, target, "answer", _Fault(name))
    search = collection.open_collection(name).search if name is not None else None
    with jsonl.output(target, overwrite=overwrite) as out:
        work = Citing(_marks(fail_on), search, top_k, min_overlap)
        status = batch.run(work, rows, out)
    raise typer.Exit(FAILED if status == DONE and work.failed else status)


@dataclass(frozen=True, slots=True)
class _Fault:
    """Why a row cannot be used; empty when it can."""

    collection: str | None

    def __call__(self, fields: Fields) -> str:
        if "answer" not in fields:
            return lacking("answer")
        if not isinstance(fields["answer"], str | None):
            return "'answer' is neither text nor null; write one"
        if not isinstance(fields.get("question", ""), str):
            return "'question' is not text; put it in quotes"
        if "passages" not in fields:
            return "" if self.collection else "the row has no 'passages'; add them, or give --collection NAME"
        given = fields["passages"]
        if not isinstance(given, list):
            return "'passages' is not a list; write [\"...\"]"
        return next((wrong for n, entry in enumerate(given, start=1) if (wrong := _wrong(entry, n))), "")


_KINDS: dict[str, tuple[type, str]] = {
    "source": (str, "text"),
    "start": (int, "a number of characters"),
    "line": (int, "a number of lines"),
    "page": (int, "a number of pages"),
}


def _wrong(entry: Any, number: int) -> str:
    """Why the entry is no passage."""
    if isinstance(entry, str):
        return ""
    what = f"passage {number}"
    if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
        return f"{what} is neither text nor an object with a 'text'; write one"
    for key, (kind, called) in _KINDS.items():
        value = entry.get(key)
        if value is not None and (
            not isinstance(value, kind) or isinstance(value, bool) or (isinstance(value, int) and value < 0)
        ):
            return f"'{key}' of {what} is not {called}; mend it or leave it out"
    headings = entry.get("headings") or []
    if not isinstance(headings, list) or not all(isinstance(title, str) for title in headings):
        return f"'headings' of {what} is not a list of texts; mend it or leave it out"
    return ""


def _passage(entry: str | dict[str, Any], number: int) -> Passage:
    fields: Fields = {"text": entry} if isinstance(entry, str) else entry
    text, start = fields["text"], fields.get("start") or 0
    return Passage(
        text,
        fields.get("source") or f"passage {number}",
        start,
        start + len(text),
        line=fields.get("line") or 1,
        page=fields.get("page"),
        headings=tuple(fields.get("headings") or ()),
    )


@dataclass
class Citing:
    """Work that compares each answer with its sources, and counts the marks."""

    fail_on: tuple[Mark, ...]
    search: Callable[[str, int], Sequence[Passage]] | None
    top_k: int
    min_overlap: float
    name: str = "cite"
    kinds: tuple[str, ...] = (*MARKS, SILENT)
    """A row comes to the worst mark of its sentences."""
    sentences: Counter[str] = field(default_factory=Counter)

    @property
    def failed(self) -> bool:
        """Some sentence has a mark that must not be."""
        return any(self.sentences[mark] for mark in self.fail_on)

    @property
    def said(self) -> Fields:
        """What every row says of the options that are not the default."""
        options = {"top_k": (self.top_k, TOP_K), "min_overlap": (self.min_overlap, MIN_OVERLAP)}
        return {key: value for key, (value, default) in options.items() if value != default}

    def do(self, row: Row) -> Fields:
        """What the sources have of the answer."""
        answer, question = row.fields["answer"] or "", row.fields.get("question", "")
        found = findings(answer, self._passages(row.fields), question, self.min_overlap)
        attributions, citations = attributed(found)
        counts = Counter(finding.mark for finding in found)
        return {
            "attributions": [asdict(entry) for entry in attributions],
            "citations": [asdict(entry) for entry in citations],
            "counts": {mark: counts[mark] for mark in MARKS},
        } | self.said

    def _passages(self, fields: Fields) -> Sequence[Passage]:
        if "passages" in fields:
            return tuple(_passage(entry, n) for n, entry in enumerate(fields["passages"], start=1))
        query = fields.get("question", "").strip() or fields["answer"] or ""
        return self.search(query, self.top_k) if self.search and query.strip() else ()

    def passed(self, fields: Fields) -> Fields:
        """All fields but those that are replaced."""
        return {key: value for key, value in fields.items() if key not in GAINS | self.said.keys()}

    def stranger(self, kept: Fields, row: Row) -> str:
        """Why the kept row is no result, or one under other options; empty when it is none of these."""
        counts = kept.get("counts")
        if kept.keys() != row.fields.keys() | GAINS | self.said.keys() or not isinstance(counts, dict):
            return "it is not a result of this command with these options"
        return "" if counts.keys() == set(MARKS) else "it is not a result"

    def count(self, done: Fields) -> str:
        """The worst mark of the row."""
        self.sentences.update(done["counts"])
        return next((mark for mark in reversed(MARKS) if done["counts"][mark]), SILENT)

    def report(self, rows: int, seconds: float) -> Iterator[str]:
        """How many sentences have each mark, and how fast it went."""
        yield "sentences: " + ", ".join(f"{self.sentences[mark]} {mark}" for mark in MARKS) + "."
        bad = [f"{self.sentences[mark]} {mark}" for mark in self.fail_on if self.sentences[mark]]
        if bad:
            yield f"failed: --fail-on found {' and '.join(bad)}."
        if rows:
            yield f"time: {seconds:.2f} s, {per_second(rows / seconds)}."
