"""Using a skill: whether it may be, the boots before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.moving import WHERE, can_move, neighbour, stepped
from rulesets.card_tactics.names import skill_name, unit_name
from rulesets.card_tactics.phases import Moving
from rulesets.card_tactics.rules.beginning import has_target
from rulesets.card_tactics.rules.conditions import Text, holds
from rulesets.card_tactics.rules.deciding import HeroAction, decision_row
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.card_tactics.rules.stopping import why_stopped
from rulesets.card_tactics.rules.values import usable_boots
from rulesets.card_tactics.words import phrases as p
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.card_tactics.components import Item, Skill
    from rulesets.card_tactics.effects.moving import Direction
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat

DIRECTIONS: tuple[Direction, Direction] = ("pull", "push")


# --- whether it may be used


def can_use(board: Board, user: CardId, skill: Skill) -> bool:
    """CDT-SKL-03: there is a legal target where the user stands, or where its boots can take it."""
    if can_follow(board, user, skill):
        return True
    return skill.boots > 0 and _can_reach(board, user, skill, skill.boots)  # CDT-MOV-12


def _can_reach(board: Board, user: CardId, skill: Skill, unused: int) -> bool:
    """Whether there is a legal target from where boots can take the user."""
    return any(can_follow(there, user, skill) for there in _reached(board, user, unused))


def _reached(board: Board, user: CardId, unused: int) -> Iterator[Board]:
    """The boards that the user can make with one to all of its boots: a line has only so many places to be at."""
    for way in DIRECTIONS:
        there, left = board, unused
        while usable_boots(there, user, left) and can_move(there, user, way):
            there, left = stepped(there, user, way), left - 1
            yield there


def can_follow(board: Board, user: CardId, skill: Skill) -> bool:
    """Whether the first phrase that needs a target has one, from where the user stands."""
    if not skill.needs:
        return True
    text = Text(user, (), "", skill.low, skill.high)
    return _has_target(board, text, skill.needs) is not False


def _has_target(board: Board, text: Text, phrases: tuple[p.Phrase, ...]) -> bool | None:
    """True or False by the first phrase that needs a target; None when no phrase does."""
    for phrase in phrases:
        if (type(phrase) is p.Push or type(phrase) is p.Pull) and phrase.sel.pick == "self":
            if board.is_bound(text.me):  # CDT-SKL-06
                return True
            board = _after_own_steps(board, text.me, phrase)  # CDT-RNG-06
        elif type(phrase) is p.If:
            branch = phrase.then if holds(board, phrase.cond, text) else phrase.else_
            if (found := _has_target(board, text, branch)) is not None:
                return found
        elif type(phrase) is p.ChooseOne:
            return any(_has_target(board, text, option) is not False for option in phrase.options)
        elif (found := has_target(board, text, phrase)) is not None:
            return found
    return None


def _after_own_steps(board: Board, user: CardId, phrase: p.Push | p.Pull) -> Board:
    way: Direction = "push" if isinstance(phrase, p.Push) else "pull"
    for _ in range(phrase.n):
        if can_move(board, user, way):
            board = stepped(board, user, way)
    return board


def usable_skills(board: Board, user: CardId, item: Item) -> Iterable[str]:
    """The skills of an item that may be used, by their ids; the empty one of an item that has none."""
    if not item.skills:
        return ("",)
    return [skill.address.rpartition(".")[2] for skill in item.skills if can_use(board, user, skill)]


def need_skill_of(board: Board, user: CardId, item: Item, skill: str) -> None:
    """Refuse a skill that the item has not (CDT-ITM-03), or that would find no target (CDT-SKL-03)."""
    found = board.components.skill.get(f"{item.card}.{skill}")
    need(found or not (skill or item.skills), "CDT-ITM-03")
    need(found is None or can_use(board, user, found), "CDT-SKL-03")


# --- using it


def use(play: Play[Board], user: CardId, skill: str, *, free: bool = False) -> None:
    """The skill is used; boots first, if it prints any: how many may be used is asked anew at each step."""
    play.emit(e.SkillUsed(user, skill, play.board.components.skill[skill].boots, free))


@automatic(Moving)
def continue_moving(play: Play[Board]) -> None:
    """Boots: movement ends where no step is possible; enemies follow their plan."""
    since = len(play.effects)
    board = play.board
    moving = Moving.of(board)
    if not board.is_hero(moving.unit):
        _follow_plan(play, moving)
    elif not any(_blocked(board, moving, way) is None for way in DIRECTIONS):
        _stop_moving(play, moving, moving.left)
    else:
        return
    aftermath(play, since)


def _follow_plan(play: Play[Board], moving: Moving) -> None:
    """One step of an enemy's plan; one that is blocked is left out, boots being optional (CDT-MOV-07, 13)."""
    board = play.board
    skill = board.components.skill[moving.skill]
    plan, left = (skill.before, skill.after) if moving.when == "before" else (skill.after, ())
    taken = len(plan) + len(left) - moving.left
    way: Direction | None = plan[taken] if taken < len(plan) else None  # type: ignore[assignment]
    hindered = board.is_bound(moving.unit) or why_stopped(board, moving.unit)
    if way is not None and not hindered and can_move(board, moving.unit, way):
        return play.emit(e.BootUsed(moving.unit, way))
    return _stop_moving(play, moving, len(skill.after) or None)


def _blocked(board: Board, moving: Moving, way: str) -> str | None:
    """The rule that forbids a step, if any does."""
    if board.is_bound(moving.unit) or (board.fighting and why_stopped(board, moving.unit)):
        return "CDT-MOV-13"
    if not usable_boots(board, moving.unit, moving.left):
        return "CDT-MOV-07"
    if way not in DIRECTIONS:
        return "CDT-MOV-01"
    if not can_move(board, moving.unit, way):
        return "CDT-MOV-05"
    if moving.when == "before":
        skill = board.components.skill[moving.skill]
        there = stepped(board, moving.unit, way)
        if not (can_follow(there, moving.unit, skill) or _can_reach(there, moving.unit, skill, moving.left - 1)):
            return "CDT-SKL-03"
    return None


def _stop_moving(play: Play[Board], moving: Moving, left: int | None, seat: Seat = 0) -> None:
    play.emit(e.DescriptionStarted(left, seat) if moving.when == "before" else e.MovementEnded(seat))


class Stay(HeroAction, frozen=True):
    """Use no more boots for now: follow the description, or end the movement after it."""

    title = "Stay in place"
    nowhere = "nothing moves"
    phase = Moving

    def check(self, board: Board, seat: Seat) -> None:
        moving = Moving.of(board)
        if moving.when == "before":
            need(can_follow(board, moving.unit, board.components.skill[moving.skill]), "CDT-SKL-03")

    def perform(self, play: Play[Board]) -> None:
        moving = Moving.of(play.board)
        _stop_moving(play, moving, moving.left, play.seat)

    def fact(self, board: Board, seat: Seat) -> Fact:
        """Kind: before the description is followed, or after."""
        return decision_row(board, kind=Moving.of(board).when)

    def label(self, board: Board, seat: Seat) -> str:
        moving = board.pending
        if not isinstance(moving, Moving) or moving.when == "after":
            return "Stay in place"
        return f"Use {skill_name(board, moving.skill)} from here"


class UseBoot(Action[Board], frozen=True):
    """Use a boot: exchange places with the neighbour nearer to the centre (pull) or farther from it (push)."""

    title = "Use a boot"
    way: str
    exact = True
    phase = Moving

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[UseBoot]:
        moving = Moving.of(board)
        return [cls(way) for way in DIRECTIONS if _blocked(board, moving, way) is None]

    def check(self, board: Board, seat: Seat) -> None:
        rule = _blocked(board, Moving.of(board), self.way)
        need(rule is None, rule or "")

    def perform(self, play: Play[Board]) -> None:
        since = len(play.effects)
        play.emit(e.BootUsed(Moving.of(play.board).unit, self.way))  # type: ignore[arg-type]
        aftermath(play, since)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return decision_row(board, kind=self.way)

    def label(self, board: Board, seat: Seat) -> str:
        way: Direction = self.way  # type: ignore[assignment]
        past = unit_name(board, neighbour(board, Moving.of(board).unit, way))
        return f"Move {WHERE[way]} the centre, past {past}"
