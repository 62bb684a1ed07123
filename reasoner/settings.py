"""What differs from machine to machine: set by flags, else by the environment, else by `reasoner.toml`."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from reasoner import resources
from reasoner.errors import SettingsError, did_you_mean, one_line
from reasoner.state import Effort

TABLES = frozenset({"models", "rerankers", "collections", "tools", "mcp", "allow", "api_keys"})
"""Settings that only a file can hold."""


class McpServer(BaseModel):
    """How to reach an MCP server: a command that is started, or the URL of one that runs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str | None = Field(None, min_length=1)
    """Speaks MCP on its standard streams."""
    args: tuple[str, ...] = ()
    env: dict[str, str] = Field(default_factory=dict)
    """Variables that the command gets besides the few that every command needs."""
    cwd: str | None = None
    url: str | None = Field(None, pattern=r"^https?://")
    """Speaks streamable HTTP."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Sent with every request; "env:NAME" takes the value from a variable."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.command is None) == (self.url is None):
            raise ValueError("an MCP server needs 'command' or 'url', one of them.")
        return self


class Settings(BaseModel):
    """What differs from machine to machine: set by flags, else by the environment, else by `reasoner.toml`.

    `reasoner.toml` is looked for in the current folder, then in the user's configuration folder.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = "smollm2-135m"
    """The model for the role "default". REASONER_MODEL."""
    models: dict[str, str] = Field(default_factory=dict)
    """Models for further roles, which a stage's `model: ROLE` names."""
    rerankers: dict[str, str] = Field(default_factory=dict)
    """Cross-encoders of sentence-transformers, each a folder or the name of one on the hub, which a stage's
    `rerank: NAME` names."""
    collection: str = "handbook"
    """The collection that `retrieve` looks in where the pipeline names none. REASONER_COLLECTION."""
    collections: dict[str, str] = Field(default_factory=dict)
    """Further collections, each "langchain:MODULE:FACTORY": a function of an installed module that takes
    nothing and gives a LangChain retriever or vector store."""
    tools: dict[str, str] = Field(default_factory=dict)
    """Further tools, each "langchain:MODULE:NAME": a LangChain tool of an installed module, or a function of
    it that takes nothing and gives one."""
    mcp: dict[str, McpServer] = Field(default_factory=dict)
    """MCP servers, whose tools a pipeline names as `mcp:NAME`, or `mcp:NAME.TOOL` for one of them."""
    allow: frozenset[str] = frozenset()
    """Tools, as a pipeline names them, that may write or reach out."""
    api_keys: tuple[str, ...] = ()
    """SHA-256 of each key that the server takes, as `reasoner serve --new-key` prints it."""
    mode: Literal["reproducible", "throughput"] = "reproducible"
    """Same seed, same text; or requests that batch with each other. REASONER_MODE."""
    threads: int | None = Field(None, ge=1, le=1024)
    """Threads of the local engine; half of the cores unless set. REASONER_THREADS."""
    context: int = Field(4096, ge=64, le=10_000_000)
    """Tokens of one prompt with one answer, at most. REASONER_CONTEXT."""
    kv_cache: Literal["f16", "q8_0", "q4_0"] = "f16"
    """Precision of the engine's key-value cache; q8_0 needs about half of the memory. REASONER_KV_CACHE."""
    gpu_layers: int = Field(0, ge=-1)
    """Layers of a local model to put on a GPU; -1 is all. REASONER_GPU_LAYERS."""
    offline: bool = False
    """Never ask a model hub or a package registry. REASONER_OFFLINE."""
    weaker_sandbox: bool = False
    """Run model-written programs although the kernel cannot seal them. REASONER_WEAKER_SANDBOX."""
    effort: Effort = "medium"
    """How many samples a question is worth: "low" is a quarter of those that a pipeline names, "high" four
    times as many, "auto" as its difficulty asks for. REASONER_EFFORT."""
    seconds: float | None = Field(None, gt=0)
    """Time that one question may take; none unless set. REASONER_SECONDS."""

    @classmethod
    def load(cls, **flags: object) -> "Settings":
        """The settings in force; flags that are None were not given.

        Raises: SettingsError, naming the file, variable or flag at fault.
        """
        merged: dict[str, object] = {}
        merged |= _from_file(cls)
        merged |= _from_environment(cls)
        given = {name: value for name, value in flags.items() if value is not None}
        return _settings(cls, "setting ", merged | given)


def _from_file(cls: type[Settings]) -> dict[str, object]:
    for folder in (Path(), resources.config_folder()):
        path = folder / "reasoner.toml"
        if not path.is_file():
            continue
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SettingsError(f"{path}: not a TOML file: {one_line(str(error))}.") from None
        _settings(cls, f"{path}: ", values)
        return values
    return {}


def _from_environment(cls: type[Settings]) -> dict[str, object]:
    names = {f"REASONER_{name.upper()}": name for name in cls.model_fields if name not in TABLES}
    values: dict[str, object] = {
        names[key]: value for key, value in os.environ.items() if key in names and value
    }
    _settings(cls, "environment variable REASONER_", values, upper=True)
    return values


def _settings(
    cls: type[Settings], where: str, values: Mapping[str, object], *, upper: bool = False
) -> Settings:
    try:
        return cls.model_validate(values)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        key = ".".join(str(step) for step in detail["loc"])
        if detail["type"] == "extra_forbidden":
            raise SettingsError(
                f"{where}{key}: unknown setting{did_you_mean(key, cls.model_fields)}"
            ) from None
        says = one_line(detail["msg"][0].lower() + detail["msg"][1:])
        shown = "its value" if detail["loc"][0] == "api_keys" else one_line(repr(detail["input"]), 60)
        raise SettingsError(f"{where}{key.upper() if upper else key}: {shown} will not do: {says}.") from None
