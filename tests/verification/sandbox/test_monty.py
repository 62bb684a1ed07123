from collections.abc import Iterator

import pytest

from reasoner.verification.sandbox import Execution
from reasoner.verification.sandbox.monty import Interpreter, Lacking


@pytest.fixture(scope="module")
def monty() -> Iterator[Interpreter]:
    interpreter = Interpreter()
    yield interpreter
    interpreter.close()


def run(monty: Interpreter, code: str) -> Execution:
    done = monty.run(code, 0.5)
    assert isinstance(done, Execution)
    return done


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("print(12*(3+4))", "84"),
        ("print('a')\nprint(' b ')\nprint()", "b"),
        ("print(1)\nans = 2", "1"),
        ("ans = 2\nanswer = 3\n4", "2"),
        ("answer = 3\n4", "3"),
        ("x = 2\nx ** 10", "1024"),
        ("def double(n):\n    return 2 * n\ndouble(\n    4\n)  # eight", "8"),
        ("items = [1, 2]\nitems.pop()", "2"),
        ("x = 5\n1, x", "(1, 5)"),
        ("x = 5", None),
        ("def show():\n    pass\nshow()", None),
        ("pair = [0]\nfor _ in range(50):\n    pair = [pair, pair]\npair", None),
    ],
)
def test_value_is_the_last_line_else_the_answer_else_the_last_expression(
    monty: Interpreter, code: str, value: str | None
) -> None:
    done = run(monty, code)
    assert (done.verdict, done.value) == ("ok", value)


@pytest.mark.parametrize(
    ("code", "verdict", "ending", "reason"),
    [
        ("1/0", "error", "error", "line 1: ZeroDivisionError: division by zero"),
        ("x = 1\nprint(y)", "error", "error", "line 2: NameError: name 'y' is not defined"),
        ("raise ValueError('two\\nlines')", "error", "error", "line 1: ValueError: two lines"),
        ("'1' + 1", "error", "error", None),
        ("while True: pass", "timeout", "cpu limit", "no result within 0.5 s"),
        ("a = 3\nwhile True: a = a * a", "timeout", "cpu limit", "no result within 0.5 s"),
        ("import time\ntime.sleep(9)", "timeout", "wall limit", "no result within 0.5 s"),
        ("import time\nwhile True:\n try: time.sleep(.1)\n except BaseException: pass", "timeout", "wall limit", None),
        ("10**10**9", "refused", "memory limit", "it needed more memory than it may have"),
        ("'x' * 10**10", "refused", "memory limit", None),
        ("while True: print('x' * 1000)", "refused", "output limit", "it printed more than 1 MiB"),
        ("open('/etc/passwd')", "refused", "forbidden", None),
        ("def f(n): return f(n + 1)\nf(0)", "error", "error", None),
    ],
)  # fmt: skip
def test_each_ending_has_its_name(
    monty: Interpreter, code: str, verdict: str, ending: str, reason: str | None
) -> None:
    done = run(monty, code)
    assert (done.verdict, done.ending, done.value) == (verdict, ending, None)
    assert done.reason == reason if reason else done.reason
    assert len(done.stdout) <= 1 << 20
    assert done.seconds < 5


@pytest.mark.parametrize(
    "code",
    [
        "import sympy",
        "try:\n    import sympy\nexcept ImportError:\n    print('none')",
        "bytearray(3)",
        "import sys\nsys.exit()",
        "class A(dict): pass",
        "def g():\n    yield 1",
        "print(len(str(10**5000)))",
        "ans = 10**5000",
        "print(1)\nraise SystemExit(0)",
        "raise SystemExit",
        "def f(:",
    ],
)
def test_what_monty_lacks_is_left_to_cpython(monty: Interpreter, code: str) -> None:
    assert isinstance(monty.run(code, 0.5), Lacking)


def test_a_limit_is_final_even_after_a_missing_module(monty: Interpreter) -> None:
    code = "try:\n    import sympy\nexcept ImportError:\n    pass\nwhile True: pass"
    assert run(monty, code).ending == "cpu limit"


def test_the_same_program_draws_the_same_random_numbers(monty: Interpreter) -> None:
    code = "import random\nprint(random.random())"
    assert run(monty, code).stdout == run(monty, code).stdout
