"""A scene, with what all topics of the picture ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.ids import soldiers_id
from rulesets.heros_crossing_tactics.phases import Damage, Flanking
from rulesets.heros_crossing_tactics.picture.places import FAR, NEAR
from rulesets.heros_crossing_tactics.picture.trace import trace
from rulesets.heros_crossing_tactics.pieces import other
from rulesets.heros_crossing_tactics.rules.damage import CHOSEN
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Outlines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.heros_crossing_tactics.picture.places import Half
    from rulesets.kit.svg import Scene


class View:
    """What the picture is made from; read by all its topics, changed by none."""

    def __init__(self, scene: Scene[Board]) -> None:
        self.scene = scene
        self.board = board = scene.board
        self.levels = board.components.level
        self.near: Seat = scene.viewer if isinstance(scene.viewer, int) else 1
        self.names = scene.called()
        self.trace = trace(scene.effects)
        self.frames = Outlines(self._touched(), self._clickable())

    def half(self, seat: Seat) -> Half:
        """Where a seat sits."""
        return NEAR if seat == self.near else FAR

    def _touched(self) -> Iterator[str]:
        """The ids that are ringed; a card that cannot be seen by itself marks the place that holds it."""
        touched = self.scene.touched
        yield from touched
        cards = {piece.removeprefix("card:") for piece in touched if piece.startswith("card:")}
        if not cards:
            return
        if not cards.isdisjoint(self.board.discard):
            yield "discard"
        for seat in (1, 2):
            if not cards.isdisjoint(self.board.side(seat).hand):
                yield f"hand:{seat}"

    def _clickable(self) -> Iterator[str]:
        """The ids that can be chosen: those told, which may name a column, and what the phase leaves open."""
        board, pending = self.board, self.board.pending
        yield from self.scene.clickable
        if isinstance(pending, Damage):
            yield from (soldiers_id(other(board.seat), pending.attack.target, kind) for kind in CHOSEN)
        elif isinstance(pending, Flanking):
            yield soldiers_id(board.seat, pending.column, pending.kinds[0])
