"""Files of intents: the kinds of question there are, with examples of each, as a list or one a line.

What was learned from a file is kept in the cache folder, so that reading it again takes no time; the cache
may be missing, stale, damaged or read-only.
"""

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    SerializationInfo,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
)

from reasoner import config, resources
from reasoner.errors import ConfigError, did_you_mean, one_line
from reasoner.intents.classifier import Classifier


@dataclass(frozen=True, slots=True)
class Intents:
    """A file of intents, read, checked and learned."""

    name: str
    """The name as written in the pipeline."""
    hash: str
    """Of the file's bytes and the way they are learned from."""
    classifier: Classifier = field(repr=False)

    @property
    def kinds(self) -> frozenset[str]:
        """The names of the intents."""
        return frozenset(self.classifier.counts)


def _lines(value: object) -> object:
    return [line for line in value.splitlines() if line.strip()] if isinstance(value, str) else value


class IntentsYaml(BaseModel):
    """The YAML of a file of intents."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str = ""
    """What the intents are for, in a sentence."""
    intents: dict[str, Annotated[list[str], BeforeValidator(_lines), Field(min_length=1)]] = Field(
        min_length=2
    )
    """Example utterances by intent."""


class Learned(BaseModel):
    """What the cache keeps of a file."""

    hash: str
    counts: Mapping[str, Mapping[str, int]]


@cache
def _adapter() -> TypeAdapter[IntentsYaml]:
    return TypeAdapter(IntentsYaml)


def read(name: str, base: Path | None) -> Intents:
    """The file of intents `name`: beside the pipeline in `base` (or its `intents/`), else a bundled one.

    Raises: ValueError, when there is none or when it has a problem.
    """
    path = resources.companion(name, "intents", base)
    if path is None:
        known = [p.name for p in (resources.bundled("pipelines") / "intents").glob("*.yaml")]
        raise ValueError(f"no file of intents '{name}'{did_you_mean(name, known)}")
    try:
        return _learned(name, path)
    except ConfigError as error:
        problems = " ".join(f"{name}:{p.line}:{p.column}: {p.message}" for p in error.problems)
        raise ValueError(one_line(problems, 600)) from None
    except OSError:
        raise ValueError(f"the file of intents '{name}' cannot be read.") from None


def _learned(name: str, path: Path) -> Intents:
    digest = _hash(path)
    kept = (
        resources.cache_folder() / "intents" / f"{hashlib.sha256(str(path).encode()).hexdigest()[:16]}.json"
    )
    with suppress(OSError, ValidationError):
        found = Learned.model_validate_json(kept.read_bytes())
        if found.hash == digest:
            return Intents(name, digest, Classifier.of(found.counts))
    classifier = Classifier.learn(config.validate(config.read(path), _adapter()).intents)
    with suppress(OSError):
        _keep(kept, Learned(hash=digest, counts=classifier.counts))
    return Intents(name, digest, classifier)


def _hash(path: Path) -> str:
    """Changes when the file does, and when what is counted in it does."""
    code = Path(__file__).with_name("classifier.py").read_bytes()
    return hashlib.sha256(code + path.read_bytes()).hexdigest()


def _keep(path: Path, learned: Learned) -> None:
    """Writes the file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.urandom(8).hex()}")
    try:
        part.write_text(learned.model_dump_json(), encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _validate(value: object, info: ValidationInfo) -> Intents:
    if isinstance(value, Intents):
        return value
    if not isinstance(value, str):
        raise ValueError("intents must be the name of a file.")
    return read(value, (info.context or {}).get("base"))


def _serialize(intents: Intents, info: SerializationInfo) -> str:
    """Its name; its hash where the caller asks for `prompts: text`, to compare what two pipelines do."""
    return intents.hash if (info.context or {}).get("prompts") == "text" else intents.name


IntentsFile = Annotated[
    Intents,
    PlainValidator(_validate),
    PlainSerializer(_serialize, return_type=str),
    WithJsonSchema({"type": "string", "description": "A file of intents, beside the pipeline or bundled."}),
]
"""A field of a stage that names a file of intents."""
