"""How long a query waits in collections of growing size, what they hold in memory, and how they open.

Passages are 40 made-up words each, drawn by Zipf's law from 200,000. Vectors are like real ones: each mixes
two vectors, by the carried model, of sentences from the documentation strings of Python's standard library,
so that their mean and covariance are kept. The query vectors are mixed anew; the queries are 5 of the rarer
words of a passage. Each size is made in one process and asked in another.
Usage: python evals/benchmarks/searching.py [--sizes 1000 10000 100000 1000000] [--queries 200] [--folder DIR]
"""

import argparse
import ast
import itertools
import os
import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval import collection, store
from reasoner.retrieval.dense import Dense, scan
from reasoner.retrieval.embedder import NAME, Embedder, Progress, Vectors, installed
from reasoner.retrieval.hybrid import Hybrid
from reasoner.retrieval.local import LocalIndex
from reasoner.retrieval.terms import content_terms
from reasoner.state import Passage

SENTENCES, WORDS, LENGTH, DIMENSION = 4000, 200_000, 40, 384
PER_DOCUMENT = 20
RARER = 200
"""Words of a query are none of this many most frequent ones, which stand for those that ask nothing."""
OPEN_SECONDS, MIN_RECALL = 2.0, 0.95
PEER_UP_TO = 100_000
"""Vectors of which the peer, which holds all of them in memory, is given a copy."""


def sentences() -> Iterator[str]:
    """Paragraphs of the documentation strings of the standard library."""
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).rglob("*.py")):
        if {"site-packages", "test", "tests"} & set(path.parts):
            continue
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for part in (ast.get_docstring(node) or "").split("\n\n"):
                    if 40 <= len(part) <= 400:
                        yield " ".join(part.split())


def real_vectors(path: Path) -> Vectors:
    """Vectors of real sentences, made once."""
    if not path.exists():
        found = list(dict.fromkeys(sentences()))
        random.Random(0).shuffle(found)
        np.save(path, Embedder().embed(found[:SENTENCES]), allow_pickle=False)
    vectors: Vectors = np.load(path, allow_pickle=False)
    return vectors


def mixed(real: Vectors, count: int, seed: int) -> Vectors:
    """As many vectors of length 1, each 60 to 95 % of one real one and the rest of another."""
    chosen, mean = np.random.default_rng(seed), real.mean(axis=0)
    made = np.empty((count, real.shape[1]), dtype=np.float32)
    for first in range(0, count, 50_000):
        size = min(50_000, count - first)
        one, other = (real[chosen.integers(len(real), size=size)] - mean for _ in range(2))
        share = chosen.uniform(0.6, 0.95, (size, 1)).astype(np.float32)
        rows = mean + np.sqrt(share) * one + np.sqrt(1 - share) * other
        made[first : first + size] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return made


def word(rank: int) -> str:
    """A word that can be said; the frequent ones are short."""
    syllables: list[str] = []
    rest = rank
    while rest or not syllables:
        rest, i = divmod(rest, 85)
        syllables.append("bdfgklmnprstvwxyz"[i // 5] + "aeiou"[i % 5])
    return "".join(syllables) + "n"


def drawn(count: int, seed: int) -> NDArray[np.int64]:
    """Ranks of words by Zipf's law: shape (count, LENGTH)."""
    heaped = np.cumsum(1 / np.arange(1, WORDS + 1))
    chosen = np.random.default_rng(seed).random((count, LENGTH)) * heaped[-1]
    ranks: NDArray[np.int64] = np.searchsorted(heaped, chosen)
    return ranks


def passages(count: int) -> Iterator[Passage]:
    """The passages, 20 to a document."""
    words = [word(rank) for rank in range(WORDS)]
    for first in range(0, count, PER_DOCUMENT):
        at = 0
        for row in drawn(min(PER_DOCUMENT, count - first), seed=first):
            text = " ".join(words[rank] for rank in row) + "."
            yield Passage(text, f"{first:09}.txt", at, at + len(text), 1)
            at += len(text) + 2


def queries(count: int, size: int) -> list[str]:
    """Five of the rarer words of a passage each."""
    chosen, found = random.Random(1), list[str]()
    while len(found) < count:
        first = chosen.randrange(0, size, PER_DOCUMENT)
        rows = drawn(min(PER_DOCUMENT, size - first), seed=first)
        rare = [int(rank) for rank in chosen.choice(list(rows)) if rank >= RARER]
        if len(rare) >= 5:
            found.append(" ".join(map(word, chosen.sample(rare, 5))))
    return found


class Ready(Embedder):
    """Gives vectors that were made before, one after the other, whatever the text."""

    dimension = DIMENSION

    def __init__(self, vectors: Vectors) -> None:
        super().__init__()
        self._ready, self._next = vectors, itertools.cycle(vectors)

    def reads(self, text: str) -> bool:
        """Every text has a vector."""
        return True

    def embed(self, texts: Sequence[str], progress: Progress = lambda done, total: None) -> Vectors:
        """The next ones."""
        if len(texts) == len(self._ready):
            return self._ready
        return np.array([next(self._next) for _ in texts])

    def ask_all(self, queries: Sequence[str]) -> Vectors:
        """The next ones."""
        return np.array([next(self._next) for _ in queries])


def make(name: str, size: int, real: Vectors) -> None:
    """Writes the collection, as `reasoner index` would, and prints how long it took."""
    start = time.perf_counter()
    index = LocalIndex.build(passages(size), Ready(mixed(real, size, seed=1)))
    built = time.perf_counter() - start
    folder = Path(os.environ["REASONER_HOME"], "collections", name)
    with store.locked(folder), store.writing(folder) as generation:
        index.save(generation.home)
        described = Dense.load(generation.home).describe()
        manifest = store.Manifest(
            format=store.FORMAT,
            name=name,
            store="folder",
            generation=generation.name,
            roots=("made-up",),
            options=(),
            making="made-up",
            contents="made-up",
            complete=True,
            files=-(-size // PER_DOCUMENT),
            passages=size,
            terms=0,
            embedder=store.Embedded(name=NAME, hash=Embedder().hash, dimension=DIMENSION),
            vectors=described.kind,
            checksums=generation.checksums(),
        ).signed()
        generation.commit(manifest)
    print(f"{size:>9,} made in {built:.1f} s, written in {time.perf_counter() - start - built:.1f} s")
    print(f"{'':9} vectors: {described.model_dump_json(exclude_none=True)}")


def memory() -> str:
    """What the process holds: of its own, and mapped from files."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    held = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines if line.startswith("Rss")}
    return f"{held['RssAnon']:.0f} MiB of its own, {held['RssFile']:.0f} MiB mapped"


def waits(title: str, ask: Callable[[int], object], count: int) -> None:
    """Prints the median and the 99th percentile of the times of the queries."""
    times = []
    for i in range(count):
        start = time.perf_counter()
        ask(i)
        times.append((time.perf_counter() - start) * 1000)
    print(f"{'':9} {title:34} p50 {statistics.median(times):8.2f} ms  p99 {np.quantile(times, 0.99):8.2f} ms")


def ask(name: str, size: int, real: Vectors, count: int) -> None:
    """Opens the collection and prints what a user waits for."""
    print(f"{'':9} before it is opened: {memory()}")
    start = time.perf_counter()
    opened = collection.open_collection(name)
    seconds = time.perf_counter() - start
    print(f"{'':9} opened in {seconds:.2f} s: {memory()}")
    home = next(Path(os.environ["REASONER_HOME"], "collections", name).glob("files-*"))
    dense, asked, vectors = Dense.load(home), queries(count, size), mixed(real, count, seed=2)
    terms = [content_terms(query) for query in asked]
    hybrid = Hybrid(name, opened.index, Ready(vectors))
    waits("by terms", lambda i: opened.index.find(terms[i], None, 100, {}), count)
    waits("by vectors", lambda i: dense.nearest(vectors[i], 100), count)
    waits("both, fused and read, top 5", lambda i: hybrid.search(asked[i], 5), count)
    print(f"{'':9} after the queries: {memory()}")
    rows = np.asarray(dense.vectors(np.arange(size)))
    waits("by vectors, each looked at", lambda i: scan(rows, vectors[i], 100, dense.readable), min(count, 50))
    shared = [
        len(np.intersect1d(dense.nearest(query, 10), scan(rows, query, 10, dense.readable)))
        for query in vectors
    ]
    recall = statistics.mean(shared) / 10
    embedder = Embedder()
    embedder.ask(asked[0])
    waits("to embed a query", lambda i: embedder.ask(asked[i]), min(count, 50))
    if size <= PEER_UP_TO:
        peer(rows, vectors, count)
    print(f"{'':9} recall@10 {recall:.3f} (target {MIN_RECALL}): {verdict(recall >= MIN_RECALL)}")
    print(f"{'':9} opened in {seconds:.2f} s (target {OPEN_SECONDS}): {verdict(seconds <= OPEN_SECONDS)}")


def verdict(met: bool) -> str:
    """How a target is spoken of."""
    return "met" if met else "MISSED"


def peer(rows: Vectors, vectors: Vectors, count: int) -> None:
    """Prints the times of LangChain's FAISS, by vectors that are given to it."""
    warnings.simplefilter("ignore", DeprecationWarning)  # the package is no longer looked after
    try:
        from langchain_community.vectorstores import FAISS  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print(f"{'':9} LangChain's FAISS: langchain-community is not installed")
        return
    from langchain_core.embeddings import FakeEmbeddings

    pairs = [(str(i), row.tolist()) for i, row in enumerate(rows)]
    theirs = FAISS.from_embeddings(pairs, FakeEmbeddings(size=DIMENSION))
    asked = [vector.tolist() for vector in vectors]
    waits("LangChain's FAISS, top 5", lambda i: theirs.similarity_search_by_vector(asked[i], 5), count)


def main() -> None:
    """Prints a block for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="keep collections here and use them again")
    parser.add_argument("--step", choices=("make", "ask"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not installed():
        print("the vectors of real sentences need the extra 'embed'; nothing was measured")
        return
    if options.step:
        (size,) = options.sizes
        real = real_vectors(options.folder / "real.npy")
        if options.step == "make":
            make(f"made-{size}", size, real)
        else:
            ask(f"made-{size}", size, real, options.queries)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = (options.folder or Path(scratch)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        real_vectors(folder / "real.npy")
        for size, step in itertools.product(options.sizes, ("make", "ask")):
            kept = folder / "collections" / f"made-{size}" / store.MANIFEST
            if step == "ask" or not kept.exists():
                command = [sys.executable, __file__, "--step", step, "--sizes", str(size)]
                command += ["--folder", str(folder), "--queries", str(options.queries)]
                subprocess.run(command, check=True, env={**os.environ, "REASONER_HOME": str(folder)})


if __name__ == "__main__":
    main()
