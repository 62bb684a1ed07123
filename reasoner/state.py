"""The values that flow through a pipeline. None of them changes; a stage returns a new State."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, get_args

from pydantic import ConfigDict

Verdict = Literal["pass", "fail", "unknown"]
Strength = Literal["proof", "support"]
Role = Literal["system", "user", "assistant", "tool"]
ConfidenceKind = Literal["raw", "calibrated"]
Mark = Literal["verbatim", "paraphrase", "misattributed", "stitched", "unsupported"]
"""A sentence of an answer: it stands in a passage word for word; a passage says it in other words; another
passage than the one it names says it; it is put together of quotes from several places; or none of these."""
StopReason = Literal["all", "leader", "posterior", "verified", "budget"]
"""Every sample was drawn; the leader could not be caught; it was sure enough; a proof; no budget was left."""
Effort = Literal["low", "medium", "high", "auto"]
"""How many samples a question is worth: a quarter of those named, those named, four times as many, or as
its difficulty asks for."""
CertificateKind = Literal["exact", "symbolic", "numeric", "executed"]
"""Exact numbers; symbolic mathematics; agreement of numbers; a program that was run."""


AbstentionCode = Literal["no_answer", "unsure", "unsupported", "contradiction", "no_time"]
"""Nothing could be answered with; the confidence was too low; no source bears on the question; the sources
contradict each other; the time was up or the caller gave up."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool as a model wrote it."""

    tool: str
    """The name by which the model calls it."""
    arguments: str
    """A JSON object, if the model keeps to the rules."""
    id: str = ""
    """What the result is to name, where a model calls tools natively."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call of a tool, and what came of it."""

    call: Call
    result: str
    """What the model was told; for a call that failed, an error that it can act on."""
    ok: bool
    seconds: float = 0.0
    looked_up: bool = False
    """It searched documents, so that an answer can be held against what was found."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message for a chat model."""

    role: Role
    content: str
    calls: tuple[Call, ...] = ()
    """Of an assistant that calls tools natively."""
    call_id: str = ""
    """Of the role "tool": the call whose result it is."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier turn of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Intent:
    """What kind of question it is; `score` in [0, 1]."""

    kind: str
    score: float


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document: `text` is exactly the characters [start, end) of the source."""

    text: str
    source: str
    """Path of the document, relative to the indexed root."""
    start: int
    end: int
    line: int = 1
    """Line of the document at which the passage starts, from 1."""
    page: int | None = None
    score: float = 0.0
    """How well it bears on the question; the retriever says in which unit."""
    headings: tuple[str, ...] = ()
    """Titles of the document and the sections that it stands in, the widest first."""
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What else is known of it, such as the other fields of a row."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A verbatim quote: characters [start, end) of the document `source`."""

    quote: str
    source: str
    start: int
    end: int
    line: int
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Attribution:
    """A sentence of an answer, and what the sources have of it."""

    sentence: str
    mark: Mark
    citations: tuple[int, ...] = ()
    """Numbers, from 1, of the citations of the answer that it rests on."""
    reason: str = ""
    """Why it is not verbatim."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a check found out about a candidate. "unknown" is never counted as wrong."""

    by: str
    verdict: Verdict
    strength: Strength
    reason: str
    evidence: str = ""
    """What was computed, in a form that can be computed again."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One attempt at an answer. `answer` is None when the text states none."""

    text: str
    answer: str | None
    origin: str
    """The mode or stage that made it: "direct", "cot", "program", "quote", "decompose", "solve", "tools"."""
    source: str | None = None
    """Which system wrote it, in recordings of several."""
    logprob: float | None = None
    """Mean log-probability of its tokens, at most 0."""
    tokens: int = 0
    cut: bool = False
    """It was cut off where it reached the most tokens that it could have."""
    seed: int | None = None
    score: float | None = None
    """What a reward model gave it, in that model's unit; higher is better."""
    p_true: float | None = None
    """Probability in [0, 1] that whoever made it gave its being right."""
    prompt: str | None = None
    """Names the messages that it completes; samples of the same messages have the same."""
    checks: tuple[Check, ...] = ()
    calls: tuple[Called, ...] = ()
    """The tools that were called on the way, in order."""
    mends: "Candidate | None" = None
    """The faulty attempt that it was asked to mend, as that stood then."""

    @property
    def proved(self) -> bool:
        """A check that counts as proof passed, and none that counts as proof failed."""
        proofs = [check.verdict for check in self.checks if check.strength == "proof"]
        return "pass" in proofs and "fail" not in proofs

    @property
    def refuted(self) -> bool:
        """Some check failed."""
        return any(check.verdict == "fail" for check in self.checks)


@dataclass(frozen=True, slots=True)
class Tally:
    """One class of equal answers: who is in it, and how it stands in the vote."""

    answer: str
    """The answer as its first member wrote it."""
    members: tuple[int, ...]
    """Indices of the candidates, ascending."""
    weight: float
    """What the vote is decided by; 0 for an answer that cannot win."""
    share: float
    """Of the votes of all candidates, those without an answer included; in [0, 1]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A record of what bears an answer out, to be checked again by anyone; its JSON form has these keys."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    format: Literal[1] = 1
    """Of the keys and the wording; a certificate can be checked where the same format is known."""
    kind: CertificateKind
    method: str
    """"program", "checker", or how the solution of a formal question was checked, such as "substitution"."""
    claim: str
    """In words, what is certified."""
    question: str
    answer: str
    expression: str | None = None
    """The formal problem that the question was read as; None beside a program."""
    program: str | None = None
    """The program that was run; None beside an expression."""
    inputs: Mapping[str, str] = field(default_factory=dict)
    """What the program was given, by name."""
    result: str
    """What the expression or the program came to."""
    shows: str
    """In words, what this shows, and no more than that."""
    does_not_show: str
    versions: Mapping[str, str] = field(default_factory=dict)
    """Of the software that bears on it, by name."""
    hashes: Mapping[str, str] = field(default_factory=dict)
    """SHA-256, in hexadecimal: "evidence" of the expression or program, "certificate" of all the rest."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The pipeline stands by `text` with `confidence` in [0, 1]."""

    text: str
    confidence: float
    citations: tuple[Citation, ...] = ()
    certificate: Certificate | None = None
    kind: ConfidenceKind = "raw"
    """Whether the confidence was compared with how often such answers are right."""
    raw: float | None = None
    """The confidence as it came to the stage that accepted the answer; None where none did."""
    attributions: tuple[Attribution, ...] = ()
    """Each sentence of the text, in order, where sources were compared with it."""


@dataclass(frozen=True, slots=True)
class Abstained:
    """The pipeline does not answer, and says why; `confidence` is that of the answer it held back."""

    reason: str
    confidence: float | None = None
    kind: ConfidenceKind = "raw"
    raw: float | None = None
    """The same as it came to the stage that held the answer back; None where there was nothing to hold."""
    citations: tuple[Citation, ...] = ()
    """What was nearest, or the quotes that contradict each other."""
    code: AbstentionCode = "no_answer"
    """The kind of reason."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything known about one question so far."""

    question: str
    history: tuple[Turn, ...] = ()
    intent: Intent | None = None
    queries: tuple[str, ...] = ()
    """What else to search for, besides the question itself."""
    passages: tuple[Passage, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    votes: tuple[Tally, ...] = ()
    """The classes of equal answers in the order in which the vote ranks them, the winner first."""
    outcome: Answered | Abstained | None = None

    @property
    def proved(self) -> bool:
        """Some candidate is proved."""
        return any(candidate.proved for candidate in self.candidates)


FieldName = Literal["question", "history", "intent", "queries", "passages", "candidates", "votes", "outcome"]
FIELDS: tuple[FieldName, ...] = get_args(FieldName)
"""The names of the fields of a State."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a run or a stage spent. Tokens and `samples_started` count cancelled work too."""

    samples: int = 0
    """Samples that the decision used."""
    sample_budget: int = 0
    """Samples that were allowed."""
    samples_started: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.samples + other.samples,
            self.sample_budget + other.sample_budget,
            self.samples_started + other.samples_started,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
        )

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(
            self.samples - other.samples,
            self.sample_budget - other.sample_budget,
            self.samples_started - other.samples_started,
            self.prompt_tokens - other.prompt_tokens,
            self.completion_tokens - other.completion_tokens,
        )


NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Savings:
    """The ledger of a round of sampling: what was allowed, what was drawn, and what stopping early saved."""

    stopped: StopReason
    budget: int
    """Samples that were allowed."""
    drawn: int
    """Samples that the decision used."""
    agreement: float
    """Probability that all of the budget would have come to the same leading answer, in [0, 1]."""
    tokens: int = 0
    """Tokens that were not generated, estimated from those of the samples that were drawn."""
    seconds: float = 0.0
    """Wall time that was not spent, estimated in the same way."""

    @property
    def samples(self) -> int:
        """Samples that were not drawn."""
        return self.budget - self.drawn


@dataclass(frozen=True, slots=True)
class Step:
    """One stage as it ran: seconds of wall time, fields it changed, what it spent, the steps inside it."""

    stage: str
    seconds: float
    changed: tuple[FieldName, ...]
    usage: Usage = NO_USAGE
    steps: tuple["Step", ...] = ()
    savings: tuple[Savings, ...] = ()
    """A ledger for each round of sampling that the stage itself went through."""
    given_up: tuple[Called, ...] = ()
    """Calls of tools of a sample that was given up when its time was up: they were made all the same."""
