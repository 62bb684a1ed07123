"""A conversation on the terminal: what was said, and what answers next."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from reasoner import cited
from reasoner.cli import report
from reasoner.cli.errors import bug, show_traceback
from reasoner.cli.interruption import polite
from reasoner.cli.output import json_line, print_json, print_result, say, say_error, write_whole
from reasoner.cli.thinking import Thinking
from reasoner.errors import ConfigError, InputError, ReasonerError, cause, one_line
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.result import Result
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.state import Answered, Effort, Turn

T = TypeVar("T")
CANCELLING = "\ncancelling; Ctrl-C again ends the conversation."


class Conversation:
    """Asks one pipeline after another with the same history. Close it, or use `with`."""

    def __init__(self, pipeline: Pipeline, settings: Settings, seed: int, *, as_json: bool) -> None:
        self.pipeline = pipeline
        self.effort: Effort = settings.effort
        self.turns: tuple[Turn, ...] = ()
        self.results: tuple[Result, ...] = ()
        self._seed = seed
        self._as_json = as_json
        self._thinking = Thinking()
        self._runtime = Runtime(settings, pulling=self._thinking.pulling)
        self._runtime.check(pipeline)

    def __enter__(self) -> "Conversation":
        return self

    def __exit__(self, *exc: object) -> None:
        self._runtime.close()

    @property
    def model(self) -> str:
        """The name of the model that answers where a stage names no other."""
        return self._runtime.settings.model

    def ask(self, question: str) -> None:
        """Answers the question and shows how; what fails is told, and the conversation goes on."""
        result = attempted(lambda: self._answer(question))
        if isinstance(result, Result):
            self.turns += (Turn("user", question), Turn("assistant", result.answer or result.reason or ""))
            self.results += (result,)
            self._show(result)
        elif result is not None and self._as_json:
            print_json({"question": question, "error": str(result)})

    def switch(self, name: str) -> None:
        """Lets another pipeline answer. Raises: ReasonerError, and then the same one goes on."""
        found = read_pipeline(name)
        self._runtime.check(found)
        self.pipeline = found

    def use_model(self, name: str) -> None:
        """Opens another model. Raises: ReasonerError, and then the same one goes on."""
        settings = self._runtime.settings.model_copy(update={"model": name})
        with self._thinking:
            runtime = Runtime(settings, pulling=self._thinking.pulling)
            try:
                runtime.models["default"]
                runtime.check(self.pipeline)
            except BaseException:
                runtime.close()
                raise
        self._runtime.close()
        self._runtime = runtime

    def forget(self) -> None:
        """Begins anew."""
        self.turns, self.results = (), ()

    def save(self, name: str) -> None:
        """Writes the results, one JSON object a line. Raises: InputError, when it cannot."""
        write(name, b"".join(json_line(result.as_dict()) for result in self.results))

    def _answer(self, question: str) -> Result | None:
        """The result; None when it was cancelled."""
        cancel = threading.Event()
        with polite(CANCELLING, cancel), self._thinking:
            context = self._runtime.context(
                self._seed, self._thinking.follow, effort=self.effort, cancel=cancel
            )
            result = self.pipeline.run(question, history=self.turns, context=context)
        if cancel.is_set():
            say("cancelled; the question is not part of the conversation.")
            return None
        return result

    def _show(self, result: Result) -> None:
        if self._as_json:
            print_json(result.as_dict())
            return
        if result.asked:
            say(f"understood as: {one_line(result.state.question)}")
        if isinstance(result.outcome, Answered):
            print_result(cited.text(result.outcome))
        for line in report.summary(result):
            say(line)


def attempted(work: Callable[[], T]) -> T | Exception:
    """What the work gives; where it fails, the error, which was told in a line."""
    try:
        return work()
    except BrokenPipeError:
        raise
    except ConfigError as error:
        for line in str(error).splitlines():
            say_error(line)
        return error
    except ReasonerError as error:
        say_error(one_line(str(error), 2000))
        return error
    except Exception as error:
        show_traceback()
        say_error(bug(error))
        return error


def write(name: str, data: bytes) -> None:
    """Writes a file that a command named. Raises: InputError, when it cannot."""
    try:
        write_whole(Path(name).expanduser(), data)
    except OSError as error:
        raise InputError(f"{name}: cannot be written: {cause(error)}; give another file.") from None
