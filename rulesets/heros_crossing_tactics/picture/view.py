"""A scene, with what all topics of the picture ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.picture.trace import trace
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Outlines

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.heros_crossing_tactics.picture.places import Half, Plan
    from rulesets.kit.svg import Scene


class View:
    """What the picture is made from; read by all its topics, changed by none."""

    def __init__(self, scene: Scene[Board], plan: Plan) -> None:
        self.scene = scene
        self.plan = plan
        self.board = board = scene.board
        self.levels = board.components.level
        self.near: Seat = scene.viewer if isinstance(scene.viewer, int) else 1
        self.names = scene.called()
        self.trace = trace(scene.effects)
        self.frames = Outlines(scene.touched, scene.clickable)

    def half(self, seat: Seat) -> Half:
        """Where a seat sits."""
        return self.plan.near if seat == self.near else self.plan.far

    def opened(self, seat: Seat) -> bool:
        """Whether a hand lies face up: who looks may know it."""
        return self.scene.opened(seat)
