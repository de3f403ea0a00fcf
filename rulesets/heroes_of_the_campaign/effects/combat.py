"""Combats, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import Address, HeroName, hero_id, seat_id
from rulesets.heroes_of_the_campaign.names import hero_words
from rulesets.heroes_of_the_campaign.phases import Fighting, GameOver, Running
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class _OfFighters(Effect[Board], frozen=True):
    """Something of two heroes in combat; in its rows `value` is the attack power of the attacker, once it is known."""

    attacker: HeroName
    defender: HeroName

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.attacker), hero_id(self.defender)

    def facts(self, board: Board) -> Iterable[Fact]:
        power = getattr(self, "attack", None)
        seat, place, target = int(self.attacker[0]), hero_id(self.attacker), hero_id(self.defender)
        return (Fact(seat=seat, place=place, target=target, value=power),)


class AttackDeclared(_OfFighters, frozen=True):
    """A defender was chosen: both heroes are in combat."""

    modified: Address | None = None
    """The attack's step, if it has modifiers of its own."""

    def apply(self, board: Board) -> Board:
        run = board.pending
        assert isinstance(run, Running)
        return replace(board, pending=Fighting(self.attacker, self.defender, run, self.modified))

    def says(self, board: Board) -> str:
        return f"{hero_words(board, self.attacker)} attacks {hero_words(board, self.defender)}."


class AttackMade(_OfFighters, frozen=True):
    """Attacker and defender strike with the attack powers that they have now."""

    attack: int
    defence: int

    def apply(self, board: Board) -> Board:
        return board


class CombatEnded(Effect[Board], frozen=True):
    """The wounds are dealt, or one of the two is no longer at its side."""

    struck: bool

    def apply(self, board: Board) -> Board:
        fight = board.pending
        assert isinstance(fight, Fighting)
        return replace(board, pending=fight.then)

    def says(self, board: Board) -> str:
        return "" if self.struck else "The combat is over before it began."


class GameWon(Effect[Board], frozen=True):
    """A hero attacked while no opposing hero could be attacked."""

    seat: Seat
    hero: HeroName

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver((self.seat,), "nobody_left"))

    def touches(self) -> tuple[str, ...]:
        return seat_id(self.seat), hero_id(self.hero)

    def says(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} attacks, and nobody can be attacked: {{{self.seat}}} wins."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=hero_id(self.hero)),)
