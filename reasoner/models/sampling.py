"""How a model draws its next token, how often, and where it stops."""

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Preset = Literal["greedy", "factual", "balanced", "creative"]

PRESETS: dict[Preset, dict[str, float | int]] = {
    "greedy": {"temperature": 0.0, "top_k": 1, "top_p": 1.0, "min_p": 0.0, "repeat_penalty": 1.0},
    "factual": {"temperature": 0.3, "top_k": 40, "top_p": 0.9, "min_p": 0.05, "repeat_penalty": 1.05},
    "balanced": {"temperature": 0.7, "top_k": 40, "top_p": 0.95, "min_p": 0.05, "repeat_penalty": 1.0},
    "creative": {"temperature": 1.0, "top_k": 0, "top_p": 0.98, "min_p": 0.02, "repeat_penalty": 1.1},
}
"""Named settings; a field set beside a preset wins over it."""


class Sampling(BaseModel):
    """The sampling of one request. Backends refuse what they cannot do rather than ignore it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    temperature: float = Field(0.7, ge=0, le=5, allow_inf_nan=False)
    """0 always takes the likeliest token; higher is more varied."""
    top_k: int = Field(40, ge=0, le=100_000)
    """Only the k likeliest tokens; 0 is all."""
    top_p: float = Field(0.95, gt=0, le=1)
    """Only the likeliest tokens that together reach this probability."""
    min_p: float = Field(0.05, ge=0, le=1)
    """Only tokens at least this likely relative to the likeliest."""
    repeat_penalty: float = Field(1.0, ge=0.1, le=3)
    """Above 1, tokens that were just used become less likely."""
    max_tokens: int = Field(512, ge=1, le=1_000_000)
    stop: tuple[str, ...] = Field((), max_length=16)
    """Texts at which a sample ends; they are not part of it."""
    seed: int = Field(0, ge=0, lt=2**31)
    """Sample i of a request draws from seed + i."""
    n: int = Field(1, ge=1, le=4096)
    """How many samples at most."""
    beams: int = Field(1, ge=1, le=64)
    """Beam search of this width instead of sampling, where the backend has it."""
    grammar: str | None = None
    """A GBNF grammar that the text must follow."""
    json_schema: str | None = None
    """A JSON schema, as JSON text, that the text must follow."""

    @model_validator(mode="after")
    def _one_constraint(self) -> Self:
        if self.grammar is not None and self.json_schema is not None:
            raise ValueError("grammar and json_schema exclude each other; give one.")
        if any(not stop for stop in self.stop):
            raise ValueError("an empty stop text would end every sample at once; remove it.")
        return self

    @classmethod
    def preset(cls, name: Preset, **changes: object) -> "Sampling":
        """The preset, with some fields changed."""
        return cls.model_validate(PRESETS[name] | changes)
