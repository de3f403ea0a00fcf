"""Every action that somebody at a table of Kingdom Rush could think of, told without the rules.

For each action of the phase the board waits in: all values that its fields could have, legal ones and others. Of the
actions of other phases there is one each: they are refused whatever they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice, permutations, product
from typing import cast

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import BASES, CELLS, FULL, bits, name_of, places, transforms
from rulesets.kingdom_rush.phases import Attacking, Buying, Displacing
from rulesets.kingdom_rush.pieces import WILDCAT
from rulesets.kingdom_rush.rules.attacks import PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.bosses import PlacePortal
from rulesets.kingdom_rush.rules.setup import ChooseAbilities, ChooseBench
from rulesets.kingdom_rush.rules.soldiers import RelocateSoldier
from rulesets.kit.structs import Action

SINGLES = {"call_of_the_wild": 4, "lightning_bolt": 4, "hocus_pocus": 3}
"""How many single squares these place at once; the others, as many as they have Soldiers, or two."""

NOWHERE = ("a2 a1", "z9", "")
"""Names of no squares."""

Pool = tuple[object, ...]
Maker = Callable[[Board], Iterable[Action[Board]]]


def universe(board: Board) -> Iterator[Action[Board]]:
    """All of them, none twice."""
    for kind in RULESET.actions:
        phases = kind.phase if isinstance(kind.phase, tuple) else (kind.phase,)
        if isinstance(board.pending, phases):
            make = MAKERS.get(kind)
            yield from make(board) if make else _product(board, kind)
        else:
            yield from islice(_product(board, kind), 1)


def _product(board: Board, kind: type[Action[Board]]) -> Iterator[Action[Board]]:
    """All fillings of the fields of an action."""
    pools = _pools(board)
    for values in product(*(pools[name] for name in kind.__struct_fields__)):
        yield kind(*values)


def _pools(board: Board) -> dict[str, Pool]:
    c = board.components
    spaces = (*board.field.where, *board.field.exits, "nowhere")
    held = {card for side in board.sides for card in (*side.hand, *side.incoming)}
    towers = (*sorted(held | {tower.card for tower in board.towers}), "tesla_tower", "nothing")
    abilities = (*dict.fromkeys(tile.id for hero in board.heroes for tile in hero.abilities), "lets_burn", "nothing")
    cards = (*(horde.card for horde in board.hordes), *(life.card for life in board.lives), "nobody")
    return {
        "tower": tuple(dict.fromkeys((*towers, *board.supply))) if isinstance(board.pending, Buying) else towers,
        "becomes": (*c.tower, "nothing"),
        "site": spaces,
        "space": spaces,
        "facing": ("N", "E", "S", "W", "NE", ""),
        "horde": cards,
        "to": spaces if isinstance(board.pending, Displacing) else tuple(range(-1, 6)),
        "base": (*BASES, "e5", ""),
        "hero": (*c.hero, WILDCAT, "nobody"),
        "ability": (*abilities, ""),
        "copies": (*abilities, ""),
        "spell": (*c.spell, "nothing"),
        "colour": (*c.colors, "white", ""),
        "abilities": ((),),
        "heroes": ((),),
        "tile": (*c.portal_tile, "nothing"),
        "piece": tuple(range(-1, 6)),
        "face_up": (True, False),
        "cells": NOWHERE,
        "cell": NOWHERE,
        "square": NOWHERE,
    }


# --- actions with many fillings


def _tiles(board: Board) -> Iterator[Action[Board]]:
    """Each shape of the set, turned and flipped, everywhere on each Horde."""
    masks = {mask for shape in board.components.shape.values() for look in transforms(shape) for mask in places(look)}
    names = (*map(name_of, masks), *NOWHERE)
    for horde in _pools(board)["horde"]:
        yield from (PlaceTile(cast("str", horde), cells) for cells in names)


def _pieces(board: Board) -> Iterator[Action[Board]]:
    """All sets of squares that are still free, up to one too many, and sets with a square that is not."""
    at = Attacking.of(board)
    tower = board.components.tower.get(at.source)
    soldiers = max((attack.soldiers for attack in tower.card.attacks), default=0) if tower else 2
    most = SINGLES.get(at.source, max(soldiers, len(at.cells.split())))
    for horde in (*board.hordes, *board.lives):
        shut = board.covered(horde) if horde.space else horde.tiled
        free = [name_of(bit) for bit in bits(FULL & ~shut)]
        for size in range(1, most + 2):
            yield from (PlacePieces(horde.card, " ".join(cells)) for cells in combinations(free, size))
        yield from (PlacePieces(horde.card, name_of(bit)) for bit in bits(shut))
        yield from (PlacePieces(horde.card, name_of(3 << n)) for n in range(24) if 3 << n & shut)
        yield from (PlacePieces(horde.card, cells) for cells in (*NOWHERE, " ".join(free[:9])))
    yield PlacePieces("nobody", "a1")


def _relocations(board: Board) -> Iterator[Action[Board]]:
    """From each square where a Soldier stands, and from two where none does, to every square."""
    cards = [horde.card for horde in board.hordes]
    starts = [(horde.card, name_of(bit)) for horde in board.hordes for bit in bits(horde.soldiers)]
    starts += [(card, "a1") for card in cards if (card, "a1") not in starts] + [("nobody", "a1")]
    for (horde, cell), to, square in product(starts, (*cards, "nobody"), (*CELLS, *NOWHERE)):
        yield RelocateSoldier(horde, cell, to, square)


def _portals(board: Board) -> Iterator[Action[Board]]:
    """Each Portal tile, everywhere on each Horde."""
    c = board.components
    masks = {
        mask for tile in c.portal_tile.values() for look in transforms(c.shape[tile.shape]) for mask in places(look)
    }
    cards = (*(horde.card for horde in board.hordes), "nobody")
    for tile, horde, cells in product((*c.portal_tile, "nothing"), cards, (*map(name_of, masks), "a1", *NOWHERE)):
        yield PlacePortal(tile, horde, cells)


def _abilities(board: Board) -> Iterator[Action[Board]]:
    """Sets of any size, in any order, out of the tiles of all heroes here and one other."""
    heroes = {side.hero for side in board.sides if side.hero}
    tiles = [tile for hero in board.components.hero.values() if hero.id in heroes for tile in hero.abilities]
    for size in range(4):
        yield from (ChooseAbilities(chosen) for chosen in permutations((*tiles, "nothing"), size))


def _bench(board: Board) -> Iterator[Action[Board]]:
    """Up to four heroes, in any order."""
    for size in range(5):
        yield from (ChooseBench(chosen) for chosen in permutations((*board.components.hero, "nobody"), size))


MAKERS: dict[type[Action[Board]], Maker] = {
    PlaceTile: _tiles,
    PlacePieces: _pieces,
    RelocateSoldier: _relocations,
    PlacePortal: _portals,
    ChooseAbilities: _abilities,
    ChooseBench: _bench,
}
