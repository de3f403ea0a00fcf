"""What-ifs: a game copied up to a version, as a viewer saw it there, to continue in another way."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from api.recording.line import HASH_EVERY, summary_of
from events import NewEvent, NewGame, new_game_id
from projections import board_hash, seen, seen_action
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, TABLE, ForkedFrom, Start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events import Event, Game, Summary
    from projections import Library
    from projections.paths import Version
    from rulesets.kit.phases import Board
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect, StoredAction, Viewer

MOST = 20_000
"""The most events that a what-if may begin with."""


class ForkRefused(Exception):
    """No what-if can begin there; `pointer` leads to what is wrong."""

    def __init__(self, why: str, pointer: str) -> None:
        super().__init__(why)
        self.pointer = pointer


class WhatIf(Struct, frozen=True, kw_only=True):
    """A what-if to be started."""

    at: str
    """The address of the version that it begins at."""
    line: Version | None = None
    """The line that the address is on."""
    viewer: Viewer = TABLE
    chance: Literal["table", "server"] = "table"
    name: str | None = None
    """By default, the name says where it begins."""


class Copy(Struct, frozen=True):
    """A what-if as it is stored first."""

    game: NewGame
    events: tuple[NewEvent, ...]
    summary: Summary
    board: Board
    """The board at its end, for its table."""
    public: Board
    """The same board, for spectators."""


def copied(library: Library, game: Game, what: WhatIf, key: bytes | None) -> Copy:
    """The line to a version as a new game, as a viewer sees it there: what the viewer cannot know is unknown in it.

    Nobody who plays it, or reads what is stored of it, learns more. O(events of the line).
    Raises BadAddress, ForkRefused.
    """
    tree = library.tree(game)
    version = tree.stands_for(library.resolve(game, what.at, line=what.line))
    path = tree.path(version)
    if (count := sum(map(len, path))) > MOST:
        raise ForkRefused(f"{count:,} events lead there; a what-if begins with at most {MOST:,}", "/at")
    viewer = library.effective_viewer(game, what.viewer)
    start = _start(library.start(game), ForkedFrom(game.id, version, viewer, count), what.chance, key)
    ruleset = library.ruleset(game)
    copy = _Copying(ruleset, ruleset.empty_board(start, library.components(game)), viewer)
    events = tuple(copy.of(event, start) for event in library.events(game, path))
    if ruleset.stuck(copy.board):
        raise ForkRefused("something must be entered by hand there, which Tabletale cannot do", "/chance")
    summary = summary_of(ruleset, copy.board, copy.public, count)
    row = _row(game, library.title(game), what, version, events[0], key)
    return Copy(row, events, replace(summary, tainted=copy.tainted), copy.board, copy.public)


def _start(start: Start, origin: ForkedFrom, chance: Literal["table", "server"], key: bytes | None) -> Start:
    """What was agreed on, except chance and undo: nobody at the table agreed on these for a what-if."""
    proof = hashlib.sha256(key).hexdigest() if key else None
    return replace(start, chance=chance, undo="free", chance_key_hash=proof, forked_from=origin)


def _row(game: Game, title: str, what: WhatIf, version: Version, first: NewEvent, key: bytes | None) -> NewGame:
    return NewGame(
        id=new_game_id(),
        ruleset=game.ruleset,
        ruleset_version=first.ruleset_version,
        component_set=game.component_set,
        chance=what.chance,
        undo="free",
        visibility=game.visibility,
        seats=tuple(seated.player for seated in game.seats),
        secret_key=key,
        count_in_statistics=False,
        forked_from=game.id,
        name=what.name or f"What if from {version} of {title}",
    )


class _Copying:
    """The copy while it is made, with its boards: for its table, and for spectators."""

    def __init__(self, ruleset: Ruleset[Any], empty_board: Board, viewer: Viewer) -> None:
        self.ruleset = ruleset
        self.viewer = viewer
        self.board = self.public = empty_board
        self.tainted = False
        self._size = 0

    def of(self, event: Event, start: Start) -> NewEvent:
        """The next event of the copy."""
        effects = list(seen(self.ruleset.stored_effects(event.effects, event.ruleset_version), self.viewer))
        self._fold(effects)
        self.tainted |= event.kind == "adjust"
        hashed = not self._size % HASH_EVERY or self.ruleset.over(self.board) is not None
        return NewEvent(
            kind=event.kind,
            parent=self._size - 1,
            seat=event.seat,
            by=event.by,
            action=self.ruleset.encode(start if event.kind == "start" else self._action(event)),
            outcomes=event.outcomes if self.viewer == TABLE else "[]",
            effects=self.ruleset.encode(effects),
            ruleset_version=self._version(event),
            occurred_at=event.recorded_at if event.occurred_at is None else event.occurred_at,
            board_hash=board_hash(self.ruleset, self.board) if hashed else None,
        )

    def _fold(self, effects: list[Effect[Any]]) -> None:
        self.board = fold(self.board, effects)
        self.public = fold(self.public, seen(effects, SPECTATOR))
        self._size += 1

    def _version(self, event: Event) -> int:
        """The version that the copy is stored as: today's where it was upcast, since it is written by today's types."""
        upcast = self.ruleset.upcasters.needed(event.ruleset_version)
        return self.ruleset.version if upcast else event.ruleset_version

    def _action(self, event: Event) -> StoredAction:
        return seen_action(self.ruleset.stored_action(event.action, event.ruleset_version), self.viewer, event.seat)


def is_copy(start: Start, version: Version) -> bool:
    """Whether a version of a game is a copy, and not decided in it."""
    return start.forked_from is not None and version <= start.forked_from.copied


def own(library: Library, game: Game) -> Iterator[Event]:
    """The events of a game without copies, in the order of their versions."""
    origin = library.start(game).forked_from
    return library.store.events(game.id, origin.copied + 1 if origin else 1, game.version)
