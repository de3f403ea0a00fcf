"""Seats that a request names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events import Game
    from rulesets.kit.phases import Seat


class UnknownSeat(Exception):
    """The game has no such seat."""

    def __init__(self, seats: int) -> None:
        super().__init__(f"the game has the seats 1 to {seats}")


def need_seat(game: Game, seat: Seat) -> None:
    """Refuse a seat that the game does not have. Raises UnknownSeat."""
    if not 1 <= seat <= len(game.seats):
        raise UnknownSeat(len(game.seats))
