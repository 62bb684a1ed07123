"""A pipeline: stages in order, read from YAML, run on a question."""

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from reasoner import config, resources
from reasoner.errors import ConfigError, InputError, Problem, ReasonerError, did_you_mean, one_line
from reasoner.result import Result
from reasoner.stage import Context, Stage, Trail, run_stages
from reasoner.stages import AnyStage, stage_classes
from reasoner.state import (
    FIELDS,
    Abstained,
    Answered,
    FieldName,
    State,
    Turn,
)

MAX_QUESTION = 100_000
"""Characters that a question may have."""

EVIDENCE: frozenset[FieldName] = frozenset({"queries", "passages", "candidates", "votes", "outcome"})
"""Fields that a confidence is drawn from."""
GIVEN: frozenset[FieldName] = frozenset({"question", "history"})


@dataclass(frozen=True)
class Pipeline:
    """Stages that turn a question into an answer or an abstention."""

    name: str
    stages: tuple[Stage, ...]
    about: str = ""
    hash: str = ""
    """Of the stages and their prompts: the same for the same behaviour, whatever the file is called."""
    contexts: Callable[[int], Context] | None = field(default=None, repr=False, compare=False)
    """Gives the context for a seed when `run` is not handed one."""

    def all_stages(self) -> Iterator[Stage]:
        """Its stages and those inside them."""
        return _all(self.stages)

    @cached_property
    def trails(self) -> Mapping[int, Trail]:
        """Marks of the stages that lead to each of its stages, by the identity of the stage."""
        return dict(_trails(self.stages, ()))

    def run(
        self, question: str, *, history: Sequence[Turn] = (), seed: int = 0, context: Context | None = None
    ) -> Result:
        """Runs the pipeline on one question. An abstention is a result, not an error.

        Raises: InputError for a question that is empty, too long or not text; ModelError, KnowledgeError.
        """
        if context is None:
            if self.contexts is None:
                raise ReasonerError(
                    f"pipeline '{self.name}' needs a context; load it with reasoner.load_pipeline."
                )
            context = self.contexts(seed)
        context = replace(context, trail=lambda stage: self.trails.get(id(stage), ()))
        state = State(asked := checked_question(question), history=tuple(history))
        start = time.perf_counter()
        state = run_stages(self.stages, state, context)
        state = replace(state, outcome=_in_time(state.outcome, context))
        model = context.meter.model
        return Result(
            state=state,
            steps=tuple(context.meter.steps),
            usage=context.meter.usage,
            seconds=time.perf_counter() - start,
            pipeline=self.name,
            pipeline_hash=self.hash,
            model=model.name if model else None,
            model_hash=model.hash if model else None,
            seed=context.seed,
            collection=context.meter.collection,
            mode=context.mode,
            model_identity=model.identity if model else None,
            effort=context.budget.effort,
            trail=context.meter.trail,
            asked=asked if asked != state.question else None,
        )


def _in_time(outcome: Answered | Abstained | None, context: Context) -> Answered | Abstained:
    """The outcome; where the time was up before there was an answer, that is the reason why there is none."""
    if outcome is None:
        outcome = Abstained("no stage of the pipeline gave an answer")
    if isinstance(outcome, Abstained) and outcome.code == "no_answer" and context.budget.spent():
        return replace(outcome, reason=f"the time was up: {outcome.reason}", code="no_time")
    return outcome


def _trails(stages: Sequence[Stage], before: Trail) -> Iterator[tuple[int, Trail]]:
    for stage in stages:
        yield id(stage), before
        for _, branch in stage.inner():
            yield from _trails(branch, before)
        if not stage.decides and EVIDENCE & stage.writes.union(*(inside.writes for inside in _all([stage]))):
            before = (*before, _mark(stage))


def _mark(stage: Stage) -> str:
    """The tag of a stage and a hash of what it does, whatever it is called and was calibrated with."""
    keys = _without(stage.model_dump(mode="json", context={"prompts": "text"}), {"name", "calibration"})
    return f"{stage.tag()}:{hashlib.sha256(json.dumps(keys, sort_keys=True).encode()).hexdigest()[:16]}"


def _without(value: Any, names: Set[str]) -> Any:
    """The value without these keys, at any depth."""
    if isinstance(value, dict):
        return {key: _without(item, names) for key, item in value.items() if key not in names}
    return [_without(item, names) for item in value] if isinstance(value, list) else value


def _all(stages: Sequence[Stage]) -> Iterator[Stage]:
    for stage in stages:
        yield stage
        for _, branch in stage.inner():
            yield from _all(branch)


class PipelineFile(BaseModel):
    """The YAML of a pipeline."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str = ""
    """What it is for, in a sentence."""
    stages: list[AnyStage] = Field(min_length=1)
    """The stages, in the order in which they run."""


@cache
def adapter() -> TypeAdapter[PipelineFile]:
    """The type of a pipeline file, with all stages that are installed."""
    return TypeAdapter(PipelineFile)


def find(name: str) -> Path:
    """The file of a pipeline: a bare name is a bundled one, anything else a path.

    Raises: ReasonerError, when there is none.
    """
    path = Path(name).expanduser()
    if path.suffix in (".yaml", ".yml") or path.name != name or path.exists():
        return path
    known = resources.bundled_pipelines()
    if name not in known:
        raise ReasonerError(
            f"no pipeline '{name}'{did_you_mean(name, known)} Or give the path of a .yaml file."
        )
    return known[name]


def read_pipeline(name: str) -> Pipeline:
    """The pipeline of that bare name or path, checked: keys, values, prompts, and the order of its stages.

    Raises: ConfigError with every problem of the file; ReasonerError, when there is no such pipeline.
    """
    path = find(name)
    document = config.read(path)
    found, problems = config.attempt(document, adapter(), base=path.resolve().parent)
    problems += tuple(_order_problems(document))
    if found is not None:
        problems += tuple(_intent_problems(document, ("stages",), found.stages, None))
    if found is None or problems:
        raise ConfigError(document.file, problems)
    return make_pipeline(path.stem, found.stages, about=found.about)


def make_pipeline(name: str, stages: Sequence[Stage], *, about: str = "") -> Pipeline:
    """A pipeline of stages that were made in Python."""
    return Pipeline(name, tuple(stages), about, _hash(stages))


def _hash(stages: Sequence[Stage]) -> str:
    texts = [stage.model_dump(mode="json", context={"prompts": "text"}) for stage in stages]
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


def _order_problems(document: config.Document) -> Iterator[Problem]:
    """Stages that need what no earlier stage writes. Works on a file that has other problems as well."""
    top = document.value
    if isinstance(top, dict):
        yield from _walk(document, ("stages",), top.get("stages"), set(GIVEN))[1]


def _walk(
    document: config.Document, location: config.Location, stages: object, written: set[FieldName]
) -> tuple[set[FieldName], list[Problem]]:
    """The fields written once the list of stages has run, and the problems in it."""
    problems: list[Problem] = []
    written = set(written)
    for i, entry in enumerate(stages if isinstance(stages, list) else ()):
        stage = stage_classes().get(str(entry.get("stage"))) if isinstance(entry, dict) else None
        if stage is None:
            # Named elsewhere; nobody knows what it would have written.
            written.update(FIELDS)
            continue
        place = (*location, i)
        where = f"{_path(place)} ({stage.tag()}): "
        needs = stage.needs(entry)
        for name in sorted(needs - written):
            problems.append(
                document.problem(place, f"{where}needs {name}, but no earlier stage writes {_them(name)}.")
            )
        after = set(written)
        for inner, branch in _branches(entry):
            wrote, inside = _walk(document, (*place, *inner), branch, written)
            after |= wrote
            problems += inside
        written = after | stage.writes
    return written, problems


def _branches(entry: dict[str, object]) -> Iterator[tuple[config.Location, object]]:
    """The lists of stages inside a stage."""
    for key, value in entry.items():
        if isinstance(value, list) and any(isinstance(item, dict) and "stage" in item for item in value):
            yield (key,), value
        if isinstance(value, dict):
            yield from (((key, *inner), branch) for inner, branch in _branches(value))


def _intent_problems(
    document: config.Document,
    location: config.Location,
    stages: Sequence[Stage],
    kinds: frozenset[str] | None,
) -> Iterator[Problem]:
    """Intents that a stage names and the last `detect_intent` before it never finds."""
    for i, stage in enumerate(stages):
        place = (*location, i)
        kinds = stage.kinds or kinds
        for name in sorted(stage.intents_named - kinds) if kinds else ():
            where = "only_for" if name in (stage.only_for or ()) else "when"
            message = f"{_path(place)} ({stage.tag()}): no intent '{name}'{did_you_mean(name, kinds or ())}"
            yield document.problem((*place, where, name), message)
        for keys, branch in stage.inner():
            yield from _intent_problems(document, (*place, *keys), branch, kinds)


def _path(location: config.Location) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location).lstrip(".")


def _them(name: FieldName) -> str:
    return "them" if name.endswith("s") else "it"


def checked_question(question: str) -> str:
    """The question without space around it.

    Raises: InputError, when it is empty, too long, or not text.
    """
    if not isinstance(question, str):
        raise InputError(f"the question is {one_line(repr(question), 60)}; it must be text.")
    text = question.strip()
    if not text:
        raise InputError("the question is empty; ask something.")
    if len(text) > MAX_QUESTION:
        raise InputError(
            f"the question has {len(text)} characters; at most {MAX_QUESTION} are allowed. Shorten it."
        )
    if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise InputError(
            "the question has characters that are not text (NUL or half a surrogate pair); remove them."
        )
    return text
