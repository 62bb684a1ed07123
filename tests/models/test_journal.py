import json
import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from reasoner.errors import ModelError, ReasonerError
from reasoner.models.journal import Journal
from reasoner.models.journaled import Journaled, JournaledModels
from reasoner.models.model import Completion, Model, Request, Watch, waves
from reasoner.models.replay import Recorded, Replay
from reasoner.models.sampling import Sampling
from reasoner.models.scripted import Scripted
from reasoner.state import Message
from support import Overheard

TEXTS = [f"text {i}" for i in range(20)]


def request(n: int, seed: int = 0, first: int = 0, **changes: object) -> Request:
    sampling = Sampling.model_validate({"n": n, "seed": seed, **changes})
    return Request((Message("user", "what?"),), sampling, "what?", first)


def scripted() -> Overheard:
    return Overheard(Scripted.saying(*TEXTS), identity="scripted")


@dataclass
class Waves:
    """Begins samples `slots` at a time, as the embedded engine does."""

    slots: int = 4
    name: str = "waves"
    hash: str | None = None
    window: int | None = None
    calls_functions: bool = False
    identity: str = "waves"

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        started, seed = 0, request.sampling.seed
        try:
            for first, width in waves(request.sampling.n, self.slots, request.enough):
                started += width
                for i in range(seed + first, seed + first + width):
                    yield Completion(f"text {i}", 1, None, "stop", i, 0.0)
        finally:
            watch.on_spent(started, 7, started)

    def count_tokens(self, text: str) -> int:
        return 1

    def close(self) -> None:
        pass


def drawn(model: Model, asked: Request, stop: int | None = None) -> tuple[list[str], list[tuple[int, ...]]]:
    """The texts until the caller has `stop` of them, and what was told to be spent."""
    spent: list[tuple[int, ...]] = []
    samples = model.generate(asked, Watch(on_spent=lambda *costs: spent.append(costs)))
    texts = [sample.text for sample in islice(samples, stop)]
    del samples
    return texts, spent


def killed(path: Path, model: Model, asked: Request, after: int) -> None:
    """A process that is killed once so many samples are written down."""
    journal = Journal.open(path)
    with closing(Journaled(model, journal, "item")):
        for i, _ in enumerate(Journaled(model, journal, "item").generate(asked), start=1):
            if i == after:
                break
    journal.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"spent"' not in line))


def test_the_samples_are_those_of_the_model_itself(tmp_path: Path) -> None:
    plain, asked = Scripted.saying(*TEXTS), request(6, seed=3)
    with Journal.open(tmp_path / "j") as journal:
        model = Journaled(plain, journal, "item")
        assert list(model.generate(asked)) == list(plain.generate(asked))
        assert drawn(model, asked) == drawn(plain, asked)
        assert (model.name, model.hash, model.identity, model.window) == ("scripted", None, "scripted", None)
        assert model.count_tokens("two words") == 2


@pytest.mark.parametrize("after", range(1, 7))
@pytest.mark.parametrize("inner", [Scripted.saying(*TEXTS), Waves()], ids=["at once", "in waves"])
@pytest.mark.parametrize("stop", [None, 6, 7])
@pytest.mark.parametrize("enough", [None, 3, 6])
def test_a_request_that_was_broken_off_goes_on_and_costs_what_it_would_have(
    tmp_path: Path, inner: Model, after: int, stop: int | None, enough: int | None
) -> None:
    asked = replace(request(9, seed=5), enough=enough)
    killed(tmp_path / "j", inner, asked, after)
    with Journal.open(tmp_path / "j") as journal:
        assert drawn(Journaled(inner, journal, "item"), asked, stop) == drawn(inner, asked, stop)


def test_only_what_is_missing_is_drawn_and_the_last_sample_again(tmp_path: Path) -> None:
    asked = request(9, seed=5, first=2)
    killed(tmp_path / "j", scripted(), asked, 4)
    inner = scripted()
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(inner, journal, "item"), asked)
    (rest,) = inner.requests
    assert (rest.first, rest.sampling.seed, rest.sampling.n) == (5, 8, 6)
    assert rest == replace(asked, first=5, sampling=rest.sampling)


def test_a_wave_that_was_begun_is_ended_first(tmp_path: Path) -> None:
    asked = request(9)
    killed(tmp_path / "j", Waves(), asked, 6)
    inner = OverheardWaves(Waves())
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(inner, journal, "item"), asked)
    assert [(rest.first, rest.sampling.n) for rest in inner.requests] == [(5, 3), (8, 1)]


@dataclass
class OverheardWaves(Overheard):
    slots: int = 4
    identity: str = "waves"


@pytest.mark.parametrize("stop", [2, 5, None])
def test_a_request_that_came_to_its_end_is_not_asked_again(tmp_path: Path, stop: int | None) -> None:
    asked = request(5)
    with Journal.open(tmp_path / "j") as journal:
        first = drawn(Journaled(Waves(), journal, "item"), asked, stop)
    inner = OverheardWaves(Waves())
    with Journal.open(tmp_path / "j") as journal:
        assert drawn(Journaled(inner, journal, "item"), asked, stop) == first
    assert inner.requests == []


def test_a_caller_who_wants_more_than_before_gets_the_rest(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(Waves(), journal, "item"), request(8), 2)
    with Journal.open(tmp_path / "j") as journal:
        assert drawn(Journaled(Waves(), journal, "item"), request(8)) == drawn(Waves(), request(8))
    with Journal.open(tmp_path / "j") as journal:
        assert drawn(Journaled(Waves(), journal, "item"), request(12)) == drawn(Waves(), request(12))


@pytest.mark.parametrize(
    "other",
    [
        request(5, seed=1),
        request(5, temperature=1.5),
        request(5, beams=5),
        replace(request(5), question="another?"),
        replace(request(5), messages=(Message("user", "another?"),)),
    ],
)
def test_another_request_gets_nothing_of_it(tmp_path: Path, other: Request) -> None:
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(Scripted.saying("old"), journal, "item"), request(5))
    with Journal.open(tmp_path / "j") as journal:
        assert drawn(Journaled(Scripted.saying("new"), journal, "item"), other)[0] == ["new"] * 5


@pytest.mark.parametrize(
    ("item", "mode", "identity"),
    [
        ("another", "reproducible", "scripted"),
        ("item", "throughput", "scripted"),
        ("item", "reproducible", "x"),
    ],
)
def test_neither_does_another_item_mode_or_model(tmp_path: Path, item: str, mode: str, identity: str) -> None:
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(Scripted.saying("old"), journal, "item"), request(5))
    with Journal.open(tmp_path / "j", mode) as journal:
        model = Overheard(Scripted.saying("new"), identity=identity)
        assert drawn(Journaled(model, journal, item), request(5))[0] == ["new"] * 5


def test_the_same_request_twice_in_an_item_is_two_requests(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        models = JournaledModels({"default": Scripted.saying("once")}, journal, "item")
        assert drawn(models["default"], request(1))[0] == ["once"]
        models = JournaledModels({"default": Scripted.saying("twice")}, journal, "item")
        drawn(models["default"], request(1))
    with Journal.open(tmp_path / "j") as journal:
        inner = scripted()
        models = JournaledModels({"default": inner}, journal, "item")
        assert [drawn(models["default"], request(1))[0] for _ in range(2)] == [["twice"], ["text 0"]]
        assert len(inner.requests) == 1


def test_of_items_that_are_done_nothing_is_kept_in_mind(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(Scripted.saying("old"), journal, "item"), request(1))
    with Journal.open(tmp_path / "j", done={"item"}) as journal:
        assert drawn(Journaled(Scripted.saying("new"), journal, "item"), request(1))[0] == ["new"]


@pytest.mark.parametrize("cut", [1, 40, 100, 250])
def test_a_torn_last_line_is_dropped_and_a_broken_one_passed_over(tmp_path: Path, cut: int) -> None:
    path, asked = tmp_path / "j", request(5)
    killed(path, scripted(), asked, 3)
    whole = path.read_bytes()
    path.write_bytes(b"\x00\x00\n[1]\n{}\n" + whole[:-cut])
    with Journal.open(path) as journal:
        assert drawn(Journaled(scripted(), journal, "item"), asked) == drawn(scripted(), asked)
    rows = path.read_bytes().split(b"\n")[3:-1]
    assert all(json.loads(row)["item"] == "item" for row in rows)


def test_a_beam_search_is_one_and_is_drawn_again_as_a_whole(tmp_path: Path) -> None:
    asked = request(4, beams=4)
    killed(tmp_path / "j", scripted(), asked, 2)
    inner = scripted()
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(inner, journal, "item"), asked)
    assert inner.requests == [asked]


def test_what_fails_has_not_come_to_its_end(tmp_path: Path) -> None:
    class Failing(Waves):
        def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
            yield from islice(super().generate(request, watch), 3)
            raise ModelError("the engine died; try again.")

    with Journal.open(tmp_path / "j") as journal, pytest.raises(ModelError):
        drawn(Journaled(Failing(), journal, "item"), request(6))
    with Journal.open(tmp_path / "j") as journal:
        assert drawn(Journaled(Waves(), journal, "item"), request(6)) == drawn(Waves(), request(6))


def test_a_request_that_is_cancelled_gives_no_more(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        drawn(Journaled(scripted(), journal, "item"), request(4))
    with Journal.open(tmp_path / "j") as journal:
        told: list[tuple[int, str]] = []
        watch = Watch(cancelled=lambda: len(told) == 2, on_token=lambda i, text: told.append((i, text)))
        samples = list(Journaled(scripted(), journal, "item").generate(request(4), watch))
    assert [sample.text for sample in samples] == ["text 0", "text 1"]
    assert told == [(0, "text 0"), (1, "text 1")]


def test_tokens_of_the_rest_have_the_number_of_their_sample(tmp_path: Path) -> None:
    killed(tmp_path / "j", scripted(), request(4), 3)
    told: list[int] = []
    with Journal.open(tmp_path / "j") as journal:
        watch = Watch(on_token=lambda i, text: told.append(i))
        list(Journaled(scripted(), journal, "item").generate(request(4), watch))
    assert told == [0, 1, 2, 3]


def test_a_recording_needs_no_journal(tmp_path: Path) -> None:
    replay = Replay("replay:x", {"what?": Recorded({None: tuple(Scripted.saying("x").generate(request(3)))})})
    with Journal.open(tmp_path / "j") as journal:
        models = JournaledModels({"default": replay, "base": Waves()}, journal, "item")
        assert models["default"] is replay
        assert (len(models), list(models), "base" in models) == (2, ["default", "base"], True)
    assert (tmp_path / "j").read_bytes() == b""


def test_items_at_a_time_write_whole_rows(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        works = [
            threading.Thread(target=drawn, args=(Journaled(scripted(), journal, f"item {i}"), request(20)))
            for i in range(8)
        ]
        for work in works:
            work.start()
        for work in works:
            work.join()
    rows = [json.loads(line) for line in (tmp_path / "j").read_text().splitlines()]
    samples = [(row["item"], row["index"]) for row in rows if "sample" in row]
    assert sorted(samples) == sorted((f"item {i}", j) for i in range(8) for j in range(20))


def test_a_full_disk_is_named_once_and_for_all_and_tears_no_row(tmp_path: Path) -> None:
    path = tmp_path / "j"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Journal.open(path) as journal:
        model = Journaled(scripted(), journal, "item")
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
            with pytest.raises(ReasonerError, match=r"file too large; what was done is kept\. Mend that"):
                drawn(model, request(20))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
        with pytest.raises(ReasonerError, match="file too large"):
            drawn(model, request(20))
    rows = path.read_bytes()
    assert rows.endswith(b"}\n")
    with Journal.open(path) as journal:
        assert drawn(Journaled(scripted(), journal, "item"), request(20)) == drawn(scripted(), request(20))
    assert path.read_bytes().startswith(rows)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReasonerError, match="is a directory; mend that, or give another"):
        Journal.open(tmp_path)


def test_half_a_character_that_a_model_wrote_comes_back(tmp_path: Path) -> None:
    odd = cast(Model, Scripted.saying("\ud83d half", "城"))
    for _ in range(2):
        with Journal.open(tmp_path / "j") as journal:
            assert drawn(Journaled(odd, journal, "item"), request(2))[0] == ["\ud83d half", "城"]
