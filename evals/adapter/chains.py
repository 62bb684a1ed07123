"""Questions that take two calls: the second one needs what the first one gave."""

import datetime
import random
from collections.abc import Callable

from evals.adapter.asking import UNITS, Question, amount, figure, written
from evals.adapter.row import Language

DAILY = {
    "en": (
        "A boiler burns {k} kg of coal a day. It ran from {d} to {e}. How many kilograms is that in all?",
        "Somebody saved {k} dollars every day, beginning on {d}, up to {e}. How many dollars are in the tin?",
        "A spring gives {k} litres a day. How many litres is that between {d} and {e}?",
    ),
    "zh": (
        "一台锅炉每天烧{k}千克煤，从{d}烧到{e}，一共烧了多少千克煤？",
        "有人从{d}起到{e}，每天存{k}元，一共存了多少元？",
        "一眼泉水每天流出{k}升，{d}到{e}之间一共流出多少升？",
    ),
}
SUM = {
    "en": ("One load is {n} {u}, another {m} {v}. What are both together, in {v}?",
        "To {n} {u} somebody adds {m} {v}. How much is it then, in {v}?"),
    "zh": ("一批是{n}{u}，另一批是{m}{v}，合起来是多少{v}？", "在{n}{u}上再加{m}{v}，一共多少{v}？"),
}  # fmt: skip
EACH = {
    "en": ("There are {k} units of {n} {u} each. What is that in all, in {v}?",
        "What do {k} times {n} {u} come to, expressed in {v}?"),
    "zh": ("每份{n}{u}，一共{k}份，总共是多少{v}？", "{n}{u}的{k}倍，用{v}表示是多少？"),
}  # fmt: skip


def every_day(r: random.Random, language: Language) -> Question:
    """The days between two dates, and so much on each."""
    first = datetime.date(1950, 1, 1) + datetime.timedelta(r.randrange(26000))
    last, k = first + datetime.timedelta(r.randint(5, 400)), r.randint(2, 60)
    text = r.choice(DAILY[language]).format(k=k, d=written(r, language, first), e=written(r, language, last))

    def times(result: str) -> Question:
        days = result.partition(": ")[2].split()[0]
        return Question(text, "calculator", {"expression": f"{days} * {k}"}, figure)

    return Question(text, "date", {"date": first.isoformat(), "until": last.isoformat()}, str, then=times)


def added(r: random.Random, language: Language) -> Question:
    """One amount in the unit of the other, and both together."""
    one, other = r.sample(UNITS[r.choice((0, 1, 2, 3, 4))], 2)
    n, m, place = r.randint(2, 90), r.randint(2, 400), 1 if language == "en" else 2
    text = r.choice(SUM[language]).format(n=n, u=one[place], m=m, v=other[place])

    def plus(result: str) -> Question:
        expression = f"{amount(result, other[0])} + {m}"
        return Question(text, "calculator", {"expression": expression}, _with(other[place], language))

    return Question(text, "convert", {"quantity": f"{n} {one[0]}", "to": other[0]}, str, then=plus)


def several(r: random.Random, language: Language) -> Question:
    """A product, in another unit."""
    one, other = r.sample(UNITS[r.choice((0, 1, 2, 3))], 2)
    n, k, place = r.randint(2, 90), r.randint(3, 60), 1 if language == "en" else 2
    text = r.choice(EACH[language]).format(n=n, k=k, u=one[place], v=other[place])

    def there(result: str) -> Question:
        def said(told: str) -> str:
            return _with(other[place], language)(amount(told, other[0]))

        return Question(text, "convert", {"quantity": f"{figure(result)} {one[0]}", "to": other[0]}, said)

    return Question(text, "calculator", {"expression": f"{n} * {k}"}, str, then=there)


def _with(unit: str, language: Language) -> Callable[[str], str]:
    gap = " " if language == "en" else ""
    return lambda result: f"{figure(result)}{gap}{unit}"


CHAINS = (every_day, added, several)
