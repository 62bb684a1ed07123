import pytest

from reasoner.tools.python import python
from reasoner.tools.shortening import MOST_SHOWN
from reasoner.tools.tool import Returned
from support import SANDBOX


def run(code: str, limit_seconds: float = 5.0) -> Returned:
    return python(SANDBOX).call({"code": code}, limit_seconds)


@pytest.mark.parametrize(
    ("code", "gives"),
    [
        ("print(1)\nprint(2)", "1\n2"),
        ("6 * 7", "42"),
        ("名 = '三'\nprint(名)", "三"),
        ("answer = 5", "5"),
    ],
)
def test_what_was_printed_comes_back_or_else_the_value(code: str, gives: str) -> None:
    assert run(code) == Returned(gives)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("print('so far')\n1/0", "ZeroDivisionError: division by zero"),
        ("print('so far')\n1/0", "It had printed:\nso far"),
        ("def f(:", "SyntaxError"),
        ("open('/etc/passwd')", "forbidden"),
        ("import socket; socket.socket()", "forbidden"),
        ("pass", "print what you want to see"),
        ("\ud800", "half a surrogate pair"),
    ],
)
def test_a_program_that_fails_says_why(code: str, says: str) -> None:
    returned = run(code)
    assert not returned.ok
    assert says in returned.text


def test_a_program_that_never_ends_is_ended() -> None:
    returned = run("while True: pass", 0.5)
    assert (returned.ok, "no result within 0.5 s" in returned.text) == (False, True)


def test_a_long_output_is_shown_without_its_middle() -> None:
    text = run("print('a' * 50_000 + 'end')").text
    assert len(text) < MOST_SHOWN + 100
    assert (text[:3], text[-3:]) == ("aaa", "end")
    assert "are left out" in text
