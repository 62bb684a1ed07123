"""A quote is exactly the characters of its document where it says, whatever the format and the spelling."""

import json
import unicodedata
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

import pytest

from documents_support import document, pdf, word
from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.citations import findings
from reasoner.retrieval.sentences import sentences

TEXT = (
    "The Harrow lighthouse was built in 1872 by Edith Marlow. Its lamp was con-\nverted in 1931, at a cost of"
    " 1,200 pounds. 灯塔高38米，位于鸥岛的最北端。油灯后来改成了电灯。No keeper lives there."
)
FORMATS: Mapping[str, Callable[[str], bytes]] = {
    "a.md": lambda text: f"# **Lights**\r\n\r\n{text}".encode(),
    "a.txt": lambda text: f"\ufeffLights\n\n{text}".encode(),
    "a.html": lambda text: f"<title>T</title><h1>L</h1><p>{escape(text)}</p>".encode(),
    "a.csv": lambda text: f'n,text\n1,"{text}"\n2,none\n'.encode(),
    "a.jsonl": lambda text: json.dumps({"title": "T", "text": text}, ensure_ascii=False).encode(),
    "a.py": lambda text: f'"""{text}"""\n\nX = 1\n'.encode(),
    "a.docx": lambda text: word(("Heading 1", "Lights"), ("Normal", text)),
    "a.pdf": lambda text: pdf(text.splitlines(), ["页"], text.splitlines()),
}
SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "as it is": lambda said: said,
    "upper case": str.upper,
    "one line": lambda said: " ".join(said.split()),
    "many spaces": lambda said: "  \n ".join(said.split()),
    "full width": lambda said: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in said),
    "decomposed": lambda said: unicodedata.normalize("NFD", said),
    "emphasis": lambda said: f"**{said}**",
    "soft hyphens": lambda said: said.replace("e", "e\u00ad"),
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_quote_is_a_slice_of_its_document(name: str, spelling: str, tmp_path: Path) -> None:
    found = document(tmp_path, name, FORMATS[name](TEXT))
    passages = chunks(found)
    said = [
        p.text[a:b] for p in passages for a, b in sentences(p.text) if any(c.isalnum() for c in p.text[a:b])
    ]
    assert said
    for sentence in said:
        for finding in findings(SPELLINGS[spelling](sentence), passages):
            for cited in finding.citations:
                assert cited.quote == found.text[cited.start : cited.end]
            if spelling == "as it is":
                assert finding.mark == "verbatim", (sentence, finding)
                assert (
                    finding.citations[0].line
                    == finding.passages[0].line
                    + found.text.count("\n", finding.passages[0].start, finding.citations[0].start)
                    or "\r" in found.text
                )


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_sentence_is_verbatim_in_every_spelling(spelling: str, tmp_path: Path) -> None:
    passages = chunks(document(tmp_path, "a.md", FORMATS["a.md"](TEXT)))
    for sentence in (
        "The Harrow lighthouse was built in 1872 by Edith Marlow.",
        "灯塔高38米，位于鸥岛的最北端。",
    ):
        assert [finding.mark for finding in findings(SPELLINGS[spelling](sentence), passages)] == ["verbatim"]
