from pathlib import Path

import pytest

from documents_support import document, passages, reason


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<h1>A</h1><p>one <b>two</b> <code>f(x)</code>", "# A\n\none two f(x)"),
        ("<p>2 * 3 * 4 = a_b_c # no<br>1. <a href='x'>link</a>", "2 * 3 * 4 = a_b_c # no\n1. link"),
        ("<p>source lines\nare no lines</p>", "source lines are no lines"),
        ("<ol><li>a<p>b</p><li>c</ol>", "1. a\n\nb\n\n2. c"),
        ("<table><tr><td><h2>A</h2><p>text<td>menu</table>", "## A\n\ntext\n\nmenu"),
        (
            "<table><tr><td><table><tr><td>1<td>2<tr><td>3<td>4</table></table>",
            "| 1 | 2 |\n| --- | --- |\n| 3 | 4 |",
        ),
        ("<td>stray</td><li>item</li></ul></table>end", "stray\n\n- item\n\nend"),
        ("<svg><title>no</title></svg>yes<textarea>no</textarea>", "yes"),
        ("<ul><li>一<li>二<ul><li>三</ul></ul>", "- 一\n- 二\n  - 三"),
        ("<table><tr><th>A<th>B<tr><td>1<td>2</table>", "| A | B |\n| --- | --- |\n| 1 | 2 |"),
        ("<pre>if x:\n    y</pre>", "```\nif x:\n    y\n```"),
        ("a &lt;b&gt; &amp;amp; H<sub>2</sub>O", "a <b> &amp; H2O"),
        ("<nav>menu</nav><script>x()</script><style>y</style><p>text<footer>end</footer>", "text"),
        ("<p hidden>no</p><p>yes<!-- no --></p><noscript>no</noscript>", "yes"),
        ("<p>never <i>closed", "never closed"),
    ],
)
def test_the_content_of_a_page_becomes_markdown(tmp_path: Path, page: str, text: str) -> None:
    assert document(tmp_path, "a.html", f"<html><body>{page}</body></html>".encode()).text == text


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ('<meta charset="gb2312">', "gb18030"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=big5">', "big5"),
        ("<?xml version='1.0' encoding='gbk'?>", "gbk"),
        ('<meta charset="utf-16">', "utf-8"),
        ('<meta charset="no such thing">', "utf-8"),
        ('<script charset="gbk"></script>', "utf-8"),
        ("", "utf-8"),
        ("", "utf-16"),
        ("", "utf-8-sig"),
    ],
)
def test_a_page_is_decoded_as_it_declares(tmp_path: Path, declared: str, encoding: str) -> None:
    page = f"{declared}<html><body><p>中文內容，繁體。</p></body></html>"
    assert document(tmp_path, "a.htm", page.encode(encoding)).text == "中文內容，繁體。"


def test_the_title_stands_above_a_page_and_counts_once(tmp_path: Path) -> None:
    page = b"<title> The\nMoon </title><body><h1>The Moon</h1><p>Far.<h2>Tides</h2><p>High."
    found = passages(tmp_path, "a.xhtml", page)
    assert [passage.headings for passage in found] == [("The Moon",), ("The Moon", "Tides")]
    assert found[0].metadata == {"title": "The Moon"}


def test_a_page_of_any_depth_is_read(tmp_path: Path) -> None:
    page = b"<div><blockquote><ul><li>" * 2000 + b"deep" + b"</li></ul></blockquote></div>" * 2000
    assert document(tmp_path, "a.html", page).text.strip("-> ") == "deep"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<p>caf\xe9", "not UTF-8 (byte 6)"),
        (b"<script>only()</script>", "no text in it"),
        (b"<!--" * 20000, "no text in it"),
        (b"\0\1\2\xff", "binary"),
        (b" \n", "empty"),
    ],
)
def test_a_page_that_cannot_be_read_is_named_with_the_reason(
    tmp_path: Path, data: bytes, expected: str
) -> None:
    assert reason(tmp_path, "a.html", data).startswith(expected)
