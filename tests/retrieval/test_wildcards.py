from pathlib import Path

import pytest

from reasoner.retrieval.wildcards import base, expanded, has_any

FILES = (
    "docs/a.md",
    "docs/b.txt",
    "docs/in/c.md",
    "docs/in/deep/d.md",
    "docs/.hidden/e.md",
    "docs/[x].md",
    "top.md",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text")
    return tmp_path


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("docs/*.md", ["docs/[x].md", "docs/a.md"]),
        ("docs/**/*.md", ["docs/[x].md", "docs/a.md", "docs/in/c.md", "docs/in/deep/d.md"]),
        ("**/c.md", ["docs/in/c.md"]),
        ("*/in/?.md", ["docs/in/c.md"]),
        ("docs/[ab].*", ["docs/a.md", "docs/b.txt"]),
        ("docs/in*", ["docs/in"]),
        ("docs/**", ["docs"]),
        ("docs/in/**/*", ["docs/in/c.md", "docs/in/deep"]),
        ("docs/.h*/*", ["docs/.hidden/e.md"]),
        ("docs/*/../a.md", ["docs/a.md"]),
        ("docs/*.pdf", []),
        ("nowhere/*", []),
    ],
)
def test_a_pattern_stands_for_what_matches(folder: Path, shape: str, expected: list[str]) -> None:
    found = [path.relative_to(folder).as_posix() for path in expanded(folder / shape)]
    assert found == expected


def test_links_are_not_followed_on_the_way(folder: Path) -> None:
    (folder / "docs" / "loop").symlink_to(folder / "docs")
    assert len(expanded(folder / "docs/**/*.md")) == 4
    assert expanded(folder / "docs/loop*/a.md") == []


def test_the_base_is_the_folder_before_the_first_wildcard() -> None:
    assert base(Path("a/b/*/c?.md")) == Path("a/b")
    assert base(Path("*.md")) == Path()
    assert not has_any(Path("a/b.md"))
