"""Tasks: how they begin and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.effects.infirmary import hero_fact
from rulesets.heroes_of_the_campaign.effects.running import popped
from rulesets.heroes_of_the_campaign.ids import Address, HeroName, hero_id
from rulesets.heroes_of_the_campaign.names import hero_words
from rulesets.heroes_of_the_campaign.phases import Running
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable


class TaskStarted(Effect[Board], frozen=True):
    """A hero begins a task."""

    seat: Seat
    hero: HeroName
    task: Address
    slot: str
    """What it uses up: the regular task, or a maneuver's; empty for an extra one."""
    first: Address
    """Its first action."""

    def apply(self, board: Board) -> Board:
        if self.slot:
            hero = board.hero(self.hero)
            board = board.with_hero(replace(hero, used=insert(hero.used, self.slot)))
        return replace(board, pending=Running(self.task, self.first, self.seat, board.pending, self.hero))

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def says(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} performs {board.components.task_name(self.task)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (hero_fact(self.hero, card=self.task, kind=self.slot or "extra"),)


class TaskEnded(common.OfHero, frozen=True):
    """All actions of a task are done."""

    task: Address

    def apply(self, board: Board) -> Board:
        return popped(board)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (hero_fact(self.hero, card=self.task),)


class TaskAborted(common.OfHero, frozen=True):
    """The performer went to the infirmary; the actions that are left are not performed."""

    task: Address

    def apply(self, board: Board) -> Board:
        return popped(board)

    def says(self, board: Board) -> str:
        return f"{board.components.task_name(self.task)} is broken off."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (hero_fact(self.hero, card=self.task),)
