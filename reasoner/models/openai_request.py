"""The body of a request to an OpenAI-compatible server."""

import json
from collections.abc import Container, Mapping
from typing import Any

from reasoner.errors import ModelError
from reasoner.models.functions import tools, turns
from reasoner.models.model import Request

NEUTRAL: Mapping[str, object] = {"top_k": 0, "min_p": 0.0, "repeat_penalty": 1.0}
"""Sampling fields that the API itself does not have; they are sent when they would change something."""


def body_of(request: Request, served: str, first: int, size: int, refused: Container[str]) -> dict[str, Any]:
    """What asks `served` for the samples first, ..., first + size - 1, without the fields that were refused.

    Raises: ModelError, for a json_schema that is no JSON.
    """
    sampling = request.sampling
    body: dict[str, Any] = {
        "model": served,
        "messages": turns(request.messages),
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.max_tokens,
        "seed": sampling.seed + first,
        "stream": True,
        "stream_options": {"include_usage": True},
        "logprobs": True,
    }
    body |= {name: getattr(sampling, name) for name in NEUTRAL if getattr(sampling, name) != NEUTRAL[name]}
    if "repeat_penalty" in body:
        body["repetition_penalty"] = sampling.repeat_penalty  # what vLLM and SGLang call it
    if request.functions:
        body["tools"] = tools(request.functions)
    if size > 1:
        body["n"] = size
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    if sampling.grammar is not None:
        body["grammar"] = sampling.grammar
    if sampling.json_schema is not None:
        schema = {"name": "answer", "strict": True, "schema": _schema(sampling.json_schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if "logprobs" not in refused:
        body["top_logprobs"] = 1  # llama.cpp gives none for 0
    return {name: value for name, value in body.items() if name not in refused}


def _schema(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ModelError("json_schema is not JSON; mend it.") from None
