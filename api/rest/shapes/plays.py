"""Plays that were logged elsewhere, as they are imported."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct

from api.errors import FieldFault


class PlayerOfFile(Struct, frozen=True, kw_only=True):
    """A player of the file, and who that is here."""

    name: str
    state: Literal["known", "new", "nameless", "doubtful"]
    becomes: str
    """The name here."""
    player: UUID | None
    """The id of a known player."""
    why: str
    """Why it is doubtful."""


class ImportedPlays(Struct, frozen=True, kw_only=True):
    """What became of the plays of a file; with `dry_run`, what would."""

    games: int
    """Games that were stored."""
    here: int
    """Plays that were imported before."""
    uncounted: int
    """Games that count in no statistic."""
    titles: dict[str, int]
    """Games by title."""
    places: dict[str, int]
    """Games by place."""
    players: tuple[PlayerOfFile, ...]
    deleted: tuple[UUID, ...]
    """Games here whose plays were deleted where the file comes from."""
    fault_count: int
    faults: tuple[FieldFault, ...]
    """What keeps plays from being imported, the first 1,000."""
    loss_count: int
    losses: tuple[FieldFault, ...]
    """What has no place in a game and is stored in its notes, the first 1,000."""
