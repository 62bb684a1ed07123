"""Ages, averages, ratios, parts of a whole, shapes, rows and gaps, and unknowns that two facts pin down."""

from evals.adapter.story import Draw, Said, Slot, Story, ask, say
from evals.adapter.term import Term, known, total
from evals.adapter.words.nouns import DYED, GROUPS, Named, Noun

KIN = (
    (Named("mother", "妈妈"), 20, 38), (Named("father", "爸爸"), 22, 42), (Named("grandmother", "奶奶"), 45,
        70),
    (Named("uncle", "叔叔"), 18, 40), (Named("aunt", "姑姑"), 18, 40), (Named("sister", "姐姐"), 1, 9),
        (Named("brother", "哥哥"), 1, 9),
)  # fmt: skip
SUBJECTS = (
    Named("dictation", "听写"), Named("swimming", "游泳"), Named("history", "历史"), Named("geography",
        "地理"), Named("chess", "象棋"),
)  # fmt: skip
PLOTS = (
    Named("garden", "花园"), Named("playground", "操场"), Named("field", "菜地"), Named("hall", "大厅"),
        Named("courtyard", "院子"),
    Named("car park", "停车场"),
)  # fmt: skip
GOERS = (
    Noun("pupil", "pupils", "学生", "名"), Noun("visitor", "visitors", "游客", "名"), Noun("member",
        "members", "会员", "名"),
    Noun("worker", "workers", "工人", "名"), Noun("player", "players", "运动员", "名"), Noun("guest",
        "guests", "客人", "位"),
    Noun("singer", "singers", "合唱队员", "名"),
)  # fmt: skip
ROOMS = (
    (Noun("bus", "buses", "客车", "辆"), 20, 55), (Noun("boat", "boats", "船", "条"), 4, 12), (Noun("tent",
        "tents", "帐篷", "顶"), 2, 8),
    (Noun("table", "tables", "桌子", "张"), 4, 12), (Noun("cabin", "cabins", "缆车", "辆"), 4, 15),
        (Noun("taxi", "taxis", "出租车", "辆"), 3, 5),
)  # fmt: skip


def ages(d: Draw) -> Story:
    """Now, so many years ago or ahead; older by so much or so many times as old."""
    a, (kin, low, high) = d.child(), d.one(KIN)
    n, t = known(d.number(5, 14)), known(d.number(2, 12))
    told: tuple[Said, ...] = (say("is old", A=a, n=n),)
    if low > 10 and d.chance(0.4):
        k = known(max(2, (low + int(n.value)) // int(n.value)))
        told = (*told, say("times as old", A=a, k=k, m=kin))
        other = n * k
    else:
        k = known(d.even(low, high))
        told = (*told, say("older by", A=a, k=k, m=kin))
        other = n + k
    asked = [ask(other, "age of kin", A=a, m=kin), ask(other + t, "age of kin in", A=a, m=kin, t=t),
        ask(n + other, "ages together", A=a, m=kin)]  # fmt: skip
    if n.value > t.value:
        asked.append(ask(other - t, "age of kin ago", A=a, m=kin, t=t))
    if d.chance(0.5):
        asked = asked[1:] + asked[:1]
    return Story("ages", told, tuple(asked))


def age_reached(d: Draw) -> Story:
    a, n = d.child(), known(d.number(5, 15))
    goal = known(int(n.value) + d.number(2, 40))
    told: tuple[Said, ...] = (say("is old", A=a, n=n),)
    return Story("age reached", told, (ask(goal - n, "years until", A=a, n=goal),))


def average(d: Draw) -> Story:
    """The mean of two to four numbers, or the number that brings the mean about."""
    a, s = d.person(), d.one(SUBJECTS)
    count = d.even(2, 4)
    marks = [d.even(50, 99) for _ in range(count)]
    marks[-1] += -sum(marks) % count
    points = [known(mark) for mark in marks]
    told: tuple[Said, ...] = (say(f"scores {count}", A=a, s=s, **dict(zip("wxyz", points, strict=False))),)
    high, low = max(points, key=lambda p: p.value), min(points, key=lambda p: p.value)
    if d.chance(0.35):
        goal, n = d.even(60, 95), known(count + 1)
        needed = goal * (count + 1) - sum(marks)
        if 0 < needed <= 100:
            told = (*told, say("wants a mean", A=a, n=known(goal), k=n))
            term = known(goal) * n - total(points)
            return Story("average", told, (ask(term, "score needed", A=a),))
    asked = [ask(total(points) / count, "mean score", A=a), ask(total(points), "sum of scores", A=a)]
    if high.value > low.value:
        asked.append(ask(high - low, "range of scores", A=a))
    return Story("average", told, tuple(asked))


def ratio(d: Draw) -> Story:
    """Two kinds in a ratio, and the whole or one of the parts."""
    o = d.thing(DYED)
    one, other = d.tinted(o, 2)
    x, y = d.one(
        ((1, 2), (2, 3), (3, 4), (1, 3), (3, 5), (2, 5), (4, 5), (1, 4), (5, 3), (3, 2), (5, 2), (7, 3))
    )
    k = d.number(3, 25)
    slots: dict[str, Slot] = {"o": one, "p": other, "x": known(x), "y": known(y)}
    parts, left = known(x) + y, known(x)
    told: tuple[Said, ...] = (say("ratio", **slots),)
    if d.chance(0.6):
        whole = known(k * (x + y))
        told = (*told, say("ratio whole", o=o, n=whole))
        asked = [ask(_times(whole / parts, k), "kind in ratio", o=o) for k, o in ((x, one), (y, other))]
        return Story("ratio", told, tuple(asked))
    n = known(k * x)
    told = (*told, say("there are", o=one, n=n))
    rest = _times(n if x == 1 else n / left, y)
    return Story(
        "ratio", told, (ask(rest, "kind in ratio", o=other), ask(rest + n, "all of both", o=one, p=other))
    )


def _times(term: Term, count: int) -> Term:
    return term if count == 1 else term * count


def part_of(d: Draw) -> Story:
    """Percentages and fractions of a group; the rest of it."""
    g, place = d.one(GOERS), d.place()
    percent = d.one((5, 10, 15, 20, 25, 30, 35, 40, 45, 55, 60, 70, 75, 80, 90))
    whole = known(d.number(1, 30) * 20)
    if (whole.value * percent / 100).denominator != 1:
        percent = 25
    part = whole * percent / 100
    told: tuple[Said, ...] = (say("group of", g=g, n=whole, l=place), say("percent are", g=g, p=percent))
    match d.number(0, 3):
        case 0:
            return Story(
                "part of", told, (ask(part, "part counted", g=g), ask(whole - part, "rest counted", g=g))
            )
        case 1:
            return Story(
                "part of", told, (ask(whole - part, "rest counted", g=g), ask(part, "part counted", g=g))
            )
        case 2:
            n = known(part.value)
            told = (say("group of", g=g, n=whole, l=place), say("some are", g=g, n=n))
            return Story(
                "part of",
                told,
                (ask(n / whole * 100, "percent asked", g=g), ask(whole - n, "rest counted", g=g)),
            )
        case _:
            n = known(part.value)
            told = (say("part is percent", g=g, n=n, p=percent, l=place),)
            return Story("part of", told, (ask(n / percent * 100, "whole asked", g=g, l=place),))


def seats(d: Draw) -> Story:
    """People who have to be carried or seated: how many vehicles, how many places are free."""
    g, (room, low, high) = d.one(GOERS), d.one(ROOMS)
    k = known(d.even(low, high))
    people: Term = known(d.number(int(k.value) + 1, int(k.value) * 9))
    told: list[Said] = [say("go on a trip", g=g, n=people, l=d.place())]
    if d.chance(0.4):
        m = known(d.number(2, 9))
        told.append(say("leaders come", n=m))
        people = people + m
    told.append(say("room for", r=room, k=k))
    need = people / k if people.value % k.value == 0 else people.ceil(k)
    asked = [ask(need, "rooms needed", r=room)]
    if people.value % k.value:
        asked += [ask(people % k, "in the last", r=room), ask(need * k - people, "free places", r=room)]
    return Story("seats", tuple(told), tuple(asked))


def rectangle(d: Draw) -> Story:
    p, x, y = d.one(PLOTS), known(d.number(3, 60)), known(d.number(2, 40))
    area, around = x * y, (x + y) * 2
    match d.number(0, 4):
        case 0 | 1:
            told: tuple[Said, ...] = (say("rectangle", p=p, x=x, y=y),)
            asked = [ask(area, "area", p=p), ask(around, "perimeter", p=p)]
            return Story("rectangle", told, tuple(asked[:: d.one((1, -1))]))
        case 2:
            n = known(area.value)
            return Story(
                "rectangle",
                (say("area and length", p=p, n=n, x=x),),
                (ask(n / x, "width", p=p), ask((n / x + x) * 2, "perimeter", p=p)),
            )
        case 3:
            n = known(around.value)
            return Story(
                "rectangle", (say("perimeter and length", p=p, n=n, x=x),), (ask(n / 2 - x, "width", p=p),)
            )
        case _:
            k = known(d.number(2, 15))
            told = (say("rectangle", p=p, x=x, y=y), say("cost per square", k=k))
            return Story("rectangle", told, (ask(area * k, "cost of area", p=p), ask(area, "area", p=p)))


def square(d: Draw) -> Story:
    p, x = d.one(PLOTS), known(d.number(3, 40))
    if d.chance(0.4):
        n = known(x.value * 4)
        return Story(
            "square",
            (say("square around", p=p, n=n),),
            (ask(n / 4, "side", p=p), ask((side := n / 4) * side, "area", p=p)),
        )
    return Story(
        "square",
        (say("square", p=p, x=x),),
        tuple([ask(x * x, "area", p=p), ask(x * 4, "perimeter", p=p)][:: d.one((1, -1))]),
    )


def in_line(d: Draw) -> Story:
    """People in a line: so many before and behind somebody."""
    a, x, y = d.child(), known(d.number(2, 20)), known(d.number(2, 20))
    if d.chance(0.5):
        return Story(
            "in line", (say("before and behind", A=a, x=x, y=y),), (ask(x + y + 1, "length of line"),)
        )
    n = known(int(x.value + y.value))
    told: tuple[Said, ...] = (say("line of", n=n), say("place from front", A=a, x=x))
    return Story("in line", told, (ask(n - x, "behind", A=a), ask(n - x + 1, "place from back", A=a)))


def posts(d: Draw) -> Story:
    """Trees or lamps at equal gaps along a road, at both ends or in a ring."""
    o, gap, count = d.thing(PLANTED), known(d.number(2, 12)), d.number(4, 40)
    n = known(int(gap.value) * count)
    if d.chance(0.6):
        told: tuple[Said, ...] = (say("road planted", n=n, g=gap, o=o),)
        return Story("posts", told, (ask(n / gap + 1, "how many planted", o=o),))
    told = (say("pond planted", n=n, g=gap, o=o),)
    return Story("posts", told, (ask(n / gap, "how many planted", o=o),))


def sum_and_difference(d: Draw) -> Story:
    a, b, o = d.person(), d.person(), d.thing()
    low, k = d.number(4, 60), known(d.number(2, 40))
    n = known(2 * low + int(k.value))
    told: tuple[Said, ...] = (say("have together", A=a, B=b, o=o, n=n), say("more than", A=a, B=b, o=o, k=k))
    return Story(
        "sum and difference",
        told,
        (ask((n - k) / 2, "how many has", A=b, o=o), ask((n + k) / 2, "how many has", A=a, o=o)),
    )


def sum_and_multiple(d: Draw) -> Story:
    a, b, o = d.person(), d.person(), d.thing()
    low, k = d.number(4, 40), known(d.number(2, 7))
    n = known(low * (int(k.value) + 1))
    told: tuple[Said, ...] = (
        say("have together", A=a, B=b, o=o, n=n),
        say("times as many", A=a, B=b, o=o, k=k),
    )
    one = n / (k + 1)
    return Story(
        "sum and multiple", told, (ask(one, "how many has", A=b, o=o), ask(one * k, "how many has", A=a, o=o))
    )


def thought_of(d: Draw) -> Story:
    """A number that is multiplied and added to: it is found by going back."""
    a, x, k, n = d.person(), d.number(2, 40), known(d.number(2, 9)), known(d.number(2, 50))
    if d.chance(0.5):
        end = known(x * int(k.value) + int(n.value))
        return Story(
            "thought of", (say("times plus", A=a, k=k, n=n, e=end),), (ask((end - n) / k, "the number", A=a),)
        )
    end = known((x + int(n.value)) * int(k.value))
    return Story(
        "thought of", (say("plus times", A=a, k=k, n=n, e=end),), (ask(end / k - n, "the number", A=a),)
    )


def heads_and_legs(d: Draw) -> Story:
    two, four = d.one(BIRDS), d.one(BEASTS)
    x, y = d.number(3, 30), d.number(3, 30)
    heads, legs = known(x + y), known(2 * x + 4 * y)
    told: tuple[Said, ...] = (say("heads and legs", o=two, p=four, h=heads, l=legs),)
    beasts = (legs - heads * 2) / 2
    return Story(
        "heads and legs",
        told,
        (ask(beasts, "how many animals", o=four), ask(heads - beasts, "how many animals", o=two)),
    )


PLANTED = (
    Noun("tree", "trees", "树", "棵"), Noun("lamp", "lamps", "路灯", "盏"), Noun("flag", "flags", "彩旗",
        "面"), Noun("bench", "benches", "长椅", "张"),
    Noun("bush", "bushes", "灌木", "棵"), Noun("post", "posts", "木桩", "根"),
)  # fmt: skip
BIRDS = tuple(each for each in GROUPS["animal"] if each.one in ("hen", "duck", "goose", "pigeon"))
BEASTS = tuple(
    each
    for each in GROUPS["animal"]
    if each.one in ("sheep", "goat", "rabbit", "cow", "pig", "horse", "donkey")
)
RELATIONS = (
    ages, age_reached, average, ratio, part_of, part_of, seats, seats, rectangle, square, in_line, posts,
    sum_and_difference, sum_and_multiple, thought_of, heads_and_legs,
)  # fmt: skip
