"""Plays out of the XML in which BoardGameGeek lists logged plays.

The file is parsed as a stream. Entities cannot be expanded, since a file that declares any is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn
from xml.parsers import expat

from msgspec.structs import replace

from api import errors
from api.plays.fields import free_points, line, minutes, prose, required_line, whole
from api.plays.finder import Finder
from api.plays.play import Finding, Person, Place, Play, Reading, Seat, with_winners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeVar

    from api.plays.fields import Calendar

    T = TypeVar("T")

MOST_COPIES = 1_000
"""The largest `quantity` of a play."""
MOST_DEPTH = 20
MOST_DIGITS = 9
"""Of a start position."""

ENCODINGS = {"utf-8", "utf-16", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252"}
"""Those of XML that can be read."""

FIELDED = {
    "play": {"id", "date", "quantity", "length", "incomplete", "nowinstats", "location"},
    "item": {"name"},
    "player": {"name", "win"},
}
"""Attributes that a game has a place for. All others are stored in its notes."""
PERSONAL = {"name", "username", "userid"}
"""Attributes of a player that no note has: a player who is deleted is to leave none behind."""


def read_bgg(data: bytes, calendar: Calendar) -> Reading:
    """The plays of a file. Raises InvalidPlays for a file that declares entities, or is no list of plays."""
    parser = _Parser(calendar)
    parser.feed(data)
    return parser.reading


class _Element:
    """An element that was opened."""

    def __init__(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        self.name = name
        self.attributes = dict(attributes)
        self.line = line
        self.text: list[str] = []


class _Parser:
    def __init__(self, calendar: Calendar) -> None:
        self.reading = Reading()
        self._calendar = calendar
        self._open: list[_Element] = []
        self._play: list[_Element] = []
        """The play that is open, and all that was in it."""
        self._expat = expat.ParserCreate()
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._text
        self._expat.XmlDeclHandler = self._check_encoding
        self._expat.StartDoctypeDeclHandler = self._refuse_declarations

    def feed(self, data: bytes) -> None:
        """Read all of a file."""
        try:
            self._expat.Parse(data, True)
        except expat.ExpatError as error:
            why = f"it is no XML ({expat.ErrorString(error.code)}), and nothing below it was read"
            finding = Finding(where=f"Line {error.lineno}", field="", detail=why, line=error.lineno)
            self.reading.fault(finding)

    def _refuse_declarations(self, *_: object) -> NoReturn:
        why = "it declares a document type, which no list of plays has"
        raise errors.InvalidPlays(self._expat.CurrentLineNumber, why)

    def _check_encoding(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.casefold() not in ENCODINGS:
            raise errors.InvalidPlays(1, f"its encoding is {encoding[:40]!r}, which is not read here: save it as UTF-8")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        at = self._expat.CurrentLineNumber
        if not self._open and name != "plays":
            raise errors.InvalidPlays(at, f"it begins with <{name[:40]}>, and a list of plays with <plays>")
        if len(self._open) >= MOST_DEPTH:
            raise errors.InvalidPlays(at, f"more than {MOST_DEPTH} elements lie in one another")
        element = _Element(name, attributes, at)
        self._open.append(element)
        if name == "play" and not self._play:
            self._play = [element]
        elif self._play:
            self._play.append(element)

    def _text(self, text: str) -> None:
        if self._play:
            self._open[-1].text.append(text)

    def _end(self, _name: str) -> None:
        element = self._open.pop()
        if self._play and element is self._play[0]:
            _PlayReader(self.reading, self._calendar, self._play).read()
            self._play = []


class _PlayReader(Finder):
    """Reads one play."""

    def __init__(self, reading: Reading, calendar: Calendar, elements: list[_Element]) -> None:
        super().__init__(reading)
        self._calendar = calendar
        self._elements = elements

    def read(self) -> None:
        """Add the play to those that were read, as often as its quantity says."""
        element = self._elements[0]
        comment = self._comment()
        play = Play(
            source="bgg",
            id=self._value(element, "id", required_line, ""),
            place=_place(element),
            title=self._value(self._first("item") or element, "name", required_line, ""),
            begun=self._value(element, "date", self._calendar.moment, 0),
            minutes=self._value(element, "length", minutes, 0),
            seats=self.comparable(self._seats()),
            location=self._value(element, "location", line, ""),
            comment=comment,
            counted=element.attributes.get("nowinstats", "0") != "1",
            complete=element.attributes.get("incomplete", "0") != "1",
        )
        count = self._value(element, "quantity", copies, 1)
        play = replace(play, origin=self._origin(count, comment))
        if self.is_good:
            for each in [play] if count == 1 else self._copies(play, count):
                self.reading.add(each)

    def _copies(self, play: Play, count: int) -> Iterator[Play]:
        """Several plays without a result of their own."""
        why = f"it stands for {count} plays without a result of their own: each is stored without one"
        self.loss(play.place, "quantity", why)
        seats = tuple(Seat(person=seat.person) for seat in play.seats)
        for copy in range(1, count + 1):
            yield replace(play, id=f"{play.id}.{copy}", seats=seats, minutes=0)

    def _all(self, name: str) -> Iterator[_Element]:
        return (element for element in self._elements if element.name == name)

    def _first(self, name: str) -> _Element | None:
        return next(self._all(name), None)

    def _value(self, element: _Element, name: str, read: Callable[[str], T], otherwise: T) -> T:
        return self.value(_place(element), name, element.attributes.get(name, ""), read, otherwise)

    def _seats(self) -> Sequence[Seat]:
        """The players, in the order of their start positions if each has one."""
        players = [(player.attributes.get("startposition", ""), self._seat(player)) for player in self._all("player")]
        positions = {int(position) for position, _ in players if _is_position(position)}
        if len(positions) == len(players):
            players.sort(key=lambda player: int(player[0]))
        return with_winners([seat for _, seat in players])

    def _seat(self, player: _Element) -> Seat:
        called = "name" if player.attributes.get("name", "").strip() else "username"
        name = self._value(player, called, line, "")
        return Seat(
            person=Person.called(name),
            score=self._value(player, "score", free_points, None),
            won=player.attributes.get("win", "0") == "1",
            starts=player.attributes.get("startposition", "").strip() == "1",
        )

    def _comment(self) -> str:
        comments = list(self._all("comments"))
        text = "".join("".join(element.text) for element in comments)
        return self.value(_place((comments or self._elements)[0]), "comments", text, prose, "")

    def _origin(self, count: int, comment: str) -> dict[str, object]:
        """The attributes and texts that a game has no place for; of several plays in one, all."""
        found = []
        for element in self._elements:
            fielded = FIELDED.get(element.name, set()) if count == 1 else {"id", "date"}
            fielded = fielded | PERSONAL if element.name == "player" else fielded
            attributes = {name: value for name, value in element.attributes.items() if value and name not in fielded}
            text = "".join(element.text).strip()
            if text and not (element.name == "comments" and comment):
                attributes["text"] = text
            if attributes:
                found.append({"element": element.name, **attributes})
        return {"elements": found} if found else {}


def _is_position(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def copies(text: str) -> int:
    """How many plays an element stands for. Raises BadField."""
    return whole(text, MOST_COPIES) or 1


def _place(element: _Element) -> Place:
    return Place(f"Line {element.line}", element.line)
