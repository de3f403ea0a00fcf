"""Applies moves of a what-if, or of another line, to the game: they are decided again on its head."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from api.recording.amend import Amended, Redecided, Step, Stored, stored_line
from events import UnknownGame
from projections import names, seen, seen_action
from projections.paths import before, contains, since
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from uuid import UUID

    from api.recording.decide import Source
    from events import Game
    from projections import Library
    from projections.paths import Path, Version
    from rulesets.kit.structs import Viewer


class AdoptRefused(Exception):
    """The moves cannot be applied; `pointer` leads to what is wrong."""

    def __init__(self, why: str, pointer: str) -> None:
        super().__init__(why)
        self.pointer = pointer


class NothingFollows(AdoptRefused):
    """Nothing follows on a version there."""

    def __init__(self, after: Version) -> None:
        super().__init__(f"nothing follows on version {after} there", "/after")


class MoveSource(Struct, frozen=True, kw_only=True):
    """The moves to apply: of a what-if, or of another line of the game itself."""

    fork: UUID | None = None
    line: Version | None = None
    """Any version of it."""
    after: Version | None = None
    """The version before the first of them; by default, where the two parted."""
    to: Version | None = None
    """The last of them; by default, the end."""


class _Found(Struct, frozen=True):
    """Where the actions are stored."""

    game: Game
    path: Path
    seen_by: Viewer
    """The viewer whose view of their effects counts."""


def adopted(
    library: Library,
    game: Game,
    moves: MoveSource,
    source: Source,
    viewer: Viewer = TABLE,
    *,
    planned: bool = False,
    head: Version | None = None,
) -> Amended:
    """What applying moves leads to, up to the first that is not possible, as `viewer` may know it.

    With `planned` it is decided on the viewer's board, as a dry run is. Rolls and draws that players entered on a line
    of this game are used again, as in a correction; those of a what-if are not, since nobody rolled at the table: there
    `source` gives them. It begins at `head`, by default the game's. O(moves).
    Raises AdoptRefused, AmendRefused.
    """
    head = head or game.summary.head
    found = _of_fork(library, game, moves) if moves.fork else _of_line(library, game, moves, head)
    own_line = found.game.id == game.id and game.chance == "table"
    seen_by = found.seen_by if viewer == TABLE else viewer
    old = list(stored_line(library, found.game, found.path))
    if not own_line:
        old = [_without_chance(one, seen_by, viewer if planned else TABLE) for one in old]
    line = Redecided(
        library.ruleset(game),
        library.board(game, head, viewer if planned else TABLE),
        names(game),
        source=None if own_line else source,
        seen_by=seen_by,
    )
    now = _time_of(library, game, head)
    stopped = next(filter(None, (line.take(_step(one, now)) for one in old)), None)
    return Amended(
        base=head,
        was=head,
        decided=tuple(line.decided),
        kept=len(line.stays),
        places=line.places,
        changed=tuple(one.version for one in old if line.stays.get(one.version, one.effects) != one.effects),
        left=tuple(one.version for one in old if one.version not in line.stays),
        stopped=stopped,
    )


# --- which moves


def _of_fork(library: Library, game: Game, moves: MoveSource) -> _Found:
    """The moves of a what-if of this game. Raises AdoptRefused."""
    fork = _fork(library, game, moves)
    origin, tree = library.start(fork).forked_from, library.tree(fork)
    assert origin
    after = origin.copied if moves.after is None else moves.after
    if after < origin.copied:
        raise AdoptRefused(f"the what-if is a copy up to its version {origin.copied}", "/after")
    end = _known(library, fork, moves.to or fork.summary.head, "/to")
    return _Found(fork, _part(tree.path(end), after), origin.viewer)


def _fork(library: Library, game: Game, moves: MoveSource) -> Game:
    assert moves.fork
    try:
        fork = library.game(moves.fork)
    except UnknownGame:
        fork = None
    if fork is None or fork.forked_from != game.id:
        raise AdoptRefused("this is not a what-if of this game", "/game")
    return fork


def _of_line(library: Library, game: Game, moves: MoveSource, head: Version) -> _Found:
    """The moves of another line that the line to `head` does not have. Raises AdoptRefused."""
    tree = library.tree(game)
    path = tree.path(tree.end(_known(library, game, moves.line or head, "/line")))
    parts_at = tree.common(path[-1][-1], head)
    if parts_at == path[-1][-1]:
        raise AdoptRefused("the game is on this line already", "/line")
    after = parts_at if moves.after is None else moves.after
    if after < parts_at:
        raise AdoptRefused(f"up to version {parts_at} the game is on this line already", "/after")
    end = path[-1][-1] if moves.to is None else moves.to
    if not contains(path, end):
        raise AdoptRefused(f"version {end} is not on this line", "/to")
    return _Found(game, _part(before(path, end + 1), after), TABLE)


def _known(library: Library, game: Game, version: Version, pointer: str) -> Version:
    if not 1 <= version <= game.version:
        raise AdoptRefused(f"the game has versions 1 to {game.version}", pointer)
    return library.tree(game).stands_for(version)


def _part(path: Path, after: Version) -> Path:
    """What follows on a version of a path."""
    part = since(path, after + 1)
    if not contains(path, after) or not part:
        raise NothingFollows(after)
    return part


# --- how they are applied


def _without_chance(stored: Stored, seen_by: Viewer, viewer: Viewer) -> Stored:
    """A move without its rolls, draws and time; its effects are compared as far as `seen_by` saw them.

    The action is one that `viewer` may know.
    """
    action = seen_action(stored.entry.action, viewer, stored.entry.seat)
    entry = replace(stored.entry, action=action, outcomes=(), occurred_at=None)
    return replace(stored, entry=entry, effects=tuple(seen(stored.effects, seen_by)))


def _time_of(library: Library, game: Game, version: Version) -> int:
    event = library.store.event(game.id, version)
    return event.recorded_at if event.occurred_at is None else event.occurred_at


def _step(stored: Stored, now: int) -> Step:
    """An action keeps its time, unless the event before it was later."""
    entry = stored.entry
    late = entry.occurred_at is not None and entry.occurred_at < now
    return Step(replace(entry, occurred_at=None) if late else entry, stored, "", stored.version)
