"""The page at `/`: what is sent, under which policy, and what its files may not hold."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import httpx
import pytest
from fastapi import FastAPI

from reasoner.server import pages
from reasoner.server.pages import FOLDER, TYPES
from reasoner.stages import BUILT_IN
from reasoner.state import AbstentionCode, CertificateKind, ConfidenceKind, Effort, Mark, Strength, Verdict

SCRIPTS = sorted(path.name for path in FOLDER.glob("*.js"))
NAMES = sorted(path.name for path in FOLDER.iterdir())
TEXTS = (FOLDER / "style.css").read_text()


def get(path: str, *, method: str = "GET", **headers: str) -> httpx.Response:
    app = FastAPI(openapi_url=None)
    app.include_router(pages.router)

    async def asked() -> httpx.Response:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
            return await client.request(method, path, headers=sent)

    return asyncio.run(asked())


def strings(language: str) -> dict[str, str]:
    """The words of a language by key."""
    text = (FOLDER / f"{language}.js").read_text(encoding="utf-8")
    return dict(re.findall(r'^  "([^"]+)": "(.*)",$', text, re.MULTILINE))


def test_every_file_is_of_a_kind_that_is_served() -> None:
    assert {Path(name).suffix for name in NAMES} == set(TYPES)
    assert set(pages.files()) == set(NAMES)


@pytest.mark.parametrize("path", ["/", *(f"/page/{name}" for name in NAMES)])
def test_files_come_with_their_type_and_the_policy(path: str) -> None:
    response = get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == TYPES[Path(path).suffix or ".html"]
    policy = dict(part.split(" ", 1) for part in response.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["none.js", "..%2fpages.py", "%2e%2e%2fpages.py", "index.html%00", "*"])
def test_no_other_file_is_served(name: str) -> None:
    assert get(f"/page/{name}").status_code == 404


def test_a_file_that_is_known_is_not_sent_again() -> None:
    tag = get("/").headers["etag"]
    known = [get("/", if_none_match=given) for given in (tag, f'"other", W/{tag}', "*")]
    assert [(each.status_code, each.content) for each in known] == [(304, b"")] * 3
    assert get("/", if_none_match='"other"').status_code == 200


def test_only_the_head_may_be_asked_for() -> None:
    response = get("/", method="HEAD")
    assert (response.status_code, response.content) == (200, b"")
    assert get("/", method="POST").status_code == 405


@pytest.mark.parametrize("name", NAMES)
def test_nothing_comes_from_elsewhere_and_no_text_is_read_as_markup(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.findall(
        r"(?:https?:)?//[a-z0-9]", re.sub(r"^\s*// .*| // .*", "", text, flags=re.MULTILINE)
    )
    assert not re.findall(
        r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|DOMParser|srcdoc)\b", text
    )
    assert not re.findall(r"<script>|<style|\son[a-z]+=|\sstyle=|javascript:|@import", text)


def test_scripts_are_short() -> None:
    assert {
        name for name in SCRIPTS if (FOLDER / name).read_text(encoding="utf-8").count("\n") >= 250
    } == set()


def test_scripts_parse() -> None:
    if not (node := shutil.which("node")):
        pytest.skip("there is no node to parse them")
    parse = "for (const path of process.argv.slice(1)) new (require('vm').SourceTextModule)(require('fs').readFileSync(path, 'utf8'), {identifier: path})"
    command = [node, "--experimental-vm-modules", "-e", parse, *(str(FOLDER / name) for name in SCRIPTS)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_both_languages_say_everything_with_the_same_values() -> None:
    english, chinese = strings("en"), strings("zh")
    assert list(english) == list(chinese)
    assert len(english) > 100
    slots = {
        key: [set(re.findall(r"\{(\w+)\}", each[key])) for each in (english, chinese)] for key in english
    }
    assert not {key: both for key, both in slots.items() if both[0] != both[1]}
    assert not [key for key in chinese if not chinese[key].strip()]


def test_every_word_that_is_asked_for_is_there_and_no_other() -> None:
    sources = {
        name: (FOLDER / name).read_text(encoding="utf-8") for name in NAMES if name not in ("en.js", "zh.js")
    }
    text = "\n".join(sources.values())
    asked = set(
        re.findall(r"""(?:say|words|heading\(\d,|tell\(\w+,|button\("\w+",)[( ]*"([a-z_.]+)\"""", text)
    )
    asked |= set(re.findall(r'data-t(?:-[a-z]+)?="([a-z_.]+)"', text))
    known = set(strings("en"))
    assert asked - known == set()
    built = tuple(re.findall(r"`([a-z]+\.)\$\{", text))
    idle = {key for key in known if f'"{key}"' not in text and not key.startswith(built)}
    assert idle <= {*get_args(AbstentionCode), *get_args(ConfidenceKind)}


@pytest.mark.parametrize(
    ("prefix", "values"),
    [
        ("", get_args(AbstentionCode) + get_args(ConfidenceKind)),
        ("mark.", get_args(Mark)),
        ("effort.", get_args(Effort)),
        ("verdict.", get_args(Verdict)),
        ("strength.", get_args(Strength)),
        ("certificate.", get_args(CertificateKind)),
        ("stage.", tuple(stage.tag() for stage in BUILT_IN)),
    ],
)
def test_there_are_words_for_every_value_that_a_result_may_hold(prefix: str, values: tuple[str, ...]) -> None:
    assert {f"{prefix}{value}" for value in values} - set(strings("en")) == set()


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


THEMES = [TEXTS[: TEXTS.index("@media")], TEXTS[TEXTS.index(':root[data-theme="dark"]') :]]


@pytest.mark.parametrize("theme", THEMES, ids=["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(theme: str) -> None:
    found = colours(theme)
    behind = ("paper", "sheet", "sunk")
    pairs = [(ink, paper) for ink in ("ink", "soft", "accent", "pass", "fail") for paper in behind]
    pairs += [("on-accent", "accent"), ("accent", "tint"), ("ink", "mark"), ("ink", "wrong"), ("ink", "tint")]
    faint = {pair: contrast(*(found[name] for name in pair)) for pair in pairs}
    assert not {pair: ratio for pair, ratio in faint.items() if ratio < 4.5}
    assert min(contrast(found["edge"], found[paper]) for paper in behind) >= 3


def test_the_switch_to_dark_has_the_colours_that_the_system_has() -> None:
    by_system = TEXTS[
        TEXTS.index("@media (prefers-color-scheme: dark)") : TEXTS.index(':root[data-theme="dark"]')
    ]
    assert colours(by_system) == colours(THEMES[1])
