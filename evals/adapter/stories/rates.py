"""So much in so much time: journeys, machines, tanks, work done together, and units that have to fit."""

from evals.adapter.story import Draw, Said, Story, ask, say
from evals.adapter.term import Term, known
from evals.adapter.words.nouns import FOOD, GROUPS, Named

VEHICLES = (
    Named("a train", "一列火车"), Named("a bus", "一辆公共汽车"), Named("a lorry", "一辆卡车"), Named("a car",
        "一辆汽车"),
    Named("a motorbike", "一辆摩托车"), Named("a coach", "一辆大巴"), Named("a ferry", "一艘渡轮"),
        Named("a van", "一辆面包车"),
)  # fmt: skip
BAKED = tuple(each for each in GROUPS["snack"] if each.one != "egg")
MAKERS = (
    (Named("a machine", "一台机器"), GROUPS["hardware"] + GROUPS["household"] + GROUPS["stationery"]),
    (Named("a baker", "一位面包师"), BAKED), (Named("a worker", "一名工人"),
        GROUPS["toy"] + GROUPS["hardware"]),
    (Named("a robot", "一个机器人"), GROUPS["toy"] + GROUPS["hardware"]), (Named("a tailor", "一位裁缝"),
        GROUPS["clothing"]),
    (Named("a packing line", "一条包装线"), BAKED + GROUPS["stationery"]), (Named("a printer",
        "一台印刷机"), GROUPS["book"]),
)  # fmt: skip
"""Who or what makes which things."""


def journey(d: Draw) -> Story:
    """Speed, time, distance, any of which may be asked for; at times in two parts."""
    v, speed, hours = d.one(VEHICLES), known(d.number(25, 110)), known(d.number(2, 9))
    distance = speed * hours
    match d.number(0, 4):
        case 0:
            told: tuple[Said, ...] = (say("drives", v=v, s=speed, h=hours),)
            return Story("journey", told, (ask(distance, "how far", v=v),))
        case 1:
            told = (say("covers", v=v, n=known(distance.value), h=hours),)
            return Story("journey", told, (ask(known(distance.value) / hours, "how fast", v=v),))
        case 2:
            told = (say("has to cover", v=v, n=known(distance.value)), say("speed", v=v, s=speed))
            return Story("journey", told, (ask(known(distance.value) / speed, "how long", v=v),))
        case 3:
            whole = known(int(distance.value) + d.number(10, 300))
            told = (say("has to cover", v=v, n=whole), say("drives", v=v, s=speed, h=hours))
            return Story(
                "journey",
                told,
                (ask(whole - distance, "how far to go", v=v), ask(distance, "how far so far", v=v)),
            )
        case _:
            speed2, k = known(d.number(25, 110)), known(d.number(2, 6))
            told = (say("drives", v=v, s=speed, h=hours), say("then drives", v=v, s=speed2, h=k))
            both = distance + speed2 * k
            asked = [ask(both, "how far in all", v=v), ask(both / (hours + k), "mean speed", v=v)]
            return Story("journey", told, tuple(asked))


def meeting(d: Draw) -> Story:
    """Towards each other, or one behind the other."""
    a, b = d.person(), d.person()
    x, y, h = known(d.number(4, 25)), known(d.number(4, 25)), known(d.number(2, 8))
    if d.chance(0.5):
        whole = known((x.value + y.value) * h.value)
        told: tuple[Said, ...] = (
            say("live apart", A=a, B=b, n=whole),
            say("ride to each other", A=a, B=b, x=x, y=y),
        )
        return Story("meeting", told, (ask(whole / (x + y), "when meet", A=a, B=b),))
    if x.value == y.value:
        x = known(x.value + 3)
    told = (say("ride the same way", A=a, B=b, x=x, y=y, h=h),)
    gap = (x - y if x.value > y.value else y - x) * h
    return Story("meeting", told, (ask(gap, "how far apart", A=a, B=b),))


def production(d: Draw) -> Story:
    """So many pieces in so much time; several machines; an order to be filled."""
    m, made_here = d.one(MAKERS)
    o = d.thing(made_here)
    k, h = known(d.number(3, 40)), known(d.number(2, 10))
    made = known(k.value * h.value)
    match d.number(0, 3):
        case 0:
            j = known(d.number(2, 15))
            told: tuple[Said, ...] = (say("makes in", m=m, o=o, n=made, h=h),)
            return Story(
                "production",
                told,
                (
                    ask(made / h * j, "makes in that time", m=m, o=o, j=j),
                    ask(made / h, "makes an hour", m=m, o=o),
                ),
            )
        case 1:
            left = known(k.value * d.number(2, 9))
            whole = known(made.value + left.value)
            told = (say("order", o=o, n=whole), say("makes in", m=m, o=o, n=made, h=h))
            rate = made / h
            return Story(
                "production",
                told,
                (ask((whole - made) / rate, "hours still", o=o), ask(whole - made, "pieces still", o=o)),
            )
        case 2:
            count = known(d.number(2, 9))
            told = (say("each makes", m=m, o=o, k=k), say("machines run", m=m, g=count, h=h))
            return Story(
                "production",
                told,
                (ask(k * count * h, "all make", o=o), ask(k * count, "all make an hour", o=o)),
            )
        case _:
            y = known(d.number(3, 40))
            told = (say("each makes", m=m, o=o, k=k), say("faster makes", o=o, k=y), say("both run", h=h))
            return Story(
                "production", told, (ask((k + y) * h, "all make", o=o), ask((k + y), "all make an hour", o=o))
            )


def tank(d: Draw) -> Story:
    """Water comes in and goes out."""
    start, x, t = known(d.number(10, 300)), known(d.number(3, 30)), known(d.number(3, 30))
    told = [say("tank holds", n=start), say("flows in", x=x)]
    now: Term = start + x * t
    if d.chance(0.5):
        y = known(d.number(1, int(x.value) - 1))
        told.append(say("flows out", y=y))
        now = start + (x - y) * t
        if d.chance(0.4):
            full = known(now.value)
            told[0] = say("tank holds of", n=start, m=full)
            return Story("tank", tuple(told), (ask((full - start) / (x - y), "when full"),))
    return Story("tank", tuple(told), (ask(now, "how much water", t=t),))


def joint_work(d: Draw) -> Story:
    """Workers and days: the work is the product."""
    n, days = known(d.number(2, 12)), known(d.number(3, 20))
    whole = n.value * days.value
    fitting = [m for m in range(2, 25) if whole % m == 0 and m != n.value]
    if not fitting or d.chance(0.3):
        a, b = d.one(
            (
                (3, 6),
                (4, 12),
                (6, 12),
                (10, 15),
                (20, 30),
                (5, 20),
                (12, 24),
                (6, 30),
                (10, 40),
                (2, 6),
                (6, 3),
                (15, 10),
            )
        )
        one, other = d.person(), d.person()
        x, y = known(a), known(b)
        told: tuple[Said, ...] = (say("alone takes", A=one, B=other, x=x, y=y),)
        return Story("joint work", told, (ask(x * y / (x + y), "together takes", A=one, B=other),))
    m = known(d.one(fitting))
    told = (say("workers take", n=n, d=days),)
    return Story("joint work", told, (ask(n * days / m, "days for workers", m=m),))


def recipe(d: Draw) -> Story:
    """Proportions: for so many people so much, for others in the same measure."""
    o, n, each, m = d.thing(FOOD), known(d.number(2, 8)), d.number(1, 9) * 10, known(d.number(2, 20))
    if n.value == m.value:
        m = known(int(m.value) + 1)
    whole = known(n.value * each)
    told: tuple[Said, ...] = (say("recipe", o=o, n=n, g=whole),)
    return Story("recipe", told, (ask(whole / n * m, "flour for", m=m), ask(whole / n, "flour for one")))


UNITS = (
    (Named("metres", "米"), Named("centimetres", "厘米"), 100), (Named("kilometres", "千米"), Named("metres",
        "米"), 1000),
    (Named("hours", "小时"), Named("minutes", "分钟"), 60), (Named("kilograms", "千克"), Named("grams", "克"),
        1000),
    (Named("litres", "升"), Named("millilitres", "毫升"), 1000), (Named("minutes", "分钟"), Named("seconds",
        "秒"), 60),
    (Named("days", "天"), Named("hours", "小时"), 24), (Named("weeks", "周"), Named("days", "天"), 7),
    (Named("feet", "英尺"), Named("inches", "英寸"), 12),
)  # fmt: skip
LENGTHS, MASSES, TIMES = {"米", "千米", "英尺"}, {"千克", "升"}, {"小时", "分钟", "天", "周"}


def in_units(d: Draw) -> Story:
    """A length, mass or time in one unit, and parts of it in another."""
    large, small, size = d.one(UNITS)
    kind = "ribbon" if large.zh in LENGTHS else "supply" if large.zh in MASSES else "time"
    n = known(d.number(2, 12))
    whole = n * size
    match d.number(0, 2):
        case 0:
            k = known(d.number(1, max(2, size - 1)))
            told: tuple[Said, ...] = (
                say(f"{kind} whole", n=n, u=large),
                say(f"{kind} part gone", k=k, u=small),
            )
            return Story("in units", told, (ask(whole - k, f"{kind} left", u=small),))
        case 1:
            fitting = [k for k in range(2, 300) if int(whole.value) % k == 0 and k < whole.value]
            k = known(d.one(fitting))
            told = (say(f"{kind} whole", n=n, u=large), say(f"{kind} in parts", k=k, u=small))
            return Story("in units", told, (ask(whole / k, f"{kind} how many parts"),))
        case _:
            k = known(d.number(1, size - 1))
            told = (say(f"{kind} mixed", n=n, u=large, k=k, v=small),)
            return Story("in units", told, (ask(whole + k, f"{kind} altogether", u=small),))


def clock(d: Draw) -> Story:
    """Hours of the day: the begin, the end, the time between, any of the three."""
    a, start = d.person(), d.even(6, 15)
    h = d.number(2, 6)
    told: tuple[Said, ...] = (say("from until", A=a, x=start, y=start + h),)
    k = known(d.number(2, 20))
    asked = [ask(known(start + h) - start, "how many hours", A=a)]
    if d.chance(0.7):
        o = d.thing()
        told = (*told, say("does hourly", A=a, o=o, k=k))
        asked = [ask((known(start + h) - start) * k, "does in all", A=a, o=o)]
    return Story("clock", told, tuple(asked))


RATES = (
    journey,
    journey,
    meeting,
    production,
    production,
    tank,
    joint_work,
    recipe,
    in_units,
    in_units,
    clock,
)
