import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal
from uuid import UUID

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.prompts import ChatPromptTemplate, PromptTemplate
from langchain_core.vectorstores import InMemoryVectorStore

from reasoner.errors import InputError, ReasonerError
from reasoner.interop.langchain import ReasonerChatModel, as_retriever, as_runnable, read_question
from reasoner.models.langchain import LangChain
from reasoner.models.model import Completion, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.models.scripted import Line, Script, Scripted, ScriptedCall
from reasoner.pipeline import Pipeline, make_pipeline, read_pipeline
from reasoner.retrieval.langchain import LangChainRetriever
from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.stage import Context, Stage
from reasoner.state import Answered, FieldName, Message, Passage, State, Turn
from support import Shelf, context


class Ask(Stage):
    """Answers with what the model says; a question with "wait" takes longer, one with "fail" fails."""

    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["ask"] = "ask"

    def run(self, state: State, context: Context) -> State:
        if "fail" in state.question:
            raise InputError("it fails; ask something else.")
        time.sleep(0.1 if "wait" in state.question else 0)
        request = Request((Message("user", state.question),), Sampling(seed=context.seed))
        [completion] = context.model("default").generate(request, context.watch())
        said = f"{completion.text} to {state.question} after {len(state.history)}"
        return replace(state, outcome=Answered(said, 0.5))


@pytest.fixture
def pipeline() -> Pipeline:
    """Two stages; the model says "even" or "odd" by the seed."""
    made = make_pipeline("asking", [Ask(name="first"), Ask(name="second")])
    return replace(made, contexts=lambda seed: context("even", "odd", seed=seed))


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    steps = [{**step, "seconds": 0} for step in result["steps"]]
    return {**result, "steps": steps, "usage": {**result["usage"], "seconds": 0}}


@pytest.mark.parametrize(
    ("asked", "question", "history"),
    [
        ("why?", "why?", ()),
        ({"question": "why?", "history": [("human", "a"), ("ai", "b")]}, "why?", (Turn("user", "a"), Turn("assistant", "b"))),
        ([AIMessage("b"), HumanMessage("why?")], "why?", (Turn("assistant", "b"),)),
        ([{"role": "user", "content": [{"type": "text", "text": "why?"}]}], "why?", ()),
        (PromptTemplate.from_template("{x}?").invoke({"x": "why"}), "why?", ()),
    ],
)  # fmt: skip
def test_a_question_comes_in_several_forms(asked: Any, question: str, history: tuple[Turn, ...]) -> None:
    assert read_question(asked) == (question, history)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"input": "why?"}, "no 'question' in the input; its keys are: input"),
        ([], "the last message is not the user's; end with the question"),
        ([AIMessage("b")], "the last message is not the user's"),
        ([SystemMessage("Be kind."), HumanMessage("why?")], "takes no system message"),
        ([HumanMessage([{"type": "image", "url": "x"}])], "holds more than text"),
        ([object()], "not a list of messages"),
    ],
)
def test_what_is_no_question_is_refused(asked: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_question(asked)


def test_invoke_gives_the_result_of_the_pipeline(pipeline: Pipeline) -> None:
    result = as_runnable(pipeline, seed=1).invoke("why?")
    assert (result["answer"], result["seed"]) == ("odd to why? after 0", 1)
    assert timeless(result) == timeless(pipeline.run("why?", seed=1).as_dict())


def test_the_chunks_of_a_stream_add_up_to_the_result(pipeline: Pipeline) -> None:
    chunks = list(as_runnable(pipeline).stream("why?"))
    assert [list(chunk) for chunk in chunks[:2]] == [["steps"], ["steps"]]
    assert [chunk["steps"][0]["stage"] for chunk in chunks[:2]] == ["first", "second"]
    whole = chunks[0] + chunks[1] + chunks[2]  # type: ignore[operator]
    assert timeless(whole) == timeless(pipeline.run("why?").as_dict())


def test_a_batch_keeps_the_order(pipeline: Pipeline) -> None:
    results = as_runnable(pipeline).batch(["wait", "b", "c"])
    assert [result["question"] for result in results] == ["wait", "b", "c"]


def test_a_batch_hands_back_exceptions_where_asked_to(pipeline: Pipeline) -> None:
    runnable = as_runnable(pipeline)
    results: list[Any] = runnable.batch(["fail", "b"], return_exceptions=True)
    assert isinstance(results[0], InputError)
    assert results[1]["question"] == "b"
    with pytest.raises(InputError, match="it fails"):
        runnable.batch(["fail", "b"])


@pytest.mark.parametrize("how", ["invoke", "stream"])
def test_a_failure_is_raised_as_it_is(pipeline: Pipeline, how: str) -> None:
    with pytest.raises(InputError, match="it fails; ask something else"):
        list(getattr(as_runnable(pipeline), how)("fail"))


def test_a_pipeline_without_settings_cannot_run() -> None:
    with pytest.raises(ReasonerError, match="needs a context; load it with"):
        list(as_runnable(make_pipeline("bare", [Ask()])).stream("why?"))


class Listening(BaseCallbackHandler):
    """Remembers what it hears."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, tags: Any = None, **more: Any
    ) -> None:
        self.heard += [("start", more["name"], tags)]

    def on_chain_end(self, outputs: Any, **more: Any) -> None:
        self.heard += [("end", outputs["answer"])]

    def on_chain_error(self, error: BaseException, **more: Any) -> None:
        self.heard += [("error", str(error))]

    def on_llm_new_token(self, token: Any, **more: Any) -> None:
        self.heard += [token]


@pytest.mark.parametrize("how", ["invoke", "stream"])
def test_a_handler_hears_of_the_run(pipeline: Pipeline, how: str) -> None:
    handler = Listening()
    config = {"callbacks": [handler], "run_name": "mine", "tags": ["x"]}
    list(getattr(as_runnable(pipeline), how)("why?", config))
    assert handler.heard == [("start", "mine", ["x"]), ("end", "even to why? after 0")]


def test_it_is_a_part_of_a_chain(pipeline: Pipeline) -> None:
    chain = (
        ChatPromptTemplate.from_messages([("human", "{a}?")])
        | as_runnable(pipeline)
        | (lambda result: result["answer"])
    )
    assert chain.invoke({"a": "so"}) == "even to so? after 0"
    assert list(chain.stream({"a": "so"}))[-1] == "even to so? after 0"


@dataclass(frozen=True)
class Slow:
    """Writes a word at a time until it is told to stop; says what it was asked."""

    stopped: threading.Event
    name: str = "slow"
    hash: str | None = None
    window: int | None = None
    calls_functions: bool = False

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        words = [f"{message.role}:{message.content} " for message in request.messages]
        for word in words + ["... "] * request.sampling.max_tokens:
            if watch.cancelled():
                self.stopped.set()
                break
            watch.on_token(0, word)
            time.sleep(0.01)
        watch.on_spent(1, 7, 3)
        yield Completion("".join(words), 3, -0.5, "length", request.sampling.seed, 0.0)

    def count_tokens(self, text: str) -> int:
        return 1

    def close(self) -> None:
        pass


def test_a_chat_model_says_what_the_model_says() -> None:
    answer = ReasonerChatModel(model=Scripted.saying("four", "five")).invoke("2+2?")
    assert answer.text == "four"
    assert answer.usage_metadata == {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    assert answer.response_metadata["finish_reason"] == "stop"
    assert answer.response_metadata["model_name"] == "scripted"


def test_sampling_can_be_bound() -> None:
    chat = ReasonerChatModel(model=Scripted.saying("four", "five"))
    assert chat.bind(seed=1, temperature=0, max_tokens=5).invoke("2+2?").text == "five"
    assert chat.invoke("2+2?", seed=1, stop=["x"]).text == "five"


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ({"temprature": 0}, "unknown parameter 'temprature'; did you mean 'temperature'?"),
        ({"temperature": -1}, "scripted: temperature: Input should be greater than or equal to 0"),
    ],
)
def test_a_wrong_parameter_is_named(bound: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ReasonerChatModel(model=Scripted.saying("four")).bind(**bound).invoke("2+2?")


def test_a_chat_model_streams_tokens_as_they_are_written() -> None:
    chat = ReasonerChatModel(model=Slow(threading.Event()), sampling=Sampling(max_tokens=1))
    handler = Listening()
    chunks = list(chat.stream([("system", "s"), ("human", "q")], {"callbacks": [handler]}))
    assert [chunk.text for chunk in chunks] == ["system:s ", "user:q ", "... ", ""]
    assert handler.heard == [chunk.text for chunk in chunks]
    assert chunks[-1].usage_metadata == {"input_tokens": 7, "output_tokens": 3, "total_tokens": 10}
    assert chunks[-1].response_metadata["logprob"] == -0.5


def test_closing_a_stream_stops_the_model() -> None:
    stopped = threading.Event()
    stream = ReasonerChatModel(model=Slow(stopped), sampling=Sampling(max_tokens=1000)).stream("q")
    assert next(stream).text == "user:q "
    stream.close()  # type: ignore[attr-defined]
    assert stopped.is_set()


def test_a_chat_model_of_ours_can_be_taken_in_again() -> None:
    model = LangChain(ReasonerChatModel(model=Scripted.saying("four")))
    [completion] = model.generate(Request((Message("user", "2+2?"),), Sampling()))
    assert (completion.text, completion.tokens) == ("four", 1)


CALLING = Scripted(
    Script(
        lines=[
            Line(when="12*7", say=["Let me see."], call=ScriptedCall(tool="calc", arguments={"x": "12*7"})),
            Line(when="84", say=["It is 84."]),
        ]
    )
)


def calc(x: str) -> str:
    """Works out."""
    return x


def test_tools_are_bound_and_results_understood() -> None:
    chat = ReasonerChatModel(model=CALLING).bind_tools([calc])
    called = chat.invoke("12*7?")
    [call] = called.tool_calls
    assert (called.text, call["name"], call["args"]) == ("Let me see.", "calc", {"x": "12*7"})
    result = ToolMessage("84", tool_call_id=call["id"])
    assert chat.invoke([HumanMessage("12*7?"), called, result]).text == "It is 84."


def test_a_streamed_message_ends_with_its_calls() -> None:
    said, last = ReasonerChatModel(model=CALLING).bind_tools([calc]).stream("12*7?")
    assert (said.text, last.text) == ("Let me see.", "")
    assert [call["args"] for call in last.tool_calls] == [{"x": "12*7"}]


@pytest.mark.parametrize(
    ("model", "choice", "message"),
    [
        (CALLING, "any", "tool_choice is 'any', but the model decides"),
        (Scripted.saying("four"), None, "calls no functions natively"),
    ],
)
def test_tools_that_cannot_be_bound_so_are_refused(model: Scripted, choice: str | None, message: str) -> None:
    with pytest.raises(ReasonerError, match=message):
        ReasonerChatModel(model=model).bind_tools([calc], tool_choice=choice)


def test_a_collection_is_a_retriever() -> None:
    [first, second] = as_retriever(
        Shelf((Passage("iron", "a.md", 2, 5, score=0.5, metadata={"kind": "note"}),) * 2), top_k=2
    ).invoke("iron")
    assert first == second
    assert first.page_content == "iron"
    assert first.metadata == {
        "source": "a.md",
        "start": 2,
        "end": 5,
        "line": 1,
        "page": None,
        "score": 0.5,
        "headings": (),
        "kind": "note",
    }


def test_a_retriever_can_be_told_how_many_passages_and_which() -> None:
    shelf = Shelf(tuple(Passage(letter, f"{letter}.md", 0, 1) for letter in "abc"))
    retriever = as_retriever(shelf, top_k=2, where={"source": "*.md"})
    assert [document.page_content for document in retriever.invoke("iron\0")] == ["a", "b"]
    assert [document.page_content for document in retriever.invoke("iron", top_k=1)] == ["a"]
    assert shelf.asked == ["iron ", "iron"]


def test_the_filter_of_a_retriever_reaches_the_collection() -> None:
    heard: list[Where] = []

    class Listening(Shelf):
        def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
            heard.append(where)
            return ()

    retriever = as_retriever(Listening(), where={"lang": "zh"})
    retriever.invoke("iron")
    retriever.invoke("iron", where={"source": "b*"})
    retriever.invoke("iron", where={})
    assert heard == [{"lang": "zh"}, {"source": "b*"}, {}]


def test_a_pipeline_answers_from_a_vector_store() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    store.add_texts(
        ["The bell in Oslo weighs 3 tons.", "Tea is brewed hot."],
        [{"source": "bells.md"}, {"source": "tea.md"}],
    )
    shelf = LangChainRetriever(store)
    inside = context("1", retrievers={"default": shelf})
    pipeline = read_pipeline("qa")
    result = pipeline.run("How much does the bell in Oslo weigh?", context=inside)
    [citation] = result.as_dict()["citations"]
    assert (result.answer, citation["source"]) == ("The bell in Oslo weighs 3 tons.", "bells.md")


def test_a_collection_that_went_through_langchain_is_the_same_again() -> None:
    passages = (Passage("iron", "a.md", 2, 6, 3, 4, 0.5, metadata={"kind": "note"}),)
    assert LangChainRetriever(as_retriever(Shelf(passages))).search("iron", 5) == passages
