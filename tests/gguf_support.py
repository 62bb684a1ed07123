"""A GGUF file with another chat template, for tests of native function calls."""

import struct
from pathlib import Path

TEMPLATE = """\
{%- if tools %}<|im_start|>system
{% for tool in tools %}{{ tool.function.name }} {% endfor %}<|im_end|>
{% endif %}
{%- for message in messages %}<|im_start|>{{ message.role }}
{{ message.content or '' }}
{%- for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
"""Names functions, and has calls as Hermes and Qwen write them; SmolLM2 follows an example of that."""


def with_template(weights: Path, target: Path, template: str = TEMPLATE) -> Path:
    """A copy of the file with this chat template."""
    data = weights.read_bytes()
    key = b"tokenizer.chat_template"
    size_at = data.index(key) + len(key) + 4  # behind the type of the value
    (size,) = struct.unpack_from("<Q", data, size_at)
    text = template.encode()
    # The weights must keep their place within 32 bytes.
    text = b"{#-" + b" " * ((size - len(text) - 6) % 32) + b"-#}" + text
    rest = memoryview(data)[size_at + 8 + size :]
    with target.open("wb") as file:
        file.writelines((data[:size_at], struct.pack("<Q", len(text)), text, rest))
    return target
