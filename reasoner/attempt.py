"""What a model wrote becomes a candidate, with the answer that it states in the mode in which it thought."""

from typing import Literal

from reasoner.models.model import Completion
from reasoner.state import Candidate
from reasoner.verification import answers
from reasoner.verification.equivalence import Kind
from reasoner.verification.extraction import programs, reply
from reasoner.verification.sandbox import Sandbox

Mode = Literal["direct", "cot", "program", "quote"]


def attempt(completion: Completion, mode: Mode, kind: Kind, sandbox: Sandbox, seconds: float) -> Candidate:
    """The candidate; a quote has its answer only once it is compared with the passages.

    A program runs in the sandbox for that many seconds at most.
    """
    text, origin = completion.text.strip(), mode
    answer: str | None = None
    match mode:
        case "direct":
            answer = reply.after_thinking(text).strip() or None
        case "cot":
            answer = answers.extract(text, whole=completion.finish_reason == "stop", kind=kind)
            if answer is None and (code := programs.code_block(text)):
                # Some models answer with a program whatever they are asked for.
                answer, origin = sandbox.run(code, seconds).value, "program"
        case "program":
            code = programs.code_block(text)
            answer = sandbox.run(code, seconds).value if code else None
    return Candidate(
        text=text,
        answer=answer,
        origin=origin,
        source=completion.source,
        logprob=completion.logprob,
        tokens=completion.tokens,
        cut=completion.finish_reason == "length",
        seed=completion.seed,
        score=completion.score,
        p_true=completion.p_true,
    )
