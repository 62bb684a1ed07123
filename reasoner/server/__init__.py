"""Pipelines over HTTP: an OpenAI-compatible API, whole results, metrics and the page."""
