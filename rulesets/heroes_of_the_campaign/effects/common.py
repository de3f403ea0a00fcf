"""What effects of several topics have in common: whom, or which card, they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import CardId, HeroName, Place, card_id, hero_id, place_id, seat_id
from rulesets.kit.facts import Fact, fact_of
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


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


class OfHero(Effect[Board], frozen=True):
    """Something of a hero."""

    hero: HeroName
    to: ClassVar[Place] = ""
    """The camp or infirmary of its player, if it goes there."""

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), *([place_id(int(self.hero[0]), self.to)] if self.to else ()))

    def facts(self, board: Board) -> Iterable[Fact]:
        return (hero_fact(fact_of(self), self.hero, getattr(self, "by", None)),)


def hero_fact(told: Fact, hero: HeroName, by: HeroName | None = None) -> Fact:
    """A row of what happened to a hero: `place` is the hero, `card` its own unless told, `target` who did it."""
    told.seat, told.place, told.card = int(hero[0]), hero_id(hero), told.card or hero[2:]
    told.target = hero_id(by) if by else None
    return told
