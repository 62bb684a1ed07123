"""A suite: where questions with known answers are, how to read them, and how an answer is judged."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from reasoner import config, resources
from reasoner.errors import ConfigError, InputError, Problem, did_you_mean, one_line
from reasoner.evals import scorers

_KEYS = ConfigDict(frozen=True, extra="forbid")
_PLACES = ("file", "hub", "generator")
_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)


class Data(BaseModel):
    """Where the rows are: in a file, in a data set of the hub, or made by a generator."""

    model_config = _KEYS

    file: str | None = Field(None, min_length=1)
    """A JSONL, CSV or Parquet file: beside the suite, in the `../data` of it, in $REASONER_DATASETS, or a
    path."""
    get_from: str | None = None
    """The address of a file that does not ship, for those who lack it."""
    hub: str | None = None
    """A data set of the hub, as OWNER/NAME; a copy in $REASONER_DATASETS is read instead."""
    config: str | None = None
    """The configuration of a data set that has several."""
    split: str = Field("test", min_length=1)
    revision: str | None = None
    """A branch, tag or commit of the data set; its newest one unless set."""
    generator: str | None = Field(None, min_length=1)
    """A task of reasoning-gym, such as `chain_sum`."""
    size: int = Field(100, ge=1, le=1_000_000)
    """Questions that the generator makes."""
    seed: int = Field(0, ge=0)
    """Another seed makes other questions."""

    @model_validator(mode="after")
    def _one_place(self) -> "Data":
        named = [key for key in _PLACES if getattr(self, key) is not None]
        if len(named) != 1:
            found = " and ".join(named) or "none of them"
            raise ValueError(f"data needs exactly one of {', '.join(_PLACES)}; it has {found}.")
        if self.hub is not None and not _HUB_NAME.fullmatch(self.hub):
            raise ValueError(f"data: hub is '{one_line(self.hub, 60)}'; give OWNER/NAME.")
        belongs = {"get_from": "file", "config": "hub", "split": "hub", "revision": "hub"}
        belongs |= {"size": "generator", "seed": "generator"}
        for key in sorted(self.model_fields_set & belongs.keys()):
            if belongs[key] != named[0]:
                raise ValueError(f"data has the key '{key}', which goes with '{belongs[key]}'.")
        return self

    @property
    def name(self) -> str:
        """The file, data set or generator, as the suite names it."""
        return self.file or self.hub or self.generator or ""


class Fields(BaseModel):
    """Which column of a row holds what; one inside another is named with a dot, such as `answers.text`.

    A column of the same name is taken where none is named and there is one.
    """

    model_config = _KEYS

    id: str | None = None
    """Unlike that of any other row; the number of the row unless there is one."""
    question: str = "question"
    gold: str | None = None
    """The known answer, or a list of them; `gold` or `answer` unless named. For the scorer `choice` a whole
    number is the index of the option, from 0."""
    answerable: str | None = None
    """Whether there is an answer; there is one unless a row says otherwise."""
    options: str | None = None
    """The options of a multiple-choice question, in the order of their letters."""
    intent: str | None = None
    language: str | None = None
    difficulty: str | None = None
    cluster: str | None = None
    """Rows with the same value are variants of one question."""
    context: str | None = None
    """A text that the question is about."""
    calls: str | None = None
    """The calls of tools that the question needs: a list of objects with `tool` and `result`."""


class SuiteFile(BaseModel):
    """The YAML of a suite."""

    model_config = _KEYS

    about: str = ""
    """What it asks, in a sentence."""
    data: Data
    fields: Fields = Field(default_factory=Fields)
    gold_after: str | None = Field(None, min_length=1)
    """The text after which the known answer stands in its column."""
    template: str | None = Field(None, min_length=1)
    """The question where it is made of several columns: `{context}`, `{question}` and `{options}` stand for
    the fields, any other name for a column."""
    language: str | None = None
    """Of all questions, where no column says."""
    scorer: str = Field(min_length=1)
    """How answers are judged: a name, or `module.py:function`."""
    pipeline: str | None = Field(None, min_length=1)
    """What answers the questions unless another one is asked for; a path starts from the suite."""
    shuffle: int | None = Field(None, ge=0)
    """A seed to put the rows in another order, where they are sorted; the same seed, the same order."""
    limit: int | None = Field(None, ge=1)
    """Questions to ask at most, the first ones."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite that was read and checked."""

    name: str
    file: SuiteFile
    folder: Path
    """What relative paths start from."""
    scorer: str
    pipeline: str | None
    hash: str
    """Of what is asked and how it is judged, with the rows of a file and a scorer of one's own."""
    data: Path | None = field(default=None)
    """The file of the rows; None where it is still to be fetched, or they come from elsewhere."""

    @property
    def about(self) -> str:
        """What it asks."""
        return self.file.about

    @property
    def limit(self) -> int | None:
        """Questions to ask at most."""
        return self.file.limit


@cache
def _adapter() -> TypeAdapter[SuiteFile]:
    return TypeAdapter(SuiteFile)


def find(name: str) -> Path:
    """The file of a suite: a bare name is a bundled one, anything else a path.

    Raises: InputError, when there is none.
    """
    path = Path(name).expanduser()
    if path.suffix in (".yaml", ".yml") or path.name != name:
        return path
    known = resources.bundled_suites()
    if name not in known:
        raise InputError(f"no suite '{name}'{did_you_mean(name, known)} Or give the path of a .yaml file.")
    return known[name]


def read(name: str) -> Suite:
    """The suite of that bare name or path, checked.

    Raises: ConfigError with every problem of the file; InputError, when there is no such suite.
    """
    path = find(name)
    document = config.read(path)
    folder = path.resolve().parent
    file, problems = config.attempt(document, _adapter(), base=folder)
    if file is not None:
        problems += tuple(_further(document, file, folder))
    if file is None or problems:
        raise ConfigError(document.file, problems)
    return _suite(path.stem, file, folder)


def of_file(path: Path, scorer: str) -> Suite:
    """A suite of the rows of a file, with columns of the usual names.

    Raises: InputError, when there is no such scorer or file.
    """
    folder = Path().resolve()
    data = Data(file=str(path.expanduser().resolve()))
    if fault := _reads(path.name) or lacks_file(data, folder):
        raise InputError(fault)
    return _suite(path.stem, SuiteFile(data=data, scorer=scorers.resolve(scorer, folder)), folder)


def _further(document: config.Document, file: SuiteFile, folder: Path) -> Iterator[Problem]:
    """What only a look at other files tells."""
    try:
        scorers.resolve(file.scorer, folder)
    except InputError as error:
        yield document.problem(("scorer",), str(error))
    missing = "" if file.data.get_from else lacks_file(file.data, folder)
    fault = _reads(file.data.file or "") or missing
    if fault:
        yield document.problem(("data", "file"), fault)
    for name in re.findall(r"\{([^{}]*)\}", file.template or ""):
        if not name.strip():
            yield document.problem(("template",), "template has empty braces; name a field or column.")


def _reads(name: str) -> str:
    if not name or Path(name).suffix.lower() in (".jsonl", ".csv", ".parquet"):
        return ""
    return f"file '{name}' is none of .jsonl, .csv and .parquet; convert it to one of them."


def _places(data: Data, folder: Path) -> Iterator[Path]:
    """Where the file may be; none where the rows are in no file."""
    copies = resources.datasets_folder()
    if data.file is not None:
        path = Path(data.file).expanduser()
        yield from (folder / path, folder.parent / "data" / path, *([copies / path] if copies else []), path)


def _located(data: Data, folder: Path) -> Path | None:
    return next((place for place in _places(data, folder) if place.is_file()), None)


def lacks_file(data: Data, folder: Path) -> str:
    """Where to get the file of the rows, if it is not there; empty if it is, or the rows are in no file."""
    if data.file is None or _located(data, folder):
        return ""
    instead = f"get it from {data.get_from} and put it" if data.get_from else "put it"
    return f"no file '{data.file}'; {instead} beside the suite or in the folder $REASONER_DATASETS."


def _suite(name: str, file: SuiteFile, folder: Path) -> Suite:
    scorer, data = scorers.resolve(file.scorer, folder), _located(file.data, folder)
    own = folder / file.pipeline if file.pipeline else None
    pipeline = str(own) if own and own.is_file() else file.pipeline
    return Suite(name, file, folder, scorer, pipeline, _hash(file, data, scorer), data)


def _hash(file: SuiteFile, data: Path | None, scorer: str) -> str:
    unlike = {"about", "pipeline", "limit", "scorer"}
    asked = file.model_dump(mode="json", exclude=unlike)
    if data is not None:
        asked["data"] = hashlib.sha256(data.read_bytes()).hexdigest()
    asked["scorer"] = scorers.identity(scorer)
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
