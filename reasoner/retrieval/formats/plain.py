"""Plain text: paragraphs apart by blank lines, and perhaps a title."""

from reasoner.retrieval.document import Document


def read(text: str, source: str) -> Document:
    """The text as it is."""
    return Document(text, source, "plain")
