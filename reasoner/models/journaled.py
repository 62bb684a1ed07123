"""A model with a journal: what was drawn before an interruption is not drawn again."""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from reasoner.errors import ReasonerError
from reasoner.models.journal import Call, Journal, Key, Spent
from reasoner.models.model import Completion, Model, Request, Watch, waves
from reasoner.models.replay import Replay

SEEDS = 2**31


@runtime_checkable
class InWaves(Protocol):
    """A model that draws its samples in waves, each of which is begun as a whole."""

    slots: int


class JournaledModels(Mapping[str, Model]):
    """Models by role, each of which writes its samples for one item down. Recordings need no journal."""

    def __init__(self, models: Mapping[str, Model], journal: Journal, item: str) -> None:
        self._models, self._journal, self._item = models, journal, item
        self._turns: Counter[Key] = Counter()

    def __getitem__(self, role: str) -> Model:
        model = self._models[role]
        if isinstance(model, Replay):
            return model
        return Journaled(model, self._journal, self._item, self._turns)

    def __contains__(self, role: object) -> bool:
        return role in self._models

    def __iter__(self) -> Iterator[str]:
        return iter(self._models)

    def __len__(self) -> int:
        return len(self._models)


@dataclass(frozen=True)
class Journaled:
    """Gives the samples that an earlier run drew, draws the others, and writes these down as they come.

    The texts are those of the model itself wherever sample i depends on the request and `seed + i` alone.
    """

    inner: Model
    journal: Journal
    item: str
    turns: Counter[Key] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def hash(self) -> str | None:
        return self.inner.hash

    @property
    def identity(self) -> str:
        return self.inner.identity

    @property
    def window(self) -> int | None:
        return self.inner.window

    @property
    def calls_functions(self) -> bool:
        return self.inner.calls_functions

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """Completions in the order of their index. What recorded ones cost counts as when they were drawn.

        Of a request that was broken off the last recorded sample is drawn again, so that the model says what
        the prompt costs. Raises: what the model raises; ReasonerError, when a sample cannot be written down.
        """
        key, n = self._key(request), request.sampling.n
        call = self.journal.recorded(key)
        known = _known(call, request)
        drawn: list[Spent] = []
        given, left, failed = 0, True, False
        try:
            for sample in known:
                if watch.cancelled():
                    left = False
                    return
                watch.on_token(given, sample.text)
                given += 1
                yield sample
            if given < n and not call.complete(n):
                with closing(self._rest(request, given, watch, drawn)) as rest:
                    for sample in rest:
                        self.journal.add(key, request.first + given, sample)
                        given += 1
                        yield sample
            left = False
        except (Exception, KeyboardInterrupt):
            failed = True
            raise
        finally:
            spent = _spent(call, known[:given], drawn)
            if drawn and not failed:
                with suppress(ReasonerError):  # whoever writes next is told
                    self.journal.end(key, spent, n, left=left)
            watch.on_spent(*spent)

    def count_tokens(self, text: str) -> int:
        return self.inner.count_tokens(text)

    def close(self) -> None:
        self.inner.close()

    def _key(self, request: Request) -> Key:
        seed = (request.sampling.seed - request.first) % SEEDS
        settings = self.journal.settings(request, self.inner)
        key = Key(self.item, request.prompt, seed, settings)
        turn = self.turns[key]
        self.turns[key] += 1
        return replace(key, turn=turn)

    def _rest(
        self, request: Request, given: int, watch: Watch, drawn: list[Spent]
    ) -> Generator[Completion, None, None]:
        """The samples from index `given` on.

        A wave that was begun is ended first, so that as many samples are started as without a break.
        """
        sampling = request.sampling
        for first, n in self._parts(request, given):
            seed, came = (sampling.seed + first) % SEEDS, 0
            asked = replace(
                request,
                sampling=sampling.model_copy(update={"n": n, "seed": seed}),
                first=request.first + first,
                enough=None if first else request.enough,
            )
            with closing(_closable(self.inner.generate(asked, _shifted(watch, first, drawn)))) as samples:
                for sample in samples:
                    came += 1
                    yield sample
            if came < n:
                return

    def _parts(self, request: Request, given: int) -> Iterator[tuple[int, int]]:
        """The first sample and the number of those that are asked for together."""
        n = request.sampling.n
        if given and isinstance(self.inner, InWaves):
            for first, width in waves(n, self.inner.slots, request.enough):
                if first < given < first + width:
                    yield given, first + width - given
                    given = first + width
        if given < n:
            yield given, n - given


def _known(call: Call, request: Request) -> tuple[Completion, ...]:
    """The recorded samples that can be given for the request."""
    n = request.sampling.n
    found = call.from_(request.first)[:n]
    if request.sampling.beams > 1:
        # The samples of a beam search come from one search.
        return found if call.complete(n) else ()
    return found if call.spent is not None and call.n == n else found[:-1]


def _spent(call: Call, given: Sequence[Completion], drawn: Sequence[Spent]) -> Spent:
    """What a request cost of which some samples were recorded and the others drawn."""
    if not drawn and call.spent is not None:
        return call.spent
    started = len(given) + sum(started for started, _, _ in drawn)
    # The prompt of a request counts once, however many requests it was asked in.
    prompt = max((prompt for _, prompt, _ in drawn), default=0)
    tokens = sum(sample.tokens for sample in given) + sum(tokens for _, _, tokens in drawn)
    return started, prompt, tokens


def _shifted(watch: Watch, by: int, drawn: list[Spent]) -> Watch:
    """Follows samples whose numbers are so much higher, and keeps what they cost."""
    return replace(
        watch,
        on_token=lambda index, text: watch.on_token(index + by, text),
        on_spent=lambda *spent: drawn.append(spent),
    )


def _closable(samples: Iterator[Completion]) -> Generator[Completion, None, None]:
    """The same as a generator, whose end closes it."""
    yield from samples
