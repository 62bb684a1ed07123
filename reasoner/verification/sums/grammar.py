"""Reading a written sum into a tree. What it is worth is another question: a sum has several readings."""

from collections.abc import Sequence
from fractions import Fraction

from reasoner.verification.sums.measures import MINUTE, measure
from reasoner.verification.sums.tokens import Token
from reasoner.verification.sums.tree import Node
from reasoner.verification.sums.words import SCALES, Kind

_MAX_DEPTH = 20
_MAX_PARTS = 100
_MAX_UNIT_WORDS = 5
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_ARTICLES = frozenset(
    ("the", "a", "his", "her", "their", "its", "those", "these", "all", "my", "our", "this", "that", "your")
)
_SYMBOLS = frozenset("mgshtLl")
"""Units of one letter."""


def _is_share(node: Node) -> bool:
    """Whether the number is a part of something, and no amount."""
    inner = node.parts[0] if node.head in ("group", "quantity") else node
    return inner.head in ("percent", "product") or inner.value % 1 != 0 or node.unit.startswith("倍")


def read(found: Sequence[Token], at: int) -> Node | None:
    """The longest sum that begins at that token; None where none does."""
    return _Reader(found).sum(at, 0)


class _Reader:
    """Recursive descent; each method gives the node that begins at a token, or None."""

    def __init__(self, found: Sequence[Token]) -> None:
        self.tokens = found

    def kind(self, at: int) -> Kind | None:
        return self.tokens[at].kind if at < len(self.tokens) else None

    def is_sign(self, at: int, *texts: str) -> bool:
        return self.kind(at) == "operation" and self.tokens[at].text in texts

    def glued(self, at: int) -> bool:
        return at < len(self.tokens) and not self.tokens[at].gap

    def sum(self, at: int, depth: int) -> Node | None:
        part = self.product(at, depth) if depth < _MAX_DEPTH else None
        if part is None:
            return None
        parts, signs = [part], ["+"]
        while self.is_sign(parts[-1].end, "+", "-") and len(parts) < _MAX_PARTS:
            if self.is_name_before(parts[-1].end):
                break
            following = self.product(parts[-1].end + 1, depth)
            if following is None:
                break
            signs.append(self.tokens[parts[-1].end].text)
            parts.append(following)
        return part if len(parts) == 1 else Node("sum", at, parts[-1].end, tuple(parts), tuple(signs))

    def is_name_before(self, at: int) -> bool:
        """Whether a sign belongs to the number after it: "the one after 6 is -14"."""
        return (
            self.kind(at - 1) == "word"
            and self.tokens[at].gap
            and self.glued(at + 1)
            and self.kind(at + 1) == "number"
        )

    def product(self, at: int, depth: int) -> Node | None:
        part = self.operand(at, depth)
        if part is None:
            return None
        parts, signs = [part], ["*"]
        while len(parts) < _MAX_PARTS:
            sign, following = self.factor(parts[-1], depth)
            if following is None:
                break
            signs.append(sign)
            parts.append(following)
        return part if len(parts) == 1 else Node("product", at, parts[-1].end, tuple(parts), tuple(signs))

    def factor(self, left: Node, depth: int) -> tuple[str, Node | None]:
        """The next factor of a product, and the sign before it: "" where two things stand side by side."""
        at = left.end
        if self.is_sign(at, "*", "/", "÷", "//", "mod"):
            return self.tokens[at].text, self.operand(at + 1, depth)
        if self.is_sign(at, "ratio") and self.kind(at + 1) == left.head == "number" and self.is_even(at):
            return "/", self.operand(at + 1, depth)
        if self.is_sign(at, "of"):
            return "*", self.share(left, at + 1, depth)
        if self.kind(at) == "percent" and self.is_modulo(at):
            return "%", self.operand(at + 1, depth)
        beside = self.kind(at) in ("bracket", "root", "fraction") and (
            left.head not in ("quantity", "compound") or left.unit == "$"
        )
        return "", self.operand(at, depth) if beside else None

    def is_even(self, at: int) -> bool:
        """Whether there is as much space after a sign as before it: "12 : 4", not "Step 1: 4"."""
        return self.tokens[at].gap == self.tokens[at + 1].gap

    def is_modulo(self, at: int) -> bool:
        """Whether the `%` stands between two operands."""
        return self.kind(at + 1) == "number" or (
            self.kind(at + 1) == "bracket" and self.tokens[at + 1].text in _CLOSING
        )

    def share(self, left: Node, at: int, depth: int) -> Node | None:
        """What follows `of` after a share (20% of 50, 3/4 of the 8), in Chinese before one too (50的20%)."""
        chinese = self.tokens[at - 1].end - self.tokens[at - 1].start == 1
        if self.kind(at) == "word" and self.tokens[at].text.lower() in _ARTICLES:
            at += 1
        right = self.operand(at, depth)
        over = self.is_sign(left.start - 1, "/") or (chinese and right and self.is_sign(right.end, "/"))
        share = over or _is_share(left) or (chinese and right and _is_share(right))
        return right if share else None

    def operand(self, at: int, depth: int) -> Node | None:
        if self.is_sign(at, "+", "-"):
            inner = self.operand(at + 1, depth + 1) if depth < _MAX_DEPTH else None
            head = "neg" if self.tokens[at].text == "-" else "group"
            return inner and Node(head, at, inner.end, (inner,))
        before = at
        while self.kind(at) == "money":
            at += 1
        if at > before and self.is_sign(at, "-"):
            inner = self.operand(at + 1, depth + 1) if depth < _MAX_DEPTH else None
            return inner and Node("neg", before, inner.end, (inner,))
        node = self.primary(at, depth)
        if node is None:
            return None
        node = self.quantity(self.postfixed(node, depth), "$" if at > before else "")
        node = self.compound(node)
        return node if node.start == before else node._replace(start=before)

    def primary(self, at: int, depth: int) -> Node | None:
        kind = self.kind(at)
        if kind == "number":
            return self.number(at)
        if kind == "clock":
            return Node("clock", at, at + 1, value=self.tokens[at].value)
        if kind == "bracket":
            return self.group(at, depth)
        if kind in ("fraction", "binomial"):
            top = self.group(at + 1, depth)
            bottom = top and self.group(top.end, depth)
            if not top or not bottom:
                return None
            if kind == "binomial":
                return Node("binomial", at, bottom.end, (top, bottom))
            return Node(
                "group", at, bottom.end, (Node("product", at, bottom.end, (top, bottom), ("*", "/")),)
            )
        if kind == "root":
            return self.root(at, depth)
        return None

    def number(self, at: int) -> Node:
        """A number with its scale ("2 million"), or a mixed number."""
        token = self.tokens[at]
        node = Node("number", at, at + 1, value=token.value, last=token.last)
        scale = (
            SCALES.get(self.tokens[at + 1].text.lower()) if self.kind(at + 1) in ("word", "number") else None
        )
        if scale:
            return node._replace(end=at + 2, value=token.value * scale, last=token.last * scale)
        whole = token.text.isdigit()
        if (
            whole
            and self.kind(at + 1) == "number"
            and self.tokens[at + 1].value % 1
            and not self.tokens[at + 1].last
        ):
            fraction = Node("number", at + 1, at + 2, value=self.tokens[at + 1].value)
            return Node("mixed", at, at + 2, (node, fraction))
        if (
            whole
            and self.kind(at + 1) == "fraction"
            and (fraction_node := self.primary(at + 1, _MAX_DEPTH - 2))
        ):
            return Node("mixed", at, fraction_node.end, (node, fraction_node))
        over = self.is_sign(at + 2, "/") and self.kind(at + 1) == self.kind(at + 3) == "number"
        if whole and over and self.glued(at + 2) and self.glued(at + 3) and self.tokens[at + 3].value:
            value = self.tokens[at + 1].value / self.tokens[at + 3].value
            return Node("mixed", at, at + 4, (node, Node("number", at + 1, at + 4, value=value)))
        return node

    def group(self, at: int, depth: int) -> Node | None:
        if self.kind(at) != "bracket" or self.tokens[at].text not in _CLOSING:
            return None
        inner = self.sum(at + 1, depth + 1)
        if inner is None or inner.end >= len(self.tokens):
            return None
        closed = self.tokens[inner.end].text == _CLOSING[self.tokens[at].text]
        return Node("group", at, inner.end + 1, (inner,)) if closed else None

    def root(self, at: int, depth: int) -> Node | None:
        index = Fraction(int(self.tokens[at].text))
        inside = at + 1
        if self.kind(inside) == "bracket" and self.tokens[inside].text == "[":
            written = self.group(inside, depth)
            if written is None or written.parts[0].head != "number":
                return None
            index, inside = written.parts[0].value, written.end
        inner = self.group(inside, depth) or (self.number(inside) if self.kind(inside) == "number" else None)
        return inner and Node("root", at, inner.end, (inner,), value=index)

    def postfixed(self, node: Node, depth: int) -> Node:
        for _ in range(_MAX_DEPTH):
            kind, at = self.kind(node.end), node.end
            if kind == "percent" and not self.is_modulo(at):
                node = Node("percent", node.start, at + 1, (node,))
            elif kind == "factorial" and not self.tokens[at].gap:
                node = Node("factorial", node.start, at + 1, (node,))
            elif kind == "degree" or (kind == "power" and self.kind(at + 1) == "degree"):
                node = node._replace(end=at + 1 + (kind == "power"))
            elif kind == "power" and (exponent := self.exponent(at, depth)):
                node = Node("power", node.start, exponent.end, (node, exponent))
            else:
                break
        return node

    def exponent(self, at: int, depth: int) -> Node | None:
        written = self.tokens[at].text
        if written not in ("^", "**"):
            digits = written.lstrip("-")
            number = (
                Fraction(int(written)) if digits.isdigit() and written in (digits, "-" + digits) else None
            )
            return None if number is None else Node("number", at, at + 1, value=number)
        negative = self.is_sign(at + 1, "-")
        inner = self.primary(at + 1 + negative, depth + 1) if depth < _MAX_DEPTH else None
        if inner and self.kind(inner.end) == "power" and (above := self.exponent(inner.end, depth + 1)):
            inner = Node("power", inner.start, above.end, (inner, above))
        return Node("neg", at + 1, inner.end, (inner,)) if inner and negative else inner

    def quantity(self, node: Node, money: str) -> Node:
        """The node with the words of its unit: 5 red apples, $2/apple, 8-hour, 60 miles per hour."""
        end, words = node.end, [money] if money else []
        if self.kind(end) == "money" and self.glued(end):  # 5$, or the end of LaTeX
            end += 1
        while len(words) < _MAX_UNIT_WORDS:
            kind = self.kind(end)
            symbol = words and self.kind(end + 1) == "letter" and self.tokens[end + 1].text in _SYMBOLS
            joined = self.is_sign(end, "/", "-") and (symbol or self.kind(end + 1) == "word")
            if kind == "word":
                words.append(self.tokens[end].text.lower())
                end += 1
            elif kind == "letter" and self.tokens[end].text in _SYMBOLS and not words:
                words.append(self.tokens[end].text)
                end += 1
                if self.kind(end) == "power" and self.tokens[end].text in ("2", "3"):
                    end += 1
            elif joined and (self.tokens[end].text == "/" or (self.glued(end) and self.glued(end + 1))):
                words += ["per"] * (self.tokens[end].text == "/") + [self.tokens[end + 1].text.lower()]
                end += 2
            else:
                break
        if not words:
            return node if end == node.end else node._replace(end=end)
        return Node("quantity", node.start, end, (node,), unit=" ".join(words), measure=measure(words))

    def compound(self, node: Node) -> Node:
        """Two hours 30 minutes, $3 and 50 cents: a smaller unit of the same kind right after a larger one."""
        if node.head != "quantity" or node.measure is None or self.kind(node.end) != "number":
            return node
        smaller = self.quantity(self.number(node.end), "")
        if smaller.unit.startswith("分") and node.measure.dimension == "time":
            smaller = smaller._replace(measure=MINUTE)
        same = smaller.measure is not None and smaller.measure.dimension == node.measure.dimension
        if not same or smaller.measure is None or smaller.measure.factor >= node.measure.factor:
            return node
        return Node("compound", node.start, smaller.end, (node, smaller), measure=node.measure)
