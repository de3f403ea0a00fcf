"""Combats, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import Address, HeroName, hero_id, seat_id
from rulesets.heroes_of_the_campaign.names import hero_words
from rulesets.heroes_of_the_campaign.phases import Fighting, GameOver, Running
from rulesets.heroes_of_the_campaign.pieces import other
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact


class _OfFighters(Effect[Board], frozen=True):
    """Something of two heroes in combat: in its rows the attacker is the `source`, the defender the `target`."""

    attacker: HeroName
    defender: HeroName

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.attacker), hero_id(self.defender)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_blow(board, self.attacker, self.defender),)


def _blow(board: Board, by: HeroName, against: HeroName, **more: Any) -> Fact:
    """A row of one of two heroes in combat."""
    return common.did_fact(board, by, seat=int(by[0]), target=common.owned_id(board, against), **more)


class AttackDeclared(_OfFighters, frozen=True):
    """A defender was chosen: both heroes are in combat."""

    silent = {"modified": "what it does to the attack stands in the attack power of `AttackMade`"}
    modified: Address | None = None
    """The attack's step, if it has modifiers of its own."""

    def apply(self, board: Board) -> Board:
        run = board.pending
        assert isinstance(run, Running)
        return replace(board, pending=Fighting(self.attacker, self.defender, run, self.modified))

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.attacker)} attacks {hero_words(board, self.defender)}."


class AttackMade(_OfFighters, frozen=True):
    """Attacker and defender strike with the attack powers that they have now: a row of each."""

    title = "Blow struck"
    attack: int
    defence: int

    def apply(self, board: Board) -> Board:
        return board

    def sentence(self, board: Board) -> str:
        attacker, defender = hero_words(board, self.attacker), hero_words(board, self.defender)
        return f"{attacker} strikes with attack power {self.attack}, {defender} with {self.defence}."

    def facts(self, board: Board) -> Iterable[Fact]:
        yield _blow(board, self.attacker, self.defender, kind="attack", value=self.attack)
        yield _blow(board, self.defender, self.attacker, kind="defence", value=self.defence)


class CombatEnded(Effect[Board], frozen=True):
    """The wounds are dealt, or one of the two is no longer at its side, which is a row."""

    title = "Combat called off"
    struck: bool

    def apply(self, board: Board) -> Board:
        fight = board.pending
        assert isinstance(fight, Fighting)
        return replace(board, pending=fight.then)

    def sentence(self, board: Board) -> str:
        return "" if self.struck else "Nobody strikes: one of the two is in the infirmary."

    def facts(self, board: Board) -> Iterable[Fact]:
        fight = board.pending
        if not self.struck and isinstance(fight, Fighting):
            yield _blow(board, fight.attacker, fight.defender)


class GameWon(Effect[Board], frozen=True):
    """A hero attacked while no opposing hero could be attacked.

    In its row `value` is how many of those were at their side, untouchable: the others were in the infirmary.
    """

    seat: Seat
    hero: HeroName

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver((self.seat,), "nobody_left"))

    def touches(self) -> tuple[str, ...]:
        return seat_id(self.seat), hero_id(self.hero)

    def sentence(self, board: Board) -> str:
        return f"{hero_words(board, self.hero)} attacks, and there is nobody left to attack: {{{self.seat}}} wins."

    def facts(self, board: Board) -> Iterable[Fact]:
        spared = sum(hero.at_side for hero in board.team(other(self.seat)))
        return (common.did_fact(board, self.hero, seat=self.seat, value=spared),)
