"""Reasoning pipelines over local language models: a checked answer, or an honest abstention.

>>> import reasoner
>>> reasoner.load_pipeline("math").run("12*(3+4)").answer
'84'
"""

from reasoner.errors import (
    ConfigError,
    InputError,
    KnowledgeError,
    ModelError,
    ReasonerError,
    SandboxUnavailable,
    SettingsError,
)
from reasoner.pipeline import Pipeline, Result, make_pipeline
from reasoner.runtime import Runtime, Settings, load_pipeline
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, State, Turn
from reasoner.version import __version__

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
