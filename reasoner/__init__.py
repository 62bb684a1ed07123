"""Reasoning pipelines over local language models: a checked answer, or an honest abstention.

>>> import reasoner
>>> reasoner.load_pipeline("math").run("12*(3+4)").answer
'84'
"""

from importlib import import_module
from typing import TYPE_CHECKING

from reasoner.version import __version__

if TYPE_CHECKING:
    from reasoner.errors import (
        ConfigError,
        InputError,
        KnowledgeError,
        ModelError,
        ReasonerError,
        SandboxUnavailable,
        SettingsError,
    )
    from reasoner.pipeline import Pipeline, make_pipeline
    from reasoner.result import Result
    from reasoner.runtime import Runtime, load_pipeline
    from reasoner.settings import Settings
    from reasoner.stage import Context, Stage
    from reasoner.state import Abstained, Answered, State, Turn

__all__ = [
    "Abstained",
    "Answered",
    "ConfigError",
    "Context",
    "InputError",
    "KnowledgeError",
    "ModelError",
    "Pipeline",
    "ReasonerError",
    "Result",
    "Runtime",
    "SandboxUnavailable",
    "Settings",
    "SettingsError",
    "Stage",
    "State",
    "Turn",
    "__version__",
    "load_pipeline",
    "make_pipeline",
]

_HOMES = ("errors", "state", "settings", "stage", "result", "pipeline", "runtime")


def __getattr__(name: str) -> object:
    """The public names load when they are first used, so that importing the package costs nothing."""
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"reasoner.{home}")
            if name in vars(module):
                return globals().setdefault(name, vars(module)[name])
    raise AttributeError(f"module 'reasoner' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
