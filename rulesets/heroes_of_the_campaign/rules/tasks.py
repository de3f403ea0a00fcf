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
from rulesets.heroes_of_the_campaign.rules.rights import need_own_hero
from rulesets.heroes_of_the_campaign.rules.triggers import follow
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.kit.facts import Fact
from rulesets.kit.play import need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.heroes_of_the_campaign.derived import HeroValues, Values
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.heroes_of_the_campaign.schema import Task
    from rulesets.heroes_of_the_campaign.words.reading import Allows
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

EXTRA = ""
"""The slot of an extra task: none."""


def tasks_of(board: Board, hero: Hero) -> Iterator[tuple[Address, str]]:
    """A hero's tasks with the slot that each uses: of its own card, its location, its maneuvers (LOC-09, MAN-05)."""
    for slot, tasks in _by_slot(board, hero):
        for task in tasks:
            yield task, slot


def slot_of(board: Board, hero: Hero, task: Address) -> str | None:
    """The slot that a task of a hero uses; None if it is none of its tasks."""
    for slot, tasks in _by_slot(board, hero):
        if task in tasks:
            return slot
    return None


def _by_slot(board: Board, hero: Hero) -> Iterator[tuple[str, tuple[Address, ...]]]:
    """The same card by card."""
    tasks_of = board.components.tasks_of
    yield REGULAR, tasks_of[hero.card]
    if location := hero.location:
        yield REGULAR, tasks_of[location]
    for maneuver in hero.learned:
        yield maneuver, tasks_of[maneuver]


def task_cost(board: Board, hero: Hero, task: Address) -> int:
    """What a task costs now; never below 0 (HOC-VOC-01)."""
    return _cost(board.components.tasks[task], values(board).heroes[hero.name])


def _cost(task: Task, derived: HeroValues) -> int:
    return max(0, task.cost + derived.task_cost)


def blocked(board: Board, hero: Hero, task: Address, slot: str, *, free: bool = False) -> str:
    """The rule that forbids a task just now; empty if none does."""
    found, word = values(board), board.components.tasks[task]
    derived = found.heroes[hero.name]
    if rule := _unfit(board, hero, derived, slot, word.allows):
        return rule
    return _kept_back(board, found, hero, task, free=free)


def _kept_back(board: Board, found: Values, hero: Hero, task: Address, *, free: bool = False) -> str:
    """The rule that keeps a hero who is fit for tasks from this one."""
    word, derived = board.components.tasks[task], found.heroes[hero.name]
    if "cannot_attack" in derived.flags and task in board.components.attacks:
        return "HOC-TSK-09"
    if not free and board.sides[hero.seat - 1].copper < _cost(word, derived):
        return "HOC-TSK-03"
    if word.conditions and not hold(Speaker(board, found, hero.seat, hero.name), word.conditions):
        return "HOC-VOC-15"
    return ""


def _unfit(board: Board, hero: Hero, derived: HeroValues, slot: str, printed: Allows = ()) -> str:
    """The rule that keeps a hero from all tasks of a slot on which nothing but `printed` is printed."""
    if slot:
        if board.seat != hero.seat and not derived.permits("task_in_opposing_turn", printed):
            return "HOC-TRN-04"
        if (used := hero.used.count(slot)) and (rule := _used_up(derived, slot, used, printed)):
            return rule
    if not hero.at_side and not derived.permits("task_in_infirmary", printed):
        return "HOC-INF-02"
    return "HOC-VOC-12" if "cannot_perform_tasks" in derived.flags else ""


def _used_up(derived: HeroValues, slot: str, used: int, printed: Allows) -> str:
    if slot != REGULAR:
        return "HOC-MAN-05"
    return "" if used == 1 and derived.permits("second_regular_task", printed) else "HOC-TSK-01"


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
        found, words = values(board), board.components.tasks
        for hero in board.team(seat):
            derived = found.heroes[hero.name]
            for slot, tasks in _by_slot(board, hero):
                unfit = _unfit(board, hero, derived, slot)
                for task in tasks:
                    printed = words[task].allows
                    rule = _unfit(board, hero, derived, slot, printed) if unfit and printed else unfit
                    if not rule and not _kept_back(board, found, hero, task):
                        yield cls(hero.name, task)

    def check(self, board: Board, seat: Seat) -> None:
        hero = need_own_hero(board, seat, self.hero, "HOC-TSK-01")
        slot = slot_of(board, hero, self.task)
        need(slot is not None, "HOC-TSK-01")
        rule = blocked(board, hero, self.task, slot or EXTRA)
        need(not rule, rule)

    def perform(self, play: Play[Board]) -> None:
        hero = play.board.hero(self.hero)
        start(play, hero, self.task, slot_of(play.board, hero, self.task) or EXTRA)
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
