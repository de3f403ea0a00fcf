"""Camp: heroes rearrange, items that allow it are used, until the players leave.

Any seat acts for all, so its actions are bound to the board that it saw (`needs_version`).
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import item_name, skill_name, unit_name
from rulesets.card_tactics.phases import Camp
from rulesets.card_tactics.pieces import CardId
from rulesets.card_tactics.rules.deciding import LineAction, item_row, line_row
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.card_tactics.rules.items import put_away
from rulesets.card_tactics.rules.skills import need_skill_of, usable_skills, use
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat


@automatic(Camp)
def end_use_of_item(play: Play[Board]) -> None:
    """The use of an item is over (CDT-CMP-07)."""
    put_away(play)


class Rearrange(LineAction, frozen=True):
    """Put the heroes into another order, H1 first (CDT-CMP-04)."""

    title = "Rearrange the heroes"
    exact = True
    phase = Camp

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Rearrange]:
        now = tuple(unit.card for unit in board.heroes)
        return (cls(order) for order in permutations(sorted(now)) if order != now)

    def check(self, board: Board, seat: Seat) -> None:
        now = [unit.card for unit in board.heroes]
        need(sorted(self.heroes) == sorted(now), "CDT-CMP-05")
        need(list(self.heroes) != now, "CDT-CMP-04")  # it is to be another order

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroesRearranged(self.heroes, play.seat))


class UseCampItem(Action[Board], frozen=True):
    """A hero uses an item that may be used in Camp (CDT-CMP-06, 13); `skill` is empty where it has none."""

    title = "Use an item in camp"
    item: CardId
    hero: CardId
    skill: str = ""
    exact = True
    needs_version = True
    phase = Camp

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[UseCampItem]:
        for item in board.pool:
            face = board.components.item[item.card]
            if face.in_camp and not item.exhausted:
                for unit in board.heroes:
                    yield from (cls(item.card, unit.card, skill) for skill in usable_skills(board, unit.card, face))

    def check(self, board: Board, seat: Seat) -> None:
        item = board.item(self.item)
        need(item is not None, "CDT-ITM-02")
        need(board.components.item[self.item].in_camp, "CDT-CMP-06")
        need(item is not None and not item.exhausted, "CDT-CMP-07")
        need(any(unit.card == self.hero for unit in board.heroes), "CDT-CMP-13")
        face = board.components.item[self.item]
        need_skill_of(board, self.hero, face, self.skill)

    def perform(self, play: Play[Board]) -> None:
        since = len(play.effects)
        face = play.board.components.item[self.item]
        play.emit(e.ItemUsed(self.item, self.hero, play.seat))
        if self.skill:
            use(play, self.hero, f"{face.card}.{self.skill}", free=True)
        aftermath(play, since)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return item_row(board, self.hero, self.item, self.skill)

    def label(self, board: Board, seat: Seat) -> str:
        name, face = unit_name(board, self.hero), board.components.item[self.item]
        which = f": {skill_name(board, f'{face.card}.{self.skill}')}" if len(face.skills) > 1 else ""
        return f"Let {name} use {item_name(board, self.item)}{which}"


class LeaveCamp(Action[Board], frozen=True):
    """Leave the camp: tokens are removed, an event is drawn (CDT-CMP-09, 10)."""

    title = "Leave the camp"
    nowhere = "it ends the camp for all"
    exact = True
    needs_version = True
    phase = Camp

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[LeaveCamp]:
        return (cls(),)

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.CampLeft(play.seat))

    def fact(self, board: Board, seat: Seat) -> Fact:
        """The line that the heroes leave in."""
        return line_row(board, tuple(unit.card for unit in board.heroes))

    def label(self, board: Board, seat: Seat) -> str:
        return "Leave the camp"
