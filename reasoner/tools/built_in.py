"""What our own tools share: arguments are a pydantic model, and a call that does not fit it is told how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from reasoner.tools.limits import within
from reasoner.tools.misfit import misfit
from reasoner.tools.tool import Returned, never


class Arguments(BaseModel):
    """What a tool takes; the text under a field tells the model what to write there."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", coerce_numbers_to_str=True, use_attribute_docstrings=True
    )


A = TypeVar("A", bound=Arguments)
SANDBOX_WAITS = 10.0
"""Seconds that a tool waits for the sandbox, whose own limit counts from when it starts to work."""


@dataclass(frozen=True)
class BuiltIn(Generic[A]):
    """A tool of ours. It only reads and computes, so no setting has to allow it."""

    name: str
    about: str
    takes: type[A]
    work: Callable[[A, float], Returned]
    """Gets the seconds that it may take, which it hands on to what can be limited."""
    waits: float = 0.0
    """Seconds that a call may wait besides: for its turn in the sandbox, and for that to start."""
    restricted: bool = False

    @cached_property
    def parameters(self) -> Mapping[str, Any]:
        """The JSON schema of the arguments, with nothing in it that a grammar would not enforce."""
        schema = self.takes.model_json_schema()
        properties = {
            name: {key: value for key, value in part.items() if key not in ("title", "default")}
            for name, part in schema["properties"].items()
        }
        return {
            "type": "object",
            "properties": properties,
            "required": schema["required"],
            "additionalProperties": False,
        }

    def call(
        self, arguments: Mapping[str, Any], limit_seconds: float, cancelled: Callable[[], bool] = never
    ) -> Returned:
        """Runs it for that long at most, and until `cancelled` says so."""
        try:
            given = self.takes.model_validate(arguments)
        except ValidationError as error:
            known = {name: field.is_required() for name, field in self.takes.model_fields.items()}
            return Returned(f"{self.name}: {misfit(error, known)}", ok=False)
        return within(lambda: self.work(given, limit_seconds), limit_seconds + self.waits, cancelled)
