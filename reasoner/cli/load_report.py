"""A load is offered to a server, followed, and reported."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict

import httpx

from reasoner.cli.errors import DONE, FAILED, INTERRUPTED
from reasoner.cli.interruption import polite
from reasoner.cli.output import print_json, print_result, progress, say, size, table
from reasoner.errors import InputError, one_line
from reasoner.server.load import Load, Reply, offer
from reasoner.server.load_figures import LATE, Figures, Times, figures
from reasoner.server.spawned import spawned

PIPELINE = "math"
"""What is asked of a server that is started here."""
EVERY = 2.0
"""Seconds between two lines of progress."""


@contextmanager
def server(url: str | None, pipeline: str | None, model: str | None) -> Iterator[str]:
    """The address of the server: the one that was given, or one that lives as long as the `with`.

    Raises: InputError for an address where no server is; ReasonerError, when none could be started.
    """
    if url is None:
        arguments = [pipeline or PIPELINE, *(["--model", model] if model else [])]
        say(f"starting a server: reasoner serve {' '.join(arguments)}")
        with spawned(arguments) as found:
            yield found.url
        return
    _check(url)
    yield url


def measure(load: Load, as_json: bool) -> int:
    """Offers the load and prints what came of it; the exit status."""
    with (
        polite("ending; Ctrl-C again to leave at once.") as pressed,
        progress("bench", "requests", every=EVERY) as update,
    ):

        def tell(replies: Sequence[Reply], seconds: float) -> None:
            update(len(replies), load.requests or 0)

        replies, seconds = asyncio.run(offer(load, tell, pressed))
        interrupted = pressed()
    found = figures(replies, seconds)
    if as_json:
        print_json(_loop(load) | asdict(found))
    else:
        print_result(_shown(found))
    if interrupted:
        return INTERRUPTED
    return DONE if found.done else FAILED


def _check(url: str) -> None:
    try:
        parsed = httpx.URL(url)
        if parsed.scheme not in ("http", "https") or not parsed.host:
            raise InputError(
                f"{one_line(url, 100)}: is no address of a server; give one like http://127.0.0.1:8000"
            )
        httpx.get(f"{url.rstrip('/')}/healthz", timeout=10, trust_env=False)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        says = one_line(str(error), 100).rstrip(".").lower()
        raise InputError(
            f"{one_line(url, 100)}: no server replies: {says}; start one with: reasoner serve"
        ) from None


def _loop(load: Load) -> dict[str, object]:
    how: dict[str, object] = {"loop": "open", "rate": load.rate, "seed": load.seed}
    return how if load.rate else {"loop": "closed", "clients": load.clients}


def _shown(found: Figures) -> str:
    """The figures for people."""
    rows = [
        ("results", f"{found.done} in {found.seconds:.1f} s, {found.requests_per_second:.1f} a second"),
        ("of these", f"{found.answered} answered, {found.abstained} abstained"),
        ("refused", _counts(found.refused)),
        ("failed", _counts(found.failed)),
        ("latency", _times(found.latency)),
    ]
    if found.first_token:
        rows.append(("first token", _times(found.first_token)))
    if found.completion_tokens:
        says = f"{found.completion_tokens} generated, {found.tokens_per_second:.1f} a second"
        rows.append(("tokens", f"{says}; {found.prompt_tokens} in prompts"))
    rows.append(("received", size(found.bytes)))
    if found.late > LATE:
        says = f"1 request in 100 began {1000 * found.late:.0f} ms late or more"
        rows.append(("caution", f"{says}: this machine cannot keep that rate up, and times include it"))
    return table(rows)


def _times(times: Times | None) -> str:
    if times is None:
        return "none"
    shown = {"p50": times.p50, "p90": times.p90, "p99": times.p99, "most": times.most}
    return ", ".join(f"{name} {_time(seconds)}" for name, seconds in shown.items())


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def _counts(kinds: Mapping[str, int]) -> str:
    """How many, and why."""
    if not kinds:
        return "none"
    ordered = sorted(kinds.items(), key=lambda pair: -pair[1])
    return f"{sum(kinds.values())} ({', '.join(f'{count} {kind}' for kind, count in ordered)})"
