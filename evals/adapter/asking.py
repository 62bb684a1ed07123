"""Questions that a tool answers, with the call that is right and how its result is turned into the answer."""

import datetime
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from evals.adapter import program, reading
from evals.adapter.row import NOT_STATED, Language
from evals.adapter.term import plain
from evals.adapter.words.english import MONTHS, capital

WEEKDAYS = {
    "Monday": "星期一", "Tuesday": "星期二", "Wednesday": "星期三", "Thursday": "星期四", "Friday": "星期五",
        "Saturday": "星期六", "Sunday": "星期日",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its call, and the answer once the result is known."""

    text: str
    tool: str
    arguments: Mapping[str, str]
    answer: Callable[[str], str]
    found: str = ""
    """What the search gives; the other tools are called."""
    then: Callable[[str], "Question"] | None = None
    """The call that its result makes possible, where there is one."""


Make = Callable[[random.Random, Language], Question]

OPERATIONS = (
    ("{a} + {b}", ("Add {a} and {b}.", "What do you get when you put {a} and {b} together?",
        "Sum up {a} and {b} for me.", "{a} plus {b}, please."), ("{a}加{b}得多少？", "请算一下{a}与{b}的和。",
        "{a}和{b}加在一起是几？")),
    ("{a} - {b}", ("Take {b} away from {a}.", "By how much is {a} larger than {b}?",
        "{a} minus {b} gives what?"), ("{a}减去{b}得多少？", "{a}比{b}大多少？", "请算{a}与{b}的差。")),
    ("{a} * {b}", ("What is the product of {a} and {b}?", "How much is {b} times {a}?",
        "I need {a} multiplied by {b}."), ("{a}和{b}的积是多少？", "{a}的{b}倍是多少？",
        "请把{a}与{b}相乘。")),
    ("{a} / {c}", ("How much is {a} divided by {c}?", "Divide {a} into {c} equal parts. How large is each?",
        "Work out {a} over {c}."), ("{a}除以{c}得多少？", "把{a}平均分成{c}份，每份是多少？")),
    ("{p}% of {a}", ("How much is {p} percent of {a}?", "Work out {p}% of {a}.",
        "I want {p}% of the amount {a}. How much is that?"), ("{a}的百分之{p}是多少？", "请算出{a}的{p}%。")),
    ("({a} + {b}) * {c}", ("Add {a} to {b}, then take the sum {c} times.",
        "What is {c} times the sum of {a} and {b}?"), ("{a}与{b}的和的{c}倍是多少？",
        "先把{a}和{b}相加，再乘{c}，得多少？")),
    ("({a} - {b}) / {c}", ("Subtract {b} from {a} and divide what is left by {c}.",
        "What is a share of one in {c} of the difference between {a} and {b}?"),
        ("{a}减{b}的差再除以{c}是多少？", "先算{a}减{b}，再除以{c}，结果是几？")),
    ("{a} * {b} + {d}", ("Multiply {a} by {b}, then add {d}.",
        "To the product of {a} and {b}, add {d}. What comes out?"), ("{a}乘{b}再加{d}得多少？",
        "{a}与{b}的积加上{d}是多少？")),
    ("{c}^{e}", ("Raise {c} to the power of {e}.", "How much is {c} to the {e}th power?"),
        ("{c}的{e}次方是多少？", "请计算{c}的{e}次幂。")),
    ("{a} + {a} * {p}%", ("Raise {a} by {p} percent.", "What does {a} become after a rise of {p}%?"),
        ("{a}增加百分之{p}后是多少？", "把{a}提高{p}%，得多少？")),
    ("({a} + {b} + {d}) / 3", ("What is the mean of {a}, {b} and {d}?",
        "Average the three numbers {a}, {b} and {d}."), ("{a}、{b}、{d}的平均数是多少？",
        "求{a}、{b}和{d}三个数的平均值。")),
    ("{c}/{e} + {e}/{c}", ("Add the fractions {c}/{e} and {e}/{c}.",
        "How much are {c}/{e} and {e}/{c} together?"), ("分数{c}/{e}与{e}/{c}的和是多少？",
        "{c}/{e}加{e}/{c}得多少？")),
)  # fmt: skip


def calculation(r: random.Random, language: Language) -> Question:
    """Numbers put in words."""
    expression, english, chinese = r.choice(OPERATIONS)
    a, b = sorted((r.randint(12, 9999), r.randint(12, 999)), reverse=True)
    numbers = {
        "a": a,
        "b": b,
        "c": r.randint(2, 19),
        "d": r.randint(3, 400),
        "e": r.randint(4, 9),
        "p": r.randint(2, 95),
    }
    if r.random() < 0.2:
        numbers |= {"a": f"{a}.{r.randint(1, 9)}"}  # type: ignore[dict-item]
    text = r.choice(english if language == "en" else chinese).format(**numbers)
    return Question(text, "calculator", {"expression": expression.format(**numbers)}, figure)


def story(r: random.Random, language: Language) -> Question:
    """A story whose answer is one expression."""
    while True:
        row = next(program.rows(r, language, ""))
        expression = row.target.removeprefix("ans=")
        if "\n" not in expression and "//" not in expression and "%" not in expression:
            return Question(row.question, "calculator", {"expression": expression}, figure)


def figure(result: str) -> str:
    """The number that the calculator gives, exact where it says both."""
    return result.partition(" ≈ ")[0].partition(" = ")[0]


UNITS = (
    (("km", "kilometres", "千米"), ("mile", "miles", "英里"), ("m", "metres", "米"), ("nautical mile",
        "nautical miles", "海里")),
    (("cm", "centimetres", "厘米"), ("inch", "inches", "英寸"), ("foot", "feet", "英尺"), ("m", "metres",
        "米"), ("yard", "yards", "码")),
    (("kg", "kilograms", "千克"), ("lb", "pounds", "磅"), ("g", "grams", "克"), ("ounce", "ounces", "盎司"),
        ("tonne", "tonnes", "吨")),
    (("L", "litres", "升"), ("mL", "millilitres", "毫升"), ("gallon", "gallons", "加仑")),
    (("hour", "hours", "小时"), ("min", "minutes", "分钟"), ("s", "seconds", "秒"), ("day", "days", "天"),
        ("week", "weeks", "周")),
    (("°C", "degrees Celsius", "摄氏度"), ("°F", "degrees Fahrenheit", "华氏度"), ("K", "kelvin", "开尔文")),
    (("km/h", "kilometres per hour", "千米每小时"), ("m/s", "metres per second", "米每秒"), ("mph",
        "miles per hour", "英里每小时")),
    (("m^2", "square metres", "平方米"), ("hectare", "hectares", "公顷"), ("acre", "acres", "英亩")),
)  # fmt: skip
CONVERT_EN = ("Express {n} {u} in {v}.", "I have {n} {u}; how much is that in {v}?",
    "Please turn {n} {u} into {v}.", "What do {n} {u} come to in {v}?", "In {v}, what is {n} {u}?",
    "A sign says {n} {u}. What would it say in {v}?")  # fmt: skip
CONVERT_ZH = (
    "请把{n}{u}换算成{v}。",
    "{n}{u}合多少{v}？",
    "{n}{u}用{v}表示是多少？",
    "我有{n}{u}，换成{v}是多少？",
    "{n}{u}相当于几{v}？",
)


def conversion(r: random.Random, language: Language) -> Question:
    one, other = r.sample(r.choice(UNITS), 2)
    number = plain(Fraction(r.randint(2, 900), r.choice((1, 1, 1, 2, 10))))
    place = 1 if language == "en" else 2
    text = r.choice(CONVERT_EN if language == "en" else CONVERT_ZH).format(
        n=number, u=one[place], v=other[place]
    )

    def answer(result: str) -> str:
        number_there = amount(result, other[0])
        return f"{number_there} {other[place]}" if language == "en" else f"{number_there}{other[place]}"

    return Question(capital(text), "convert", {"quantity": f"{number} {one[0]}", "to": other[0]}, answer)


def amount(result: str, unit: str) -> str:
    """The number that `convert` gives."""
    return result.replace("≈", "=").rpartition(" = ")[2].removesuffix(f" {unit}")


def written(r: random.Random, language: Language, day: datetime.date) -> str:
    """The date as people write it."""
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    month = MONTHS[day.month - 1]
    return r.choice(
        (
            f"{month} {day.day}, {day.year}",
            f"{day.day} {month} {day.year}",
            f"{day.day} {month[:3]} {day.year}",
        )
    )


def _day(r: random.Random) -> datetime.date:
    return datetime.date(1920, 1, 1) + datetime.timedelta(r.randrange(42000))


LATER = {
    "en": ("A loan of a library book starts on {d} and runs for {n} {u}. When must it be back?",
        "I planted a seed on {d}. What will the date be {n} {u} on?",
        "Counting {n} {u} from {d}, where do I end up?",
        "The warranty begins on {d} and holds for {n} {u}. Until when is it good?"),
    "zh": ("一本书{d}借出，借期{n}{u}，哪天要还？", "我在{d}种下一粒种子，再过{n}{u}是几月几日？",
        "保修从{d}开始，为期{n}{u}，到哪天为止？", "从{d}往后数{n}{u}，是哪一天？"),
}  # fmt: skip
EARLIER = {
    "en": (
        "A bill of {d} was announced {n} {u} earlier. On what date?",
        "What was the date {n} {u} before {d}?",
    ),
    "zh": ("{d}的{n}{u}以前是哪天？", "一份账单的日期是{d}，它在{n}{u}前就通知了，是哪一天通知的？"),
}
BETWEEN = {
    "en": ("A building site was open from {d} to {e}. For how many days?",
        "How long is it between {d} and {e}, in days?",
        "I left on {d} and came back on {e}. How many days was I away?",
        "Count the days from {d} until {e}."),
    "zh": ("工地从{d}开工，到{e}完工，用了多少天？", "{d}和{e}相隔几天？",
        "我{d}出发，{e}回来，出门了多少天？"),
}  # fmt: skip
WEEKDAY = {
    "en": ("What weekday was {d}?", "My grandmother was born on {d}. Which day of the week was that?",
        "Tell me the weekday of {d}.", "Was {d} a weekend day? Name the weekday."),
    "zh": ("{d}那天是周几？", "奶奶生于{d}，那天是星期几呢？", "请告诉我{d}是一周中的哪天。"),
}  # fmt: skip
LENGTHS = (("days", "天", 2, 300), ("weeks", "周", 2, 40), ("months", "个月", 2, 30), ("years", "年", 2, 25))


def calendar(r: random.Random, language: Language) -> Question:
    day, way = _day(r), r.randrange(4)
    shown = written(r, language, day)
    if way == 2:
        last = day + datetime.timedelta(r.randint(3, 1200))
        text = r.choice(BETWEEN[language]).format(d=shown, e=written(r, language, last))
        arguments = {"date": day.isoformat(), "until": last.isoformat()}
        unit = " days" if language == "en" else "天"
        return Question(text, "date", arguments, lambda result: result.partition(": ")[2].split()[0] + unit)
    if way == 3:
        text = r.choice(WEEKDAY[language]).format(d=shown)
        return Question(text, "date", {"date": day.isoformat()}, lambda result: _weekday(result, language))
    english, chinese, low, high = r.choice(LENGTHS)
    n, back = r.randint(low, high), way == 1
    text = r.choice((EARLIER if back else LATER)[language]).format(
        d=shown, n=n, u=english if language == "en" else chinese
    )
    arguments = {"date": day.isoformat(), "add": f"{'-' if back else ''}{n} {english}"}
    return Question(text, "date", arguments, lambda result: result.partition(",")[0])


def _weekday(result: str, language: Language) -> str:
    name = result.split()[-1]
    return name if language == "en" else WEEKDAYS[name]


def looked_up(r: random.Random, language: Language) -> Question:
    """Something that only the documents can say."""
    while True:
        for row in reading.rows(r, language, ""):
            if row.kind != "read" or row.target == NOT_STATED:
                continue
            source = (
                f"notes/{r.choice(('places', 'people', 'records', 'archive', 'guide'))}.md:{r.randint(1, 90)}"
            )
            passage, target = row.passages.replace("\n\n", "\n"), row.target
            query = row.question.rstrip("?？")
            return Question(
                row.question, "search", {"query": query}, _says(target), f"[1] {source}\n{passage}"
            )


def _says(target: str) -> Callable[[str], str]:
    return lambda result: target
