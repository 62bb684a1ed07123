"""Paths with wildcard characters, as a shell would expand them; no link is followed on the way."""

import stat
from fnmatch import fnmatchcase
from pathlib import Path

_MARKS = frozenset("*?[")


def has_any(path: Path) -> bool:
    """Whether the path has a wildcard character."""
    return not _MARKS.isdisjoint(str(path))


def is_folder(path: Path) -> bool:
    """Whether it is a folder and no link to one; no, without an error, where that cannot be told."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:
        return False


def base(path: Path) -> Path:
    """The folder before the first part with a wildcard character."""
    return Path(*path.parts[: _plain(path)])


def expanded(path: Path) -> list[Path]:
    """All files and folders that match, in a fixed order; `**` stands for any number of folders.

    Hidden ones match only a part that begins with a dot itself. What stands inside a folder that matches as
    well is not repeated.
    """
    start = base(path).resolve()
    parts = path.parts[_plain(path) :]
    waiting, seen, found = [(start, parts)], {(start, parts)}, set()
    while waiting:
        here, rest = waiting.pop()
        for step in _steps(here, rest):
            if not step[1]:
                found.add(step[0])
            elif step not in seen:
                seen.add(step)
                waiting.append(step)
    return sorted(path for path in found if found.isdisjoint(path.parents))


def _plain(path: Path) -> int:
    return next(i for i, part in enumerate(path.parts) if not _MARKS.isdisjoint(part))


def _steps(here: Path, rest: tuple[str, ...]) -> list[tuple[Path, tuple[str, ...]]]:
    """Where the first of the remaining parts leads to, and what remains then."""
    first, more = rest[0], rest[1:]
    if first == "..":
        return [(here.parent, more)]
    inside = _inside(here)
    if first == "**":
        folders = [entry for entry in inside if is_folder(entry) and not entry.name.startswith(".")]
        return [(here, more), *((folder, rest) for folder in folders)]
    matching = [entry for entry in inside if _matches(entry.name, first)]
    return [(entry, more) for entry in matching if not more or is_folder(entry)]


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _matches(name: str, part: str) -> bool:
    return fnmatchcase(name, part) and (part.startswith(".") or not name.startswith("."))
