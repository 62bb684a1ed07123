"""Documents to answer from: index, collections."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import complete
from reasoner.cli.output import print_json, print_result, progress, say, say_warning, size, table
from reasoner.errors import InputError, KnowledgeError
from reasoner.retrieval import collection
from reasoner.retrieval.collection import Info

collections = typer.Typer(help="List, describe and remove collections.")

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]


CollectionName = Annotated[
    str,
    typer.Argument(metavar="NAME", help="Name of a collection.", autocompletion=complete.collection_names),
]


def index(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help="Files, and folders with files, to index.")
    ],
    name: Annotated[
        str,
        typer.Option("--collection", metavar="NAME", help="What to call it; one of that name is replaced."),
    ],
    embed: Annotated[
        bool | None,
        typer.Option(
            "--embed/--no-embed",
            help="Search by meaning as well; by default where the extra 'embed' is there.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a collection of documents.

    It is made of the .md, .markdown and .txt files at and under each PATH, to search and to answer from.
    Files that cannot be read as text are named on stderr and left out.
    """
    with progress(f"indexing {name}", "files and passages") as update:
        report = collection.index(paths, name, progress=update, embed=embed)
    for skipped in report.skipped:
        say_warning(f"{skipped.path}: skipped: {skipped.reason}.")
    if as_json:
        print_json(asdict(report))
    else:
        print_result(f"{report.name}: {_counts(report.passages, report.files)}")
        say(f'Ask it: reasoner run qa --collection {report.name} "..."')


@collections.command("list")
def list_collections(as_json: AsJson = False) -> None:
    """Name the collections, and what they hold."""
    found: list[Info] = []
    for name in collection.known():
        try:
            found.append(collection.info(name))
        except KnowledgeError as error:
            say_warning(str(error))
    if as_json:
        print_json({"collections": [asdict(entry) for entry in found]})
    else:
        print_result(table((entry.name, _kind(entry), _holds(entry)) for entry in found))


@collections.command()
def info(name: CollectionName, as_json: AsJson = False) -> None:
    """Tell what a collection holds and where it lies."""
    found = collection.info(name)
    if as_json:
        print_json(asdict(found))
        return
    embedder = (
        f"{found.embedder} ({found.dimension} numbers each)" if found.embedder else "none: searched by terms"
    )
    rows = {
        "name": f"{found.name} ({_kind(found)})",
        "holds": _holds(found),
        "made of": ", ".join(found.roots),
        "vectors": embedder,
        "lies in": f"{found.folder} ({size(found.bytes)})",
    }
    print_result(table(rows.items()))


@collections.command()
def remove(
    name: CollectionName,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove one of your collections; the documents it was made of stay where they are."""
    if not yes and _is_mine(name):
        if not sys.stdin.isatty():
            raise InputError(
                f"reasoner collections remove: nobody to ask here; add --yes to remove '{name}'."
            )
        if not typer.confirm(f"Remove the collection '{name}'?", err=True):
            say(f"{name}: kept.")
            return
    collection.remove(name)
    say(f"{name}: removed.")


def _is_mine(name: str) -> bool:
    try:
        return name in collection.known() and not collection.info(name).bundled
    except KnowledgeError:
        return True  # a damaged one


def _kind(found: Info) -> str:
    return "bundled" if found.bundled else "yours"


def _holds(found: Info) -> str:
    return _counts(found.passages, found.files)


def _counts(passages: int, files: int) -> str:
    return f"{passages} passage{'s' if passages != 1 else ''} of {files} file{'s' if files != 1 else ''}"
