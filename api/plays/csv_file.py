"""Plays out of CSV: a line for each play and player.

Headers stand in any order; comma, semicolon or tab separate them. Lines with the same `play` are one play, wherever
they stand. Without that column, lines that follow each other and agree in date, game, location, minutes and comment are
one play, until a player comes a second time.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from io import StringIO
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from api import errors
from api.plays.fields import flag, line, minutes, points, prose, required_line, whole
from api.plays.finder import Finder
from api.plays.play import Person, Place, Play, Reading, Seat, with_winners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeVar

    from api.plays.fields import Calendar

    T = TypeVar("T")

OF_PLAY = ("date", "game", "location", "minutes", "comment")
OF_SEAT = ("player", "score", "winner", "rank", "team", "role")
COLUMNS = ("play", *OF_PLAY, *OF_SEAT)
NEEDED = ("date", "game", "player")
FIELDED = {"play", "date", "game", "location", "minutes", "player", "winner"}
"""Columns that a game has a place for, whatever they say."""
MOST_LINES = 500_000
"""Lines of a file: five players for each of the most plays."""
SEPARATORS = ",;\t"


class Row(Struct, frozen=True):
    """A line of the file."""

    line: int
    cells: Mapping[str, str]
    """Those that are not empty by column, also of columns that are not known. Of a line that cannot be read, none."""
    texts: frozenset[str] = frozenset()
    """The cells of a line that has too many of them, or too few: one may be the id of its play."""
    is_last: bool = False
    """Whether it cannot be read, nor what follows."""


def read_csv(text: str, calendar: Calendar) -> Reading:
    """The plays of a file. Raises InvalidPlays where not even its first line can be read."""
    reading = Reading()
    groups = _Groups(reading)
    for row in _rows(text, reading):
        groups.add(row)
    copies: Counter[str] = Counter()
    for key, rows in groups.found.items():
        id_ = _id_of(rows, copies) if isinstance(key, int) else key
        if groups.is_whole(key):
            _PlayReader(reading, calendar, rows).read(id_)
    return reading


def _rows(text: str, reading: Reading) -> Iterator[Row]:
    """The lines below the first one. One that cannot be read is a fault, and has no cells."""
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    first = 1
    try:
        columns = _columns(next(reader, []))
        first = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if len(cells) == len(columns):
                    yield Row(first, _cells(columns, cells))
                else:
                    why = f"it has {len(cells)} cells, and the first line {len(columns)}; plays that it may belong to"
                    reading.fault(_place(first).finding("", f"{why} are left out"))
                    yield Row(first, {}, frozenset(cell.strip() for cell in cells))
            if first > MOST_LINES:
                raise errors.PlaysTooLarge(first, f"it has more than {MOST_LINES:,} lines")
            first = reader.line_num + 1
    except csv.Error as error:
        why = f"it cannot be read as CSV ({error}), nor what follows; plays that may go on there are left out"
        reading.fault(_place(first).finding("", why))
        yield Row(first, {}, is_last=True)


def _cells(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """The cells of a line by column, without empty ones."""
    return {column: text for column, cell in zip(columns, cells, strict=True) if (text := cell.strip())}


def _columns(cells: Sequence[str]) -> list[str]:
    """The columns of the first line. Raises InvalidPlays."""
    columns = [cell.strip().casefold() or f"column {number}" for number, cell in enumerate(cells, 1)]
    if twice := sorted(name for name, count in Counter(columns).items() if count > 1):
        raise errors.InvalidPlays(1, f"the column {twice[0][:40]!r} stands there twice")
    if missing := [name for name in NEEDED if name not in columns]:
        raise errors.InvalidPlays(1, f"there is no column `{missing[0]}`; the columns are {', '.join(COLUMNS)}")
    return columns


Key = str | int
"""The id of a play in the file, or a number where it has none."""


class _Groups:
    """Lines by play."""

    def __init__(self, reading: Reading) -> None:
        self.found: dict[Key, list[Row]] = {}
        self._reading = reading
        self._broken: set[Key] = set()
        """Plays that a line may belong to which cannot be read: those next to it, and those whose id is in a cell."""
        self._goes_on = False
        """Whether lines follow that cannot be read: any play with an id may have one there."""
        self._last: Key | None = None
        self._players: set[str] = set()
        """Who plays in the lines of that play which follow each other."""
        self._after_broken = False

    def is_whole(self, key: Key) -> bool:
        """Whether all lines of a play could be read."""
        return key not in self._broken and not (self._goes_on and isinstance(key, str))

    def add(self, row: Row) -> None:
        """Put a line to those of its play."""
        if not row.cells:
            self._break(row)
            return
        id_ = row.cells.get("play")
        if not id_ and isinstance(self._last, str) and not self._differs(row):
            why = "it is empty, and the line before it has an id: one play or two? Both are left out"
            self._reading.fault(_place(row.line).finding("play", why))
            self._break(row)
        key: Key = id_ or (self._last if self._continues(row) else None) or -len(self.found) - 1
        self.found.setdefault(key, []).append(row)
        if key != self._last:
            self._players = set()
        if player := _player(row):
            self._players.add(player)
        self._last = key
        if self._after_broken:
            self._broken.add(key)
        self._after_broken = False

    def _break(self, row: Row) -> None:
        """Leave out the plays that a line may belong to."""
        self._after_broken = True
        self._goes_on |= row.is_last
        self._broken |= row.texts
        if self._last is not None:
            self._broken.add(self._last)

    def _differs(self, row: Row) -> bool:
        """Whether a line says something else of its play than the line before it."""
        assert self._last is not None
        before = self.found[self._last][-1].cells
        both = (name for name in OF_PLAY if name in row.cells and name in before)
        return any(row.cells[name] != before[name] for name in both)

    def _continues(self, row: Row) -> bool:
        """Whether a line without an id belongs to the play of the line before it."""
        if not isinstance(self._last, int):
            return False
        first = self.found[self._last][0].cells
        return all(row.cells.get(name) == first.get(name) for name in OF_PLAY) and _player(row) not in self._players


def _player(row: Row) -> str:
    return row.cells.get("player", "").casefold()


def _id_of(rows: Sequence[Row], copies: Counter[str]) -> str:
    """An id that is made of the lines of a play; a copy of a play has another one."""
    known = [{name: row.cells.get(name, "") for name in COLUMNS} for row in rows]
    digest = hashlib.sha256(msgspec.json.encode(known, order="sorted")).hexdigest()[:32]
    copies[digest] += 1
    return digest if copies[digest] == 1 else f"{digest}.{copies[digest]}"


class _PlayReader(Finder):
    """Reads one play."""

    def __init__(self, reading: Reading, calendar: Calendar, rows: Sequence[Row]) -> None:
        super().__init__(reading)
        self._calendar = calendar
        self._rows = rows

    def read(self, id_: str) -> None:
        """Add the play to those that were read, if nothing is wrong with it."""
        begun = self._of_play("date", self._calendar.moment, 0)
        title = self._of_play("game", required_line, "")
        comment = self._of_play("comment", prose, "")
        play = Play(
            source="csv",
            id=self.value(_place(self._rows[0].line), "play", id_, line, ""),
            place=_place(self._rows[0].line),
            title=title,
            begun=begun,
            minutes=self._of_play("minutes", minutes, 0),
            seats=self.comparable(with_winners([self._seat(row) for row in self._rows])),
            location=self._of_play("location", line, ""),
            comment=comment,
            origin=self._origin(comment),
        )
        if self.is_good:
            self.reading.add(play)

    def _of_play(self, name: str, read: Callable[[str], T], otherwise: T) -> T:
        """A field of the play: one of its lines has it, and the others say the same, or nothing."""
        first = next((row for row in self._rows if row.cells.get(name)), self._rows[0])
        for row in self._rows:
            if (other := row.cells.get(name)) and other != first.cells[name]:
                why = f"it is {other[:40]!r}, and {first.cells[name][:40]!r} in line {first.line} of the same play"
                self.fault(_place(row.line), name, why)
                break
        return self._cell(first, name, read, otherwise)

    def _cell(self, row: Row, name: str, read: Callable[[str], T], otherwise: T) -> T:
        return self.value(_place(row.line), name, row.cells.get(name, ""), read, otherwise)

    def _seat(self, row: Row) -> Seat:
        name = self._cell(row, "player", line, "")
        rank = self._cell(row, "rank", whole, 0)
        won = self._cell(row, "winner", flag, False) if row.cells.get("winner") else rank == 1 if rank else None
        return Seat(
            person=Person.called(name),
            score=self._cell(row, "score", points, None),
            won=won,
            team=self._cell(row, "team", line, ""),
            role=self._cell(row, "role", line, ""),
        )

    def _origin(self, comment: str) -> dict[str, object]:
        """What has no field in a game: columns that are not known, ranks, scores as they were written."""
        fielded = FIELDED | ({"comment"} if comment else set())
        lines = [{name: cell for name, cell in row.cells.items() if name not in fielded} for row in self._rows]
        return {"lines": lines} if any(lines) else {}


def _place(line: int) -> Place:
    return Place(f"Line {line}", line)
