"""Word problems, whose target is a program of a few lines, and contrast pairs: one story, other questions."""

import random
from collections.abc import Iterator

from evals.adapter.row import Language, Row
from evals.adapter.stories import STORIES, WORDINGS
from evals.adapter.stories.stock import beside
from evals.adapter.story import Asked, Draw, Said, Story
from evals.adapter.telling import Teller, told
from evals.adapter.term import ends, plain, program

MOST = 10**7
MOST_STEPS = 6
ASIDE = 0.15
"""Share of the stories with a sentence that does not matter, beside those that have their own."""
PAIRED = 0.5
"""Share of the stories about which a second question is asked."""


def drawn(r: random.Random) -> Story:
    """A story with at least one question that has a plain answer."""
    while True:
        d = Draw(r)
        story = r.choice(STORIES)(d)
        asked = tuple(each for each in story.asked if _plain(each))
        if asked:
            return Story(story.kind, _beside(d, story.told), asked)


def _beside(d: Draw, told: tuple[Said, ...]) -> tuple[Said, ...]:
    """At times with a sentence that has nothing to do with the question."""
    if not d.chance(ASIDE):
        return told
    # Not before a sentence that goes on with "it" or "they".
    place = d.one([0, *(place for place in range(1, len(told)) if "A" in told[place].slots)])
    return (*told[:place], beside(d), *told[place:])


def _plain(asked: Asked) -> bool:
    """Every number on the way is neither negative nor odd to read."""
    term = asked.term
    fine = all(0 <= node.value <= MOST for node in term.walk())
    return fine and ends(term.value) and term.value > 0 and 1 <= term.steps <= MOST_STEPS


def rows(r: random.Random, language: Language, cluster: str) -> Iterator[Row]:
    story = drawn(r)
    count = min(len(story.asked), 2 if r.random() < PAIRED else 1)
    # The first question is the one that the story leads to.
    first, *others = story.asked
    chosen = [first, *r.sample(others, count - 1)] if r.random() < 0.7 else r.sample(story.asked, count)
    for asked in chosen:
        yield row(r, language, story, asked, cluster)


def row(r: random.Random, language: Language, story: Story, asked: Asked, cluster: str) -> Row:
    question = told(Teller(language, WORDINGS[language], r), story.told, asked.said)
    return Row(
        "program",
        language,
        question,
        program(asked.term),
        plain(asked.term.value),
        asked.term.steps,
        f"{story.kind}-{cluster}",
        "|".join([story.kind, *(fact.key for fact in story.told), asked.said.key, asked.term.shape]),
    )
