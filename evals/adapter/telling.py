"""Puts a story into words: one of the ways to say each thing, in an order that people use."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evals.adapter.row import Language
from evals.adapter.story import Said, Slot, Wording
from evals.adapter.term import Term, plain
from evals.adapter.words import chinese, english
from evals.adapter.words.nouns import Named, Noun
from evals.adapter.words.people import Person

_SLOT = re.compile(r"\{([^{}]+)\}")
_BOUND = re.compile(r"(?:Then|Later|After|Now|In the end|The next|If|Suppose|Of|Some|\W)")
"""Beginnings of sentences that do not go well after "if" or "and"."""


_LEANS = re.compile(
    r"\b(?:them|that|this|these|they|its?|then|in the end|each|others?|the two|both|rest|last|left"
    r"|after|still|remain|there|altogether|the (?:number|money))\b"
    r"|每人|全部|[这那其余他她它还剩另再各]|两人|平均|一共|最后|以后|合起来"
)
"""What a question says that refers to something told before."""


FIRST = 0.1
"""Share of the tellings that begin with the question, where it can stand alone."""


@dataclass(slots=True)
class Teller:
    """One way of telling: language, tense, how numbers are written; and who was spoken of last."""

    language: Language
    wording: Wording
    r: random.Random
    past: bool = field(init=False)
    in_words: bool = field(init=False)
    commas: bool = field(init=False)
    dollars: bool = field(init=False)
    past_questions: bool = field(init=False)
    _subject: Person | None = None
    _mentioned: set[Person] = field(default_factory=set)
    _chosen: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.past = self.r.random() < 0.6
        self.past_questions = self.language == "en" and self.past and self.r.random() < 0.5
        self.in_words = self.r.random() < 0.12
        self.commas = self.r.random() < 0.5
        self.dollars = self.r.random() < 0.5

    def sentence(self, said: Said) -> str:
        """In words, without a full stop."""
        ways = self._clear(said)
        # A story says the same kind of thing in the same way, mostly.
        usual = self._chosen.setdefault(said.key, self.r.choice(ways))
        template = usual if usual in ways and self.r.random() < 0.6 else self.r.choice(ways)
        people = {slot for name, slot in _people(said).items() if f"{{{name}" in template}
        self._mentioned |= people
        again = self._subject is not None and people == {self._subject} and self.r.random() < 0.5
        subject = template.startswith("{A}") and again
        text = _SLOT.sub(lambda match: self._filled(match[1], said.slots), template)
        if subject and isinstance(first := said.slots["A"], Person):
            name = first.en if self.language == "en" else first.zh
            text = self._pronoun(first) + text.removeprefix(name)
        self._subject = next(iter(people)) if len(people) == 1 else None
        if self.language == "zh":
            return text
        return english.capital(english.agreeing(english.conjugated(text, self.past)))

    def forget(self) -> None:
        """Takes back that anybody was mentioned."""
        self._subject = None
        self._mentioned.clear()

    def _clear(self, said: Said) -> Sequence[str]:
        """The ways that leave nobody out, once there are several people to whom the words could apply."""
        ways, people = self.wording[said.key], _people(said)
        if len(self._mentioned | set(people.values())) < 2 or not self._mentioned:
            return ways
        clear = [way for way in ways if all(f"{{{name}" in way for name in people)]
        return clear or [way for way in ways if "{A" in way] or ways

    def _pronoun(self, person: Person) -> str:
        if self.language == "en":
            return "she" if person.female else "he"
        return "她" if person.female else "他"

    def _filled(self, slot: str, slots: Mapping[str, Slot]) -> str:
        """{o} many, {o.one}, {o.a}, {o:n} as many as n, {n}, {n o} counted, {n o.m} with the measure word
        alone, {n$} money, {A}, {A.s}, {A.he}, {A.him}, {A.his}."""
        if slot.endswith("$"):
            return self._money(slots[slot[:-1]])
        head, _, rest = slot.partition(" ")
        if rest:
            return self._counted(slots[head], rest, slots)
        head, _, number = slot.partition(":")
        name, _, form = head.partition(".")
        value = slots[name]
        match value:
            case Person():
                return self._person(value, form)
            case Noun():
                if self.language == "zh":
                    return value.measure if form == "m" else value.group if form == "g" else value.zh
                if form == "a":
                    return english.article(value.one)
                count = slots.get(number)
                single = form == "one" or (isinstance(count, Term) and count.value == 1)
                return value.one if single else value.many
            case Named():
                if form == "times" and self.language == "en":
                    return f"{'some number of' if value.en == 'some' else value.en} times"
                return value.en if self.language == "en" else value.zh
            case Term():
                if form == "d":
                    return plain(value.value)
                english_times = form == "times" and self.language == "en"
                return english.times(int(value.value)) if english_times else self._number(value)
        return value

    def _counted(self, count: Slot, of: str, slots: Mapping[str, Slot]) -> str:
        name, _, form = of.partition(".")
        noun = slots[name]
        assert isinstance(noun, Noun)
        if not isinstance(count, Term):
            if not isinstance(count, Named):
                raise TypeError(f"{of}: {count} counts nothing.")
            return f"{count.en} {noun.many}" if self.language == "en" else f"一些{'' if form else noun.zh}"
        if self.language == "zh":
            number = chinese.number(count.value, self.in_words, counted=True)
            if form == "g":
                return f"{number}{noun.group}"
            return f"{number}{noun.measure}{'' if form == 'm' else noun.zh}"
        return f"{self._number(count)} {noun.one if count.value == 1 else noun.many}"

    def _number(self, term: Term) -> str:
        if self.language == "zh":
            return chinese.number(term.value, self.in_words, counted=True)
        return english.number(term.value, self.in_words, self.commas)

    def _money(self, amount: Slot) -> str:
        if not isinstance(amount, Term):
            return "an unknown amount" if self.language == "en" else "若干元"
        value = amount.value
        if self.language == "zh":
            return f"{chinese.number(value, self.in_words, counted=True)}元"
        cents = value.denominator != 1
        if cents or self.dollars:
            return f"${float(value):,.2f}" if cents else f"${int(value):,}"
        return f"{self._number(amount)} dollar{'' if value == 1 else 's'}"

    def _person(self, person: Person, form: str) -> str:
        if self.language == "zh":
            pronoun = self._pronoun(person)
            return pronoun if form in ("he", "him", "his") else f"{person.zh}的" if form == "s" else person.zh
        match form:
            case "s":
                return english.possessive(person.en)
            case "he":
                return "she" if person.female else "he"
            case "him":
                return "her" if person.female else "him"
            case "his":
                return "her" if person.female else "his"
        return person.en


def _people(said: Said) -> dict[str, Person]:
    return {name: slot for name, slot in said.slots.items() if isinstance(slot, Person)}


def told(teller: Teller, facts: Sequence[Said], question: Said) -> str:
    """The whole: mostly facts and then the question, at times the question first or in one sentence."""
    way = teller.r.random()
    if way < FIRST and not _LEANS.search(first := _asked(teller, question)):
        return _joined(teller, [first, _flow(teller, facts)])
    teller.forget()
    *before, last = facts
    opening = _flow(teller, before) if before else ""
    closing = teller.sentence(last)
    asked = _asked(teller, question)
    if teller.language == "zh":
        joint = "，" if way < 0.6 else "。"
        return f"{opening}{closing}{joint}{asked}"
    if way < 0.25 and not _BOUND.match(closing):
        return _joined(teller, [opening, f"If {_lowered(closing, last)}, {_lowered(asked, question)}"])
    return _joined(teller, [opening, f"{closing}.", asked])


def _joined(teller: Teller, parts: Sequence[str]) -> str:
    return ("" if teller.language == "zh" else " ").join(filter(None, parts))


def _asked(teller: Teller, question: Said) -> str:
    text = teller.sentence(question)
    if teller.past_questions:
        text = text.replace(" does ", " did ").replace(" do ", " did ").replace(" are there", " were there")
    return text if text[-1] in "?？.。" else f"{text}{'？' if teller.language == 'zh' else '?'}"


def _flow(teller: Teller, facts: Sequence[Said]) -> str:
    """Sentences, some of them joined to those before."""
    text = ""
    for fact in facts:
        sentence = teller.sentence(fact)
        if not text:
            text = sentence
        elif teller.language == "zh":
            text += ("，" if teller.r.random() < 0.55 else "。") + sentence
        elif teller.r.random() < 0.15 and not _BOUND.match(sentence):
            text += f", and {_lowered(sentence, fact)}"
        else:
            text += f". {sentence}"
    return text + ("。" if teller.language == "zh" else ".")


def _lowered(sentence: str, said: Said) -> str:
    """As it stands inside another sentence: only names keep their capital."""
    names = tuple(slot.en for slot in said.slots.values() if isinstance(slot, Person))
    return sentence if sentence.startswith((*names, "I ")) else sentence[:1].lower() + sentence[1:]
