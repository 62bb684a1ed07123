"""How well short answers are read out of a collection, beside LangChain's "stuff the passages" chain.

Reads the public sets beside the checkout, ../shared/data/qa; one file a passage: title, blank line, text.
Both sides have the same model and, for each question, the same passages of the same retriever. Ours chooses a
sentence, then the words in it; LangChain's chain has all passages in its prompt and writes what it likes,
greedily, asked for a few words. EM and F1 as SQuAD has them, over characters in Chinese.

The weights of `reasoner.retrieval.spans` were fitted to these very questions; on questions that they have not
seen they do a little worse.

Usage: python evals/benchmarks/reading.py [--sets "xquad en"] [--limit 150] [--spans 1] [--no-embed]
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate

from evals.benchmarks.public_sets import ABSENT, DATA, SETS, Row, questions, write_corpus
from reasoner.evals.overlap import f1, tokens
from reasoner.evals.resampling import mean_interval
from reasoner.interop.langchain import ReasonerChatModel
from reasoner.models.sampling import Sampling
from reasoner.pipeline import Pipeline, make_pipeline
from reasoner.retrieval import collection
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.stage import run_stages
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import Answered, Passage, State

TOP_K = 5
MAX_TOKENS = 32
STUFF = ChatPromptTemplate.from_messages(
    [
        (
            "system",
            "Answer the question using only the context below. Answer with a few words of the context and"
            " nothing else.\n\n{context}",
        ),
        ("human", "{question}"),
    ]
)


@dataclass(frozen=True, slots=True)
class Read:
    """An answer to a question, and what it cost."""

    text: str
    f1: float
    exact: bool
    prompt_tokens: int
    seconds: float
    verbatim: bool
    """It stands in a passage word for word."""


def graded(row: Row, text: str, prompt_tokens: int, seconds: float, passages: Sequence[Passage]) -> Read:
    """The answer beside every known one."""
    said, golds = tokens(text), [tokens(answer) for answer in row.answers]
    stands = bool(text) and any(text in passage.text for passage in passages)
    best = max(f1(gold, said) for gold in golds)
    return Read(text, best, said in golds, prompt_tokens, seconds, stands)


def ours(pipeline: Pipeline, row: Row, passages: Sequence[Passage], runtime: Runtime) -> Read:
    """What the pipeline quotes of the passages."""
    context = runtime.context()
    start = time.perf_counter()
    state = run_stages(pipeline.stages, State(row.question, passages=tuple(passages)), context)
    seconds = time.perf_counter() - start
    text = state.outcome.text if isinstance(state.outcome, Answered) else ""
    return graded(row, text, context.meter.usage.prompt_tokens, seconds, passages)


def chain(model: ReasonerChatModel, row: Row, passages: Sequence[Passage]) -> Read:
    """What LangChain's chain writes over the passages, stuffed into one prompt."""
    start = time.perf_counter()
    given = {"context": "\n\n".join(passage.text for passage in passages), "question": row.question}
    message = (STUFF | model).invoke(given)
    text = StrOutputParser().invoke(message).strip()
    usage: Any = message.usage_metadata
    return graded(row, text, usage["input_tokens"], time.perf_counter() - start, passages)


def mean(values: Sequence[float]) -> float:
    """Their mean."""
    return sum(values) / len(values)


def line(name: str, read: Sequence[Read]) -> str:
    """One row of the table."""
    return (
        f"{name:28} EM {mean([one.exact for one in read]):.3f}  F1 {mean([one.f1 for one in read]):.3f}"
        f"  prompt tokens {mean([one.prompt_tokens for one in read]):6.0f}"
        f"  seconds {mean([one.seconds for one in read]):5.2f}"
        f"  verbatim {mean([one.verbatim for one in read]):.3f}"
    )


def right(title: str) -> Mapping[str, Passage]:
    """The passages of a set, by file."""
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(Path(folder), title)
        texts = {file.name: file.read_text(encoding="utf-8") for file in Path(folder).iterdir()}
    bodies = {name: text.partition("\n\n")[2].strip() for name, text in texts.items()}
    return {name: Passage(body, name, 0, len(body), score=1.0) for name, body in bodies.items()}


def compared(
    title: str,
    rows: Sequence[Row],
    given: Sequence[Sequence[Passage]],
    spans: int,
    runtime: Runtime,
) -> Iterator[str]:
    """Both sides over the same passages, as lines."""
    keys = {"mode": "quote", "answer": "span", "spans": spans, "preset": "greedy"}
    think = Think.model_validate(keys | {"sentences": 6, "max_tokens": 4})
    pipeline = make_pipeline("reading", [think, Vote.model_validate({"by": "majority", "as": "text"})])
    sampling = Sampling.preset("greedy", max_tokens=MAX_TOKENS)
    model = ReasonerChatModel(model=runtime.models["default"], sampling=sampling)
    pairs = [
        (ours(pipeline, row, passages, runtime), chain(model, row, passages))
        for row, passages in zip(rows, given, strict=True)
    ]
    yield line(f"ours, {title}", [own for own, _ in pairs])
    yield line(f"stuff chain, {title}", [other for _, other in pairs])
    gained = [own.f1 - other.f1 for own, other in pairs]
    low, high = mean_interval(gained, [row.source for row in rows])
    yield f"F1 gained {mean(gained):+.3f}; paired bootstrap by passage, 95 %: {low:+.3f} to {high:+.3f}"


def measured(title: str, limit: int, spans: int, embed: bool | None, scratch: Path) -> Iterator[str]:
    """The figures of one set, as lines."""
    corpus = scratch / title.replace(" ", "-")
    corpus.mkdir()
    write_corpus(corpus, title)
    collection.index([corpus], corpus.name, embed=embed)
    rows, known = questions(title, limit), right(title)
    yield f"{title}: {len(rows)} questions"
    with Runtime(Settings(collection=corpus.name)) as runtime:
        retriever = runtime.retrievers["default"]
        found = [retriever.search(row.question, TOP_K) for row in rows]
        yield from compared("retrieved", rows, found, spans, runtime)
        yield from compared("right passage", rows, [(known[row.source],) for row in rows], spans, runtime)


def main() -> None:
    """Prints the figures of each set."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--limit", type=int, default=150, help="questions of each set at most")
    parser.add_argument("--spans", type=int, default=1, help="spans that the model chooses from (default: 1)")
    parser.add_argument("--no-embed", action="store_true", help="search by terms alone")
    options = parser.parse_args()
    if not DATA.is_dir():
        print(ABSENT)
        return
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["REASONER_HOME"] = f"{scratch}/home"
        embed = False if options.no_embed else None
        for title in options.sets:
            for said in measured(title, options.limit, options.spans, embed, Path(scratch)):
                print(said, flush=True)


if __name__ == "__main__":
    main()
