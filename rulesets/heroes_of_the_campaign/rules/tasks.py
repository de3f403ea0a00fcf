"""Tasks: which a hero may perform, what they cost, and how they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects.common import owned_id
from rulesets.heroes_of_the_campaign.evaluation import Speaker, hold
from rulesets.heroes_of_the_campaign.ids import Address, HeroName
from rulesets.heroes_of_the_campaign.names import source_words
from rulesets.heroes_of_the_campaign.phases import Turn
from rulesets.heroes_of_the_campaign.pieces import REGULAR
from rulesets.heroes_of_the_campaign.rules.doing import Speaking, verb
from rulesets.heroes_of_the_campaign.rules.rights import need_own_hero, permitted
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.kit.facts import Fact
from rulesets.kit.play import need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

EXTRA = ""
"""The slot of an extra task: none."""


def tasks_of(board: Board, hero: Hero) -> Iterator[tuple[Address, str]]:
    """A hero's tasks with the slot that each uses: of its own card, its location, its maneuvers (LOC-09, MAN-05)."""
    tasks = board.components.tasks_of
    for task in tasks[hero.card]:
        yield task, REGULAR
    if location := hero.location:
        for task in tasks[location]:
            yield task, REGULAR
    for maneuver in hero.learned:
        for task in tasks[maneuver]:
            yield task, maneuver


def task_cost(board: Board, hero: Hero, task: Address) -> int:
    """What a task costs now; never below 0 (HOC-VOC-01)."""
    return max(0, board.components.tasks[task].cost + values(board).heroes[hero.name].task_cost)


def blocked(board: Board, hero: Hero, task: Address, slot: str, *, free: bool = False) -> str:
    """The rule that forbids a task just now; empty if none does."""
    if slot and (rule := _slot_blocked(board, hero, task, slot)):
        return rule
    if not hero.at_side and not permitted(board, hero, "task_in_infirmary", task):
        return "HOC-INF-02"
    flags = values(board).heroes[hero.name].flags
    if "cannot_perform_tasks" in flags:
        return "HOC-VOC-12"
    if "cannot_attack" in flags and task in board.components.attacks:
        return "HOC-TSK-09"
    if not free and board.side(hero.seat).copper < task_cost(board, hero, task):
        return "HOC-TSK-03"
    conditions = board.components.tasks[task].conditions
    if conditions and not hold(Speaker(board, values(board), hero.seat, hero.name), conditions):
        return "HOC-VOC-15"
    return ""


def _slot_blocked(board: Board, hero: Hero, task: Address, slot: str) -> str:
    if board.seat != hero.seat and not permitted(board, hero, "task_in_opposing_turn", task):
        return "HOC-TRN-04"
    used = hero.used.count(slot)
    if not used:
        return ""
    if slot != REGULAR:
        return "HOC-MAN-05"
    return "" if used == 1 and permitted(board, hero, "second_regular_task", task) else "HOC-TSK-01"


class StartTask(Action[Board], frozen=True):
    """Have a hero perform one of its tasks."""

    title = "Perform a task"
    hero: HeroName
    task: Address
    """The card that it stands on and its own id: `captain.charge`."""
    phase = Turn
    anytime = True  # a card may let a hero act in the opposing turn
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[StartTask]:
        return [
            cls(hero.name, task)
            for hero in board.team(seat)
            for task, slot in tasks_of(board, hero)
            if not blocked(board, hero, task, slot)
        ]

    def check(self, board: Board, seat: Seat) -> None:
        hero = need_own_hero(board, seat, self.hero, "HOC-TSK-01")
        slots = dict(tasks_of(board, hero))
        need(self.task in slots, "HOC-TSK-01")
        rule = blocked(board, hero, self.task, slots[self.task])
        need(not rule, rule)

    def perform(self, play: Play[Board]) -> None:
        hero = play.board.hero(self.hero)
        start(play, hero, self.task, dict(tasks_of(play.board, hero))[self.task])
        follow(play)

    def label(self, board: Board, seat: Seat) -> str:
        components, hero = board.components, board.hero(self.hero)
        name, card = components.name_of(hero.card), source_words(board, self.task)
        cost = task_cost(board, hero, self.task)
        where = "" if card == name else f" of {card}"  # a location or a maneuver may have a task of the same name
        return f"{name} performs {components.task_name(self.task)}{where}" + (f" for {cost} copper" if cost else "")

    def fact(self, board: Board, seat: Seat) -> Fact:
        place = owned_id(board, board.hero(self.hero).place)
        return Fact(card=board.components.ids[self.task], source=owned_id(board, self.hero), place=place)


def start(play: Play[Board], hero: Hero, task: Address, slot: str, *, free: bool = False) -> None:
    """HOC-TSK-02: the full cost is paid before the first action."""
    cost = 0 if free else task_cost(play.board, hero, task)
    play.emit(e.TaskStarted(hero.name, task, slot))
    if cost:
        play.emit(e.CopperPaid(hero.seat, cost, task))


@verb(do.PerformTask)
def perform_task(doing: Speaking, word: do.PerformTask) -> None:
    """HOC-VOC-11: a task at once, as an extra one; its player chooses which."""
    names = doing.targets(word.with_)
    if not names:
        return doing.skip()
    board, free = doing.board, word.cost == "free"
    hero = board.hero(names[0])
    tasks = tuple(sorted(task for task, _ in tasks_of(board, hero) if not blocked(board, hero, task, EXTRA, free=free)))
    if not tasks:
        return doing.skip("HOC-VOC-11", names)
    (task,) = doing.choose(doing.run.seat, "task", tasks)
    doing.done((hero.name,))
    return start(doing.play, hero, task, EXTRA, free=free)
