"""Candidates that are quotes: a sentence that a model chose, or the words in it that answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reasoner import prompts
from reasoner.models.model import Model, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.prompts import Prompt
from reasoner.retrieval import packing, quoting, reading, spans
from reasoner.retrieval.reading import Sentence
from reasoner.stage import Context
from reasoner.state import Candidate, State

TEMPLATE_TOKENS = 16
"""What a chat template may add to a message."""
REPLY_SHARE = 4
"""The reply has at least a fourth of the window for itself, where it may be that long."""


def room(prompt: Prompt, values: Mapping[str, str], model: Model, max_tokens: int) -> int | None:
    """Tokens that the slot {passages} may have beside the rest of the prompt and the reply."""
    if model.window is None:
        return None
    messages = prompt.fill(**(dict(values) | {"passages": ""}))
    taken = sum(model.count_tokens(message.content) + TEMPLATE_TOKENS for message in messages)
    return max(0, model.window - min(max_tokens, model.window // REPLY_SHARE) - taken)


def packed(state: State, tokens: int | None, model: Model) -> str:
    """The passages by number, as they have room."""
    return packing.shown(packing.pack(state.question, state.passages, tokens, model.count_tokens))


def sentences(state: State, most: int, tokens: int | None, model: Model) -> Sequence[Sentence]:
    """Those to choose from, the likeliest first, as they have room."""
    found = reading.numbered(state.question, state.passages, most)
    return found if tokens is None else quoting.fitting(found, tokens, model.count_tokens)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """How the words of a sentence that answer are found."""

    prompt: Prompt
    spans: int
    """How many the model chooses from; of one there is nothing to choose."""
    sampling: Sampling
    model: Model


def quoted(
    candidate: Candidate,
    found: Sequence[Sentence],
    state: State,
    narrowing: Narrowing | None,
    context: Context,
) -> Candidate:
    """The candidate with the sentence it names as its answer, or with words of it where it is narrowed."""
    sentence = quoting.chosen(candidate.text, found)
    if sentence is None:
        return candidate
    if narrowing is None or not quoting.is_short(state.question, sentence):
        return replace(candidate, text=sentence.text, answer=sentence.text)
    words, sure = quoting.narrowed(candidate.text, sentence), candidate.p_true
    if words is None:
        words, sure = _words(sentence, candidate.seed or 0, state, narrowing, context)
    return replace(candidate, text=f"{sentence.text}\n{words}", answer=words, p_true=sure)


def _words(
    sentence: Sentence, seed: int, state: State, narrowing: Narrowing, context: Context
) -> tuple[str, float | None]:
    """The words, and how much of the answer they are expected to be."""
    likeliest = spans.likeliest(state.question, sentence.text, narrowing.spans)
    options = {sentence.text[span.start : span.end]: span.score for span in reversed(likeliest)}
    words = next(reversed(options), sentence.text)
    if len(options) > 1:
        best_first = list(reversed(options))
        words = _picked(best_first, sentence, seed, state, narrowing, context) or words
    return words, options.get(words)


def _picked(
    options: Sequence[str],
    sentence: Sentence,
    seed: int,
    state: State,
    narrowing: Narrowing,
    context: Context,
) -> str | None:
    """The one that the model writes, which a grammar holds to them; None where it was not let finish."""
    model = narrowing.model
    spent = context.watch().on_spent
    watch = Watch(context.budget.spent, on_spent=lambda _, prompt, made: spent(0, prompt, made))
    sampling = narrowing.sampling.model_copy(
        update={
            "n": 1,
            "beams": 1,
            "seed": seed,
            "stop": (),
            "json_schema": None,
            "grammar": quoting.any_of(options),
            "max_tokens": 2 * max(map(model.count_tokens, options)) + 2,
        }
    )
    messages = narrowing.prompt.fill(**(prompts.given(state) | {"passages": sentence.text}))
    drawn = list(model.generate(Request(messages, sampling, state.question), watch))
    return next((one.text.strip() for one in drawn if one.text.strip() in options), None)
