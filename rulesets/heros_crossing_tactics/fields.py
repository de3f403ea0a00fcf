"""What the fields of actions are called, and where they lie in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.ids import card_id, front_id, pile_id, soldiers_id
from rulesets.heros_crossing_tactics.names import card_word, drafted_word, pile_name
from rulesets.heros_crossing_tactics.phases import Flanking
from rulesets.heros_crossing_tactics.pieces import OTHERS, other
from rulesets.heros_crossing_tactics.rules.attack import UNKNOWN
from rulesets.kit.fields import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.heros_crossing_tactics.pieces import CardId, Column, Kind, Level
    from rulesets.kit.fields import Question
    from rulesets.kit.phases import Seat

    Fixed = Mapping[str, Any]


def _card(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return "A card" if card == UNKNOWN else card_word(board, card)


def _card_ids(_board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> tuple[str, ...]:
    return () if card == UNKNOWN else (card_id(card),)


def _drafted(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return drafted_word(board, card)


def _drawn(board: Board, _seat: Seat, card: CardId, _fixed: Fixed) -> str:
    return board.components.hero[card].name


def _front(_board: Board, _seat: Seat, column: Column, _fixed: Fixed) -> str:
    return f"Front {column}"


def _own_front(_board: Board, seat: Seat, column: Column, _fixed: Fixed) -> tuple[str, ...]:
    return (front_id(seat, column),)


def _their_front(_board: Board, seat: Seat, column: Column, _fixed: Fixed) -> tuple[str, ...]:
    return (front_id(other(seat), column),)


def _hero_there(board: Board, seat: Seat, slot: int, fixed: Fixed) -> CardId:
    return board.front(seat, fixed["column"]).heroes[slot - 1]


def _slot(board: Board, seat: Seat, slot: int, fixed: Fixed) -> str:
    return card_word(board, _hero_there(board, seat, slot, fixed))


def _slot_ids(board: Board, seat: Seat, slot: int, fixed: Fixed) -> tuple[str, ...]:
    return (card_id(_hero_there(board, seat, slot, fixed)),)


def _sent_ids(board: Board, seat: Seat, kind: Kind, _fixed: Fixed) -> tuple[str, ...]:
    return (soldiers_id(seat, Flanking.of(board).column, kind),)


def _killed_ids(board: Board, seat: Seat, kind: Kind, _fixed: Fixed) -> tuple[str, ...]:
    return (soldiers_id(other(seat), board.attack.target, kind),)


def _pile(_board: Board, _seat: Seat, level: Level, _fixed: Fixed) -> str:
    return pile_name(level)


def _pile_ids(_board: Board, _seat: Seat, level: Level, _fixed: Fixed) -> tuple[str, ...]:
    return (pile_id(level),)


def _sent_to(index: int) -> Callable[[Board, Seat, int, Fixed], tuple[str, ...]]:
    """A tap on the Front for each Soldier that goes there."""
    return lambda board, seat, n, _fixed: (front_id(seat, OTHERS[Flanking.of(board).column][index]),) * n


def _sent(index: int) -> Question:
    """How many go to the lower or the higher one of the other two Fronts."""
    return lambda board, _seat, _fixed: f"How many go to Front {OTHERS[Flanking.of(board).column][index]}?"


_PLACED = Field(_drafted, _card_ids)

FIELDS = {
    "PickHero.card": replace(_PLACED, asks="Which hero?"),
    "PlaceHeroes.first": replace(_PLACED, pieces="order", asks="Who goes to Front 1?"),
    "PlaceHeroes.second": replace(_PLACED, pieces="order", asks="Who goes to Front 2?"),
    "PlaceHeroes.third": replace(_PLACED, pieces="order", asks="Who goes to Front 3?"),
    "card": Field(_card, _card_ids, asks="Which card?"),
    "column": Field(_front, _own_front, asks="Which Front?"),
    "slot": Field(_slot, _slot_ids, asks="Instead of whom?"),
    "target": Field(_front, _their_front, asks="Which Front is attacked?"),
    "level": Field(_pile, _pile_ids, asks="From which pile?"),
    "Send.kind": Field(ids=_sent_ids, asks="Which Soldiers?"),
    "ChooseCasualty.kind": Field(ids=_killed_ids, asks="Which Soldier dies?"),
    "first": Field(ids=_sent_to(0), asks=_sent(0)),
    "second": Field(ids=_sent_to(1), asks=_sent(1)),
}
"""In the order in which they are asked for: a card before its Front, a Front before who goes there."""

OUTCOMES = {"draw": Field(_drawn), "reveal": Field(_drawn)}
"""What outcomes of chance are called."""
