"""Games of all rulesets as plays, in the JSON that BG Stats imports.

Ids within the file are numbers. The uuids of plays and players are those of games and players here, or the play's own
in BG Stats if it came from there; those of titles and places are made of their names. All files have the same.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid5

from msgspec import Struct

from api.plays.identity import NAMESPACE, source_id
from api.plays.notes import ORIGIN
from api.plays.sheets import SCORESHEET
from rulesets.scoresheet.board import Board as Sheet
from rulesets.scoresheet.standing import sides, total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from api.plays.fields import Calendar
    from events import Game
    from projections import Library
    from rulesets.kit.ruleset import Ruleset

MINUTE = 60_000_000


Entries = dict[Any, dict[str, Any]]
"""Objects of a list, by what plays refer to."""


class Kind(NamedTuple):
    """How games of a title are scored: each kind is a title of its own in the file."""

    title: str
    together: bool
    lowest: bool


class PlayedSeat(Struct, frozen=True):
    """A seat of a game that is over."""

    player: UUID | None
    name: str
    score: str
    won: bool
    starts: bool = False
    team: str = ""
    role: str = ""


class PlayedGame(Struct, frozen=True):
    """What BG Stats knows of a game."""

    uuid: str
    kind: Kind
    by_points: bool
    """Whether the points tell who won."""
    begun: int
    ended: int
    place: str
    comment: str
    seats: tuple[PlayedSeat, ...]

    @property
    def has_points(self) -> bool:
        """Whether points were counted."""
        return any(seat.score for seat in self.seats)


class BgStatsFile:
    """Gathers games, then writes the file. Holds all of them in memory, some 2 kB for each."""

    def __init__(self, library: Library, calendar: Calendar, *, notes: bool) -> None:
        """With `notes`, the notes of the table go into the comments."""
        self._library = library
        self._calendar = calendar
        self._notes = notes
        self._games: list[PlayedGame] = []

    def add(self, game: Game) -> None:
        """Add a game that is over. Raises RulesetMissing, DamagedGame."""
        self._games.append(_played(self._library, game, self._comment(game) if self._notes else ""))

    def _comment(self, game: Game) -> str:
        """What the table wrote, without where the game comes from."""
        notes = [note.text for note in self._library.store.notes(game.id) if note.seat is None and note.text]
        first = next((index for index, text in enumerate(notes) if text.startswith(ORIGIN)), len(notes))
        return "\n\n".join(notes[:first])

    def content(self) -> dict[str, Any]:
        """The whole file, as plain data."""
        titles = _numbered(_entries_of_titles(self._games))
        people = _numbered(_entries_of_players(self._games))
        places = _numbered({game.place: _place(game.place) for game in self._games if game.place})
        kinds = _kinds(self._games)
        return {
            "games": list(titles.values()),
            "players": list(people.values()),
            "locations": list(places.values()),
            "plays": [self._play(game, titles[kinds[game.uuid]], people, places) for game in self._games],
        }

    def _play(
        self,
        game: PlayedGame,
        title: dict[str, Any],
        people: Entries,
        places: Entries,
    ) -> dict[str, Any]:
        minutes = (game.ended - game.begun) // MINUTE
        ended = self._calendar.text(game.begun + minutes * MINUTE)
        return {
            "uuid": game.uuid,
            "playDate": self._calendar.text(game.begun),
            "entryDate": ended,
            "modificationDate": ended,
            "durationMin": minutes,
            "gameRefId": title["id"],
            "locationRefId": places[game.place]["id"] if game.place else 0,
            "usesTeams": any(seat.team for seat in game.seats),
            "ignored": False,
            "rounds": 0,
            "comments": game.comment,
            "board": "",
            "bggId": 0,
            "playerScores": [
                {
                    "playerRefId": people[seat.player]["id"],
                    "score": seat.score,
                    "winner": seat.won,
                    "startPlayer": seat.starts,
                    "seatOrder": number,
                    "rank": 0,
                    "newPlayer": False,
                    "role": seat.role,
                    "team": seat.team,
                }
                for number, seat in enumerate(game.seats, 1)
            ],
        }


# --- a game


def _played(library: Library, game: Game, comment: str) -> PlayedGame:
    """What is known of a game that is over."""
    ruleset, first = library.ruleset(game), library.store.event(game.id, 1)
    last = library.store.event(game.id, game.summary.head)
    board: Any = library.board(game, game.summary.head)
    won = set(game.summary.result.winners if game.summary.result else ())
    is_sheet = game.ruleset == SCORESHEET
    seats = _of_sheet(game, board, won, _who_began(library, game)) if is_sheet else _of_ruleset(game, won)
    begun, ended = (each.recorded_at if each.occurred_at is None else each.occurred_at for each in (first, last))
    return PlayedGame(
        uuid=source_id(first.by) or str(game.id),
        kind=_kind(ruleset, board),
        by_points=is_sheet and board.components.sheet.scoring in ("highest", "lowest"),
        begun=begun,
        ended=max(begun, ended),
        place=game.place or "",
        comment=comment,
        seats=tuple(seats),
    )


def _kind(ruleset: Ruleset[Any], board: Any) -> Kind:
    if isinstance(board, Sheet):
        sheet = board.components.sheet
        return Kind(sheet.name, board.components.together, sheet.scoring == "lowest")
    return Kind(ruleset.title, ruleset.cooperative_with(board.components), False)


def _of_ruleset(game: Game, won: set[int]) -> Iterator[PlayedSeat]:
    scores = dict(game.summary.standing)
    for seated in game.seats:
        score = scores.get(seated.seat)
        yield PlayedSeat(seated.player, seated.name or "", "" if score is None else _number(score), seated.seat in won)


def _of_sheet(game: Game, board: Sheet, won: set[int], first: int | None) -> Iterator[PlayedSeat]:
    components, scores = board.components, _scores(board)
    for seated in game.seats:
        place = board.place(seated.seat)
        team, role = components.team.get(place.team), components.role.get(place.role)
        yield PlayedSeat(
            seated.player,
            seated.name or "",
            scores.get(seated.seat, ""),
            seated.seat in won,
            starts=seated.seat == first,
            team=team.name if team else "",
            role=role.name if role else "",
        )


def _scores(board: Sheet) -> dict[int, str]:
    """What each seat scored. If one seat of a side wrote for all of it, each of them has that."""
    scores: dict[int, str] = {}
    for side in sides(board):
        written = [seat for seat in side if board.place(seat).cells]
        for seat in side:
            if len(written) == 1 or seat in written:
                scores[seat] = _number(total(board, written[0] if len(written) == 1 else seat))
    return scores


def _number(score: float) -> str:
    return str(int(score)) if score == int(score) else str(score)


def _who_began(library: Library, game: Game) -> int | None:
    """The seat that began, where a sheet has an order of turns."""
    board = library.board(game, 1)
    return board.seat if isinstance(board, Sheet) and board.components.sheet.turn_order else None


# --- the lists


def _kinds(games: Sequence[PlayedGame]) -> dict[str, Kind]:
    """The kind of each game by its uuid. Where points did not decide, that of the games of its title where they did."""
    decided: dict[tuple[str, bool], set[Kind]] = defaultdict(set)
    for game in games:
        if game.by_points:
            decided[game.kind[:2]].add(game.kind)
    return {game.uuid: _kind_among(game, decided[game.kind[:2]]) for game in games}


def _kind_among(game: PlayedGame, others: set[Kind]) -> Kind:
    return next(iter(others)) if len(others) == 1 and not game.by_points else game.kind


def _entries_of_titles(games: Sequence[PlayedGame]) -> Entries:
    kinds = _kinds(games)
    scored = {kinds[game.uuid] for game in games if game.has_points}
    in_teams = {kinds[game.uuid] for game in games if any(seat.team for seat in game.seats)}
    return {
        kind: {
            "uuid": _uuid("title", *map(str, kind)),
            "name": kind.title,
            "bggId": 0,
            "bggName": "",
            "bggYear": 0,
            "noPoints": kind not in scored,
            "highestWins": not kind.lowest,
            "cooperative": kind.together,
            "usesTeams": kind in in_teams,
        }
        for kind in sorted({*kinds.values()})
    }


def _entries_of_players(games: Sequence[PlayedGame]) -> Entries:
    names = {seat.player: seat.name for game in games for seat in game.seats}
    anonymous = {"uuid": _uuid("anonymous"), "name": "Anonymous player", "isAnonymous": True}
    entries: Entries = {None: anonymous} if None in names else {}
    named = sorted((name, player) for player, name in names.items() if player)
    return entries | {player: {"uuid": str(player), "name": name, "isAnonymous": False} for name, player in named}


def _place(name: str) -> dict[str, Any]:
    return {"uuid": _uuid("place", name), "name": name}


def _numbered(entries: Entries) -> Entries:
    """The entries with the numbers that plays refer to them by."""
    return {key: {"id": number, **entry} for number, (key, entry) in enumerate(entries.items(), 1)}


def _uuid(*parts: str) -> str:
    return str(uuid5(NAMESPACE, "\n".join(parts)))
