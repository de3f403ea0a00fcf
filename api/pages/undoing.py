"""The buttons for undo and redo, and what an undo takes back in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from api.recording.undo import UndoRefused, can_redo, can_undo, redo_target, undo_target
from projections import names
from rulesets.kit.structs import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from api.pages.look import Look
    from events import Game
    from projections import Library, Tree
    from projections.tree import Version


class Button(Struct, frozen=True):
    """Undo or redo, where the game's policy allows it."""

    verb: str
    """`undo` or `redo`."""
    label: str
    to: int
    seat: int | None
    """Who asks."""
    asks: bool
    """It leads to a page that says what changes, and asks."""


class Buttons(Struct, frozen=True):
    """Those at a version."""

    shown: tuple[Button, ...] = ()
    undo: Button | None = None
    """What ctrl+z does."""
    redo: Button | None = None


def buttons_at(library: Library, game: Game, look: Look, at: Version) -> Buttons:
    """What can be undone or redone, for who looks: nothing by a spectator, or by who does not want to know the end."""
    if look.viewer == SPECTATOR or not look.spoilers:
        return Buttons()
    undo, redo = _undo(library, game), _redo(library, game)
    return Buttons(tuple(_shown(library, game, at, undo, redo)), undo, redo)


def _undo(library: Library, game: Game) -> Button | None:
    to = can_undo(library, game)
    if isinstance(to, UndoRefused):
        return None
    return Button("undo", "Undo", to, _undoer(library, game), library.over(game))


def _redo(library: Library, game: Game) -> Button | None:
    to = can_redo(library, game)
    if isinstance(to, UndoRefused):
        return None
    return Button("redo", "Redo", to, _redoer(library, game), library.over(game))


def _shown(library: Library, game: Game, at: Version, undo: Button | None, redo: Button | None) -> Iterator[Button]:
    tree, head = library.tree(game), game.summary.head
    if at == head:
        yield from filter(None, (undo, redo))
    elif tree.is_ancestor(at, head) and _may(undo_target, library, game, at, seat := _undoer(library, game)):
        yield Button("undo", "Undo to here", at, seat, asks=True)
    elif tree.is_ancestor(head, at) and _may(redo_target, library, game, at, seat := _redoer(library, game)):
        yield Button("redo", "Redo to here", at, seat, library.over(game))


def _may(
    find: Callable[[Library, Game, str | None, int | None], object],
    library: Library,
    game: Game,
    to: Version,
    seat: int | None,
) -> bool:
    try:
        find(library, game, str(to), seat)
    except UndoRefused:
        return False
    return True


def _undoer(library: Library, game: Game) -> int | None:
    """The seat that would ask for an undo: the one that acted last."""
    return library.store.event(game.id, game.summary.head).seat


def _redoer(library: Library, game: Game) -> int | None:
    """The seat that would ask for a redo: the one that acted first in what was undone."""
    tree = library.tree(game)
    step = tree.toward(game.summary.head, game.summary.tip) or game.summary.tip
    return library.store.event(game.id, step).seat


class Question(Struct, frozen=True):
    """What the page asks before it changes a game."""

    button: Button
    takes: str
    """What it takes back, or brings again, in words."""


def question(library: Library, game: Game, verb: str, to: Version) -> Question:
    """What an undo or redo to a version changes. Raises UndoRefused."""
    head = game.summary.head
    seat = _undoer(library, game) if verb == "undo" else _redoer(library, game)
    find = undo_target if verb == "undo" else redo_target
    target, _ = find(library, game, str(to), seat)
    tree = library.tree(game)
    count = abs(_depth(tree, target) - _depth(tree, head))
    events = "1 event" if count == 1 else f"{count:,} events"
    ending = f", and {_ending(library, game)}" if library.over(game) else ""
    label = f"{verb.capitalize()} to version {target:,}"
    return Question(Button(verb, label, target, seat, asks=False), f"{events}{ending}")


def _depth(tree: Tree, version: Version) -> int:
    return sum(map(len, tree.path(version)))


def _ending(library: Library, game: Game) -> str:
    """What a finished game loses: `Ben's victory`."""
    called, result = names(game), game.summary.result
    if library.ruleset(game).cooperative:
        return "the victory" if result and result.winners else "the defeat"
    if not result or not result.winners:
        return "its end"
    won = " and ".join(called[seat] for seat in result.winners)
    return f"{won}'s victory"
