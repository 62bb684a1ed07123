"""Reasoning pipelines over local language models: checked answers, or an honest abstention."""

__version__ = "0.1.0"
