"""What the rows of a run come to: the numbers of `statistics.json`. Pure functions of the rows."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import ceil, fsum, isfinite
from typing import Any

from reasoner.evals import attempts, costs
from reasoner.evals.resampling import has_spread, mean_interval
from reasoner.evals.statistics import Point, aurc, auroc, reliability, risk_coverage, wilson
from reasoner.evals.statistics import ece as calibration_error

Row = Mapping[str, Any]
CURVE = 100
"""Points that a risk-coverage curve has at most."""


def statistics(run: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    """The numbers of a run with these rows, JSON-ready; None is what cannot be computed. Rates are in [0, 1].

    `n` counts all rows: `right`, `wrong`, `unknown`, `abstained` and `failed` add up to it, and all but the
    right ones lower the accuracy. `left_out` counts the rows of the suite that could not be used, and so are
    not among these. Intervals are of 95 %. All values that depend on the clock are under keys
    with "seconds" in their name, or under "savings".
    """
    counts = Counter(verdict(row) for row in rows)
    answered = [row for row in rows if is_answered(row)]
    groups = [cluster(row) for row in rows]
    return {
        "suite": dict(run.get("suite") or {}).get("name"),
        "n": len(rows),
        "left_out": len(dict(run.get("suite") or {}).get("problems") or ()),
        **{name: counts[name] for name in ("right", "wrong", "unknown", "abstained", "failed")},
        "answered": len(answered),
        "clusters": len(set(groups)),
        **_share("accuracy", [is_right(row) for row in rows], groups),
        "accuracy_wilson": list(wilson(counts["right"], len(rows))),
        **_share("coverage", [is_answered(row) for row in rows], groups),
        **_share("selective_accuracy", list(map(is_right, answered)), list(map(cluster, answered))),
        **_mean("mean_value", [value(row) for row in rows], groups),
        **_confidence(rows),
        "refusals": _refusals(rows),
        "samples": attempts.summary(rows),
        "by_intent": _by(rows, intent),
        "by_difficulty": _by(rows, lambda row: row.get("difficulty")),
        "by_language": _by(rows, lambda row: row.get("language")),
        **costs.summary(rows, counts["right"]),
    }


def verdict(row: Row) -> str:
    """How the row was judged: "right", "wrong", "unknown" or "abstained"; "failed" where the pipeline was."""
    score = row.get("score")
    return str(score["verdict"]) if score else "failed"


def is_right(row: Row) -> bool:
    """It was judged right; a right refusal is right."""
    return verdict(row) == "right"


def is_answered(row: Row) -> bool:
    """The pipeline stood by an answer, whatever that was worth."""
    return row.get("outcome") == "answered"


def value(row: Row) -> float:
    """How good the answer was, in [0, 1]; 0 where the pipeline failed."""
    score = row.get("score")
    return float(score["value"]) if score else 0.0


def intent(row: Row) -> str | None:
    """The known intent, else the one that was detected."""
    known = row.get("known_intent") or (row.get("intent") or {}).get("kind")
    return str(known) if known else None


def cluster(row: Row) -> Hashable:
    """Rows with the same one are no independent questions: that of the item, else its question."""
    if row.get("cluster") is not None:
        return "cluster", str(row["cluster"])
    question = row.get("question")
    return ("question", str(question).strip()) if question else ("id", str(row.get("id")))


def point(row: Row) -> Point | None:
    """How sure the pipeline was before `accept`, and whether the answer that it gave or held back is right.

    Where it found nothing to be sure of it is sure to the degree of 0. None where nobody knows whether it is
    right, and where the pipeline failed.
    """
    right: bool | None
    judged, sure = verdict(row), float(row.get("confidence") or 0.0)
    if judged in ("failed", "unknown"):
        return None
    if is_answered(row):
        right = judged == "right"
    elif held := row.get("votes_right"):
        right = held[0]
    else:
        # Without a vote nobody knows what was held back, except where there was nothing, or no right answer.
        right = False if not sure or row.get("answerable") is False else None
    return None if right is None else (sure, right)


def _confidence(rows: Sequence[Row]) -> dict[str, Any]:
    points = [found for found in map(point, rows) if found is not None]
    kinds = {row["confidence_kind"] for row in rows if row.get("confidence") is not None}
    return {
        "confidence_kind": "mixed" if len(kinds) > 1 else next(iter(kinds), None),
        "confidences": len(points),
        "aurc": _finite(aurc(points)),
        "auroc": _finite(auroc(points)),
        "ece": _finite(calibration_error(points)),
        "risk_coverage": _curve(points),
        "reliability": [
            {
                "low": part.low,
                "high": part.high,
                "n": part.n,
                "right": part.right,
                "confidence": part.confidence,
                "accuracy": part.right / part.n,
                "accuracy_interval": list(wilson(part.right, part.n)),
            }
            for part in reliability(points)
        ],
    }


def _curve(points: Sequence[Point]) -> list[dict[str, float]]:
    """The risk at evenly spaced coverages, and the lowest confidence that is accepted there."""
    risks = risk_coverage(points)
    sure = sorted((confidence for confidence, _ in points), reverse=True)
    count = min(CURVE, len(risks))
    places = [ceil(step * len(risks) / count) for step in range(1, count + 1)]
    return [{"coverage": k / len(risks), "risk": risks[k - 1], "confidence": sure[k - 1]} for k in places]


def _refusals(rows: Sequence[Row]) -> dict[str, Any] | None:
    """How well it refuses what has no answer; None for a suite in which everything has one."""
    judged = [row for row in rows if row.get("score")]
    without = [row for row in judged if row.get("answerable") is False]
    if not without:
        return None
    right = sum(map(_is_refused, without))
    wrong = sum(map(_is_refused, judged)) - right
    return {
        "answerable": len(judged) - len(without),
        "unanswerable": len(without),
        "right": right,
        "wrong": wrong,
        "missed": len(without) - right,
        "precision": right / (right + wrong) if right + wrong else None,
        "precision_interval": list(wilson(right, right + wrong)),
        "recall": right / len(without),
        "recall_interval": list(wilson(right, len(without))),
        "f1": 2 * right / (right + wrong + len(without)),
    }


def _is_refused(row: Row) -> bool:
    """No answer was given, or one that the scorer judged to be a refusal in words."""
    words = "right" if row.get("answerable") is False else "abstained"
    return not is_answered(row) or verdict(row) == words


def _by(rows: Sequence[Row], key: Callable[[Row], object]) -> list[dict[str, Any]]:
    """The accuracy of the rows with each value of the key, in the order of the values; rows without one are
    in no group."""
    members: dict[str, list[Row]] = {}
    for row in rows:
        if (name := key(row)) is not None:
            members.setdefault(str(name), []).append(row)
    return [
        {
            "value": name,
            "n": len(group),
            "right": sum(map(is_right, group)),
            "answered": sum(map(is_answered, group)),
            **_share("accuracy", list(map(is_right, group)), list(map(cluster, group))),
            "mean_value": fsum(map(value, group)) / len(group),
        }
        for name, group in sorted(members.items())
    ]


def _share(name: str, found: Sequence[bool], clusters: Sequence[Hashable]) -> dict[str, Any]:
    """The share of what is true, its interval, and by which method that was found."""
    interval, method = share_interval(found, clusters)
    share = sum(found) / len(found) if found else None
    return {name: share, f"{name}_interval": interval, f"{name}_interval_method": method}


def share_interval(found: Sequence[bool], clusters: Sequence[Hashable]) -> tuple[list[float], str]:
    """The interval of a share and the method: Wilson's, or where clusters repeat the bootstrap over these.

    Where the clusters show no spread: Wilson's, of as many as there are clusters.
    """
    if len(set(clusters)) == len(found):
        return list(wilson(sum(found), len(found))), "wilson"
    return _drawn(list(map(float, found)), clusters)


def _drawn(values: Sequence[float], clusters: Sequence[Hashable]) -> tuple[list[float], str]:
    """The interval of a mean of values in [0, 1], and the method: the bootstrap, but where all clusters have
    the same mean, so that it would find no width, Wilson's for that share of the clusters."""
    groups = len(set(clusters))
    if not has_spread(values, clusters):
        return list(wilson(groups * (fsum(values) / len(values)), groups)), "wilson_over_clusters"
    method = "cluster_bootstrap" if groups < len(values) else "bootstrap"
    return list(mean_interval(values, clusters)), method


def _mean(name: str, values: Sequence[float], clusters: Sequence[Hashable]) -> dict[str, Any]:
    """The mean, its interval, and the method of that: where all values are 0 or 1 that of a share."""
    if set(values) <= {0.0, 1.0}:
        return _share(name, [one == 1 for one in values], clusters)
    interval, method = _drawn(values, clusters)
    mean = fsum(values) / len(values)
    return {name: mean, f"{name}_interval": interval, f"{name}_interval_method": method}


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None
