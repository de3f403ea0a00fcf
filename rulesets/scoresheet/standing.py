"""How the seats stand, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.history import changed_by
from rulesets.kit.phases import seats_of
from rulesets.scoresheet.effects import PointsScored, ScoreCorrected, TeamJoined, WinClaimed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.phases import Seat
    from rulesets.scoresheet.board import Board
    from rulesets.scoresheet.schema import TieBreak


def total(board: Board, seat: Seat) -> int:
    """What a seat has written down, all in all."""
    return sum([cell.value for cell in board.place(seat).cells])


def sides(board: Board) -> tuple[tuple[Seat, ...], ...]:
    """The seats that score together: each by itself, by teams, or all (SHT-SID-01 to 03)."""
    seats, kind = seats_of(board), board.components.sheet.sides
    if kind == "together":
        return (seats,)
    if kind == "each":
        return tuple((seat,) for seat in seats)
    teams = (team for team in board.components.team)
    members = (tuple(seat for seat in seats if board.place(seat).team == team) for team in teams)
    return tuple(filter(None, members))


@changed_by(PointsScored, ScoreCorrected, TeamJoined, WinClaimed)
def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """The points of each seat's side; where a game is only won or lost, 1 for who won."""
    if board.components.sheet.scoring == "win":
        return tuple([(seat, int(place.won)) for seat, place in enumerate(board.places, 1)])
    scores: dict[Seat, int] = {}
    for side in sides(board):
        scores |= dict.fromkeys(side, sum([total(board, seat) for seat in side]))
    return tuple(sorted(scores.items()))


def value_of(board: Board, seat: Seat) -> float:
    """What a greedy player wants: more than the others, or less where the lowest wins."""
    scores = dict(standing(board))
    own = scores.pop(seat)
    if board.components.sheet.scoring == "lowest":
        return min(scores.values(), default=0) - own
    return own - max(scores.values(), default=0)


def reached(board: Board) -> bool:
    """Whether a side has the points at which the game ends (SHT-END-04)."""
    target = board.components.sheet.rounds.target
    return target is not None and any(score >= target for _, score in standing(board))


def winners(board: Board) -> tuple[Seat, ...]:
    """The seats that win as it stands (SHT-WIN-01 to 05)."""
    sheet = board.components.sheet
    if board.components.wins_are_noted:
        return tuple(seat for seat in seats_of(board) if board.place(seat).won)
    if not any(place.cells for place in board.places):
        return ()
    left = [side for side in sides(board) if any(board.place(seat).playing for seat in side)]
    scores = dict(standing(board))
    left = _best(left, [scores[side[0]] for side in left], sheet.scoring == "lowest")
    for tie_break in sheet.tie_breaks:
        left = _best(left, [_breaking(board, tie_break, side) for side in left], tie_break.best == "lowest")
    return tuple(sorted(seat for side in left for seat in side if board.place(seat).playing))


def _best(sides: list[tuple[Seat, ...]], scores: Sequence[int], lowest: bool) -> list[tuple[Seat, ...]]:
    best = min(scores) if lowest else max(scores)
    return [side for side, score in zip(sides, scores, strict=True) if score == best]


def _breaking(board: Board, tie_break: TieBreak, side: Sequence[Seat]) -> int:
    """What breaks a tie, of all seats of a side together."""
    if tie_break.counter:
        return sum([board.count(seat, tie_break.counter) for seat in side])
    cells = (cell for seat in side for cell in board.place(seat).cells)
    return sum([cell.value for cell in cells if cell.category == tie_break.category])
