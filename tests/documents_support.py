"""Files of many kinds, made for a test."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import docx
import pypdf
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.document import Document, Skipped
from reasoner.retrieval.documents import AS_USUAL, Reading, read
from reasoner.state import Passage

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def read_bytes(folder: Path, name: str, data: bytes, how: Reading = AS_USUAL) -> Document | Skipped:
    """What a file of that name with these bytes is read as."""
    path = folder / name
    path.write_bytes(data)
    return read(path, name, how)


def document(folder: Path, name: str, data: bytes, how: Reading = AS_USUAL) -> Document:
    """The same, where it can be read."""
    found = read_bytes(folder, name, data, how)
    assert isinstance(found, Document), found
    return found


def reason(folder: Path, name: str, data: bytes, how: Reading = AS_USUAL) -> str:
    """Why it cannot be read."""
    found = read_bytes(folder, name, data, how)
    assert isinstance(found, Skipped)
    assert found.path == name
    return found.reason


def passages(folder: Path, name: str, data: bytes, max_width: int = 1200) -> list[Passage]:
    """The passages of such a file."""
    return chunks(document(folder, name, data), max_width)


def pdf(*pages: Sequence[str]) -> bytes:
    """A PDF file with these lines on its pages, in a font that has Chinese characters too."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    made = io.BytesIO()
    canvas = Canvas(made)
    for lines in pages:
        canvas.setFont("STSong-Light", 12)
        for number, line in enumerate(lines):
            canvas.drawString(72, 720 - 20 * number, line)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def encrypted(data: bytes, password: str, algorithm: str = "AES-256") -> bytes:
    """The PDF file, to be opened with that password."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    writer.encrypt(password, "of the owner", algorithm=algorithm)
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def word(*parts: tuple[str, str]) -> bytes:
    """A DOCX file of paragraphs, each given as its style and its text."""
    file = docx.Document()
    for style, text in parts:
        file.add_paragraph(text, style=style)
    made = io.BytesIO()
    file.save(made)
    return made.getvalue()


def word_of(body: str) -> bytes:
    """A DOCX file with this XML as its body."""
    xml = f"<w:document {WORD}><w:body>{body}</w:body></w:document>"
    return repacked(word(), {"word/document.xml": xml.encode()})


def repacked(archive: bytes, changed: Mapping[str, bytes]) -> bytes:
    """The ZIP archive with other contents under these names."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, changed.get(name, old.read(name)))
    return made.getvalue()
