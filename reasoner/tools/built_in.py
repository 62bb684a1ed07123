"""What our own tools share: arguments are a pydantic model, and a call that does not fit it is told how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from reasoner.errors import did_you_mean, one_line
from reasoner.tools.limits import within
from reasoner.tools.tool import Returned, never


class Arguments(BaseModel):
    """What a tool takes; the text under a field tells the model what to write there."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", coerce_numbers_to_str=True, use_attribute_docstrings=True
    )


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True)
class BuiltIn(Generic[A]):
    """A tool of ours. It only reads and computes, so no setting has to allow it."""

    name: str
    about: str
    takes: type[A]
    work: Callable[[A, float], Returned]
    """Gets the seconds that it may take, which it hands on to what can be limited."""
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
            return Returned(f"{self.name}: {self._misfit(error)}", ok=False)
        return within(lambda: self.work(given, limit_seconds), limit_seconds, cancelled)

    def _misfit(self, error: ValidationError) -> str:
        """The first thing that is wrong, and what would be right."""
        faults = error.errors(include_url=False)
        first = next((each for each in faults if each["type"] == "extra_forbidden"), faults[0])
        key = ".".join(str(step) for step in first["loc"])
        known = self.takes.model_fields
        needed = ", ".join(f'"{name}"' for name, field in known.items() if field.is_required())
        match first["type"]:
            case "missing":
                return f"the argument '{key}' is missing; it takes {needed}."
            case "extra_forbidden":
                return f"no argument '{one_line(key, 40)}'{did_you_mean(key, known)}"
        says = one_line(first["msg"][0].lower() + first["msg"][1:])
        return f"the argument '{key}' is {one_line(repr(first['input']), 60)}: {says}."
