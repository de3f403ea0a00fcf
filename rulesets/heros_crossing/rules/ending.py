"""The end: last donations, powers that bring VP, the final score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.phases import LastDonations, Scoring
from rulesets.heros_crossing.rules.donations import cubes_in
from rulesets.heros_crossing.rules.numbers import evaluate
from rulesets.heros_crossing.rules.using import unmet
from rulesets.heros_crossing.rules.values import values
from rulesets.heros_crossing.words.bends import EndVp
from rulesets.kit.phases import seats_of
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.heros_crossing.pieces import HeroId
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

WELL_VP = 3
"""HCX-SPC-03."""


@automatic(LastDonations)
def end_donations(play: Play[Board]) -> None:
    """HCX-END-06: who has too few cubes donates no more; when nobody does, powers are counted."""
    board = play.board
    waiting = LastDonations.of(board).who(board)
    for seat in waiting:
        if cubes_in(board.side(seat)) < values(board, seat).donation[0]:
            return play.emit(e.FinalDonationsEnded(seat))
    if not waiting:
        play.emit(e.ScoringStarted())


@automatic(Scoring)
def score(play: Play[Board]) -> None:
    """HCX-END-07 to 12: end-game powers, one hero after the other; then the scores, and who won."""
    board = play.board
    applied = Scoring.of(board).applied
    for seat in board.clockwise(board.first):
        for own in board.side(seat).heroes:
            if board.components.hero[own.hero].power.when == "end_game" and own.hero not in applied:
                return _apply(play, seat, own.hero)
    scores = tuple(final_score(board, seat) for seat in seats_of(board))
    play.emit(e.FinalScoreComputed(scores, winners(board)))


def _apply(play: Play[Board], seat: Seat, hero: HeroId) -> None:
    power = play.board.components.hero[hero].power
    vp = 0
    if unmet(play.board, seat, power) is None:
        for word in power.effects:
            if isinstance(word, EndVp):
                won = evaluate(word.value, play.board, seat)
                vp += max(0, won if word.cap is None else min(won, word.cap))
    by_hand = any(not isinstance(word, EndVp) for word in power.effects)
    play.emit(e.EndPowerScored(seat, hero, vp))
    if by_hand and play.board.chance == "table":
        play.emit(e.HandStarted(seat, hero))


def wells(board: Board, seat: Seat) -> int:
    """Wishing Wells in a town."""
    well = board.components.wells
    return len([lot for lot in board.sides[seat - 1].town if lot.tile in well])


def hero_points(board: Board, seat: Seat) -> int:
    """VP of the heroes that a seat owns."""
    hero = board.components.hero
    return sum([hero[own.hero].vp for own in board.sides[seat - 1].heroes])


def well_points(board: Board, seat: Seat) -> int:
    """VP of the Wishing Wells in a town."""
    return WELL_VP * wells(board, seat)


def final_score(board: Board, seat: Seat) -> int:
    """HCX-END-08: VP track, heroes owned, Wishing Wells."""
    return board.side(seat).vp + hero_points(board, seat) + well_points(board, seat)


def winners(board: Board) -> tuple[Seat, ...]:
    """HCX-END-09 to 12: the highest score, then more heroes, then more modifiers; else they share the victory."""

    def rank(seat: Seat) -> tuple[int, int, int]:
        side = board.side(seat)
        return final_score(board, seat), len(side.heroes), side.modifiers

    best = max(map(rank, seats_of(board)))
    return tuple(seat for seat in seats_of(board) if rank(seat) == best)
