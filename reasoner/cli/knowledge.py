"""Documents to answer from: index, collections."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reasoner.cli import complete, interruption
from reasoner.cli.errors import Interrupted
from reasoner.cli.output import print_json, print_result, progress, say, say_warning, size, table
from reasoner.errors import InputError, KnowledgeError
from reasoner.patterns import LINE_END
from reasoner.retrieval import collection
from reasoner.retrieval.collection import Info
from reasoner.retrieval.documents import MAX_BYTES, Reading
from reasoner.retrieval.formats import registry
from reasoner.retrieval.job import How, IndexReport
from reasoner.retrieval.store import FOLDER
from reasoner.settings import Settings

collections = typer.Typer(help="List, describe, check and remove collections.")

ABOUT = 5
"""Lines shown before and after the one that was asked for."""
STOPPING = "finishing what is at hand; Ctrl-C again leaves the collection as it was."

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]


CollectionName = Annotated[
    str,
    typer.Argument(metavar="NAME", help="Name of a collection.", autocompletion=complete.collection_names),
]


def index(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help="Files, folders with files, and patterns, to index.")
    ],
    name: Annotated[
        str,
        typer.Option(
            "--collection", metavar="NAME", help="What to call it; one of that name is brought up to date."
        ),
    ],
    embed: Annotated[
        bool | None,
        typer.Option(
            "--embed/--no-embed",
            help="Search by meaning as well; by default where the extra 'embed' is there.",
        ),
    ] = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL",
            help="Folder or hub name of a sentence-transformers model, in place of that of the extra.",
        ),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Leave out what has such a path under its PATH; may be repeated."),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of texts that are not UTF-8, such as gb18030.")
    ] = None,
    max_mib: Annotated[
        int, typer.Option(metavar="MIB", help="Leave out longer files.", min=1, max=2048)
    ] = MAX_BYTES >> 20,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="Where passages lie: folder, or qdrant:URL of a server; unless given, where they do now.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a collection of documents, or bring it up to date.

    It is made of the files at and under each PATH, to search and to answer from: FORMATS. Of a collection
    that is there already, files that have not changed are not read again, and those that are gone go.
    Files that cannot be read are named on stderr and left out. Ctrl-C keeps what is done.
    """
    offline = Settings.load().offline
    how = How(Reading(encoding, max_mib << 20), tuple(exclude or ()), embed, embedder, offline, store)
    with interruption.polite(STOPPING) as stop, progress(f"indexing {name}", "files") as update:
        try:
            report = collection.index(paths, name, progress=update, stop=stop, how=how)
        except KnowledgeError as error:
            if stop():
                raise Interrupted(str(error)) from None
            raise
    for skipped in report.skipped:
        say_warning(f"{skipped.path}: skipped: {skipped.reason}.")
    if as_json:
        print_json(asdict(report))
    else:
        print_result(f"{report.name}: {_counts(report.passages, report.files)}")
    if report.unchanged or report.changed or report.removed:
        say(f"{report.name}: {_changes(report)}.")
    if not report.complete:
        raise Interrupted(
            f"{report.reached} of {report.found} files are indexed; run the same command again to go on."
        )
    if not as_json:
        say(f'Ask it: reasoner run qa --collection {report.name} "..."')


index.__doc__ = (index.__doc__ or "").replace("FORMATS", registry.NAMES)


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
        f"{found.embedder} ({found.dimension} numbers each, {found.vectors})"
        if found.embedder
        else "none: searched by terms"
    )
    rows = {
        "name": f"{found.name} ({_kind(found)})",
        "holds": _holds(found),
        "terms": f"{found.terms} different ones",
        "made of": ", ".join(found.roots),
        "vectors": embedder,
        "lies in": f"{found.folder} ({size(found.bytes)})",
        **({"passages in": found.store} if found.store != FOLDER else {}),
    }
    print_result(table(rows.items()))


@collections.command()
def check(name: CollectionName, as_json: AsJson = False) -> None:
    """Tell whether every file of a collection is what was written.

    Opening a collection does so only for files that were touched since; this reads them all.
    """
    found = collection.check(name)
    if as_json:
        print_json({"name": found.name, "whole": True, "complete": found.complete, "bytes": found.bytes})
    else:
        print_result(f"{found.name}: whole ({size(found.bytes)})")


@collections.command()
def show(
    name: CollectionName,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A document, as citations name it.")],
    line: Annotated[
        int | None, typer.Option(metavar="N", help="Only the lines about this one.", min=1)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print a document of a collection as it was read, with the numbers of its lines.

    A citation can so be seen in its place, also when the file has changed since.
    """
    text = collection.document(name, source)
    if as_json:
        print_json({"source": source, "text": text})
        return
    lines = LINE_END.split(text)
    lines = lines if lines[-1] else lines[:-1]
    if line is not None and line > len(lines):
        raise InputError(f"{source}: has {len(lines)} lines, not {line}; give a smaller --line.")
    wide = len(str(len(lines)))
    first, last = (1, len(lines)) if line is None else (max(1, line - ABOUT), line + ABOUT)
    for number, shown in enumerate(lines[first - 1 : last], start=first):
        mark = ">" if number == line else " "
        print_result(f"{mark}{number:>{wide}}  {shown}".rstrip())


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
    incomplete = "" if found.complete else " (incomplete: index it again to go on)"
    return f"{_counts(found.passages, found.files)}{incomplete}"


def _changes(report: IndexReport) -> str:
    """How many files of each fate there are."""
    return (
        f"{report.unchanged} unchanged, {report.added} added, {report.changed} changed, "
        f"{report.removed} removed"
    )


def _counts(passages: int, files: int) -> str:
    return f"{passages} passage{'s' if passages != 1 else ''} of {files} file{'s' if files != 1 else ''}"
