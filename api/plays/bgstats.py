"""Plays out of the JSON of BG Stats.

No specification of it is published. What is known is read; all else is stored in the notes of the games as it stands
there, so a file of a newer version can be read too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from api import errors
from api.plays.fields import free_points, line, minutes, prose, required_line
from api.plays.finder import Finder
from api.plays.play import Person, Place, Play, Reading, Seat, with_winners

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.plays.fields import Calendar
    from api.plays.play import Scoring

T = TypeVar("T", bound=Struct)


class File(Struct, frozen=True, rename="camel"):
    """The lists of a file that are read."""

    plays: list[Raw]
    games: list[Raw] = []
    players: list[Raw] = []
    locations: list[Raw] = []
    deleted_objects: list[Raw] = []


class Known(Struct, frozen=True, kw_only=True, rename="camel"):
    """What all objects have. What may be missing has a default."""

    uuid: str | None = None


class GameObject(Known, frozen=True, kw_only=True, rename="camel"):
    """A title."""

    id: int
    name: str
    no_points: bool | None = False
    highest_wins: bool | None = None
    cooperative: bool | None = False

    @property
    def scoring(self) -> Scoring | None:
        """How it is scored, if the file says so."""
        if self.no_points:
            return "win"
        return None if self.highest_wins is None else "highest" if self.highest_wins else "lowest"


class PlayerObject(Known, frozen=True, kw_only=True, rename="camel"):
    """A player."""

    id: int
    name: str | None = ""
    is_anonymous: bool | None = False


class LocationObject(Known, frozen=True, kw_only=True, rename="camel"):
    """A place."""

    id: int
    name: str | None = ""


class ScoreObject(Struct, frozen=True, kw_only=True, rename="camel"):
    """A player's part in a play."""

    player_ref_id: int
    score: str | int | float | None = ""
    winner: bool | None = False
    start_player: bool | None = False
    seat_order: int | None = None
    team: str | int | None = ""
    role: str | None = ""


class PlayObject(Known, frozen=True, kw_only=True, rename="camel"):
    """A play."""

    play_date: str
    game_ref_id: int
    location_ref_id: int | None = None
    duration_min: int | None = 0
    ignored: bool | None = False
    comments: str | None = ""
    player_scores: list[ScoreObject] | None = None


FIELDED = {"uuid", "playDate", "gameRefId", "locationRefId", "durationMin", "ignored", "usesTeams"}
"""Fields of a play that a game has a place for. All others are stored in its notes."""
FIELDED_OF_SCORE = {"playerRefId", "winner", "startPlayer", "seatOrder"}
FIELDED_OF_GAME = {"id", "name", "noPoints", "highestWins", "cooperative", "usesTeams", "modificationDate"}


def read_bgstats(data: bytes, calendar: Calendar) -> Reading:
    """The plays of a file. Raises InvalidPlays where it is not one."""
    file = _file(data)
    reading = Reading()
    deleted = {str(each.get("uuid", "")) for each in map(_plain, file.deleted_objects)}
    reader = _Reader(file, reading, calendar)
    for number, raw in enumerate(file.plays, 1):
        reader.read(number, raw, deleted)
    reading.deleted = sorted(deleted - {""})
    return reading


def _file(data: bytes) -> File:
    try:
        return msgspec.json.decode(data, type=File)
    except msgspec.ValidationError as error:
        raise errors.InvalidPlays(1, f"it is not an export of BG Stats: {str(error)[:200]}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise errors.InvalidPlays(_line_of(data, str(error)), f"it is not valid JSON: {str(error)[:200]}") from None


def _line_of(data: bytes, error: str) -> int:
    """The line of the byte that an error names."""
    byte = error.rpartition("(byte ")[2].rstrip(")")
    return data.count(b"\n", 0, int(byte)) + 1 if byte.isdigit() else 1


UNREADABLE = "it is no object, or it has a number that is too large or a text that is not UTF-8"


def _plain(raw: Raw) -> dict[str, Any]:
    """An object with all its fields; none if it cannot be read."""
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return {}
    return found if isinstance(found, dict) else {}


class _Objects(dict[int, T]):
    """The objects of a list by id, and what else their fields say."""

    def __init__(self, name: str, raws: Sequence[Raw], kind: type[T], reading: Reading) -> None:
        super().__init__()
        self.name = name
        self.plain: dict[int, dict[str, Any]] = {}
        numbers: dict[int, int] = {}
        twice: set[int] = set()
        for number, raw in enumerate(raws, 1):
            plain = _plain(raw)
            place = Place(f"{name[:-1].capitalize()} {number}", path=f"/{name}/{number - 1}")
            try:
                found: Any = msgspec.convert(plain, kind, strict=False)
            except msgspec.ValidationError as error:
                field, detail = _path(error) if plain else ("", UNREADABLE)
                reading.fault(place.finding(field, detail))
            else:
                if (first := numbers.setdefault(found.id, number)) != number:
                    reading.fault(place.finding("id", f"{name[:-1]} {first} has the same, so no play can name either"))
                    twice.add(found.id)
                self[found.id] = found
                self.plain[found.id] = plain
        for id_ in twice:
            del self[id_]


class _Reader:
    """Reads the plays of a file, one after the other."""

    def __init__(self, file: File, reading: Reading, calendar: Calendar) -> None:
        self.calendar = calendar
        self.games = _Objects("games", file.games, GameObject, reading)
        self.players = _Objects("players", file.players, PlayerObject, reading)
        self.locations = _Objects("locations", file.locations, LocationObject, reading)
        self._reading = reading
        self._seen: dict[str, int] = {}
        """The plays so far, by id, with their numbers."""

    def read(self, number: int, raw: Raw, deleted: set[str]) -> None:
        """Add a play to those that were read, if nothing is wrong with it and it was not deleted."""
        plain = _plain(raw)
        place = Place(f"Play {number}", path=f"/plays/{number - 1}")
        if not plain:
            self._reading.fault(place.finding("", UNREADABLE))
            return
        try:
            play = msgspec.convert(plain, PlayObject, strict=False)
        except msgspec.ValidationError as error:
            self._reading.fault(place.finding(*_path(error)))
            return
        if play.uuid in deleted:
            return
        _PlayReader(self._reading, self, place, play, plain).add(self._seen, number)


class _PlayReader(Finder):
    """Reads one play."""

    def __init__(self, reading: Reading, file: _Reader, place: Place, play: PlayObject, plain: dict[str, Any]) -> None:
        super().__init__(reading)
        self._file = file
        self._place = place
        self._play = play
        self._plain = plain

    def add(self, seen: dict[str, int], number: int) -> None:
        """Add the play to those that were read, if nothing is wrong with it."""
        play = self._read()
        if (first := seen.setdefault(play.id, number)) != number:
            self.fault(self._place, "uuid", f"play {first} has the same")
        if self.is_good:
            self.reading.add(play)

    def _read(self) -> Play:
        given, place = self._play, self._place
        game = self._object("gameRefId", self._file.games, given.game_ref_id)
        comment = self.value(place, "comments", given.comments or "", prose, "")
        seats, together = self._seats(), bool(game and game.cooperative)
        return Play(
            source="bgstats",
            id=self.value(place, "uuid", given.uuid or "", required_line, ""),
            place=place,
            title=self.value(place, "gameRefId", game.name, required_line, "") if game else "",
            begun=self.value(place, "playDate", given.play_date, self._file.calendar.moment, 0),
            minutes=self.value(place, "durationMin", str(given.duration_min or 0), minutes, 0),
            scoring=game.scoring if game else None,
            together=together,
            seats=self.comparable(seats if together else with_winners(seats)),
            location=self._location(),
            comment=comment,
            counted=not given.ignored,
            origin=self._origin(comment),
        )

    def _object(self, field: str, objects: _Objects[T], id_: int, place: Place | None = None) -> T | None:
        """What a reference leads to; None, with a fault, if there is no such object."""
        if (found := objects.get(id_)) is None:
            self.fault(place or self._place, field, f"there is no {objects.name[:-1]} with the id {id_}")
        return found

    def _location(self) -> str:
        if not self._play.location_ref_id:
            return ""
        location = self._object("locationRefId", self._file.locations, self._play.location_ref_id)
        return self.value(self._place, "locationRefId", location.name or "", line, "") if location else ""

    def _seats(self) -> list[Seat]:
        """The players, in the order of their seats if each has one of its own."""
        given = self._play.player_scores or []
        order = [score.seat_order for score in given]
        seats = [self._seat(index, score) for index, score in enumerate(given)]
        if len({*order} - {None}) != len(given):
            return seats
        return [seat for _, seat in sorted(zip(order, seats, strict=True), key=lambda pair: pair[0] or 0)]

    def _seat(self, index: int, score: ScoreObject) -> Seat:
        of_list = f"{self._place.path}/playerScores/{index}"
        place = replace(self._place, where=f"{self._place.where}, player {index + 1}", path=of_list)
        return Seat(
            person=self._person(score, place),
            score=self.value(place, "score", _number_text(score.score), free_points, None),
            won=bool(score.winner),
            starts=bool(score.start_player),
            team=self.value(place, "team", str(score.team or ""), line, ""),
            role=self.value(place, "role", score.role or "", line, ""),
        )

    def _person(self, score: ScoreObject, place: Place) -> Person | None:
        player = self._object("playerRefId", self._file.players, score.player_ref_id, place)
        if player is None or player.is_anonymous:
            return None
        name = self.value(place, "playerRefId", player.name or "", required_line, "")
        return Person(player.uuid or f"{player.id}", name, _uuid(player.uuid))

    def _origin(self, comment: str) -> dict[str, Any]:
        """What a game has no place for, as it stands in the file."""
        fielded = FIELDED | ({"comments"} if comment else set())
        rest = {name: value for name, value in self._plain.items() if name not in fielded and value not in EMPTY}
        scores = [
            {name: value for name, value in score.items() if name not in FIELDED_OF_SCORE and value not in EMPTY}
            for score in self._plain.get("playerScores") or []
        ]
        game = self._file.games.plain.get(self._play.game_ref_id, {})
        of_game = {name: value for name, value in game.items() if name not in FIELDED_OF_GAME and value not in EMPTY}
        rest.pop("playerScores", None)
        return rest | ({"playerScores": scores} if any(scores) else {}) | ({"game": of_game} if of_game else {})


EMPTY: tuple[object, ...] = (None, "", 0, False, [], {})
"""Values that say nothing."""


def _number_text(score: str | float | None) -> str:
    """A score as text; numbers are whole where they can be."""
    if isinstance(score, float) and score.is_integer():
        score = int(score)
    return "" if score is None else str(score)


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


def _path(error: msgspec.ValidationError) -> tuple[str, str]:
    """The field that an error is about, and what is wrong with it."""
    detail, _, where = str(error).partition(" - at `$")
    field = where.rstrip("`").lstrip(".").replace("[", "/").replace("]", "").replace(".", "/")
    return field, detail[:1].lower() + detail[1:]
