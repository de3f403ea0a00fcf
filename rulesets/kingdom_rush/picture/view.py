"""A scene, with what all topics of the picture ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.picture.land import map_part
from rulesets.kingdom_rush.picture.places import Plan
from rulesets.kingdom_rush.picture.trace import trace
from rulesets.kit.svg import Outlines, Scene

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board


PAINTS = frozenset({"red", "blue", "green", "yellow"})
"""The colours that the look knows; a component set may have others."""


class View:
    """What the picture is made from; read by all its topics, changed by none."""

    def __init__(self, scene: Scene[Board], plan: Plan) -> None:
        self.scene = scene
        self.plan = plan
        self.board = board = scene.board
        self.field = board.field
        self.map = map_part(board.field, plan)
        self.names = scene.called()
        self.trace = trace(board, scene.before)
        self.frames = Outlines(scene.touched, scene.clickable)
        self.seat_of_color = self._seats_of_colors()
        self.solo = board.seats == 1

    def paint(self, seat: int) -> str:
        """The classes that colour what is a seat's: its own, and that of the colour that it chose."""
        colour = "" if self.solo else self.board.side(seat).colour
        return f"seat-{seat} paint-{colour}" if colour in PAINTS else f"seat-{seat}"

    def colour(self, seat: int) -> str:
        """Whose something is, in a title: its colour, since a player has no name there; alone nothing."""
        if self.solo or not (colour := self.board.side(seat).colour):
            return ""
        return f", {colour}"

    def _seats_of_colors(self) -> dict[str, int]:
        """Whose shape and colour the sites of a player colour have; alone, each colour has its own."""
        board = self.board
        if board.seats == 1:
            return {color: n for n, color in enumerate(board.setting.colours(1), 1)}
        return {player.colour: seat for seat, player in enumerate(board.sides, 1) if player.colour}
