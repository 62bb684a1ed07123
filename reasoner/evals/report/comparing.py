"""What a comparison of two runs shows: the verdict, the difference, and the items that flipped."""

from collections.abc import Iterable, Iterator, Sequence

from reasoner.evals.comparison import spelled
from reasoner.evals.figures import count, mapping, number, pair, percent, percent_interval, points
from reasoner.evals.report.contents import Page, Row, verdict
from reasoner.evals.report.markup import Node, table, tag

LABELS = {
    "all": "All",
    "lost": "Lost: right in A only",
    "won": "Won: right in B only",
    "both": "Both right",
    "neither": "Neither right",
    "changed": "Another answer",
}
"""What items are filtered by."""


def names(comparison: Row, run_a: Row, run_b: Row) -> tuple[str, str]:
    """What tells the runs apart: what the comparison calls them, else the pipeline, else the model."""
    said = [
        (mapping(comparison.get("a")).get("name"), mapping(comparison.get("b")).get("name")),
        (mapping(run_a.get("pipeline")).get("name"), mapping(run_b.get("pipeline")).get("name")),
        (run_a.get("model"), run_b.get("model")),
    ]
    told = ((a, b) for a, b in said if a and b and a != b and (a, b) != ("A", "B"))
    return next(((f"A: {a}", f"B: {b}") for a, b in told), ("A", "B"))


def header(titles: tuple[str, str], comparison: Row) -> Iterator[Node]:
    """The title, and what is to be concluded."""
    yield tag("h1", None, f"{titles[0]} against {titles[1]}")
    if comparison.get("verdict"):
        yield tag("p", {"class": "lead"}, str(comparison["verdict"]))
    yield tag("p", {"class": "faint"}, " · ".join(_scope(comparison)))


def _scope(comparison: Row) -> Iterator[str]:
    yield f"{count(comparison.get('n'))} items are in both"
    for key, words in (("only_a", "in A only"), ("only_b", "in B only"), ("unknown", "could not be judged")):
        if number(comparison.get(key)):
            yield f"{count(comparison[key])} {words}"


def sections(comparison: Row) -> Iterator[Node]:
    """The figures, and who was right where."""
    yield tag("dl", {"class": "cards"}, *_cards(comparison))
    lost, won = (len(ids(comparison, side)) for side in ("lost", "won"))
    both, neither = (comparison.get(key) for key in ("both_right", "neither_right"))
    lines = (("A right", count(both), count(lost)), ("A not right", count(won), count(neither)))
    yield tag(
        "div",
        {"class": "tables"},
        table("Who was right", ("", "B right", "B not right"), lines),
        table(
            "Both runs", ("", "A", "B"), _sides(mapping(comparison.get("a")), mapping(comparison.get("b")))
        ),
    )


def _cards(comparison: Row) -> Iterator[Node]:
    ends = pair(comparison.get("difference_interval"))
    between = f"{100 * ends[0]:+.1f} to {100 * ends[1]:+.1f}, 95 % interval" if ends else ""
    yield _card("Difference, B less A", points(comparison.get("difference")), between)
    p = number(comparison.get("p"))
    if p is not None:
        yield _card("Exact McNemar", f"p = {spelled(p)}", "two-sided")
    yield _card("Won", count(len(ids(comparison, "won"))), "right in B only")
    yield _card("Lost", count(len(ids(comparison, "lost"))), "right in A only")
    needed, power = (number(comparison.get(key)) for key in ("items_needed", "power"))
    if needed is not None:
        chance = f"with a chance of {100 * power:.0f} %" if power is not None else ""
        yield _card("Items needed", count(needed), f"to see a difference of this size {chance}".strip())


def _card(name: str, value: str, detail: str) -> Node:
    return tag("div", None, tag("dt", None, name), tag("dd", None, value, tag("small", None, detail)))


def _sides(a: Row, b: Row) -> Iterator[tuple[Node, ...]]:
    for key in ("right", "answered"):
        yield key, count(a.get(key)), count(b.get(key))
    for key, name in (("accuracy", "accuracy"), ("selective_accuracy", "right, of those answered")):
        yield name, *(_share(side, key) for side in (a, b))


def _share(side: Row, key: str) -> Node:
    between = tag("small", None, percent_interval(side.get(f"{key}_interval")))
    return tag("span", None, percent(side.get(key)), between)


def ids(comparison: Row, side: str) -> list[str]:
    """Of the items that were lost or won, from A to B."""
    found = mapping(comparison.get("flipped")).get(side)
    return [str(each) for each in found] if isinstance(found, Sequence) and not isinstance(found, str) else []


def pages(comparison: Row, rows_a: Iterable[Row], rows_b: Iterable[Row]) -> list[Page]:
    """The items of both runs, those that flipped first, else in the order of A."""
    of_a = {str(row.get("id", "")): row for row in rows_a}
    of_b = {str(row.get("id", "")): row for row in rows_b}
    lost, won = (dict.fromkeys(ids(comparison, side)) for side in ("lost", "won"))
    flipped = (each for each in (lost | won) if each in of_a or each in of_b)
    return [
        Page(
            each,
            (of_a.get(each), of_b.get(each)),
            tuple(_marks(each, lost, won, of_a.get(each), of_b.get(each))),
        )
        for each in dict.fromkeys((*flipped, *of_a, *of_b))
    ]


def _marks(name: str, lost: Iterable[str], won: Iterable[str], a: Row | None, b: Row | None) -> Iterator[str]:
    if name in lost:
        yield "lost"
    if name in won:
        yield "won"
    if a is None or b is None:
        return
    rights = [verdict(row) == "right" for row in (a, b)]
    if all(rights):
        yield "both"
    if not any(rights):
        yield "neither"
    if a.get("answer") != b.get("answer"):
        yield "changed"
