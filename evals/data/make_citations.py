"""Makes the sets of citations: planted faults, other words, changed facts; the same seed, the same rows.

Usage, at the root of the checkout: python -m evals.data.make_citations [FOLDER]
Each row is one for `reasoner cite`, with the mark that its answer should get as its "gold".
"""

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from evals.data.citing_cases import CHANGED, PARAPHRASES
from evals.data.citing_texts import CHINESE, ENGLISH
from evals.data.planting import planted
from reasoner.state import Passage

HERE = Path(__file__).resolve().parent
SEED = 20
TURNS = 10
"""Answers planted of each kind and language."""
TEXTS = {"en": ENGLISH, "zh": CHINESE}


def passages(texts: Mapping[str, str]) -> tuple[Passage, ...]:
    """The texts as passages that are whole documents."""
    return tuple(Passage(text, source, 0, len(text)) for source, text in texts.items())


def of_plants(language: str) -> Iterator[dict[str, object]]:
    """Rows with planted faults, and with none."""
    r = random.Random(SEED)
    found = passages(TEXTS[language])
    for turn in range(TURNS):
        for number, case in enumerate(planted(found, r)):
            yield _row(f"{language}-{turn + 1}-{number + 1}", case.kind, case.mark, case.answer, language)


def of_words(language: str) -> Iterator[dict[str, object]]:
    """Rows in other words, and with changed facts."""
    for kind, mark, cases in (("paraphrase", "paraphrase", PARAPHRASES), ("changed", "unsupported", CHANGED)):
        answers = [answer for source in TEXTS[language] for answer in cases[source]]
        for number, answer in enumerate(answers, start=1):
            yield _row(f"{language}-{kind}-{number}", kind, mark, answer, language)


def _row(name: str, kind: str, mark: str, answer: str, language: str) -> dict[str, object]:
    texts: Sequence[dict[str, str]] = [
        {"source": source, "text": text} for source, text in TEXTS[language].items()
    ]
    return {"id": name, "kind": kind, "answer": answer, "gold": mark, "passages": texts}


def files() -> dict[str, str]:
    """What each file holds, by its name."""
    made = {"planted": of_plants, "words": of_words}
    return {
        f"citations_{kind}_{language}.jsonl": "".join(
            json.dumps(row, ensure_ascii=False) + "\n" for row in rows(language)
        )
        for kind, rows in made.items()
        for language in TEXTS
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for file, text in files().items():
        (folder / file).write_text(text, encoding="utf-8")
