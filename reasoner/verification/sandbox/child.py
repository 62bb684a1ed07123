"""What a forked child does: becomes one request's prisoner, answers, and is gone."""

import ast
import gc
import importlib.machinery
import io
import json
import os
import random
import signal
import sys
import traceback
import types
from collections.abc import Sequence
from typing import NoReturn

from reasoner.verification import worker
from reasoner.verification.sandbox import Json, seal
from reasoner.verification.sandbox.endings import TOO_MUCH_MEMORY, VALUE_SIZE, Ending

REQUEST, OUTPUT, RESULT = 0, 1, 3
"""The only descriptors of a child, besides 2, which leads to nothing."""
MOST_DESCRIPTORS = 1024
"""The zygote keeps below it, so that a child knows where to stop closing."""
PROGRAM = "program"
REHEARSAL = "def double(n):\n    return 2 * n\n\nx = [double(n) for n in range(3)]\nf'{x[1]:.2f}'"
"""Run before the request is there: the memory that any program changes is a child's own from then on."""
Answer = dict[str, Json]

_write, _close, _exit = os.write, os.close, os._exit


def main(descriptors: Sequence[int], zygote: int, prison: seal.Prison) -> NoReturn:
    """Answers the one request that comes through `descriptors` (request, output, result).

    It is sealed before it reads the request: what a spare has behind it, nobody has to wait for.
    """
    signal.set_wakeup_fd(-1)
    seal.die_with(zygote)
    os.setsid()
    for source, target in zip(descriptors, (REQUEST, OUTPUT, RESULT), strict=True):
        os.dup2(source, target)
    os.closerange(RESULT + 1, MOST_DESCRIPTORS)
    sys.stdout = output = Output(
        io.BufferedWriter(io.FileIO(OUTPUT, "w")), encoding="utf-8", errors="replace"
    )
    random.seed(0)
    gc.enable()
    prison.shut()
    _perform({"code": REHEARSAL}, output)
    request = json.loads(_read_frame(REQUEST))
    os.close(REQUEST)
    answer = _perform(request, output)
    try:
        output.flush()
        frame = json.dumps(answer, allow_nan=False).encode()
    except BaseException as error:
        frame = json.dumps(_ended("error", _describe(error))).encode()
    _write_frame(frame)
    _close(OUTPUT)
    _close(RESULT)
    _exit(0)


class Output(io.TextIOWrapper):
    """What the program prints goes here."""

    said = False
    """Whether it has printed more than blanks."""

    def write(self, text: str) -> int:
        """Writes the text."""
        self.said = self.said or bool(text.strip())
        return super().write(text)


class NotPreloaded:
    """The last finder of modules: says that there are no others, instead of looking for files."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Finds nothing. Raises: ModuleNotFoundError."""
        raise ModuleNotFoundError(f"module '{name}' is not available in the sandbox", name=name)


def prepare() -> None:
    """Makes this interpreter, from which children are forked, one that knows of no files and no host."""
    sys.stdin = io.StringIO()
    sys.meta_path[:] = [importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter, NotPreloaded]
    sys.argv = [PROGRAM]
    sys.set_int_max_str_digits(0)


def _perform(request: dict[str, str], output: Output) -> Answer:
    try:
        if "code" in request:
            return _ended("ok") | {"value": _execute(request["code"], output)}
        return _ended("ok") | {"value": worker.TASKS[request["task"]](request["argument"])}
    except MemoryError:
        return _ended("memory limit", TOO_MUCH_MEMORY)
    except ModuleNotFoundError as error:
        unavailable = "not available in the sandbox" in str(error)
        return _ended("module unavailable" if unavailable else "error", _describe(error))
    except PermissionError as error:
        return _ended("forbidden", _describe(error))
    except SystemExit as error:
        return _ended("ok") if error.code in (None, 0) else _ended("error", _describe(error))
    except BaseException as error:
        return _ended("error", _describe(error))


def _execute(code: str, output: Output) -> str | None:
    """Runs the program. If it prints nothing: `ans`, `answer` or its last expression, as text."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    names = module.__dict__
    tree = ast.parse(code, PROGRAM)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        exec(compile(ast.Module(tree.body[:-1], tree.type_ignores), PROGRAM, "exec"), names)
        value = eval(compile(ast.Expression(last.value), PROGRAM, "eval"), names)
    else:
        exec(compile(tree, PROGRAM, "exec"), names)
        value = None
    if output.said:
        return None
    for name in ("answer", "ans"):
        value = names.get(name, value)
    return None if value is None else _clean(str(value)[:VALUE_SIZE])


def _describe(error: BaseException) -> str:
    """One line: where in the program, what kind of error, what it says."""
    try:
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == PROGRAM
        ]
        where = f"line {lines[-1]}: " if lines else ""
        return _clean(f"{where}{type(error).__name__}: {error}"[:1000])
    except BaseException:
        return "an error that cannot be described"


def _clean(text: str) -> str:
    """The text without halves of surrogate pairs, which could not be printed."""
    return text.encode("utf-8", "replace").decode()


def _ended(ending: Ending, reason: str = "") -> Answer:
    return {"ending": ending, "reason": reason}


def _read_frame(descriptor: int) -> bytes:
    """A message that its length in eight bytes goes before."""
    size = int.from_bytes(_read(descriptor, 8), "big")
    return _read(descriptor, size)


def _read(descriptor: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = os.read(descriptor, min(size, 1 << 20))
        if not part:
            _exit(0)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _write_frame(content: bytes) -> None:
    rest = memoryview(len(content).to_bytes(8, "big") + content)
    while rest:
        rest = rest[_write(RESULT, rest) :]
