"""PDF files: a section for each page."""

import io
from itertools import groupby

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

from reasoner.retrieval.document import Document, Section, Skipped
from reasoner.retrieval.formats.decoding import clean
from reasoner.retrieval.formats.unreadable import Unreadable

SCANNED = "no text in it; it may be scanned, so recognise its text first"


def read(data: bytes, source: str, encoding: str | None) -> Document:
    """The text of the pages, one after the other.

    Raises: Unreadable, when it is encrypted, broken, or has no text.
    """
    del encoding
    try:
        texts = _texts(data)
    except (FileNotDecryptedError, DependencyError) as error:
        raise Unreadable(f"encrypted: {error}") from None
    except (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, OSError) as error:
        raise Unreadable(f"a broken PDF file: {error or type(error).__name__}") from None
    if not any(texts):
        raise Unreadable(SCANNED)
    sections, start = [], 0
    for number, text in enumerate(texts, start=1):
        if text:
            sections.append(Section(start, start + len(text), page=number))
            start += len(text) + 2
    empty = [number for number, text in enumerate(texts, start=1) if not text]
    skipped = (Skipped(f"{source}, pages {_ranges(empty)}", SCANNED),) if empty else ()
    return Document("\n\n".join(filter(None, texts)), source, "plain", tuple(sections), skipped=skipped)


def _texts(data: bytes) -> list[str]:
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable("encrypted: it needs a password; save it without one")
    return [_text(page.extract_text()) for page in reader.pages]


def _text(page: str) -> str:
    """As lines apart by line feeds, without blanks at their ends."""
    return "\n".join(line.rstrip() for line in clean(page).splitlines()).strip()


def _ranges(numbers: list[int]) -> str:
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
