"""The page in a real browser, before a real server with the embedded model: `make browser`."""

import json
import os
import re
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli_support import COMMAND

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.model]

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
KEY = "a-key-that-is-long-enough"
ATTACK = "document.documentElement.dataset.attacked = 1"
HOSTILE = f"<script>{ATTACK}</script><img src=x onerror='{ATTACK}'><b>zebra</b>"
APPLES = "Tom has 15 apples. He gives 4 to Anna and buys 6 more. How many apples does he have now?"
RESUME = "How do I resume an interrupted run?"
ENOUGH = 400_000
"""Milliseconds that an answer of the embedded model may take."""
OWN = """about: The documents of this test.
stages:
  - {stage: retrieve, collection: hostile, top_k: 2}
  - {stage: think, mode: quote, preset: greedy, sentences: 2, max_tokens: 4}
  - {stage: vote, by: majority}
  - stage: cite
"""


@contextmanager
def serving(home: Path, *arguments: str) -> Iterator[str]:
    """The address of a server, which ends afterwards."""
    command = [COMMAND, "serve", *arguments, "--port", "0", "--grace", "0"]
    env = os.environ | {"REASONER_HOME": str(home)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env, cwd=home) as process:
        assert process.stderr
        try:
            said = process.stderr.readline()
            address = re.search(r"http://[\d.:]+", said)
            assert address, said
            yield address[0]
        finally:
            process.terminate()
            process.stderr.read()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("home")
    (home / "own.yaml").write_text(OWN)
    (home / "notes").mkdir()
    text = (
        f"\N{PILE OF POO}\N{PILE OF POO} Animals.\n\nThe animal with stripes is {HOSTILE}, says the keeper.\n"
    )
    (home / "notes" / "animals.txt").write_text(text, encoding="utf-8")
    index = [COMMAND, "index", "notes", "--collection", "hostile"]
    subprocess.run(
        index, check=True, cwd=home, env=os.environ | {"REASONER_HOME": str(home)}, capture_output=True
    )
    with serving(
        home, "math", "qa", "tools", "own.yaml", "--mode", "reproducible", "--seconds", "400"
    ) as address:
        yield address


@pytest.fixture(scope="module")
def browser(chromium: str) -> "Iterator[Browser]":
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as works:
        opened = works.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


Open = Callable[..., "Page"]


@pytest.fixture
def opened(browser: "Browser", server: str) -> Iterator[Open]:
    """Opens the page, with options of a browser's context; it may log no error of its own."""
    contexts, errors = [], []

    def open_it(width: int = 1280, height: int = 860, address: str = server, **options: Any) -> "Page":
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert errors == []


def ask(page: "Page", question: str, pipeline: str = "math", *, effort: str = "") -> "Locator":
    """Asks, and waits for the outcome; gives the turn."""
    page.select_option("#pipeline", pipeline)
    page.select_option("#effort", effort)
    page.fill("#question", question)
    page.keyboard.press("Control+Enter")
    turn = page.locator(".turn").last
    turn.locator(".outcome, .notice").first.wait_for(timeout=ENOUGH)
    return turn


def saved(page: "Page", button: "Locator") -> Path:
    with page.expect_download() as download:
        button.click()
    assert re.fullmatch(r"[a-z0-9-]+\.json", download.value.suggested_filename)
    return Path(download.value.path())


def result(page: "Page", turn: "Locator") -> dict[str, Any]:
    """The result that the page offers to download."""
    turn.locator("details.cost > summary").click()
    found: dict[str, Any] = json.loads(saved(page, turn.locator("details.cost button")).read_text())
    return found


def sideways(page: "Page") -> int:
    """Pixels that the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_a_proof_comes_with_a_certificate_that_can_be_checked_again(opened: Open) -> None:
    page = opened()
    turn = ask(page, "12*(3+4)")
    outcome = turn.locator(".outcome").inner_text()
    assert [part in outcome for part in ("84", "Proved", "100%")] == [True] * 3
    assert "that the question was meant as it was read" in turn.locator(".certificate").inner_text()
    file = saved(page, turn.get_by_role("button", name="Download certificate"))
    checked = subprocess.run([COMMAND, "check", str(file)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    turn.locator("details.live > summary").click()
    stages = turn.locator(".stage code").all_inner_texts()
    assert (
        stages
        == ["condense", "detect_intent", "solve", "think", "think", "verify", "vote", "accept"][
            -len(stages) :
        ]
    )
    assert len(stages) >= 7


def test_a_word_problem_shows_its_samples_while_and_after_they_are_drawn(opened: Open) -> None:
    page = opened()
    page.select_option("#pipeline", "math")
    page.fill("#question", APPLES)
    page.get_by_role("button", name="Ask").click()
    page.locator(".running .writing li .text:not(:empty)").first.wait_for(timeout=ENOUGH)
    assert re.search(r"\d+ samples?.*≈ \d+ tokens?", page.locator(".running .spent").inner_text())
    turn = page.locator(".turn")
    turn.locator(".outcome").wait_for(timeout=ENOUGH)
    told = result(page, turn)
    groups = turn.locator(".groups > li")
    silent = len(told["candidates"]) - sum(len(vote["members"]) for vote in told["votes"])
    assert groups.count() == len(told["votes"]) + bool(silent)
    assert f"{len(told['votes'][0]['members'])} of {len(told['candidates'])}" in groups.first.inner_text()
    for i, vote in enumerate(told["votes"]):
        groups.nth(i).locator("summary").first.click()
        samples = groups.nth(i).locator(".sample")
        for n, member in enumerate(vote["members"]):
            samples.nth(n).locator("summary").first.click()
            candidate = told["candidates"][member]
            assert samples.nth(n).locator(".wrote").text_content() == candidate["text"]
            assert samples.nth(n).locator(".checks > li").count() == len(candidate["checks"])
    wrong = [
        check
        for candidate in told["candidates"]
        for check in candidate["checks"]
        if check["verdict"] == "fail" and check["by"] == "arithmetic"
    ]
    assert sorted(turn.locator("mark.wrong").all_inner_texts()) == sorted(
        check["evidence"] for check in wrong
    )
    cost = turn.locator(".cost").inner_text()
    assert f"{told['usage']['samples']} of {told['usage']['sample_budget']}" in cost
    assert "smollm2-135m" in cost


def test_a_citation_opens_its_document_at_the_quote(opened: Open) -> None:
    page = opened()
    turn = ask(page, RESUME, "qa")
    told = result(page, turn)
    quote, line = told["citations"][0]["quote"], told["citations"][0]["line"]
    source = turn.get_by_role("button", name="files-and-json.md")
    source.click()
    mark = page.locator("dialog mark")
    mark.wait_for()
    assert mark.text_content() == quote
    assert f"line {line}" in page.locator("dialog header").inner_text()
    box, frame = mark.bounding_box(), page.locator("dialog #text").bounding_box()
    assert box
    assert frame
    assert frame["y"] <= box["y"] <= frame["y"] + frame["height"]
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    assert source.evaluate("each => each === document.activeElement")


def test_an_abstention_is_an_outcome_with_its_reason(opened: Open) -> None:
    page = opened()
    turn = ask(page, "How do I fine-tune the model with LoRA?", "qa")
    outcome = turn.locator(".outcome").inner_text()
    assert "No answer" in outcome
    assert "No source bears on the question." in outcome
    assert result(page, turn)["reason"] in outcome
    assert "What came nearest" in turn.inner_text()
    assert "No answer." in page.locator("#live").inner_text()


def test_calls_of_tools_are_shown_with_arguments_and_results(opened: Open) -> None:
    page = opened()
    turn = ask(page, "How many miles are 42 km?", "tools", effort="low")
    told = result(page, turn)
    turn.locator(".voted > summary").first.click()
    turn.locator(".sample > summary").first.click()
    calls = turn.locator(".sample").first.locator(".call")
    first = told["candidates"][told["votes"][0]["members"][0]]["calls"]
    calls.first.wait_for()
    assert calls.count() == len(first)
    shown = calls.first.inner_text()
    assert first[0]["call"]["tool"] in shown
    assert first[0]["result"] in shown
    turn.locator(".live > summary").click()
    assert turn.locator(".live .call").count() >= len(first)


def test_all_works_by_keyboard_alone(opened: Open) -> None:
    page = opened()
    page.focus(".skip")
    skip = page.locator(".skip").bounding_box()
    assert skip
    assert skip["y"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.type("12*(3+4)")
    page.keyboard.press("Tab")
    page.keyboard.press("m")
    assert page.evaluate("document.activeElement.id") == "pipeline"
    page.keyboard.press("Control+Enter")
    page.locator(".outcome").wait_for()
    page.locator("body").evaluate("() => document.querySelector('.turn .asked').focus()")
    reached = []
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "question":
            break
        reached.append(page.evaluate("document.activeElement.textContent"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", reached[-1]
        if "Samples" not in reached[-1] and "84" in reached[-1]:
            page.keyboard.press("Enter")
    assert "Download certificate" in reached
    assert page.locator(".voted[open]").count() == 1
    assert any("What it took" in each for each in reached)


def test_every_control_has_a_name(opened: Open) -> None:
    page = opened()
    ask(page, RESUME, "qa")
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    controls = page.locator("main, form, header").first.page.locator(
        "button, select, input, textarea, summary"
    )
    names = controls.evaluate_all(
        "all => all.map(each => (each.getAttribute('aria-label') ?? (each.labels?.[0] ?? each).textContent).trim())"
    )
    assert len(names) > 10
    assert "" not in names


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_a_telephone_shows_it_without_sideways_scrolling(locale: str, opened: Open) -> None:
    page = opened(360, 740, locale=locale, has_touch=True)
    assert sideways(page) <= 0
    turn = ask(page, "Donaudampfschifffahrt" * 20 + "? " + RESUME, "qa")
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.wait_for_timeout(100)
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert turn.locator(".sample").count() == 1
    assert sideways(page) <= 0
    for name in ("#go", "#language", "#theme", "#new", "#pipeline", "#effort"):
        box = page.locator(name).bounding_box()
        assert box, name
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 360, name


def background(page: "Page") -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_it_is_dark_by_the_system_and_by_a_switch_that_is_kept(opened: Open) -> None:
    dark, light = opened(color_scheme="dark"), opened(color_scheme="light")
    assert (background(dark), background(light)) == ("rgb(20, 25, 26)", "rgb(251, 250, 247)")
    light.select_option("#theme", "dark")
    assert background(light) == background(dark)
    light.reload()
    assert background(light) == background(dark)
    dark.select_option("#theme", "light")
    assert background(dark) == "rgb(251, 250, 247)"


def test_it_is_chinese_by_the_browser_and_by_a_switch_that_keeps_the_answer(opened: Open) -> None:
    page = opened(locale="zh-CN")
    assert page.evaluate("document.documentElement.lang") == "zh"
    turn = ask(page, "12*(3+4)")
    assert "已证明" in turn.locator(".outcome").inner_text()
    page.select_option("#language", "en")
    assert "Proved" in turn.locator(".outcome").inner_text()
    assert not re.findall(r"[\u4e00-\u9fff]", turn.inner_text())
    page.reload()
    assert page.get_by_role("button", name="Ask").is_visible()


def test_hostile_text_is_shown_as_text(opened: Open) -> None:
    page = opened()
    turn = ask(page, f"Which animal has stripes? {HOSTILE}", "own")
    assert HOSTILE in (turn.locator(".asked").text_content() or "")
    turn.locator(".source").first.click()
    mark = page.locator("dialog mark")
    mark.wait_for()
    assert HOSTILE in (mark.text_content() or "")
    assert page.evaluate("document.documentElement.dataset.attacked ?? null") is None
    assert page.locator("main img, main script, main b, dialog img, dialog script, dialog b").count() == 0


def gauge(server: str, name: str) -> float:
    with urllib.request.urlopen(f"{server}/metrics", timeout=10) as response:
        found = re.search(rf"^{name} (\S+)$", response.read().decode(), re.MULTILINE)
    assert found
    return float(found[1])


@pytest.mark.parametrize("by", ["Escape", "button"])
def test_stop_ends_the_run_on_the_server(by: str, opened: Open, server: str) -> None:
    page = opened()
    page.select_option("#effort", "high")
    page.select_option("#pipeline", "math")
    page.fill("#question", APPLES)
    page.keyboard.press("Control+Enter")
    page.locator(".running .writing li").first.wait_for(timeout=ENOUGH)
    assert gauge(server, "reasoner_running") == 1
    if by == "button":
        page.get_by_role("button", name="Stop").click()
    else:
        page.keyboard.press(by)
    page.get_by_text("You stopped this question.").wait_for()
    assert page.locator(".writing li").count() >= 1
    end = time.monotonic() + 3
    while gauge(server, "reasoner_running") and time.monotonic() < end:
        time.sleep(0.05)
    assert gauge(server, "reasoner_running") == 0
    assert "84" in ask(page, "12*(3+4)").locator(".outcome").inner_text()


def test_follow_ups_send_the_conversation_until_a_new_one_begins(opened: Open) -> None:
    page, sent = opened(), []
    page.on("request", lambda each: sent.append(each.post_data_json) if each.method == "POST" else None)
    ask(page, "12*(3+4)")
    ask(page, "2+2")
    page.get_by_role("button", name="New conversation").click()
    assert page.locator(".turn").count() == 0
    assert page.locator("#empty").is_visible()
    ask(page, "3+3")
    before = [{"role": "user", "content": "12*(3+4)"}, {"role": "assistant", "content": "84"}]
    assert [each["history"] for each in sent] == [[], before, []]


def test_an_example_asks_itself_with_its_pipeline(opened: Open) -> None:
    page = opened()
    examples = page.locator(".example")
    assert examples.count() == 3
    assert set(page.locator(".example code").all_inner_texts()) == {"math", "qa", "tools"}
    examples.filter(has_text="qa").click()
    page.locator(".outcome").wait_for(timeout=ENOUGH)
    assert page.locator("#pipeline").input_value() == "qa"


def test_a_seed_is_sent_and_one_that_is_none_is_refused_with_a_reason(opened: Open) -> None:
    page, sent = opened(), []
    page.on("request", lambda each: sent.append(each.post_data_json) if each.method == "POST" else None)
    page.get_by_text("Advanced").click()
    for wrong in ("-1", "1.5", "4294967296"):
        page.get_by_label("Seed").fill(wrong)
        page.fill("#question", "2+2")
        page.keyboard.press("Control+Enter")
        assert "whole number" in page.locator(".fold").get_by_role("alert").inner_text()
    page.keyboard.press("Escape")
    assert not page.get_by_label("Seed").is_visible()
    page.get_by_text("Advanced").click()
    page.get_by_label("Seed").fill("7")
    ask(page, "2+2")
    assert [each["seed"] for each in sent] == [7]


def refusing(status: int, code: str, **headers: str) -> Callable[["Route"], None]:
    body = json.dumps({"error": {"message": "Says why.", "type": "x", "code": code, "param": None}})
    return lambda route: route.fulfill(
        status=status, body=body, headers={"Content-Type": "application/json", **headers}
    )


def streaming(text: str) -> Callable[["Route"], None]:
    return lambda route: route.fulfill(body=text, headers={"Content-Type": "text/event-stream"})


@pytest.mark.parametrize(
    ("answers", "message", "button"),
    [
        (refusing(429, "queue_full", **{"Retry-After": "2"}), "The server is busy", "Ask again in"),
        (refusing(503, "shutting_down"), "shutting down", "Ask again"),
        (refusing(503, "deadline"), "less effort", "Ask again"),
        (refusing(500, "internal"), "Says why.", "Ask again"),
        (refusing(400, "bad_request"), "did not accept the question: Says why.", "Ask again"),
        (refusing(413, "too_large"), "start a new conversation", "Ask again"),
        (lambda route: route.abort(), "cannot be reached", "Ask again"),
        (streaming('event: step_started\ndata: {"stage": "think"}\n\n'), "connection broke", "Ask again"),
        (
            streaming('event: error\ndata: {"message": "Says why.", "code": "failed"}\n\n'),
            "Says why.",
            "Ask again",
        ),
        (streaming("event: result\ndata: {no\n\n"), "Reload the page", "Ask again"),
    ],
)
def test_a_fault_says_what_to_do(
    answers: Callable[["Route"], None], message: str, button: str, opened: Open
) -> None:
    page = opened()
    page.route("**/v1/answer", answers)
    alert = ask(page, "12*(3+4)").get_by_role("alert")
    assert message in alert.inner_text()
    assert button in alert.get_by_role("button").inner_text()
    page.unroute("**/v1/answer")
    alert.get_by_role("button", name="Ask again", exact=True).click()
    page.locator(".outcome").wait_for()
    assert page.locator(".turn").count() == 1


def test_a_key_is_asked_for_only_when_the_server_does_and_kept_for_the_tab(
    opened: Open, tmp_path: Path
) -> None:
    with serving(tmp_path, "math", "--api-key", KEY) as address:
        page = opened(address=address)
        page.get_by_label("API key").fill("a-wrong-key")
        page.keyboard.press("Enter")
        page.get_by_text("does not know this key").wait_for()
        page.get_by_label("API key").fill(KEY)
        page.keyboard.press("Enter")
        page.locator("#unlock").wait_for(state="detached")
        assert "84" in ask(page, "12*(3+4)").locator(".outcome").inner_text()
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert page.locator("#pipeline option").count() == 1
        assert page.evaluate("localStorage.length") == 0
