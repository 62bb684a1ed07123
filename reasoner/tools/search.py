"""The tool `search`: what a collection says about a query."""

import re
from collections.abc import Mapping

from reasoner.errors import one_line
from reasoner.retrieval.packing import pack
from reasoner.retrieval.retriever import Retriever
from reasoner.state import Passage
from reasoner.tools.built_in import Arguments, BuiltIn
from reasoner.tools.naming import callable_name
from reasoner.tools.tool import Returned

TOP_K = 3
"""Passages that are shown."""
MOST_SHOWN = 700
"""Characters of each passage that are shown; a citation may quote the whole of it."""


class Query(Arguments):
    """What a collection is asked."""

    query: str
    """What to look for, in a few words."""


def search(retrievers: Mapping[str, Retriever], collection: str) -> BuiltIn[Query]:
    """The tool for the collection, which opens when it is first searched; "" is that of the run."""
    where = f"the collection '{collection}'" if collection else "the documents"
    return BuiltIn(
        callable_name(f"search_{collection}" if collection else "search"),
        f"Looks up in {where}, and gives the passages that bear most on the query, each with its source.",
        Query,
        lambda given, seconds: _found(given.query, retrievers[collection or "default"]),
    )


def _found(query: str, retriever: Retriever) -> Returned:
    if not query.strip():
        return Returned("the query is empty; write what to look for.", ok=False)
    passages = retriever.search(query, TOP_K)
    if not passages:
        return Returned(f"nothing was found for '{one_line(query, 60)}'; try other words.")
    shown = (f"[{number}] {_shown(query, passage)}" for number, passage in enumerate(passages, 1))
    return Returned("\n\n".join(shown), passages=passages)


def _shown(query: str, passage: Passage) -> str:
    """Where it stands, and what it says; of a long one what bears most on the query."""
    page = f", page {passage.page}" if passage.page is not None else ""
    headings = f" ({' > '.join(passage.headings)})" if passage.headings else ""
    packed = pack(query, (passage,), MOST_SHOWN, len)
    said = packed[0].said if packed else f"{passage.text[: MOST_SHOWN - 1]}…"
    text = re.sub(r"\s*\n\s*\n\s*", "\n", said.strip())
    return f"{passage.source}:{passage.line}{page}{headings}\n{text}"
