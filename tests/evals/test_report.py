import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

import pytest

from evals_support import Row, failed, row, run
from reasoner.evals.analysis import statistics
from reasoner.evals.comparison import compare
from reasoner.evals.report import comparison_html, contents, html

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>{{data}}\u2028&amp;\ud800"
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def told(row: Row) -> Row:
    """The row with everything that a row can have."""
    check = {"by": "sums", "verdict": "pass", "strength": "support", "reason": "right", "evidence": "2+2=4"}
    sample = {"text": "2 + 2 = 4", "answer": "4", "origin": "cot", "tokens": 9, "checks": [check]}
    return row | {
        "golds": ["4"],
        "options": ["3", "4"],
        "language": "en",
        "difficulty": "1",
        "known_intent": "expression",
        "reason": "not sure",
        "candidates": [sample, sample | {"mends": sample}],
        "votes": [{"answer": "4", "members": [0, 1], "weight": 2.0, "share": 1.0}],
        "votes_right": [True],
        "citations": [{"quote": "four", "source": "a.md", "start": 0, "end": 4, "line": 3, "page": None}],
        "certificate": {"claim": "2+2 is 4"},
    }


def rows() -> list[Row]:
    kinds = [row(1), row(2, "wrong"), row(3, "abstained"), row(4, "unknown"), failed(5)]
    return [told(one) if "score" in one else one for one in kinds]


def page(of: Sequence[Row], **fields: Any) -> str:
    about = run(**fields)
    return html(about, of, statistics(about, of))


def data(page: str) -> dict[str, Any]:
    """What the browser of items is given."""
    (found,) = DATA.findall(page)
    read: dict[str, Any] = json.loads(found)
    return read


def hostile(value: object) -> Any:
    """The value with hostile text in the place of every text but keys and what programs tell apart."""
    known = {"right", "wrong", "abstained", "unknown", "answered", "pass", "support", "raw"}
    if isinstance(value, Mapping):
        return {key: hostile(each) for key, each in value.items()}
    if isinstance(value, list):
        return [hostile(each) for each in value]
    return HOSTILE + value if isinstance(value, str) and value not in known else value


class Tags(HTMLParser):
    """The elements of a page, with their attributes, and the texts outside of scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, name: str) -> Iterator[dict[str, str | None]]:
        return (attributes for tag, attributes in self.found if tag == name)


def test_the_report_says_what_the_run_comes_to() -> None:
    made = page(rows())
    assert (
        "Right on 1 of 5 items: 20.0\N{NO-BREAK SPACE}%, 95\N{NO-BREAK SPACE}% interval 3.6 to 62.4" in made
    )
    for title in (
        "Coverage",
        "Selective accuracy",
        "AURC",
        "ECE",
        "By intent",
        "By difficulty",
        "By language",
        "pass@k",
        "By stage",
        "p99",
    ):
        assert title in made, title


def test_the_report_begins_with_the_rows_that_could_not_be_used() -> None:
    lead = re.search(r'class="lead">(.*?)<', page(rows(), suite={"name": "x", "problems": ["no", "no"]}))
    assert lead
    assert lead[1].endswith("62.4\N{NO-BREAK SPACE}%. 2 rows could not be used.")
    assert "could not be used" not in page(rows())


def test_the_curves_are_drawn_and_told_in_words() -> None:
    drawn = {svg["class"]: svg for svg in Tags(page(rows())).all("svg")}
    assert drawn.keys() == {"risk-coverage", "reliability"}
    assert all(svg["role"] == "img" and "%" in (svg["aria-label"] or "") for svg in drawn.values())


def test_every_item_is_given_to_the_browser_with_its_filters() -> None:
    given = data(page(rows()))
    assert [item["marks"] for item in given["items"]] == [
        ["right"],
        ["wrong"],
        ["abstained"],
        ["unknown"],
        ["failed"],
    ]
    assert [label for _, label in given["filters"]] == [
        "All",
        "Right",
        "Wrong",
        "Abstained",
        "Unknown",
        "Failed",
    ]


def test_a_right_refusal_is_right_and_abstained() -> None:
    assert list(contents.marks(row(1, "right", outcome="abstained"))) == ["right", "abstained"]


def test_an_item_tells_all_that_was_found() -> None:
    given = data(page(rows()))
    text, item = given["texts"], given["items"][0]
    (told,) = item["runs"]
    first, second = told["samples"]
    assert text[item["question"]] == "What is 1?"
    assert [text[gold] for gold in item["golds"]] == ["4"]
    assert (text[first["text"]], text[first["answer"]]) == ("2 + 2 = 4", "4")
    assert [text[place] for place in first["checks"][0]] == ["sums", "pass", "support", "right", "2+2=4"]
    assert second["mends"] == first
    assert told["votes"] == [{"answer": first["answer"], "share": 1.0, "right": True, "members": [0, 1]}]
    assert [text[place] for place in told["citations"][0]] == ["four", "a.md, line 3"]
    assert "2+2 is 4" in text[told["certificate"]]


def test_equal_texts_are_kept_once() -> None:
    texts = data(page(rows()))["texts"]
    assert len(texts) == len(set(texts))


def test_hostile_text_stays_text_wherever_it_comes_from() -> None:
    clean, about = Tags(page(rows())), hostile(run())
    of = hostile(rows())
    made = html(about, of, hostile(statistics(about, of)))
    tags = Tags(made)
    assert [tag for tag, _ in tags.found if tag in ("script", "img")] == ["script", "script"]
    assert {tag for tag, _ in tags.found} == {tag for tag, _ in clean.found}
    assert not any(name.startswith("on") for _, attributes in tags.found for name in attributes)
    assert made.encode("utf-8")
    assert data(made)["texts"][0].startswith(HOSTILE)


def test_hostile_text_stays_text_in_a_comparison() -> None:
    about, a, b = hostile(run()), hostile(rows()), hostile(rows()[::-1])
    made = comparison_html(hostile(compare(a, b, (HOSTILE, HOSTILE))), about, about, a, b)
    assert [tag for tag, _ in Tags(made).found if tag in ("script", "img")] == ["script", "script"]
    assert made.encode("utf-8")


def test_the_script_writes_texts_and_no_markup() -> None:
    script = page([]).rpartition("<script>")[2]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(", script)


def test_nothing_is_loaded_and_only_our_own_script_and_style_are_allowed() -> None:
    made = page(rows())
    tags = Tags(made)
    (policy,) = (
        str(meta["content"])
        for meta in tags.all("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert not [attributes for _, attributes in tags.found if {"src", "action", "srcset"} & attributes.keys()]
    assert {str(attributes["href"])[:1] for _, attributes in tags.found if "href" in attributes} == {"#", "d"}
    assert not re.search(r"url\(|@import|@font-face", made)


def test_the_same_run_makes_the_same_page() -> None:
    assert page(rows()) == page(rows())


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"accuracy": None},
        {"n": 0, "by_intent": [{}], "reliability": [{}], "stages": [{}]},
        {"aurc": float("nan"), "accuracy_interval": [0], "samples": {"at": [{}]}},
    ],
)
def test_numbers_that_are_not_there_are_left_out(broken: Row) -> None:
    made = html(
        {}, [{}, {"id": 7, "candidates": None, "score": {"verdict": "odd", "value": float("inf")}}], broken
    )
    assert len(data(made)["items"]) == 2
    assert "nan" not in Tags(made).texts


def test_a_report_on_nothing_is_a_report() -> None:
    assert "No item was scored." in page([])


def test_headings_and_controls_have_names() -> None:
    tags = Tags(page(rows()))
    labelled = {str(label["for"]) for label in tags.all("label")}
    assert all(
        field.get("aria-label") or field["id"] in labelled
        for name in ("input", "select")
        for field in tags.all(name)
    )
    ids = [attributes["id"] for _, attributes in tags.found if "id" in attributes]
    assert len(ids) == len(set(ids))


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb in sRGB, as WCAG 2 defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_colour_of_text_can_be_read_on_every_ground(scheme: int) -> None:
    block = page([]).split(":root {")[1 + scheme].partition("}")[0]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))
    for ink in ("ink", "faint", "link", "right", "wrong", "abstained", "unknown", "failed"):
        for ground in ("paper", "sheet", "chosen"):
            darker, lighter = sorted(luminance(colours[name]) for name in (ink, ground))
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (ink, ground)


def drawn(samples: int, *, length: int, number: int) -> Row:
    """A row with that many long samples, no two of them equal."""
    said = [{"text": f"{number}.{i} " + "x" * length, "answer": "4", "origin": "cot"} for i in range(samples)]
    return row(number) | {"candidates": said}


@pytest.mark.parametrize(("samples", "length"), [(4, 100), (40, 600), (2, 200_000)])
def test_a_thousand_items_stay_below_ten_megabytes(samples: int, length: int) -> None:
    of = [drawn(samples, length=length, number=number) for number in range(1000 if length < 1000 else 100)]
    assert len(html(run(), of, {}).encode()) < 10_000_000


def test_texts_that_are_too_many_are_cut_and_it_is_said() -> None:
    given = data(page([drawn(2, length=100_000, number=number) for number in range(60)]))
    sample = given["items"][0]["runs"][0]["samples"][0]
    assert given["longest"] == 16_000
    assert "samples" not in given
    assert [len(given["texts"][sample["text"]][0]), given["texts"][sample["text"]][1]] == [16_000, 84_004]


def test_what_fits_is_not_cut() -> None:
    given = data(page(rows()))
    assert "longest" not in given
    assert all(isinstance(text, str) for text in given["texts"])


def test_a_comparison_shows_both_sides_of_what_flipped() -> None:
    a, b = [row(1), row(2), row(3, "wrong")], [row(1), row(2, "wrong"), row(3)]
    made = comparison_html(compare(a, b, ("old", "new")), run(), run(), a, b)
    given = data(made)
    text = given["texts"]
    assert given["sides"] == ["A: old", "B: new"]
    assert [(text[item["id"]], item["marks"]) for item in given["items"]] == [
        ("2", ["lost"]),
        ("3", ["won"]),
        ("1", ["both"]),
    ]
    assert [side["verdict"] for side in given["items"][0]["runs"]] == ["right", "wrong"]
    assert "No winner" in made


def test_an_item_that_no_filter_is_for_is_among_all() -> None:
    given = data(comparison_html({}, {}, {}, [row(1)], [row(1, "wrong")]))
    assert given["items"][0]["marks"] == []


def test_an_item_of_one_run_alone_has_an_empty_side() -> None:
    a, b = [row(1), row(2)], [row(1)]
    given = data(comparison_html(compare(a, b), run(), run(), a, b))
    assert given["items"][1]["runs"][1] is None


def test_a_comparison_that_knows_little_is_shown_all_the_same() -> None:
    given = data(comparison_html({}, {}, {}, [row(1)], [failed(1)]))
    assert given["sides"] == ["A", "B"]
    assert given["items"][0]["marks"] == ["changed"]
