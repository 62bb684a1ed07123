"""A model calls tools until it can answer: one sample, from its first turn to its last."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

from reasoner.models.model import Completion
from reasoner.state import Called, Message, Passage
from reasoner.tools import calling
from reasoner.tools.calling import Bench
from reasoner.tools.dialect import Allowed, Dialect, Move
from reasoner.tools.shortening import shortened

REPEATS = 2
"""Calls that were made before, after which only the answer is asked for."""
ROOM = 64
"""Tokens that another call and its result need at least."""
CALL_FIRST = "no answer counts before a call that succeeded; call a tool first."
FULL = "the window has no room for another turn."
TOO_EARLY = "no call succeeded, and no answer counts before one."
ANSWER = "Answer: "
"""What stands before the answer in a transcript."""

Ask = Callable[[Sequence[Message], Allowed], Completion | None]
"""The next turn after these messages; None where it was not finished in time."""


def _no_limit(messages: Sequence[Message]) -> int | None:
    return None


@dataclass(frozen=True, slots=True)
class Limits:
    """When a dialogue comes to its end."""

    turns: int
    """In which tools may be called."""
    tokens: int | None = None
    """That all turns may have; once they are spent, only the answer is asked for."""
    chars: int = 2000
    """Of a result, at most, for the model."""
    call_first: bool = False
    """No answer counts before a call that succeeded."""
    room: Callable[[Sequence[Message]], int | None] = _no_limit
    """Tokens that the window has left beside these messages; None where it has no end."""
    count: Callable[[str], int] = len
    """Tokens of a text."""

    def shorten(self, text: str, messages: Sequence[Message]) -> str:
        """The result, no longer than is allowed and as it has room after the messages."""
        short, room, most = shortened(text, self.chars), self.room(messages), self.chars
        while room is not None and most > 1 and self.count(short) > room:
            most = min(most, len(text)) // 2
            short = shortened(text, most)
        return short


@dataclass(frozen=True, slots=True)
class Held:
    """A dialogue so far."""

    messages: tuple[Message, ...]
    said: tuple[Completion, ...]
    called: tuple[Called, ...] = ()
    passages: tuple[Passage, ...] = ()
    lines: tuple[str, ...] = ()
    """Of the transcript."""
    answer: str | None = None
    """What the model gave for its answer, word for word."""
    full: bool = False
    """It ended where the window had no room for another turn."""

    @property
    def transcript(self) -> str:
        """All of it, for people."""
        return "\n".join(self.lines)

    @property
    def succeeded(self) -> bool:
        """Some call did."""
        return any(called.ok for called in self.called)

    def ended(self, answer: str | None) -> "Held":
        """With the answer that it came to."""
        return self if answer is None else replace(self.noted(f"{ANSWER}{answer}"), answer=answer)

    def noted(self, *lines: str) -> "Held":
        """With more lines in the transcript, those that are empty left out."""
        return replace(self, lines=(*self.lines, *filter(None, lines)))

    def with_call(self, called: Called, passages: Sequence[Passage]) -> "Held":
        """With one more call."""
        number = len(self.called) + 1
        result = f"{'Result' if called.ok else 'Error'} {number}: {called.result}"
        more = self.noted(f"Call {number}: {called.call.tool} {called.call.arguments}".rstrip(), result)
        return replace(more, called=(*self.called, called), passages=(*self.passages, *passages))


@dataclass(frozen=True, slots=True)
class Dialogue:
    """How the samples of a question are held."""

    dialect: Dialect
    bench: Bench
    limits: Limits
    ask: Ask
    tell: Callable[[Called], None]
    """Hears of each call as soon as it was made."""

    def hold(self, opening: Completion, messages: Sequence[Message]) -> Held | None:
        """The dialogue that begins with the turn `opening` after the messages; None where time ran out.

        A call that fails is a turn like any other: the model is told why.
        """
        held, allowed = Held(tuple(messages), (opening,)), self.opening
        for turn in count(1):
            move = self._move(held, allowed)
            held = held.noted(_no_answer(move.thought))
            if allowed == "answer" or move.answer is not None:
                return held.ended(move.answer)
            before, held = held, self._made(held, move)
            if self.bench.cancelled():
                return None
            allowed, messages = self._next(before, held, move, turn)
            held = replace(held, messages=messages)
            if vain := self._vain(held, allowed):
                return replace(held.noted(f"End: {vain}"), full=vain == FULL)
            said = self.ask(messages, allowed)
            if said is None:
                return None
            held = replace(held, said=(*held.said, said))
        raise AssertionError("counting has no end")

    def again(self, recorded: Completion) -> Held:
        """A dialogue that was recorded as a whole. Only what searches documents is asked again, as what it
        found is not in the recording."""
        held, at = Held((), (recorded,)), 0
        for called in recorded.recorded or ():
            held = held.with_call(called, self._found_again(called, held))
            result = held.lines[-1]
            at = max(at, recorded.text.find(result, at) + len(result))
        held = replace(held, lines=(recorded.text,))
        _, marked, answer = f"\n{recorded.text[at:].lstrip()}".partition(f"\n{ANSWER}")
        return replace(held, answer=answer if marked else None)

    def _found_again(self, called: Called, held: Held) -> tuple[Passage, ...]:
        if not called.looked_up:
            return ()
        return calling.run(called.call, held.called, self.bench, str)[1]

    @property
    def opening(self) -> Allowed:
        """What the first turn may be."""
        return "call" if self.limits.call_first else "both"

    def _move(self, held: Held, allowed: Allowed) -> Move:
        """What the last turn comes to; an answer that came too early is a fault."""
        move = self.dialect.read(held.said[-1], tuple(self.bench.tools.values()), len(held.called))
        if allowed == "call" and move.answer is not None:
            return Move(move.answer, fault=CALL_FIRST)
        return move

    def _made(self, held: Held, move: Move) -> Held:
        """With the calls of the turn made, in their order."""
        messages = (*held.messages, Message("assistant", held.said[-1].text))
        for call in move.calls:
            if self.bench.cancelled():
                break
            called, passages = calling.run(
                call, held.called, self.bench, partial(self.limits.shorten, messages=messages)
            )
            self.tell(called)
            held = held.with_call(called, passages)
            messages = (*messages, Message("tool", called.result))
        return held.noted(f"Error: {move.fault}" if move.fault else "")

    def _next(self, before: Held, held: Held, move: Move, turn: int) -> tuple[Allowed, tuple[Message, ...]]:
        """What the next turn may be, and the messages that it follows."""
        new = held.called[len(before.called) :]

        def messages(allowed: Allowed) -> tuple[Message, ...]:
            return (*held.messages, *self.dialect.go_on(held.said[-1], move, new, allowed))

        room = self.limits.room(messages("both"))
        spent = self.limits.tokens is not None and sum(s.tokens for s in held.said) >= self.limits.tokens
        full = room is not None and room < ROOM
        if turn >= self.limits.turns or spent or full or calling.repeats(held.called) >= REPEATS:
            return "answer", messages("answer")
        allowed: Allowed = "call" if self.limits.call_first and not held.succeeded else "both"
        return allowed, messages(allowed)

    def _vain(self, held: Held, allowed: Allowed) -> str:
        """Why nothing can come of another turn; empty where something can."""
        room = self.limits.room(held.messages)
        if room is not None and room < 0:
            return FULL
        too_early = allowed == "answer" and self.limits.call_first and not held.succeeded
        return TOO_EARLY if too_early else ""


def _no_answer(thought: str) -> str:
    """What the model wrote besides, with no line that reads as its answer in the transcript."""
    return f"\n{thought}".replace(f"\n{ANSWER}", f"\n {ANSWER}")[1:]
