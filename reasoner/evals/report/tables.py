"""The tables of a report: where it is right, what more samples would bring, what it cost."""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from reasoner.evals.figures import (
    NONE,
    amount,
    count,
    mapping,
    number,
    percent,
    percent_interval,
    rows,
    seconds,
)
from reasoner.evals.report.contents import Row
from reasoner.evals.report.markup import Node, table, tag

GROUPS = {"by_intent": "By intent", "by_difficulty": "By difficulty", "by_language": "By language"}


def sections(statistics: Row) -> Iterator[Node]:
    """All that the statistics hold, under two headings."""
    yield from _under("Where it is right", _rights(statistics))
    yield from _under("What it cost", _costs(statistics))


def _under(title: str, tables: Iterable[Element]) -> Iterator[Node]:
    if made := list(tables):
        yield tag("h2", None, title)
        yield tag("div", {"class": "tables"}, *made)


def _rights(statistics: Row) -> Iterator[Element]:
    for key, title in GROUPS.items():
        if groups := rows(statistics.get(key)):
            yield table(title, ("", "items", "answered", "accuracy"), map(_group, groups))
    samples = mapping(statistics.get("samples"))
    if at := rows(samples.get("at")):
        yield tag(
            "div",
            None,
            table("By the number of samples", ("samples", "items", "pass@k", "maj@k"), map(_at, at)),
            tag("p", {"class": "faint"}, _attempts(samples)),
        )
    if refusals := mapping(statistics.get("refusals")):
        yield table("Refusals of questions without an answer", ("", "", "95 % interval"), _refusals(refusals))


def _group(group: Row) -> tuple[Node, ...]:
    between = tag("small", None, percent_interval(group.get("accuracy_interval")))
    accuracy = tag("span", None, percent(group.get("accuracy")), between)
    return (
        str(group.get("value", NONE)),
        *(count(group.get(key)) for key in ("n", "answered")),
        accuracy,
    )


def _at(at: Row) -> tuple[str, ...]:
    return count(at.get("k")), count(at.get("n")), percent(at.get("pass")), percent(at.get("maj"))


def _attempts(samples: Row) -> str:
    said = "pass@k: some of k samples is right; maj@k: the answer with most of their votes is."
    if number(samples.get("least")) != number(samples.get("most")):
        said += (
            " Questions have different numbers of samples here, and each line is over those with enough:"
            " lines of different numbers of items do not compare."
        )
    return said


def _refusals(refusals: Row) -> Iterator[tuple[str, ...]]:
    yield "without an answer", count(refusals.get("unanswerable")), ""
    yield "rightly refused", count(refusals.get("right")), ""
    yield "answered all the same", count(refusals.get("missed")), ""
    yield "refused though it has an answer", count(refusals.get("wrong")), ""
    for key in ("precision", "recall"):
        yield key, percent(refusals.get(key)), percent_interval(refusals.get(f"{key}_interval"))
    yield "F1", percent(refusals.get("f1")), ""


def _costs(statistics: Row) -> Iterator[Element]:
    if stages := rows(statistics.get("stages")):
        total = sum(number(stage.get("seconds")) or 0.0 for stage in stages)
        head = ("stage", "times", "samples", "tokens", "time")
        yield table("By stage", head, (_stage(stage, total) for stage in stages))
    latency = mapping(statistics.get("latency_seconds"))
    if any(number(value) is not None for value in latency.values()):
        yield table("Time for an item", ("", "time"), ((name, seconds(at)) for name, at in latency.items()))
    if spent := list(_spent(statistics)):
        yield table("Altogether", (), spent)
    if number(mapping(statistics.get("savings")).get("samples")):
        yield table("Saved by stopping early", (), _saved(mapping(statistics["savings"])))


def _stage(stage: Row, total: float) -> tuple[Node, ...]:
    took = number(stage.get("seconds"))
    share = tag("small", None, percent(took / total)) if took is not None and total else None
    tokens = [number(stage.get(key)) or 0.0 for key in ("prompt_tokens", "completion_tokens")]
    return (
        str(stage.get("stage", NONE)),
        count(stage.get("times")),
        count(stage.get("samples")),
        count(sum(tokens)),
        tag("span", None, seconds(took), share),
    )


def _spent(statistics: Row) -> Iterator[tuple[str, str]]:
    spelled = (
        ("prompt_tokens", "tokens read", count),
        ("completion_tokens", "tokens written", count),
        ("tokens_per_right", "tokens for a right answer", amount),
        ("seconds", "time of all items", seconds),
        ("seconds_per_right", "time for a right answer", seconds),
    )
    for key, name, spell in spelled:
        if number(statistics.get(key)) is not None:
            yield name, spell(statistics[key])


def _saved(savings: Row) -> Iterator[tuple[str, str]]:
    yield "samples", f"{count(savings.get('samples'))} ({percent(savings.get('share'))})"
    yield "tokens, estimated", count(savings.get("tokens"))
    yield "time, estimated", seconds(savings.get("seconds"))
    for why, times in mapping(savings.get("stopped")).items():
        yield f"stopped by {why}", count(times)
