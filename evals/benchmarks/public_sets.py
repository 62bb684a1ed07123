"""The public reading sets beside the checkout, ../shared/data/qa: their questions, and a corpus to index.

A corpus has one file a passage: title, blank line, text.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "qa"
SETS = ("xquad en", "xquad zh", "cmrc zh")
"""Name and language of each."""
ABSENT = "the public sets are not beside this checkout (../shared/data/qa); nothing was measured"


@dataclass(frozen=True, slots=True)
class Row:
    """A question, the file that answers it, and every answer that counts."""

    question: str
    source: str
    answers: tuple[str, ...]


def write_corpus(folder: Path, title: str) -> None:
    """The passages of a set, one file each, into the folder."""
    for row in _rows(title, "_passages"):
        text = f"{row['title']}\n\n{row['text']}\n"
        (folder / f"{row['id']}.txt").write_text(text, encoding="utf-8")


def questions(title: str, limit: int | None = None) -> Sequence[Row]:
    """The questions of a set; `limit` of them come from all over it."""
    found = [Row(row["question"], f"{row['passage_id']}.txt", tuple(row["answers"])) for row in _rows(title)]
    return found[:: max(1, len(found) // limit)][:limit] if limit else found


def _rows(title: str, suffix: str = "") -> Iterator[dict[str, Any]]:
    name, lang = title.split()
    with (DATA / f"{name}{suffix}.jsonl").open(encoding="utf-8") as file:
        yield from (row for row in map(json.loads, file) if row["lang"] == lang)
