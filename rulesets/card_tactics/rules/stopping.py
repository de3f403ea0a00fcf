"""What cannot be completed, and what that stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import Attacking, Following, Repeating

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.parts import CardId
    from rulesets.kit.play import Play


def is_stunned(board: Board, card: CardId) -> bool:
    """Whether a unit in its line holds a Stun token."""
    unit = board.find(card)
    return unit is not None and unit.tokens.stun > 0


def is_bound(board: Board, card: CardId) -> bool:
    """Whether Restrain keeps a unit from moving itself; in Camp there is no action for it to hinder (CDT-CMP-13)."""
    unit = board.find(card)
    return board.fighting and unit is not None and unit.tokens.restrain > 0


def fail(play: Play[Board], reason: str) -> None:
    """A phrase of the list on top cannot be completed."""
    frame = play.board.pending
    assert isinstance(frame, Following)
    if frame.source == "event":  # CDT-EVT-08
        play.emit(e.PhrasePassedOver(play.board.components.steps[frame.at].after, reason))
    elif isinstance(frame.then, Attacking | Repeating):  # CDT-SKL-13
        play.emit(e.BranchStopped(frame.at, reason))
    elif frame.source == "quirk":  # CDT-QRK-07
        play.emit(e.QuirkStopped(frame.at, reason))
    else:
        play.emit(e.SkillStopped(frame.me, frame.at, reason))
