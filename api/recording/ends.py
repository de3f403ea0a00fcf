"""Ends that the rulebook does not know: a seat resigns, or the table abandons the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.recording.seats import need_seat
from rulesets.kit.structs import ABANDONED, RESIGNED, Abandon, GameEnded, Resign

if TYPE_CHECKING:
    from events import Game
    from rulesets.kit.phases import Components, Seat
    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset

DUEL = 2
"""Seats of a game that one of them can give up: then the other wins."""


class NoDuel(Exception):
    """A seat resigns where it is not clear who wins then."""


def resigned(ruleset: Ruleset[Any], game: Game, board: Any, seat: Seat) -> tuple[Resign, Play[Any]]:
    """A seat gives up, and the other wins. Raises UnknownSeat, Refused where it is over, NoDuel."""
    need_seat(game, seat)
    winners = tuple(seated.seat for seated in game.seats if seated.seat != seat)
    play = ruleset.end(board, seat, GameEnded(winners, RESIGNED))
    if not is_duel(ruleset, game, board.components):
        raise NoDuel("only of two rivals one can resign, so that the other wins: the table can abandon the game")
    return Resign(), play


def abandoned(ruleset: Ruleset[Any], game: Game, board: Any, seat: Seat | None) -> tuple[Abandon, Play[Any]]:
    """The table, or a seat for it, ends the game, and nobody wins. Raises UnknownSeat, Refused."""
    if seat is not None:
        need_seat(game, seat)
    return Abandon(), ruleset.end(board, seat or 0, GameEnded((), ABANDONED))


def is_duel(ruleset: Ruleset[Any], game: Game, components: Components) -> bool:
    """Whether two play against each other."""
    return len(game.seats) == DUEL and not ruleset.cooperative_with(components)
