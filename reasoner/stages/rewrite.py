"""Further searches in the model's words: the question alone may not find all that answers it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from reasoner import prompts
from reasoner.models.model import Request
from reasoner.models.sampling import Preset, Sampling
from reasoner.patterns import pattern
from reasoner.prompts import Prompt, PromptFile
from reasoner.retrieval import reading
from reasoner.retrieval.terms import content_terms
from reasoner.stage import Context, Stage
from reasoner.state import FieldName, State
from reasoner.verification.extraction import reply

By = Literal["multi_query", "step_back", "next_hop"]

MAX_LENGTH = 200
"""Characters of a search: what is longer is a text that the model went on with."""
_MARK = pattern(
    r"^(?:[\s*_#>•\-–—\[\]{},\"'“”‘’`]|\(?\d{1,2} ?[.):：、）]"
    r"|(?:search(?:es)?|query|queries|question|搜索|查询|问题) ?\d{0,2} ?[:：])+",
    re.IGNORECASE,
)
"""What stands before a search in a list."""
_END = " \t*_\"'“”‘’`,;]}"


class Rewrite(Stage):
    """Have the model write further searches; a later `retrieve` searches for them too.

    The same in other words (`multi_query`), a more general question (`step_back`, Zheng et al. 2023,
    2310.06117), or what the passages found so far leave to be looked up (`next_hop`).
    """

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"queries"})
    stage: Literal["rewrite"] = "rewrite"
    by: By = "multi_query"
    """Which searches: "multi_query", "step_back" or "next_hop"."""
    queries: int = Field(3, ge=1, le=10)
    """How many searches at most."""
    prompt: PromptFile | None = None
    """A prompt file, beside the pipeline or bundled; unless set, the one that is called like `by`."""
    model: str = "default"
    """The role of the model, which the settings bind."""
    sentences: int = Field(8, ge=1, le=100)
    """How many sentences of the passages the model sees: those that bear most on the question."""
    preset: Preset = "greedy"
    """Named sampling settings; `temperature` changes one of them."""
    temperature: float | None = Field(None, ge=0, le=5)
    max_tokens: int = Field(96, ge=1, le=100_000)
    """Length of all the searches together, at most."""
    even_if_proved: bool = False
    """Ask although a candidate is proved already."""

    @field_validator("prompt")
    @classmethod
    def _suited(cls, prompt: Prompt | None) -> Prompt | None:
        return prompt and prompts.suited(prompt, "rewrite", frozenset())

    @classmethod
    def needs(cls, keys: Mapping[str, object]) -> frozenset[FieldName]:
        found: frozenset[FieldName] = frozenset({"passages"} if keys.get("by") == "next_hop" else ())
        return super().needs(keys) | found

    def run(self, state: State, context: Context) -> State:
        if state.proved and not self.even_if_proved:
            return state
        prompt = self.prompt or prompts.read(f"{self.by}.txt", None)
        near = reading.numbered(state.question, state.passages, self.sentences)
        values = prompts.given(state) | {"passages": "\n".join(sentence.text for sentence in near)}
        changes = {} if self.temperature is None else {"temperature": self.temperature}
        sampling = Sampling.preset(self.preset, **changes, max_tokens=self.max_tokens, seed=context.seed)
        request = Request(prompt.fill(**values), sampling, state.question)
        said = next(iter(context.model(self.model).generate(request, context.watch())), None)
        found = searches(said.text, state.question, self.queries) if said else ()
        return replace(state, queries=found)


def searches(text: str, question: str, limit: int) -> tuple[str, ...]:
    """The searches that a model wrote, one a line: each once, none that asks just what the question asks."""
    seen = {_asks(question), frozenset[str]()}
    found: list[str] = []
    for line in _lines(reply.after_thinking(text)):
        if len(found) < limit and len(line) <= MAX_LENGTH and _asks(line) not in seen:
            seen.add(_asks(line))
            found.append(line)
    return tuple(found)


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        plain = "".join(" " if unicodedata.category(char)[0] == "C" else char for char in line)
        line = " ".join(_MARK.sub("", plain).rstrip(_END).split())
        if line and line[-1] not in ":：":
            yield line


def _asks(text: str) -> frozenset[str]:
    return frozenset(content_terms(text))
