"""How the team stands, and what a greedy bot wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.effects import HordeEscaped, KingdomChanged
from rulesets.kingdom_rush.phases import GameOver
from rulesets.kingdom_rush.rules.ending import portals_left
from rulesets.kingdom_rush.rules.escaping import price
from rulesets.kit.history import changed_by
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.pieces import Horde
    from rulesets.kit.phases import Seat


@changed_by(HordeEscaped, KingdomChanged)
def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """The Hearts of the Kingdom, for everybody: all win or all lose."""
    return tuple((seat, board.hearts) for seat in seats_of(board))


def colours(board: Board) -> dict[Seat, str]:
    """The colours that players chose (KRR-SET-10); who plays alone has all of them."""
    return {} if board.seats == 1 else {seat: side.colour for seat, side in enumerate(board.sides, 1)}


def value_of(board: Board, seat: Seat) -> float:
    """What a greedy player wants: the game won, Hearts kept, Portals gone, Hordes covered before they are near.

    In Hearts: 10 each; the rest is what kept bots from the mistakes that cost most. Uncovered enemies weigh by how near
    they are to the Exit, those of Portals most, since one that gets there loses the game.
    """
    value = 10.0 * board.hearts - 12.0 * portals_left(board) - 15.0 * len(board.lives)
    value += 3.0 * len(board.destroyed) + 0.5 * board.crystals + 1.5 * len(board.spells)
    if isinstance(board.pending, GameOver):
        value += 1000.0 if board.pending.winners else -1000.0
    value += sum(_value_of_horde(board, horde) for horde in board.hordes if horde.space)
    towers = [tower for side in board.sides for tower in (*side.hand, *side.incoming)]
    towers += [tower.card for tower in board.towers if tower.face_up]
    value += sum(0.25 + 1.25 * board.components.tower[tower].level for tower in towers)
    return value + sum(0.4 * hero.health for hero in board.heroes)


def _value_of_horde(board: Board, horde: Horde) -> float:
    face, covered = board.face(horde), board.covered(horde)
    urgency = 1.0 / (1 + len(board.field.ahead[horde.route, horde.space]))
    left = [enemy for enemy in face.enemies if enemy & ~covered]
    stake = sum(map(price, left))
    squares = (face.all & ~covered).bit_count()
    value = 2.0 * urgency if horde.soldiers else 0.0
    value -= stake * (0.6 + 5.0 * urgency) + squares * 0.3
    if horde.level:
        value -= squares * (0.5 + 6.0 * urgency)
    if not left:
        value += 3.0 + 0.5 * board.components.horde[horde.card].crystals + 12.0 * (horde.level > 0)
    return value
