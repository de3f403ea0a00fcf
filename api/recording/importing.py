"""Imports games from a file: each is checked, its hash chain and its boards, before anything of it is stored.

A file is read line by line, one game at a time. Each game is stored in one append, as a whole or not at all; a fault
names its line, and the import continues with the next game.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

import events
from api import errors
from api.recording.game_file import BEGINS, FORMAT, READABLE, Header, notes_in, read_header, read_line, sitters_of
from api.recording.rebuilt import Rebuilt
from events import BrokenChain, CheckedEvents, EventTooLarge, ImportResult, IncomingGame, NewGame, UnknownComponentSet
from events.game import ComponentSet, now
from projections import RulesetMissing
from rulesets.kit.components import Source, canonical, content_hash
from rulesets.kit.errors import BadComponentSet
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from api.recording.game_file import Line
    from events import Note, Store
    from projections import Library
    from rulesets.kit.phases import Board, Components
    from rulesets.kit.ruleset import Ruleset

MOST_LINE = 4 << 20
"""The most bytes of a line: a header with the largest component set that can be uploaded has half of it."""

MOST_GAME = 256 << 20
"""The most bytes of the lines of one game."""

FEWER_NOTES = "Delete notes of the game here, or where the file comes from; then import it again."

SETS = 100
"""How many component sets are cached from earlier games of a file."""


class Readable(Protocol):
    """A file of bytes, which may be a pipe."""

    def readline(self, size: int, /) -> bytes:
        """The next line, or `size` bytes of it; nothing at the end."""


class GameImport(Struct, frozen=True, kw_only=True):
    """The result for one game of a file."""

    line: int
    """The line of its header."""
    game: UUID | None = None
    """None if not even the header can be read."""
    imported: ImportResult | None = None
    """What was stored; with a fault, the events before it."""
    fault: errors.BadImport | None = None


class _Line(NamedTuple):
    number: int
    data: bytes
    whole: bool
    """Whether it is within the limit."""

    @property
    def begins(self) -> bool:
        """Whether a game begins with it."""
        return self.data.startswith(BEGINS)


class _Lines:
    """The lines of a file with their numbers; the next one can be looked at before it is taken."""

    def __init__(self, file: Readable) -> None:
        self._file = file
        self._number = 0
        self.ahead = self._read()

    def next(self) -> _Line:
        """Take the line that is ahead. Raises LineTooLong."""
        assert self.ahead
        line, self.ahead = self.ahead, self._read()
        if not line.whole:
            raise errors.LineTooLong(line.number, f"it is longer than {MOST_LINE:,} bytes")
        return line

    def skip(self, *, all_lines: bool) -> None:
        """Skip to the header of the next game; or to the next line that is not empty."""
        while self.ahead and not (self.ahead.begins if all_lines else self.ahead.data):
            self.ahead = self._read()

    def _read(self) -> _Line | None:
        if not (data := self._file.readline(MOST_LINE + 2)):
            return None
        self._number += 1
        rest = data
        while not rest.endswith(b"\n") and (rest := self._file.readline(MOST_LINE)):
            pass
        return _Line(self._number, data.strip(), len(data) <= MOST_LINE + 1)


class Importer:
    """Imports the games of one file into a log."""

    def __init__(self, library: Library, *, partial: bool = False) -> None:
        """With `partial`, the events before a fault are stored."""
        self._library = library
        self._store: Store = library.store
        self._partial = partial
        self._sets: OrderedDict[tuple[str, str], ComponentSet] = OrderedDict()
        self._loaded: OrderedDict[tuple[str, str], Components] = OrderedDict()
        self._here: set[tuple[str, str]] = set()
        """The sets that are in the log."""

    def games(self, file: Readable) -> Iterator[GameImport]:
        """The result for each game of a file, in order. Raises errors of the log."""
        lines = _Lines(file)
        lines.skip(all_lines=False)
        if lines.ahead is None:
            yield GameImport(line=1, fault=errors.InvalidGameFile(1, "the file is empty"))
        while lines.ahead is not None:
            coming = _IncomingGame(lines.ahead.number)
            try:
                coming.read_header(lines)
                taken = self._take(coming, lines)
            except errors.BadImport as fault:
                taken = GameImport(line=coming.line, game=coming.game, fault=fault)
            yield taken
            lines.skip(all_lines=taken.fault is not None)

    def _take(self, coming: _IncomingGame, lines: _Lines) -> GameImport:
        header = coming.header
        ruleset = self._ruleset(coming)
        self._read_sets(coming, ruleset)
        fault: errors.BadImport | None = None
        try:
            coming.read_events(lines)
        except errors.BadImport as error:
            fault = self._before(error, sound=bool(coming.checked.events))
        checked = coming.checked
        start = self._start(coming, ruleset)
        rebuilt = Rebuilt(ruleset, start, self._empty_board(coming, ruleset, start), checked.events)
        try:
            rebuilt.fold(coming.line + 1)
        except errors.BadImport as error:
            fault = self._before(error, sound=error.good > 0)
            del checked.events[error.good :]
        summary, finished_at = rebuilt.summary(header.tip)
        key = (ruleset.name, start.component_set)
        imported = self._put(
            coming,
            IncomingGame(
                checked=checked,
                game=_row(header, start, checked),
                sitters=sitters_of(header),
                archived=header.archived,
                summary=summary,
                finished_at=finished_at,
                component_sets=() if key in self._here else (self._sets[key],),
            ),
        )
        self._here.add(key)
        unwritten = self._put_notes(coming)
        fault = fault.along_with(unwritten) if fault and unwritten else fault or unwritten
        return GameImport(line=coming.line, game=header.id, imported=imported, fault=fault)

    def _before(self, fault: errors.BadImport, *, sound: bool) -> errors.BadImport:
        """A fault with `sound` events before it, which are stored; raised if nothing is to be stored."""
        if self._partial and sound:
            return fault
        raise fault.advise(f"{fault.next_step} {errors.PREFIX}") if sound else fault

    def _put(self, coming: _IncomingGame, incoming: IncomingGame) -> ImportResult:
        try:
            return self._store.import_game(incoming)
        except events.GameDiffers as error:
            why = f"game {error.game_id} is stored already, and version {error.version} of it is another event"
            raise errors.GameDiffers(coming.line + error.version, why) from None

    def _put_notes(self, coming: _IncomingGame) -> errors.GameTooLarge | None:
        """Store the notes and labels of the versions that were stored, or were here; or say why none of them is."""
        last = len(coming.checked.events)
        notes = [note for note in coming.notes if note.version <= last]
        labels = {line: label for line, label in coming.labels.items() if line <= last}
        if notes or labels:
            try:
                self._store.import_notes(coming.header.id, notes, labels)
            except events.TooManyNotes as error:
                why = f"its events are stored, and none of its notes: {str(error).rstrip('.')}"
                return errors.GameTooLarge(coming.line, why).advise(FEWER_NOTES)
        return None

    # --- what a game needs

    def _ruleset(self, coming: _IncomingGame) -> Ruleset[Any]:
        try:
            return self._library.ruleset_named(coming.header.ruleset)
        except RulesetMissing as error:
            raise errors.NeedsRuleset(coming.line, str(error).rstrip(".")) from None

    def _read_sets(self, coming: _IncomingGame, ruleset: Ruleset[Any]) -> None:
        """Load and remember the sets in a header. Raises NeedsComponentSet."""
        for found in coming.header.component_sets:
            key = (ruleset.name, found.hash)
            if key in self._sets:
                continue
            try:
                document = canonical(Source(found.source).data)
                if content_hash(document) != found.hash:
                    why = f"the component set {found.name!r} is not the one of the hash {found.hash[:80]}"
                    raise errors.NeedsComponentSet(coming.line, why)
                _keep(self._loaded, key, ruleset.load(document))
            except (BadComponentSet, RecursionError) as error:
                why = f"the component set {found.name!r} cannot be played with ({str(error)[:200]})"
                raise errors.NeedsComponentSet(coming.line, why) from None
            _keep(self._sets, key, ComponentSet(found.hash, ruleset.name, found.name, found.source, document, now()))

    def _start(self, coming: _IncomingGame, ruleset: Ruleset[Any]) -> Start:
        """What was agreed on, from the first event. Raises BadImport if header and key contradict it."""
        header, first = coming.header, coming.checked.events[0]
        try:
            start = ruleset.stored_start(first.action, first.ruleset_version)
        except msgspec.MsgspecError as error:
            raise errors.UnreadableEvent(coming.line + 1, f"it does not begin a game ({error})") from None
        if sorted(each.seat for each in header.seats) != [*range(1, start.seats + 1)]:
            raise errors.InvalidGameFile(
                coming.line, f"the header does not have the {start.seats} seats that were agreed on"
            )
        key = header.chance_key
        key_hash = None if key is None else hashlib.sha256(bytes.fromhex(key)).hexdigest()
        if key_hash != start.chance_key_hash:
            what = "is missing" if key is None else "is not the one that was promised at the start"
            raise errors.NeedsChanceKey(coming.line, f"the chance key {what}")
        return start

    def _empty_board(self, coming: _IncomingGame, ruleset: Ruleset[Any], start: Start) -> Board:
        components = self._components(coming, ruleset, start)
        try:
            board: Board = ruleset.empty_board(start, components)
        except Exception as error:  # options in a file may be anything
            why = f"the ruleset cannot set up its table ({type(error).__name__}: {str(error)[:200]})"
            raise errors.UnreadableEvent(coming.line + 1, why) from error
        return board

    def _components(self, coming: _IncomingGame, ruleset: Ruleset[Any], start: Start) -> Components:
        key = (ruleset.name, start.component_set)
        if key not in self._loaded or key not in self._sets:
            try:
                found = self._store.component_set(start.component_set)
                _keep(self._loaded, key, ruleset.load(found.document))
            except (UnknownComponentSet, BadComponentSet):
                why = f"there is no component set {start.component_set[:80]} of {ruleset.name}"
                raise errors.NeedsComponentSet(coming.line, why) from None
            _keep(self._sets, key, msgspec.structs.replace(found, ruleset=ruleset.name))
        return self._loaded[key]


class _IncomingGame:
    """A game while its lines are read."""

    header: Header
    checked: CheckedEvents

    def __init__(self, line: int) -> None:
        self.line = line
        """The line of its header."""
        self.game: UUID | None = None
        self.notes: list[Note] = []
        self.labels: dict[int, str] = {}

    def read_header(self, lines: _Lines) -> None:
        """Read the first line. Raises InvalidGameFile, UnsupportedFormat, LineTooLong."""
        data = lines.next().data
        _need_format(self.line, data)
        self.header = _decode(read_header, self.line, data)
        self.game = self.header.id
        self.checked = CheckedEvents(self.header.id)

    def read_events(self, lines: _Lines) -> None:
        """Read the others up to the next game. Raises InvalidGameFile, LineTooLong, GameTooLarge, ChainBroken."""
        size = 0
        while lines.ahead and lines.ahead.data and not lines.ahead.begins:
            line = lines.next()
            size += len(line.data)
            if size > MOST_GAME:
                raise errors.GameTooLarge(line.number, f"game {self.game} has more than {MOST_GAME:,} bytes")
            read = _decode(read_line, line.number, line.data)
            self._read_notes(line.number, read)
            try:
                self.checked.add(read.event(self.header.id))
            except BrokenChain as error:
                raise errors.ChainBroken(line.number, f"version {error.version}: {error.why}") from None
            except EventTooLarge as error:
                raise errors.LineTooLong(line.number, str(error).rstrip(".")) from None
        count = len(self.checked.events)
        if count != self.header.version or not count:
            at = self.line + count
            raise errors.ChainBroken(at, f"the game has {count} events, and {self.header.version} by its header")

    def _read_notes(self, number: int, line: Line) -> None:
        """Take the notes and the label of a line. Raises InvalidGameFile."""
        seats = {None, *(each.seat for each in self.header.seats)}
        for note in notes_in(line):
            if note.seat not in seats or (note.seat is None and note.visible_to == "seat"):
                raise errors.InvalidGameFile(number, f"note {note.n} is of a seat that the game does not have")
            self.notes.append(note)
        if line.label is not None:
            self.labels[line.version] = line.label


def _need_format(line: int, data: bytes) -> None:
    """Refuse anything but a header of this format. Raises InvalidGameFile, UnsupportedFormat."""
    header = _decode(_plain, line, data)
    if not isinstance(header, dict) or "format" not in header:
        raise errors.InvalidGameFile(line, "a game begins with its header, and this is not one")
    if header["format"] != FORMAT or header.get("format_version") not in READABLE:
        found = f"{str(header['format'])[:80]} {str(header.get('format_version'))[:80]}"
        raise errors.UnsupportedFormat(
            line, f"it is in the format {found}; this program reads {FORMAT} {' and '.join(map(str, READABLE))}"
        )


_plain = msgspec.json.Decoder().decode


def _decode(read: Any, line: int, data: bytes) -> Any:
    try:
        return read(data)
    except msgspec.ValidationError as error:
        raise errors.InvalidGameFile(line, str(error)[:300]) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise errors.InvalidGameFile(line, f"it is not JSON ({str(error)[:200]})") from None


def _keep(cache: OrderedDict[tuple[str, str], Any], key: tuple[str, str], value: Any) -> None:
    cache[key] = value
    if len(cache) > SETS:
        cache.popitem(last=False)


def _row(header: Header, start: Start, checked: CheckedEvents) -> NewGame:
    return NewGame(
        id=header.id,
        ruleset=header.ruleset,
        ruleset_version=checked.events[0].ruleset_version,
        component_set=start.component_set,
        chance=start.chance,
        undo=start.undo,
        visibility=header.visibility,
        place=header.place,
        tags=header.tags,
        seats=(),
        secret_key=None if header.chance_key is None else bytes.fromhex(header.chance_key),
        count_in_statistics=header.count_in_statistics,
        forked_from=start.forked_from.game if start.forked_from else None,
        name=header.name,
    )
