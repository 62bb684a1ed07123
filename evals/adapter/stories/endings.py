"""What is done with a stock in the end: left as it is, packed, shared, sold, compared, used up; or undone."""

from evals.adapter.stories.stock import (
    TIMES,
    Change,
    Stock,
    aside,
    away,
    begun,
    come,
    has,
    lost_at_once,
    story,
)
from evals.adapter.story import Draw, Slot, Story, ask, say
from evals.adapter.term import Term, known
from evals.adapter.words.people import Person


def left(d: Draw) -> Story:
    s = begun(d)
    return story("left", s, ask(s.now, "how many now", A=s.owner, o=s.thing))


def packed(d: Draw) -> Story:
    """Into boxes: how many are full, how many are needed, what is left over."""
    s = begun(d)
    k, box = known(d.number(2, 12)), d.holder()
    slots: dict[str, Slot] = {"A": s.owner, "o": s.thing, "b": box, "k": k}
    told = (say("packs into", **slots),)
    full, rest = ask(s.now // k, "full boxes", **slots), ask(s.now % k, "left over", **slots)
    if s.now.value % k.value == 0:
        return story("packed", s, ask(s.now / k, "boxes", **slots), told=told)
    return story("packed", s, ask(s.now.ceil(k), "boxes needed", **slots), full, rest, told=told)


def shared(d: Draw) -> Story:
    s = begun(d)
    f = _divisor(d, s.now)
    told = (say("shares", A=s.owner, o=s.thing, f=f),)
    if s.now.value % f.value:
        return story("shared", s, ask(s.now % f, "left after sharing", A=s.owner, o=s.thing),
            ask(s.now // f, "each gets at most", A=s.owner, o=s.thing), told=told)  # fmt: skip
    return story("shared", s, ask(s.now / f, "each gets", A=s.owner, o=s.thing), told=told)


def _divisor(d: Draw, now: Term) -> Term:
    fitting = [f for f in range(2, 13) if now.value % f == 0 and now.value > f]
    return known(d.one(fitting) if fitting and d.chance(0.8) else d.even(2, 9))


def sold(d: Draw) -> Story:
    s = begun(d)
    p, cost = known(d.number(2, 20)), known(d.number(5, 90))
    earned = s.now * p
    asked = [ask(earned, "earned", A=s.owner, o=s.thing)]
    told = [say("sells all", A=s.owner, o=s.thing, p=p)]
    if d.chance(0.4) and earned.value > cost.value:
        told.append(say("spent before", A=s.owner, o=s.thing, c=cost))
        asked = [ask(earned - cost, "profit", A=s.owner, o=s.thing), *asked]
    return story("sold", s, *asked, told=tuple(told))


def compared(d: Draw) -> Story:
    s = begun(d)
    b, n = d.person(), known(d.number(3, 90))
    first, second = (s.owner, b) if s.now.value >= n.value else (b, s.owner)
    gap = s.now - n if s.now.value >= n.value else n - s.now
    told = (say("has now", A=b, o=s.thing, n=n),)
    asked = [ask(s.now + n, "together", A=s.owner, B=b, o=s.thing)]
    if gap.value:
        key = d.one(("how many more", "how many fewer"))
        pair = (first, second) if key == "how many more" else (second, first)
        asked = [ask(gap, key, A=pair[0], B=pair[1], o=s.thing), *asked]
    return story("compared", s, *asked, told=told)


def related(d: Draw) -> Story:
    """Somebody else has so many more, fewer or times as many."""
    s = begun(d, most=1)
    b, k = d.person(), known(d.number(2, 9))
    key = d.one(("more than", "fewer than", "times as many"))
    if key == "fewer than" and s.now.value <= k.value:
        key = "more than"
    other = {"more than": s.now + k, "fewer than": s.now - k, "times as many": s.now * k}[key]
    told = (say(key, A=b, B=s.owner, o=s.thing, k=k),)
    return story(
        "related", s,
        ask(other, "how many has", A=b, o=s.thing),
        ask(s.now + other, "together", A=s.owner, B=b, o=s.thing),
        told=told,
    )  # fmt: skip


def wanted(d: Draw) -> Story:
    s = begun(d)
    goal = known(int(s.now.value) + d.number(2, 60))
    told = (say("wants", A=s.owner, o=s.thing, n=goal),)
    return story("wanted", s, ask(goal - s.now, "how many more needed", A=s.owner, o=s.thing), told=told)


def used_up(d: Draw) -> Story:
    s = begun(d)
    fitting = [k for k in range(2, 16) if s.now.value % k == 0 and s.now.value > k]
    k = known(d.one(fitting) if fitting else d.even(2, 6))
    days = s.now / k if fitting else s.now.ceil(k)
    told = (say("uses daily", A=s.owner, o=s.thing, k=k),)
    return story("used up", s, ask(days, "days it lasts", A=s.owner, o=s.thing), told=told)


REVERSIBLE: tuple[Change, ...] = (away, away, come, come, aside, lost_at_once)


def start_unknown(d: Draw) -> Story:
    """The end is known, and the beginning is asked for."""
    s = _changed(d, has(d))
    start = s.told[0].slots["n"]
    assert isinstance(start, Term)
    value, end = s.now.value, known(s.now.value)
    told = tuple(
        say("had some", A=s.owner, o=s.thing) if fact.key == "has" and fact.slots.get("n") is start else fact
        for fact in s.told
    )
    term = _undone(s.now, end)
    assert term.value == start.value, value
    told = (*told, say("has now", A=s.owner, o=s.thing, n=end))
    return Story("start unknown", told, (ask(term, "how many at first", A=s.owner, o=s.thing),))


def _changed(d: Draw, s: Stock) -> Stock:
    """With at least one change that can be undone, and with nothing told before the beginning."""
    while not s.now.sides:
        for _ in range(d.even(1, 2)):
            after = d.one(REVERSIBLE)(d, s) or s
            s = after if after.told[0] is s.told[0] else s
    return s


def _undone(change: Term, end: Term) -> Term:
    """What stood at the bottom of a chain of + and -, when the chain comes to `end`."""
    while change.sides:
        change, other = change.sides
        end = end - other if _grew(change, other, end) else end + other
    return end


def _grew(before: Term, other: Term, end: Term) -> bool:
    return before.value + other.value == end.value


def change_unknown(d: Draw) -> Story:
    """The beginning and the end are known, and what came or went is asked for."""
    a, o, b = d.person(), d.thing(), d.person()
    n, k = known(d.number(8, 95)), known(d.number(2, 40))
    key = d.one(("gives some", "loses some", "buys some", "is given some"))
    out = key in ("gives some", "loses some")
    if out and k.value >= n.value:
        n, k = k + n, k
        n = known(n.value)
    end = known(n.value - k.value if out else n.value + k.value)
    told = (say("has", A=a, o=o, n=n), say(key, A=a, B=b, o=o), say("has now", A=a, o=o, n=end))
    term = n - end if out else end - n
    return Story("change unknown", told, (ask(term, f"how many {key}", A=a, B=b, o=o),))


def several_people(d: Draw) -> Story:
    """Three or four have some; any of them may be asked about."""
    who: list[Person] = [d.person() for _ in range(d.even(3, 4))]
    o, counts = d.thing(), [known(d.number(3, 80)) for _ in who]
    told = tuple(say("has", A=a, o=o, n=n) for a, n in zip(who, counts, strict=True))
    one, two = d.r.sample(range(len(who)), 2)
    if counts[one].value < counts[two].value:
        one, two = two, one
    whole = counts[0] + counts[1]
    for count in counts[2:]:
        whole = whole + count
    asked = [
        ask(whole, "all together", o=o),
        ask(counts[one] + counts[two], "together", A=who[one], B=who[two], o=o),
    ]
    if counts[one].value > counts[two].value:
        asked.append(ask(counts[one] - counts[two], "how many more", A=who[one], B=who[two], o=o))
    return Story("several people", told, tuple(asked))


def two_by_two(d: Draw) -> Story:
    """Two kinds at two times: four numbers, of which a question needs two or more."""
    s = d.person()
    o, p = d.thing(), d.thing()
    from_table = [[known(d.number(3, 80)) for _ in range(2)] for _ in range(2)]
    (n, m), (x, y) = from_table
    t, u = d.one(TIMES)
    told = (
        say("sold two kinds", A=s, o=o, p=p, n=n, m=m, t=t),
        say("sold two kinds", A=s, o=o, p=p, n=x, m=y, t=u),
    )
    asked = [ask(n + x, "sold in all", A=s, o=o), ask(n + m, "sold then", A=s, o=o, p=p, t=t),
        ask(n + m + x + y, "sold both", A=s, o=o, p=p)]  # fmt: skip
    if n.value > x.value:
        asked.append(ask(n - x, "sold more then", A=s, o=o, t=t, u=u))
    if x.value > y.value:
        asked.append(ask(x - y, "sold more of", A=s, o=o, p=p, t=u))
    if (n + m).value > (x + y).value:
        asked.append(ask((n + m) - (x + y), "sold both more then", A=s, o=o, p=p, t=t, u=u))
    return Story("two by two", told, tuple(asked))


def whole_and_part(d: Draw) -> Story:
    """The whole and one part are known."""
    a, o = d.person(), d.dyed()
    one, other = d.tinted(o, 2)
    n = known(d.number(10, 120))
    k = known(d.number(2, int(n.value) - 2))
    told = (say("has", A=a, o=o, n=n), say("of them", o=o, p=one, q=other, k=k))
    rest = n - k
    asked = [ask(rest, "how many of the rest", A=a, o=other)]
    if rest.value > k.value:
        asked.append(ask(rest - k, "has more kind", A=a, o=other, p=one))
    return Story("whole and part", told, tuple(asked))


ENDINGS = (
    left, left, packed, shared, sold, compared, related, wanted, used_up,
    start_unknown, change_unknown, several_people, two_by_two, whole_and_part,
)  # fmt: skip
"""Stories around a stock."""
