"""The findings of a verification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from uuid import UUID

from msgspec import Struct

if TYPE_CHECKING:
    from events import LogFault


class Finding(Struct, frozen=True, omit_defaults=True):
    """Something in the log that is not as it should be."""

    kind: Literal["chain", "row", "beside", "set", "anchor", "board", "reading", "follower", "quarantined"]
    """`chain`: the stored events; `row`: the game's row; `beside`: metadata; `set`: a component set; `anchor`: the log
    up to an anchor; `board`: the boards that the events fold to; `reading`: what today's rules decide; `follower`: the
    checkpoint of a follower of the log; `quarantined`: an event that a follower cannot read."""
    game: UUID
    version: int
    detail: str
    column: str | None = None
    """The column of the game's row that differs from what its events lead to."""
    stored: str | int | float | None = None
    worked_out: str | int | float | None = None
    """The value that it should have."""

    @property
    def is_damage(self) -> bool:
        """Whether something stored is not as it was written."""
        return self.kind not in ("reading", "quarantined")

    @classmethod
    def of(cls, fault: LogFault) -> Finding:
        """A fault of the log."""
        return cls(fault.kind, fault.game_id, fault.version, fault.what, fault.column, fault.stored, fault.worked_out)
