"""Boards as PNG, drawn by the renderer of the charts."""

from __future__ import annotations

from xml.etree import ElementTree

MOST_PIXELS = 4_000
"""The largest width and height."""


def in_pixels(svg: str, width: int) -> bytes:
    """An SVG document as PNG, at most `width` pixels wide and at most 4,000 high. Takes about 100 ms."""
    import vl_convert  # 9 MiB that a service without such pictures does without

    root = ElementTree.fromstring(svg)
    _x, _y, wide, high = map(float, root.get("viewBox", "0 0 1 1").split())
    drawn: bytes = vl_convert.svg_to_png(svg, scale=min(width / wide, MOST_PIXELS / high))
    return drawn
