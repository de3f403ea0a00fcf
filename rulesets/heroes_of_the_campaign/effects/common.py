"""What effects of several topics have in common: whom, or which card, they are about."""

from __future__ import annotations

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import CardId, HeroName, card_id, hero_id, seat_id
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect


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

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)
