"""Stories with numbers, of one to three steps."""

import random
from fractions import Fraction

from evals.data.asking import Asked, Kind, plain


def marbles(r: random.Random) -> Asked:
    a, b = r.randint(12, 60), r.randint(12, 60)
    return Asked(
        f"Lena has {a} marbles and her brother has {b}. How many marbles do they have together?",
        f"小丽有 {a} 颗弹珠，弟弟有 {b} 颗。他们一共有多少颗弹珠？",
        plain(a + b),
    )


def bus(r: random.Random) -> Asked:
    a, b, c = r.randint(30, 60), r.randint(5, 25), r.randint(3, 20)
    return Asked(
        f"A bus carries {a} people. At the next stop {b} get off and {c} get on. "
        "How many are on the bus then?",
        f"一辆公共汽车上有 {a} 人，到站后下去 {b} 人，又上来 {c} 人。现在车上有多少人？",
        plain(a - b + c),
    )


def shelves(r: random.Random) -> Asked:
    a, b = r.randint(4, 15), r.randint(11, 40)
    return Asked(
        f"A library has {a} shelves with {b} books on each. How many books are on the shelves?",
        f"图书馆有 {a} 个书架，每个书架上放着 {b} 本书。书架上一共有多少本书？",
        plain(a * b),
    )


def sharing(r: random.Random) -> Asked:
    a, b, c = r.randint(4, 12), r.randint(5, 20), r.randint(1, 3)
    return Asked(
        f"A teacher has {a * b + c} pencils. She keeps {c} and shares the rest equally among {a} pupils. "
        "How many pencils does each pupil get?",
        f"老师有 {a * b + c} 支铅笔，自己留下 {c} 支，其余的平均分给 {a} 名学生。每名学生分到几支铅笔？",
        plain(b),
    )


def change(r: random.Random) -> Asked:
    a, b = r.randint(3, 9), r.randint(4, 12)
    paid = (a * b // 50 + 1) * 50
    return Asked(
        f"A notebook costs {b} dollars. Omar buys {a} of them and pays with {paid} dollars. "
        "How many dollars does he get back?",
        f"一本笔记本 {b} 元，小明买了 {a} 本，付了 {paid} 元。应找回多少元？",
        plain(paid - a * b),
    )


def train(r: random.Random) -> Asked:
    a, b, c = r.randint(60, 120), r.randint(2, 5), r.randint(20, 90)
    return Asked(
        f"A train drives at {a} kilometres an hour for {b} hours and then another {c} kilometres. "
        "How many kilometres does it drive in all?",
        f"一列火车以每小时 {a} 千米的速度行驶了 {b} 小时，然后又行驶了 {c} 千米。它一共行驶了多少千米？",
        plain(a * b + c),
    )


def age(r: random.Random) -> Asked:
    a, b, c = r.randint(6, 12), r.randint(3, 5), r.randint(2, 10)
    return Asked(
        f"Nora is {a} years old and her mother is {b} times as old. How old will the mother be in {c} years?",
        f"小红今年 {a} 岁，妈妈的年龄是她的 {b} 倍。{c} 年后妈妈多少岁？",
        plain(a * b + c),
    )


def discount(r: random.Random) -> Asked:
    a, b = r.randint(2, 20) * 20, r.choice([10, 20, 25, 30, 40])
    return Asked(
        f"A coat costs {a} dollars. In the sale it is {b}% cheaper. "
        "How many dollars does it cost in the sale?",
        f"一件外套原价 {a} 元，促销时降价 {b}%。促销价是多少元？",
        plain(Fraction(a * (100 - b), 100)),
    )


def garden(r: random.Random) -> Asked:
    a, b = r.randint(6, 30), r.randint(4, 20)
    return Asked(
        f"A garden is {a} metres long and {b} metres wide. How many metres of fence go once around it?",
        f"一个长方形花园长 {a} 米，宽 {b} 米。绕花园一周需要多少米的篱笆？",
        plain(2 * (a + b)),
    )


def eggs(r: random.Random) -> Asked:
    a, b, c = r.randint(5, 12), r.randint(4, 6), r.randint(2, 9)
    return Asked(
        f"A farm has {a} hens that lay {b} eggs each in a week. {c} of the eggs break. "
        "How many whole eggs are left?",
        f"农场有 {a} 只母鸡，每只一周下 {b} 个蛋，其中 {c} 个碎了。还剩多少个完好的鸡蛋？",
        plain(a * b - c),
    )


def difference(r: random.Random) -> Asked:
    a, b = r.randint(60, 99), r.randint(20, 59)
    return Asked(
        f"The red tower is {a} metres high and the blue one {b} metres. "
        "By how many metres is the red tower higher?",
        f"红塔高 {a} 米，蓝塔高 {b} 米。红塔比蓝塔高多少米？",
        plain(a - b),
    )


def boxes(r: random.Random) -> Asked:
    a, b = r.randint(6, 12), r.randint(5, 15)
    return Asked(
        f"{a * b} apples are packed into boxes of {a}. How many boxes are filled?",
        f"把 {a * b} 个苹果装进盒子里，每盒装 {a} 个。一共装满多少盒？",
        plain(b),
    )


def wages(r: random.Random) -> Asked:
    a, b, c = r.randint(12, 25), r.randint(4, 8), r.randint(3, 6)
    return Asked(
        f"Tom earns {a} dollars an hour and works {b} hours a day. "
        f"How many dollars does he earn in {c} days?",
        f"小王每小时挣 {a} 元，每天工作 {b} 小时。{c} 天一共挣多少元？",
        plain(a * b * c),
    )


def mean(r: random.Random) -> Asked:
    a, b, c = r.randint(60, 99), r.randint(60, 99), r.randint(60, 99)
    return Asked(
        f"In three tests Mia got {a}, {b} and {c} points. "
        "What is the mean of her points, as an exact number?",
        f"小美三次测验分别得了 {a} 分、{b} 分和 {c} 分。她的平均分是多少（写成精确的数）？",
        plain(Fraction(a + b + c, 3)),
    )


def savings(r: random.Random) -> Asked:
    a, b, c = r.randint(10, 30), r.randint(5, 10), r.randint(20, 45)
    return Asked(
        f"Ben saves {a} dollars a month for {b} months and then buys a game for {c} dollars. "
        "How many dollars are left?",
        f"小刚每月存 {a} 元，存了 {b} 个月后花 {c} 元买了一个游戏。还剩多少元？",
        plain(a * b - c),
    )


def tickets(r: random.Random) -> Asked:
    a, b, c, d = r.randint(2, 4), r.randint(9, 15), r.randint(2, 5), r.randint(4, 8)
    return Asked(
        f"A ticket costs {b} dollars for adults and {d} dollars for children. "
        f"How many dollars do {a} adults and {c} children pay in all?",
        f"成人票每张 {b} 元，儿童票每张 {d} 元。{a} 名成人和 {c} 名儿童一共要付多少元？",
        plain(a * b + c * d),
    )


def recipe(r: random.Random) -> Asked:
    a, b, c = r.randint(2, 4), r.randint(50, 150), r.randint(5, 12)
    return Asked(
        f"A cake for {a} people needs {a * b} grams of flour. "
        f"How many grams of flour does a cake for {c} people need?",
        f"做一个够 {a} 人吃的蛋糕需要 {a * b} 克面粉。做一个够 {c} 人吃的蛋糕需要多少克面粉？",
        plain(b * c),
    )


def half(r: random.Random) -> Asked:
    a, b = r.randint(10, 40) * 2, r.randint(3, 9)
    return Asked(
        f"Of {a} birds on a roof, half fly away. Then {b} more come. How many birds are on the roof then?",
        f"屋顶上有 {a} 只鸟，飞走了一半，后来又飞来 {b} 只。现在屋顶上有多少只鸟？",
        plain(a // 2 + b),
    )


def tank(r: random.Random) -> Asked:
    a, b, c = r.randint(12, 20), r.randint(3, 8), r.randint(6, 15)
    return Asked(
        f"Every minute {a} litres flow into an empty tank and {b} litres flow out. "
        f"How many litres are in the tank after {c} minutes?",
        f"一个空水箱每分钟流入 {a} 升水，同时流出 {b} 升水。{c} 分钟后水箱里有多少升水？",
        plain((a - b) * c),
    )


def groups(r: random.Random) -> Asked:
    a, b, c, d = r.randint(2, 4), r.randint(20, 30), r.randint(3, 9), r.randint(2, 4)
    total = a * b + c
    total += -total % d
    c = total - a * b
    return Asked(
        f"{a} classes of {b} pupils each and {c} teachers go on a trip and are split into {d} equal groups. "
        "How many people are in each group?",
        f"{a} 个班各有 {b} 名学生，加上 {c} 名老师一起去郊游，平均分成 {d} 组。每组有多少人？",
        plain(total // d),
    )


WORD_PROBLEMS = (
    Kind("marbles", "1", marbles),
    Kind("bus", "2", bus),
    Kind("wages", "2", wages),
    Kind("tickets", "3", tickets),
    Kind("shelves", "1", shelves),
    Kind("sharing", "2", sharing),
    Kind("groups", "3", groups),
    Kind("difference", "1", difference),
    Kind("change", "2", change),
    Kind("train", "2", train),
    Kind("boxes", "1", boxes),
    Kind("age", "2", age),
    Kind("mean", "3", mean),
    Kind("discount", "2", discount),
    Kind("garden", "2", garden),
    Kind("eggs", "2", eggs),
    Kind("savings", "2", savings),
    Kind("recipe", "2", recipe),
    Kind("half", "2", half),
    Kind("tank", "2", tank),
)
