"""Two or more runs on the same items, compared item by item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from reasoner.errors import InputError, one_line
from reasoner.evals import analysis
from reasoner.evals.paired import ALPHA, POWER, holm, mcnemar, needed
from reasoner.evals.resampling import difference_interval

Row = Mapping[str, Any]
Names = tuple[str, str]
AB: Names = ("A", "B")


@dataclass(frozen=True, slots=True)
class _Pair:
    """The rows of one item in both runs."""

    a: Row
    b: Row

    @property
    def known(self) -> bool:
        """In both runs it is known whether it is right."""
        return "unknown" not in (analysis.verdict(self.a), analysis.verdict(self.b))

    @property
    def gain(self) -> int:
        """1 where only B is right, -1 where only A is, else 0."""
        return analysis.is_right(self.b) - analysis.is_right(self.a)


def compare(a: Sequence[Row], b: Sequence[Row], names: Names = AB) -> dict[str, Any]:
    """How B differs from A on the items that both have, JSON-ready; `names` are used in the words of it.

    `difference` is the accuracy of B minus that of A, with the interval of a paired bootstrap over clusters,
    which is mirrored where A and B change places.
    `p` is of McNemar's exact test. `flipped` has under "won" the ids of which only B is right, and under
    "lost" those of which only A is. `winner` is "a" or "b", or None where the data do not tell the two apart:
    a winner needs a p below `alpha` and an interval without 0, with and without the items of which somebody
    does not know whether they are right. `verdict` says it in words.
    Raises: InputError, when they have no item in common, or ask different questions under one id.
    """
    found = _measured(a, b, names)
    return found | _judged(found, found["p"], names)


def compare_all(runs: Sequence[Sequence[Row]], names: Sequence[str]) -> dict[str, Any]:
    """Every pair of the runs compared, JSON-ready: `pairs` as in `compare`, with the places `i` and `j` of
    the two, and `p_holm`, which is adjusted for the number of pairs and decides in the place of `p`.

    Raises: InputError, as in `compare`.
    """
    places = list(combinations(range(len(runs)), 2))
    found = [_measured(runs[i], runs[j], (names[i], names[j])) for i, j in places]
    adjusted = holm([pair["p"] for pair in found])
    return {
        "runs": [_side(name, rows) for name, rows in zip(names, runs, strict=True)],
        "correction": "holm",
        "pairs": [
            {"i": i, "j": j, "p_holm": p} | pair | _judged(pair, p, (names[i], names[j]), len(places))
            for (i, j), pair, p in zip(places, found, adjusted, strict=True)
        ],
    }


def check_suites(a: Mapping[str, Any], b: Mapping[str, Any], names: Names = AB) -> tuple[str, ...]:
    """What is to be said of the suites of two runs (`run.json`), such as that one was changed in between.

    Raises: InputError, when the two cannot be compared.
    """
    first, second = dict(a.get("suite") or {}), dict(b.get("suite") or {})
    if first.get("hash") == second.get("hash"):
        return ()
    said = [one_line(str(suite.get("name")), 60) for suite in (first, second)]
    if said[0] != said[1]:
        raise InputError(
            f"{names[0]} is a run of the suite '{said[0]}', {names[1]} one of '{said[1]}'; "
            "compare runs of the same suite."
        )
    if first.get("scorer") != second.get("scorer"):
        judges = [one_line(str(suite.get("scorer")), 60) for suite in (first, second)]
        raise InputError(
            f"{names[0]} was judged by the scorer '{judges[0]}', {names[1]} by '{judges[1]}'; "
            "run one of them again with the scorer of the other."
        )
    return (f"the suite {said[0]} was changed between the runs; the items that both have are the same.",)


def _measured(a: Sequence[Row], b: Sequence[Row], names: Names) -> dict[str, Any]:
    pairs = _pairs(a, b, names)
    known = [pair for pair in pairs if pair.known]
    won = [str(pair.b["id"]) for pair in pairs if pair.gain > 0]
    lost = [str(pair.b["id"]) for pair in pairs if pair.gain < 0]
    clusters = [analysis.cluster(pair.a if pair.a.get("question") else pair.b) for pair in pairs]
    values = [analysis.value(pair.b) - analysis.value(pair.a) for pair in pairs]
    interval, method = difference_interval([pair.gain for pair in pairs], clusters)
    return {
        "n": len(pairs),
        "only_a": len(a) - len(pairs),
        "only_b": len(b) - len(pairs),
        "a": _side(names[0], [pair.a for pair in pairs]),
        "b": _side(names[1], [pair.b for pair in pairs]),
        "both_right": sum(analysis.is_right(pair.a) and not pair.gain for pair in pairs),
        "neither_right": sum(not analysis.is_right(pair.a) and not pair.gain for pair in pairs),
        "flipped": {"won": won, "lost": lost},
        "difference": (len(won) - len(lost)) / len(pairs),
        "difference_interval": list(interval),
        "difference_interval_method": method,
        "value_difference": sum(values) / len(pairs),
        "value_difference_interval": list(difference_interval(values, clusters)[0]),
        "clusters": len(set(clusters)),
        "test": "exact McNemar",
        "p": mcnemar(len(won), len(lost)),
        "unknown": len(pairs) - len(known),
        "p_without_unknown": _p(known),
        "difference_without_unknown": sum(pair.gain for pair in known) / len(known) if known else None,
        "alpha": ALPHA,
        "power": POWER,
        "items_needed": needed(len(pairs), len(won), len(lost)),
    }


def _p(pairs: Sequence[_Pair]) -> float:
    return mcnemar(sum(pair.gain > 0 for pair in pairs), sum(pair.gain < 0 for pair in pairs))


def _pairs(a: Sequence[Row], b: Sequence[Row], names: Names) -> list[_Pair]:
    """The items that both have, in the order of A. Raises: InputError."""
    others = {str(row["id"]): row for row in b}
    pairs = [_Pair(row, others[str(row["id"])]) for row in a if str(row["id"]) in others]
    if not pairs:
        raise InputError(
            f"no item is in both runs (items of {names[0]}: {len(a)}, of {names[1]}: {len(b)}); "
            "compare runs of the same suite."
        )
    for pair in pairs:
        _check_same(pair, names)
    return pairs


def _check_same(pair: _Pair, names: Names) -> None:
    for key, what in (("question", "asks"), ("gold", "knows the answer")):
        first, second = pair.a.get(key), pair.b.get(key)
        if first is not None and second is not None and first != second:
            raise InputError(
                f"item '{one_line(str(pair.a['id']), 60)}' is not the same in both runs: "
                f"{names[0]} {what} '{one_line(str(first), 80)}', {names[1]} '{one_line(str(second), 80)}'; "
                "compare runs of the same suite."
            )


def _side(name: str, rows: Sequence[Row]) -> dict[str, Any]:
    """One run, of these rows alone."""
    answered = [row for row in rows if analysis.is_answered(row)]
    right = [analysis.is_right(row) for row in rows]
    right_answered = [analysis.is_right(row) for row in answered]
    return {
        "name": name,
        "n": len(rows),
        "right": sum(right),
        "answered": len(answered),
        "accuracy": sum(right) / len(rows) if rows else None,
        "accuracy_interval": analysis.share_interval(right, [analysis.cluster(row) for row in rows])[0],
        "coverage": len(answered) / len(rows) if rows else None,
        "selective_accuracy": sum(right_answered) / len(answered) if answered else None,
        "selective_accuracy_interval": analysis.share_interval(
            right_answered, [analysis.cluster(row) for row in answered]
        )[0],
    }


def _judged(found: Mapping[str, Any], p: float, names: Names, tests: int = 1) -> dict[str, Any]:
    """The winner, if the data can tell, and the verdict in words."""
    low, high = found["difference_interval"]
    difference, without = found["difference"], found["difference_without_unknown"] or 0.0
    robust = not found["unknown"] or (found["p_without_unknown"] < ALPHA and without * difference > 0)
    apart = p < ALPHA and (low > 0 or high < 0)
    winner = ("b" if difference > 0 else "a") if apart and robust else None
    return {
        "winner": winner,
        "verdict": _words(found, p, winner, names, tests, doubtful=apart and not robust),
    }


def _words(
    found: Mapping[str, Any], p: float, winner: str | None, names: Names, tests: int, *, doubtful: bool
) -> str:
    difference, n = found["difference"], found["n"]
    low, high = sorted(
        abs(end) if difference * end > 0 else -abs(end) for end in found["difference_interval"]
    )
    ahead, behind = names[::-1] if difference > 0 else names
    many = f", adjusted for {tests} comparisons" if tests > 1 else ""
    told = (
        f"{100 * abs(difference):.1f} points on {n} {'item' if n == 1 else 'items'} "
        f"(95 % interval {100 * low:+.1f} to {100 * high:+.1f}; exact McNemar p = {spelled(p)}{many})"
    )
    if winner:
        return f"{ahead} is right more often than {behind}, by {told}."
    if not difference:
        why = "right on the same items" if not found["flipped"]["won"] else "right on equally many items"
        return f"No winner: {names[0]} and {names[1]} are {why}, {found['a']['right']} of {n}."
    if doubtful:
        rest = f"but without the {found['unknown']} items of which it is not known whether they are right"
        return f"No winner: {ahead} is above {behind} by {told}, {rest} the difference may be chance."
    more = f"about {found['items_needed']:,} items would show a difference of this size (power {POWER})"
    return f"No winner: {ahead} is above {behind} by {told}, which may be chance; {more}."


def spelled(p: float) -> str:
    """A p-value for people."""
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"
