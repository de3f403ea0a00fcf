"""A scene, with what all topics of the picture ask of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.fields import performers, task_spot
from rulesets.heroes_of_the_campaign.ids import card_of
from rulesets.heroes_of_the_campaign.phases import Choosing, ChoosingTeams, Turn
from rulesets.heroes_of_the_campaign.picture.places import Layout, Spot, layout
from rulesets.heroes_of_the_campaign.picture.plans import CHOOSING, NARROW, WIDE, Plan
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.windows import WatchFor
from rulesets.heroes_of_the_campaign.values import values
from rulesets.kit.phases import seats_of
from rulesets.kit.svg import Outlines, Scene

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.ids import Address, HeroName, Place
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.kit.phases import Seat
    from rulesets.kit.svg import Box


class View:
    """What the picture is made from; read by all its topics, changed by none."""

    def __init__(self, scene: Scene[Board]) -> None:
        self.scene = scene
        self.board = board = scene.board
        self.components = board.components
        self.viewer = scene.viewer if isinstance(scene.viewer, int) else None
        """The seat that looks, if one does."""
        self.near: Seat = self.viewer or 1
        self.open_hands: tuple[Seat, ...] = tuple(filter(scene.opened, seats_of(board)))
        """The seats whose hands are seen card by card."""
        self.names = scene.called()
        self.values = values(board)
        self.acting = board.pending.who(board)
        self.plan = self._plan()
        self.layout: Layout = self._laid(board)
        self._before: Layout | None = None
        self.frames = Outlines(scene.touched, scene.clickable)

    @property
    def before(self) -> Layout:
        """Where heroes stood before the last event; where they stand, if none is elsewhere now."""
        if self._before is None:
            before = self.scene.before
            moved = before is not None and _places(before) != _places(self.board)
            self._before = self.layout if before is None or not moved else self._laid(before)
        return self._before

    def stood(self, hero: HeroName) -> Spot:
        """Where a hero stood before the last event; where it is, if it came with that, or another one stands there."""
        now, spot = self.layout.spots, self.before.spots.get(hero)
        if spot is None or any(name != hero and _overlap(other.box, spot.box) for name, other in now.items()):
            return now[hero]
        return spot

    def may_say(self, seat: Seat) -> bool:
        """Whether a seat may give its standing word now, and who looks may give it."""
        return seat in self.open_hands and isinstance(self.board.pending, WatchFor.phase)

    @cached_property
    def tasks(self) -> Mapping[str, tuple[Hero, Address]]:
        """The tasks that who looks can choose now, of cards that have several, by their ids: each with a hero."""
        board, pending = self.board, self.board.pending
        found: list[tuple[Hero, Address]] = []
        if isinstance(pending, Turn):
            options = [action for seat in self.open_hands for action in StartTask.options(board, seat)]
            found = [(board.hero(action.hero), action.task) for action in options]
        elif isinstance(pending, Choosing) and pending.kind == "task" and pending.seat in self.open_hands:
            found = [(hero, task) for hero in performers(board, pending) for task in pending.among]
        several = (each for each in found if len(self.components.tasks_of[card_of(each[1])]) > 1)
        return {task_spot(board, hero, task): (hero, task) for hero, task in several}

    def _plan(self) -> Plan:
        if self.scene.arrangement == "narrow":
            return NARROW
        return CHOOSING if self.open_hands and isinstance(self.board.pending, ChoosingTeams) else WIDE

    def _laid(self, board: Board) -> Layout:
        return layout(board, self.near, self.open_hands, self.plan)


def _overlap(one: Box, two: Box) -> bool:
    across = min(one.x + one.w, two.x + two.w) - max(one.x, two.x)
    return across > 0 and min(one.y + one.h, two.y + two.h) > max(one.y, two.y)


def _places(board: Board) -> list[tuple[HeroName, Place]]:
    return [(hero.name, hero.place) for hero in board.heroes]
