"""What several topics share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id
from rulesets.heros_crossing_tactics.pieces import COLUMNS, NONE, CardId, Column
from rulesets.kit.errors import Refused
from rulesets.kit.piles import is_back
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.phases import Seat


def ready_columns(board: Board, seat: Seat) -> Iterator[Column]:
    """The columns of the Fronts that may still be activated."""
    return (column for column in COLUMNS if not board.front(seat, column).activated)


def need_ready_front(board: Board, seat: Seat, column: Column) -> None:
    """One of the three own Fronts, not yet activated in this round."""
    need(column in COLUMNS, "HCT-CMP-05")
    need(not board.front(seat, column).activated, "HCT-TRN-04")


def need_card(fact: object, rule: str, board: Board, *cards: CardId) -> None:
    """Refuse by `rule` unless `fact` holds of the `cards`; if one of them is no card of this game, by HCT-CMP-06."""
    if not fact:
        need(all(map(board.components.has, cards)), "HCT-CMP-06")
        raise Refused(rule)


def gain(play: Play[Board], seat: Seat, column: Column, hero: CardId | None = None) -> None:
    """One cube for each icon of a hero, or of all in the Front, as far as the supply goes (HCT-LIM-01)."""
    board = play.board
    icons = board.components.recruits((hero,) if hero else board.front(seat, column).heroes)
    gained = icons.at_most(board.supply)
    if icons:
        play.emit(e.SoldiersGained(seat, column, gained, icons - gained or NONE, hero))


def show(play: Play[Board], card: CardId) -> CardId:
    """A card of the acting seat's hand goes public; the table names it if nobody at hand could see it."""
    level = play.board.components.level[card]
    if is_back(card):
        card = play.chance.reveal(
            play.board.pile(level).pool(card),
            rule="HCT-AMB-21",
            about=f"the level {level} card that {{{play.seat}}} shows",
            place=card_id(card),
        )
    play.emit(e.CardShown(play.seat, level, card))
    return card
