"""A certificate says what bears an answer out, and comes out again from the question and the program alone."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest

from reasoner.stages.solve import Solve
from reasoner.state import Candidate, Certificate, Check, State
from reasoner.verification import certificate as certificates
from reasoner.verification.certificate import certificate, digest, read, recheck
from reasoner.verification.checks import Checker, custom, python, sympy
from reasoner.verification.checks.case import Case
from support import SANDBOX, candidate, check, context

PENS = "A box holds 6 pens. How many pens are in 8 boxes?"
TWENTY_FOUR = "def check(question, answer):\n    return eval(answer) == 24\n"

Form = dict[str, Any]


def solved(question: str) -> Form:
    found = Solve().run(State(question), context()).candidates
    return form(certificate(question, found[0].answer or "", found, SANDBOX))


def stated(question: str, answer: str) -> Form:
    """Of an answer that a model stated, and `verify` found to agree with the solution."""
    found = checked(candidate(answer), sympy.check, Case(question, SANDBOX))
    return form(certificate(question, answer, [found], SANDBOX))


def executed(program: str, answer: str, question: str = PENS) -> Form:
    attempt = candidate(answer, text=f"```python\n{program}\n```")
    return form(
        certificate(question, answer, [checked(attempt, python.check, Case(question, SANDBOX))], SANDBOX)
    )


def accepted(program: str, answer: str, question: str = "4 6 8 8") -> Form:
    found = checked(candidate(answer), custom.check, Case(question, SANDBOX, checker=program))
    return form(certificate(question, answer, [found], SANDBOX))


def checked(attempt: Candidate, checker: Checker, case: Case) -> Candidate:
    """The attempt with what the check found."""
    found = checker(attempt, case)
    assert found is not None
    return replace(attempt, checks=(found,))


def form(found: Certificate | None) -> Form:
    """The JSON form."""
    assert found is not None
    made: Form = json.loads(json.dumps(asdict(found)))
    return made


def forged(given: Form, **changes: object) -> Form:
    """With a hash that fits the changes."""
    made = {**given, **changes}
    return {**made, "hashes": {**made["hashes"], "certificate": digest(made)}}


@pytest.fixture(scope="module")
def made() -> dict[str, Form]:
    """One of each kind and method."""
    return {
        "exact": solved("12*(3+4)"),
        "conversion": solved("convert 5 miles to km"),
        "symbolic": solved("Solve x^2 - 5x + 6 = 0"),
        "numeric": stated("What is sqrt(8) + 1?", "3.828"),
        "stated": stated("12*(3+4)", "84.0"),
        "program": executed("print(6 * 8)", "48"),
        "equal": executed("print(6 * 8.0)", "48"),
        "checker": accepted(TWENTY_FOUR, "(8 - 6 + 4) * 4"),
    }


@pytest.mark.parametrize(
    ("name", "kind", "method", "claim", "result"),
    [
        ("exact", "exact", "exact", "the answer to the question is 84", "84"),
        ("conversion", "exact", "exact", "the answer to the question is 8.04672 km", "8.04672 km"),
        ("symbolic", "symbolic", "substitution", "the answer to the question is x = 2, x = 3", "x = 2, x = 3"),
        ("numeric", "numeric", "identity", "the answer to the question is 3.828, rounded", "1 + 2*sqrt(2)"),
        ("stated", "exact", "exact", "the answer to the question is 84.0", "84"),
        ("program", "executed", "program", "this program gives 48", "48"),
        ("equal", "executed", "program", "this program gives 48.0", "48.0"),
        ("checker", "executed", "checker", "this checker program accepts (8 - 6 + 4) * 4 as an answer to the question", "True"),
    ],
)  # fmt: skip
def test_it_says_what_was_found_how_and_of_which_kind(
    made: dict[str, Form], name: str, kind: str, method: str, claim: str, result: str
) -> None:
    found = made[name]
    assert (found["kind"], found["method"], found["claim"], found["result"]) == (kind, method, claim, result)
    assert recheck(found, SANDBOX) == certificates.Finding("verified")
    assert asdict(read(found)) == found


def test_a_program_that_ran_does_not_claim_that_the_answer_is_right(made: dict[str, Form]) -> None:
    found = made["equal"]
    assert found["shows"] == "the program ran in the sandbox and gave 48.0, with which the answer 48 agrees"
    assert found["does_not_show"].endswith("and so that the answer is right")


@pytest.mark.parametrize(
    "checks",
    [
        (),
        (check("pass", by="arithmetic"),),
        (check("unknown", by="python"),),
        (check("pass", "proof", by="oracle"),),
        (Check("python", "pass", "support", "1 of 1 program gave 48 as well", "print(6 * 8)"),),
        (Check("python", "pass", "support", "ran", "print(6 * 8)"), check("fail", by="arithmetic")),
    ],
)
def test_what_cannot_be_shown_again_makes_no_certificate(checks: tuple[Check, ...]) -> None:
    assert certificate(PENS, "48", [candidate("48", *checks)], SANDBOX) is None


def test_a_solution_that_was_not_proved_makes_no_certificate() -> None:
    checks = (check("unknown", "proof", by="substitution"), check("pass", by="arithmetic"))
    found = candidate("x = 2", *checks, origin="solve")
    assert certificate("Solve x^2 = 4", "x = 2", [found], SANDBOX) is None


def test_a_program_that_gives_another_value_each_time_makes_no_certificate() -> None:
    program = "import random\nprint(random.random())\n"
    ran = Check("python", "pass", "support", "the program ran and gave 0.5", program)
    attempt = candidate("0.5", ran, text=f"```python\n{program}```")
    assert certificate("How likely is it?", "0.5", [attempt], SANDBOX) is None


def test_a_proof_comes_before_a_program_that_ran() -> None:
    case = Case("12*(3+4)", SANDBOX)
    ran = checked(candidate("84", text="```python\nprint(84)\n```"), python.check, case)
    proved = checked(candidate("84"), sympy.check, case)
    found = certificate("12*(3+4)", "84", [ran, proved], SANDBOX)
    assert found is not None
    assert found.kind == "exact"
    both = replace(ran, checks=(*ran.checks, *proved.checks))
    assert certificate("12*(3+4)", "84", [both], SANDBOX) == found


SIGNS = "aZ0.- \n\t\0\"\\{'é资\u0301\u200b\u202e\uff10\U0001f600\ud800"
"""Characters of every class, with those that hide or turn others."""


def changed(text: str) -> Iterator[str]:
    """The text with a character changed, added, left out or put elsewhere."""
    yield from (text + sign for sign in SIGNS)
    yield from (sign + text[1:] for sign in SIGNS if text[:1] != sign)
    middle = len(text) // 2
    yield from (text[:at] + text[at + 1 :] for at in {0, middle, len(text) - 1} if text)
    yield from {text.swapcase(), text[::-1]} - {text}


def variants(value: object) -> Iterator[object]:
    """Values that differ from the given one in a character, a type, a key or an entry."""
    match value:
        case str(text):
            yield from changed(text)
        case dict(entries):
            for name, text in entries.items():
                yield from ({**entries, name: other} for other in changed(text))
                yield {key: entry for key, entry in entries.items() if key != name}
                yield {(f"{key}x" if key == name else key): entry for key, entry in entries.items()}
            yield {**entries, "more": "x"}
    yield from (
        other for other in (None, 0, True, 1.0, [], "", [value]) if json.dumps(other) != json.dumps(value)
    )


@pytest.mark.parametrize("name", ["exact", "symbolic", "program", "checker"])
def test_a_changed_character_anywhere_is_found_by_the_hash(made: dict[str, Form], name: str) -> None:
    for key, value in made[name].items():
        for variant in variants(value):
            found = recheck(dict(made[name], **{key: variant}), SANDBOX)
            assert found.reason == "the hash does not match: something in it was changed", (key, variant)


WORDS = ("format", "kind", "method", "claim", "expression", "result", "shows", "does_not_show", "inputs")


@pytest.mark.parametrize("key", WORDS)
@pytest.mark.parametrize("name", ["exact", "program", "checker"])
def test_who_makes_a_new_hash_cannot_change_what_it_says(made: dict[str, Form], name: str, key: str) -> None:
    others = [form[key] for form in made.values() if form[key] != made[name][key]]
    for variant in [*variants(made[name][key]), *others]:
        assert recheck(forged(made[name], **{key: variant}), SANDBOX).verdict == "failed", variant


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("exact", {"answer": "85"}),
        ("exact", {"answer": "85", "result": "85", "claim": "the answer to the question is 85"}),
        ("exact", {"question": "12*(3+5)"}),
        ("exact", {"question": "What is the capital of France?"}),
        ("exact", {"question": "12*(3+5)", "expression": "evaluate 12*(3 + 5)"}),
        ("symbolic", {"answer": "x = 2"}),
        ("symbolic", {"kind": "exact"}),
        ("numeric", {"kind": "symbolic"}),
        ("numeric", {"does_not_show": "that the question was meant as it was read"}),
        ("numeric", {"answer": "3.829"}),
        ("program", {"answer": "49"}),
        ("program", {"program": "print(7 * 8)\n"}),
        ("program", {"program": "while True: pass\n"}),
        ("program", {"program": None}),
        ("program", {"method": "checker"}),
        ("program", {"kind": "exact", "claim": "the answer to the question is 48"}),
        ("program", {"kind": "exact", "method": "exact", "program": None, "expression": "evaluate 6*8"}),
        ("checker", {"answer": "8 + 8 + 8 + 4"}),
        ("checker", {"method": "program"}),
        ("checker", {"program": "def check(question, answer):\n    return False\n"}),
        ("checker", {"claim": "the answer to the question is (8 - 6 + 4) * 4"}),
        ("exact", {"versions": {}}),
        ("exact", {"versions": {"reasoner": "1", "python": "3", "pydantic-monty": "1, and audited"}}),
        ("exact", {"note": "audited"}),
        ("program", {"answer": "4" * (1 << 20)}),
        ("program", {"program": "x = 1\n" * 100_000}),
    ],
)  # fmt: skip
def test_who_makes_a_new_hash_cannot_make_it_say_what_is_not_so(
    made: dict[str, Form], name: str, changes: Form
) -> None:
    found = recheck(forged(made[name], **changes), SANDBOX, limit_seconds=0.5)
    assert found.verdict == "failed"
    assert found.reason != "the hash does not match: something in it was changed"


def test_another_version_is_told_and_no_fault(made: dict[str, Form]) -> None:
    given = forged(made["exact"], versions=made["exact"]["versions"] | {"pydantic-monty": "1.3.9"})
    found = recheck(given, SANDBOX)
    assert (found.verdict, found.differing) == (
        "verified",
        {"pydantic-monty": ("1.3.9", made["exact"]["versions"]["pydantic-monty"])},
    )


def test_what_is_too_long_to_be_checked_gets_no_certificate() -> None:
    program = f"print(48) # {'x' * certificates.MAX_CHARACTERS}\n"
    ran = Check("python", "pass", "support", "the program ran and gave 48", program)
    assert certificate(PENS, "48", [candidate("48", ran, text=f"```python\n{program}```")], SANDBOX) is None
