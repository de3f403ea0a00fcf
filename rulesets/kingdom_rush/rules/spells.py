"""Spells: once a game each, shared by the team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.ids import spell_id
from rulesets.kingdom_rush.names import hero_name, source_name
from rulesets.kingdom_rush.phases import PlayCards, Sacrificing
from rulesets.kingdom_rush.pieces import Hero, HeroName
from rulesets.kingdom_rush.printed import MIDAS
from rulesets.kingdom_rush.rules.common import Decision, hurt
from rulesets.kingdom_rush.rules.passing import need_in_hand, takers, upgrades
from rulesets.kit.phases import Seat
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import ChoiceForgone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact

MIDAS_LEVELS = 2
"""KRR-SPL-10."""


class UseSpell(Decision, frozen=True):
    """Use a Spell that places something; what it places follows."""

    spell: str
    phase = PlayCards
    exact = True
    title = "Cast a Spell"
    columns = {"spell": "card"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[UseSpell]:
        return [cls(spell) for spell in board.spells if spell != MIDAS]

    def check(self, board: Board, seat: Seat) -> None:
        need(self.spell in board.spells, "KRR-SPL-02")
        need(self.spell != MIDAS, "KRR-SPL-10")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.SpellUsed(play.seat, self.spell))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Cast {source_name(board, self.spell)}"


class UseHandOfMidas(Decision, frozen=True):
    """Pass a Tower from hand, two levels higher."""

    tower: str
    to: Seat
    becomes: str
    phase = PlayCards
    exact = True  # hand x players
    title = "Cast Hand of Midas"
    columns = {"tower": "card", "to": "target", "becomes": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[UseHandOfMidas]:
        if MIDAS not in board.spells:
            return []
        return [
            cls(tower, to, up)
            for tower in dict.fromkeys(board.side(seat).hand)
            for up in upgrades(board, tower, MIDAS_LEVELS)
            for to in takers(board, seat)
        ]

    def check(self, board: Board, seat: Seat) -> None:
        need(MIDAS in board.spells, "KRR-SPL-02")
        need_in_hand(board, seat, self.tower)
        need(self.to in takers(board, seat), "KRR-SPL-14" if board.seats == 1 else "KRR-SPL-10")
        need(self.becomes in upgrades(board, self.tower, MIDAS_LEVELS), "KRR-SPL-10")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.SpellUsed(play.seat, MIDAS))
        play.emit(e.TowerPassed(play.seat, self.to, self.tower, self.becomes))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (spell_id(MIDAS),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.source = spell_id(MIDAS)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        name, becomes = source_name(board, self.tower), source_name(board, self.becomes)
        return f"Cast {source_name(board, MIDAS)}: pass {name} to {{{self.to}}}, which becomes {becomes}"


# --- Gem of Timewarp


def victims(board: Board) -> list[Hero]:
    """Heroes that are not knocked out; the Wildcat and a Bench Hero only in play (KRR-AMB-62)."""
    main = {side.hero for side in board.sides}
    return [hero for hero in board.heroes if not hero.down and (hero.space or hero.name in main)]


class Suffer(Decision, frozen=True):
    """Choose the hero that suffers 1 damage for the Gem of Timewarp."""

    hero: HeroName
    phase = Sacrificing
    title = "Choose who suffers"
    columns = {"hero": "card"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Suffer]:
        return (cls(hero.name) for hero in victims(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(any(hero.name == self.hero for hero in victims(board)), "KRR-SPL-13")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.VictimChosen(play.seat, self.hero))
        hurt(play, play.board.hero(self.hero), "gem_of_timewarp")
        if isinstance(play.board.pending, Sacrificing):  # it is protected (KRR-ONG-04)
            play.emit(ChoiceForgone())

    def label(self, board: Board, seat: Seat) -> str:
        return f"Let {hero_name(board, self.hero)} suffer 1 damage"


@automatic(Sacrificing)
def sacrificing_goes_on(play: Play[Board]) -> None:
    """All are knocked out: no damage (KRR-AMB-62)."""
    if not victims(play.board):
        play.emit(ChoiceForgone())
