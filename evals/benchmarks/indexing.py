"""How fast documents become a collection, beside LangChain's FAISS with the same embedder and chunks.

The documents are the handbook's pages, again and again with other numbers. Ours reads them, cuts them,
embeds them, indexes their terms and writes the collection with its checksums. The peer is handed our chunks;
it embeds them as langchain-huggingface does (SentenceTransformer.encode, 32 at a time), fills FAISS and saves
it. Both load the model anew in each turn, and take turns. Needs the extra 'embed' and langchain-community.
Usage: python evals/benchmarks/indexing.py [--passages 400] [--repeat 3]
"""

import argparse
import os
import random
import re
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from langchain_core.embeddings import Embeddings
from sentence_transformers import SentenceTransformer

from reasoner.retrieval import collection
from reasoner.retrieval.chunking import chunks, indexed
from reasoner.retrieval.document import Document
from reasoner.retrieval.embedder import Embedder, installed

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from langchain_community.vectorstores import FAISS  # type: ignore[import-not-found, unused-ignore]

PAGES = Path(__file__).resolve().parents[2] / "knowledge" / "handbook" / "documents"


class HuggingFace(Embeddings):
    """What langchain_huggingface.HuggingFaceEmbeddings does with its defaults, and vectors of length 1."""

    def __init__(self, folder: Path) -> None:
        self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """The vectors of all texts, in one call."""
        found: list[list[float]] = self._model.encode(texts, normalize_embeddings=True).tolist()
        return found

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return self.embed_documents([text])[0]


def write_corpus(folder: Path, passages: int) -> list[str]:
    """Writes as many pages as make that many passages; gives the passages as they are embedded."""
    pages, found, chosen = sorted(PAGES.glob("*.md")), list[str](), random.Random(0)
    while len(found) < passages:
        edition = len(list(folder.iterdir()))
        page = pages[edition % len(pages)]
        text = re.sub(r"\d", lambda _: str(chosen.randrange(10)), page.read_text(encoding="utf-8"))
        source = f"{edition:05}-{page.name}"
        (folder / source).write_text(text, encoding="utf-8", newline="")
        found.extend(indexed(passage) for passage in chunks(Document(text, source, "markdown")))
    return found


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def theirs(texts: Sequence[str], scratch: Path) -> None:
    """The chunks in LangChain's FAISS, saved."""
    FAISS.from_texts(list(texts), HuggingFace(Embedder().folder)).save_local(str(scratch / "peer"))


def ours(corpus: Path, scratch: Path, *, embed: bool) -> None:
    """The documents in a new collection."""
    os.environ["REASONER_HOME"] = tempfile.mkdtemp(dir=scratch)
    collection.index([corpus], "made", embed=embed)


def again(corpus: Path) -> None:
    """The collection brought up to date when nothing has changed."""
    collection.index([corpus], "made", embed=True)


def main() -> None:
    """Prints the median of each side and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=400)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    if not installed():
        print("the extra 'embed' is not installed; nothing was measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        scratch, corpus = Path(folder), Path(folder, "corpus")
        corpus.mkdir()
        texts = write_corpus(corpus, options.passages)
        work: dict[str, Callable[[], object]] = {
            "LangChain's FAISS": lambda: theirs(texts, scratch),
            "reasoner index": lambda: ours(corpus, scratch, embed=True),
            "... once more, nothing changed": lambda: again(corpus),
            "... by terms alone": lambda: ours(corpus, scratch, embed=False),
        }
        times: dict[str, list[float]] = {title: [] for title in work}
        for _ in range(options.repeat):
            for title, do in work.items():
                times[title].append(seconds(do))
    medians = {title: statistics.median(found) for title, found in times.items()}
    for title, median in medians.items():
        print(f"{title:32} {median:8.2f} s  {len(texts) / median:8.1f} passages/s")
    ratio = medians["LangChain's FAISS"] / medians["reasoner index"]
    print(f"reasoner index, end to end, is {ratio:.2f} times as fast as the peer that is handed the chunks")


if __name__ == "__main__":
    main()
