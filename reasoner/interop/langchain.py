"""Our pipelines, models and collections as LangChain's runnables, chat models and retrievers."""

import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import Any, Literal, TypeVar

from langchain_core.callbacks import CallbackManagerForLLMRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, convert_to_messages
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.prompt_values import PromptValue
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.utils import AddableDict
from pydantic import Field, SkipValidation, ValidationError

from reasoner.errors import InputError, ReasonerError, did_you_mean, one_line
from reasoner.models.model import Completion, Model, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.pipeline import Pipeline
from reasoner.result import Result
from reasoner.retrieval.retriever import ANYWHERE, Retriever, Where
from reasoner.retrieval.searching import plain
from reasoner.stage import Context, Event, StageFinished, StageStarted
from reasoner.state import Message, Role, Turn

T = TypeVar("T")

Question = str | PromptValue | Mapping[str, Any] | Sequence[Any]
"""A question; {"question": ..., "history": [messages]}; or messages, of which the last is the question.

Messages are written in any way that LangChain takes: as objects, pairs or dicts.
"""

ROLES: Mapping[str, Role] = {"human": "user", "ai": "assistant", "system": "system"}


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
        for told in _told_by(run, context.budget.cancel):
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


class ReasonerChatModel(BaseChatModel):
    """One of our models as a LangChain chat model: `ReasonerChatModel(model=model)`.

    Fields of the sampling can be bound or given with a call: `chat.bind(temperature=0, seed=3)`.
    """

    model: SkipValidation[Model]
    sampling: Sampling = Field(default_factory=Sampling)

    @property
    def _llm_type(self) -> str:
        return "reasoner"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.model.name, "hash": self.model.hash, "sampling": self.sampling.model_dump()}

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        request = self._request(messages, stop, kwargs)
        prompts: list[int] = []
        watch = Watch(on_spent=lambda samples, prompt, drawn: prompts.append(prompt // max(1, samples)))
        drawn = list(self.model.generate(request, watch))
        answers = [AIMessage(completion.text, **self._about(completion, *prompts)) for completion in drawn]
        return ChatResult(generations=[ChatGeneration(message=answer) for answer in answers])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        request = self._request(messages, stop, kwargs | {"n": 1})
        cancel = threading.Event()
        prompts: list[int] = []

        def run(tell: Callable[[AIMessageChunk], None]) -> None:
            watch = Watch(
                cancelled=cancel.is_set,
                on_token=lambda index, text: tell(AIMessageChunk(content=text)),
                on_spent=lambda samples, prompt, drawn: prompts.append(prompt),
            )
            for completion in list(self.model.generate(request, watch)):
                about = self._about(completion, *prompts)
                tell(AIMessageChunk(content="", chunk_position="last", **about))

        for chunk in _told_by(run, cancel):
            yield ChatGenerationChunk(message=chunk)

    def _request(
        self, messages: Sequence[BaseMessage], stop: list[str] | None, changes: dict[str, Any]
    ) -> Request:
        for name in changes:
            if name not in (known := Sampling.model_fields):
                raise InputError(f"{self.model.name}: unknown parameter '{name}'{did_you_mean(name, known)}")
        try:
            given = self.sampling.model_dump() | changes | ({"stop": stop} if stop else {})
            sampling = Sampling.model_validate(given)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            field = ".".join(str(step) for step in fault["loc"])
            raise InputError(f"{self.model.name}: {field or 'sampling'}: {one_line(fault['msg'])}.") from None
        return Request(tuple(Message(_role(message), _text(message)) for message in messages), sampling)

    def _about(self, completion: Completion, prompt_tokens: int = 0) -> dict[str, Any]:
        """Usage and metadata of a message."""
        total = prompt_tokens + completion.tokens
        return {
            "usage_metadata": UsageMetadata(
                input_tokens=prompt_tokens, output_tokens=completion.tokens, total_tokens=total
            ),
            "response_metadata": {
                "model_name": self.model.name,
                "finish_reason": completion.finish_reason,
                "seed": completion.seed,
                "logprob": completion.logprob,
            },
        }


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
    return _text(messages[-1]), tuple(map(_turn, messages[:-1]))


def _messages(written: Any) -> list[BaseMessage]:
    try:
        return convert_to_messages(written)
    except (ValueError, TypeError, NotImplementedError) as error:
        raise InputError(f"not a list of messages: {one_line(str(error), 150)}") from None


def _turn(message: BaseMessage) -> Turn:
    role: Literal["user", "assistant"]
    match _role(message):
        case "user" | "assistant" as role:
            return Turn(role, _text(message))
    raise InputError("a pipeline takes no system message: its prompts say how to think. Leave it out.")


def _role(message: BaseMessage) -> Role:
    if message.type not in ROLES:
        raise InputError(f"a message of type '{message.type}'{did_you_mean(message.type, ROLES)}")
    return ROLES[message.type]


def _text(message: BaseMessage) -> str:
    blocks = message.content if isinstance(message.content, list) else []
    if any(isinstance(block, dict) and block.get("type") != "text" for block in blocks):
        raise InputError("a message holds more than text; leave images, sound and files out.")
    return str(message.text)


def _told_by(run: Callable[[Callable[[T], None]], None], cancel: threading.Event) -> Iterator[T]:
    """What `run` tells while it runs in a thread. Closing the iterator sets `cancel` and waits for it."""
    told: queue.Queue[T | None] = queue.Queue()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run, told.put)
        running.add_done_callback(lambda _: told.put(None))
        try:
            while (piece := told.get()) is not None:
                yield piece
            running.result()
        finally:
            cancel.set()
