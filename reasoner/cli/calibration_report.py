"""How the report of `reasoner calibrate` reads."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any

from reasoner.cli.output import table
from reasoner.confidence.bounds import percent, plain
from reasoner.errors import one_line
from reasoner.evals.statistics import LEVELS, Quality, wilson

if TYPE_CHECKING:
    from reasoner.evals.calibrating import Bound, Group, Measured, Report, Run


def notes(name: str, found: "Run") -> Iterator[str]:
    """What of the run was used, and what was not."""
    enough, sizes = found.enough(), found.sizes()
    questions = sum(sizes[group] for group in enough)
    yield f"{name}: {questions} questions were learned from."
    if copies := sum(map(len, enough.values())) - questions:
        rows = "row asks" if copies == 1 else "rows ask"
        yield f"copies: {copies} {rows} a question again; each question counts once."
    for what, count in found.left_out.most_common():
        yield f"left out: {count} {'row' if count == 1 else 'rows'} {what}."
    for group, size in sizes.items():
        if group not in enough:
            yield f"left out: {size} questions of {_title(group)}, too few for a fit."


def lines(report: "Report", max_error: float) -> Iterator[str]:
    """The report on one fit."""
    fit, kinds = report.fit, {"as voted": report.as_voted, "weighted": report.weighted}
    yield f"{_trail(fit.trail)}; {one_line(fit.model, 60)}; effort {fit.effort}: {fit.rows} questions"
    for name, measured in kinds.items():
        accuracy = measured.quality.accuracy
        low, high = wilson(round(accuracy * fit.rows), fit.rows)
        yield f"accuracy {name}: {_percent(accuracy)} (95 % interval {100 * low:.1f} to {100 * high:.1f})"
    yield ""
    at = [f"acc. at {level:.0%}" for level in LEVELS]
    yield from table(
        [
            ("confidence", "AUROC", "AURC", "ECE", *at),
            _row("raw", report.raw),
            *(_row(f"calibrated, {name}", measured.quality) for name, measured in kinds.items()),
        ]
    ).splitlines()
    yield ""
    for name, measured in kinds.items():
        bound = next(bound for bound in measured.bounds if bound.max_error == max_error)
        yield f"{name}: {_verdict(bound)}"
    yield ""
    yield from table([_HEAD, *_curve(kinds["as voted"], kinds["weighted"])]).splitlines()
    if report.sources:
        yield ""
        yield "a vote is worth, in log-odds: " + ", ".join(
            f"{one_line(name, 60)} {worth:+.2f}" for name, worth in report.sources.items()
        )
    yield ""
    race = fit.race
    yield (
        f"the race of votes: prior {race.prior:g}, passed {race.passed:g}, failed {race.failed:g}"
        if race
        else "the race of votes: not learned; it takes 20 questions with 4 samples or more, all drawn"
    )


_HEAD = (
    "max_error",
    "threshold as voted", "coverage", "wrong",
    "threshold weighted", "coverage", "wrong",
)  # fmt: skip


def _curve(as_voted: "Measured", weighted: "Measured") -> Iterator[tuple[str, ...]]:
    for voted, weighed in zip(as_voted.bounds, weighted.bounds, strict=True):
        yield (plain(voted.max_error), *_cells(voted), *_cells(weighed))


def _cells(bound: "Bound") -> tuple[str, str, str]:
    if bound.threshold is None:
        return "none", "-", "-"
    return f"{bound.threshold:.3f}", _percent(bound.coverage), _percent(bound.error)


def _verdict(bound: "Bound") -> str:
    promise = f"at most {percent(bound.max_error)} % wrong"
    if bound.threshold is None:
        return f"{promise} cannot be shown to hold on this run; accept with this max_error abstains."
    return (
        f"{promise} from confidence {bound.threshold:.3f} on, which {_percent(bound.coverage)} of the "
        f"questions reach; {_percent(bound.error)} of those are wrong here."
    )


def _row(name: str, quality: Quality) -> tuple[str, ...]:
    numbers = (quality.auroc, quality.aurc, quality.ece)
    told = (f"{number:.4f}" if isfinite(number) else "-" for number in numbers)
    return (name, *told, *map(_percent, quality.at_coverage))


def as_dict(found: "Run", reports: Sequence["Report"], max_error: float, out: str) -> dict[str, Any]:
    """The report as JSON-ready values; null is what cannot be computed."""
    enough = found.enough()
    small = [
        {"trail": list(group.trail), "model": group.model, "effort": group.effort, "rows": size}
        for group, size in found.sizes().items()
        if group not in enough
    ]
    return {
        "out": out,
        "max_error": max_error,
        "left_out": dict(found.left_out),
        "too_small": small,
        "fits": [_fit(report) for report in reports],
    }


def _fit(report: "Report") -> dict[str, Any]:
    fit = report.fit
    return {
        "trail": list(fit.trail),
        "model": fit.model,
        "effort": fit.effort,
        "rows": fit.rows,
        "raw": _quality(report.raw),
        "as_voted": _measured(report.as_voted),
        "weighted": _measured(report.weighted),
        "weights": fit.weights,
        "sources": report.sources,
        "race": fit.race.model_dump() if fit.race else None,
    }


def _measured(measured: "Measured") -> dict[str, Any]:
    return _quality(measured.quality) | {"bounds": [asdict(bound) for bound in measured.bounds]}


def _quality(quality: Quality) -> dict[str, Any]:
    at = {f"{level:g}": accuracy for level, accuracy in zip(LEVELS, quality.at_coverage, strict=True)}
    numbers = {"auroc": quality.auroc, "aurc": quality.aurc, "ece": quality.ece}
    finite = {name: number if isfinite(number) else None for name, number in numbers.items()}
    return {"accuracy": quality.accuracy} | finite | {"accuracy_at_coverage": at}


def _title(group: "Group") -> str:
    return f"{_trail(group.trail)}; {one_line(group.model, 60)}; effort {group.effort}"


def _trail(trail: Sequence[str]) -> str:
    """The tags of the marks."""
    return " > ".join(mark.partition(":")[0] for mark in trail)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
