"""What the tests share: a context with the scripted model, and quick candidates."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from reasoner.models.model import Completion, Model, Request, Watch
from reasoner.models.scripted import Scripted
from reasoner.retrieval.embedder import Embedder, Vectors
from reasoner.retrieval.retriever import ANYWHERE, Retriever, Where
from reasoner.stage import Context, Event, ignore
from reasoner.state import Candidate, Check, Passage, Strength, Verdict
from reasoner.verification.sandbox.local import LocalSandbox

ROOT = Path(__file__).resolve().parents[1]
SANDBOX = LocalSandbox()


def shared(name: str) -> Path:
    """A public evaluation set beside the checkout; the test is skipped where it is absent."""
    path = ROOT.parent / "shared" / "data" / name
    if not path.exists():
        pytest.skip(f"the evaluation set {name} is not beside this checkout")
    return path


def context(
    *says: str,
    seed: int = 0,
    retrievers: Mapping[str, Retriever] | None = None,
    models: Mapping[str, Model] | None = None,
    events: list[Event] | None = None,
) -> Context:
    """A context whose model says these texts, sample by sample."""
    return Context(
        models=models or {"default": Scripted.saying(*says or ("The answer is 4.",))},
        retrievers=retrievers or {},
        sandbox=SANDBOX,
        seed=seed,
        emit=events.append if events is not None else ignore,
    )


@dataclass
class Overheard:
    """Passes what it is asked on to another model, and keeps the requests."""

    inner: Model
    requests: list[Request] = field(default_factory=list)
    name: str = "overheard"
    hash: str | None = None
    window: int | None = None
    calls_functions: bool = False
    identity: str = "overheard"

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        self.requests.append(request)
        return self.inner.generate(request, watch)

    def count_tokens(self, text: str) -> int:
        return self.inner.count_tokens(text)

    def close(self) -> None:
        self.inner.close()


@dataclass(frozen=True)
class Shelf:
    """A collection in which every query finds the same passages; keeps what it was asked."""

    passages: tuple[Passage, ...] = ()
    name: str = "shelf"
    asked: list[str] = field(default_factory=list)

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        self.asked.append(query)
        return self.passages[:top_k]

    def around(self, passage: Passage, count: int) -> Passage:
        return passage


class Letters(Embedder):
    """Knows a text by the letters a to z that it has."""

    def __init__(self, weights: str = "5678") -> None:
        super().__init__("letters")
        self.hash = weights * 16

    @property
    def dimension(self) -> int:
        return 26

    def reads(self, text: str) -> bool:
        return any("a" <= char <= "z" for char in text.lower())

    def embed(
        self, texts: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None
    ) -> Vectors:
        counts = np.array(
            [[text.lower().count(chr(97 + i)) for i in range(26)] for text in texts], np.float32
        )
        vectors: Vectors = counts / np.linalg.norm(counts, axis=1, keepdims=True)
        return vectors

    def ask_all(self, queries: Sequence[str]) -> Vectors:
        return self.embed(queries)


def candidate(answer: str | None, *checks: Check, text: str = "", origin: str = "cot") -> Candidate:
    """A candidate with that answer."""
    return Candidate(text or (answer or ""), answer, origin, checks=checks)


def candidates(*answers: str | None) -> tuple[Candidate, ...]:
    """A candidate for each answer."""
    return tuple(candidate(answer) for answer in answers)


def check(verdict: Verdict, strength: Strength = "support", by: str = "test") -> Check:
    """A check that found this."""
    return Check(by, verdict, strength, f"it came to {verdict}")
