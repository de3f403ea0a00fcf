"""Notes on the replay page: those on a version, and the forms that write, change and delete them; labels of lines."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, TypeVar

from flask import redirect, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.games import game_id
from api.pages.here import sent, service
from api.pages.look import Look
from api.pages.recording import request_of
from api.pages.views import blueprint
from api.recording.labels import label_line
from api.recording.notes import change_note, delete_note, write_note
from api.rest import shapes
from api.rest.web import convert
from events import NewNote, NoteChanges
from projections import names
from projections.notes import notes_for
from rulesets.kit.structs import SPECTATOR, TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game, Note
    from projections import Library
    from projections.paths import Version

Form = TypeVar("Form")

READERS = {"seat": "{} only", "table": "the table", "all": "everyone"}
"""Who reads a note, in words."""


class NoteForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A note as a form sends it, new or changed."""

    version: int
    visible_to: shapes.Audience = "table"
    visible_from: shapes.Since = "now"
    text: shapes.Prose | None = None
    after: int = 0
    """How many notes there were on the version: what is sent twice is written once."""
    delete: str = ""


class LabelForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What a line is called, as a form sends it, and the version that is shown."""

    version: int
    label: shapes.Line | None = None


class Noted(Struct, frozen=True, kw_only=True):
    """A note as the page shows it."""

    n: int
    version: int
    seat: int | None
    text: str | None
    visible_to: str
    visible_from: str
    readers: str
    """In words; empty where it is no more than what a reader takes for granted."""
    own: bool
    """Who looks may change it."""


class Noting(Struct, frozen=True, kw_only=True):
    """The notes of a version, and what may be written there."""

    notes: tuple[Noted, ...] = ()
    audiences: Mapping[str, str]
    """Who may read a note that is written here, in words; empty for who writes none."""
    waits: bool
    """It may wait for the end of the game."""
    line: int | None
    """The line that the version lies on, where there are several."""
    label: str
    """What that is called; empty for nothing."""


@blueprint.post("/games/<game>/notes")
def note(game: str) -> AnyResponse:
    """Put a note on a version, as the seat that looks or as the table; then show that version."""
    id, look, wanted = _asked(game, NoteForm)
    new = NewNote(
        version=wanted.version,
        seat=look.viewer if isinstance(look.viewer, int) else None,
        text=wanted.text,
        visible_to=wanted.visible_to,
        visible_from=wanted.visible_from,
    )
    given = {**sent(), "viewer": str(look.viewer)}
    key = hashlib.sha256(repr(sorted(given.items())).encode()).hexdigest()
    write_note(service().library, id, new, request=request_of(str(id), key, given))
    return _back(id, look, wanted.version)


@blueprint.post("/games/<game>/notes/<number>")
def change(game: str, number: str) -> AnyResponse:
    """Change a note, or delete it; then show its version."""
    if not re.fullmatch("[0-9]{1,15}", number):
        raise UnknownAddress("`number` must be a number.")
    (id, look, wanted), n = _asked(game, NoteForm), int(number)
    library, seat = service().library, look.viewer if isinstance(look.viewer, int) else None
    if wanted.delete:
        delete_note(library, id, n, seat=seat)
    else:
        changes = NoteChanges(text=wanted.text, visible_to=wanted.visible_to, visible_from=wanted.visible_from)
        change_note(library, id, n, changes, seat=seat)
    return _back(id, look, wanted.version)


@blueprint.post("/games/<game>/lines/<line>")
def label(game: str, line: str) -> AnyResponse:
    """Call a line by a label, or by none; then show the version again."""
    if not re.fullmatch("[0-9]{1,9}", line):
        raise UnknownAddress("`line` must be a number.")
    id, look, wanted = _asked(game, LabelForm)
    label_line(service().library, id, int(line), wanted.label)
    return _back(id, look, wanted.version)


def _asked(game: str, kind: type[Form]) -> tuple[UUID, Look, Form]:
    """The game, who asks, and what. Raises InvalidRequest, UnknownAddress for a spectator, who writes nothing."""
    id = game_id(game)
    look = Look.read(request.args, service().library.game(id))
    if look.viewer == SPECTATOR:
        raise UnknownAddress("Spectators cannot write notes.").advise("View the game as a seat to write notes.")
    given = {name: value.replace("\r\n", "\n") for name, value in sent().items()}
    return id, look, convert(given, kind, "body")


def _back(id: UUID, look: Look, version: Version) -> AnyResponse:
    return redirect(url_for("pages.show", game=id) + look.href(version), 303)


def noting_at(library: Library, game: Game, look: Look, at: Version) -> Noting:
    """What is noted on a version, and on the undo or redo that led to it, for who looks."""
    tree = library.tree(game)
    line = tree.line(look.line or at) if look.spoilers and tree.has_lines() else None
    found = [note for note in notes_for(library, game, look.viewer) if tree.stands_for(note.version) == at]
    return Noting(
        notes=tuple(_noted(game, look, note) for note in found if look.spoilers or note.version <= at),
        audiences=_audiences(game, look),
        waits=game.summary.status == "running",
        line=line,
        label=library.store.line_labels(game.id).get(line, "") if line else "",
    )


def _noted(game: Game, look: Look, note: Note) -> Noted:
    own = look.viewer == TABLE or (look.viewer == note.seat and note.seat is not None)
    return Noted(
        n=note.n,
        version=note.version,
        seat=note.seat,
        text=note.text,
        visible_to=note.visible_to,
        visible_from=note.visible_from,
        readers=_readers(game, note) if own else "",
        own=own,
    )


def _readers(game: Game, note: Note) -> str:
    called = names(game).get(note.seat or 0, "")
    later = ", only after the game" if note.visible_from == "end" and game.summary.status == "running" else ""
    return f"Visible to {READERS[note.visible_to].format(called)}{later}"


def _audiences(game: Game, look: Look) -> Mapping[str, str]:
    """Only a seat keeps a note to itself."""
    if look.viewer == SPECTATOR:
        return {}
    called = names(game).get(look.viewer, "") if isinstance(look.viewer, int) else ""
    return {name: words.format(called) for name, words in READERS.items() if called or name != "seat"}
