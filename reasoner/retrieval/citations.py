"""An answer is tied to its sources: each of its sentences to verbatim spans, or marked as without."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.patterns import LINE_END, pattern
from reasoner.retrieval.claims import naming, paraphrase, quotes, stitching
from reasoner.retrieval.claims.naming import Claim
from reasoner.retrieval.claims.paraphrase import Likeness
from reasoner.retrieval.claims.quotes import Quoted
from reasoner.retrieval.claims.saying import said
from reasoner.retrieval.claims.wording import occurrences
from reasoner.retrieval.sentences import Span, sentences
from reasoner.retrieval.support import coverage
from reasoner.retrieval.terms import content_terms, terms
from reasoner.state import Attribution, Citation, Mark, Passage

MIN_OVERLAP = 0.6
"""Share of a sentence's terms that a source must have for it to count as supported, when it is not quoted."""
_AHEAD = 0.15
"""How much more of a sentence a passage that says otherwise has, for it to count and not one that agrees."""

_ENDS = (".", "!", "。", "！")
_DENIED = pattern(r"(?:\b(?:not|never|cannot|no)|n['\u2019]t|不得?|请?勿|未|没有?)\s*$", re.IGNORECASE)
"""What a sentence begins with whose rest says the opposite."""
_REPORTING = frozenset(
    terms(
        "says said states stated reports reported notes noted writes wrote explains mentions claims puts"
        " according document file source text passage page"
    )
    + list("指出提到说写道规定记载称认为原文文中里")
)
"""Terms of a sentence around a quote that only introduce it."""


Place = tuple[int, tuple[Span, ...]]
"""Index of a passage, and characters of its text."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence of an answer, and what the passages have of it."""

    sentence: str
    mark: Mark
    citations: tuple[Citation, ...] = ()
    passages: tuple[Passage, ...] = ()
    """Those that the citations are from."""
    reason: str = ""
    strength: float = 0.0
    """1.0 when verbatim, in other words the share of its terms that the quote has, else 0.0."""


def findings(
    answer: str, passages: Sequence[Passage], question: str = "", min_overlap: float = MIN_OVERLAP
) -> tuple[Finding, ...]:
    """What the passages have of each sentence of the answer.

    Where several bear it out, the one that has more of the question's terms is cited, then the better one.
    """
    judge = _Judge(answer, passages, content_terms(question), min_overlap, tuple(quotes.quoted(answer)))
    return tuple(judge.finding(span) for span in said(answer))


def attributed(found: Sequence[Finding]) -> tuple[tuple[Attribution, ...], tuple[Citation, ...]]:
    """The sentences with the numbers of their citations, and the citations, each once."""
    cited = tuple(dict.fromkeys(citation for finding in found for citation in finding.citations))
    numbers = {citation: number for number, citation in enumerate(cited, start=1)}
    return tuple(
        Attribution(f.sentence, f.mark, tuple(dict.fromkeys(numbers[c] for c in f.citations)), f.reason)
        for f in found
    ), cited


def citation(passage: Passage, start: int, end: int) -> Citation:
    """The quote of characters [start, end) of the passage's text, with its place in the document."""
    line = passage.line + len(LINE_END.findall(passage.text, 0, start))
    first = passage.start
    return Citation(passage.text[start:end], passage.source, first + start, first + end, line, passage.page)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Holds the sentences of one answer against the passages."""

    answer: str
    passages: Sequence[Passage]
    asked: Sequence[str]
    min_overlap: float
    quoted: tuple[Quoted, ...]

    def finding(self, span: Span) -> Finding:
        """What the passages have of the sentence."""
        sentence = self.answer[slice(*span)]
        claim = naming.claim(sentence, self.passages)
        if not any(char.isalnum() for char in claim.text):
            return Finding(sentence, "unsupported", reason="it says nothing that a source could bear out")
        inside = [quote for quote in self.quoted if quote.outer[0] < span[1] and span[0] < quote.outer[1]]
        held = [(quote, self._standing(self.answer[slice(*quote.inner)])) for quote in inside]
        for quote, places in held:
            if not places:
                return self._no_quote(sentence, claim, self.answer[slice(*quote.inner)])
        verbatim = self._verbatim(claim) or self._introduced(span, held)
        allowed = [tie for tie in verbatim if self._allowed(claim, tie[0])]
        if allowed:
            return self._tied(sentence, "verbatim", self._best(allowed), 1.0)
        return self._loose(sentence, claim, verbatim)

    def _loose(self, sentence: str, claim: Claim, verbatim: Sequence[Place]) -> Finding:
        """A sentence that no passage that it may be from says word for word."""
        likely = [
            like for like in paraphrase.nearest(claim.text, self.passages) if like.share >= self.min_overlap
        ]
        agree = self._agreeing(likely)
        here = [like for like in agree if self._allowed(claim, like.passage)]
        pieces = () if verbatim else stitching.stitched(claim.text, self.passages)
        if pieces and not any(like.share == 1.0 and self._one_sentence(like) for like in here):
            where = "; ".join(
                self._place(index, place[0])
                for index, place in dict.fromkeys(piece.places[0] for piece in pieces)
            )
            ties: tuple[Place, ...] = tuple((piece.places[0][0], (piece.places[0][1],)) for piece in pieces)
            return self._tied(
                sentence, "stitched", ties, 0.0, f"put together of words from several places: {where}"
            )
        if here:
            best = max(here, key=lambda like: (like.share, self._bears(like.passage, like.span)))
            return self._tied(
                sentence, "paraphrase", ((best.passage, (best.span,)),), best.share, "in other words"
            )
        if verbatim or agree:
            ties = self._best(verbatim) if verbatim else ((agree[0].passage, (agree[0].span,)),)
            index, spans = ties[0]
            named = claim.name or "the source that it names"
            return self._tied(
                sentence,
                "misattributed",
                ties,
                0.0,
                f"{named} does not say it; {self._place(index, spans[0][0])} does",
            )
        return Finding(sentence, "unsupported", reason=self._why(claim, likely))

    def _one_sentence(self, like: Likeness) -> bool:
        spans = sentences(self.passages[like.passage].text)
        return any(start <= like.span[0] and like.span[1] <= end for start, end in spans)

    def _why(self, claim: Claim, likely: Sequence[Likeness]) -> str:
        against = max(likely, key=lambda like: like.share, default=None)
        if against and against.change:
            return f"{against.change.reason} ({self._place(against.passage, against.span[0])})"
        if claim.named is not None and not claim.named:
            return f"there is no source {claim.name}, and no other says it"
        return "no source says it"

    def _agreeing(self, likely: Sequence[Likeness]) -> list[Likeness]:
        """Those that bear the claim out, unless one that has more of it says otherwise."""
        against = max((like.share for like in likely if like.change and like.change.rival), default=0.0)
        return [like for like in likely if like.change is None and like.share > against - _AHEAD]

    def _allowed(self, claim: Claim, index: int) -> bool:
        return claim.named is None or index in claim.named

    def _verbatim(self, claim: Claim) -> list[Place]:
        """Each place at which a passage says all of the claim."""
        return [
            (i, (span,))
            for i, passage in enumerate(self.passages)
            for span in occurrences(claim.text, passage.text)
            if not (claim.text.rstrip().endswith(_ENDS) and _DENIED.search(passage.text, 0, span[0]))
        ]

    def _standing(self, quote: str) -> list[Place]:
        """The passages that have the quote, with the places of its pieces, all in one and in their order."""
        parts = quotes.pieces(quote)
        places = [(i, quotes.standing(parts, passage.text)) for i, passage in enumerate(self.passages)]
        return [(i, spans) for i, spans in places if spans]

    def _introduced(self, span: Span, held: Sequence[tuple[Quoted, list[Place]]]) -> list[Place]:
        """The places of the quotes of a sentence that has hardly a word besides."""
        if not held:
            return []
        rest = self.answer[slice(*span)]
        for quote, _ in held:
            rest = rest.replace(self.answer[max(span[0], quote.outer[0]) : min(span[1], quote.outer[1])], " ")
        around = naming.claim(rest, self.passages).text
        if set(terms(around)) - _REPORTING:
            return []
        return [place for _, places in held for place in places] if len(held) == 1 else self._joint(held)

    def _joint(self, held: Sequence[tuple[Quoted, list[Place]]]) -> list[Place]:
        """The passages that have all of the quotes."""
        return [
            (i, tuple(span for _, places in held for at, spans in places if at == i for span in spans))
            for i in range(len(self.passages))
            if all(any(at == i for at, _ in places) for _, places in held)
        ]

    def _no_quote(self, sentence: str, claim: Claim, quote: str) -> Finding:
        """A sentence with words in quotation marks that no passage has so."""
        parts = quotes.pieces(quote)
        pieces = [self._verbatim(Claim(part, None)) for part in parts]
        found = tuple(places[0] for places in pieces if places)
        if len(parts) < 2 or len(found) < len(parts):
            found = tuple(
                (piece.places[0][0], (piece.places[0][1],))
                for piece in stitching.in_pieces(quote, self.passages)
            )
        if found:
            where = "; ".join(self._place(index, spans[0][0]) for index, spans in dict.fromkeys(found))
            return self._tied(
                sentence,
                "stitched",
                found,
                0.0,
                f"the quote is put together of words from several places: {where}",
            )
        likely = [like for like in paraphrase.nearest(quote, self.passages) if like.share >= self.min_overlap]
        against = max(likely, key=lambda like: like.share, default=None)
        near = f"; {self._place(against.passage, against.span[0])} is nearest" if against else ""
        if against and against.change:
            near = f"; {against.change.reason} ({self._place(against.passage, against.span[0])})"
        return Finding(sentence, "unsupported", reason=f"no source has the quote word for word{near}")

    def _best(self, ties: Sequence[Place]) -> tuple[Place, ...]:
        """The place that bears best on the question."""
        return (max(ties, key=lambda tie: self._bears(tie[0], self._widened(tie[0], tie[1][0]))),)

    def _bears(self, index: int, span: Span) -> float:
        passage = self.passages[index]
        return coverage(self.asked, terms(passage.text[slice(*span)]), lambda term: 1.0) + passage.score

    def _tied(
        self,
        sentence: str,
        mark: Mark,
        ties: Sequence[Place],
        strength: float,
        reason: str = "",
    ) -> Finding:
        cited = dict.fromkeys((i, self._widened(i, span)) for i, spans in ties for span in spans)
        return Finding(
            sentence,
            mark,
            tuple(citation(self.passages[i], *span) for i, span in cited),
            tuple(self.passages[i] for i, _ in cited),
            reason,
            strength,
        )

    def _widened(self, index: int, span: Span) -> Span:
        """The sentences that the span lies in: a quote that can be understood."""
        touched = [(a, b) for a, b in sentences(self.passages[index].text) if a < span[1] and span[0] < b]
        return (min(span[0], touched[0][0]), max(span[1], touched[-1][1])) if touched else span

    def _place(self, index: int, offset: int) -> str:
        where = citation(self.passages[index], offset, offset)
        return f"{where.source}:{where.line}"


def place(cited: Citation | Passage) -> str:
    """Where a citation or a passage stands, for people."""
    page = f" (page {cited.page})" if cited.page is not None else ""
    return f"{cited.source}:{cited.line}{page}"


def supported(found: Sequence[Finding]) -> float:
    """Share of the answer that the sources say, a sentence in other words less than one word for word."""
    return sum(finding.strength for finding in found) / len(found) if found else 0.0
