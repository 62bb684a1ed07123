"""Passages with questions about them: the answer stands there word for word, or is not stated; and lists of
numbered sentences, as `think` shows them in the mode `quote`, one of which answers."""

import random
import re
from collections.abc import Iterator

from evals.adapter.passages import chinese, english
from evals.adapter.passages.subject import Subject
from evals.adapter.row import NOT_STATED, Language, Row

SUBJECTS = {"en": english.SUBJECTS, "zh": chinese.SUBJECTS}
FILLERS = {"en": english.FILLERS, "zh": chinese.FILLERS}
NOT_THERE = 0.3
"""Share of the questions whose answer is not stated."""
AGAIN = 0.35
"""Share of the later sentences that do not name what they are about."""
CHOSEN = 0.4
"""Share of the questions asked of a list of sentences as well."""
MOST_SENTENCES = 8
ASKED = 2
"""Questions about a passage."""


def rows(r: random.Random, language: Language, cluster: str) -> Iterator[Row]:
    """One passage on one or two subjects of a kind, with a few questions."""
    kind = r.randrange(len(SUBJECTS[language]))
    subject = SUBJECTS[language][kind]
    names = [subject.name(r) for _ in range(r.choice((1, 2, 2)))]
    if len(set(names)) < len(names):
        names = names[:1]
    known = {name: _facts(r, subject, name) for name in names}
    passage = _passage(r, language, subject, known)
    for _ in range(ASKED):
        name, there = r.choice(names), r.random() >= NOT_THERE
        key = r.choice(sorted(known[name] if there else subject.facts))
        question = r.choice(subject.facts[key].questions).format(N=name)
        if not there:
            passage_here = _passage(r, language, subject, known, without=(name, key))
            target = NOT_STATED
        else:
            passage_here, target = passage, known[name][key]
            if passage_here.count(target) != 1:
                continue
        structure = f"{kind}|{key}|{len(names)}|{target == NOT_STATED}|{','.join(known[name])}"
        group = f"passage-{cluster}"
        yield Row("read", language, question, target, target, 1, group, structure, passages=passage_here)
        if there and r.random() < CHOSEN:
            sentences = _sentences(passage_here)
            r.shuffle(sentences)
            shown = sentences[:MOST_SENTENCES]
            at = [place for place, sentence in enumerate(shown, 1) if target in sentence]
            if at:
                listed = "\n".join(f"{place}. {sentence}" for place, sentence in enumerate(shown, 1))
                yield Row(
                    "quote", language, question, str(at[0]), target, 1, group, structure, passages=listed
                )


def _sentences(passage: str) -> list[str]:
    return [each.strip() for each in re.split(r"(?<=\.)\s+|(?<=。)|\n+", passage) if each.strip()]


def _facts(r: random.Random, subject: Subject, name: str) -> dict[str, str]:
    """Some of what may be told, with values, in some order."""
    keys = r.sample(sorted(subject.facts), r.randint(3, min(6, len(subject.facts))))
    return {key: subject.facts[key].value(r) for key in keys}


def _passage(
    r: random.Random,
    language: Language,
    subject: Subject,
    known: dict[str, dict[str, str]],
    without: tuple[str, str] = ("", ""),
) -> str:
    """Paragraphs, one for each name, or all sentences in turns."""
    told = [
        [
            _sentence(r.choice(subject.facts[key].sentences), _called(r, subject, name, place), value)
            for place, (key, value) in enumerate(facts.items())
            if (name, key) != without
        ]
        for name, facts in known.items()
    ]
    for paragraph in told:
        if r.random() < 0.5:
            paragraph.insert(r.randint(1, max(1, len(paragraph))), r.choice(FILLERS[language]))
    gap = " " if language == "en" else ""
    return "\n\n".join(gap.join(paragraph) for paragraph in told if paragraph)


def _called(r: random.Random, subject: Subject, name: str, place: int) -> str:
    """By name at first, and in what follows at times by what it is."""
    again = place > 1 and subject.again and r.random() < AGAIN
    return r.choice(subject.again) if again else name


def _sentence(template: str, name: str, value: str) -> str:
    text = template.format(N=name, V=value)
    return text[:1].upper() + text[1:]
