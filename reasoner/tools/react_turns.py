"""Calls as text, in the manner of ReAct (Yao et al. 2022, 2210.03629)."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from reasoner.models.model import Completion, Request
from reasoner.patterns import pattern
from reasoner.state import Call, Called, Message
from reasoner.tools import calling
from reasoner.tools.dialect import ANSWER_NOW, Allowed, Move
from reasoner.tools.tool import Tool
from reasoner.verification.extraction import reply

STOPS = ("Observation:", "Observation：", "观察:", "观察：")
"""Where a model would go on with a result of its own making."""
_LABEL = pattern(
    r"^[ \t*_#>`-]*(?P<label>Thought|Action[ _]?Input|Action|Observation|Final[ _]?Answer|Answer"
    r"|思考|想法|行动输入|动作输入|操作输入|输入|行动|动作|操作|观察结果|观察|最终答案|最终回答|答案)"
    r"[ \t*_]*(?:\d{1,2}[ \t]*)?[:：][ \t*_]*",
    re.IGNORECASE | re.MULTILINE,
)
_ACTION = frozenset({"action", "行动", "动作", "操作"})
_INPUT = frozenset({"actioninput", "行动输入", "动作输入", "操作输入", "输入"})
_ANSWER = frozenset({"finalanswer", "answer", "最终答案", "最终回答", "答案"})
_OBSERVED = frozenset({"observation", "观察结果", "观察"})
_FENCED = pattern(r"^\s*```[a-zA-Z]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_NAME = pattern(r"[\w-]+", re.ASCII)
_INLINE = pattern(r"^[`\"'\s]*([A-Za-z_][\w-]*)\s*[(\[](.*)[)\]][`\"'\s]*$", re.DOTALL)
"""An action that has its input in brackets: `calculator(2+2)`."""


class ReactTurns:
    """For any model that follows examples."""

    def ask(self, request: Request, tools: Sequence[Tool], allowed: Allowed) -> Request:
        return replace(request, sampling=request.sampling.model_copy(update={"stop": STOPS}))

    def read(self, said: Completion, tools: Sequence[Tool], before: int = 0) -> Move:
        return read(reply.after_thinking(said.text).strip(), tools)

    def go_on(
        self, said: Completion, move: Move, called: Sequence[Called], allowed: Allowed
    ) -> Sequence[Message]:
        results = [each.result if each.ok else f"Error: {each.result}" for each in called]
        says = "\n".join(f"Observation: {result}" for result in results or [f"Error: {move.fault}"])
        says += f"\n{ANSWER_NOW} Write: Final Answer:" if allowed == "answer" else ""
        return Message("assistant", said.text.strip()), Message("user", says)


def read(text: str, tools: Sequence[Tool]) -> Move:
    """The first action or final answer of the text; what it goes on with after either is not looked at."""
    parts = _parts(text)
    thoughts: list[str] = []
    for i, (label, says) in enumerate(parts):
        if label in _ANSWER:
            return Move(_joined(thoughts), answer=_until_observed(parts[i:]) or None)
        if label in _ACTION:
            given = next((said for name, said in parts[i + 1 : i + 2] if name in _INPUT), "")
            return Move(_joined(thoughts), calls=(_call(says, given, tools),))
        if label in _OBSERVED:
            break
        thoughts.append(says)
    said = _joined(thoughts)
    labelled = any(label for label, _ in parts)
    if labelled or not said:
        fault = "there is neither an Action with an Action Input nor a Final Answer; write one of them."
        return Move(said, fault=fault)
    return Move(answer=said)


def _parts(text: str) -> list[tuple[str, str]]:
    """The text by its labels; what stands before the first has none."""
    found = [*_LABEL.finditer(text)]
    ends = [match.start() for match in found[1:]] + [len(text)]
    before = text[: found[0].start()] if found else text
    labelled = [
        (re.sub(r"[ _]", "", match["label"]).casefold(), text[match.end() : end].strip())
        for match, end in zip(found, ends, strict=False)
    ]
    return [("", before.strip()), *labelled]


def _joined(thoughts: Sequence[str]) -> str:
    return "\n".join(thought for thought in thoughts if thought)


def _until_observed(parts: Sequence[tuple[str, str]]) -> str:
    """The final answer; a heading inside it, such as a second Answer, does not end it."""
    said: list[str] = []
    for label, says in parts:
        if label in _OBSERVED | _ACTION | _INPUT | {"thought", "思考", "想法"}:
            break
        said.append(says)
    return _joined(said)


def _call(action: str, given: str, tools: Sequence[Tool]) -> Call:
    action = _unfenced(action)
    if not given and (inline := _INLINE.match(action)):
        action, given = inline[1], inline[2]
    elif not given and (whole := _object(action)) and isinstance(named := whole.get("tool"), str):
        return Call(named, json.dumps(whole.get("arguments", {}), ensure_ascii=False))
    name = _named(action, tools)
    return Call(name, _arguments(_unfenced(given), next((tool for tool in tools if tool.name == name), None)))


def _named(action: str, tools: Sequence[Tool]) -> str:
    """The tool that the action names, however it is dressed up; else the action as it is written."""
    words = _NAME.findall(action)
    known = {tool.name.casefold(): tool.name for tool in tools}
    return next((known[word.casefold()] for word in words if word.casefold() in known), action.strip("`\"' "))


def _arguments(given: str, tool: Tool | None) -> str:
    """The input as JSON: the object at its start, or the one text that the tool takes."""
    if given.startswith("{") and (found := _object(given)) is not None:
        return json.dumps(found, ensure_ascii=False)
    known = calling.needs(tool.parameters) if tool else {}
    needed = [name for name, wanted in known.items() if wanted]
    only = [*known] if len(known) == 1 else needed if len(needed) == 1 else []
    if tool and given and only and not given.startswith("{"):
        match calling.fields(tool.parameters)[only[0]]:
            case {"type": "string"}:
                return json.dumps({only[0]: given.strip("\"'")}, ensure_ascii=False)
    return given


def _object(text: str) -> dict[str, object] | None:
    """The JSON object at the start of the text, whatever follows it."""
    try:
        found, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _unfenced(text: str) -> str:
    fenced = _FENCED.match(text)
    return (fenced[1] if fenced else text).strip()
