"""How often the passage that answers a follow-up is found first, as it is asked and as `condense` makes it.

Reads evals/data/followups_en.jsonl and followups_zh.jsonl: follow-ups about the handbook, each with the
conversation before it, the question as it would be asked alone, and words of the passage that answers it; and
questions that need no conversation, which are to stay as they are. A row counts as found when the first
passage of the search has those words.

Usage: python evals/benchmarks/followups.py [--model M] [--show] [FILE...]
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from reasoner.retrieval.retriever import Retriever
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stages.condense import Condense
from reasoner.state import State, Turn

DATA = Path(__file__).resolve().parents[1] / "data"
FILES = (str(DATA / "followups_en.jsonl"), str(DATA / "followups_zh.jsonl"))


@dataclass(frozen=True, slots=True)
class Row:
    """A question in a conversation; `answer` is None where it needs no conversation."""

    question: str
    history: tuple[Turn, ...]
    standalone: str
    answer: str | None


def rows(file: str) -> Iterator[Row]:
    """The rows of a file."""
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        turns = tuple(Turn(turn["role"], turn["content"]) for turn in row["history"])
        yield Row(row["question"], turns, row["standalone"], row["answer"])


def first(retriever: Retriever, query: str, answer: str) -> bool:
    """The first passage that is found has the answer."""
    return any(answer in passage.text for passage in retriever.search(query, 1))


def condensed(runtime: Runtime, stage: Condense) -> Callable[[Row], str]:
    """What the stage makes of a row."""
    return lambda row: stage.run(State(row.question, history=row.history), runtime.context()).question


def report(name: str, found: Sequence[Row], make: Callable[[Row], str], retriever: Retriever) -> list[str]:
    """Prints a line, and gives the questions as they were made."""
    made = [make(row) for row in found]
    answered = [(row, text) for row, text in zip(found, made, strict=True) if row.answer is not None]
    hits = sum(first(retriever, text, row.answer or "") for row, text in answered)
    alone = [(row, text) for row, text in zip(found, made, strict=True) if row.answer is None]
    kept = sum(row.question == text for row, text in alone)
    print(f"  {name:<8} found first {hits}/{len(answered)}; left as they are {kept}/{len(alone)}")
    return made


def main() -> None:
    """Prints the lines of each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", default=FILES)
    parser.add_argument("--model", default=None)
    parser.add_argument("--show", action="store_true", help="Print the questions as they were made.")
    arguments = parser.parse_args()
    with Runtime(Settings.load(model=arguments.model)) as runtime:
        retriever = runtime.retrievers["handbook"]
        for file in arguments.files:
            found = list(rows(file))
            print(Path(file).name)
            report("as asked", found, lambda row: row.question, retriever)
            ruled = report("rules", found, condensed(runtime, Condense(by="rules")), retriever)
            made = report("model", found, condensed(runtime, Condense()), retriever)
            report("by hand", found, lambda row: row.standalone, retriever)
            taken = sum(left != right for left, right in zip(ruled, made, strict=True))
            print(f"  the model's own words were taken {taken} times")
            for row, left, right in zip(found, ruled, made, strict=True) if arguments.show else ():
                mark = "+" if row.answer is None or first(retriever, left, row.answer) else "-"
                other = f" | {right}" if left != right else ""
                print(f"    {mark} {row.question} -> {left}{other}")


if __name__ == "__main__":
    main()
