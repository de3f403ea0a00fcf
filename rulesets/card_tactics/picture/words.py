"""Texts that take more than one line."""

from __future__ import annotations

from functools import lru_cache

from rulesets.kit.svg import BOLD, Label, advance, fit, in_two, label, legible


@lru_cache(maxsize=512)
def lines_of(name: str, width: float) -> tuple[Label, ...]:
    """A name in 16 or 14 units; in two lines if it has two words and needs them, else rather smaller than cut."""
    name, width = legible(name), width / BOLD
    if advance(name, 14) <= width or " " not in name:
        return (label(name, width, 16, 14, 13),)
    return tuple(label(line, width, 14, 13) for line in in_two(name.split(" "), 14))


@lru_cache(maxsize=512)
def wrapped(text: str, width: float, size: int, most: int, indent: float = 0) -> tuple[str, ...]:
    """A text in at most this many lines, the first one shorter by `indent`; cut in the last one if it is longer."""
    lines: list[str] = []
    words = legible(text).split()
    while words and len(lines) < most:
        room = width if lines else width - indent
        count = 1
        while count < len(words) and advance(" ".join(words[: count + 1]), size) <= room:
            count += 1
        last = len(lines) == most - 1
        lines.append(fit(" ".join(words if last else words[:count]), room, size))
        del words[:count]
    return tuple(lines)
