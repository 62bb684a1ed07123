import json

import pytest

from reasoner.state import Call, Called
from reasoner.tools import given
from support import SANDBOX


@pytest.mark.parametrize(
    ("tool", "arguments", "result", "answer", "same"),
    [
        ("calculator", {"expression": "1/8"}, "1/8 = 0.125", "0.125", True),
        ("calculator", {"expression": "sqrt(2)"}, "√2 ≈ 1.41421356237", "1.41421356237", True),
        ("convert", {"quantity": "5 km", "to": "mile"}, "5 km ≈ 3.10685596119 mile", "3.10685596119", True),
        ("convert", {"quantity": "5 km", "to": "mile"}, "5 km ≈ 3.10685596119 mile", "5 km", False),
        ("convert", {"quantity": "3 meters", "to": "metre"}, "3 meters = 3 metre", "3 m", False),
        ("calculator", {"expression": "5.0"}, "5", "5", False),
        ("date", {"date": "2024-02-29"}, "2024-02-29, a Thursday", "Thursday", True),
        ("date", {"date": "2024-02-29"}, "2024-02-29, a Thursday", "2024-02-29", False),
        ("date", {"date": "2024-01-01", "until": "2024-01-08"}, "from 2024-01-01 to 2024-01-08: 7 days (1 week)", "7 days", True),
        ("python", {"code": "..."}, "working\n42", "42", True),
        ("python", {"code": "..."}, "working\n42", "41", False),
    ],
)  # fmt: skip
def test_what_a_tool_gave_may_be_written_in_any_of_its_forms(
    tool: str, arguments: dict[str, str], result: str, answer: str, same: bool
) -> None:
    called = Called(Call(tool, json.dumps(arguments)), result, True)
    assert given.by(called, answer, "?", SANDBOX, "auto") is same
