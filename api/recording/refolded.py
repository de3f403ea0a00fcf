"""Folds a stored game again: do its events lead to the stored board hashes, and to its row?"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from api.recording.finding import Finding
from api.recording.line import HASH_EVERY, summary_of
from api.recording.shape import MARKER, OVER, TAINTED, Shape
from events import DamagedGame
from events.hot_path import summary_columns
from events.tables import id_of
from projections import board_hash, seen
from rulesets.kit.play import fold
from rulesets.kit.structs import SPECTATOR, Start

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from events.verified_game import Row, VerifiedGame
    from projections import Library
    from projections.paths import Version
    from rulesets.kit.phases import Board, Components
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

    Loaded = dict[tuple[str, str], Components]
    """Component sets by ruleset and address."""

SCHEMA_BYTES = 2
"""The bytes at the start of a board's hash that hold the board schema of its ruleset."""

BATCH = 64
"""How many events' effects are decoded at once."""

OF_THE_RULESET = ("round", "turn", "waiting_for", "standing")
"""Columns that the ruleset computes from a board: a later version of it may do that in another way."""


class Refolded:
    """One game: `fold` takes all its events and finds wrong boards; then come the row's `findings`.

    Only boards of versions that another event than the next one follows on are cached. If the row says that the game is
    running, it shows what spectators see, so their boards are folded too.
    """

    def __init__(
        self, library: Library, sets: Mapping[str, Collection[str]], loaded: Loaded, game: VerifiedGame
    ) -> None:
        """A game none of whose events was read yet. `sets` are the rulesets of component sets, by address."""
        self._library = library
        self._loaded = loaded
        self._sets = sets
        self._game = game
        self._row = game.metadata.row or {}
        self._needed = {parent for _, parent, _ in game.metadata.forks}
        self._boards: dict[Version, tuple[Board, Board | None]] = {}
        self._shape = Shape()
        self._of_agreement: list[Finding] = []
        self._last: Row | None = None
        self._board: Board
        self._public: Board | None
        self._empty_board: Board
        self._ruleset: Ruleset[Any]
        self._at: Version = 0
        """The version whose boards these are."""

    # --- the events

    def fold(self) -> Iterator[Finding]:
        """Fold the sound events, and find wrong boards. Raises whatever an old event may cause."""
        for rows in self._game.sound():
            if rows and self._last is None:
                self._begin(rows[0])
            for first in range(0, len(rows), BATCH):
                yield from self._take(rows[first : first + BATCH])

    def _take(self, rows: Sequence[Row]) -> Iterator[Finding]:
        shape = self._shape
        decoded = self._ruleset.stored_effects_of_many(
            [row.effects for row in rows], [row.ruleset_version for row in rows]
        )
        for row, effects in zip(rows, decoded, strict=True):
            version, parent, kind, stored = row.version, row.parent, row.kind, row.board_hash
            if shape.flags[parent] & MARKER:
                raise DamagedGame(self._game.id, f"version {version} builds on version {parent}, which is a marker")
            if kind in (b"undo", b"redo"):
                shape.mark(kind, parent, row.recorded_at)
                continue
            if parent != self._at:
                self._board, self._public = self._boards_at(parent)
            over = self._apply(effects)
            shape.play(parent, row.recorded_at, over=over, adjust=kind == b"adjust")
            self._at = version
            if version in self._needed:
                self._boards[version] = self._board, self._public
            if stored is not None:
                if self._differs(stored):
                    yield self._wrong(version, "the events fold to another board than when it was recorded")
            elif version > 1 and (over or not version % HASH_EVERY):
                yield self._wrong(version, "it carries no hash of its board, as every 50th event and an end do")
        self._last = rows[-1]

    def _apply(self, effects: Sequence[Effect[Any]]) -> bool:
        """The board after effects; whether the game is over then."""
        board = self._board
        for effect in effects:
            board = effect.apply(board)
        self._board = board
        if self._public is not None:
            self._public = fold(self._public, seen(effects, SPECTATOR))
        return self._ruleset.over(board) is not None

    def _differs(self, stored: bytes) -> bool:
        """Whether the board has another hash than was stored; under another board schema they cannot be compared."""
        now = board_hash(self._ruleset, self._board)
        return stored != now and stored[:SCHEMA_BYTES] == now[:SCHEMA_BYTES]

    def _boards_at(self, version: Version) -> tuple[Board, Board | None]:
        """The board at a version, and the spectators' where these are folded."""
        if (kept := self._boards.get(version)) is not None:
            return kept
        return self._folded(version, public=self._public is not None)  # its fork was stored after the row was read

    def _folded(self, version: Version, *, public: bool) -> tuple[Board, Board | None]:
        """The same from the beginning. O(events that lead there)."""
        board, seen_by_all = self._empty_board, self._empty_board if public else None
        for part in self._shape.path(version):
            for event in self._library.store.events(self._game.id, part.start, part.stop - 1):
                effects = self._ruleset.stored_effects(event.effects, event.ruleset_version)
                board = fold(board, effects)
                if seen_by_all is not None:
                    seen_by_all = fold(seen_by_all, seen(effects, SPECTATOR))
        return board, seen_by_all

    # --- what was agreed before the first event

    def _begin(self, first: Row) -> None:
        """Read what was agreed on, and find the ruleset. Raises DamagedGame, RulesetMissing."""
        try:
            start = msgspec.json.decode(first.action, type=Start)
        except msgspec.MsgspecError as error:
            raise DamagedGame(self._game.id, f"its first event does not begin a game ({error})") from error
        if first.kind != b"start":
            raise DamagedGame(self._game.id, f"its first event is of the kind {first.kind!r}")
        self._of_agreement = list(self._agreed(first, start))
        self._ruleset = self._library.ruleset_named(self._named(first, start))
        today = self._ruleset.stored_start(first.action, first.ruleset_version)
        self._empty_board = self._ruleset.empty_board(today, self._components(today.component_set))
        self._board = self._empty_board
        self._public = self._empty_board if self._row.get("status") == b"running" else None

    def _components(self, address: str) -> Components:
        """A component set, loaded once in a reading."""
        name = (self._ruleset.name, address)
        if name not in self._loaded:
            self._loaded[name] = self._ruleset.load(self._library.store.component_set(address).document)
        return self._loaded[name]

    def _agreed(self, first: Row, start: Start) -> Iterator[Finding]:
        """Where the row and the key differ from the first event."""
        key = self._game.metadata.keys[0] if self._game.metadata.keys else None
        key_hash = hashlib.sha256(key).hexdigest() if key is not None else None
        if key_hash != start.chance_key_hash:
            what = f"the hash of its chance key is {key_hash!r}, and {start.chance_key_hash!r} was promised"
            yield Finding("beside", self._game.id, 1, what)
        yield from self._compared(
            {
                "ruleset_version": first.ruleset_version,
                "component_set": start.component_set.encode(),
                "chance": start.chance.encode(),
                "undo": start.undo.encode(),
                "created_at": first.recorded_at,
                "forked_from": start.forked_from.game.bytes if start.forked_from else None,
            }
        )
        if (found := sorted(self._game.metadata.seats)) != [*range(1, start.seats + 1)]:
            yield Finding("row", self._game.id, 1, f"its seats are {found}, and {start.seats} were agreed on", "seats")

    def _named(self, first: Row, start: Start) -> str:
        """The name of the game's ruleset: the row's, unless the first event contradicts it.

        The event names a component set, which belongs to a ruleset, and has effects, which one ruleset can read.
        """
        in_row = (self._row.get("ruleset") or b"").decode("utf-8", "backslashreplace")
        possible = self._sets.get(start.component_set, ())
        if not possible:
            raise DamagedGame(self._game.id, f"its component set {start.component_set} is not as it was stored")
        if in_row in possible and (in_row not in self._library.rulesets or self._reads(in_row, first)):
            return in_row
        others = [name for name in sorted(possible) if name != in_row and self._reads(name, first)]
        if len(others) == 1:
            self._of_agreement += self._compared({"ruleset": others[0].encode()})
            return others[0]
        return in_row

    def _reads(self, name: str, first: Row) -> bool:
        ruleset = self._library.rulesets.get(name)
        try:
            return ruleset is not None and ruleset.stored_effects(first.effects, first.ruleset_version) is not None
        except msgspec.MsgspecError:
            return False

    # --- the row

    def findings(self) -> Iterator[Finding]:
        """Where the game's row differs from its events."""
        yield from self._of_agreement
        if self._last is None or not self._game.is_whole:
            return
        shape = self._shape
        shape.end_append()
        board, public = (self._board, self._public) if shape.head == self._at else self._boards_at(shape.head)
        if public is None and not shape.flags[shape.head] & OVER:
            board, public = self._folded(shape.head, public=True)
        summary = summary_of(
            self._ruleset,
            board,
            board if public is None else public,
            shape.head,
            tip=self._tip(),
            tainted=bool(shape.flags[shape.head] & TAINTED),
        )
        expected = {**summary_columns(summary), "finished_at": shape.finished_at}
        if self._last.ruleset_version != self._ruleset.version:
            expected = {name: value for name, value in expected.items() if name not in OF_THE_RULESET}
        yield from self._compared(expected)

    def _tip(self) -> Version:
        """The tip in the row, if it is possible."""
        tip = self._row["tip"]
        return tip if tip in self._shape.tips else max(self._shape.tips)

    def _compared(self, expected: Mapping[str, Any]) -> Iterator[Finding]:
        for column, value in expected.items() if self._row else ():
            stored = self._row[column]
            if column == "forked_from":
                stored, value = id_of(stored), id_of(value)
            if stored != (value.encode() if isinstance(value, str) else value):
                yield Finding.of(self._game.row_fault(column, stored, value))

    def _wrong(self, version: Version, what: str) -> Finding:
        return Finding("board", self._game.id, version, what)
