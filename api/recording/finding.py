"""What verifying finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from uuid import UUID

from msgspec import Struct

if TYPE_CHECKING:
    from events import LogFault


class Finding(Struct, frozen=True, omit_defaults=True):
    """Something that is not as it should be."""

    kind: Literal["chain", "row", "beside", "set", "anchor", "board", "reading", "follower", "parked"]
    """`chain`: the stored events; `row`: what the game's row says about them; `beside`: what is stored beside them;
    `set`: a component set; `anchor`: the log up to an anchor; `board`: the boards that they fold to; `reading`: what
    today's rules decide; `follower`: the place of one who follows the log; `parked`: an event that one cannot read."""
    game: UUID
    version: int
    detail: str
    column: str | None = None
    """Of the game's row, where it holds another value than its events lead to."""
    stored: str | int | float | None = None
    worked_out: str | int | float | None = None
    """What it should hold."""

    @property
    def is_damage(self) -> bool:
        """Whether it says that something stored is not as it was written."""
        return self.kind not in ("reading", "parked")

    @classmethod
    def of(cls, fault: LogFault) -> Finding:
        """A fault of the log."""
        return cls(fault.kind, fault.game_id, fault.version, fault.what, fault.column, fault.stored, fault.worked_out)
