"""The set-up: teams chosen in secret, revealed, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import UNKNOWN, CardId, card_id, hero_id, place_id
from rulesets.heroes_of_the_campaign.phases import AgreeingStarter, ChoosingTeams
from rulesets.heroes_of_the_campaign.pieces import Hero, Side
from rulesets.heroes_of_the_campaign.words.terms import CAMP
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect, Viewer, sees
from rulesets.kit.tuples import insert, put
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable

Teams = tuple[tuple[CardId, ...], tuple[CardId, ...]]


class ChoosingStarted(common.NoRow, frozen=True):
    """Both players choose their teams."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=ChoosingTeams())

    def sentence(self, board: Board) -> str:
        return "{1} and {2} choose three heroes and three strategy cards each, in secret."


class _Picked(common.OfSeat, frozen=True):
    """A seat chose a card, in secret. Its row does not name one that was not seen."""

    card: CardId
    unseen: ClassVar[str]
    """What it is to those who may not know it."""

    def seen_by(self, viewer: Viewer) -> Self:
        return self if sees(viewer, self.seat) else replace(self, card=UNKNOWN)

    def touches(self) -> tuple[str, ...]:
        return (self.lies_at(),)

    def lies_at(self) -> str:
        """The id of the card, or of where it lies hidden."""
        raise NotImplementedError

    def sentence(self, board: Board) -> str:
        card = self.unseen if self.card == UNKNOWN else board.components.name_of(self.card)
        return f"{{{self.seat}}} chooses {card}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=board.components.ids.get(self.card)),)


class HeroPicked(_Picked, frozen=True):
    """A seat chose a hero, in secret."""

    unseen = "a hero"

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        return board.with_side(self.seat, replace(side, picked=insert(side.picked, self.card)))

    def lies_at(self) -> str:
        return place_id(self.seat, CAMP) if self.card == UNKNOWN else hero_id(f"{self.seat}.{self.card}")


class StrategyPicked(_Picked, frozen=True):
    """A seat chose a strategy card, in secret."""

    unseen = "a strategy card"

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        if self.card == UNKNOWN:
            return board.with_side(self.seat, replace(side, unknown=side.unknown + 1))
        return board.with_side(self.seat, replace(side, hand=insert(side.hand, self.card)))

    def lies_at(self) -> str:
        return card_id(self.seat, self.card)


class TeamsRevealed(Effect[Board], frozen=True):
    """All heroes and locations are laid open at the same time: a row of each card, with its type as `kind`."""

    mark = "reveal"
    title = "Team revealed"
    heroes: Teams
    locations: Teams

    def apply(self, board: Board) -> Board:
        team = tuple(Hero(f"{seat}.{card}", seat, card) for seat, cards in enumerate(self.heroes, 1) for card in cards)
        one, two = (_revealed(side, places) for side, places in zip(board.sides, self.locations, strict=True))
        return replace(board, heroes=team, sides=(one, two), pending=AgreeingStarter())

    def touches(self) -> tuple[str, ...]:
        heroes = (hero_id(f"{seat}.{card}") for seat, cards in enumerate(self.heroes, 1) for card in cards)
        places = (card_id(seat, card) for seat, cards in enumerate(self.locations, 1) for card in cards)
        return (*heroes, *places)

    def sentence(self, board: Board) -> str:
        name = board.components.name_of
        brought = ((*heroes, *places) for heroes, places in zip(self.heroes, self.locations, strict=True))
        return " ".join(f"{{{seat}}} brings {joined(map(name, cards))}." for seat, cards in enumerate(brought, 1))

    def facts(self, board: Board) -> Iterable[Fact]:
        ids = board.components.ids
        for kind, teams in (("hero", self.heroes), ("location", self.locations)):
            for seat, cards in enumerate(teams, 1):
                yield from (Fact(seat=seat, card=ids[card], kind=kind) for card in cards)


def _revealed(side: Side, locations: tuple[CardId, ...]) -> Side:
    hand = tuple(card for card in side.hand if card not in locations)
    unknown = side.unknown - len(locations) + len(side.hand) - len(hand)
    return replace(side, picked=(), hand=hand, unknown=unknown, locations=locations)


class StarterNamed(common.NoRow, common.OfSeat, frozen=True):
    """A seat said who should begin."""

    silent = dict.fromkeys(("seat", "starter"), "stands in the row of `AgreeStarter`")
    starter: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, AgreeingStarter)
        return replace(board, pending=AgreeingStarter(put(pending.said, self.seat - 1, self.starter)))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} wants {{{self.starter}}} to begin."


class StarterAgreed(common.OfSeat, frozen=True):
    """Both said the same."""

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.seat, starter=self.seat)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} begins."
