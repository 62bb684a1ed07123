"""What a tool of an MCP server gave, as a text for the model."""

import json

from mcp import types

from reasoner.tools.tool import Returned

LONGEST = 20_000
"""Characters of a result that a model gets."""


def returned(result: types.CallToolResult) -> Returned:
    """The texts of the result, and the names of what is no text."""
    parts = [_part(content) for content in result.content]
    texts = [content for content in result.content if content.type == "text" and content.text.strip()]
    if not texts and result.structured_content is not None:
        parts.append(json.dumps(result.structured_content, ensure_ascii=False))
    text = "\n".join(part for part in parts if part)
    return Returned(_cut(text) or "[nothing]", ok=not result.is_error)


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}\n[cut: the first {LONGEST:,} of {len(text):,} characters]"


def _part(content: types.ContentBlock) -> str:
    match content:
        case types.TextContent():
            return content.text
        case types.ResourceLink():
            return f"[link to {content.uri}]"
        case types.EmbeddedResource():
            inner = content.resource
            if isinstance(inner, types.TextResourceContents):
                return inner.text
            return f"[resource {inner.uri}, {_size(inner.blob)}]"
    return f"[{content.type}, {_size(content.data)}]"


def _size(base64: str) -> str:
    """Of what the text stands for."""
    count = len(base64) * 3 // 4
    return f"{count} B" if count < 1000 else f"{count / 1000:.0f} kB"
