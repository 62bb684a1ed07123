"""What the replies to a load come to: rates, times, and how many were turned away."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reasoner.evals.statistics import quantile
from reasoner.server.load import Reply

LATE = 0.01
"""Seconds by which a request may begin late before the generator, not the server, is what is measured."""


@dataclass(frozen=True, slots=True)
class Times:
    """How long it took, in seconds."""

    p50: float
    p90: float
    p99: float
    most: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What the replies come to."""

    seconds: float
    """Of the load, to the end of the last reply."""
    answered: int
    abstained: int
    refused: Mapping[str, int]
    """Requests that were turned away, by the code of the error."""
    failed: Mapping[str, int]
    """Requests that failed, by the error."""
    requests_per_second: float
    """Of those that got a result."""
    latency: Times | None
    """Of those that got a result, from when they were due; None when none did."""
    first_token: Times | None
    """Of those to which tokens were streamed."""
    prompt_tokens: int
    completion_tokens: int
    tokens_per_second: float
    """Generated, of all requests together."""
    bytes: int
    """Of the bodies of all replies."""
    late: float
    """Seconds by which a request began too late, at the 99th percentile."""

    @property
    def done(self) -> int:
        """Requests that got a result."""
        return self.answered + self.abstained

    @property
    def asked(self) -> int:
        """Requests that ended, however they did."""
        return self.done + sum(self.refused.values()) + sum(self.failed.values())


def figures(replies: Sequence[Reply], seconds: float) -> Figures:
    """What replies within so many seconds come to."""
    endings = Counter(reply.ending for reply in replies)
    done = [reply for reply in replies if reply.ending in ("answered", "abstained")]
    tokens = sum(reply.tokens for reply in done)
    return Figures(
        seconds=seconds,
        answered=endings["answered"],
        abstained=endings["abstained"],
        refused=Counter(reply.reason for reply in replies if reply.ending == "refused"),
        failed=Counter(reply.reason for reply in replies if reply.ending == "failed"),
        requests_per_second=len(done) / seconds if seconds else 0.0,
        latency=_times(reply.seconds for reply in done),
        first_token=_times(reply.first_token for reply in done if reply.first_token is not None),
        prompt_tokens=sum(reply.prompt_tokens for reply in done),
        completion_tokens=tokens,
        tokens_per_second=tokens / seconds if seconds else 0.0,
        bytes=sum(reply.bytes for reply in replies),
        late=quantile([reply.late for reply in replies], 0.99) if replies else 0.0,
    )


def _times(values: Iterable[float]) -> Times | None:
    found = tuple(values)
    if not found:
        return None
    return Times(quantile(found, 0.5), quantile(found, 0.9), quantile(found, 0.99), max(found))
