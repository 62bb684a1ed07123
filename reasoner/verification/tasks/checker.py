"""Runs a user's checker program on one answer."""

import types

from reasoner.verification.sandbox import Json

PROGRAM = "program"
"""The name under which errors give the lines of the program."""


def checker(argument: Json) -> Json:
    """`{program, question, answer}` to `{verdict, reason}`. Raises: whatever the program raises."""
    match argument:
        case {"program": str(program), "question": str(question), "answer": str(answer)}:
            module = types.ModuleType("checker")
            exec(compile(program, PROGRAM, "exec"), module.__dict__)
            verdict, reason = _read(module.__dict__["check"](question, answer))
            return {"verdict": verdict, "reason": reason}
    return {"verdict": "unknown", "reason": "not a program, a question and an answer"}


def _read(said: object) -> tuple[str, str]:
    """What the program returned, as a verdict and a reason ("" where it gave none)."""
    match said:
        case bool(right), str(reason):
            return _verdict(right), reason[:1000]
        case bool(right):
            return _verdict(right), ""
        case None:
            return "unknown", "the checker cannot say"
    said = type(said).__name__
    return "unknown", f"check returned a value of type {said}; it must be True, False, (bool, reason) or None"


def _verdict(right: bool) -> str:
    return "pass" if right else "fail"
