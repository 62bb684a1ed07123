"""Every code block in the README and the handbook is run, in order, in an empty folder of its document.

`console` blocks are commands after `$ ` with the output that follows, where `...` stands for anything;
a command that ends in `&` is a server, which lives to the end of its document at a free port in the place of 8000;
`python` blocks are programs, or sessions with `>>>`; a `yaml`, `toml`, `jsonl` or `text` block whose line
before is "`NAME`:" is written to that file, and every other `yaml` block must be a valid pipeline.
A comment `<!-- not run: REASON -->` above a block is the only way out.
"""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from support import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "knowledge/handbook/documents").glob("*.md"))]
BLOCK = re.compile(
    r"(?P<before>[^\n]*)\n+```(?P<language>[a-z]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)
FILE = re.compile(r"`([\w./-]+)`[^`]*:$")


@dataclass(frozen=True)
class Block:
    """A fenced block, and the line of text above it."""

    before: str
    language: str
    code: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    for match in BLOCK.finditer(text):
        yield Block(
            match["before"].strip(),
            match["language"],
            match["code"],
            text.count("\n", 0, match.start("code")) + 1,
        )


def environment(folder: Path) -> dict[str, str]:
    return os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "REASONER_HOME": str(folder / ".home"),
        "NO_COLOR": "1",
        "COLUMNS": "120",
    }


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=170,
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def background(command: str, port: int, folder: Path) -> Iterator[str]:
    """A server; the line that it says once it is ready."""
    process = subprocess.Popen(
        ["bash", "-c", f"exec {command.removesuffix('&')} --port {port} 2>&1"],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline()
        finally:
            process.terminate()


def matches(expected: str, shown: str) -> bool:
    lines = [re.escape(line.rstrip()).replace(r"\.\.\.", ".*") for line in expected.strip().splitlines()]
    pattern = "\n".join(lines).replace("\n.*\n", r"\n(?:.*\n)*?")
    return (
        re.fullmatch(pattern, "\n".join(line.rstrip() for line in shown.strip().splitlines()), re.DOTALL)
        is not None
    )


def check_console(block: Block, folder: Path, port: int, servers: ExitStack) -> None:
    for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command = command.removesuffix("\\") + more.removeprefix("> ")
        if command.endswith(" &"):
            shown = servers.enter_context(background(command, port, folder))
        else:
            shown = run(["bash", "-c", f"({command}) 2>&1"], folder).stdout
        assert matches(expected, shown), (
            f"line {block.line}: $ {command}\nshows:\n{shown}\ninstead of:\n{expected}"
        )


def check_python(block: Block, folder: Path) -> None:
    if ">>>" in block.code:
        (folder / "session.txt").write_text(block.code, encoding="utf-8")
        command = [sys.executable, "-m", "doctest", "-o", "ELLIPSIS", "session.txt"]
    else:
        command = [sys.executable, "-c", block.code]
    done = run(command, folder)
    assert done.returncode == 0, f"line {block.line}:\n{done.stdout}{done.stderr}"


def check(block: Block, folder: Path, port: int, servers: ExitStack) -> None:
    name = FILE.search(block.before)
    if name and block.language not in ("console",):
        path = folder / name[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.code, encoding="utf-8")
        if "stages:" not in block.code:
            return
    if block.language == "console":
        check_console(block, folder, port, servers)
    elif block.language == "python" and not (name and name[1].endswith(".py")):
        check_python(block, folder)
    elif block.language == "yaml":
        path = folder / (name[1] if name else "block.yaml")
        path.write_text(block.code, encoding="utf-8")
        done = run(["reasoner", "validate", str(path)], folder)
        assert done.returncode == 0, f"line {block.line}:\n{done.stdout}{done.stderr}"


def check_document(document: Path, folder: Path) -> None:
    port = free_port()
    text = document.read_text(encoding="utf-8").replace(":8000", f":{port}")
    with ExitStack() as servers:
        for block in blocks(text):
            if not block.before.startswith("<!-- not run: "):
                check(block, folder, port, servers)


@pytest.fixture(scope="module")
def checked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[Path, Future[None]]]:
    """The checks of the documents that were asked for, two at a time: most of it is waiting for commands."""
    asked = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    pages = [params["document"] for params in asked if "document" in params]
    pool = ThreadPoolExecutor(2, thread_name_prefix="documents")
    yield {page: pool.submit(check_document, page, tmp_path_factory.mktemp(page.stem)) for page in pages}
    pool.shutdown(cancel_futures=True)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_code_block_does_what_it_says(document: Path, checked: dict[Path, Future[None]]) -> None:
    checked[document].result()


def test_what_is_not_run_says_why() -> None:
    kept = [
        block
        for path in DOCUMENTS
        for block in blocks(path.read_text(encoding="utf-8"))
        if block.before.startswith("<!--")
    ]
    assert all(re.fullmatch(r"<!-- not run: .{10,} -->", block.before) for block in kept)


def test_every_block_is_of_a_known_kind() -> None:
    known = {"console", "python", "yaml", "toml", "jsonl", "text", "json"}
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        assert {block.language for block in blocks(text)} <= known, path.name
        assert len(list(blocks(text))) == text.count("\n```") // 2, f"{path.name}: a block that is not read"
