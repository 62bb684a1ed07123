"""The pages: a template, filled once."""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import chain
from typing import Any

from reasoner.evals.figures import count, mapping
from reasoner.evals.report import comparing, contents, headline, tables
from reasoner.evals.report.contents import KINDS, Row
from reasoner.evals.report.markup import Node, clean, tag, written

NAMES = ("template.html", "style.css", "report.js")
LABELS = {"all": "All"} | {kind: kind.capitalize() for kind in KINDS}


def html(run: Row, rows: Sequence[Row], statistics: Row) -> str:
    """The report on a run folder: what its `run.json`, `items.jsonl` and `statistics.json` hold.

    Numbers that the statistics lack are left out. The same input makes the same page.
    """
    return _page(
        title=f"{_name(run)}: report",
        header=headline.header(_name(run), run, statistics),
        body=[
            headline.cards(statistics),
            *headline.charts(statistics),
            *tables.sections(statistics),
        ],
        about=[_about(("This run", run))],
        footer=_footer([run]),
        data=contents.embedded(["run"], [contents.page(row) for row in rows], LABELS),
    )


def comparison_html(
    comparison: Row, run_a: Row, run_b: Row, rows_a: Sequence[Row], rows_b: Sequence[Row]
) -> str:
    """The report on two runs over the same items; `comparison` is what `reasoner.evals.comparison` found."""
    names = comparing.names(comparison, run_a, run_b)
    return _page(
        title=f"{names[0]} against {names[1]}",
        header=comparing.header(names, comparison),
        body=comparing.sections(comparison),
        about=[_about((names[0], run_a), (names[1], run_b))],
        footer=_footer([run_a, run_b]),
        data=contents.embedded(names, comparing.pages(comparison, rows_a, rows_b), comparing.LABELS),
    )


def _page(
    *, title: str, header: Iterable[Node], body: Iterable[Node], about: Iterable[Node], footer: str, data: str
) -> str:
    template, style, script = (_shipped(name) for name in NAMES)
    parts = {
        "title": written([title]),
        "style": style,
        "style_hash": _hash(style),
        "script": script,
        "script_hash": _hash(script),
        "header": written(header),
        "body": written(body),
        "about": written(about),
        "footer": written([footer]),
        "data": data,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template)


@cache
def _shipped(name: str) -> str:
    return resources.files("reasoner.evals.report").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What lets a browser run or use this very text, and no other: a source of a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _name(run: Row) -> str:
    return str(mapping(run.get("suite")).get("name") or "A run")


def _about(*runs: tuple[str, Row]) -> Node:
    return tag(
        "section",
        {"aria-labelledby": "about-title"},
        tag("h2", {"id": "about-title"}, "How it was run"),
        *chain.from_iterable((tag("h3", None, name), *_settings(run)) for name, run in runs),
    )


def _settings(run: Row) -> Iterable[Node]:
    pipeline = mapping(run.get("pipeline"))
    yield tag("dl", {"class": "about"}, *chain.from_iterable(_flat(run, "")))
    if pipeline.get("yaml"):
        shown = tag("pre", {"class": "text code"}, str(pipeline["yaml"]))
        yield tag("details", None, tag("summary", None, "The pipeline"), shown)


def _flat(values: Mapping[str, Any], above: str) -> Iterable[tuple[Node, Node]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{key} ")
        elif key != "yaml" and value is not None and value != "":
            shown = count(value) if isinstance(value, int) and not isinstance(value, bool) else value
            text = shown if isinstance(shown, str) else contents.spelled(shown)
            yield tag("dt", None, f"{above}{key}"), tag("dd", None, text)


def _footer(runs: Sequence[Row]) -> str:
    versions = sorted({clean(run["version"]) for run in runs if run.get("version")})
    return f"Made by reasoner {', '.join(versions)}. This file needs no network and loads nothing."
