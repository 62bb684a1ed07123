"""Whatever comes in, what goes out is an answer, an abstention or one line that says what to mend."""

import io
import json
import re
import time
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasoner import resources
from reasoner.cli import jsonl, main
from reasoner.errors import ConfigError, InputError
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.result import Result
from reasoner.state import Answered, Passage
from support import Shelf, context

BRIEF = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
SECONDS = 30.0
"""For one question of the math pipeline: a limit of 5 s for each attempt, and what a busy machine adds."""


def brief(examples: int) -> settings:
    return settings(BRIEF, max_examples=examples)


def long(examples: int) -> settings:
    return settings(BRIEF, max_examples=examples, derandomize=False, print_blob=True)


# YAML


BUNDLED = {name: path.read_text(encoding="utf-8") for name, path in resources.bundled_pipelines().items()}
ODD = st.sampled_from(
    ["\t", "\x00", "\x85", "\ufeff", "\u202e", "é", "线", "😀", "&a ", "*a", "<<: ", "!!x ", "- ", ": ", "{", "}", "[", "]", "'", '"', "|", "#", "%", "---\n", "...\n", "? "]
)  # fmt: skip
WORDS = st.sampled_from(
    ["stage", "stages", "think", "vote", "when", "samples", "mode", "prompt", "only_for", "checks", "about", "name",
     "route", "repeat", "otherwise", "", "x", "../x", "/dev/null", "cot.txt", "math", "a" * 300, "null", "\u0000"]
)  # fmt: skip
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=8)
STRUCTURES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=25,
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A bundled pipeline, after a few accidents."""
    text = BUNDLED[draw(st.sampled_from(sorted(BUNDLED)))]
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines[at] = " " * draw(st.integers(0, 12)) + lines[at].lstrip()
            case 3:
                lines[at] = re.sub(r"\w+", lambda _: draw(WORDS), lines[at], count=1)
            case 4:
                key, _, _ = lines[at].partition(":")
                lines[at] = f"{key}: {json.dumps(draw(STRUCTURES), ensure_ascii=draw(st.booleans()))}"
            case 5:
                column = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:column] + draw(ODD) + lines[at][column:]
            case _:
                lines[at] += draw(st.sampled_from("[{(")) * draw(st.integers(1, 400))
        text = "\n".join(lines)
    return text


def assert_a_pipeline_or_its_problems(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "p.yaml"
        path.write_bytes(data)
        said = problems_of(path)
    lines = re.split(r"\r\n|[\n\r\x85\u2028\u2029]", data.decode("utf-8-sig", errors="replace"))
    for says in said:
        found = re.fullmatch(rf"{re.escape(str(path))}:(\d+):(\d+): .*\S", says)
        assert found, says
        assert says.isprintable(), says
        line, column = int(found[1]), int(found[2])
        assert 1 <= line <= len(lines), says
        assert 1 <= column <= len(lines[line - 1].encode()) + 1, says


def problems_of(path: Path) -> list[str]:
    """Each problem of the file; none for one that is a pipeline."""
    try:
        read_pipeline(str(path))
    except ConfigError as error:
        return str(error).split("\n")
    return []


RANDOM_BYTES = st.binary(max_size=200)
RANDOM_STRUCTURES = STRUCTURES.map(lambda value: json.dumps(value).encode())
STAGE_LISTS = st.lists(
    st.dictionaries(WORDS, LEAVES, max_size=4).map(lambda keys: {"stage": "think"} | keys) | STRUCTURES,
    max_size=5,
).map(lambda stages: json.dumps({"stages": stages}).encode())
MUTATIONS = mutated().map(lambda text: text.encode("utf-8", errors="surrogatepass"))
YAML = RANDOM_BYTES | RANDOM_STRUCTURES | STAGE_LISTS | MUTATIONS | MUTATIONS


@brief(300)
@given(YAML)
def test_a_pipeline_file_is_read_or_each_of_its_problems_has_a_place(data: bytes) -> None:
    assert_a_pipeline_or_its_problems(data)


@pytest.mark.soak
@long(30_000)
@given(YAML)
def test_many_pipeline_files(data: bytes) -> None:
    assert_a_pipeline_or_its_problems(data)


# Questions


FORMULA_PIECES = st.sampled_from(
    [*"0123456789+-*/^=<>!%()[]{}|,.;:xyei°√π∞²½&_'\"\\ ", "\\frac", "\\sqrt", "\\int_", "\\sum_{k=1}^", "\\lim_{x \\to ", "\\begin{cases}",
     "\\left(", "\\times", "sin", "ln", "log", "sqrt", "mod", "10^", "9^9", "1e", "0x", "!!", "--", "dx", " and ", " or ", " of ", "\\\\", "%%"]
)  # fmt: skip
ASKS = st.sampled_from(
    ["", "Solve ", "What is ", "simplify ", "factor ", "expand ", "integrate ", "derivative of ", "limit of ", "convert ", "the sum of ",
     "How many ", "解方程 ", "计算", "求", "因式分解", "Solve for x: ", "If "]
)  # fmt: skip
ENDS = st.sampled_from(
    [
        "",
        "?",
        " = 0",
        " from 0 to 1",
        " as x -> 0",
        " to km",
        " for x",
        "的导数",
        "等于多少？",
        " = ?",
        ", y = 2",
    ]
)
FORMULAS = st.tuples(ASKS, st.lists(FORMULA_PIECES, max_size=14).map("".join), ENDS).map("".join)
CHINESE = st.text(
    "零一二三四五六七八九十百千万亿点分之又负加减乘除以的平方根等于多少是求解方程和与公里米克斤，。？",
    max_size=20,
)
ENGLISH = st.lists(st.sampled_from(["Tom", "has", "3", "apples", "how", "many", "what", "is", "the", "capital", "of", "solve", "x"]), max_size=12).map(" ".join)  # fmt: skip
HUGE = st.sampled_from(
    ["1+" * 45_000 + "1", "(" * 50_000, "((" * 200 + "1" + "))" * 200, "x^" * 200 + "2", "9^" * 40 + "9", "-" * 500 + "1", "2!" + "!" * 300,
     "1" * 99_000, "\\frac{1}{" * 300 + "2" + "}" * 300, "[" * 300 + "]" * 300, "{" * 2_000, "|" * 599, "sqrt" * 140, "sin " * 140, "°" * 600, "why " * 25_000,
     "解" * 99_999, "a,\n" * 30_000, "10^10^10", "10^(10^10)", "9999!", "2^99999", "0." + "3" * 500, "1e999999999", "1e-999999999", "x=" * 290, "1/" * 290 + "1",
     "1:" * 290 + "1", "½" * 590, "\\left" * 100, "sum " * 100, "%" * 590, "solve " + "x+" * 250 + "x=1", "factor x^9999-1", "expand (x+1)^9999", "5 km in " * 60]
)  # fmt: skip
ANYTHING = st.text(max_size=60) | st.text(
    st.characters(categories=["Cc", "Cf", "Cs", "Zs", "Mn", "So", "Nl", "No"]), max_size=30
)
QUESTIONS = FORMULAS | FORMULAS | CHINESE | ENGLISH | ANYTHING | HUGE

PROGRAMS = st.sampled_from(
    ["print(6*7)", "while True: pass", "1/0", "import os; os.system('x')", "print('a'*10**7)", "exit(3)", "raise KeyboardInterrupt", "x = [0]*10**10",
     "print('\\x1b[31m')", "print(float('nan'))", "def f(): f()\nf()", "print(10**5000)", "print('\\ud800')", "ans = 4", "(", ""]
)  # fmt: skip
SAID = (
    FORMULAS.map(lambda formula: f"So \\boxed{{{formula}}}.")
    | FORMULAS.map(lambda formula: f"{formula}\nThe answer is {formula}.")
    | PROGRAMS.map(lambda code: f"```python\n{code}\n```")
    | st.sampled_from(["<think>", "<think>4</think>", "</think>", '{"answer": ', "1", "2", "9", "0", "-1", "٣", "", "\x00", "\x1b[2J", "\ud83d", "Answer: " * 500, "\\boxed{" * 400])
    | ANYTHING
)  # fmt: skip


ZORK = "The city of Zork has 4 gates. Its capital is called Foo\u202etown.\n\nA gate is made of iron. 佐克城有四座门。"
SENTENCES = [match.span() for match in re.finditer(r"[^.。\n]+[.。]", ZORK)]
SHELF = Shelf(tuple(Passage(ZORK[start:end], "zork.md", start, end, score=0.9) for start, end in SENTENCES))


@cache
def pipeline(name: str) -> Pipeline:
    return read_pipeline(name)


def assert_an_outcome(name: str, question: str, said: list[str]) -> None:
    start = time.monotonic()
    with suppress(InputError):
        assert_a_result(pipeline(name).run(question, context=context(*said, retrievers={"default": SHELF})))
    assert time.monotonic() - start < SECONDS


def assert_a_result(result: Result) -> None:
    outcome = result.outcome
    assert outcome.confidence is None or 0 <= outcome.confidence <= 1
    assert isinstance(outcome, Answered) or outcome.reason
    again = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert again["outcome"] == ("answered" if isinstance(outcome, Answered) else "abstained")
    for citation in outcome.citations if isinstance(outcome, Answered) else ():
        assert citation.quote == ZORK[citation.start : citation.end]
        assert citation.source == "zork.md"


def outcome_test(name: str, limit: settings) -> Callable[[], None]:
    @limit
    @given(question=QUESTIONS, said=st.lists(SAID, min_size=1, max_size=3))
    def run(question: str, said: list[str]) -> None:
        assert_an_outcome(name, question, said)

    return run


@pytest.mark.parametrize(
    ("name", "examples"),
    [("direct", 150), ("qa", 150), ("math", 120), ("auto", 100), ("multi_hop", 60), ("qa_short", 60)],
)
def test_every_question_has_an_outcome(name: str, examples: int) -> None:
    outcome_test(name, brief(examples))()


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("name", "examples"),
    [
        ("direct", 5_000),
        ("qa", 5_000),
        ("math", 2_000),
        ("auto", 2_000),
        ("multi_hop", 2_000),
        ("qa_short", 2_000),
    ],
)
def test_many_questions(name: str, examples: int) -> None:
    outcome_test(name, long(examples))()


# Rows


ROWS = st.lists(
    st.binary(max_size=40)
    | st.dictionaries(st.sampled_from(["question", "id", "samples", "outcome", "error"]), STRUCTURES, max_size=3).map(
        lambda row: json.dumps(row).encode()
    )
    | st.sampled_from([b'{"question": "why?"}', b"", b"[]", b'{"question": 1e999}', b"{" * 5_000, b'{"question": "\\ud800"}', b"\xef\xbb\xbf"]),
    max_size=6,
).map(b"\n".join)  # fmt: skip


@brief(120)
@given(ROWS)
def test_a_file_of_rows_is_read_row_by_row(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "q.jsonl"
        path.write_bytes(data)
        rows = rows_of(path)
    assert [row.line for row in rows] == sorted({row.line for row in rows})
    for row in rows:
        assert row.problem or row.fields["question"].strip()
        assert "\n" not in row.problem


def rows_of(path: Path) -> list[jsonl.Row]:
    """The rows of the file; none where the whole of it cannot be used."""
    try:
        return list(jsonl.read(str(path), "question"))
    except InputError:
        return []


@brief(25)
@given(ROWS)
def test_every_row_gets_a_result_or_an_error(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        script, source, target = (Path(folder) / name for name in ("s.yaml", "q.jsonl", "a.jsonl"))
        script.write_text("lines: [{say: [four]}]")
        source.write_bytes(data)
        with pytest.raises(SystemExit) as exit_, redirect_stderr(io.StringIO()):
            main(
                [
                    "run",
                    "direct",
                    "--input",
                    str(source),
                    "--output",
                    str(target),
                    "--model",
                    f"scripted:{script}",
                ]
            )
        rows = rows_of(source)
        usable = bool(rows) and not any(row.problem for row in rows)
        assert exit_.value.code in ((0, 2) if usable else (2,))  # half a surrogate pair is found out later
        written = (
            [json.loads(line) for line in target.read_bytes().split(b"\n") if line] if target.exists() else []
        )
    assert len(written) == len(rows)
    assert all(
        ("outcome" in found) != bool(row.problem) or row.fields
        for found, row in zip(written, rows, strict=True)
    )
