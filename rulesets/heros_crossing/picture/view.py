"""A scene, with what all topics of the picture ask of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesets.heros_crossing.components import RESOURCE_OF
from rulesets.heros_crossing.effects import BidPlaced, HeroAttracted, ResourcesMoved, SpyExpelled, SpySent
from rulesets.heros_crossing.ids import die_id, hero_id, seat_id, tile_id
from rulesets.kit.svg import Outlines, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.board import Board, Cell
    from rulesets.kit.phases import Seat

TYPES = ("weapon", "armor", "potion", "magic")
"""Types always stand in this order, each in its own place."""


class View:
    """What the picture is made from; read by all its topics, changed by none."""

    def __init__(self, scene: Scene[Board]) -> None:
        self.scene = scene
        self.board = board = scene.board
        self.components = board.components
        self.names = scene.called()
        self.frames = Outlines(self._touched(), self._clickable())

    def _touched(self) -> Iterator[str]:
        """The ids that are ringed. What was laid on a tile or a hero is ringed itself, rather than all around it."""
        dropped: set[str] = set()
        for effect in self.scene.effects:
            if isinstance(effect, BidPlaced):
                yield offer_id(tile_id(effect.tile), effect.seat)
                dropped |= {tile_id(effect.tile), seat_id(effect.seat)}
            elif isinstance(effect, HeroAttracted):
                yield offer_id(hero_id(effect.hero), effect.seat)
                dropped |= {hero_id(effect.hero), seat_id(effect.seat)}
        yield from self.scene.touched - dropped

    def _clickable(self) -> Iterator[str]:
        """The ids that can be chosen. A choice names a die by what it shows: it is one of the seat that acts."""
        for choice in self.scene.clickable:
            yield choice
            place, _, name = choice.partition(":")
            if place == "die" and "." not in name:
                yield die_id(self.board.seat, name)

    @property
    def moves(self) -> Iterator[tuple[Seat, Cell, Seat, Cell]]:
        """What travelled in the last event: from a cell of a town to a cell of a town."""
        for effect in self.scene.effects:
            if isinstance(effect, ResourcesMoved):
                yield effect.seat, effect.source, effect.seat, effect.target
            elif isinstance(effect, SpySent) and effect.from_town:
                yield effect.from_town, effect.from_cell, effect.town, effect.cell

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


def offer_id(on: str, seat: Seat) -> str:
    """The id of what a seat has laid on a tile or a hero."""
    return f"offer:{seat}.{on}"
