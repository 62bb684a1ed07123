"""How the comparison of `reasoner compare` reads."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reasoner.cli.output import table
from reasoner.errors import one_line

Fields = Mapping[str, Any]
SHOWN = 10
"""Ids that are listed of each kind of flip; all of them are in the JSON."""
_TOLD = ("pipeline", "model", "effort", "seed")


def two(found: Fields, about: Sequence[Fields]) -> Iterator[str]:
    """The comparison of two runs."""
    a, b = found["a"], found["b"]
    same_lines = [key for key in _TOLD if about[0].get(key) != about[1].get(key)]
    yield from table(
        [
            ("", "A", "B"),
            ("run", a["name"], b["name"]),
            *((key, _said(about[0].get(key)), _said(about[1].get(key))) for key in same_lines),
            ("accuracy", _with(a, "accuracy"), _with(b, "accuracy")),
            ("coverage", percent(a["coverage"]), percent(b["coverage"])),
            ("selective accuracy", _with(a, "selective_accuracy"), _with(b, "selective_accuracy")),
        ]
    ).splitlines()
    yield ""
    won, lost = found["flipped"]["won"], found["flipped"]["lost"]
    yield f"{found['n']} items: {found['both_right']} right in both, {found['neither_right']} in neither"
    yield f"right only in {b['name']}: {_ids(won)}"
    yield f"right only in {a['name']}: {_ids(lost)}"
    yield ""
    yield str(found["verdict"])


def several(found: Fields) -> Iterator[str]:
    """The comparison of many runs: each by itself, then every pair."""
    yield from table(
        [
            ("run", "items", "accuracy", "coverage", "selective accuracy"),
            *(
                (
                    run["name"],
                    str(run["n"]),
                    _with(run, "accuracy"),
                    percent(run["coverage"]),
                    _with(run, "selective_accuracy"),
                )
                for run in found["runs"]
            ),
        ]
    ).splitlines()
    yield ""
    yield from table(
        [
            ("A", "B", "items", "B minus A, points", "only A", "only B", "p", "p (Holm)", "right more often"),
            *map(_pair, found["pairs"]),
        ]
    ).splitlines()


def notes(found: Fields) -> Iterator[str]:
    """What is to be known of a comparison before it is believed."""
    for side in ("a", "b"):
        if found[f"only_{side}"]:
            yield f"only in {found[side]['name']}: {_items(found[f'only_{side}'])}, not compared."
    if found["unknown"]:
        yield f"{_items(found['unknown'])} could not be judged in one of the runs, and counts as not right."
    if found["clusters"] < found["n"]:
        asked = "one question" if found["clusters"] == 1 else f"{found['clusters']} questions"
        yield f"the {found['n']} items are variants of {asked}; intervals count each question once."


def _pair(pair: Fields) -> tuple[str, ...]:
    low, high = pair["difference_interval"]
    between = f"{100 * pair['difference']:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"
    won, lost = (len(pair["flipped"][side]) for side in ("won", "lost"))
    winner = pair[pair["winner"]]["name"] if pair["winner"] else "not to be told"
    names = (pair["a"]["name"], pair["b"]["name"])
    return (*names, str(pair["n"]), between, str(lost), str(won), _p(pair["p"]), _p(pair["p_holm"]), winner)


def percent(share: float | None) -> str:
    """A share for people; a dash where it is not known."""
    return "-" if share is None else f"{100 * share:.1f} %"


def _with(side: Fields, key: str) -> str:
    """A share with its interval."""
    if side[key] is None:
        return "-"
    low, high = side[f"{key}_interval"]
    return f"{percent(side[key])} ({100 * low:.1f} to {100 * high:.1f})"


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else f"{value:.1e}"


def _ids(ids: Sequence[str]) -> str:
    if not ids:
        return "none"
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return f"{len(ids)}: {', '.join(one_line(name, 60) for name in ids[:SHOWN])}{more}"


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"


def _said(value: object) -> str:
    return "-" if value is None else one_line(str(value), 60)
