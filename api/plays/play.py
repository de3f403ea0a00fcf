"""A play: what is known of a game that was played, whatever file it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from api import errors
from api.plays.names import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

Source = Literal["csv", "bgstats", "bgg"]
Scoring = Literal["highest", "lowest", "win"]
"""Who wins a title: the side with the most points, with the fewest, or whoever the file names."""

SOURCES: dict[Source, str] = {"csv": "a CSV file", "bgstats": "BG Stats", "bgg": "BoardGameGeek"}


class Finding(Struct, frozen=True, kw_only=True):
    """Something to say about a field of a file: what is wrong with it, or what has no place in a game."""

    where: str
    """The play or the line, in words: `Line 12`, `Play 3`."""
    field: str
    detail: str
    line: int | UnsetType = UNSET
    pointer: str = ""
    """JSON Pointer to the field; by default its name."""

    def __str__(self) -> str:
        return f"{self.where}, {self.field}: {self.detail}." if self.field else f"{self.where}: {self.detail}."

    @property
    def fault(self) -> errors.FieldFault:
        """As problems have it."""
        pointer = self.pointer or (f"/{self.field}" if self.field else "")
        return errors.FieldFault(pointer=pointer, detail=self.detail, line=self.line)


class Place(Struct, frozen=True):
    """Where something stands in a file, for findings."""

    where: str
    line: int | UnsetType = UNSET
    path: str = ""
    """JSON Pointer to what the fields are in."""

    def finding(self, field: str, detail: str) -> Finding:
        """A finding about a field that stands here."""
        pointer = f"{self.path}/{field}" if self.path and field else self.path
        return Finding(where=self.where, field=field, detail=detail, line=self.line, pointer=pointer)


class Person(Struct, frozen=True):
    """A player as a file knows them."""

    key: str
    """What the file tells players apart by: an id, or the name."""
    name: str
    id: UUID | None = None
    """If it is the same in every file of its source."""

    @classmethod
    def called(cls, name: str) -> Person | None:
        """A player of a file that knows names alone; None without a name."""
        return cls(folded(name), name) if name else None


class Seat(Struct, frozen=True, kw_only=True):
    """A player's part in a play."""

    person: Person | None = None
    """None for a player without a name."""
    score: int | None = None
    won: bool | None = None
    """None if the file does not say."""
    starts: bool = False
    team: str = ""
    role: str = ""


def with_winners(seats: Sequence[Seat]) -> Sequence[Seat]:
    """The seats: all others have lost where a winner is named; where none is, nobody knows who won."""
    is_known = any(seat.won for seat in seats)
    return [replace(seat, won=bool(seat.won) if is_known else None) for seat in seats]


class Play(Struct, frozen=True, kw_only=True):
    """A play of a file."""

    source: Source
    id: str
    """The source's own id, or one that is made of the play's lines."""
    place: Place
    title: str
    begun: int
    """Microseconds UTC."""
    minutes: int = 0
    """0 if unknown."""
    scoring: Scoring | None = None
    """How the title is scored, if the file says so."""
    together: bool = False
    """Whether all play against the game."""
    seats: tuple[Seat, ...]
    location: str = ""
    comment: str = ""
    counted: bool = True
    """Whether it counts in statistics by what the file says."""
    complete: bool = True
    """Whether it was played to its end."""
    origin: dict[str, Any] = {}
    """What the file says and a game has no field for, as it stands there."""

    @property
    def ended(self) -> int:
        """Microseconds UTC; its beginning if the length is unknown."""
        return self.begun + self.minutes * 60_000_000

    @property
    def names_winners(self) -> bool:
        """Whether it is known who won."""
        return self.together or any(seat.won for seat in self.seats)


MOST_PLAYS = 100_000
"""Plays of a file, with copies."""
MOST_FINDINGS = 10_000
"""Faults of a file before it is left unread; and how many losses are named."""


class Reading(Struct):
    """What was read from a file, within bounds."""

    plays: list[Play] = []
    faults: list[Finding] = []
    """Why other plays cannot be imported."""
    losses: list[Finding] = []
    """What of the plays has no place in a game: it is stored in the notes of the game alone."""
    deleted: list[str] = []
    """Ids of plays that were deleted at the source."""

    def add(self, play: Play) -> None:
        """Add a play. Raises PlaysTooLarge."""
        if len(self.plays) >= MOST_PLAYS:
            raise errors.PlaysTooLarge(play.place.line or 1, f"it has more than {MOST_PLAYS:,} plays")
        self.plays.append(play)

    def fault(self, finding: Finding) -> None:
        """Add a fault. Raises InvalidPlays for a file that has nearly nothing else."""
        self.faults.append(finding)
        if len(self.faults) > MOST_FINDINGS:
            first = self.faults[0]
            raise errors.InvalidPlays(
                first.line or 1, f"it has more than {MOST_FINDINGS:,} faults; the first is: {first}"
            )

    def loss(self, finding: Finding) -> None:
        """Add what has no place in a game."""
        if len(self.losses) < MOST_FINDINGS:
            self.losses.append(finding)
