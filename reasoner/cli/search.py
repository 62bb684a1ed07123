"""Passages of a collection: search."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reasoner.cli import jsonl
from reasoner.cli.errors import DONE, MEND
from reasoner.cli.knowledge import AsJson, CollectionName
from reasoner.cli.output import print_json, print_result, say, say_error
from reasoner.cli.search_report import Reasons, as_dict, reasons, shown
from reasoner.errors import InputError, did_you_mean
from reasoner.retrieval import collection
from reasoner.retrieval.retriever import Retriever
from reasoner.retrieval.searching import MAX_QUERY, plain
from reasoner.retrieval.widening import covers, widened
from reasoner.runtime import Runtime
from reasoner.state import Passage

if TYPE_CHECKING:
    from reasoner.retrieval.hybrid import Explained, Hybrid  # loads the search libraries

TOGETHER = 64
"""Rows that are searched for at a time: their queries are embedded together."""
TRIED = 50
"""Passages that show which keys there are to filter by."""

Found = tuple[Passage, Reasons | None]


@dataclass(frozen=True)
class Search:
    """How each query is looked up."""

    retriever: Retriever
    top_k: int
    where: dict[str, str]
    neighbours: int
    explain: bool

    def find(self, query: str) -> tuple[Found, ...]:
        """The passages for the query, the best first."""
        return self.find_all([query])[0]

    def find_all(self, queries: Sequence[str]) -> list[tuple[Found, ...]]:
        """The passages for each of the queries."""
        from reasoner.retrieval.hybrid import Hybrid

        asked = list(map(plain, queries))
        if isinstance(self.retriever, Hybrid):
            explained = self.retriever.explain_all(asked, self.top_k, self.where)
            return [
                self._explained(self.retriever, query, found)
                for query, found in zip(asked, explained, strict=True)
            ]
        if self.explain:
            raise InputError(
                f"reasoner search: '{self.retriever.name}' does not tell its scores; leave out --explain."
            )
        found = [self.retriever.search(query, self.top_k, self.where) for query in asked]
        return [tuple((passage, None) for passage in self._wide(hits)) for hits in found]

    def _explained(self, retriever: "Hybrid", query: str, found: Sequence["Explained"]) -> tuple[Found, ...]:
        wide = self._wide([entry.passage for entry in found])
        if not self.explain:
            return tuple((passage, None) for passage in wide)
        why = {entry.passage: reasons(entry, query, retriever) for entry in found}
        return tuple((big, next(why[small] for small in why if covers(big, small))) for big in wide)

    def strange_key(self, query: str) -> str | None:
        """A key of the filter that no passage has which the query finds without it, and what there is."""
        keys = {"source"}
        for passage in self.retriever.search(plain(query), TRIED):
            keys |= set(passage.metadata)
        strange = next((key for key in self.where if key not in keys), None)
        return strange and f"no passage that it finds has '{strange}'{did_you_mean(strange, keys)}"

    def _wide(self, passages: Sequence[Passage]) -> Sequence[Passage]:
        return widened(passages, self.retriever, self.neighbours) if self.neighbours else passages


def search(
    name: CollectionName,
    query: Annotated[str | None, typer.Argument(metavar="QUERY", help="What to look for.")] = None,
    queries: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="JSON rows with a 'query' each; every row gains 'passages'."),
    ] = None,
    top_k: Annotated[int, typer.Option(metavar="K", help="How many passages at most.", min=1, max=1000)] = 5,
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=PATTERN",
            help="Only passages whose source, or other key of their metadata, matches: --where 'source=a/*'. "
            "Repeat it to filter by several.",
        ),
    ] = None,
    neighbours: Annotated[
        int, typer.Option(metavar="N", help="Show N passages before and after each as well.", min=0, max=20)
    ] = 0,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show why each passage stands where it does.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find passages in a collection.

    The best come first; a passage's score is how much of the query it covers, from 0 to 1. With --queries
    the rows go to stdout, each with its passages.
    """
    if (query is None) == (queries is None):
        raise InputError(
            "reasoner search: give either a QUERY or --queries FILE. See: reasoner search --help"
        )
    fault = _fault({"query": query}) if query is not None else ""
    if fault:
        raise InputError(f"reasoner search: {fault}.")
    filters = _filters(where or ())
    with Runtime() as runtime:
        others = runtime.retrievers if name in runtime.settings.collections else {}
        retriever = others[name] if name in others else collection.open_collection(name)
        searching = Search(retriever, top_k, filters, neighbours, explain)
        if queries is not None:
            raise typer.Exit(_search_rows(searching, queries))
        _search_one(searching, str(query), as_json)


def _search_one(searching: Search, query: str, as_json: bool) -> None:
    found = searching.find(query)
    if as_json:
        print_json({"query": query, "passages": [as_dict(*entry) for entry in found]})
    elif found:
        print_result("\n\n".join(shown(*entry) for entry in found))
    if found:
        return
    strange = searching.strange_key(query) if searching.where else None
    say(f"{searching.retriever.name}: {strange or 'nothing bears on this query.'}")


def _search_rows(searching: Search, source: str) -> int:
    status, rows = DONE, iter(jsonl.read(source, "query", _fault))
    with jsonl.output(None) as out:
        while some := list(islice(rows, TOGETHER)):
            found = iter(searching.find_all([row.fields["query"] for row in some if not row.problem]))
            for row in some:
                if row.problem:
                    say_error(f"{jsonl.shown_name(source)}:{row.line}: {row.problem}")
                    out.write(row.fields | {"error": f"line {row.line}: {row.problem}"})
                    status = MEND
                else:
                    out.write(row.fields | {"passages": [as_dict(*entry) for entry in next(found)]})
    return status


def _fault(fields: dict[str, Any]) -> str:
    """Why the query of these fields will not do."""
    fault = jsonl.text_under("query")(fields)
    if fault or len(fields["query"]) <= MAX_QUERY:
        return fault
    return f"'query' has {len(fields['query']):,} characters; give at most {MAX_QUERY:,}"


def _filters(written: Sequence[str]) -> dict[str, str]:
    """The patterns by key. Raises: InputError, for one that is not KEY=PATTERN or comes twice."""
    found: dict[str, str] = {}
    for one in written:
        key, equals, shape = one.partition("=")
        if not equals or not key.strip():
            raise InputError(f"--where '{one}': write KEY=PATTERN, such as 'source=guides/*'.")
        if key in found:
            raise InputError(f"--where: '{key}' is there twice; give one pattern for each key.")
        found[key] = shape
    return found
