"""The formats that can be read, by suffix."""

from dataclasses import dataclass

PROGRAMS = (
    ".py .pyi .js .mjs .cjs .ts .tsx .jsx .vue .java .c .h .cc .cpp .cxx .hh .hpp .cs .go .rs .rb .php .swift"
    " .kt .kts .scala .sh .bash .zsh .ps1 .bat .sql .r .jl .lua .pl .pm .dart .ex .exs .erl .hs .ml .clj"
    " .lisp .el .vb .f90 .m .tex .toml .yaml .yml .json .ini .cfg .conf .properties .xml .css .scss .less"
    " .gradle .cmake .proto .graphql .tf"
)


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file, and the module that reads it."""

    name: str
    module: str
    suffixes: frozenset[str]
    binary: bool = False
    """`read` takes the bytes and may load a library, so it runs in a process of its own."""


_HERE = __name__.rpartition(".")[0]
FORMATS = (
    Format("Markdown", f"{_HERE}.markdown", frozenset({".md", ".markdown"})),
    Format("text", f"{_HERE}.plain", frozenset({"", ".txt", ".text", ".rst", ".log"})),
    Format("HTML", f"{_HERE}.html", frozenset({".html", ".htm", ".xhtml"}), binary=True),
    Format("PDF", f"{_HERE}.pdf", frozenset({".pdf"}), binary=True),
    Format("DOCX", f"{_HERE}.docx", frozenset({".docx"}), binary=True),
    Format("CSV", f"{_HERE}.csv", frozenset({".csv", ".tsv"})),
    Format("JSONL", f"{_HERE}.jsonl", frozenset({".jsonl", ".ndjson"})),
    Format("source code", f"{_HERE}.code", frozenset(PROGRAMS.split())),
)
_BY_SUFFIX = {suffix: kind for kind in FORMATS for suffix in kind.suffixes}
NAMES = f"{', '.join(kind.name for kind in FORMATS[:-1])} and {FORMATS[-1].name}"
"""The formats, as the middle of a sentence."""


def by_suffix(suffix: str) -> Format | None:
    """The format of files whose names end so."""
    return _BY_SUFFIX.get(suffix.lower())
