"""A copy of a data set of the hub: a folder with data files and a README that says which split is where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reasoner.config import Value, parse
from reasoner.errors import ConfigError, InputError, did_you_mean

_READ = (".jsonl", ".json", ".csv", ".parquet")


@dataclass(frozen=True, slots=True)
class Copy:
    """The files of one split."""

    files: tuple[Path, ...]
    classes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By column, the names of the classes that are numbers there."""

    def named(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The row with the names of its classes instead of their numbers."""
        of_classes = {
            column: names.get(str(fields.get(column)), fields.get(column))
            for column, names in self.classes.items()
            if column in fields
        }
        return {**fields, **of_classes}


def find(folder: Path, config: str | None, split: str) -> Copy:
    """The split of a configuration, as the README of the folder tells, else by the names of the files.

    Raises: InputError, when the copy does not have it.
    """
    card = _card(folder)
    patterns = _patterns(folder, card, config, split)
    files = sorted({path for pattern in patterns for path in folder.glob(pattern) if path.suffix in _READ})
    if not files:
        raise InputError(
            f"{folder}: no files of the split '{split}' in {', '.join(patterns)}; "
            "complete the copy of the data set, or name another split."
        )
    return Copy(tuple(files), _classes(card, config))


def _card(folder: Path) -> Mapping[str, Value]:
    """The head of the README; empty where there is none."""
    path = folder / "README.md"
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        head = text.split("---\n")[1] if text.startswith("---\n") else ""
        value = parse(head, str(path)).value if head.strip() else {}
    except (OSError, UnicodeDecodeError, ConfigError) as error:
        raise InputError(f"{path}: cannot read the head of this file: {error}") from None
    return value if isinstance(value, dict) else {}


def _patterns(folder: Path, card: Mapping[str, Value], config: str | None, split: str) -> list[str]:
    known = {str(entry.get("config_name")): entry for entry in _entries(card.get("configs"))}
    if not known:
        inside = f"{config}/" if config else ""
        return [f"{inside}{split}*", f"{inside}data/{split}*", f"{inside}*{split}.*", f"{inside}{split}/*"]
    name = config or ("default" if "default" in known else next(iter(known)))
    if name not in known:
        raise InputError(f"{folder}: no configuration '{name}'{did_you_mean(name, known)}")
    files = known[name].get("data_files")
    splits = {str(entry.get("split")): entry.get("path") for entry in _entries(files)}
    if isinstance(files, str):
        splits = {"train": files}
    if split not in splits:
        raise InputError(f"{folder}: no split '{split}'{did_you_mean(split, splits)}")
    path = splits[split]
    return [str(one) for one in path] if isinstance(path, list) else [str(path)]


def _classes(card: Mapping[str, Value], config: str | None) -> dict[str, dict[str, str]]:
    """The names of classes by column, as `dataset_info` tells them."""
    info = card.get("dataset_info")
    entries = _entries(info if isinstance(info, list) else [info])
    wanted = [entry for entry in entries if config is None or entry.get("config_name") in (None, config)]
    found: dict[str, dict[str, str]] = {}
    for feature in (feature for entry in wanted for feature in _entries(entry.get("features"))):
        match feature:
            case {"name": str(column), "dtype": {"class_label": {"names": dict(names)}}}:
                found[column] = {key: str(name) for key, name in names.items()}
    return found


def _entries(value: Value) -> list[dict[str, Value]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
