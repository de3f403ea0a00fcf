"""What effects of several topics have in common: whom, or which card, they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import CardId, HeroName, Place, card_id, card_of, hero_id, place_id, seat_id
from rulesets.heroes_of_the_campaign.phases import at_work
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class NoRow(Effect[Board], frozen=True):
    """What statistics keep no row of: it only moves play on, or the decision or another effect says the same."""

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class OfSeat(Effect[Board], frozen=True):
    """Something of a player."""

    seat: Seat

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)


class OfCard(Effect[Board], frozen=True):
    """Something of a player's strategy card."""

    seat: Seat
    card: CardId

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.seat, self.card),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=board.components.ids[self.card]),)


class OfHero(Effect[Board], frozen=True):
    """Something of a hero."""

    hero: HeroName
    to: ClassVar[Place] = ""
    """The camp or infirmary of its player, if it goes there."""

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), *([place_id(int(self.hero[0]), self.to)] if self.to else ()))


# --- rows of statistics


def owned_id(board: Board, name: HeroName | Place) -> str:
    """The id of a hero, law or place in rows: that of its card, whoever brought it."""
    return board.components.owned_ids[name]


def work_fact(board: Board, **more: Any) -> Fact:
    """A row of what the list of actions under way does: `card` is the list, `source` its hero, or its card."""
    run = at_work(board.pending)
    return did_fact(board, run.me if run else None, **more)


def hero_fact(board: Board, hero: HeroName, by: HeroName | None, **more: Any) -> Fact:
    """A row of what was done to a hero, its `target`."""
    return did_fact(board, by, seat=int(hero[0]), target=owned_id(board, hero), **more)


def did_fact(board: Board, by: HeroName | None, **more: Any) -> Fact:
    """A row of what a hero did, or a card where no hero did.

    While a hero performs a list and did not do it, it only follows from the rules: nothing did it.
    """
    run, ids = at_work(board.pending), board.components.ids
    source = owned_id(board, by) if by else None
    if run is None or (run.me and not by):
        return Fact(source=source, **more)
    return Fact(card=ids[run.home], source=source or ids[card_of(run.home)], **more)


def whose(board: Board, seat: Seat, by: HeroName | None) -> str | None:
    """Whether what a seat's hero suffers is of an `own` card or hero, or of an `opposing` one."""
    run = at_work(board.pending)
    doer = int(by[0]) if by else run.seat if run and not run.me else None
    return None if doer is None else "own" if doer == seat else "opposing"
