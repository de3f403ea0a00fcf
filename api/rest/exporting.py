"""A game as a file: JSON Lines with the hash chain, so that its reader can check that nothing was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import Raw, Struct

from api.rest import shapes
from api.rest.web import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events import Event, Game, Store

FORMAT = "tabletale.game"
FORMAT_VERSION = 1


class ExportedSet(Struct, frozen=True):
    """A component set that the game needs."""

    hash: str
    name: str
    source: str


class Header(Struct, frozen=True, kw_only=True):
    """The first line: the game, who sat at the table, and what it is played with."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    id: UUID
    ruleset: str
    ruleset_version: int
    chance: str
    undo: str
    visibility: str
    place: str | None
    tags: tuple[str, ...]
    created_at: int
    """Microseconds UTC, as every time in the file: it is hashed as it is stored."""
    finished_at: int | None
    version: int
    head: int
    tip: int
    count_in_statistics: bool
    forked_from: UUID | None
    seats: list[shapes.Seat]
    component_sets: list[ExportedSet]


class Line(Struct, frozen=True):
    """An event, every field exactly as it is stored and hashed; bytes in hex."""

    position: int
    version: int
    parent: int
    kind: str
    seat: int | None
    by: str | None
    action: Raw
    outcomes: Raw
    effects: Raw
    ruleset_version: int
    recorded_at: int
    occurred_at: int | None
    salt: str
    board_hash: str | None
    hash: str


def lines_of(store: Store, game: Game) -> Iterator[bytes]:
    """The file, line by line: a header, then the events up to the version in the game row."""
    yield encode(_header(store, game)) + b"\n"
    for event in store.events(game.id, 1, game.version):
        yield encode(_line(event)) + b"\n"


def _header(store: Store, game: Game) -> Header:
    components = store.component_set(game.component_set)
    return Header(
        id=game.id,
        ruleset=game.ruleset,
        ruleset_version=game.ruleset_version,
        chance=game.chance,
        undo=game.undo,
        visibility=game.visibility,
        place=game.place,
        tags=game.tags,
        created_at=game.created_at,
        finished_at=game.finished_at,
        version=game.version,
        head=game.summary.head,
        tip=game.summary.tip,
        count_in_statistics=game.count_in_statistics,
        forked_from=game.forked_from,
        seats=[shapes.Seat(seated.seat, seated.player, seated.name) for seated in game.seats],
        component_sets=[ExportedSet(components.hash, components.name, components.source)],
    )


def _line(event: Event) -> Line:
    return Line(
        position=event.position,
        version=event.version,
        parent=event.parent,
        kind=event.kind,
        seat=event.seat,
        by=event.by,
        action=Raw(event.action.encode()),
        outcomes=Raw(event.outcomes.encode()),
        effects=Raw(event.effects.encode()),
        ruleset_version=event.ruleset_version,
        recorded_at=event.recorded_at,
        occurred_at=event.occurred_at,
        salt=event.salt.hex(),
        board_hash=None if event.board_hash is None else event.board_hash.hex(),
        hash=event.hash.hex(),
    )
