"""Somebody has things: they come together, some go and some come, and something is done with what is there.

A story is put together from one beginning, up to two changes and one ending.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from evals.adapter.story import Asked, Draw, Said, Story, ask, say
from evals.adapter.term import Term, known
from evals.adapter.words.nouns import Named, Noun
from evals.adapter.words.people import Person


@dataclass(frozen=True, slots=True)
class Stock:
    """What somebody has at some point of the story."""

    owner: Person
    thing: Noun
    now: Term
    told: tuple[Said, ...]
    asked: tuple[Asked, ...] = ()
    """What may be asked about the way to here."""

    def after(self, now: Term, told: Said, *asked: Asked) -> "Stock":
        """Of what might be asked before, only what says of when stays; what is new, if first of its kind."""
        kept = tuple(each for each in self.asked if each.said.key == "gathered more")
        first = all(fact.key not in GIVEN_AWAY for fact in self.told)
        return replace(self, now=now, told=(*self.told, told), asked=(*kept, *(asked if first else ())))


GIVEN_AWAY = frozenset(
    {"gives", "sells", "gives each friend", "share sold", "share given", "percent sold", "gives two people"}
)


def has(d: Draw) -> Stock:
    a, o, n = d.person(), d.thing(), known(d.number(5, 98))
    if d.chance(0.15):
        n = known(d.number(100, 4000))
    return Stock(a, o, n, (say("has", A=a, o=o, n=n),))


def packs(d: Draw) -> Stock:
    a, o, box = d.person(), d.thing(), d.holder()
    g, k = known(d.number(2, 15)), known(d.number(3, 40))
    return Stock(a, o, g * k, (say("packs", A=a, o=o, b=box, g=g, k=k),))


def daily(d: Draw) -> Stock:
    a, o = d.person(), d.thing()
    k, days = known(d.number(3, 40)), known(d.number(2, 14))
    return Stock(a, o, k * days, (say("daily", A=a, o=o, k=k, n=days),))


def colours(d: Draw) -> Stock:
    a, o = d.person(), d.dyed()
    one, other = d.tinted(o, 2)
    n, m = known(d.number(4, 70)), known(d.number(4, 70))
    asked = (_more(n, m, "has more kind", A=a, o=one, p=other),)
    return Stock(a, o, n + m, (say("has two", A=a, o=one, p=other, n=n, m=m),), asked)


def twice_gathered(d: Draw) -> Stock:
    a, o = d.person(), d.thing()
    n, m = known(d.number(4, 90)), known(d.number(4, 90))
    times = d.one(TIMES)
    told = (say("gathered", A=a, o=o, n=n, t=times[0]), say("gathered", A=a, o=o, n=m, t=times[1]))
    more, less = (0, 1) if n.value >= m.value else (1, 0)
    asked = (ask((n, m)[more] - (n, m)[less], "gathered more", A=a, o=o, t=times[more], u=times[less]),)
    return Stock(a, o, n + m, told, asked)


def bundles_and_loose(d: Draw) -> Stock:
    a, o, box = d.person(), d.thing(), d.holder()
    g, k, n = known(d.number(2, 12)), known(d.number(3, 25)), known(d.number(1, 9))
    return Stock(a, o, g * k + n, (say("packs and loose", A=a, o=o, b=box, g=g, k=k, n=n),))


def multiple(d: Draw) -> Stock:
    a, b, o = d.person(), d.person(), d.thing()
    n, k = known(d.number(4, 60)), known(d.number(2, 6))
    return Stock(a, o, n * k, (say("has", A=b, o=o, n=n), say("times as many", A=a, B=b, o=o, k=k)))


def more_than(d: Draw) -> Stock:
    a, b, o = d.person(), d.person(), d.thing()
    n, k = known(d.number(10, 90)), known(d.number(2, 40))
    fewer = d.chance(0.5) and n.value > k.value
    now = n - k if fewer else n + k
    key = "fewer than" if fewer else "more than"
    return Stock(a, o, now, (say("has", A=b, o=o, n=n), say(key, A=a, B=b, o=o, k=k)))


TIMES = (
    (Named("on Monday", "星期一"), Named("on Tuesday", "星期二")),
    (Named("in the morning", "上午"), Named("in the afternoon", "下午")),
    (Named("in May", "五月"), Named("in June", "六月")),
    (Named("last week", "上周"), Named("this week", "这周")),
    (Named("yesterday", "昨天"), Named("today", "今天")),
    (Named("on the first day", "第一天"), Named("on the second day", "第二天")),
    (Named("in spring", "春天"), Named("in autumn", "秋天")),
)


def _more(n: Term, m: Term, key: str, **slots: Person | Noun) -> Asked:
    """How many more of one than of the other, the larger first."""
    if n.value < m.value:
        n, m, slots = m, n, slots | {"o": slots["p"], "p": slots["o"]}
    return ask(n - m, key, **slots)


def away(d: Draw, s: Stock) -> Stock | None:
    if s.now.value < 4:
        return None
    k = known(d.number(1, min(int(s.now.value) - 1, 400)))
    key, b = d.one(("gives", "loses", "sells", "uses", "throws out")), d.person()
    return s.after(s.now - k, say(key, A=s.owner, B=b, o=s.thing, k=k))


def come(d: Draw, s: Stock) -> Stock:
    k, key, b = known(d.number(2, 60)), d.one(("buys more", "finds", "is given", "wins")), d.person()
    return s.after(s.now + k, say(key, A=s.owner, B=b, o=s.thing, k=k))


def given_by_several(d: Draw, s: Stock) -> Stock:
    k, f = known(d.number(2, 20)), known(d.number(2, 7))
    return s.after(s.now + k * f, say("each friend gives", A=s.owner, o=s.thing, k=k, f=f))


def given_to_several(d: Draw, s: Stock) -> Stock | None:
    f = d.number(2, 7)
    if s.now.value < 2 * f + 1:
        return None
    k = d.number(1, max(1, int(s.now.value - 1) // f))
    return s.after(s.now - known(k) * f, say("gives each friend", A=s.owner, o=s.thing, k=k, f=f))


SHARES = (
    (Named("half", "一半"), Fraction(1, 2)),
    (Named("a third", "三分之一"), Fraction(1, 3)),
    (Named("a quarter", "四分之一"), Fraction(1, 4)),
    (Named("a fifth", "五分之一"), Fraction(1, 5)),
    (Named("a tenth", "十分之一"), Fraction(1, 10)),
)


def share_away(d: Draw, s: Stock) -> Stock | None:
    name, part = d.one(SHARES)
    if (s.now.value * part).denominator != 1:
        return None
    gone = s.now / int(1 / part)
    key = d.one(("share sold", "share given"))
    return s.after(
        s.now / 2 if part == Fraction(1, 2) else s.now - gone,
        say(key, A=s.owner, B=d.person(), o=s.thing, f=name),
        ask(gone, f"how many {key}", A=s.owner, o=s.thing),
    )


def percent_away(d: Draw, s: Stock) -> Stock | None:
    percent = d.one((5, 10, 20, 25, 30, 40, 50, 60, 75, 80))
    if (s.now.value * percent / 100).denominator != 1:
        return None
    gone = s.now * percent / 100
    told = say("percent sold", A=s.owner, o=s.thing, p=percent)
    return s.after(s.now - gone, told, ask(gone, "how many share sold", A=s.owner, o=s.thing))


def lost_at_once(d: Draw, s: Stock) -> Stock | None:
    if s.now.value < 10:
        return None
    n = known(d.number(1, min(int(s.now.value) // 2, 60)))
    k = known(d.number(1, min(int(s.now.value) // 3, 60)))
    return s.after(
        s.now - n - k, say("gives two people", A=s.owner, B=d.person(), C=d.person(), o=s.thing, n=n, k=k)
    )


def aside(d: Draw, s: Stock) -> Stock:
    """A sentence with numbers that nothing depends on."""
    p, first = d.thing(), d.chance(0.3)
    match d.one((1, 2, 3, 5) if first else (0, 1, 2, 3, 4, 5)):
        case 0:
            told = say("has other", A=s.owner, o=p, n=d.number(3, 60))
        case 1:
            told = say("has", A=d.person(), o=p, n=d.number(3, 60))
        case 2:
            told = say("price aside", A=s.owner, o=p, n=d.number(2, 40))
        case 3:
            told = say("time aside", A=s.owner, n=d.number(5, 50), l=d.place())
        case 4:
            told = say("gives other", A=s.owner, B=d.person(), o=p, k=d.number(2, 20))
        case _:
            told = say("mood", A=s.owner, o=s.thing, l=d.place())
    return replace(s, told=(told, *s.told) if first else (*s.told, told))


def beside(d: Draw) -> Said:
    """Something of somebody else."""
    a, p = d.person(), d.thing()
    return d.one((
        say("has", A=a, o=p, n=d.number(3, 60)),
        say("price aside", A=a, o=p, n=d.number(2, 40)),
        say("time aside", A=a, n=d.number(5, 50), l=d.place()),
        say("gives other", A=a, B=d.person(), o=p, k=d.number(2, 20)),
        say("mood", A=a, o=p, l=d.place()),
    ))  # fmt: skip


Begin = Callable[[Draw], Stock]
Change = Callable[[Draw, Stock], Stock | None]
BEGINNINGS: tuple[Begin, ...] = (
    has, has, packs, daily, colours, twice_gathered, bundles_and_loose, multiple, more_than,
)  # fmt: skip
CHANGES: tuple[Change, ...] = (
    away, away, come, come, given_by_several, given_to_several, share_away, percent_away, lost_at_once, aside,
        aside,
)  # fmt: skip


def begun(d: Draw, changes: tuple[Change, ...] = CHANGES, most: int = 2) -> Stock:
    """A stock after up to so many changes."""
    stock = d.one(BEGINNINGS)(d)
    for _ in range(d.even(0, most)):
        stock = d.one(changes)(d, stock) or stock
    return stock


def story(kind: str, s: Stock, *asked: Asked, told: tuple[Said, ...] = ()) -> Story:
    """The whole; what was sold before can be asked only where not everything is sold in the end."""
    before = () if any(fact.key == "sells all" for fact in told) else s.asked
    return Story(kind, (*s.told, *told), (*asked, *before))
