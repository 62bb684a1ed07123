"""Reading an expression, in LaTeX or plain text, into a Term. Nothing is evaluated."""

from collections.abc import Callable
from functools import lru_cache

from reasoner.verification.notation.constructs import COMMANDS, OPENINGS, environment, times
from reasoner.verification.notation.cursor import Cursor
from reasoner.verification.notation.functions import function
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import FUNCTIONS, GREEK, Token, Unreadable, clean, tokens

MAX_DEPTH = 60
"""Brackets within brackets."""

_RELATIONS = frozenset({"=", "≠", "<", ">", "≤", "≥", "≈", "∈"})
_SET_SIGNS = {"∪": "union", "∩": "intersection", "∖": "without"}
_CLOSING = frozenset({"end", "right", "rfloor", "rceil"})
_APPLIED = frozenset("fghFGHP")


def parse(text: str, *, strict: bool = False) -> Term:
    """The term that the text writes.

    `strict` refuses `6/2(1+2)`, which some read as 9 and others as 1.
    Raises: Unreadable, when the whole of it is no expression.
    """
    return _parse(text, strict)


@lru_cache(maxsize=4096)
def _parse(text: str, strict: bool) -> Term:
    cleaned = clean(text)
    try:
        return _Parser(tokens(cleaned), strict).whole()
    except Unreadable:
        return _Parser(tokens(cleaned, group_inside=True), strict).whole()


class _Parser(Cursor):
    """Recursive descent over tokens; a method for each level of binding."""

    def __init__(self, found: list[Token], strict: bool) -> None:
        super().__init__(found)
        self.strict = strict

    def whole(self) -> Term:
        term = self.all_items()
        while self.skip(".", ",", ";"):
            pass
        if self.next.kind != "end":
            raise Unreadable(f"'{self.next.text}' is left over")
        return term

    def all_items(self) -> Term:
        return self.items(";", self.comma_list)

    def comma_list(self) -> Term:
        return self.items(",", self.relation)

    def items(self, separator: str, read: Callable[[], Term]) -> Term:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("too deeply nested")
        found, words = [read()], set[str]()
        while self.sees(separator):
            while self.sees(separator):
                words.add(self.take().joins)
            if self.next.kind == "end" or self.sees(")", "]", "}", "\\}"):
                break
            found.append(read())
        self.depth -= 1
        word = next(iter(words - {""})) if len(words - {""}) == 1 else ""
        return found[0] if len(found) == 1 else Term("list", tuple(found), word)

    def relation(self) -> Term:
        parts, signs = [self.sets()], []
        while self.next.kind == "sign" and self.next.text in _RELATIONS:
            signs.append(self.take().text)
            parts.append(self.sets())
        if not signs:
            return parts[0]
        if len(signs) > 1:
            return Term("chain", tuple(parts), " ".join(signs))
        return Term("in", tuple(parts)) if signs == ["∈"] else Term("relation", tuple(parts), signs[0])

    def sets(self) -> Term:
        term = self.ratio()
        while self.next.kind == "sign" and self.next.text in _SET_SIGNS:
            head = _SET_SIGNS[self.take().text]
            right = self.ratio()
            parts = (*term.parts, right) if term.head == head != "without" else (term, right)
            term = Term(head, parts)
        return term

    def ratio(self) -> Term:
        parts = [self.sum()]
        while self.skip(":"):
            parts.append(self.sum())
        return parts[0] if len(parts) == 1 else Term("ratio", tuple(parts))

    def sum(self) -> Term:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("too deeply nested")
        parts = [self.signed()]
        while self.sees("+", "-", "±"):
            if self.skip("±"):
                left = parts[0] if len(parts) == 1 else Term("+", tuple(parts))
                parts = [Term("±", (left, self.product()))]
            elif self.skip("+"):
                parts.append(self.signed())
            else:
                self.take()
                parts.append(Term("neg", (self.signed(),)))
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Term("+", tuple(parts))

    def signed(self) -> Term:
        if self.sees("-", "+", "±"):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise Unreadable("too many signs")
            sign = self.take().text
            inner = self.signed()
            self.depth -= 1
            return inner if sign == "+" else Term("neg" if sign == "-" else "±", (inner,))
        return self.product()

    def product(self) -> Term:
        term = self.power()
        divided = False
        while True:
            if self.skip("*"):
                term, divided = times(term, self.signed_factor()), False
            elif self.sees("/", "÷"):
                sign, divided = self.take().text, True
                term = Term("/", (term, self.signed_factor()))
                if sign == "÷" and self.sees("/"):
                    raise Unreadable("'÷' and '/' together may mean two things")
            elif self.starts_factor():
                if self.strict and divided and not (self.next.kind == "name" and self.next.gap):
                    raise Unreadable("a product without its sign after a division may mean two things")
                term = self.adjacent(term)
            else:
                return term

    def signed_factor(self) -> Term:
        if self.skip("-"):
            return Term("neg", (self.signed_factor(),))
        return self.signed_factor() if self.skip("+") else self.power()

    def adjacent(self, left: Term) -> Term:
        """Two things side by side: a product, or a mixed number."""
        token = self.next
        if token.kind == "number" and left.head == "number":
            if not (token.gap and self.look(1).text == "/" and self.look(2).kind == "number"):
                raise Unreadable(f"no sign between '{left.text}' and '{token.text}'")
            top = Term("number", text=self.take().text)
            self.take()
            return Term("mixed", (left, Term("/", (top, Term("number", text=self.take().text)))))
        whole_left = left.head == "number" and left.text.isdigit()
        mixed = whole_left and token.kind == "command" and token.text.endswith("frac")
        if not mixed:
            return times(left, self.power())
        start, right = self.at, self.primary()
        if right.head == "/" and all(part.head == "number" for part in right.parts) and not self.sees("^"):
            return self.postfix_of(Term("mixed", (left, right)))
        self.at = start
        return times(left, self.power())

    def starts_factor(self) -> bool:
        token = self.next
        if token.kind == "sign":
            return token.text in ("(", "[", "{", "∞", "√", "∛", "π") or (
                token.text == "|" and not self.in_bars
            )
        if token.kind == "name" and self.in_integral and token.text == "d" and self.look(1).kind == "name":
            return False
        return token.kind in ("number", "name") or (token.kind == "command" and token.text not in _CLOSING)

    def power(self) -> Term:
        base = self.postfix()
        if not self.skip("^"):
            return base
        if self.skip("°"):
            return Term("degree", (base,))
        exponent = self.tower()
        if self.tokens[self.at - 1].text == "!" or (self.sees("!", "%") and self.look(1).text != "="):
            raise Unreadable("'!' or '%' behind a power may belong to its exponent alone")
        if exponent.head == "degree" and not exponent.parts:
            return Term("degree", (base,))
        return self.postfix_of(Term("^", (base, exponent)))

    def tower(self) -> Term:
        """An exponent with those that stand above it: 2^3^2 is 2^(3^2), and 2^-3^2 is 2^(-(3^2))."""
        exponent = self.script()
        return Term("^", (exponent, self.script())) if self.skip("^") else exponent

    def script(self) -> Term:
        """What a `^` or `_` applies to: a group, a name, or a plain number."""
        if self.sees("{") and self.look(1).text == "°":
            self.at += 3
            return Term("degree")
        if self.skip("-"):
            return Term("neg", (self.tower(),))
        if self.skip("+"):
            return self.script()
        return self.power() if self.sees("(") or self.next.kind == "name" else self.primary()

    def postfix(self) -> Term:
        return self.postfix_of(self.primary())

    def postfix_of(self, term: Term) -> Term:
        while True:
            if self.skip("%"):
                if self.starts_factor() or self.sees("%"):
                    raise Unreadable("'%' may mean a remainder")
                term = Term("%", (term,))
            elif self.sees("!") and self.look(1).text != "=":
                self.take()
                if self.sees("!"):
                    raise Unreadable("'!!' is not the factorial of a factorial")
                term = Term("!", (term,))
            elif self.skip("°"):
                if self.next.kind == "name" and self.next.text in "CF" and not self.next.gap:
                    self.take()
                term = Term("degree", (term,))
            elif self.next.kind == "text":
                self.take()
                if self.skip("^"):
                    self.script()
            else:
                return term

    def primary(self) -> Term:
        token = self.take()
        if token.kind == "number":
            if self.next.kind == "subscript":
                return Term("based", text=f"{token.text}_{self.take().text}")
            return Term("number", text=token.text)
        if token.kind == "name":
            return self.name(token.text)
        if token.kind == "command":
            return self.command(token.text)
        opening = OPENINGS.get(token.text) if token.kind == "sign" else None
        if opening is None:
            raise Unreadable(f"'{token.text or 'the end'}' comes too early")
        return opening(self)

    def group(self) -> Term:
        """An argument in braces, or a single digit or name as LaTeX allows it."""
        if self.skip("{"):
            term = self.all_items()
            self.expect("}")
            return term
        if self.next.kind == "number" and len(self.next.text) > 1 and self.next.text.isdigit():
            token = self.take()
            self.at -= 1
            self.tokens[self.at] = Token("number", token.text[1:])
            return Term("number", text=token.text[0])
        return self.primary()

    def name(self, text: str) -> Term:
        if text in FUNCTIONS:
            return function(self, text)
        if text in ("pi", "infinity"):
            return Term("constant", text=text)
        if text == "lim":
            return self.command("lim")
        indexed = self.next.kind == "number" and not self.next.gap and self.next.text.isdigit()
        if indexed or self.next.kind == "subscript":
            text = f"{text}_{self.take().text}"
        while self.skip("'"):
            text += "'"
        if text in _APPLIED and [self.look(n).text for n in range(6)] == ["^", "{", "-", "1", "}", "("]:
            self.at += 5
            text += "^{-1}"
        if text[0] in _APPLIED and self.sees("(") and not self.next.gap:
            arguments = self.primary()
            return Term("apply", arguments.parts if arguments.head == "seq" else (arguments,), text)
        return Term("symbol", text=text)

    def command(self, name: str) -> Term:
        if name in COMMANDS:
            return COMMANDS[name](self)
        if name in GREEK:
            return self.name(name)
        if name.startswith("begin "):
            return environment(self, name.removeprefix("begin "))
        raise Unreadable(f"'\\{name}' is no command that is read here")
