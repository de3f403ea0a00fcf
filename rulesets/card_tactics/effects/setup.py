"""The set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.ids import card_id, kind_id, space_id, stack_id
from rulesets.card_tactics.names import item_name, item_names, led, lined_up, unit_names
from rulesets.card_tactics.phases import ChoosingHeroes, DiscardingItem, PlacingHeroes
from rulesets.card_tactics.pieces import CardId, Item, Unit
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class StacksBuilt(Effect[Board], frozen=True):
    """Items, events and the Challenge stack lie face down, shuffled."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=ChoosingHeroes())

    def touches(self) -> tuple[str, ...]:
        return stack_id("challenge"), stack_id("events"), *map(stack_id, ("common", "rare", "unique"))

    def sentence(self, board: Board) -> str:
        return "The stacks are shuffled."

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class HeroesChosen(common.LineEffect, frozen=True):
    """Three heroes take part; `seats` control them, one after the other."""

    silent = {"seat": "the decision tells it"}
    seats: tuple[Seat, ...]
    seat: Seat
    """Who said so."""

    def apply(self, board: Board) -> Board:
        return replace(board, controllers=tuple(zip(self.heroes, self.seats, strict=True)))

    def sentence(self, board: Board) -> str:
        if board.seats == 1:
            return f"{{{self.seat}}} sets out with {unit_names(board, self.heroes)}."
        whose = led(board, dict(zip(self.heroes, self.seats, strict=True)))
        return f"{{{self.seat}}} chooses the heroes: {whose}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return [Fact(seat=seat, card=kind_id(board, hero)) for hero, seat in zip(self.heroes, self.seats, strict=True)]


class StartingItemsDrawn(Effect[Board], frozen=True):
    """Three common items are drawn."""

    mark = "draw"
    cards: tuple[CardId, ...]
    """Sorted."""

    def apply(self, board: Board) -> Board:
        pile = board.stacks[0]
        for card in self.cards:
            pile = pile.drawn(card)
        return replace(board, stacks=put(board.stacks, 0, pile), pending=DiscardingItem(self.cards))

    def touches(self) -> tuple[str, ...]:
        return stack_id("common"), *map(card_id, self.cards)

    def sentence(self, board: Board) -> str:
        return f"The items drawn are {item_names(board, self.cards)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return [Fact(card=kind_id(board, card)) for card in self.cards]


class StartingItemDiscarded(common.CardEffect, frozen=True):
    """One of them is discarded, the others are kept."""

    silent = {"seat": "the decision tells it"}
    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, DiscardingItem)
        return replace(
            board,
            pool=tuple(Item(card) for card in without(pending.drawn, self.card)),
            item_discard=insert(board.item_discard, self.card),
            pending=PlacingHeroes(tuple(hero for hero, _ in board.controllers)),
        )

    def sentence(self, board: Board) -> str:
        kept = without(DiscardingItem.of(board).drawn, self.card)
        return f"{{{self.seat}}} discards {item_name(board, self.card)}, and keeps {item_names(board, kept)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """The items that are kept are rows, too."""
        yield from super().facts(board)
        for card in without(DiscardingItem.of(board).drawn, self.card):
            yield Fact(type="StartingItemKept", card=kind_id(board, card))


class HeroesPlaced(common.LineEffect, frozen=True):
    """The heroes stand in their line, H1 first."""

    silent = {"seat": "the decision tells it"}
    health: tuple[int, ...]
    seat: Seat

    def apply(self, board: Board) -> Board:
        units = zip(self.heroes, self.health, strict=True)
        return replace(board, heroes=tuple(Unit(card, health) for card, health in units))

    def sentence(self, board: Board) -> str:
        return lined_up(board, self.seat, self.heroes)

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: the health of each."""
        for position, (hero, health) in enumerate(zip(self.heroes, self.health, strict=True), 1):
            seat, place = board.controller(hero), space_id("hero", position)
            yield Fact(seat=seat, card=kind_id(board, hero), place=place, value=health)
