"""What the fields of actions are called, and where they lie in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.heros_crossing.effects.rounds import ZONING
from rulesets.heros_crossing.ids import (
    cell_id,
    colour_id,
    die_id,
    hero_id,
    lands_id,
    modifiers_id,
    need_id,
    row_id,
    seat_id,
    spy_id,
    tile_id,
)
from rulesets.heros_crossing.names import (
    action_card_name,
    cell_name,
    column_name,
    die_name,
    hero_name,
    need_name,
    offered_name,
    row_name,
    target_name,
    tile_name,
)
from rulesets.heros_crossing.phases import Selling, Stealing
from rulesets.heros_crossing.pieces import FACE
from rulesets.heros_crossing.rules.rounds import ZONING_FACES
from rulesets.heros_crossing.tiles import LAND
from rulesets.kit.fields import Field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.pieces import Cell, Die, HeroId, TileId
    from rulesets.kit.phases import Seat

    Fixed = Mapping[str, Any]

Ids = tuple[str, ...]


# --- tiles and heroes


def _tile(board: Board, _seat: Seat, tile: TileId, _fixed: Fixed) -> str:
    return offered_name(board, tile)


def _tile_ids(_board: Board, seat: Seat, tile: TileId, _fixed: Fixed) -> Ids:
    return (lands_id(seat) if tile == LAND else tile_id(tile),)


def _hero(board: Board, _seat: Seat, hero: HeroId, _fixed: Fixed) -> str:
    return hero_name(board, hero)


def _hero_ids(_board: Board, _seat: Seat, hero: HeroId, _fixed: Fixed) -> Ids:
    return (hero_id(hero),)


def _need(board: Board, _seat: Seat, need: int, _fixed: Fixed) -> str:
    return need_name(board.components.hero[_served(board)].needs, need).capitalize()


def _need_ids(board: Board, _seat: Seat, need: int, _fixed: Fixed) -> Ids:
    return (need_id(_served(board), need),)


def _served(board: Board) -> HeroId:
    return board.visiting[Selling.of(board).space].hero


# --- dice


def _die(_board: Board, _seat: Seat, die: Die, _fixed: Fixed) -> str:
    return die_name(die).capitalize()


def _own_die_ids(_board: Board, seat: Seat, die: Die, _fixed: Fixed) -> Ids:
    return (die_id(seat, die),)


def _their_die_ids(board: Board, _seat: Seat, die: Die, _fixed: Fixed) -> Ids:
    return (die_id(Stealing.of(board).victim, die),)


def _modifier_ids(_board: Board, seat: Seat, n: int, _fixed: Fixed) -> Ids:
    """A tap on the modifiers for each."""
    return (modifiers_id(seat),) * n


def _row(board: Board, _seat: Seat, row: int, _fixed: Fixed) -> str:
    return row_name(board.components.action_card[board.card].rows[row]).capitalize()


def _row_ids(_board: Board, _seat: Seat, row: int, _fixed: Fixed) -> Ids:
    return (row_id(row),)


# --- towns and seats


def _seat(_board: Board, _seat: Seat, other: Seat, _fixed: Fixed) -> str:
    return f"{{{other}}}"


def _seat_ids(_board: Board, _seat: Seat, other: Seat, _fixed: Fixed) -> Ids:
    return (seat_id(other),)


def _cell(_board: Board, _seat: Seat, cell: Cell, _fixed: Fixed) -> str:
    name = cell_name(cell)
    return name[:1].upper() + name[1:]


def _column(_board: Board, _seat: Seat, cell: Cell, _fixed: Fixed) -> str:
    """What the cells of a large town are grouped by."""
    return column_name(cell)


def _own_cell_ids(_board: Board, seat: Seat, cell: Cell, _fixed: Fixed) -> Ids:
    return (cell_id(seat, cell),)


def _cubes_ids(_board: Board, seat: Seat, n: int, fixed: Fixed) -> Ids:
    """The first cube is meant with its cell; a tap on the cell more for each other."""
    return (cell_id(seat, fixed["source"] if "source" in fixed else fixed["cell"]),) * (n - 1)


def _spied_ids(_board: Board, _seat: Seat, cell: Cell, fixed: Fixed) -> Ids:
    return (cell_id(fixed["town"], cell),)


def _whence(board: Board, seat: Seat, town: Seat, fixed: Fixed) -> str:
    return _seat(board, seat, town, fixed) if town else "The spy"


def _whence_ids(_board: Board, seat: Seat, town: Seat, _fixed: Fixed) -> Ids:
    return (seat_id(town) if town else spy_id(seat),)


def _start(board: Board, seat: Seat, cell: Cell, fixed: Fixed) -> str:
    return _cell(board, seat, cell, fixed) if cell else "The spy"


def _start_ids(_board: Board, seat: Seat, cell: Cell, fixed: Fixed) -> Ids:
    return (cell_id(fixed["from_town"], cell) if cell else spy_id(seat),)


# --- what a power is used on


def _target(board: Board, seat: Seat, target: str, _fixed: Fixed) -> str:
    return target_name(board, seat, target)


def _target_ids(board: Board, seat: Seat, target: str, _fixed: Fixed) -> Ids:
    if target in board.components.tile:
        return (tile_id(target),)
    if target in board.components.hero:
        return (hero_id(target),)
    owner, _, cell = target.partition(":")
    if cell:
        return (cell_id(int(owner), cell),)
    parts = target.split(".")
    if len(parts) > 1:
        return (die_id(int(parts[0]), parts[1]) if parts[1] in FACE else cell_id(seat, target),)
    return (seat_id(int(target)),) if target.isdigit() else ()


def _colour_ids(_board: Board, _seat: Seat, colour: str, _fixed: Fixed) -> Ids:
    return (colour_id(colour),)


def _face(_board: Board, _seat: Seat, face: str, _fixed: Fixed) -> str:
    return ZONING[face].capitalize()


def _drawn(board: Board, _seat: Seat, drawn: str, _fixed: Fixed) -> str:
    """A tile, a hero or an Action Card."""
    components = board.components
    if drawn in components.action_card:
        return action_card_name(drawn)
    return tile_name(board, drawn) if drawn in components.tile else hero_name(board, drawn)


def _zoning(board: Board, seat: Seat, side: int, fixed: Fixed) -> str:
    return _face(board, seat, ZONING_FACES[side - 1], fixed)


FIELDS = {
    "colour": Field(ids=_colour_ids, asks="Which colour?"),
    "given": Field(_tile, _tile_ids, asks="Which tile is given?"),
    "taken": Field(_tile, _tile_ids, asks="For which tile?"),
    "tile": Field(_tile, _tile_ids, asks="Which tile?"),
    "face": Field(_face, asks="Which face?"),
    "TakeDie.die": Field(_die, _their_die_ids, asks="Which die?"),
    "die": Field(_die, _own_die_ids, asks="Which die?"),
    "row": Field(_row, _row_ids, asks="Which row of the Action Card?"),
    "modifiers": Field(ids=_modifier_ids, asks="How many modifiers?"),
    "hero": Field(_hero, _hero_ids, asks="Which hero?"),
    "targets": Field(_target, _target_ids, "order", asks="What is it used on?"),
    "need": Field(_need, _need_ids, asks="Which need?"),
    "victim": Field(_seat, _seat_ids, asks="From whom?"),
    "from_town": Field(_whence, _whence_ids, asks="Out of which town?"),
    "from_cell": Field(_start, _start_ids, asks="From which cell?"),
    "town": Field(_seat, _seat_ids, asks="Into which town?"),
    "SendSpy.cell": Field(_cell, _spied_ids, asks="To which cell?", group=_column),
    "source": Field(_cell, _own_cell_ids, asks="From which cell?", group=_column),
    "target": Field(_cell, _own_cell_ids, asks="To which cell?", group=_column),
    "cell": Field(_cell, _own_cell_ids, asks="Which cell?", group=_column),
    "spy": Field(_seat, _seat_ids, asks="Whose spy?"),
    "n": Field(ids=_cubes_ids, asks="How many?"),
}
"""In the order in which they are asked for: a piece before its place, a die before its row, a number last."""

OUTCOMES = {
    "draw": Field(_drawn),
    "reveal": Field(_drawn),
    "HCX-ZON-02": Field(_zoning),
}
"""What outcomes of chance are called."""
