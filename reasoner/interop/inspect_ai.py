"""Our pipelines as models of inspect_ai: `inspect eval task.py --model reasoner/math`.

The entry point group `inspect_ai` names this module, so that inspect knows the provider `reasoner`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from anyio import CapacityLimiter, to_thread
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo
from rich.markup import escape

from reasoner.errors import InputError, ReasonerError
from reasoner.pipeline import read_pipeline
from reasoner.result import Result
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.state import Turn

KEPT = ("outcome", "reason", "confidence", "confidence_kind", "citations", "pipeline", "model", "seed")
"""Keys of a result that inspect's log keeps beside the answer."""


@modelapi(name="reasoner")  # type: ignore[untyped-decorator]
def reasoner() -> type["ReasonerAPI"]:
    """The provider; what follows the first "/" is the pipeline: `reasoner/math`, `reasoner/./mine.yaml`."""
    return ReasonerAPI


class ReasonerAPI(ModelAPI):  # type: ignore[misc]
    """A pipeline that answers the last message; an abstention is the empty text, its reason in the log.

    `-M NAME=VALUE` are fields of Settings; `jobs` is how many questions run at a time. The pipeline says how
    to sample: of inspect's generation settings only `seed` counts.

    Raises: PrerequisiteError, which inspect prints as it is, for a wrong pipeline or setting.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        jobs: object = 1,
        **settings: object,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        if not isinstance(jobs, int) or jobs < 1:
            raise PrerequisiteError(f"jobs is {escape(str(jobs))}; it must be a number from 1 on.")
        try:
            self.runtime = Runtime(Settings.load(**settings))
            self.pipeline = replace(read_pipeline(model_name), contexts=self.runtime.context)
        except ReasonerError as error:
            raise PrerequisiteError(escape(str(error))) from None
        self.limiter = CapacityLimiter(jobs)

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """Raises: InputError for tools, or messages that are no question; ModelError, KnowledgeError."""
        if tools:
            raise InputError(f"a pipeline cannot call tools ({tools[0].name}); leave them out of the task.")
        question, history = read_messages(input)
        run = partial(self.pipeline.run, question, history=history, seed=config.seed or 0)
        return _output(self.model_name, await to_thread.run_sync(run, limiter=self.limiter))

    def close(self) -> None:
        """Frees the models."""
        self.runtime.close()


def read_messages(messages: Sequence[ChatMessage]) -> tuple[str, tuple[Turn, ...]]:
    """The question, which is the last message, and the conversation before it.

    Raises: InputError, when the last message is not the user's, or one is the system's or a tool's.
    """
    if not messages or messages[-1].role != "user":
        raise InputError("the last message is not the user's; end with the question.")
    return messages[-1].text, tuple(map(_turn, messages[:-1]))


def _turn(message: ChatMessage) -> Turn:
    role: Literal["user", "assistant"]
    match message.role:
        case "user" | "assistant" as role:
            return Turn(role, message.text)
    raise InputError(
        f"a pipeline takes no {message.role} message: its prompts say how to think. Leave it out."
    )


def _output(name: str, result: Result) -> ModelOutput:
    output = ModelOutput.from_content(name, result.answer or "")
    told, prompt, drawn = result.as_dict(), result.usage.prompt_tokens, result.usage.completion_tokens
    output.metadata = {key: told[key] for key in KEPT}
    output.usage = ModelUsage(input_tokens=prompt, output_tokens=drawn, total_tokens=prompt + drawn)
    output.time = result.seconds
    return output
