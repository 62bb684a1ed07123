"""HTML as a tree, so that text cannot become markup."""

import re
from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

Node = Element | str | None
"""An element, a text, or nothing at all."""


def tag(name: str, attributes: Mapping[str, object] | None = None, *children: Node) -> Element:
    """An element with these attributes and, in order, these children. None stands for nothing in both."""
    made = Element(
        name, {key: clean(value) for key, value in (attributes or {}).items() if value is not None}
    )
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            made.append(child)
            last = child
        elif child is not None and last is not None:
            last.tail = (last.tail or "") + clean(child)
        elif child is not None:
            made.text = (made.text or "") + clean(child)
    return made


def written(nodes: Iterable[Node]) -> str:
    """The nodes as HTML."""
    whole = tag("div", None, *nodes)
    return tostring(whole, encoding="unicode", method="html").removeprefix("<div>").removesuffix("</div>")


def clean(value: object) -> str:
    """The value as text that can be written as UTF-8 and that HTML allows."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", "\ufffd", str(value))


def table(caption: str, head: Sequence[str], lines: Iterable[Iterable[Node]]) -> Element:
    """A table whose first column names its rows, and whose others hold numbers; `head` names the columns."""
    made = tag("table", None, tag("caption", None, caption))
    if head:
        first = SubElement(SubElement(made, "thead"), "tr")
        first.extend(tag("th" if name else "td", {"scope": "col"} if name else None, name) for name in head)
    body = SubElement(made, "tbody")
    for name, *cells in lines:
        row = SubElement(body, "tr")
        row.append(tag("th", {"scope": "row"}, name))
        row.extend(tag("td", None, cell) for cell in cells)
    return tag("div", {"class": "wide", "role": "region", "aria-label": caption, "tabindex": 0}, made)
