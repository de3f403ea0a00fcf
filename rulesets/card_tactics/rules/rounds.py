"""Rounds: who acts next (CDT-RND)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.phases import Ordering, StartingRound
from rulesets.card_tactics.rules.ending import aftermath
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.components import Face
    from rulesets.card_tactics.pieces import Position, Unit
    from rulesets.kit.play import Play

SECOND_SKILL_FROM: Position = 3
"""CDT-ENM-01."""


@automatic(StartingRound)
def start_round(play: Play[Board]) -> None:
    """CDT-RND-01."""
    since = len(play.effects)
    play.emit(e.RoundStarted())
    aftermath(play, since)


@automatic(Ordering)
def next_slot(play: Play[Board]) -> None:
    """CDT-RND-02 to 07: the next unit's time to act; when all have acted, the round ends."""
    since = len(play.effects)
    unit = next_unit(play.board)
    if unit is None:
        play.emit(e.RoundEnded())
    else:
        face = play.board.components.unit[unit.card]
        skill = None if face.hero else skill_of_enemy(face, play.board.position(unit.card))
        play.emit(e.SlotStarted(unit.card, skill))
    aftermath(play, since)


def next_unit(board: Board) -> Unit | None:
    """Who acts next, by positions at this moment; nobody when all have acted."""
    first, second = (board.heroes, board.enemies) if board.side == "hero" else (board.enemies, board.heroes)
    return _outermost(first) or _outermost(second)


def _outermost(line: tuple[Unit, ...]) -> Unit | None:
    return next((unit for unit in reversed(line) if not unit.exhausted), None)


def skill_of_enemy(face: Face, position: Position) -> str:
    """The second skill on the third position, the first on the others; the only one everywhere (CDT-ENM-01, 07)."""
    return face.skills[-1 if position == SECOND_SKILL_FROM else 0].address
