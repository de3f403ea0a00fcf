"""What else happens in phase 2: Spells, the Bench, being done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects.rows import horde_id_at
from rulesets.kingdom_rush.ids import hero_id, seat_id, space_id, spell_id
from rulesets.kingdom_rush.names import hero_name, source_name, space_name
from rulesets.kingdom_rush.phases import Activating, Attacking, Destroying, Engaging, Pending
from rulesets.kingdom_rush.pieces import ALLERIA, WILDCAT, Hero, HeroName, SpaceId
from rulesets.kingdom_rush.printed import MIDAS
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import without
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


class SpellUsed(Effect[Board], frozen=True):
    """A Spell leaves the game and takes effect."""

    title = "Spell cast"
    seat: Seat
    spell: str

    def apply(self, board: Board) -> Board:
        pending: Pending = Attacking(self.seat, self.spell) if self.spell != MIDAS else board.pending
        return replace(board, spells=without(board.spells, self.spell), pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (spell_id(self.spell),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} casts {source_name(board, self.spell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=spell_id(self.spell)),)


class BenchHeroCalled(Effect[Board], frozen=True):
    """Solo: a hero of the Bench comes for this round, and performs its basic attack."""

    title = "Called from the Bench"
    silent = {"health": "always in full", "engages": "`HeroEngaged` follows"}
    hero: HeroName
    space: SpaceId
    health: int
    engages: bool = False

    def apply(self, board: Board) -> Board:
        called = Hero(self.hero, 1, self.health, self.space, ready=False, bench=True)
        heroes = (*board.heroes, called)
        if self.hero == ALLERIA:
            heroes = (*heroes, Hero(WILDCAT, 1, 1, ready=False, bench=True))
        attacking = Activating(1, self.hero, 0, "attack")
        pending = Engaging(1, self.hero, attacking) if self.engages else attacking
        return replace(board, heroes=heroes, bench=without(board.bench, self.hero), pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), space_id(self.space))

    def sentence(self, board: Board) -> str:
        return f"{{1}} calls {hero_name(board, self.hero)} from the Bench to {space_name(board, self.space)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        target = horde_id_at(board, self.space)
        return (Fact(seat=1, source=hero_id(self.hero), place=space_id(self.space), target=target),)


class PlayEnded(Effect[Board], frozen=True):
    """A seat plays no more cards in this round; with the last one phase 3 begins.

    The value of its row is the number of Towers left in hand.
    """

    title = "Done with the round"
    silent = {"last": "whether phase 3 follows"}
    seat: Seat
    last: bool = False

    def apply(self, board: Board) -> Board:
        board = board.with_side(self.seat, replace(board.side(self.seat), done=True))
        return replace(board, pending=Destroying()) if self.last else board

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def sentence(self, board: Board) -> str:
        hand = len(board.side(self.seat).hand)
        kept = f", with {counted(hand, 'Tower')} left in hand" if hand else ""
        return f"{{{self.seat}}} is done with this round{kept}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, value=len(board.side(self.seat).hand)),)


class VictimChosen(Effect[Board], frozen=True):
    """The team has chosen who suffers for the Gem of Timewarp; the damage follows."""

    silent = dict.fromkeys(("seat", "hero"), "a row of the decision")
    seat: Seat
    """Who said so for the team."""
    hero: HeroName

    def apply(self, board: Board) -> Board:
        return board

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} chooses {hero_name(board, self.hero)} to suffer for the Gem of Timewarp."

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()
