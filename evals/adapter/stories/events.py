"""Several things happen, and the question is about some of them: gaps that change, moves between two, what is
still needed."""

import itertools

from evals.adapter.stories.stock import TIMES
from evals.adapter.story import Draw, Said, Story, ask, say
from evals.adapter.term import Term, known


def gap_changes(d: Draw) -> Story:
    """So many more than somebody else; then some go or come, and the gap with them."""
    a, b, o = d.person(), d.person(), d.thing()
    k = known(d.number(8, 40))
    j = known(d.number(1, int(k.value) - 2))
    n = known(int(k.value + j.value) + d.number(2, 60))
    away = d.chance(0.6)
    told = [
        say("more than", A=a, B=b, o=o, k=k),
        say(d.one(("loses", "gives other person")) if away else "finds", A=a, B=d.person(), o=o, k=j),
    ]
    gap = k - j if away else k + j
    if d.chance(0.6):
        told.insert(0, say("has", A=a, o=o, n=n))
    asked = [ask(gap, "how many more now", A=a, B=b, o=o)]
    if len(told) == 3:
        asked += [
            ask(n - k, "how many has", A=b, o=o),
            ask(n - j if away else n + j, "how many now", A=a, o=o),
        ]
    return Story("gap changes", tuple(told), tuple(asked))


def moved(d: Draw) -> Story:
    """From one to the other, so that one loses what the other gets."""
    a, b, o = d.person(), d.person(), d.thing()
    n, m = known(d.number(12, 90)), known(d.number(3, 60))
    k = known(d.number(1, int(n.value) - 2))
    told = (say("has", A=a, o=o, n=n), say("has", A=b, o=o, n=m), say("gives over", A=a, B=b, o=o, k=k))
    first, second = n - k, m + k
    asked = [ask(second, "how many now", A=b, o=o), ask(first, "how many now", A=a, o=o)]
    if first.value > second.value:
        asked.append(ask(first - second, "how many more now", A=a, B=b, o=o))
    elif second.value > first.value:
        asked.append(ask(second - first, "how many more now", A=b, B=a, o=o))
    return Story("moved", told, tuple(asked))


def evened(d: Draw) -> Story:
    """How many have to change hands until both have as many."""
    a, b, o = d.person(), d.person(), d.thing()
    low, half = d.number(3, 50), d.number(2, 25)
    n, m = known(low + 2 * half), known(low)
    told = (say("has", A=a, o=o, n=n), say("has", A=b, o=o, n=m))
    gap = n - m
    return Story(
        "evened", told, (ask(gap / 2, "to be even", A=a, B=b, o=o), ask(gap, "how many more", A=a, B=b, o=o))
    )


def happenings(d: Draw) -> Story:
    """Some go and some come: which were more, and how many in all, whatever there was at first."""
    a, o = d.person(), d.thing()
    n = known(d.number(20, 95))
    x, y = known(d.number(2, int(n.value) // 2)), known(d.number(2, 60))
    told: list[Said] = [
        say("has", A=a, o=o, n=n),
        say("gone then", A=a, o=o, k=x),
        say("came then", A=a, o=o, k=y),
    ]
    if d.chance(0.3):
        told = told[1:]
    asked = []
    if x.value != y.value:
        more = x.value > y.value
        asked.append(
            ask(x - y if more else y - x, "more gone than came" if more else "more came than gone", A=a, o=o)
        )
    if len(told) == 3:
        asked.append(ask(n - x + y, "how many now", A=a, o=o))
        asked.append(ask(n - x, "before they came", A=a, o=o))
    return Story("happenings", tuple(told), tuple(asked or [ask(x + y, "changed hands", A=a, o=o)]))


def still_needed(d: Draw) -> Story:
    """Two sorts are needed, and some of each are there."""
    a, o, p = d.person(), d.thing(), d.thing()
    n, m = known(d.number(8, 60)), known(d.number(8, 60))
    x, y = known(d.number(1, int(n.value) - 1)), known(d.number(1, int(m.value) - 1))
    told = [say("needs two", A=a, o=o, p=p, n=n, m=m), say("already", A=a, o=o, k=x)]
    asked = [ask(n - x, "still needed", A=a, o=o)]
    if d.chance(0.6):
        told.append(say("already", A=a, o=p, k=y))
        asked += [
            ask(m - y, "still needed", A=a, o=p),
            ask((n - x) + (m - y), "needed of both", A=a, o=o, p=p),
        ]
    else:
        asked.append(ask(m, "needed in all", A=a, o=p))
    return Story("still needed", tuple(told), tuple(asked))


def three_in_a_row(d: Draw) -> Story:
    """Each one's number hangs on that of the one before."""
    who, o = [d.person() for _ in range(d.even(3, 4))], d.thing()
    now: Term = known(d.number(8, 60))
    counts, told = [now], [say("has", A=who[0], o=o, n=now)]
    for before, a in itertools.pairwise(who):
        k = known(d.number(2, 5))
        key = d.one(("more than", "fewer than", "times as many", "half as many"))
        if (key == "fewer than" and now.value <= k.value) or (key == "half as many" and now.value % 2):
            key = "more than"
        now = {
            "more than": now + k,
            "fewer than": now - k,
            "times as many": now * k,
            "half as many": now / 2,
        }[key]
        told.append(say(key, A=a, B=before, o=o, k=k))
        counts.append(now)
    whole = counts[0]
    for count in counts[1:]:
        whole = whole + count
    asked = [
        ask(now, "how many has", A=who[-1], o=o),
        ask(whole, "all together", o=o),
        ask(counts[-2] + now, "together", A=who[-2], B=who[-1], o=o),
    ]
    if now.value > counts[0].value:
        asked.append(ask(now - counts[0], "how many more", A=who[-1], B=who[0], o=o))
    if len(who) == 3 and d.chance(0.2):
        told.reverse()
    return Story("in a row", tuple(told), tuple(asked))


def on_three_days(d: Draw) -> Story:
    """A number for each of three days, told or said through another day's."""
    a, o = d.person(), d.thing()
    t, u = d.one(TIMES[:1] + TIMES[3:6])
    n, k = known(d.number(5, 60)), known(d.number(2, 9))
    key = d.one(("day more", "day fewer", "day times"))
    if key == "day fewer" and n.value <= k.value:
        key = "day more"
    second = {"day more": n + k, "day fewer": n - k, "day times": n * k}[key]
    told = [say("did on", A=a, o=o, n=n, t=t), say(key, A=a, o=o, k=k, t=u, u=t)]
    asked = [ask(second, "did that day", A=a, o=o, t=u), ask(n + second, "did in both", A=a, o=o)]
    if d.chance(0.5):
        goal = known(int((n + second).value) + d.number(3, 50))
        told.append(say("plans in all", A=a, o=o, n=goal))
        asked = [ask(goal - (n + second), "still to do", A=a, o=o), *asked]
    elif d.chance(0.5):
        p = known(d.number(2, 9))
        told.append(say("paid apiece", A=a, o=o, p=p))
        asked = [ask((n + second) * p, "paid in both", A=a, o=o), *asked]
    return Story("two days", tuple(told), tuple(asked))


EVENTS = (
    gap_changes,
    moved,
    evened,
    happenings,
    still_needed,
    three_in_a_row,
    three_in_a_row,
    on_three_days,
    on_three_days,
)
