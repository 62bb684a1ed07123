"""Bytes become text, strictly: a text is never guessed, and never has marks in place of letters."""

import codecs

from reasoner.patterns import pattern
from reasoner.retrieval.formats.unreadable import Unreadable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "utf-7": "utf-8",
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
    "utf-32": "utf-8",
}
"""What is meant by a charset that a page declares, as browsers read it."""
_HALF = pattern("[\ud800-\udfff\x00]")


def decode(data: bytes, encoding: str | None = None, declared: str | None = None) -> str:
    """The text: by its byte order mark, by the charset that it declares, as UTF-8, or else by `encoding`.

    Raises: Unreadable, when none of them fits.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _whole(data, name)
    for name in filter(None, (_meant(declared), "utf-8", encoding)):
        try:
            text = data.decode(name)
        except (UnicodeError, LookupError):
            continue
        if "\0" not in text:
            return text
    if encoding is not None and b"\0" not in data:
        return _whole(data, encoding)
    return _whole(data, "utf-8")


def known(encoding: str) -> bool:
    """Whether text can be decoded by this name."""
    try:
        "a".encode(encoding)
    except (LookupError, UnicodeError, ValueError):
        return False
    return True


def clean(text: str) -> str:
    """The text without what no file can keep: halves of surrogate pairs, and NUL characters."""
    return _HALF.sub("\N{REPLACEMENT CHARACTER}", text)


def _meant(declared: str | None) -> str | None:
    try:
        return declared and _WIDER.get(name := codecs.lookup(declared).name, name)
    except (LookupError, ValueError):
        return None


def _whole(data: bytes, name: str) -> str:
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        if b"\0" in data and name == "utf-8":
            raise Unreadable("binary: it has NUL bytes and is not UTF-8") from None
        fault = f"not {name.upper()} (byte {error.start}); save it as UTF-8"
        raise Unreadable(f"{fault}, or name its encoding with --encoding") from None
    except UnicodeError:
        raise Unreadable(f"not {name.upper()}; save it as UTF-8") from None
    if "\0" in text:
        raise Unreadable(
            "has NUL bytes, so it is binary, or UTF-16; name the encoding of a text with --encoding"
        )
    return text
