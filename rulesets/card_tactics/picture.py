"""The picture of a table: the line of six, and what lies beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import caption
from rulesets.card_tactics.names import unit_id, unit_name
from rulesets.card_tactics.parts import TOKEN_NAMES
from rulesets.card_tactics.rules.values import effective_defence
from rulesets.kit import svg
from rulesets.kit.svg import Box, Frames, Label, Scene, Sheet

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.parts import Unit

TEMPLATE = svg.Template(Path(__file__).parent)
WIDTH, HEIGHT, GAP = 96, 150, 6
TOP = 16


class UnitPart(Struct, frozen=True, gc=False):
    """A unit on its space."""

    id: str
    title: str
    box: Box
    name: Label
    numbers: str
    tokens: tuple[str, ...]
    exhausted: bool
    frames: Frames | None


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document."""
    board = scene.board
    framer = svg.Framer(scene.touches, scene.may)
    units = [_unit(board, unit, 2 - index, framer) for index, unit in enumerate(board.heroes)]
    units += [_unit(board, unit, 3 + index, framer) for index, unit in enumerate(board.enemies)]
    lines = [caption.moment(board), f"Challenge stack: {len(DEPTH) - board.revealed} cards", caption.items(board)]
    height = 200 + 22 * len(lines) + 10
    sheet = Sheet(caption.title(board, scene.version), caption.description(board), height)
    return TEMPLATE.draw(sheet, standalone=scene.standalone, units=units, lines=lines, height=height)


DEPTH = range(18)


def _unit(board: Board, unit: Unit, space: int, framer: svg.Framer) -> UnitPart:
    box = Box(16 + space * (WIDTH + GAP) + (8 if space > 2 else 0), TOP, WIDTH, HEIGHT, 8)
    face, id_ = board.components.unit[unit.card], unit_id(unit.card)
    return UnitPart(
        id_,
        f"{unit_name(board, unit.card)}: health {unit.health} of {face.health}",
        box,
        svg.label(unit_name(board, unit.card), WIDTH - 16, 15, 13),
        f"{unit.health}/{face.health}  {effective_defence(board, unit)}",
        tuple(f"{TOKEN_NAMES[kind]} x{n}" for kind, n in unit.tokens.told()),
        unit.exhausted,
        framer(id_, box),
    )
