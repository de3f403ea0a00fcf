"""A scene, with what all topics of the picture ask of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesets.heros_crossing.effects import BidPlaced, HeroAttracted, ResourcesMoved, SpyExpelled, SpySent
from rulesets.heros_crossing.ids import hero_id, offer_id, tile_id
from rulesets.heros_crossing.picture.cells import open_cells
from rulesets.heros_crossing.tiles import RESOURCE_OF
from rulesets.kit.svg import Outlines, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.pieces import Cell
    from rulesets.kit.phases import Seat

TINTS = {"purple": "seat-1", "orange": "seat-2", "yellow": "seat-3", "black": "seat-4", "": "bone"}
"""The class of each colour of workers; a seat that has not chosen yet has none of them."""
TYPES = ("weapon", "armor", "potion", "magic")
"""Types always stand in this order, each in its own place."""


class View:
    """What the picture is made from; read by all its topics, changed by none."""

    def __init__(self, scene: Scene[Board]) -> None:
        self.scene = scene
        self.board = board = scene.board
        self.components = board.components
        self.names = scene.called()
        self.tints = {seat: TINTS[side.colour] for seat, side in enumerate(board.sides, 1)} | {0: ""}
        """What colours each seat: the workers that it chose. Its shape stays, whatever it chose."""
        self.of_seats = tuple([TINTS[side.colour] for side in board.sides])
        self.open = {seat: open_cells(board, seat) for seat in self.names}
        """Empty cells of each town that a tile may come into."""
        self.frames = Outlines(self._touched(), scene.clickable)
        marked = self.frames.touched | self.frames.clickable
        self.dice_marked = any(id_.startswith(("die:", "pool:")) for id_ in marked)
        """Whether dice of a pool are framed."""

    def _touched(self) -> Iterator[str]:
        """The ids that are ringed. What was laid on a tile or a hero is ringed itself, rather than all around it."""
        dropped: set[str] = set()
        for effect in self.scene.effects:
            if isinstance(effect, BidPlaced):
                yield offer_id(tile_id(effect.tile), effect.seat)
                dropped.add(tile_id(effect.tile))
            elif isinstance(effect, HeroAttracted):
                yield offer_id(hero_id(effect.hero), effect.seat)
                dropped.add(hero_id(effect.hero))
        yield from self.scene.touched - dropped

    @property
    def moves(self) -> Iterator[tuple[Seat, Cell, Cell]]:
        """What travelled within a town in the last event, from a cell to a cell."""
        for effect in self.scene.effects:
            if isinstance(effect, ResourcesMoved):
                yield effect.seat, effect.source, effect.target

    def spies_gone(self, seat: Seat) -> dict[Cell, tuple[bool, ...]]:
        """Cells of a town that a spy left in the last event; whether it was expelled."""
        found: dict[Cell, tuple[bool, ...]] = {}
        for effect in self.scene.effects:
            if isinstance(effect, SpyExpelled) and effect.seat == seat:
                found[effect.cell] = (True,)
            elif isinstance(effect, SpySent) and effect.from_town == seat:
                found[effect.from_cell] = (False,)
        return found

    def dice_gone(self, seat: Seat) -> Counter[str]:
        """Dice that left a pool in the last event, by their type."""
        before = self.scene.before
        if before is None or before.round != self.board.round:
            return Counter()
        gone = Counter(before.side(seat).pool)
        gone.subtract(self.board.side(seat).pool)
        types: Counter[str] = Counter()
        for die, count in gone.items():
            types[RESOURCE_OF[die[:-2]]] += count
        return +types
