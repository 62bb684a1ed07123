"""Questions that take a short program: counting, sorting, digits, letters, things done over and over."""

import random

from evals.adapter.asking import Question
from evals.adapter.row import Language
from evals.adapter.words.nouns import THINGS

TASKS = (
    ("print(sum(1 for i in range(1, {n} + 1) if i % {a} == 0))",
        ("How many whole numbers from 1 to {n} can be divided by {a}?",
        "Count the multiples of {a} up to {n}."), ("1到{n}中有多少个数能被{a}整除？",
        "不超过{n}的{a}的倍数有几个？")),
    ("print(sum(i for i in range(1, {n} + 1) if i % {a} == {b}))",
        ("Add up all numbers up to {n} that leave {b} when divided by {a}.",),
        ("把1到{n}中除以{a}余{b}的数全部加起来，是多少？",)),
    ("print(sum(int(c) for c in str({a} ** {n})))",
        ("What is the sum of the digits of {a} to the power {n}?",), ("{a}的{n}次方的各位数字之和是多少？",)),
    ("print(len(str({a} ** {n})))", ("How many digits does {a} to the power {n} have?",),
        ("{a}的{n}次方有多少位数字？",)),
    ("print(sum(i * i for i in range(1, {n} + 1)))",
        ("What do the squares of the numbers from 1 to {n} add up to?",),
        ("从1到{n}的所有整数的平方和是多少？",)),
    ("print(sorted({l})[{k}])", ("Put {l} in rising order. Which number is at place {o}?",),
        ("把{l}从小到大排列，第{o}个是几？",)),
    ("print('{w}'.count('{c}'))", ("How often does the letter {c} occur in '{w}'?",
        "Count the letter {c} in the word '{w}'."), ("'{w}'里有几个字母{c}？",)),
    ("print('{w}'[::-1])", ("Write '{w}' backwards.", "What is '{w}' from right to left?"),
        ("把'{w}'倒过来写。",)),
    ("print(bin({n})[2:])", ("What is {n} in binary?", "Write {n} with zeros and ones."),
        ("{n}的二进制是什么？",)),
    ("print(sum(1 for i in range(2, {n} + 1) if all(i % j for j in range(2, i))))",
        ("How many primes are there up to {n}?",), ("不大于{n}的质数有多少个？",)),
    ("x = {b}\nfor _ in range({k}):\n    x = x * {a} + {o}\nprint(x)",
        ("Begin with {b}. Multiply by {a} and add {o}, and do so {k} times. What comes out?",),
        ("从{b}开始，每次乘{a}再加{o}，重复{k}次，结果是多少？",)),
    ("print(max({l}) - min({l}))", ("What is the gap between the largest and the smallest of {l}?",),
        ("{l}中最大的数与最小的数差多少？",)),
)  # fmt: skip


def programming(r: random.Random, language: Language) -> Question:
    code, english, chinese = r.choice(TASKS)
    word = r.choice(THINGS).one.replace(" ", "")
    a = r.randint(3, 12)
    slots = {"n": r.randint(30, 400), "a": a, "b": r.randint(1, a - 1), "w": word, "c": r.choice(word),
        "k": (k := r.randint(2, 6)), "o": k + 1,
        "l": [r.randint(1, 99) for _ in range(r.randint(7, 10))]}  # fmt: skip
    text = r.choice(english if language == "en" else chinese).format(**slots)
    return Question(text, "python", {"code": code.format(**slots)}, lambda result: result)
