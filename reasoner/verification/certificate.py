"""A certificate: what proved an answer, in a form that anyone can check again."""

from typing import Literal

from reasoner.state import Candidate, Certificate, Check
from reasoner.verification.checks import sympy
from reasoner.verification.checks.case import Case
from reasoner.verification.sandbox import Sandbox


def certificate(question: str, candidate: Candidate) -> Certificate | None:
    """The certificate of a proved candidate, from the first proof that it passed; None for any other."""
    if not candidate.proved or candidate.answer is None:
        return None
    proof = next(check for check in candidate.checks if check.strength == "proof" and check.verdict == "pass")
    kind: Literal["exact", "symbolic"] = "exact" if proof.by == "exact" else "symbolic"
    return Certificate(kind, question, candidate.answer, proof.evidence, f"{proof.by}: {proof.reason}")


def recheck(certificate: Certificate, sandbox: Sandbox, limit_seconds: float = 5.0) -> Check:
    """Proves the answer again from the question alone, whatever the certificate says about it."""
    candidate = Candidate(certificate.answer, certificate.answer, "certificate")
    found = sympy.check(candidate, Case(certificate.question, sandbox, limit_seconds))
    reason = "the question is no formal problem, so nothing can be proved again"
    return found or Check(sympy.NAME, "unknown", "proof", reason)
