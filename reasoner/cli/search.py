"""Passages of a collection: search."""

import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reasoner.cli import jsonl
from reasoner.cli.errors import DONE, MEND
from reasoner.cli.knowledge import AsJson, CollectionName
from reasoner.cli.output import print_json, print_result, say, say_error
from reasoner.errors import InputError
from reasoner.retrieval import collection

if TYPE_CHECKING:
    from reasoner.retrieval.hybrid import Explained, Hybrid  # loads the search libraries


def search(
    name: CollectionName,
    query: Annotated[str | None, typer.Argument(metavar="QUERY", help="What to look for.")] = None,
    queries: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="JSON rows with a 'query' each; every row gains 'passages'."),
    ] = None,
    top_k: Annotated[int, typer.Option(metavar="K", help="How many passages at most.", min=1, max=1000)] = 5,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the scores that order the passages.")
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
    retriever = collection.open_collection(name)
    if queries is not None:
        raise typer.Exit(_search_rows(retriever, queries, top_k, explain))
    if not str(query).strip():
        raise InputError("reasoner search: the query is empty; say what to look for.")
    found = retriever.explain(str(query), top_k)
    if as_json:
        print_json({"query": query, "passages": [_as_dict(entry, explain) for entry in found]})
    elif found:
        print_result("\n\n".join(_shown(entry, explain) for entry in found))
    else:
        say(f"{name}: nothing bears on this query.")


def _search_rows(retriever: "Hybrid", source: str, top_k: int, explain: bool) -> int:
    status = DONE
    with jsonl.output(None) as out:
        for row in jsonl.read(source, "query"):
            if row.problem:
                say_error(f"{jsonl.shown_name(source)}:{row.line}: {row.problem}")
                out.write(row.fields | {"error": f"line {row.line}: {row.problem}"})
                status = MEND
                continue
            found = retriever.explain(row.fields["query"], top_k)
            out.write(row.fields | {"passages": [_as_dict(entry, explain) for entry in found]})
    return status


def _as_dict(found: "Explained", explain: bool) -> dict[str, Any]:
    scores = asdict(found)
    passage: dict[str, Any] = scores.pop("passage")
    return passage | scores if explain else passage


def _shown(found: "Explained", explain: bool) -> str:
    passage = found.passage
    page = f" (page {passage.page})" if passage.page is not None else ""
    head = f"{passage.score:.2f}  {passage.source}:{passage.line}{page}"
    if explain:
        dense = "none" if found.dense is None else f"{found.dense:.3f}"
        head += (
            f"  [bm25 {found.bm25:.3f}, dense {dense}, fused {found.fused:.3f}, support {found.support:.3f}]"
        )
    return f"{head}\n{textwrap.indent(passage.text.strip(), '    ')}"
