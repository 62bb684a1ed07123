"""What a run cost: time and tokens by stage, latency, what stopping early saved, and the price of a right
answer."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import Any

from reasoner.evals.statistics import quantile

Row = Mapping[str, Any]
TOKENS = ("prompt_tokens", "completion_tokens")


def summary(rows: Sequence[Row], right: int) -> dict[str, Any]:
    """The cost of these rows, JSON-ready; None is what cannot be computed. Failed rows cost nothing here.

    Seconds of questions are added up, so that they are more than those of the clock where several were asked
    at a time.
    """
    done = [row for row in rows if row.get("usage")]
    seconds = [float(row["usage"]["seconds"]) for row in done]
    tokens = {name: sum(row["usage"].get(name, 0) for row in done) for name in TOKENS}
    total = fsum(seconds)
    return {
        "stages": _stages(done),
        **tokens,
        "tokens_per_right": sum(tokens.values()) / right if right else None,
        "seconds": total,
        "seconds_per_right": total / right if right else None,
        "latency_seconds": _latency(seconds),
        "savings": _savings(done),
    }


def _latency(seconds: Sequence[float]) -> Mapping[str, float | None]:
    """How long a question took, in seconds."""
    if not seconds:
        return dict.fromkeys(("mean", "p50", "p90", "p99"))
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
    return {"mean": fsum(seconds) / len(seconds)} | {
        name: quantile(seconds, share) for name, share in shares.items()
    }


def _stages(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What each stage took and spent by itself, without the stages inside it, in the order of appearance."""
    found: dict[str, dict[str, Any]] = {}
    seconds: dict[str, list[float]] = {}
    for step in (step for row in rows for step in _every(row.get("steps") or ())):
        stage = found.setdefault(
            step["stage"], {"stage": step["stage"], "times": 0, "samples": 0} | dict.fromkeys(TOKENS, 0)
        )
        stage["times"] += 1
        for name in ("samples", *TOKENS):
            stage[name] += _own(step, name)
        inside = fsum(inner["seconds"] for inner in step.get("steps") or ())
        seconds.setdefault(step["stage"], []).append(max(0.0, step["seconds"] - inside))
    return [stage | {"seconds": fsum(seconds[name])} for name, stage in found.items()]


def _every(steps: Sequence[Row]) -> Iterator[Row]:
    for step in steps:
        yield step
        yield from _every(step.get("steps") or ())


def _own(step: Row, name: str) -> int:
    inside = sum(int(inner["usage"].get(name, 0)) for inner in step.get("steps") or ())
    return int(step["usage"].get(name, 0)) - inside


def _savings(rows: Sequence[Row]) -> dict[str, Any]:
    """What stopping early saved: samples, and what they would have cost by an estimate."""
    ledgers = [row.get("savings") or {} for row in rows]
    saved = sum(ledger.get("samples", 0) for ledger in ledgers)
    drawn = sum(row["usage"].get("samples", 0) for row in rows)
    stopped = Counter(str(why) for ledger in ledgers for why in ledger.get("stopped") or ())
    return {
        "samples": saved,
        "share": saved / (saved + drawn) if saved + drawn else None,
        "tokens": sum(ledger.get("tokens", 0) for ledger in ledgers),
        "seconds": fsum(ledger.get("seconds", 0.0) for ledger in ledgers),
        "stopped": dict(sorted(stopped.items())),
    }
