"""A sample that takes several requests: how its parts are followed, and what they come to together."""

from collections.abc import Sequence
from dataclasses import replace
from math import fsum

from reasoner.models.model import Completion, Watch


def inside(watch: Watch, index: int) -> Watch:
    """The watch for a request that is only a part of the sample of that index."""
    return replace(
        watch,
        on_token=lambda _, text: watch.on_token(index, text),
        on_spent=lambda _, prompt, completion: watch.on_spent(0, prompt, completion),
    )


def mean_logprob(all_: Sequence[Completion]) -> float | None:
    """Over the tokens of all of them; None where one does not tell."""
    known = [(said.logprob, said.tokens) for said in all_ if said.logprob is not None]
    tokens = sum(count for _, count in known)
    return fsum(p * count for p, count in known) / tokens if len(known) == len(all_) and tokens else None
