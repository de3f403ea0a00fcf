"""Notes on the replay page: those on a version, and the forms that write, change and delete them; labels of lines."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, TypeVar

from flask import redirect, request, url_for
from msgspec import Struct

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.context import sent, service
from api.pages.game_list import game_id
from api.pages.record_routes import request_of
from api.pages.view import View
from api.recording.labels import label_line
from api.recording.notes import change_note, delete_note, write_note
from api.rest import shapes
from api.rest.web import convert
from events import NewNote, NoteChanges
from projections import names
from projections.notes import notes_for
from rulesets.kit.structs import SPECTATOR, TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from events import Game, Note
    from projections import Library
    from projections.paths import Version

Form = TypeVar("Form")

READERS = {"seat": "{} only", "table": "the table", "all": "everyone"}
"""Who may read a note, in words."""


class NoteForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A note as a form sends it, new or changed."""

    version: int
    visible_to: shapes.Audience = "table"
    visible_from: shapes.Since = "now"
    text: shapes.Prose | None = None
    after: int = 0
    """How many notes the version had, so that a form sent twice writes one note."""
    delete: str = ""


class LabelForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a line as a form sends it, and the version shown."""

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
    """Who may read it, in words; empty unless the viewer may change it."""
    own: bool
    """The viewer may change it."""


class Noting(Struct, frozen=True, kw_only=True):
    """The notes of a version, and what may be written there."""

    notes: tuple[Noted, ...] = ()
    readable: Sequence[Note] = ()
    """All notes on the game that the viewer may read."""
    audiences: Mapping[str, str]
    """Possible readers of a new note, in words; empty if the viewer writes none."""
    waits: bool
    """A note may wait for the end of the game."""
    line: int | None
    """The line of the version, if the game has several."""
    label: str
    """Its name; empty if it has none."""


@blueprint.post("/games/<game>/notes")
def note(game: str) -> AnyResponse:
    """Write a note on a version as the viewer, then show that version."""
    id, view, wanted = _asked(game, NoteForm)
    new = NewNote(
        version=wanted.version,
        seat=view.viewer if isinstance(view.viewer, int) else None,
        text=wanted.text,
        visible_to=wanted.visible_to,
        visible_from=wanted.visible_from,
    )
    given = {**sent(), "viewer": str(view.viewer)}
    key = hashlib.sha256(repr(sorted(given.items())).encode()).hexdigest()
    write_note(service().library, id, new, request=request_of(str(id), key, given))
    return _back(id, view, wanted.version)


@blueprint.post("/games/<game>/notes/<number>")
def change(game: str, number: str) -> AnyResponse:
    """Change a note, or delete it; then show its version."""
    if not re.fullmatch("[0-9]{1,15}", number):
        raise UnknownAddress("`number` must be a number.")
    (id, view, wanted), n = _asked(game, NoteForm), int(number)
    library, seat = service().library, view.viewer if isinstance(view.viewer, int) else None
    if wanted.delete:
        delete_note(library, id, n, seat=seat)
    else:
        changes = NoteChanges(text=wanted.text, visible_to=wanted.visible_to, visible_from=wanted.visible_from)
        change_note(library, id, n, changes, seat=seat)
    return _back(id, view, wanted.version)


@blueprint.post("/games/<game>/lines/<line>")
def label(game: str, line: str) -> AnyResponse:
    """Name a line, or remove its name; then show the version again."""
    if not re.fullmatch("[0-9]{1,9}", line):
        raise UnknownAddress("`line` must be a number.")
    id, view, wanted = _asked(game, LabelForm)
    label_line(service().library, id, int(line), wanted.label)
    return _back(id, view, wanted.version)


def _asked(game: str, kind: type[Form]) -> tuple[UUID, View, Form]:
    """The game, the view and the form. Raises InvalidRequest, and UnknownAddress for a spectator."""
    id = game_id(game)
    view = View.read(request.args, service().library.game(id))
    if view.viewer == SPECTATOR:
        raise UnknownAddress("Spectators cannot write notes.").advise("View the game as a seat to write notes.")
    given = {name: value.replace("\r\n", "\n") for name, value in sent().items()}
    return id, view, convert(given, kind, "body")


def _back(id: UUID, view: View, version: Version) -> AnyResponse:
    return redirect(url_for("pages.show", game=id) + view.href(version), 303)


def noting_at(library: Library, game: Game, view: View, at: Version) -> Noting:
    """The notes on a version, and on the undo or redo that led to it, for the viewer."""
    tree = library.tree(game)
    line = tree.line(view.line or at) if view.spoilers and tree.has_lines() else None
    readable = notes_for(library, game, view.viewer)
    found = [note for note in readable if tree.stands_for(note.version) == at]
    return Noting(
        readable=readable,
        notes=tuple(_noted(game, view, note) for note in found if view.spoilers or note.version <= at),
        audiences=_audiences(game, view),
        waits=game.summary.status == "running",
        line=line,
        label=library.store.line_labels(game.id).get(line, "") if line else "",
    )


def _noted(game: Game, view: View, note: Note) -> Noted:
    own = view.viewer == TABLE or (view.viewer == note.seat and note.seat is not None)
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


def _audiences(game: Game, view: View) -> Mapping[str, str]:
    """Possible readers; only a seat can keep a note to itself."""
    if view.viewer == SPECTATOR:
        return {}
    called = names(game).get(view.viewer, "") if isinstance(view.viewer, int) else ""
    return {name: words.format(called) for name, words in READERS.items() if called or name != "seat"}
