"""Pictures to look into: their pieces by id, and what stands in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"


def whole(text: str) -> Element:
    """A picture as a document: well formed, pointing to nothing outside itself, and with no style but its classes."""
    svg = ElementTree.fromstring(text)
    names = {part.get("id") for part in svg.iter()}
    pointers = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', text)
    assert pointers
    assert {one or two for one, two in pointers} <= {f"#{name}" for name in names}
    assert " style=" not in text
    return svg


def pieces(svg: Element, name: str) -> list[Element]:
    """All groups of an id; a source may lie on several trays."""
    return [group for group in svg.iter(SVG + "g") if group.get("data-id") == name]


def piece(svg: Element, name: str) -> Element:
    """The one group of an id."""
    found = pieces(svg, name)
    assert len(found) == 1, f"{name} is drawn {len(found)} times"
    return found[0]


def classes(part: Element, name: str) -> list[Element]:
    return [child for child in part.iter() if name in (child.get("class") or "").split()]


def marked(svg: Element, mark: str) -> set[str]:
    """The ids of the pieces with a `ring`, or with the dots of what one `may` choose, around them or inside."""
    return {name for part in svg.iter(SVG + "g") if (name := part.get("data-id")) and classes(part, mark)}


def uses(part: Element, symbol: str) -> int:
    return sum(child.get("href") == f"#{symbol}" for child in part.iter(SVG + "use"))


def title(part: Element) -> str:
    return part.findtext(SVG + "title") or ""


def titles(part: Element) -> list[str]:
    """Its own title and those of all that stands in it."""
    return [found.text or "" for found in part.iter(SVG + "title")]


def titled(svg: Element, words: str) -> list[Element]:
    return [group for group in svg.iter(SVG + "g") if words in title(group)]


def words(part: Element) -> list[str]:
    """The texts that can be read, without their titles."""
    return [_read(text) for text in part.iter(SVG + "text")]


def _read(text: Element) -> str:
    inside = (("" if child.tag == SVG + "title" else _read(child)) + (child.tail or "") for child in text)
    return (text.text or "") + "".join(inside)
