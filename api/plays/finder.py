"""Reads the fields of one play, and notes what is wrong with them, or has no place in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from api.plays.fields import BadField, NoRoom

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from api.plays.play import Place, Reading, Seat

T = TypeVar("T")


class Finder:
    """Reads fields; findings go to the reading."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._lost: set[str] = set()
        self.is_good = True
        """Whether nothing is wrong with the play so far."""

    def value(self, place: Place, field: str, text: str, read: Callable[[str], T], otherwise: T) -> T:
        """A field as a value; another one, with a finding, if it cannot be read."""
        try:
            return read(text)
        except BadField as error:
            self.fault(place, field, str(error))
        except NoRoom as error:
            self.loss(place, field, str(error))
        return otherwise

    def fault(self, place: Place, field: str, why: str) -> None:
        """Note that the play cannot be imported."""
        self.is_good = False
        self.reading.fault(place.finding(field, why))

    def loss(self, place: Place, field: str, why: str) -> None:
        """Note what is stored in the notes of the game alone."""
        self._lost.add(field)
        self.reading.loss(place.finding(field, why))

    def comparable(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """The seats of the play: with all their scores, or with none if one of them has no place in a game."""
        if "score" in self._lost:
            return tuple(replace(seat, score=None) for seat in seats)
        return tuple(seats)
