"""Items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.entered import need_item
from rulesets.card_tactics.effects.rows import card_row
from rulesets.card_tactics.ids import card_id, kind_id, place_id, stack_id
from rulesets.card_tactics.names import hero_name, item_name
from rulesets.card_tactics.phases import Acted, Camp
from rulesets.card_tactics.pieces import CardId, Item
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put

if TYPE_CHECKING:
    from collections.abc import Iterable

STACKS = {"common": 0, "rare": 1, "unique": 2}


class ItemDrawn(Effect[Board], frozen=True):
    """An item comes into the pool."""

    adjustable = True
    mark = "draw"
    card: CardId
    kind: str
    """Its rarity."""

    def apply(self, board: Board) -> Board:
        index = STACKS[self.kind]
        pool = (*board.pool, Item(self.card))
        return replace(
            board,
            stacks=put(board.stacks, index, board.stacks[index].drawn(self.card)),
            pool=tuple(sorted(pool, key=_name)),
        )

    def check(self, board: Board) -> None:
        need(self.kind in STACKS and self.card in board.stacks[STACKS[self.kind]].unseen, "CDT-ITM-12")

    def touches(self) -> tuple[str, ...]:
        return stack_id(self.kind), card_id(self.card)

    def sentence(self, board: Board) -> str:
        return f"The heroes find {item_name(board, self.card)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (card_row(board, self.card, kind=self.kind),)


def _name(item: Item) -> str:
    return item.card


class ItemUsed(Effect[Board], frozen=True):
    """A hero uses an item; one that costs the action and has no skill is the whole of it."""

    silent = {"ends": "printed on the item", "seat": "the decision tells it"}
    item: CardId
    unit: CardId
    seat: Seat
    ends: bool = False
    """It has no skill to follow, and costs the action."""

    def apply(self, board: Board) -> Board:
        if self.ends and not isinstance(board.pending, Camp):
            return replace(board, using=self.item, user=self.unit, pending=Acted(self.unit))
        return replace(board, using=self.item, user=self.unit)

    def touches(self) -> tuple[str, ...]:
        return card_id(self.item), card_id(self.unit)

    def sentence(self, board: Board) -> str:
        item = item_name(board, self.item)
        if self.seat == board.controller(self.unit):
            return f"{hero_name(board, self.unit)} uses {item}."
        return f"{{{self.seat}}} has {hero_name(board, self.unit)} use {item}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Source: the hero, whose are seat and place."""
        hero = kind_id(board, self.unit)
        place, seat = place_id(board, self.unit), board.controller(self.unit)
        return (Fact(seat=seat, card=kind_id(board, self.item), place=place, source=hero),)


class ItemPutAway(Effect[Board], frozen=True):
    """The use of an item is over: it is exhausted or discarded, unless it says otherwise."""

    how: Literal["exhaust", "discard", "keep_ready"]

    def apply(self, board: Board) -> Board:
        card = board.using
        if board.slot is None:
            board = common.at_end_of(board, "action")  # in Camp (CDT-AMB-55)
        if self.how == "keep_ready":
            return replace(board, using="", user="")
        if self.how == "exhaust":
            return replace(board, using="", user="", pool=_turned(board.pool, card, exhausted=True))
        pool, discard = _less(board.pool, card), insert(board.item_discard, card)
        return replace(board, using="", user="", pool=pool, item_discard=discard)

    def sentence(self, board: Board) -> str:
        is_ = {"discard": "is used up", "exhaust": "is exhausted"}.get(self.how)
        return f"{item_name(board, board.using)} {is_}." if is_ else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        """Source: the hero that used it."""
        user = kind_id(board, board.user)
        seat = board.controller(board.user)
        return (Fact(seat=seat, card=kind_id(board, board.using), kind=self.how, source=user),)


class ItemDiscarded(common.CardEffect, frozen=True):
    """A text takes an item out of the pool."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        return replace(board, pool=_less(board.pool, self.card), item_discard=insert(board.item_discard, self.card))

    def check(self, board: Board) -> None:
        need_item(board, self.card)

    def sentence(self, board: Board) -> str:
        return f"{item_name(board, self.card)} is discarded."


class ItemExhausted(common.CardEffect, frozen=True):
    """A text turns an item sideways."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        return replace(board, pool=_turned(board.pool, self.card, exhausted=True))

    def check(self, board: Board) -> None:
        need(not need_item(board, self.card).exhausted, "CDT-ITM-05")

    def sentence(self, board: Board) -> str:
        return f"{item_name(board, self.card)} is exhausted."


class ItemReadied(common.CardEffect, frozen=True):
    """A text turns an item upright."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        return replace(board, pool=_turned(board.pool, self.card, exhausted=False))

    def check(self, board: Board) -> None:
        need(need_item(board, self.card).exhausted, "CDT-ITM-05")

    def sentence(self, board: Board) -> str:
        return f"{item_name(board, self.card)} is ready again."


def _turned(pool: tuple[Item, ...], card: CardId, *, exhausted: bool) -> tuple[Item, ...]:
    return tuple([Item(card, exhausted) if item.card == card else item for item in pool])


def _less(pool: tuple[Item, ...], card: CardId) -> tuple[Item, ...]:
    return tuple([item for item in pool if item.card != card])
