"""What the OpenAPI file says of the routes beyond the schemas of their bodies."""

from typing import Any

from fastapi import Security
from fastapi.openapi.models import Example
from fastapi.params import Depends
from fastapi.security import HTTPBearer

from reasoner.server.options import Options

Responses = dict[int | str, dict[str, Any]]
WHOLE_OR_STREAM: Responses = {
    200: {
        "description": "The result at once; server-sent events where the request asks for a `stream`.",
        "content": {
            "application/json": {"schema": {"type": "object"}},
            "text/event-stream": {"schema": {"type": "string"}},
        },
    }
}
PLAIN_TEXT: Responses = {
    200: {"description": "Lines of text.", "content": {"text/plain": {"schema": {"type": "string"}}}}
}
QUESTION = "What is 12*(3+4)?"


def guards(options: Options) -> list[Depends]:
    """For the routes that need a key, where the server has keys: whether it is known was looked at before."""
    says = "A key of this server."
    return [Security(HTTPBearer(auto_error=False, description=says))] if options.keys else []


def questions() -> dict[str, Example]:
    """Bodies that the server answers."""
    return {
        "question": {"summary": "A question", "value": {"question": QUESTION}},
        "stream": {
            "summary": "With all that happens on the way",
            "value": {"question": QUESTION, "stream": True, "effort": "low", "seed": 1, "seconds": 60},
        },
        "history": {
            "summary": "In a conversation",
            "value": {
                "question": "And half of it?",
                "history": [
                    {"role": "user", "content": QUESTION},
                    {"role": "assistant", "content": "84"},
                ],
            },
        },
    }


def conversations(pipeline: str) -> dict[str, Example]:
    """Bodies that the server answers, with a pipeline that it serves."""
    body = {"model": pipeline, "messages": [{"role": "user", "content": QUESTION}]}
    stream = {"stream": True, "stream_options": {"include_usage": True}}
    return {
        "question": {"summary": "A question", "value": body},
        "stream": {"summary": "In chunks", "value": body | stream | {"reasoning_effort": "low", "seed": 1}},
    }
