"""Which parameters of OpenAI's API a pipeline keeps to, passes over, and refuses."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from reasoner.errors import one_line
from reasoner.server.errors import bad
from reasoner.state import Effort

EFFORTS: Mapping[str, Effort] = {
    "none": "low",
    "minimal": "low",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "xhigh": "high",
    "auto": "auto",
}
"""The effort for each `reasoning_effort`."""
ACCOUNTING = frozenset(
    {
        "metadata",
        "parallel_tool_calls",
        "prompt_cache_key",
        "prompt_cache_retention",
        "safety_identifier",
        "service_tier",
        "store",
        "user",
    }
)
"""Parameters that change no text."""
SAMPLING = frozenset(
    {
        "frequency_penalty",
        "logit_bias",
        "max_completion_tokens",
        "max_tokens",
        "min_p",
        "presence_penalty",
        "repetition_penalty",
        "stop",
        "temperature",
        "top_k",
        "top_p",
        "verbosity",
    }
)
"""Parameters that say how a model samples."""
NO_TOKENS = "an answer is not drawn token by token"
OWN_TOOLS = "a pipeline calls tools of its own and none of the client's"
REFUSED: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "n": (lambda value: type(value) is int and value == 1, "a pipeline comes to one answer, of many samples"),
    "tools": (lambda value: value == [], OWN_TOOLS),
    "functions": (lambda value: value == [], OWN_TOOLS),
    "tool_choice": (lambda value: value in ("none", "auto"), OWN_TOOLS),
    "function_call": (lambda value: value in ("none", "auto"), OWN_TOOLS),
    "response_format": (lambda value: value == {"type": "text"}, "an answer is text"),
    "logprobs": (lambda value: value is False, NO_TOKENS),
    "top_logprobs": (
        lambda value: type(value) is int and value == 0,
        NO_TOKENS,
    ),
    "modalities": (lambda value: value == ["text"], "an answer is text"),
    "audio": (lambda value: False, "an answer is text"),
    "web_search_options": (lambda value: False, "a pipeline searches its collections alone"),
}
"""Parameters that would change the form of the answer: the values that do not, and why others cannot be."""


def warnings(given: Mapping[str, Any]) -> Iterator[str]:
    """What of the parameters is not used.

    Raises: Refused for one that would change the form of the answer.
    """
    for name, value in given.items():
        if value is None or name in ACCOUNTING:
            continue
        if name in REFUSED:
            harmless, why = REFUSED[name]
            if not harmless(value):
                raise bad(f"{name}: {why}; leave it out.", name, "unsupported_parameter")
        elif name in SAMPLING:
            yield f"'{name}' is not used: the pipeline says how to sample."
        else:
            yield f"'{one_line(name, 60)}' is not used: no such parameter is known."
