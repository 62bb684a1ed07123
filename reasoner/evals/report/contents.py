"""What the browser of items is given: rows of runs, boiled down to what it shows, as JSON.

Equal texts are kept once, in `texts`; everywhere else a text is its place in that list. Where all would be
too large, long texts are cut, and then samples are left out; both are said where they are missed.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from reasoner.evals.figures import NONE, amount, mapping, number, rows, seconds

Row = Mapping[str, Any]
Json = dict[str, Any]

MOST_BYTES = 8_000_000
"""That the JSON may have: opening it takes well under two seconds, and a page stays below 10 MB."""
ALL = 1_000_000_000
FITS = (
    (ALL, ALL), (ALL, 16_000), (ALL, 8_000), (ALL, 4_000), (ALL, 2_000), (ALL, 1_000), (ALL, 500),
    (16, 500), (8, 500), (4, 500), (2, 300), (1, 200), (0, 120),
)  # fmt: skip
"""Samples of an item and characters of a text that are kept at most; the first pair that fits is used."""
KINDS = ("right", "wrong", "abstained", "unknown", "failed")


@dataclass
class Texts:
    """Texts by their place."""

    places: dict[str, int] = field(default_factory=dict)

    def add(self, text: object) -> int | None:
        """The place of the text; None when there is none."""
        if text is None or text == "":
            return None
        return self.places.setdefault(text if isinstance(text, str) else spelled(text), len(self.places))

    def least(self, longest: int) -> int:
        """Bytes that all of them, cut like that, need at least."""
        return sum(min(len(text), longest) for text in self.places)

    def cut(self, longest: int) -> list[str | list[str | int]]:
        """All of them in order; of a longer one its beginning, and the number of characters that it lacks."""
        return [
            text if len(text) <= longest else [text[:longest], len(text) - longest] for text in self.places
        ]


def spelled(value: object) -> str:
    """A value that is no text, as JSON."""
    return json.dumps(value, ensure_ascii=False, default=str)


def embedded(sides: Sequence[str], pages: Sequence["Page"], labels: Mapping[str, str]) -> str:
    """The JSON of these items, fit to stand in a script element. `labels` names the marks to filter by, and
    `sides` the runs of an item."""
    head = {"sides": list(sides), "filters": [[mark, label] for mark, label in labels.items()]}
    for samples, fits in groupby(FITS, key=lambda fit: fit[0]):
        texts = Texts()
        items = escaped([_item(page, texts, samples) for page in pages])
        for fit in fits:
            if len(items) + texts.least(fit[1]) > MOST_BYTES and fit != FITS[-1]:
                continue
            limits = {"samples": samples, "longest": fit[1]}
            said = escaped(head | {key: limit for key, limit in limits.items() if limit < ALL})
            made = f'{said[:-1]},"items":{items},"texts":{escaped(texts.cut(fit[1]))}}}'
            if len(made.encode()) <= MOST_BYTES or fit == FITS[-1]:
                return made
    raise AssertionError("the last of FITS is always used.")


def escaped(contents: object) -> str:
    """JSON without a character that could end a script element or that UTF-8 lacks."""
    plain = json.dumps(contents, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029\x7f\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", plain)


@dataclass(frozen=True, slots=True)
class Page:
    """An item with its row in each run; None where a run has none."""

    id: str
    rows: tuple[Row | None, ...]
    marks: tuple[str, ...]
    """The filters that let it through."""


def page(row: Row) -> Page:
    """The item of a single run."""
    return Page(str(row.get("id", "")), (row,), tuple(marks(row)))


def marks(row: Row) -> Iterator[str]:
    """What came of it: its verdict, and whether the pipeline abstained."""
    kind = verdict(row)
    yield kind
    if row.get("outcome") == "abstained" and kind != "abstained":
        yield "abstained"


def verdict(row: Row) -> str:
    """How it was judged: one of KINDS."""
    score = mapping(row.get("score"))
    return str(score.get("verdict", "unknown")) if score else "failed"


def _item(page: Page, texts: Texts, samples: int) -> Json:
    row: Row = next((row for row in page.rows if row is not None), {})
    return _known(
        {
            "id": texts.add(page.id),
            "question": texts.add(row.get("question")),
            "golds": [texts.add(gold) for gold in _texts(row.get("gold"))],
            "options": [texts.add(option) for option in _texts(row.get("options"))],
            "unanswerable": row.get("answerable") is False or None,
            "facts": _facts(texts, row, ("known_intent", "language", "difficulty", "cluster")),
        }
    ) | {
        "marks": list(page.marks),
        "runs": [None if row is None else _run(row, texts, samples) for row in page.rows],
    }


def _run(row: Row, texts: Texts, samples: int) -> Json:
    score, usage = mapping(row.get("score")), mapping(row.get("usage"))
    drawn = rows(row.get("candidates"))
    return _known(
        {
            "verdict": verdict(row),
            "value": number(score.get("value")),
            "why": texts.add(score.get("reason")),
            "scorer": texts.add(score.get("scorer")),
            "answer": texts.add(row.get("answer")),
            "reason": texts.add(row.get("reason")),
            "error": texts.add(row.get("error")),
            "confidence": number(row.get("confidence")),
            "kind": texts.add(row.get("confidence_kind")),
            "intent": texts.add(mapping(row.get("intent")).get("kind")),
            "seconds": number(usage.get("seconds")),
            "tokens": number(usage.get("completion_tokens")),
            "used": number(usage.get("samples")),
            "budget": number(usage.get("sample_budget")),
            "saved": texts.add(_saved(mapping(row.get("savings")))),
            "votes": _votes(row, texts),
            "samples": [_sample(sample, texts) for sample in drawn[:samples]],
            "left": max(0, len(drawn) - samples) or None,
            "citations": [_citation(citation, texts) for citation in rows(row.get("citations"))],
            "certificate": texts.add(_pretty(row.get("certificate"))),
            "steps": texts.add("\n".join(_steps(rows(row.get("steps")), 0))),
        }
    )


def _votes(row: Row, texts: Texts) -> list[Json]:
    rights = row.get("votes_right")
    known = rights if isinstance(rights, Sequence) and not isinstance(rights, str) else ()
    return [
        _known(
            {
                "answer": texts.add(vote.get("answer")),
                "share": number(vote.get("share")),
                "right": known[i] if i < len(known) and isinstance(known[i], bool) else None,
                "members": [member for member in vote.get("members") or () if isinstance(member, int)],
            }
        )
        for i, vote in enumerate(rows(row.get("votes")))
    ]


def _sample(sample: Row, texts: Texts) -> Json:
    mended = sample.get("mends")
    return _known(
        {
            "text": texts.add(sample.get("text")),
            "answer": texts.add(sample.get("answer")),
            "origin": texts.add(sample.get("source") or sample.get("origin")),
            "tokens": number(sample.get("tokens")) or None,
            "cut": sample.get("cut") is True or None,
            "logprob": number(sample.get("logprob")),
            "score": number(sample.get("score")),
            "sure": number(sample.get("p_true")),
            "checks": [_check(check, texts) for check in rows(sample.get("checks"))],
            "mends": _sample(mended, texts) if isinstance(mended, Mapping) else None,
        }
    )


def _check(check: Row, texts: Texts) -> list[int | None]:
    return [texts.add(check.get(key)) for key in ("by", "verdict", "strength", "reason", "evidence")]


def _citation(citation: Row, texts: Texts) -> list[int | None]:
    page, line = number(citation.get("page")), number(citation.get("line"))
    places = [f"page {page:.0f}" if page else None, f"line {line:.0f}" if line else None]
    where = ", ".join([str(citation.get("source", "")), *filter(None, places)])
    return [texts.add(citation.get("quote")), texts.add(where)]


def _saved(savings: Row) -> str | None:
    if not number(savings.get("samples")):
        return None
    spared = f"{amount(savings['samples'])} samples, about {amount(savings.get('tokens'))} tokens"
    return f"{spared} and {seconds(savings.get('seconds'))}"


def _steps(steps: Sequence[Row], depth: int) -> Iterator[str]:
    for step in steps:
        usage = mapping(step.get("usage"))
        spent = [seconds(step.get("seconds"))]
        spent += [
            f"{amount(usage[key])} {what}"
            for key, what in (("samples", "samples"), ("completion_tokens", "tokens"))
            if number(usage.get(key))
        ]
        yield f"{'  ' * depth}{step.get('stage', NONE)}: {', '.join(spent)}"
        yield from _steps(rows(step.get("steps")), depth + 1)


def _facts(texts: Texts, row: Row, keys: Sequence[str]) -> list[list[int | str | None]]:
    return [[key.replace("_", " "), texts.add(row[key])] for key in keys if row.get(key) not in (None, "")]


def _pretty(value: object) -> str | None:
    return (
        json.dumps(value, ensure_ascii=False, indent=2, default=str) if isinstance(value, Mapping) else None
    )


def _texts(value: object) -> list[object]:
    return [value] if isinstance(value, str) else list(value) if isinstance(value, Sequence) else []


def _known(values: Json) -> Json:
    """Without what is not there, and without empty lists."""
    return {key: value for key, value in values.items() if value is not None and value != []}
