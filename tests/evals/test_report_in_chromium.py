"""The report in a real browser, which `chromium.sh` installs where it can: `make browser`."""

import html as markup
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evals_support import Row, failed, row, run
from reasoner.evals.analysis import statistics
from reasoner.evals.comparison import compare
from reasoner.evals.report import comparison_html, html

pytestmark = pytest.mark.browser

ATTACK = "document.documentElement.dataset.attacked = 1"
HOSTILE = f"</script><script>{ATTACK}</script><img src=x onerror='{ATTACK}'><svg onload='{ATTACK}'>"
HELPERS = """
const all = (where) => [...document.querySelectorAll(where)];
const shown = () => all("#list a .asked").map((each) => each.textContent);
const title = () => document.querySelector("#item h3 small")?.textContent ?? null;
const press = (key, on = document.body) =>
  on.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
const later = (ms = 50) => new Promise((done) => setTimeout(done, ms));
"""
Open = Callable[..., str]


@pytest.fixture
def dom(chromium: str, tmp_path: Path) -> Open:
    """Opens a page and gives what it has become; a fragment and flags of the browser may be given."""

    def open_it(page: str, fragment: str = "", *flags: str, wait: int | None = 4000) -> str:
        path = tmp_path / "report.html"
        path.write_text(page, encoding="utf-8")
        budget = [f"--virtual-time-budget={wait}"] if wait else []
        fixed = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
        command = [
            chromium,
            *fixed,
            *budget,
            "--window-size=1300,900",
            *flags,
            "--dump-dom",
            f"{path.as_uri()}{fragment}",
        ]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout

    return open_it


def probed(page: str, script: str) -> str:
    """The page with another script at its end, which the policy of the page would not let run."""
    whole = f"<script>{HELPERS}(async () => {{{script}}})().then((found) => {{document.documentElement.dataset.found = JSON.stringify(found);}});</script></body>"
    return re.sub(r"<meta http-equiv[^>]*>", "", page).replace("</body>", whole)


def found(dom: str) -> Any:
    """What the probe returned."""
    match = re.search(r'<html[^>]* data-found="([^"]*)"', dom)
    assert match, dom[:500]
    return json.loads(markup.unescape(match[1]))


def page(rows: list[Row]) -> str:
    return html(run(), rows, statistics(run(), rows))


def items() -> list[Row]:
    sample = {"text": "2 + 2 = 4, so the answer is 4.", "answer": "4", "origin": "cot"}
    vote = {"answer": "4", "members": [0, 1], "share": 1.0}
    return [
        row(1) | {"candidates": [sample, sample], "votes": [vote], "votes_right": [True]},
        row(2, "wrong", answer="zebra"),
        row(3, "abstained", answer=None, reason="not sure enough"),
        failed(4),
    ]


def test_the_script_runs_under_the_policy_of_the_page(dom: Open) -> None:
    assert 'data-ready="' in dom(page(items()))


def test_the_policy_of_the_page_lets_no_other_script_run(dom: Open) -> None:
    made = page(items()).replace("</body>", f"<script>{ATTACK}</script></body>")
    assert "data-attacked" not in dom(made).partition(">")[2].partition("<head>")[0]


def test_a_link_opens_its_item(dom: Open) -> None:
    probe = "await later(); return [title(), document.querySelector('#item').textContent]"
    name, text = found(dom(probed(page(items()), probe), "#item-3"))
    assert name == "3"
    assert "abstained" in text
    assert "not sure enough" in text


def test_a_link_to_no_item_says_so(dom: Open) -> None:
    probe = "return document.querySelector('#item').textContent"
    assert "There is no item <b>." in found(dom(probed(page(items()), probe), "#item-%3Cb%3E"))


def test_the_keys_go_from_item_to_item(dom: Open) -> None:
    probe = """
    const seen = [];
    for (const key of ["j", "j", "k", "j", "j", "j", "j", "Escape"]) { press(key); await later(); seen.push(title()); }
    return [seen, location.hash, document.activeElement.closest("#list") !== null];
    """
    assert found(dom(probed(page(items()), probe))) == [
        ["1", "2", "1", "2", "3", "4", "4", None],
        "#items",
        True,
    ]


def test_slash_searches_and_enter_opens_the_first_that_was_found(dom: Open) -> None:
    probe = """
    press("/");
    const query = document.activeElement;
    query.value = "ZEBRA"; query.dispatchEvent(new Event("input")); await later(300);
    const found = [query.id, shown(), document.querySelector("#found").textContent];
    press("Enter", query); await later(); found.push(title());
    press("Enter"); found.push(document.activeElement.id);
    press("/"); press("Escape", query); await later(); found.push(shown().length);
    return found;
    """
    assert found(dom(probed(page(items()), probe))) == [
        "query",
        ["What is 2?"],
        "1 of 4 items",
        "2",
        "item",
        4,
    ]


def test_the_search_looks_into_samples(dom: Open) -> None:
    probe = """
    const query = document.querySelector("#query");
    query.value = "so the answer"; query.dispatchEvent(new Event("input")); await later(300);
    return shown();
    """
    assert found(dom(probed(page(items()), probe))) == ["What is 1?"]


def test_filters_show_their_items(dom: Open) -> None:
    probe = """
    const seen = {};
    for (const each of all("#filters input")) { each.click(); await later(); seen[each.value] = shown().length; }
    return [seen, all("#filters label").map((each) => each.textContent)];
    """
    seen, labels = found(dom(probed(page(items()), probe)))
    assert seen == {"all": 4, "right": 1, "wrong": 1, "abstained": 1, "unknown": 0, "failed": 1}
    assert labels == ["All 4", "Right 1", "Wrong 1", "Abstained 1", "Unknown 0", "Failed 1"]


def test_a_sample_unfolds_its_text_and_what_its_answer_was_worth(dom: Open) -> None:
    probe = """
    const first = document.querySelector(".samples details");
    first.open = true; await later();
    return [first.querySelector("summary").textContent, first.querySelector("pre").textContent, all(".votes li")[0].textContent];
    """
    title, text, vote = found(dom(probed(page(items()), probe), "#item-1"))
    assert "4 ✓ right" in title
    assert text == "2 + 2 = 4, so the answer is 4."
    assert vote == "4✓ right 100.0 %, 2 votes"


def test_long_texts_are_folded_until_all_is_asked_for(dom: Open) -> None:
    probe = """
    const box = document.querySelector(".asks pre"), before = box.textContent.length;
    document.querySelector(".asks button").click();
    return [before, box.textContent.length];
    """
    before, after = found(dom(probed(page([row(1, question="x" * 9000)]), probe), "#item-1"))
    assert (before, after) == (1501, 9000)


def test_hostile_text_does_nothing_even_without_the_policy(dom: Open) -> None:
    def spoilt(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: spoilt(each) for key, each in value.items()}
        if isinstance(value, list):
            return [spoilt(each) for each in value]
        return HOSTILE if isinstance(value, str) and value in ("4", "sums", "") else value

    check = {"by": "sums", "verdict": "pass", "strength": "support", "reason": "sums", "evidence": "sums"}
    sample = {"text": "4", "answer": "4", "origin": "sums", "checks": [check]}
    lists = {"candidates": [sample, sample | {"mends": sample}], "citations": [{"quote": "4", "source": "4"}]}
    whole = spoilt(row(1) | lists | {"certificate": {"claim": "4"}, "votes": [{"answer": "4"}]})
    rows = [
        whole | {"question": HOSTILE, "id": HOSTILE, "difficulty": HOSTILE, "reason": HOSTILE},
        failed(2, HOSTILE),
    ]
    probe = """
    for (const key of ["j", "j", "k"]) { press(key); await later(); }
    for (let i = 0; i < 4; i++) { for (const each of all("details")) each.open = true; await later(); }
    return [document.documentElement.dataset.attacked ?? null, all("img").length, all("#item svg").length, title(), all("#item pre").length];
    """
    attacked, images, drawings, title, texts = found(dom(probed(page(rows), probe)))
    assert (attacked, images, drawings, title) == (None, 0, 0, HOSTILE)
    assert texts >= 8


@pytest.mark.parametrize("opened", [False, True])
def test_a_telephone_shows_it_without_sideways_scrolling(opened: bool, dom: Open) -> None:
    word = "Donaudampfschifffahrt" * 20
    texts = dict.fromkeys(("question", "answer", "language", "difficulty", "reason"), word)
    vote, sample = (
        {"answer": word, "members": [0], "share": 1.0},
        {"text": word, "answer": word, "origin": "cot"},
    )
    rows = [row(1) | texts | {"votes": [vote], "candidates": [sample]}, row(2)]
    probe = f"""
    if ({json.dumps(opened)}) press("j");
    await later(); for (const each of all("details")) each.open = true; await later();
    const seen = (id) => getComputedStyle(document.querySelector(id)).display !== "none";
    return [innerWidth, document.documentElement.scrollWidth, seen("#list"), seen("#item")];
    """
    framed = markup.escape(
        probed(page(rows), probe).replace(
            "document.documentElement.dataset.found", "top.document.documentElement.dataset.found"
        )
    )
    narrow, wide, list_is_seen, item_is_seen = found(
        dom(f'<html><iframe width="375" height="800" style="border: 0" srcdoc="{framed}">')
    )
    assert narrow == 375
    assert wide <= narrow
    assert (list_is_seen, item_is_seen) == (not opened, opened)


def test_dark_mode_is_dark_and_light_mode_is_light(dom: Open) -> None:
    probe = "return getComputedStyle(document.body).backgroundColor"
    dark, light = (
        found(dom(probed(page(items()), probe), "", f"--blink-settings=preferredColorScheme={scheme}"))
        for scheme in (0, 1)
    )
    assert (dark, light) == ("rgb(15, 19, 24)", "rgb(255, 255, 255)")


def test_a_comparison_shows_both_answers_side_by_side(dom: Open) -> None:
    a, b = [row(1), row(2, answer="right one")], [row(1), row(2, "wrong", answer="zebra")]
    made = comparison_html(compare(a, b, ("old", "new")), run(), run(), a, b)
    probe = """
    all("#filters input")[1].click(); press("j"); await later();
    return [shown(), all(".runs > section").map((each) => each.textContent)];
    """
    listed, (left, right) = found(dom(probed(made, probe)))
    assert listed == ["What is 2?"]
    assert (left.startswith("A: old"), "right one" in left) == (True, True)
    assert (right.startswith("B: new"), "zebra" in right) == (True, True)


def test_a_thousand_items_open_within_two_seconds(dom: Open) -> None:
    text = "The first number is 2, and the second is 2 as well; together they make 4. "
    rows = [
        row(
            number,
            candidates=[
                {"text": f"{number}.{i} {text * 2}", "answer": "4", "origin": "cot"} for i in range(16)
            ],
        )
        for number in range(1000)
    ]
    made = page(rows)
    assert len(made.encode()) < 10_000_000
    ready = re.search(r'data-ready="(\d+)"', dom(made, wait=None))
    assert ready
    assert int(ready[1]) < 2000
