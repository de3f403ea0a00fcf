"""The Challenge stack: only the classes of its cards are known (CDT-SET-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import CLASSES

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.kit.play import Play


def reveal(play: Play[Board], place: Literal["outer", "centre"] = "outer") -> None:
    """The top card joins the enemies, with its health and no other token (CDT-CST-01, 02)."""
    kind = play.board.top
    card = play.chance.draw(play.board.challenge[CLASSES.index(kind)].unseen, rule="CDT-CST-01")
    assert card is not None
    play.emit(e.EnemyRevealed(card, kind, play.board.components.unit[card].health, place))
