"""Prices, change, wages, discounts, savings."""

from fractions import Fraction

from evals.adapter.story import Draw, Said, Story, ask, say
from evals.adapter.term import Term, known, total
from evals.adapter.words.nouns import GROUPS, Named

DEAR = GROUPS["clothing"] + GROUPS["household"] + GROUPS["toy"]
BILLS = (5, 10, 20, 50, 100, 200, 500, 1000)
JOBS = (
    Named("washes cars", "洗车"), Named("mows lawns", "修剪草坪"), Named("delivers papers", "送报纸"),
        Named("paints fences", "刷围栏"),
    Named("walks dogs", "遛狗"), Named("repairs bicycles", "修自行车"), Named("teaches the piano", "教钢琴"),
        Named("types letters", "打字"),
)  # fmt: skip


def price(d: Draw) -> Term:
    if d.chance(0.25):
        return known(Fraction(d.number(10, 190), 10) if d.chance(0.5) else Fraction(d.number(2, 60), 4))
    return known(d.number(2, 40))


def receipt(d: Draw) -> Story:
    """One to three lines, and what is paid or given back."""
    a = d.person()
    lines = [(d.thing(), known(d.number(2, 9)), price(d)) for _ in range(d.even(1, 3))]
    o = lines[0][0]
    parts = [count * each for _, count, each in lines]
    bill = total(parts)
    if d.chance(0.5):
        told = [say("price", o=thing, p=each) for thing, _, each in lines]
        things = dict(zip("opq", (line[0] for line in lines), strict=False))
        counts = dict(zip("nmk", (line[1] for line in lines), strict=False))
        told.append(say(f"buys {len(lines)}", A=a, **things, **counts))
    else:
        told = [say("buys at", A=a, o=thing, n=count, p=each) for thing, count, each in lines]
    asked = [ask(bill, "costs in all", A=a)]
    if d.chance(0.5):
        paid = known(next(each for each in (*BILLS, 10**6) if each >= bill.value))
        told.append(say("pays with", A=a, n=paid))
        asked = [ask(paid - bill, "change", A=a), *asked]
    elif d.chance(0.5):
        purse = known(int(bill.value) + d.number(3, 90))
        told.insert(0, say("has money", A=a, n=purse))
        asked = [ask(purse - bill, "money left", A=a), *asked]
    if len(lines) > 1:
        asked.append(ask(parts[0], "costs of", A=a, o=o))
    return Story("receipt", tuple(told), tuple(asked))


def unit_price(d: Draw) -> Story:
    """From the price of several to that of one, and on to that of others."""
    a, o, n, p, m = d.person(), d.thing(), known(d.number(2, 12)), price(d), known(d.number(2, 20))
    whole = known(n.value * p.value)
    told = [say("together cost", o=o, n=n, c=whole)]
    asked = [ask(whole / n, "price of one", o=o)]
    if m.value != n.value and d.chance(0.7):
        told.append(say("wants to buy", A=a, o=o, m=m))
        asked = [ask(whole / n * m, "has to pay", A=a, o=o, m=m), *asked]
    return Story("unit price", tuple(told), tuple(asked))


def other_price(d: Draw) -> Story:
    """The bill and one of two prices are known."""
    a, o, p = d.person(), d.thing(), d.thing()
    n, m, x, y = known(d.number(2, 8)), known(d.number(2, 8)), price(d), price(d)
    bill = known(n.value * x.value + m.value * y.value)
    told = (say("buys two for", A=a, o=o, p=p, n=n, m=m, c=bill), say("price", o=o, p=x))
    rest = bill - n * x
    return Story("other price", told, (ask(rest / m, "price of one", o=p), ask(rest, "costs of", A=a, o=p)))


def affordable(d: Draw) -> Story:
    a, o, p = d.person(), d.thing(), known(d.number(2, 25))
    purse = known(d.number(20, 300))
    told = [say("has money", A=a, n=purse)]
    rest: Term = purse
    if d.chance(0.5):
        spent = known(d.number(2, int(purse.value) // 2))
        told.append(say("spends", A=a, n=spent))
        rest = purse - spent
    told.append(say("price", o=o, p=p))
    count = rest / p if rest.value % p.value == 0 else rest // p
    asked = [ask(count, "can buy", A=a, o=o)]
    if rest.value % p.value:
        asked.append(ask(rest % p, "left after buying", A=a, o=o))
    return Story("affordable", tuple(told), tuple(asked))


def discount(d: Draw) -> Story:
    a, o = d.person(), d.thing(DEAR)
    p, percent = known(d.number(1, 15) * 10), d.one((5, 10, 15, 20, 25, 30, 40, 50, 60))
    off = p * percent / 100
    reduced = p - off
    told = [say("usual price", o=o, p=p), say("percent off", o=o, n=percent)]
    asked = [ask(reduced, "sale price", A=a, o=o), ask(off, "saved on one", A=a, o=o)]
    if d.chance(0.5):
        n = known(d.number(2, 9))
        told.append(say("wants to buy", A=a, o=o, m=n))
        asked = [
            ask(reduced * n, "has to pay", A=a, o=o, m=n),
            ask(off * n, "saved in all", A=a, o=o),
            *asked,
        ]
    return Story("discount", tuple(told), tuple(asked))


def raised(d: Draw) -> Story:
    o = d.thing(DEAR)
    p, percent = known(d.number(1, 10) * 20), d.one((5, 10, 15, 20, 25, 30, 50))
    told = (say("usual price", o=o, p=p), say("percent up", o=o, n=percent))
    up = p * percent / 100
    return Story("raised", told, (ask(p + up, "new price", o=o), ask(up, "dearer by", o=o)))


def wages(d: Draw) -> Story:
    """So much an hour for so many hours and days, more in overtime, less what is spent."""
    a, job = d.person(), d.one(JOBS)
    w, h, days = known(d.number(6, 45)), known(d.number(2, 9)), known(d.number(2, 26))
    told: list[Said] = [say("earns hourly", A=a, j=job, w=w), say("works", A=a, h=h, d=days)]
    earned, daily = w * h * days, w * h
    asked = [
        ask(earned, "earns in all", A=a),
        ask(daily, "earns a day", A=a),
        ask(h * days, "hours in all", A=a),
    ]
    if d.chance(0.3):
        extra = known(d.number(10, 200))
        told.append(say("bonus", A=a, n=extra))
        asked = [ask(earned + extra, "earns in all", A=a)]
    elif d.chance(0.4):
        spent = known(d.number(5, 300))
        told.append(say("spends of it", A=a, n=spent))
        asked = [ask(earned - spent, "money left", A=a), asked[1]]
    elif d.chance(0.3):
        goal = known(int(earned.value) + d.number(10, 300))
        told.append(say("saves for", A=a, o=d.thing(), n=goal))
        asked = [ask(goal - earned, "money missing", A=a)]
    return Story("wages", tuple(told), tuple(asked))


def savings(d: Draw) -> Story:
    """A goal, what is there, and so much a week: how long it takes."""
    a, o = d.person(), d.thing()
    start, each = known(d.number(5, 60)), known(d.number(3, 25))
    goal = known(
        int(start.value) + (int(each.value) * d.number(3, 15) if d.chance(0.6) else d.number(20, 300))
    )
    told = (
        say("saves for", A=a, o=o, n=goal),
        say("has money", A=a, n=start),
        say("saves weekly", A=a, n=each),
    )
    gap = goal - start
    weeks = gap / each if gap.value % each.value == 0 else gap.ceil(each)
    return Story("savings", told, (ask(weeks, "weeks needed", A=a, o=o), ask(gap, "money missing", A=a)))


def dearer(d: Draw) -> Story:
    """One thing costs so much more, or times as much, than another."""
    a, o, p = d.person(), d.thing(), d.thing()
    x, k = known(d.number(3, 40)), known(d.number(2, 9))
    key = d.one(("dearer", "cheaper", "times the price"))
    if key == "cheaper" and x.value <= k.value:
        key = "dearer"
    y = {"dearer": x + k, "cheaper": x - k, "times the price": x * k}[key]
    n, m = known(d.number(2, 6)), known(d.number(2, 6))
    told = [say("price", o=o, p=x), say(key, o=p, p=o, k=k)]
    asked = [ask(y, "price of one", o=p), ask(x + y, "one of each", A=a, o=o, p=p)]
    if d.chance(0.6):
        told.append(say("buys 2", A=a, o=o, p=p, n=n, m=m))
        asked = [ask(x * n + y * m, "costs in all", A=a), *asked]
    return Story("dearer", tuple(told), tuple(asked))


def profit(d: Draw) -> Story:
    """Bought by the pack, sold by the piece."""
    a, o, box = d.person(), d.thing(), d.holder()
    g, k, p = known(d.number(2, 9)), known(d.number(4, 24)), known(d.number(2, 9))
    cost = known(d.number(3, max(4, int(k.value * p.value) - 1)))
    told = (
        say("packs", A=a, o=o, b=box, g=g, k=k),
        say("pack costs", b=box, c=cost),
        say("sells all", A=a, o=o, p=p),
    )
    earned = g * k * p
    return Story(
        "profit", told, (ask(earned - g * cost, "profit", A=a, o=o), ask(earned, "earned", A=a, o=o))
    )


MONEY = (
    receipt,
    receipt,
    unit_price,
    other_price,
    affordable,
    discount,
    raised,
    wages,
    savings,
    dearer,
    profit,
)
