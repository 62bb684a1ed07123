"""Questions that have no answer, beside the story that has one: something is left out, vague, impossible, or
nothing that the story tells of."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from evals.adapter import program
from evals.adapter.row import NOT_ENOUGH, Language, Row
from evals.adapter.stories import WORDINGS
from evals.adapter.story import Asked, Draw, Said, Slot, Story, say
from evals.adapter.telling import Teller, told
from evals.adapter.term import Term, known
from evals.adapter.words.nouns import Named, Noun
from evals.adapter.words.people import Person

TWIN = 0.6
"""Share of the stories that are told whole as well, in a row of their own."""
REMOVABLE = frozenset(
    {
        "packs", "packs and loose", "daily", "price", "together cost", "usual price", "earns hourly", "works",
        "saves for", "saves weekly", "is old", "older by", "times as old", "room for", "go on a trip",
            "speed",
        "has to cover", "covers", "recipe", "workers take", "ribbon whole", "supply whole", "time whole",
            "ratio",
        "ribbon in parts", "supply in parts", "time in parts", "makes in", "machines run", "both run",
            "packs into",
        "shares", "sells all", "wants", "uses daily", "has now", "have together", "group of", "rectangle",
            "square",
        "line of", "tank holds", "flows in", "cost per square", "pack costs", "live apart", "does hourly",
    }
)  # fmt: skip
"""Facts without which there is no answer; without a change of a stock the question would have another one."""
UNCLEAR = frozenset(
    {"ratio", "from until", "place from front", "percent are", "percent sold", "heads and legs"}
)
"""Facts whose numbers cannot be put vaguely."""
VAGUE = (Named("several", "若干"), Named("some", "若干"), Named("a few", "若干"), Named("many", "许多"))
MONEY_WORDS = ("cost", "price", "pay", "earn", "money", "sell", "buy")
Without = Callable[[Draw, Story, Asked], tuple[tuple[Said, ...], Said] | None]


def needed(story: Story, asked: Asked) -> list[int]:
    """Places of the facts whose numbers the answer is worked out from."""
    used = {id(node) for node in asked.term.walk()}
    return [
        place
        for place, fact in enumerate(story.told)
        if any(id(slot) in used for slot in fact.slots.values() if isinstance(slot, Term))
    ]


def left_out(d: Draw, story: Story, asked: Asked) -> tuple[tuple[Said, ...], Said] | None:
    places = [place for place in needed(story, asked) if story.told[place].key in REMOVABLE]
    if not places or len(story.told) < 2:
        return None
    place = d.one(places)
    return story.told[:place] + story.told[place + 1 :], asked.said


def vague(d: Draw, story: Story, asked: Asked) -> tuple[tuple[Said, ...], Said] | None:
    """One of the numbers that are needed is not told."""
    places = [place for place in needed(story, asked) if story.told[place].key not in UNCLEAR]
    if not places:
        return None
    place = d.one(places)
    fact, used = story.told[place], {id(node) for node in asked.term.walk()}
    names = [name for name, slot in fact.slots.items() if isinstance(slot, Term) and id(slot) in used]
    hidden = fact.slots[name := d.one(names)]
    slots = dict(fact.slots) | {name: d.one(VAGUE)}
    if any(slot is hidden for slot in asked.said.slots.values()):
        return None
    return (*story.told[:place], replace(fact, slots=slots), *story.told[place + 1 :]), asked.said


def stranger(d: Draw, story: Story, asked: Asked) -> tuple[tuple[Said, ...], Said] | None:
    """Somebody is asked about, or something, that the story does not tell of."""
    slots = dict(asked.said.slots)
    people = [name for name, slot in slots.items() if isinstance(slot, Person)]
    things = [name for name, slot in slots.items() if isinstance(slot, Noun)]
    if not people or not needed(story, asked) or asked.said.key in HANGING:
        return None
    if len(things) == 1 and asked.said.key.startswith(("how many", "sold", "together")) and d.chance(0.4):
        slots[things[0]] = d.thing()
    else:
        slots[d.one(people)] = d.person()
    return story.told, replace(asked.said, slots=slots)


def names_all(text: str, language: Language, question: Said, asked: Said, facts: tuple[Said, ...]) -> bool:
    """Whether the text names whoever and whatever only the question tells of, and the facts do not."""
    new = [slot for name, slot in question.slots.items() if slot is not asked.slots.get(name)]
    there = {_name(slot, language) for fact in facts for slot in fact.slots.values()}
    names = [_name(slot, language) for slot in new if isinstance(slot, Person | Noun)]
    return all(name in text and name not in there for name in names)


def _name(slot: Slot, language: Language) -> str:
    match slot:
        case Person():
            return slot.en if language == "en" else slot.zh
        case Noun():
            return slot.many if language == "en" else slot.zh
    return ""


HANGING = frozenset(
    {"costs in all", "when meet", "together takes", "how far apart", "one of each", "sale price",
        "the number",
     "weeks needed", "days it lasts", "has to pay", "boxes", "boxes needed", "full boxes"}
)  # fmt: skip
"""Questions that are understood without the name in them, or that anybody would answer the same."""


def impossible(d: Draw, story: Story, asked: Asked) -> tuple[tuple[Said, ...], Said]:
    """More goes than there is."""
    a, o = d.person(), d.thing()
    n = known(d.number(3, 60))
    k = known(int(n.value) + d.number(1, 30))
    key = d.one(("gives", "loses", "sells", "uses", "throws out", "of them"))
    facts = [say("has", A=a, o=o, n=n), say(key, A=a, B=d.person(), o=o, k=k)]
    question = say("how many now", A=a, o=o)
    if key == "of them":
        o = d.dyed()
        one, other = d.tinted(o, 2)
        facts = [say("has", A=a, o=o, n=n), say("of them", o=o, p=one, q=other, k=k)]
        question = say("how many of the rest", A=a, o=other)
    if d.chance(0.3):
        facts.insert(d.even(0, 2), say("time aside", A=a, n=d.number(5, 50), l=d.place()))
    return tuple(facts), question


def beside_the_point(d: Draw, story: Story, asked: Asked) -> tuple[tuple[Said, ...], Said] | None:
    """Something is asked that the numbers of the story say nothing about."""
    a = next((slot for fact in story.told for slot in fact.slots.values() if isinstance(slot, Person)), None)
    o = next((slot for fact in story.told for slot in fact.slots.values() if isinstance(slot, Noun)), None)
    keys = {fact.key for fact in story.told}
    if (
        a is None
        or o is None
        or any(
            word in key
            for key in keys
            for word in (*MONEY_WORDS, "old", "daily", "hour", "pack", "more", "time")
        )
    ):
        return None
    return story.told, d.one((
        say("costs of", A=a, o=o), say("price of one", o=o), say("earns in all", A=a), say("money left", A=a),
        say("age of kin", A=a, m=Named("mother", "妈妈")), say("how many hours", A=a), say("days it lasts",
            A=a, o=o),
        say("weeks needed", A=a),
    ))  # fmt: skip


WAYS: dict[str, Without] = {
    "left out": left_out,
    "vague": vague,
    "stranger": stranger,
    "impossible": impossible,
    "beside the point": beside_the_point,
}


def rows(r: random.Random, language: Language, cluster: str) -> Iterator[Row]:
    """The story without an answer, and mostly the one with."""
    name, without = r.choice(list(WAYS.items()))
    while True:
        story = program.drawn(r)
        asked = r.choice(story.asked)
        made = without(Draw(r), story, asked)
        if made is None:
            continue
        facts, question = made
        text = told(Teller(language, WORDINGS[language], r), facts, question)
        if name != "stranger" or names_all(text, language, question, asked.said, facts):
            break
    structure = "|".join([name, *(fact.key for fact in facts), question.key])
    yield Row("missing", language, text, NOT_ENOUGH, NOT_ENOUGH, 0, f"{name}-{cluster}", structure)
    if name != "impossible" and r.random() < TWIN:
        yield replace(program.row(r, language, story, asked, cluster), cluster=f"{name}-{cluster}")
