"""The buttons for undo and redo, and what they change in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from api.recording.undo import UndoRefused, can_redo, can_undo, needs_consent, redo_target, undo_target
from projections import names
from rulesets.kit.structs import SPECTATOR, TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from api.pages.view import View
    from events import Game
    from projections import Library, Tree
    from projections.paths import Version


class Button(Struct, frozen=True):
    """Undo or redo, where the game's policy allows it."""

    verb: str
    """`undo` or `redo`."""
    label: str
    to: int
    seat: int | None
    """The seat that requests it."""
    asks: bool
    """The button leads to a page that asks for confirmation."""


class Buttons(Struct, frozen=True):
    """The buttons at a version."""

    shown: tuple[Button, ...] = ()
    undo: Button | None = None
    """What ctrl+z does."""
    redo: Button | None = None


def buttons_at(library: Library, game: Game, view: View, at: Version) -> Buttons:
    """What the viewer can undo or redo; nothing for a spectator, or if spoilers are hidden."""
    if view.viewer == SPECTATOR or not view.spoilers:
        return Buttons()
    undo, redo = _undo(library, game, view), _redo(library, game, view)
    return Buttons(tuple(_shown(library, game, view, at, undo, redo)), undo, redo)


def _undo(library: Library, game: Game, view: View) -> Button | None:
    to = can_undo(library, game, seat := _undoer(library, game, view))
    if isinstance(to, UndoRefused):
        return None
    return Button("undo", "Undo", to, seat, _asks(library, game))


def _redo(library: Library, game: Game, view: View) -> Button | None:
    to = can_redo(library, game, seat := _redoer(library, game, view))
    if isinstance(to, UndoRefused):
        return None
    return Button("redo", "Redo", to, seat, _asks(library, game))


def _asks(library: Library, game: Game) -> bool:
    """Whether a page asks for confirmation first: the game is over, or the others have to agree."""
    return library.over(game) or needs_consent(game)


def _shown(
    library: Library, game: Game, view: View, at: Version, undo: Button | None, redo: Button | None
) -> Iterator[Button]:
    tree, head = library.tree(game), game.summary.head
    if at == head:
        yield from filter(None, (undo, redo))
    elif tree.is_ancestor(at, head) and _may(undo_target, library, game, at, seat := _undoer(library, game, view)):
        yield Button("undo", "Undo to here", at, seat, asks=True)
    elif tree.is_ancestor(head, at) and _may(redo_target, library, game, at, seat := _redoer(library, game, view)):
        yield Button("redo", "Redo to here", at, seat, _asks(library, game))


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


def _undoer(library: Library, game: Game, view: View) -> int | None:
    """The seat that requests an undo: the viewer, or for the table the seat that acted last."""
    if isinstance(view.viewer, int):
        return view.viewer
    return _somebody(game, library.store.event(game.id, game.summary.head).seat)


def _somebody(game: Game, seat: int | None) -> int | None:
    """If the others have to agree, some seat has to ask, also after an event without a seat."""
    return 1 if seat is None and needs_consent(game) else seat


def _redoer(library: Library, game: Game, view: View) -> int | None:
    """The seat that requests a redo: the viewer, or for the table the seat of the first redone event."""
    if isinstance(view.viewer, int):
        return view.viewer
    tree = library.tree(game)
    step = tree.next_towards(game.summary.head, game.summary.tip) or game.summary.tip
    return _somebody(game, library.store.event(game.id, step).seat)


class Question(Struct, frozen=True):
    """The confirmation of an undo or redo."""

    button: Button
    takes: str
    """What is undone or redone, in words."""
    asking: dict[int, str] = {}
    """The names of the seats that can request it; empty if nobody has to agree."""


def question(library: Library, game: Game, view: View, verb: str, to: Version) -> Question:
    """What an undo or redo to a version changes. Raises UndoRefused."""
    head = game.summary.head
    seat = (_undoer if verb == "undo" else _redoer)(library, game, view)
    find = undo_target if verb == "undo" else redo_target
    target, _ = find(library, game, str(to), seat)
    tree = library.tree(game)
    count = abs(_depth(tree, target) - _depth(tree, head))
    events = "1 event" if count == 1 else f"{count:,} events"
    ending = f", and {_ending(library, game)}" if library.over(game) else ""
    label = f"{verb.capitalize()} to version {target:,}"
    asking = (
        {one: name for one, name in names(game).items() if view.viewer in (TABLE, one)} if needs_consent(game) else {}
    )
    return Question(Button(verb, label, target, seat, asks=False), f"{events}{ending}", asking)


def _depth(tree: Tree, version: Version) -> int:
    return sum(map(len, tree.path(version)))


def _ending(library: Library, game: Game) -> str:
    """What a finished game loses: `Ben's victory`."""
    called, result = names(game), game.summary.result
    if library.is_cooperative(game):
        return "the victory" if result and result.winners else "the defeat"
    if not result or not result.winners:
        return "the end of the game"
    won = " and ".join(called[seat] for seat in result.winners)
    return f"{won}'s victory"
