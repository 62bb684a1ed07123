"""Our pipelines, models and collections as LangChain's runnables, chat models and retrievers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Literal

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.messages import BaseMessage, convert_to_messages
from langchain_core.prompt_values import PromptValue
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.utils import AddableDict
from pydantic import Field, SkipValidation

from reasoner.errors import InputError, ReasonerError, one_line
from reasoner.interop.langchain_chat import ReasonerChatModel, role_of, text_of, told_by
from reasoner.pipeline import Pipeline
from reasoner.result import Result
from reasoner.retrieval.retriever import ANYWHERE, Retriever, Where
from reasoner.retrieval.searching import plain
from reasoner.stage import Context, Event, StageFinished, StageStarted
from reasoner.state import Turn

__all__ = [
    "PassageRetriever",
    "PipelineRunnable",
    "ReasonerChatModel",
    "as_retriever",
    "as_runnable",
    "read_question",
]

Question = str | PromptValue | Mapping[str, Any] | Sequence[Any]
"""A question; {"question": ..., "history": [messages]}; or messages, of which the last is the question.

Messages are written in any way that LangChain takes: as objects, pairs or dicts.
"""


def as_runnable(pipeline: Pipeline, *, seed: int = 0) -> "PipelineRunnable":
    """The pipeline as a LangChain runnable: a question goes in, the dict of `Result.as_dict` comes out."""
    return PipelineRunnable(pipeline, seed)


def as_retriever(retriever: Retriever, *, top_k: int = 5, where: Where = ANYWHERE) -> "PassageRetriever":
    """A collection as a LangChain retriever; the metadata say where a passage is from, and its score.

    `top_k` and `where` can also be given with a call: `invoke(query, top_k=3, where={"source": "guides/*"})`.
    """
    return PassageRetriever(retriever=retriever, top_k=top_k, where=dict(where))


class PipelineRunnable(Runnable[Question, dict[str, Any]]):
    """A pipeline in LangChain.

    `stream` gives {"steps": [step]} whenever a stage has ended, and then the rest of the result: the chunks
    add up to what `invoke` gives. An abstention is a result; what `Pipeline.run` raises is raised here too.
    """

    def __init__(self, pipeline: Pipeline, seed: int = 0) -> None:
        self.name = pipeline.name
        self.pipeline = pipeline
        self.seed = seed

    def invoke(
        self,
        input: Question,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """Runs the pipeline on one question."""
        return self._call_with_config(self._run, input, config)

    def stream(
        self,
        input: Question,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Iterator[dict[str, Any]]:
        """Runs the pipeline on one question and tells of each stage."""
        return self.transform(iter([input]), config)

    def transform(
        self,
        input: Iterator[Question],  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Iterator[dict[str, Any]]:
        """Runs the pipeline on the question that a chain streams to it."""
        yield from self._transform_stream_with_config(input, self._follow, config)

    def _run(self, asked: Question) -> dict[str, Any]:
        question, history = read_question(asked)
        return self.pipeline.run(question, history=history, seed=self.seed).as_dict()

    def _follow(self, chunks: Iterator[Any]) -> Iterator[dict[str, Any]]:
        asked = next(chunks)
        for chunk in chunks:
            asked = asked + chunk
        question, history = read_question(asked)
        context = self._context()

        def run(tell: Callable[[Event | Result], None]) -> None:
            tell(self.pipeline.run(question, history=history, context=replace(context, emit=tell)))

        depth = 0
        for told in told_by(run, context.budget.cancel):
            match told:
                case StageStarted():
                    depth += 1
                case StageFinished(step):
                    depth -= 1
                    if depth == 0:
                        yield AddableDict(steps=[asdict(step)])
                case Result():
                    yield AddableDict({key: value for key, value in told.as_dict().items() if key != "steps"})

    def _context(self) -> Context:
        if self.pipeline.contexts is None:
            raise ReasonerError(
                f"pipeline '{self.name}' needs a context; load it with reasoner.load_pipeline."
            )
        return self.pipeline.contexts(self.seed)


class PassageRetriever(BaseRetriever):
    """A collection in LangChain."""

    retriever: SkipValidation[Retriever]
    top_k: int = Field(5, ge=1)
    """How many passages at most."""
    where: dict[str, str] = Field(default_factory=dict)
    """Only passages whose metadata match these patterns."""

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,
        top_k: int | None = None,
        where: Where | None = None,
    ) -> list[Document]:
        where = self.where if where is None else where
        found = self.retriever.search(plain(query), top_k or self.top_k, where)
        passages = [asdict(passage) for passage in found]
        return [
            Document(passage.pop("text"), metadata=passage.pop("metadata") | passage) for passage in passages
        ]


def read_question(asked: Question) -> tuple[str, tuple[Turn, ...]]:
    """The question and the conversation before it.

    Raises: InputError, when it is none of the forms of a Question.
    """
    if isinstance(asked, str):
        return asked, ()
    if isinstance(asked, PromptValue):
        return read_question(asked.to_messages())
    if isinstance(asked, Mapping):
        question = asked.get("question")
        if not isinstance(question, str):
            raise InputError(
                f"no 'question' in the input; its keys are: {', '.join(map(str, asked)) or 'none'}."
            )
        return question, tuple(map(_turn, _messages(asked.get("history", ()))))
    messages = _messages(asked)
    if not messages or messages[-1].type != "human":
        raise InputError("the last message is not the user's; end with the question.")
    return text_of(messages[-1]), tuple(map(_turn, messages[:-1]))


def _messages(written: Any) -> list[BaseMessage]:
    try:
        return convert_to_messages(written)
    except (ValueError, TypeError, NotImplementedError) as error:
        raise InputError(f"not a list of messages: {one_line(str(error), 150)}") from None


def _turn(message: BaseMessage) -> Turn:
    role: Literal["user", "assistant"]
    match role_of(message):
        case "user" | "assistant" as role:
            return Turn(role, text_of(message))
    raise InputError(
        f"a pipeline takes no {message.type} message: its prompts say how to think, and it calls its own "
        "tools. Leave it out."
    )
