"""Tasks: how they begin and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.effects.running import popped
from rulesets.heroes_of_the_campaign.ids import Address
from rulesets.heroes_of_the_campaign.names import hero_words
from rulesets.heroes_of_the_campaign.phases import Running
from rulesets.kit.facts import Fact
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable


class _OfTask(common.OfHero, frozen=True):
    """Something of a task that a hero performs."""

    task: Address

    def facts(self, board: Board) -> Iterable[Fact]:
        return (common.hero_fact(Fact(card=self.task), self.hero),)


class TaskStarted(_OfTask, frozen=True):
    """A hero begins a task."""

    slot: str
    """What it uses up: the regular task, or a maneuver's; empty for an extra one."""

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        if self.slot:
            board = board.with_hero(replace(hero, used=insert(hero.used, self.slot)))
        return replace(board, pending=Running(self.task, f"{self.task}.0", hero.seat, board.pending, self.hero))

    def says(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} performs {board.components.task_name(self.task)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (common.hero_fact(Fact(card=self.task, kind=self.slot or "extra"), self.hero),)


class TaskEnded(_OfTask, frozen=True):
    """All actions of a task are done."""

    def apply(self, board: Board) -> Board:
        return popped(board)


class TaskAborted(_OfTask, frozen=True):
    """The performer went to the infirmary; the actions that are left are not performed."""

    def apply(self, board: Board) -> Board:
        return popped(board)

    def says(self, board: Board) -> str:
        return f"{board.components.task_name(self.task)} is broken off."
