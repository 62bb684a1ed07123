"""A run in short: Markdown for a pull request, CSV for a spreadsheet."""

import csv as csv_writer
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reasoner.errors import one_line
from reasoner.evals import figures
from reasoner.evals.figures import (
    NONE,
    amount,
    count,
    decimal,
    left_out,
    mapping,
    number,
    percent,
    percent_interval,
    seconds,
)

Row = Mapping[str, Any]

COLUMNS = (
    "id", "question", "gold", "answer", "verdict", "value", "confidence", "outcome", "reason",
    "seconds", "samples", "tokens",
)  # fmt: skip
SHARES = {"accuracy": "accuracy", "coverage": "coverage", "selective_accuracy": "selective accuracy"}
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
"""How a cell begins that a spreadsheet would compute."""
PLAIN = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


WORST = 12
"""Groups that are listed at most."""


def markdown(run: Row, statistics: Row) -> str:
    """A heading, a table with intervals, what was not answered, and the worst groups folded away.

    Numbers that the statistics lack are left out. Names are code spans, so that they cannot be markup.
    """
    suite, n = mapping(run.get("suite")).get("name") or "a run", number(statistics.get("n"))
    lines = [
        f"### {_code(suite)}: {percent(statistics.get('accuracy'))} right",
        "",
        *_table(("", "value", "95 % interval"), _figures(statistics)),
        "",
        "; ".join(
            filter(None, [f"Of {count(n)} items {', '.join(_counts(statistics))}", left_out(statistics)])
        )
        + ".",
        "",
        *_worst(statistics),
        " · ".join(_origin(run)),
    ]
    return "\n".join(lines) + "\n"


def _figures(statistics: Row) -> Iterator[tuple[str, str, str]]:
    for key, name in SHARES.items():
        if number(statistics.get(key)) is not None:
            yield name, percent(statistics[key]), percent_interval(statistics.get(f"{key}_interval"))
    for key in ("aurc", "ece"):
        if number(statistics.get(key)) is not None:
            yield key.upper(), decimal(statistics[key]), ""
    latency = mapping(statistics.get("latency_seconds"))
    if number(latency.get("p50")) is not None:
        yield "time for an item, p50 and p90", f"{seconds(latency['p50'])}, {seconds(latency.get('p90'))}", ""
    if number(statistics.get("tokens_per_right")) is not None:
        yield "tokens for a right answer", amount(statistics["tokens_per_right"]), ""
    savings = mapping(statistics.get("savings"))
    if number(savings.get("samples")):
        yield "samples saved", f"{count(savings['samples'])} ({percent(savings.get('share'))})", ""


def _counts(statistics: Row) -> Iterator[str]:
    spelled = {"right": "are right", "wrong": "wrong", "abstained": "abstained"}
    spelled |= {"unknown": "could not be judged", "failed": "failed"}
    for key, words in spelled.items():
        yield f"{count(statistics.get(key))} {words}"


def _worst(statistics: Row) -> Iterator[str]:
    """The groups with the lowest accuracy, those of a name alone left out."""
    groups = [
        (name, group)
        for name in ("intent", "difficulty", "language")
        if len(members := figures.rows(statistics.get(f"by_{name}"))) > 1
        for group in members
        if number(group.get("accuracy")) is not None
    ]
    if not groups:
        return
    groups.sort(key=lambda each: (each[1]["accuracy"], -(number(each[1].get("n")) or 0.0)))
    yield "<details><summary>By group, the worst first</summary>"
    yield ""
    yield from _table(("group", "items", "accuracy", "95 % interval"), map(_group, groups[:WORST]))
    if len(groups) > WORST:
        yield ""
        yield f"{len(groups) - WORST} better groups are in the report."
    yield ""
    yield "</details>"
    yield ""


def _group(named: tuple[str, Row]) -> tuple[str, ...]:
    name, group = named
    between = percent_interval(group.get("accuracy_interval"))
    return f"{name} {_code(group.get('value'))}", count(group.get("n")), percent(group["accuracy"]), between


def _table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|---|{'---:|' * (len(head) - 1)}"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def _origin(run: Row) -> Iterator[str]:
    pipeline = mapping(run.get("pipeline")).get("name")
    for name, value in (("pipeline", pipeline), ("model", run.get("model")), ("seed", run.get("seed"))):
        if value is not None:
            yield f"{name} {_code(value)}"
    if run.get("version"):
        yield f"reasoner {_code(run['version'])}"


def _code(value: object) -> str:
    """The text as a code span that no text can leave, in a table either."""
    text = one_line(str(NONE if value is None else value), 80).replace("`", "'").replace("|", "\\|").strip()
    return f"`{text or NONE}`".encode("utf-8", "replace").decode()


def csv(rows: Sequence[Row]) -> str:
    """A line for each item under a line of COLUMNS. Several golds stand on lines of one cell.

    A text that a spreadsheet would take for a formula has a ' before it, unless it is a plain number.
    """
    out = io.StringIO()
    writer = csv_writer.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_cell(value) for value in _values(row)])
    return out.getvalue().encode("utf-8", "replace").decode()


def _values(row: Row) -> Iterator[object]:
    score, usage = mapping(row.get("score")), mapping(row.get("usage"))
    error = row.get("error")
    gold = row.get("gold")
    yield row.get("id")
    yield row.get("question")
    yield gold if isinstance(gold, str) or gold is None else "\n".join(map(str, gold))
    yield row.get("answer")
    yield "failed" if error is not None else score.get("verdict")
    yield score.get("value")
    yield row.get("confidence")
    yield row.get("outcome")
    yield row.get("reason") if error is None else error
    yield usage.get("seconds")
    yield usage.get("samples")
    yield usage.get("completion_tokens")


def _cell(value: object) -> object:
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    text = re.sub(r"\r\n?", "\n", value).replace("\x00", "\N{REPLACEMENT CHARACTER}")
    return f"'{text}" if FORMULA.match(text) and not PLAIN.fullmatch(text) else text
