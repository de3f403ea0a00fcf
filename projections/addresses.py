"""Addresses of versions: `57`, `head`, `start`, `end`, `-3`, `round:3`, `turn:14`, `turn:start`, `move:start`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from projections.errors import BadAddress

if TYPE_CHECKING:
    from collections.abc import Callable

    from projections.outline import Outline
    from projections.paths import Path, Version
    from projections.tree import Tree

GRAMMAR = "write a number (57), head, start, end, -3, round:3, turn:14, turn:start or move:start"

_ADDRESS = re.compile(r"(\d{1,9})|-(\d{1,9})|(head|start|end)|(round|turn):(\d{1,9})|(turn|move):start", re.ASCII)


def resolve(address: str, tree: Tree, path: Path, here: Version, outline: Callable[[], Outline]) -> Version:
    """The version at an address on `path`, a whole line; `-3` counts back from `here`. Raises BadAddress.

    `outline` is called only for addresses that need it; it must have all marks of the path and up to `here`.
    """
    match re.fullmatch(
        r"(\d{1,9})|-(\d{1,9})|(head|start|end)|(round|turn):(\d{1,9})|(turn|move):start", address, re.ASCII
    ):
        case None:
            raise BadAddress(address, GRAMMAR)
        case found:
            number, back, word, unit, count, start = found.groups()
    if number:
        return _stored(address, tree, int(number))
    if back:
        return _back(address, tree.path(here), int(back))
    if word:
        return {"head": tree.head, "start": 1, "end": path[-1][-1]}[word]
    if unit:
        return _first_of(address, path, outline(), unit, int(count))
    return _move_start(tree, here, outline()) if start == "move" else _turn_start(path, here, outline())


def _move_start(tree: Tree, here: Version, outline: Outline) -> Version:
    """The last version before `here` at which a move begins; if there is none, the event before `here`."""
    return outline.last_move_start(tree.path(here), here) or tree.previous(here) or 1


def _turn_start(path: Path, here: Version, outline: Outline) -> Version:
    turn = outline.mark(here).turn
    return outline.first(path, lambda mark: mark.turn >= turn) or here


def _stored(address: str, tree: Tree, version: Version) -> Version:
    if not 1 <= version <= tree.size:
        raise BadAddress(address, f"this game has versions 1 to {tree.size}")
    return version


def _back(address: str, path: Path, steps: int) -> Version:
    for part in reversed(path):
        if steps < len(part):
            return part[-1 - steps]
        steps -= len(part)
    raise BadAddress(address, "this is before the start of the game")


def _first_of(address: str, path: Path, outline: Outline, unit: str, number: int) -> Version:
    found = outline.first(path, lambda mark: getattr(mark, unit) >= number)
    if found is None or getattr(outline.mark(found), unit) != number:
        raise BadAddress(address, f"this line has no {unit} {number}")
    return found
