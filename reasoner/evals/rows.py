"""The rows of a suite, wherever they are, each with the place that messages name."""

import csv
import importlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reasoner import resources
from reasoner.errors import InputError, cause, did_you_mean, one_line
from reasoner.evals import copies, hub
from reasoner.evals.suite import Data, Suite, lacks_file

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of data as it was found."""

    number: int
    """From 1."""
    place: str
    """The file and line, or the data set and row."""
    fields: Fields = field(default_factory=dict)
    fault: str = ""
    """Why it has no fields."""


def rows(suite: Suite, *, offline: bool = False) -> Iterator[Row]:
    """The rows of the suite's data, in their order.

    Raises: InputError, when they cannot be had, saying what to do instead.
    """
    data = suite.file.data
    if suite.data is not None:
        return of_file(suite.data)
    if fault := lacks_file(data, suite.folder):
        raise InputError(f"suite '{suite.name}': {fault}")
    found = _generated(data) if data.generator else _of_hub(data, offline)
    return (Row(i, f"{data.name}: row {i}", fields) for i, fields in enumerate(found, 1))


def of_file(path: Path) -> Iterator[Row]:
    """The rows of a JSONL, CSV or Parquet file.

    Raises: InputError, when it cannot be read.
    """
    try:
        match path.suffix.lower():
            case ".csv":
                yield from _csv(path)
            case ".parquet":
                for i, fields in enumerate(_parquet(path), 1):
                    yield Row(i, f"{path}: row {i}", fields)
            case _:
                yield from _jsonl(path)
    except OSError as error:
        raise InputError(f"{path}: cannot read this file: {cause(error)}.") from None


def _jsonl(path: Path) -> Iterator[Row]:
    number = 0
    with path.open("rb") as file:
        for line, data in enumerate(file, 1):
            if not data.strip():
                continue
            number += 1
            place = f"{path}:{line}"
            try:
                fields = json.loads(data.decode("utf-8-sig"))
            except (ValueError, RecursionError) as error:
                yield Row(number, place, fault=f"not JSON: {one_line(str(error), 120)}")
                continue
            if isinstance(fields, dict):
                yield Row(number, place, fields)
            else:
                yield Row(number, place, fault="not a JSON object")


def _csv(path: Path) -> Iterator[Row]:
    """The rows under the line of column names; every value is text."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            names = list(reader.fieldnames or ())
            if twice := sorted({name for name in names if names.count(name) > 1}):
                raise InputError(f"{path}:1: column '{one_line(twice[0], 60)}' comes twice; rename one.")
            for number, fields in enumerate(reader, 1):
                place = f"{path}:{reader.line_num}"
                if None in fields or None in fields.values():
                    yield Row(number, place, fault=f"not {len(names)} columns wide")
                else:
                    yield Row(number, place, fields)
    except (csv.Error, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a CSV file in UTF-8: {one_line(str(error), 120)}.") from None


def _parquet(path: Path) -> list[Fields]:
    try:
        library = importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise InputError(
            f"{path}: Parquet needs the library pyarrow; pip install 'reasoner[eval]', or write it as JSONL."
        ) from None
    try:
        found: list[Fields] = library.read_table(path).to_pylist()
    except (ValueError, OSError) as error:  # the library's own errors are ValueErrors
        raise InputError(f"{path}: not a Parquet file: {one_line(str(error), 120)}.") from None
    return found


def _of_hub(data: Data, offline: bool) -> Iterator[Fields]:
    """The rows of the data set: of the copy in $REASONER_DATASETS, else of the hub."""
    name, folder = data.hub or "", resources.datasets_folder()
    if folder is None or not (folder / name).is_dir():
        return hub.rows(name, data.config, data.split, data.revision, offline=offline)
    copy = copies.find(folder / name, data.config, data.split)
    return (copy.named(_good(row)) for file in copy.files for row in of_file(file))


def _good(row: Row) -> Fields:
    if row.fault:
        raise InputError(f"{row.place}: {row.fault}; mend the copy of the data set.")
    return row.fields


def _generated(data: Data) -> Iterator[Fields]:
    try:
        library = importlib.import_module("reasoning_gym")
    except ImportError:
        raise InputError(
            f"the generator '{data.generator}' needs the library reasoning-gym; "
            "pip install 'reasoner[eval]', or name a file of rows instead."
        ) from None
    known = importlib.import_module("reasoning_gym.factory").DATASETS
    if data.generator not in known:
        raise InputError(f"no generator '{data.generator}'{did_you_mean(data.generator or '', known)}")
    return iter(library.create_dataset(data.generator, size=data.size, seed=data.seed))
