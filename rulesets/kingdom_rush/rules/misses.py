"""Why a piece may not go where somebody puts it: each refusal names the one rule that is in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.geometry import QUARTER, SIZE, SQUARES, Mask, Shape, mask_of, transforms, turned
from rulesets.kingdom_rush.rules.common import face_of
from rulesets.kit.errors import Refused
from rulesets.kit.play import need

if TYPE_CHECKING:
    from collections.abc import Collection

    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.phases import Attacking
    from rulesets.kingdom_rush.pieces import CardId, Horde, SpaceId
    from rulesets.kingdom_rush.programs import Shot

Aimed = tuple["Collection[SpaceId] | None", "Collection[CardId] | None"]
"""The spaces, and the Hordes, that a shot is aimed at; None is all."""


def miss(board: Board, at: Attacking, shot: Shot, aimed: Aimed, card: CardId) -> str:
    """The rule by which a Horde is no target of a shot."""
    horde = next((horde for horde in board.hordes if horde.card == card), None)
    if horde is None:
        return "KRR-SPL-11" if shot.aim == "portal" else "KRR-RNG-07"
    if board.horde_at(horde.space) is not horde:
        return "KRR-FLY-07"
    spaces, cards = aimed
    if (spaces is not None and horde.space not in spaces) or (cards is not None and card not in cards):
        return _out_of_range(board, at, shot, horde)
    if horde.level:
        return _portal(board, at, shot)
    if shot.linked:
        return shot.rule or "KRR-DMG-09"
    return shot.rule if shot.each and card == at.horde else "KRR-DMG-08"


def _out_of_range(board: Board, at: Attacking, shot: Shot, horde: Horde) -> str:
    """A Horde of another space than that of the card or of the appendix."""
    if shot.aim != "arrows":
        own = at.source == "lets_burn" and horde.space == at.place
        return "KRR-IGN-08" if own else shot.rule
    if not at.hero:
        return "KRR-RNG-06"
    attack = board.components.card[at.source].attacks[shot.attack]
    if attack.melee and not attack.arrows:
        return "KRR-BAS-01"
    return "KRR-BAS-03" if horde.space == at.place else "KRR-BAS-02"


def _portal(board: Board, at: Attacking, shot: Shot) -> str:
    """A Portal that is too strong for a Tower, or safe from heroes and Spells."""
    if not at.hero:
        return "KRR-POR-02" if at.place else "KRR-SPL-04"
    return "KRR-BAS-04" if at.source == at.hero and shot.aim == "arrows" else "KRR-POR-13"


def need_tile_fits(board: Board, at: Attacking, shot: Shot, horde: Horde, no: Mask, cells: str) -> Mask:
    """The squares of one tile on a Horde where it may not cover `no`. Raises Refused."""
    table = shot.spots[QUARTER[at.facing]]
    mask = table.get(cells)
    if mask is None:
        raise Refused(_misshapen(cells, next(iter(table.values()))))
    if mask & no:
        need_free(board, horde, mask)
        need(False, "KRR-DEF-05")
    return mask


def _misshapen(cells: str, right: Mask) -> str:
    """Squares that are none of a tray, the tile as it is not turned, or another tile."""
    mask = mask_of(cells)
    if not mask:
        return "KRR-DMG-04"
    return "KRR-DMG-02" if turned(_shape(mask), 0) in transforms(_shape(right)) else "KRR-DMG-01"


def _shape(mask: Mask) -> Shape:
    return tuple((i % SIZE, i // SIZE) for i in range(SQUARES) if mask >> i & 1)


def need_free(board: Board, horde: Horde, mask: Mask) -> None:
    """Nothing lies there that a tile may not overlap. Raises Refused."""
    need(not mask & _taken(board, horde), "KRR-DMG-05")
    need(not mask & face_of(board, horde).bars, "KRR-DMG-06")


def need_soldiers_fit(board: Board, horde: Horde, no: Mask, mask: Mask) -> None:
    """Soldiers may stand there, on a Horde where they may not cover `no`. Raises Refused."""
    if mask & no:
        face = face_of(board, horde)
        need(not mask & (_taken(board, horde) | face.bars), "KRR-SOL-04")
        need(not mask & ~face.all, "KRR-SOL-02")
        need(False, "KRR-SOL-03")


def too_many(board: Board, shot: Shot, size: int) -> str:
    """The rule that allows no more than fewer pieces."""
    if shot.soldiers and size > board.soldiers:
        return "KRR-SOL-08"
    return shot.rule or ("KRR-SOL-01" if shot.soldiers else "KRR-DMG-01")


def _taken(board: Board, horde: Horde) -> Mask:
    return horde.tiled | horde.soldiers | horde.gated | board.bases(horde.space)
