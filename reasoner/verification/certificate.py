"""Certificates: what bears an answer out, in a form that anyone can check again without a model or a network.

To check one is to make it anew from the question, the answer and the program alone, and to compare.
"""

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.state import Candidate, Certificate, CertificateKind
from reasoner.verification.checks import custom, python, sympy
from reasoner.verification.checks.case import Case
from reasoner.verification.equivalence import equal
from reasoner.verification.extraction.programs import code_block
from reasoner.verification.problems import formal
from reasoner.verification.problems.problem import Problem
from reasoner.verification.problems.solution import solution
from reasoner.verification.sandbox import Json, Sandbox
from reasoner.version import __version__

FORMAT = 1
LIMIT_SECONDS = 5.0
MAX_CHARACTERS = 1 << 20
"""Of a certificate, as JSON."""
PROGRAM, CHECKER = "program", "checker"

_BEARING: Mapping[CertificateKind, tuple[str, ...]] = {
    "exact": ("pydantic-monty",),
    "symbolic": ("sympy", "latex2sympy2_extended"),
    "numeric": ("pydantic-monty", "sympy", "latex2sympy2_extended"),
    "executed": ("pydantic-monty", "sympy"),
}
"""The packages that bear on each kind, besides Python and ourselves."""
_VERSION = pattern(r"[0-9A-Za-z.+!_-]{1,40}")


def certificate(
    question: str, answer: str, candidates: Sequence[Candidate], sandbox: Sandbox
) -> Certificate | None:
    """The certificate of an answer that the candidates gave, by the strongest check that one of them passed.

    None where none passed any, or where what it found does not come out again.
    """
    case = Case(question, sandbox, LIMIT_SECONDS)
    for candidate in sorted(candidates, key=lambda candidate: not candidate.proved):
        found = None if candidate.refuted else _certified(candidate, answer, case)
        if found is not None:
            return found if isinstance(found, Certificate) and _fits(asdict(found)) else None
    return None


def _certified(candidate: Candidate, answer: str, case: Case) -> Certificate | str | None:
    """By the candidate's strongest passed check that can be made again; None where there is none."""
    passed = [check for check in candidate.checks if check.verdict == "pass"]
    for check in sorted(passed, key=lambda check: check.strength != "proof"):
        if check.by == sympy.NAME:
            return _of_question(answer, case)
        if check.by == custom.NAME:
            return _of_checker(answer, check.evidence, case)
        if check.by == python.NAME and check.evidence == code_block(candidate.text):
            return _of_program(answer, check.evidence, case)
        by_solve = candidate.origin == "solve" and candidate.answer == answer
        problem = formal.read(case.question) if by_solve and check.strength == "proof" else None
        if problem:
            return _solution(problem, case.question, answer, answer, check.by)
    return None


def _of_question(answer: str, case: Case) -> Certificate | str:
    """By solving the question; why not, where the answer is not its solution."""
    problem = formal.read(case.question)
    if problem is None:
        return "the question is no formal problem"
    solved = solution(problem, case.sandbox, case.limit_seconds)
    if solved is None:
        return f"no solution was found within {case.limit_seconds:g} s"
    if solved.check.verdict != "pass":
        return solved.check.reason
    if solved.answer == answer:
        return _solution(problem, case.question, answer, answer, solved.check.by)
    compared = sympy.check(Candidate(answer, answer, "certificate"), case)
    if compared is None or compared.verdict != "pass":
        return compared.reason if compared else "the answer was not compared"
    by_numbers = compared.strength != "proof"
    return _solution(problem, case.question, answer, solved.answer, solved.check.by, by_numbers=by_numbers)


def _of_program(answer: str, program: str, case: Case) -> Certificate | str:
    """By running the program; why not, where it does not give the answer."""
    run = case.sandbox.run(program, case.limit_seconds)
    if run.verdict != "ok" or not run.value:
        return f"the program gave no result: {run.reason or run.ending}"
    if run.value != answer and not _equal(run.value, answer, case):
        return f"the program gave {_quoted(run.value)}, not {_quoted(answer)}"
    gave = _quoted(run.value)
    return _sealed(
        Certificate(
            kind="executed",
            method=PROGRAM,
            claim=f"this program gives {gave}",
            question=case.question,
            answer=answer,
            program=program,
            result=run.value,
            shows=f"the program ran in the sandbox and gave {gave}{_agreement(answer, run.value)}",
            does_not_show="that the program does what the question asks, and so that the answer is right",
        )
    )


def _of_checker(answer: str, program: str, case: Case) -> Certificate | str:
    """By asking the user's checker; why not, where it does not accept the answer."""
    found = custom.check(Candidate(answer, answer, "certificate"), replace(case, checker=program))
    if found is None or found.verdict != "pass":
        return found.reason if found else "the checker was not run"
    return _sealed(
        Certificate(
            kind="executed",
            method=CHECKER,
            claim=f"this checker program accepts {_quoted(answer)} as an answer to the question",
            question=case.question,
            answer=answer,
            program=program,
            inputs={"question": case.question, "answer": answer},
            result="True",
            shows="check(question, answer) of the program ran in the sandbox and accepted the answer",
            does_not_show="that the checker program accepts right answers only",
        )
    )


def _solution(
    problem: Problem, question: str, answer: str, result: str, method: str, *, by_numbers: bool = False
) -> Certificate:
    """That the question, read as this problem, has the `result` for its solution, and so the answer."""
    how = "worked out exactly" if method == "exact" else f"checked by {method}"
    return _sealed(
        Certificate(
            kind="numeric" if by_numbers else "exact" if method == "exact" else "symbolic",
            method=method,
            claim=f"the answer to the question is {_quoted(answer)}{', rounded' * by_numbers}",
            question=question,
            answer=answer,
            expression=problem.text,
            result=result,
            shows=f"the question was read as '{_quoted(problem.text)}'; its solution, {how}, is "
            f"{_quoted(result)}{_agreement(answer, result, by_numbers=by_numbers)}",
            does_not_show="that the answer is exact, or " * by_numbers
            + "that the question was meant as it was read",
        )
    )


def _quoted(text: str) -> str:
    return one_line(text, 200)


def _agreement(answer: str, result: str, *, by_numbers: bool = False) -> str:
    if answer == result:
        return ""
    how = "agrees as far as it is written" if by_numbers else "agrees"
    return f", with which the answer {_quoted(answer)} {how}"


def _equal(left: str, right: str, case: Case) -> bool:
    return equal(left, right, case.sandbox, case.limit_seconds).verdict == "equal"


def _sealed(found: Certificate, versions: Mapping[str, str] | None = None) -> Certificate:
    """The certificate with its hashes and its versions, which are those of here unless given."""
    evidence = (found.program or found.expression or "").encode(errors="replace")
    hashes = {"evidence": hashlib.sha256(evidence).hexdigest()}
    found = replace(found, versions=_versions(found.kind) if versions is None else versions, hashes=hashes)
    return replace(found, hashes=hashes | {"certificate": digest(asdict(found))})


@cache
def _versions(kind: CertificateKind) -> Mapping[str, str]:
    here = {"reasoner": __version__, "python": platform.python_version()}
    return here | {name: _installed(name) for name in _BEARING[kind]}


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def digest(form: Mapping[str, Json]) -> str:
    """SHA-256 of the JSON form but for this hash: sorted keys, no spaces, ASCII."""
    hashes = form.get("hashes")
    if isinstance(hashes, dict):
        form = {**form, "hashes": {name: value for name, value in hashes.items() if name != "certificate"}}
    return hashlib.sha256(_canonical(form).encode()).hexdigest()


def _fits(form: Mapping[str, Json]) -> bool:
    return len(_canonical(form)) <= MAX_CHARACTERS


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


_ADAPTER = TypeAdapter(Certificate)


def read(form: Mapping[str, Json]) -> Certificate:
    """The certificate in its JSON form. Raises: ValueError, saying in what it is none."""
    try:
        return _ADAPTER.validate_json(json.dumps(form))
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        key = ".".join(str(step) for step in detail["loc"]) or "the whole"
        says = one_line(detail["msg"])
        raise ValueError(f"'{one_line(key, 60)}' will not do: {says[:1].lower()}{says[1:]}") from None


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a certificate holds, and why not."""

    verdict: Literal["verified", "failed"]
    reason: str = ""
    differing: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Software that had another version when it was made: that one, and that of here."""


def recheck(form: Mapping[str, Json], sandbox: Sandbox, limit_seconds: float = LIMIT_SECONDS) -> Finding:
    """Whether the certificate in its JSON form is whole, and comes out again word for word."""
    if not _fits(form):
        return Finding("failed", f"it is longer than {MAX_CHARACTERS >> 20} MiB")
    hashes = form.get("hashes")
    if not isinstance(hashes, dict) or hashes.get("certificate") != digest(form):
        return Finding("failed", "the hash does not match: something in it was changed")
    try:
        given = read(form)
    except ValueError as error:
        return Finding("failed", str(error))
    found = _again(given, Case(given.question, sandbox, limit_seconds))
    if isinstance(found, str):
        return Finding("failed", f"it does not come out again: {found}")
    here = found.versions
    if given.versions.keys() != here.keys() or not all(map(_VERSION.fullmatch, given.versions.values())):
        return Finding("failed", f"its versions must be those of {', '.join(here)}")
    anew = asdict(_sealed(found, given.versions))
    for key in anew:
        if key not in form or _canonical(form[key]) != _canonical(anew[key]):
            says = f"'{key}' is {_shown(form.get(key))}, but it comes out as {_shown(anew[key])}"
            return Finding("failed", says)
    others = {name: (was, here[name]) for name, was in given.versions.items() if was != here[name]}
    return Finding("verified", differing=others)


def _again(given: Certificate, case: Case) -> Certificate | str:
    """What comes of the question, the answer and the program alone, whatever else the certificate says."""
    if given.program is None:
        return _of_question(given.answer, case)
    make = _of_checker if given.method == CHECKER else _of_program
    return make(given.answer, given.program, case)


def _shown(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), 100)
