"""Prompt files: text with {slots} that becomes the messages for a model.

A line `[system]`, `[user]` or `[assistant]` starts a message; a file without any is one user message.
`{name}` is a slot, `{{` and `}}` are literal braces, and any other brace stands for itself.
"""

import re
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator, SerializationInfo, ValidationInfo, WithJsonSchema

from reasoner import resources
from reasoner.errors import did_you_mean
from reasoner.state import Message, Role, State

GIVEN_SLOTS = frozenset({"question", "passages", "history"})
"""What a prompt may ask for in any stage."""
REPAIR_SLOTS = frozenset({"attempt", "fault"})
"""What a prompt asks for that has an attempt mended."""
SLOTS = GIVEN_SLOTS | REPAIR_SLOTS | {"steps", "sofar", "subquestion", "answer", "tools"}
"""What a prompt may ask for in some stage."""

ROLES = ("system", "user", "assistant")
"""Whose messages a prompt file may have."""

_HEADER = re.compile(rf"^\[({'|'.join(ROLES)})\][ \t]*$", re.MULTILINE)
_ANY_HEADER = re.compile(r"^\[([a-z]+)\][ \t]*$", re.MULTILINE)
_CONTROL = re.compile(r"<(?=\|[A-Za-z0-9_]{1,40}\|>|(?:start|end)_of_turn>|/?s>)")
"""Where `<|im_end|>`, `<end_of_turn>` or `</s>` begins; a zero-width space there makes it plain text."""
_SLOT = re.compile(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file, read and checked."""

    name: str
    """The name as written in the pipeline."""
    text: str

    @property
    def slots(self) -> frozenset[str]:
        """The names of the slots in it."""
        return frozenset(m[1] for m in _SLOT.finditer(self.text) if m[1])

    def fill(self, **values: str) -> tuple[Message, ...]:
        """The messages, with every slot replaced by its value; a slot without a value becomes empty.

        A value is made inert.
        """
        pieces = _HEADER.split(self.text)
        pairs = list(zip(pieces[1::2], pieces[2::2], strict=True))
        if not pairs or pieces[0].strip():
            pairs.insert(0, ("user", pieces[0]))

        def value(match: re.Match[str]) -> str:
            return inert(values.get(match[1], "")) if match[1] else match[0][0]

        return tuple(Message(_role(role), _SLOT.sub(value, text).strip()) for role, text in pairs)


def inert(text: str) -> str:
    """The text with control tokens of chat templates made plain: neither a document nor the result of a tool
    may open a turn."""
    return _CONTROL.sub("<\u200b", text)


def given(state: State) -> dict[str, str]:
    """The values of the slots that every stage fills."""
    return {
        "question": state.question,
        "passages": "\n\n".join(passage.text for passage in state.passages),
        "history": "\n".join(f"{turn.role}: {turn.text}" for turn in state.history),
    }


def suited(prompt: Prompt, stage: str, needed: Set[str], optional: Set[str] = frozenset()) -> Prompt:
    """The prompt, where the stage fills every slot of it; `needed` are its own slots that must be there.

    Raises: ValueError, naming the slot that is empty there or missing.
    """
    filled = GIVEN_SLOTS | needed | optional
    if strange := sorted(prompt.slots - filled):
        known = ", ".join(sorted(filled))
        raise ValueError(
            f"{prompt.name}: {stage} does not fill the slot {{{strange[0]}}}; it fills: {known}."
        )
    if missing := sorted(needed - prompt.slots):
        raise ValueError(f"{prompt.name}: the slot {{{missing[0]}}} is missing; {stage} needs it.")
    return prompt


def _role(name: str) -> Role:
    return "system" if name == "system" else "assistant" if name == "assistant" else "user"


def read(name: str, base: Path | None) -> Prompt:
    """The prompt file `name`: beside the pipeline in `base` (or its `prompts/`), else a bundled one.

    Raises: ValueError, when there is none or when it has an unknown slot.
    """
    path = resources.companion(name, "prompts", base)
    if path is None:
        known = [p.name for p in (resources.bundled("pipelines") / "prompts").glob("*.txt")]
        raise ValueError(f"no prompt file '{name}'{did_you_mean(name, known)}")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"the prompt file '{name}' is not readable UTF-8 text.") from None
    if not text.strip():
        raise ValueError(f"the prompt file '{name}' is empty.")
    for match in _ANY_HEADER.finditer(text):
        if not _HEADER.match(match[0]):
            line, hint = text.count("\n", 0, match.start()) + 1, did_you_mean(match[1], ROLES)
            raise ValueError(f"{name}:{line}: unknown message [{match[1]}]{hint}")
    for match in _SLOT.finditer(text):
        if match[1] and match[1] not in SLOTS:
            line = text.count("\n", 0, match.start()) + 1
            hint = did_you_mean(match[1], SLOTS).replace("Known:", "Known slots:")
            raise ValueError(
                f"{name}:{line}: unknown slot {{{match[1]}}}{hint} For a literal brace write {{{{ or }}}}."
            )
    prompt = Prompt(name, text)
    if "question" not in prompt.slots:
        raise ValueError(
            f"{name}: the slot {{question}} is missing; without it the model never sees the question."
        )
    return prompt


def _validate(value: object, info: ValidationInfo) -> Prompt:
    if isinstance(value, Prompt):
        return value
    if not isinstance(value, str):
        raise ValueError("a prompt must be the name of a file.")
    return read(value, (info.context or {}).get("base"))


def _serialize(prompt: Prompt, info: SerializationInfo) -> str:
    """Its name; its text where the caller asks for `prompts: text`, to compare what two pipelines do."""
    return prompt.text if (info.context or {}).get("prompts") == "text" else prompt.name


PromptFile = Annotated[
    Prompt,
    PlainValidator(_validate),
    PlainSerializer(_serialize, return_type=str),
    WithJsonSchema({"type": "string", "description": "A prompt file, beside the pipeline or bundled."}),
]
"""A field of a stage that names a prompt file."""
