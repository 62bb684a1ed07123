"""A model that says what a script says: for tests, documentation and trying a pipeline out."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from reasoner import config
from reasoner.models.functions import call_id, refuse_functions, written
from reasoner.models.model import Completion, Request, Watch
from reasoner.state import Call


class ScriptedCall(BaseModel):
    """A call of a function beside what is said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    arguments: dict[str, Any]


class Line(BaseModel):
    """What to say when the last message contains `when`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: str = ""
    """Part of the last message; the empty text is in every one."""
    say: list[str] = Field(min_length=1)
    """The samples, in order; drawn more often, they start again."""
    call: ScriptedCall | None = None
    """What every sample calls besides, where there are functions to call."""


class Script(BaseModel):
    """The YAML of a script: the first line whose `when` fits is said."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lines: list[Line] = Field(min_length=1)


@dataclass(frozen=True)
class Scripted:
    """A model that follows a script. `Scripted.saying("4", "5")` needs no file."""

    script: Script
    name: str = "scripted"
    hash: str | None = None
    window: int | None = None

    @property
    def calls_functions(self) -> bool:
        """Some line of the script has a call."""
        return any(line.call for line in self.script.lines)

    @property
    def identity(self) -> str:
        """The script, whatever its file is called."""
        return self.hash or self.name

    @classmethod
    def saying(cls, *texts: str) -> "Scripted":
        """A model whose samples are these texts, whatever it is asked."""
        return cls(Script(lines=[Line(say=list(texts))]))

    @classmethod
    def read(cls, path: Path) -> "Scripted":
        """The script in a YAML file. Raises: ConfigError."""
        document = config.read(path)
        script = config.validate(document, TypeAdapter(Script))
        digest = hashlib.sha256(script.model_dump_json(exclude_none=True).encode()).hexdigest()
        return cls(script, f"scripted:{path}", digest)

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """The lines of the script; a sample that no line fits is empty."""
        asked = request.messages[-1].content if request.messages else ""
        refuse_functions(self, request)
        line = next((line for line in self.script.lines if line.when in asked), Line(say=[""]))
        says = line.say
        sampling, started, tokens = request.sampling, 0, 0
        try:
            for i in range(sampling.n):
                if watch.cancelled():
                    return
                seed = sampling.seed + i
                text = says[seed % len(says)]
                watch.on_token(i, text)
                started, tokens = started + 1, tokens + self.count_tokens(text)
                calls = _calls(line, request, i)
                yield Completion(text, self.count_tokens(text), None, "stop", seed, 0.0, calls=calls)
        finally:
            watch.on_spent(started, self.count_tokens(written(request)), tokens)

    def count_tokens(self, text: str) -> int:
        """Words, for want of a tokenizer."""
        return len(text.split())

    def close(self) -> None:
        """Nothing to free."""


def _calls(line: Line, request: Request, index: int) -> tuple[Call, ...]:
    if line.call is None or not request.functions:
        return ()
    arguments = json.dumps(line.call.arguments, ensure_ascii=False)
    return (Call(line.call.tool, arguments, call_id(request, index, 0)),)
