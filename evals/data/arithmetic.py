"""Arithmetic and algebra with exact answers."""

import random
from fractions import Fraction

from evals.data.asking import Asked, Kind, plain


def compute(text: str, value: Fraction | int) -> Asked:
    """The value of an expression."""
    return Asked(f"What is {text}?", f"计算：{text}", plain(value))


def solve(equation: str, gold: str) -> Asked:
    """The solutions for x."""
    return Asked(f"Solve for x: {equation}", f"解方程：{equation}", gold)


def signed(value: int) -> str:
    """A number to add, with its sign before it."""
    return f"+ {value}" if value >= 0 else f"- {-value}"


def add(r: random.Random) -> Asked:
    a, b = r.randint(100, 999), r.randint(100, 999)
    return compute(f"{a} + {b}", a + b)


def subtract(r: random.Random) -> Asked:
    a, b = r.randint(100, 999), r.randint(1000, 1999)
    return compute(f"{a} - {b}", a - b)


def multiply(r: random.Random) -> Asked:
    a, b = r.randint(12, 99), r.randint(12, 99)
    return compute(f"{a} * {b}", a * b)


def divide(r: random.Random) -> Asked:
    a, b = r.randint(12, 99), r.randint(3, 19)
    return compute(f"{a * b} / {b}", a)


def brackets(r: random.Random) -> Asked:
    a, b, c = r.randint(3, 19), r.randint(2, 30), r.randint(2, 30)
    return compute(f"{a} * ({b} + {c})", a * (b + c))


def nested(r: random.Random) -> Asked:
    a, b, c, d = (r.randint(2, 20) for _ in range(4))
    return compute(f"({a} - {b}) * ({c} + {d}) - {a}", (a - b) * (c + d) - a)


def fractions(r: random.Random) -> Asked:
    a, b = Fraction(r.randint(1, 8), r.choice([3, 5, 7])), Fraction(r.randint(1, 9), r.choice([4, 8, 11]))
    return compute(f"{a.numerator}/{a.denominator} + {b.numerator}/{b.denominator}", a + b)


def product_of_fractions(r: random.Random) -> Asked:
    a, b = Fraction(r.randint(2, 9), 11), Fraction(r.randint(2, 9), 13)
    return compute(f"{a.numerator}/{a.denominator} * {b.numerator}/{b.denominator}", a * b)


def decimals(r: random.Random) -> Asked:
    a, b = r.randint(11, 99), r.randint(11, 99)
    return compute(f"{a / 10} * {b / 10}", Fraction(a * b, 100))


def powers(r: random.Random) -> Asked:
    a, b = r.randint(2, 9), r.randint(3, 5)
    return compute(f"{a}^{b} - {b}^2", a**b - b**2)


def percentage(r: random.Random) -> Asked:
    a, b = r.randint(1, 19) * 5, r.randint(2, 40) * 20
    return Asked(f"What is {a}% of {b}?", f"{b} 的 {a}% 是多少？", plain(Fraction(a * b, 100)))


def remainder(r: random.Random) -> Asked:
    a, b = r.randint(100, 999), r.randint(6, 19)
    return Asked(f"What is {a} mod {b}?", f"{a} 除以 {b} 的余数是多少？", plain(a % b))


def linear(r: random.Random) -> Asked:
    a, b, x = r.randint(2, 9), r.randint(1, 30), r.randint(-12, 12)
    return solve(f"{a}x {signed(b)} = {a * x + b}", plain(x))


def linear_on_both_sides(r: random.Random) -> Asked:
    a, b, x = r.randint(5, 9), r.randint(2, 4), r.randint(2, 15)
    c = r.randint(1, 20)
    return solve(f"{a}x - {c} = {b}x {signed((a - b) * x - c)}", plain(x))


def linear_with_a_fraction(r: random.Random) -> Asked:
    a, b, c = r.choice([3, 5, 7]), r.randint(1, 9), r.randint(10, 29)
    return solve(f"{a}x {signed(b)} = {c}", plain(Fraction(c - b, a)))


def linear_in_brackets(r: random.Random) -> Asked:
    a, b, x = r.randint(2, 9), r.randint(1, 9), r.randint(2, 20)
    return solve(f"{a}(x - {b}) = {a * (x - b)}", plain(x))


def quadratic(r: random.Random) -> Asked:
    p, q = sorted(r.sample([x for x in range(-9, 10) if x], 2))
    middle = f"{signed(-(p + q))}x " if p + q else ""
    return solve(f"x^2 {middle}{signed(p * q)} = 0", f"x = {p} or x = {q}")


def square_root(r: random.Random) -> Asked:
    a, b = r.randint(11, 29), r.randint(2, 9)
    return compute(f"sqrt({a * a}) + {b}", a + b)


def factorial(r: random.Random) -> Asked:
    a, b = r.randint(5, 8), r.randint(10, 99)
    value = 1
    for i in range(2, a + 1):
        value *= i
    return compute(f"{a}! - {b}", value - b)


def proportion(r: random.Random) -> Asked:
    a, b, c = r.randint(2, 9), r.randint(2, 9), r.randint(2, 9)
    return solve(f"x / {a} = {b * c} / {c}", plain(a * b))


ARITHMETIC = (
    Kind("add", "easy", add),
    Kind("linear", "medium", linear),
    Kind("fractions", "medium", fractions),
    Kind("quadratic", "hard", quadratic),
    Kind("subtract", "easy", subtract),
    Kind("brackets", "medium", brackets),
    Kind("linear_on_both_sides", "hard", linear_on_both_sides),
    Kind("multiply", "easy", multiply),
    Kind("nested", "hard", nested),
    Kind("percentage", "medium", percentage),
    Kind("divide", "easy", divide),
    Kind("powers", "medium", powers),
    Kind("linear_in_brackets", "medium", linear_in_brackets),
    Kind("product_of_fractions", "medium", product_of_fractions),
    Kind("decimals", "medium", decimals),
    Kind("linear_with_a_fraction", "hard", linear_with_a_fraction),
    Kind("remainder", "medium", remainder),
    Kind("square_root", "medium", square_root),
    Kind("factorial", "medium", factorial),
    Kind("proportion", "medium", proportion),
)
