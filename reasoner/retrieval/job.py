"""What is to be indexed, and what became of it."""

from dataclasses import dataclass
from pathlib import Path

from reasoner.retrieval.document import Skipped
from reasoner.retrieval.documents import AS_USUAL, Reading


@dataclass(frozen=True, slots=True)
class How:
    """How a collection is made of files."""

    reading: Reading = AS_USUAL
    exclude: tuple[str, ...] = ()
    """Shell patterns (`*`, `?`, `[ab]`) of the sources that are passed over."""
    embed: bool | None = None
    """Whether vectors are made; unless given, where an embedder is installed."""
    embedder: str | None = None
    """The model that makes them; unless given, the one that the extra `embed` carries."""
    offline: bool = True
    """Never ask a model hub for it."""
    store: str | None = None
    """Where passages lie: "folder", or qdrant:LOCATION, the URL of a server or the path of a folder; unless
    given, where those of the collection lie already, else in a folder."""

    def options(self) -> tuple[str, ...]:
        """What `reasoner index` is to be given besides, to make the same again."""
        mib = self.reading.max_bytes >> 20
        return (
            *(part for shape in self.exclude for part in ("--exclude", shape)),
            *(("--encoding", self.reading.encoding) if self.reading.encoding else ()),
            *(("--max-mib", str(mib)) if mib != AS_USUAL.max_bytes >> 20 else ()),
            *(() if self.embed is None else ("--embed" if self.embed else "--no-embed",)),
            *(("--embedder", self.embedder) if self.embedder else ()),
        )


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What became of the files that were to be indexed."""

    name: str
    files: int
    """Documents in the collection."""
    passages: int
    skipped: tuple[Skipped, ...]
    embedder: str | None
    """The model that made vectors; None when the collection is searched by terms alone."""
    seconds: float
    unchanged: int
    added: int
    changed: int
    removed: int
    found: int
    """Files that were found, those that were skipped as well."""
    reached: int
    """How many of them were looked at."""
    complete: bool
    """False when it was stopped before the last of them."""


@dataclass(frozen=True, slots=True)
class Job:
    """A collection that is to be made."""

    name: str
    folder: Path
    paths: tuple[Path, ...]
    how: How
    again: str
    """The command that makes it again."""

    @property
    def roots(self) -> tuple[str, ...]:
        """What is indexed."""
        return tuple(str(path.resolve()) for path in self.paths)
