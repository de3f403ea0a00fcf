"""The Challenge stack: only the classes of its cards are known (CDT-SET-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import CLASSES, ROOM

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.kit.play import Play


def can_reveal(board: Board) -> bool:
    """Whether a card is left, a combat to come to, and room in it (CDT-GEO-03)."""
    return board.fighting and bool(board.top) and len(board.enemies) < ROOM


def reveal(play: Play[Board], place: Literal["outer", "centre"] = "outer") -> None:
    """The top card joins the enemies, with its health and no other token (CDT-CST-01, 02)."""
    kind = play.board.top
    card = play.chance.draw(play.board.challenge[CLASSES.index(kind)].unseen, rule="CDT-CST-01")
    assert card is not None
    play.emit(e.EnemyRevealed(card, kind, play.board.components.unit[card].health, place))
