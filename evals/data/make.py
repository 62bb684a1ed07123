"""Makes the sets of arithmetic, word problems and questions for tools, in English and Chinese; the same
numbers, the same rows.

Every known answer is computed from the numbers of its question, so it is right by construction.
Usage, at the root of the checkout: python -m evals.data.make [FOLDER]
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from evals.data.arithmetic import ARITHMETIC
from evals.data.asking import Kind
from evals.data.tool_questions import TOOL_QUESTIONS
from evals.data.word_problems import WORD_PROBLEMS

HERE = Path(__file__).resolve().parent
SEED = 20
EACH = 3
"""Rows made of each kind of question."""


def rows(kinds: Sequence[Kind], language: str) -> Iterator[dict[str, str]]:
    """The rows of one language; those of one kind are a cluster. Kinds come in turns."""
    seen: set[str] = set()
    r = random.Random(SEED)
    for turn in range(EACH):
        for kind in kinds:
            asked = kind.make(r)
            while asked.english in seen:
                asked = kind.make(r)
            seen.add(asked.english)
            yield {
                "id": f"{language}-{kind.name}-{turn + 1}",
                "question": asked.english if language == "en" else asked.chinese,
                "gold": asked.gold,
                "difficulty": kind.difficulty,
                "cluster": kind.name,
                "language": language,
            }


def tool_rows(language: str) -> Iterator[dict[str, object]]:
    """The rows of one language of the questions for tools, each with the calls that are right."""
    r = random.Random(SEED)
    seen: set[str] = set()
    for turn in range(EACH):
        for steps, kinds in TOOL_QUESTIONS.items():
            for kind in kinds:
                english, chinese = kind.make(r)
                while english.question in seen:
                    english, chinese = kind.make(r)
                seen.add(english.question)
                worded = english if language == "en" else chinese
                yield {
                    "id": f"{language}-{kind.name}-{turn + 1}",
                    "question": worded.question,
                    "gold": worded.gold,
                    "calls": [call.as_dict() for call in worded.calls],
                    "difficulty": str(steps),
                    "cluster": kind.name,
                    "language": language,
                }


def files() -> dict[str, str]:
    """What each file holds, by its name."""
    sets = {"arithmetic": ARITHMETIC, "word_problems": WORD_PROBLEMS}
    made = {
        f"{name}_{language}.jsonl": list[object](rows(kinds, language))
        for name, kinds in sets.items()
        for language in ("en", "zh")
    }
    made |= {f"tools_{language}.jsonl": list[object](tool_rows(language)) for language in ("en", "zh")}
    return {
        name: "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found)
        for name, found in made.items()
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8")
