"""Calls of functions as Hermes and Qwen write them: <tool_call>{"name": "f", "arguments": {}}</tool_call>."""

import json
import re
from collections.abc import Iterator

OPENING = "<tool_call>"
_BLOCK = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_ARGUMENTS = re.compile(r'\s*\{\s*"name"\s*:\s*"([^"\\]+)"\s*,\s*"arguments"\s*:\s*')
_DECODER = json.JSONDecoder()


def writes_tags(template: str) -> bool:
    """Whether a chat template lists functions and has calls written in this way."""
    listed = re.search(r"\btools\b", template) is not None
    return listed and OPENING in template and "arguments" in template and "<function=" not in template


def read_tags(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text beside the calls, and the name and arguments of each; what is no call stays in the text."""
    found = [(block, call) for block in _BLOCK.finditer(text) if (call := _call(block[1])) is not None]
    if not found:
        return text, ()
    return "".join(_between(text, [block for block, _ in found])).strip(), tuple(call for _, call in found)


def _between(text: str, blocks: list[re.Match[str]]) -> Iterator[str]:
    start = 0
    for block in blocks:
        yield text[start : block.start()]
        start = block.end()
    yield text[start:]


def _call(written: str) -> tuple[str, str] | None:
    """Name and arguments, these as they are written; None where there is no name."""
    if (head := _ARGUMENTS.match(written)) is not None:
        start = head.end()
        try:
            _, end = _DECODER.raw_decode(written, start)
        except (ValueError, RecursionError):
            if not written.rstrip().endswith("}"):
                return None  # cut off
            end = written.rstrip().rindex("}")
        return head[1], written[start:end].strip()
    try:
        call = json.loads(written)
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        return None
    return call["name"], json.dumps(call.get("arguments", {}), ensure_ascii=False)
