import pytest

from reasoner.state import Call
from reasoner.tools.calculator import calculator
from reasoner.tools.convert import convert
from reasoner.tools.mcp import McpServers, McpTool
from reasoner.tools.react_turns import read
from support import SANDBOX

TOOLS = (calculator(SANDBOX), convert())
SUM = Call("calculator", '{"expression": "6*7"}')


@pytest.mark.parametrize(
    "text",
    [
        'Thought: add\nAction: calculator\nAction Input: {"expression": "6*7"}',
        'Thought: add\nAction: calculator\nAction Input: {"expression": "6*7"}\nObservation: 43\nFinal Answer: 43',
        'Thought: add\n**Action:** `calculator`\n**Action Input:** {"expression": "6*7"} and so on',
        'Thought: add\nAction: Calculator\nAction Input:\n```json\n{"expression": "6*7"}\n```',
        "Thought: add\nAction: calculator\nAction Input: 6*7",
        'Thought: add\nAction: calculator("6*7")',
        'Thought: add\nAction: {"tool": "calculator", "arguments": {"expression": "6*7"}}',
        'Thought: add\nAction: use the calculator tool\nAction Input: {"expression": "6*7"}\nThought: wait',
        'Thought 1: add\nAction 1: calculator\nAction Input 1: {"expression": "6*7"}',
        '思考：add\n行动：calculator\n行动输入：{"expression": "6*7"}\n观察：43',
        '思考: add\n动作: calculator\n动作输入: {"expression": "6*7"}',
    ],
)
def test_an_action_is_read_however_it_is_written(text: str) -> None:
    move = read(text, TOOLS)
    assert (move.calls, move.thought, move.answer) == ((SUM,), "add", None)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Thought: I know.\nFinal Answer: 42", "42"),
        ("思考：好了\n最终答案：42", "42"),
        ("Final Answer: 42\nObservation: no", "42"),
        ("**Final Answer:** 42\nAction: calculator", "42"),
        ("Final Answer:\nfirst\nsecond", "first\nsecond"),
        ("It is 42.", "It is 42."),
    ],
)
def test_a_final_answer_is_read_to_its_end(text: str, answer: str) -> None:
    assert read(text, TOOLS).answer == answer


@pytest.mark.parametrize("text", ["", "Thought: hm", "Observation: 42\nFinal Answer: 42"])
def test_a_turn_without_either_has_a_fault(text: str) -> None:
    move = read(text, TOOLS)
    assert (move.calls, move.answer, bool(move.fault)) == ((), None, True)


def test_an_unknown_action_stays_as_it_is_written() -> None:
    assert read("Action: abacus\nAction Input: 6*7", TOOLS).calls == (Call("abacus", "6*7"),)
    assert read("Action: convert\nAction Input: 5 km", TOOLS).calls == (Call("convert", "5 km"),)


@pytest.mark.parametrize("argument", [True, None, {"type": ["string"]}])
def test_an_input_in_words_is_a_text_only_where_the_tool_takes_one(argument: object) -> None:
    tool = McpTool("look", "", {"properties": {"a": argument}}, False, "s", "look", McpServers({}))
    assert read("Action: look\nAction Input: fox", [tool]).calls == (Call("look", "fox"),)
