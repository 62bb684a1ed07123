"""A model that says what a script says: for tests, documentation and trying a pipeline out."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from reasoner import config
from reasoner.models.model import Completion, Request, Watch


class Line(BaseModel):
    """What to say when the last message contains `when`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: str = ""
    """Part of the last message; the empty text is in every one."""
    say: list[str] = Field(min_length=1)
    """The samples, in order; drawn more often, they start again."""


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
    calls_functions: bool = False

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
        digest = hashlib.sha256(script.model_dump_json().encode()).hexdigest()
        return cls(script, f"scripted:{path}", digest)

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """The lines of the script; a sample that no line fits is empty."""
        asked = request.messages[-1].content if request.messages else ""
        says = next((line.say for line in self.script.lines if line.when in asked), [""])
        sampling, started, tokens = request.sampling, 0, 0
        try:
            for i in range(sampling.n):
                if watch.cancelled():
                    return
                seed = sampling.seed + i
                text = says[seed % len(says)]
                watch.on_token(i, text)
                started, tokens = started + 1, tokens + self.count_tokens(text)
                yield Completion(text, self.count_tokens(text), None, "stop", seed, 0.0)
        finally:
            prompt = sum(self.count_tokens(message.content) for message in request.messages)
            watch.on_spent(started, prompt, tokens)

    def count_tokens(self, text: str) -> int:
        """Words, for want of a tokenizer."""
        return len(text.split())

    def close(self) -> None:
        """Nothing to free."""
