"""The top of a report: what it comes to in a sentence, the figures with their intervals, the curves."""

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element

from reasoner.evals.figures import (
    count,
    decimal,
    decimal_interval,
    left_out,
    mapping,
    number,
    pair,
    percent,
    percent_interval,
    rows,
)
from reasoner.evals.report.charts import Bin, reliability, risk_coverage
from reasoner.evals.report.contents import KINDS, Row
from reasoner.evals.report.markup import Node, tag

Spell = Callable[[object], str]

SHARES = {
    "accuracy": ("Accuracy", "right, of all"),
    "coverage": ("Coverage", "answered, of all"),
    "selective_accuracy": ("Selective accuracy", "right, of those answered"),
}
NUMBERS = {
    "aurc": ("AURC", "risk over all coverages; lower is better"),
    "ece": ("ECE", "how far confidences are off; lower is better"),
    "auroc": ("AUROC", "right told from wrong; 0.5 is chance"),
}


def header(name: str, run: Row, statistics: Row) -> Iterator[Node]:
    """The title, what it comes to, and what was run."""
    yield tag("h1", None, name)
    yield tag("p", {"class": "lead"}, sentence(statistics).replace(" %", "\N{NO-BREAK SPACE}%"))
    yield tag("p", None, *_counts(statistics))
    pipeline, model = mapping(run.get("pipeline")).get("name"), run.get("model")
    facts = [
        f"pipeline {pipeline}" if pipeline else "",
        f"model {model}" if model else "no model",
        f"effort {run['effort']}" if run.get("effort") else "",
        f"seed {run['seed']}" if run.get("seed") is not None else "",
        str(run.get("started") or "")[:16].replace("T", " "),
    ]
    yield tag("p", {"class": "faint"}, " · ".join(filter(None, facts)))


def _counts(statistics: Row) -> Iterator[Node]:
    for kind in KINDS:
        if number(statistics.get(kind)) is not None:
            yield tag("span", {"class": f"badge {kind}"}, f"{count(statistics[kind])} {kind}")
            yield " "


def sentence(statistics: Row) -> str:
    """What the run comes to, and how many rows of the suite it leaves out."""
    missing = left_out(statistics)
    return f"{_outcome(statistics)} {missing}." if missing else _outcome(statistics)


def _outcome(statistics: Row) -> str:
    n, accuracy = number(statistics.get("n")), number(statistics.get("accuracy"))
    if not n or accuracy is None:
        return "No item was scored."
    between = percent_interval(statistics.get("accuracy_interval"))
    said = f"Right on {count(round(n * accuracy))} of {count(n)} items: {percent(accuracy)}"
    return f"{said}, 95 % interval {between}." if between else f"{said}."


def cards(statistics: Row) -> Element:
    """The figures that a run is judged by."""
    value = number(statistics.get("mean_value"))
    graded = value is not None and value != number(statistics.get("accuracy"))
    shares = SHARES | ({"mean_value": ("Mean score", "what the scorer gave, on average")} if graded else {})
    known = [
        *(_card(statistics, key, *said, percent, percent_interval) for key, said in shares.items()),
        *(_card(statistics, key, *said, decimal, decimal_interval) for key, said in NUMBERS.items()),
    ]
    return tag("dl", {"class": "cards"}, *known)


def _card(
    statistics: Row, key: str, name: str, said: str, spell: Spell, spell_interval: Spell | None = None
) -> Node:
    if number(statistics.get(key)) is None:
        return None
    between = spell_interval(statistics.get(f"{key}_interval")) if spell_interval else ""
    small = [tag("small", None, detail) for detail in (between, said) if detail]
    return tag("div", None, tag("dt", None, name), tag("dd", None, spell(statistics[key]), *small))


def charts(statistics: Row) -> Iterator[Node]:
    """The curves that the statistics hold."""
    points = (pair([at.get("coverage"), at.get("risk")]) for at in rows(statistics.get("risk_coverage")))
    curve = [point for point in points if point]
    bins = list(_bins(statistics.get("reliability")))
    if curve or bins:
        yield tag("h2", None, "When to trust it")
        drawn = [risk_coverage(curve) if curve else None, reliability(bins) if bins else None]
        yield tag("div", {"class": "charts"}, *drawn)


def _bins(value: object) -> Iterator[Bin]:
    for each in rows(value):
        low, high, n, sure, right = (
            number(each.get(key)) for key in ("low", "high", "n", "confidence", "accuracy")
        )
        if low is not None and high is not None and n and sure is not None and right is not None:
            yield Bin(low, high, int(n), sure, right, pair(each.get("accuracy_interval")))
