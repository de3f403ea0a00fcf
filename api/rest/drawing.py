"""Pictures in pixels, by the renderer that draws the charts."""

from __future__ import annotations

from xml.etree import ElementTree

import vl_convert

MOST_PIXELS = 4_000
"""No picture is wider or higher."""


def in_pixels(svg: str, width: int) -> bytes:
    """An SVG document as PNG, so wide that it is as high as may be, at most `width` pixels. Some 100 ms."""
    root = ElementTree.fromstring(svg)
    _x, _y, wide, high = map(float, root.get("viewBox", "0 0 1 1").split())
    drawn: bytes = vl_convert.svg_to_png(svg, scale=min(width / wide, MOST_PIXELS / high))
    return drawn
