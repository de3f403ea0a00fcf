"""Games as a file: JSON Lines with the hash chain, so that its reader can check that nothing was changed.

A header describes the game, and its events follow, one on each line. Several games follow each other; a
component set is in the header of the first game that is played with it. Notes and labels are left out unless they are
asked for; then they stand in the lines of their versions. docs/transfer.md says what a file leaves out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

from events import Event, Note, Seated, Visibility
from events.envelope import Kind
from events.notes import NUMBERS, Audience, Since
from rulesets.kit import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events import Game, Store

FORMAT = "tabletale.game"
FORMAT_VERSION = 1

FORMAT_WITH_NOTES = 2
"""The version of a game that has notes or labels: a program that knows of none refuses it, and says why."""

READABLE = (FORMAT_VERSION, FORMAT_WITH_NOTES)

BEGINS = b'{"format"'
"""Only headers begin with this."""

Words = Annotated[str, Meta(pattern=text.LINE, max_length=200)]
Prose = Annotated[str, Meta(pattern=text.PROSE, max_length=5_000)]
Hex = Annotated[str, Meta(pattern=r"^(?:[0-9a-f]{2})*$", max_length=128)]


class ExportedSet(Struct, frozen=True, forbid_unknown_fields=True):
    """A component set that the game needs."""

    hash: str
    name: Words
    source: str


class ExportedSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A place at the table, and the player who sits there, if known."""

    seat: int
    player: UUID | None
    name: Words | None


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a game: what was agreed on, who sits at the table, and what it is played with."""

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    id: UUID
    name: Words | None = None
    ruleset: str
    ruleset_version: int
    chance: str
    chance_key: Hex | None = None
    """If the service rolls: all future rolls are derived from it."""
    undo: str
    visibility: Visibility
    place: Words | None
    tags: tuple[Words, ...]
    created_at: int
    """Microseconds UTC, as every time in the file: it is hashed as it is stored."""
    finished_at: int | None
    version: int
    """How many events follow."""
    head: int
    tip: int
    archived: bool = False
    count_in_statistics: bool
    forked_from: UUID | None
    seats: tuple[ExportedSeat, ...]
    component_sets: tuple[ExportedSet, ...]


class ExportedNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note on the version of its line, a bookmark (without text), or the reason of an undo or adjustment."""

    n: Annotated[int, Meta(ge=1, le=NUMBERS)]
    """Its number in the game."""
    seat: int | None
    """The seat that wrote it; null for the table."""
    text: Prose | None
    visible_to: Audience
    visible_from: Since
    created_at: int
    changed_at: int


class Line(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """An event, every field exactly as it is stored and hashed; bytes in hex. Its notes and label are not hashed."""

    position: int
    """The position in the log that it comes from; it is not hashed, and another log assigns another."""
    version: int
    parent: int
    kind: Kind
    seat: int | None
    by: str | None
    action: Raw
    outcomes: Raw
    effects: Raw
    ruleset_version: int
    recorded_at: int
    occurred_at: int | None
    salt: Hex
    board_hash: Hex | None
    hash: Hex
    notes: tuple[ExportedNote, ...] = ()
    """The notes on this version."""
    label: Words | None = None
    """The label of the line of events that begins with this version."""

    def event(self, game_id: UUID) -> Event:
        """The event, with the bytes that were hashed."""
        return Event(
            position=self.position,
            game_id=game_id,
            version=self.version,
            parent=self.parent,
            kind=self.kind,
            seat=self.seat,
            by=self.by,
            action=bytes(self.action).decode(),
            outcomes=bytes(self.outcomes).decode(),
            effects=bytes(self.effects).decode(),
            ruleset_version=self.ruleset_version,
            recorded_at=self.recorded_at,
            occurred_at=self.occurred_at,
            salt=bytes.fromhex(self.salt),
            board_hash=None if self.board_hash is None else bytes.fromhex(self.board_hash),
            hash=bytes.fromhex(self.hash),
        )


encode = msgspec.json.Encoder().encode
read_header: Any = msgspec.json.Decoder(Header).decode
read_line: Any = msgspec.json.Decoder(Line).decode


def lines_of(store: Store, game: Game, written: set[str] | None = None, *, notes: bool = False) -> Iterator[bytes]:
    """A game, line by line: a header, then the events up to the version in the game's row.

    `written` are the component sets that the file holds already; the game's is added to them. With `notes`, notes and
    labels stand in the lines.
    """
    written = set() if written is None else written
    on_versions = _notes_of(store, game) if notes else {}
    labels = store.line_labels(game.id) if notes else {}
    version = FORMAT_WITH_NOTES if on_versions or labels else FORMAT_VERSION
    yield encode(_header(store, game, written, version)) + b"\n"
    written.add(game.component_set)
    for event in store.events(game.id, 1, game.version):
        line = _line(event, tuple(on_versions.get(event.version, ())), labels.get(event.version))
        yield encode(line) + b"\n"


def _notes_of(store: Store, game: Game) -> dict[int, list[ExportedNote]]:
    """The notes of a game by version."""
    found: dict[int, list[ExportedNote]] = {}
    for note in store.notes(game.id):
        fields = {name: getattr(note, name) for name in ExportedNote.__struct_fields__}
        found.setdefault(note.version, []).append(ExportedNote(**fields))
    return found


def _header(store: Store, game: Game, written: set[str], version: int) -> Header:
    key = store.secret_key(game.id) if game.chance == "server" else None
    return Header(
        format_version=version,
        id=game.id,
        name=game.name,
        ruleset=game.ruleset,
        ruleset_version=game.ruleset_version,
        chance=game.chance,
        chance_key=None if key is None else key.hex(),
        undo=game.undo,
        visibility=game.visibility,
        place=game.place,
        tags=game.tags,
        created_at=game.created_at,
        finished_at=game.finished_at,
        version=game.version,
        head=game.summary.head,
        tip=game.summary.tip,
        archived=game.archived,
        count_in_statistics=game.count_in_statistics,
        forked_from=game.forked_from,
        seats=tuple(ExportedSeat(seated.seat, seated.player, seated.name) for seated in game.seats),
        component_sets=() if game.component_set in written else (_set(store, game.component_set),),
    )


def _set(store: Store, hash: str) -> ExportedSet:
    found = store.component_set(hash)
    return ExportedSet(found.hash, found.name, found.source)


def _line(event: Event, notes: tuple[ExportedNote, ...], label: str | None) -> Line:
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
        notes=notes,
        label=label,
    )


def notes_in(line: Line) -> list[Note]:
    """The notes of a line, as the store takes them."""
    return [Note(version=line.version, **msgspec.structs.asdict(note)) for note in line.notes]


def sitters_of(header: Header) -> tuple[Seated, ...]:
    """Who sits at the table, as the store takes it."""
    return tuple(Seated(each.seat, each.player, each.name) for each in header.seats)
