"""Using a special ability, or copying one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import AbilityTurned, AbilityUsed
from rulesets.kingdom_rush.geometry import FACINGS, QUARTER
from rulesets.kingdom_rush.names import source_name
from rulesets.kingdom_rush.phases import Activating, FinishingAbility, Inspiring, Refreshing
from rulesets.kingdom_rush.pieces import Hero
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kingdom_rush.rules.heroes import closed
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import ChoiceForgone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat

KNOWLEDGE = "knowledge_is_power"
HAMMER_TIME = "its_hammer_time"
NOT_AGAIN = (HAMMER_TIME, KNOWLEDGE)
"""What the extra action of Hammer Time cannot be (KRR-MAL-03, KRR-AMB-39)."""


def allowed(at: Activating, ability: str) -> bool:
    """Whether the action that is open may be this ability."""
    return at.may == "act" or ability not in NOT_AGAIN


def tile_of(hero: Hero, ability: str) -> Literal["ready", "using", "active", "used", ""]:
    """The state of an ability tile in a hero's slots; empty where it has none."""
    return next((tile.state for tile in hero.abilities if tile.id == ability), "")


def sources(board: Board, ability: str) -> list[str]:
    """What may take effect: the ability; for Knowledge is Power any other one in a slot (KRR-MAG-06, 07)."""
    if ability != KNOWLEDGE:
        return [ability]
    return [tile.id for hero in board.heroes for tile in hero.abilities if tile.id != KNOWLEDGE]


class UseAbility(Decision, frozen=True):
    """Use a face-up special ability, facing a way."""

    ability: str
    facing: str = "N"
    copies: str = ""
    """The ability that Knowledge is Power copies."""
    phase = Activating
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[UseAbility]:
        at = Activating.of(board)
        if at.may not in ("act", "again"):
            return
        for tile in board.hero(at.hero).abilities:
            if tile.state != "ready" or not allowed(at, tile.id):
                continue
            for source in sources(board, tile.id):
                if allowed(at, source):
                    for facing in board.components.facings[source]:
                        yield cls(tile.id, facing, source if source != tile.id else "")

    def check(self, board: Board, seat: Seat) -> None:
        at = Activating.of(board)
        need(at.may in ("act", "again"), closed(board, at, "KRR-HRO-05"))
        state = tile_of(board.hero(at.hero), self.ability)
        need(state != "active", "KRR-ONG-03")
        need(state == "ready", "KRR-SPC-01")
        need(not self.copies or self.ability == KNOWLEDGE, "KRR-MAG-06")
        source = self.copies or self.ability
        need(source in sources(board, self.ability), "KRR-MAG-06")
        need(allowed(at, self.ability) and allowed(at, source), "KRR-MAL-03")
        need(self.facing in board.components.facings[source], "KRR-MOV-08")

    def perform(self, play: Play[Board]) -> None:
        hero, source = Activating.of(play.board).hero, self.copies or self.ability
        ability = play.board.components.ability[source]
        lasts = ability.ongoing or (ability.custom and ability.protection)
        facing = FACINGS[QUARTER[self.facing]]
        play.emit(AbilityUsed(hero, self.ability, source, facing, lasts, again=source == HAMMER_TIME))

    def label(self, board: Board, seat: Seat) -> str:
        copied = f" as {source_name(board, self.copies)}" if self.copies in board.components.ability else ""
        known = self.ability in board.components.ability
        name = source_name(board, self.ability) if known else self.ability
        return f"Use {name}{copied}, facing {self.facing}"


@automatic(FinishingAbility)
def finish_ability(play: Play[Board]) -> None:
    """The tile turns face down, or lies on the portrait until the round ends (KRR-SPC-02, KRR-ONG-03)."""
    board = play.board
    at = FinishingAbility.of(board)
    tile = next(tile.id for tile in board.hero(at.hero).abilities if tile.state == "using")
    play.emit(AbilityTurned(at.hero, tile, "active" if board.components.ability[tile].ongoing else "used"))


class Forgo(Decision, frozen=True):
    """Choose nobody, where the ability only says that one may."""

    phase = (Inspiring, Refreshing)

    def perform(self, play: Play[Board]) -> None:
        play.emit(ChoiceForgone())

    def label(self, board: Board, seat: Seat) -> str:
        return "Choose nobody"
