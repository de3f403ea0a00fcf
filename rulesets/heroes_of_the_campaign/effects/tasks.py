"""Tasks: how they begin and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.effects.running import popped
from rulesets.heroes_of_the_campaign.ids import Address, HeroName
from rulesets.heroes_of_the_campaign.names import hero_words
from rulesets.heroes_of_the_campaign.phases import Running
from rulesets.heroes_of_the_campaign.pieces import REGULAR
from rulesets.kit.facts import Fact
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable


class _OfTask(common.OfHero, frozen=True):
    """Something of a task that a hero performs: the `card` and the `source` of its row."""

    task: Address

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_task_fact(board, self.hero, self.task),)


def _task_fact(board: Board, hero: HeroName, task: Address, **more: Any) -> Fact:
    """A row of a task."""
    return Fact(seat=int(hero[0]), card=board.components.ids[task], source=common.owned_id(board, hero), **more)


class TaskStarted(_OfTask, frozen=True):
    """A hero begins a task. In its row `kind` is `regular`, `maneuver` or `extra`, and `place` where the hero is."""

    slot: str
    """What it uses up: the regular task, or a maneuver's; empty for an extra one."""

    def apply(self, board: Board) -> Board:
        hero = board.hero(self.hero)
        if self.slot:
            board = board.with_hero(replace(hero, used=insert(hero.used, self.slot)))
        return replace(board, pending=Running(self.task, f"{self.task}.0", hero.seat, board.pending, self.hero))

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} performs {board.components.task_name(self.task)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        kind = {"": "extra", REGULAR: "regular"}.get(self.slot, "maneuver")
        place = common.owned_id(board, board.hero(self.hero).place)
        return (_task_fact(board, self.hero, self.task, kind=kind, place=place),)


class TaskEnded(_OfTask, frozen=True):
    """All actions of a task are done."""

    def apply(self, board: Board) -> Board:
        return popped(board)


class TaskAborted(_OfTask, frozen=True):
    """The performer went to the infirmary; the actions that are left, `value` of its row, are not performed."""

    title = "Task broken off"

    def apply(self, board: Board) -> Board:
        return popped(board)

    def sentence(self, board: Board) -> str:
        task = board.components.task_name(self.task)
        return f"{hero_words(board, self.hero)} is in the infirmary, so {task} is broken off."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_task_fact(board, self.hero, self.task, value=_left(board)),)


def _left(board: Board) -> int:
    """How many actions of the list under way are not performed yet."""
    run, left = board.pending, 0
    at = run.at if isinstance(run, Running) else None
    while at:
        at, left = board.components.steps[at].after, left + 1
    return left
