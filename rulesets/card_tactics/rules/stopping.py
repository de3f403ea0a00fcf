"""What cannot be completed, and what that stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import Following

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.play import Play

ENDED = "a text ends the action"
EXHAUSTED = "it is exhausted"
STUNNED = "it is stunned"


def is_stunned(board: Board, card: CardId) -> bool:
    """Whether a unit in its line holds a Stun token."""
    unit = board.find(card)
    return unit is not None and unit.tokens.stun > 0


def why_done(board: Board, card: CardId) -> str:
    """Why the acting unit begins nothing more in its slot (CDT-AMB-52); empty, if it may."""
    unit = board.unit(card)
    if unit.exhausted:
        return EXHAUSTED
    return STUNNED if unit.tokens.stun else _why_called_off(board)


def why_stopped(board: Board, card: CardId) -> str:
    """Why the acting unit follows its text no further; empty, if it continues."""
    return STUNNED if is_stunned(board, card) else _why_called_off(board)


def _why_called_off(board: Board) -> str:
    return ENDED if board.slot is not None and board.slot.called_off else ""


def fail(play: Play[Board], reason: str, *, ends: bool = False) -> None:
    """A phrase of the list on top cannot be completed, or `ends` the action.

    What others have a right to is not lost: an attack under way is resolved first, with its Counters (CDT-SKL-13, 15).
    """
    frame = Following.of(play.board)
    if frame.source == "event":  # CDT-EVT-08
        play.emit(e.PhraseSkipped(play.board.components.steps[frame.at].after, reason))
    elif frame.called:  # CDT-SKL-13
        play.emit(e.BranchStopped(frame.at, reason, ends))
    elif frame.source == "quirk":  # CDT-QRK-07
        if ends and play.board.slot is not None:
            play.emit(e.ActionCalledOff(play.board.slot.unit))
        play.emit(e.QuirkStopped(frame.at, reason))
    else:
        play.emit(e.SkillStopped(frame.me, frame.at, reason))
