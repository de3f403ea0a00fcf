"""Which notes of a game a viewer may read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from events import Game, Note
    from projections.library import Library
    from rulesets.kit.structs import Viewer


def notes_for(library: Library, game: Game, viewer: Viewer) -> list[Note]:
    """The notes of a game that a viewer may read, by version."""
    return [note for note in library.store.notes(game.id) if may_read(game, note, viewer)]


def may_read(game: Game, note: Note, viewer: Viewer) -> bool:
    """Whether a viewer may read a note.

    The seat that wrote it always may, and so may the table if it rolls and deals itself, since then it knows
    everything. Once a game is over, everybody may read the notes of the table, but not those of single seats.
    """
    if viewer == note.seat or (viewer == TABLE and game.chance == "table"):
        return True
    over = game.summary.status != "running"
    if note.visible_from == "end" and not over:
        return False
    match note.visible_to:
        case "all":
            return True
        case "table":
            return viewer == TABLE or over
    return False
