"""The risk-coverage curve and the reliability diagram, drawn as SVG."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from reasoner.evals.figures import decimal, percent
from reasoner.evals.report.markup import Node, table, tag

WIDTH, HEIGHT = 360, 260
LEFT, RIGHT, TOP, BOTTOM = 62, 22, 12, 44


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers whose confidence lies in [low, high): how sure they were on average, and how often right."""

    low: float
    high: float
    n: int
    confidence: float
    accuracy: float
    interval: tuple[float, float] | None = None


def risk_coverage(risks: Sequence[tuple[float, float]]) -> Element:
    """The share of wrong ones among the surest answers, from pairs (coverage, risk) ascending in coverage."""
    top = _ceiling(max(risk for _, risk in risks))
    line = " ".join(f"{_x(coverage):.1f},{_y(risk / top):.1f}" for coverage, risk in risks)
    shown = list(dict.fromkeys(_nearest(risks, level / 10) for level in range(1, 11)))
    chart = _chart(
        "risk-coverage",
        "Risk by coverage: " + "; ".join(f"{percent(r)} wrong at {percent(c)}" for c, r in shown),
        ("share of the answers that is accepted, surest first", "wrong among them"),
        top,
        tag("polyline", {"class": "curve", "points": line}),
    )
    return _figure(
        "Risk and coverage",
        "Lower is better; a flat line means that the confidence does not tell right from wrong.",
        chart,
        table("Risk at a coverage", ("accepted", "wrong"), ((percent(c), percent(r)) for c, r in shown)),
    )


def reliability(bins: Sequence[Bin]) -> Element:
    """How often answers are right, by how sure they are. Bars on the diagonal mean what they say."""
    known = [each for each in bins if each.n]
    words = "; ".join(
        f"{percent(b.confidence)} sure, {percent(b.accuracy)} right, {b.n} answers" for b in known
    )
    most = max((each.n for each in known), default=1)
    diagonal = {"class": "ideal", "x1": _x(0), "y1": _y(0), "x2": _x(1), "y2": _y(1)}
    chart = _chart(
        "reliability",
        f"Reliability: {words}" if words else "Reliability: no answers",
        ("confidence", "right"),
        1.0,
        *(bar for each in known for bar in _bar(each, most)),
        tag("line", diagonal),
    )
    return _figure(
        "Reliability",
        "On the dashed line a confidence means what it says; the darker a bar, the more answers it has.",
        chart,
        table(
            "Answers by confidence",
            ("confidence", "answers", "mean", "right"),
            (
                (f"{b.low:.1f} to {b.high:.1f}", str(b.n), decimal(b.confidence, 2), percent(b.accuracy))
                for b in known
            ),
        ),
    )


def _bar(each: Bin, most: int) -> Iterator[Node]:
    left, right = _x(each.low) + 1, _x(each.high) - 1
    yield tag(
        "rect",
        {
            "class": "bar",
            "x": f"{left:.1f}",
            "y": f"{_y(each.accuracy):.1f}",
            "width": f"{right - left:.1f}",
            "height": f"{_y(0) - _y(each.accuracy):.1f}",
            "fill-opacity": f"{0.25 + 0.75 * each.n / most:.2f}",
        },
        tag(
            "title",
            None,
            f"{each.n} answers: {percent(each.confidence)} sure, {percent(each.accuracy)} right",
        ),
    )
    if each.interval:
        middle = f"{_x(each.confidence):.1f}"
        low, high = (f"{_y(end):.1f}" for end in each.interval)
        yield tag("line", {"class": "whisker", "x1": middle, "x2": middle, "y1": low, "y2": high})
    place = {"class": "mark", "cx": f"{_x(each.confidence):.1f}", "cy": f"{_y(each.accuracy):.1f}", "r": 3}
    yield tag("circle", place)


def _chart(name: str, words: str, axes: tuple[str, str], top: float, *shapes: Node) -> Element:
    grid: list[Node] = []
    for step in range(5):
        share = step / 4
        x, y = f"{_x(share):.1f}", f"{_y(share):.1f}"
        grid += [
            tag("line", {"class": "grid", "x1": LEFT, "x2": WIDTH - RIGHT, "y1": y, "y2": y}),
            tag(
                "text", {"x": LEFT - 6, "y": f"{_y(share) + 4:.1f}", "text-anchor": "end"}, _tick(share * top)
            ),
            tag("text", {"x": x, "y": HEIGHT - BOTTOM + 16, "text-anchor": "middle"}, _tick(share)),
        ]
    turned = {"transform": f"rotate(-90 12 {HEIGHT / 2 - 15})", "x": 12, "y": HEIGHT / 2 - 15}
    return tag(
        "svg",
        {"class": name, "viewBox": f"0 0 {WIDTH} {HEIGHT}", "role": "img", "aria-label": words},
        *grid,
        *shapes,
        tag("text", {"x": (LEFT + WIDTH - RIGHT) / 2, "y": HEIGHT - 6, "text-anchor": "middle"}, axes[0]),
        tag("text", turned | {"text-anchor": "middle"}, axes[1]),
    )


def _figure(title: str, caption: str, chart: Element, numbers: Element) -> Element:
    return tag(
        "figure",
        None,
        tag("h3", None, title),
        chart,
        tag("figcaption", None, caption),
        tag("details", None, tag("summary", None, "The numbers"), numbers),
    )


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _tick(share: float) -> str:
    return f"{100 * share:g} %"


def _ceiling(risk: float) -> float:
    """The end of the scale for shares up to `risk`."""
    return next((end for end in (0.04, 0.08, 0.2, 0.4, 0.6, 0.8) if risk <= end), 1.0)


def _nearest(curve: Sequence[tuple[float, float]], coverage: float) -> tuple[float, float]:
    return min(curve, key=lambda point: abs(point[0] - coverage))
