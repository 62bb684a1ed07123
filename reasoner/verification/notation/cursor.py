"""A place in a row of tokens, from which terms are read."""

from abc import ABC, abstractmethod

from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import Token, Unreadable


class Cursor(ABC):
    """A place in a row of tokens, and the levels of binding that a construct may ask for."""

    def __init__(self, found: list[Token]) -> None:
        self.tokens = found
        self.at = 0
        self.depth = 0
        self.in_integral = 0
        self.in_bars = 0

    @property
    def next(self) -> Token:
        """The token that `take` would take."""
        return self.tokens[self.at]

    def look(self, ahead: int) -> Token:
        """A token further on."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def take(self) -> Token:
        """The next token, which is then behind."""
        token = self.tokens[self.at]
        self.at += token.kind != "end"
        return token

    def sees(self, *signs: str) -> bool:
        """One of these signs is next."""
        return self.next.kind == "sign" and self.next.text in signs

    def skip(self, *signs: str) -> bool:
        """Takes one of these signs, if it is next."""
        return self.sees(*signs) and bool(self.take())

    def expect(self, sign: str) -> None:
        """Takes the sign. Raises: Unreadable, when something else is next."""
        if not self.skip(sign):
            raise Unreadable(f"'{sign}' is missing before '{self.next.text}'")

    @abstractmethod
    def all_items(self) -> Term:
        """Relations, separated by semicolons and commas."""

    @abstractmethod
    def relation(self) -> Term:
        """Expressions with signs of relation between them."""

    @abstractmethod
    def sum(self) -> Term:
        """Products, added."""

    @abstractmethod
    def product(self) -> Term:
        """Powers, multiplied."""

    @abstractmethod
    def power(self) -> Term:
        """A number, a name or a construct, with its exponent."""

    @abstractmethod
    def starts_factor(self) -> bool:
        """What is next may be multiplied with what is before."""

    @abstractmethod
    def adjacent(self, left: Term) -> Term:
        """What is side by side with `left`, multiplied."""

    @abstractmethod
    def primary(self) -> Term:
        """A number, a name, or a construct."""

    @abstractmethod
    def group(self) -> Term:
        """The argument of a command."""

    @abstractmethod
    def script(self) -> Term:
        """What a `^` or `_` applies to."""
