"""Serves pipelines over MCP; `python mcp_pipelines.py FILE`, in which a run says that it was stopped."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

from reasoner.errors import ModelError
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.runtime import Runtime
from reasoner.server.mcp import serve
from reasoner.settings import Settings
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, Citation, State


class Noisy(Stage):
    """Writes on standard output in every way there is, and repeats the last turn."""

    stage: Literal["noisy"] = "noisy"

    def run(self, state: State, context: Context) -> State:
        print("loading weights")
        os.write(1, b"from C\n")
        subprocess.run(["echo", "from a child"], check=True)
        said = state.history[-1].text if state.history else "nothing \ud800"
        quote = Citation("Rome fell in 476.", "rome.md", 0, 17, 3)
        return State(state.question, outcome=Answered(said, 0.5, citations=(quote,)))


class Unsure(Stage):
    """Abstains."""

    stage: Literal["unsure"] = "unsure"

    def run(self, state: State, context: Context) -> State:
        return State(state.question, outcome=Abstained("confidence 0.20 is below 0.85", 0.2))


class Fails(Stage):
    """Has no model."""

    stage: Literal["fails"] = "fails"

    def run(self, state: State, context: Context) -> State:
        raise ModelError("no model file;\nrun: reasoner models pull")


class Broken(Stage):
    """Has a fault."""

    stage: Literal["broken"] = "broken"

    def run(self, state: State, context: Context) -> State:
        raise ZeroDivisionError("oh")


class Waits(Stage):
    """Goes on until nobody wants it any more."""

    stage: Literal["waits"] = "waits"

    def run(self, state: State, context: Context) -> State:
        if context.budget.cancel.wait(30):
            with Path(sys.argv[1]).open("a") as file:
                file.write(f"{state.question}\n")
        return state


STAGES = (Noisy(), Unsure(), Fails(), Broken(), Waits())

if __name__ == "__main__":
    made = {stage.tag(): Pipeline(stage.tag(), (stage,), f"For {stage.tag()} questions.") for stage in STAGES}
    with Runtime(Settings(model="scripted:none.yaml")) as runtime:
        serve(runtime, {"math": read_pipeline("math"), "两 步": made["noisy"], **made})
