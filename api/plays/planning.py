"""What an import would make of plays, and what not. Nothing is stored by planning."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from api.plays.identity import Here, game_id
from api.plays.people import People
from api.plays.sheets import MOST_ROLES, TitleParts, is_name, is_title, parts_of, roles_of, scored, scoring_of
from rulesets.kit.sheets import LONGEST_TITLE
from rulesets.scoresheet.schema import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from api.plays.people import Match
    from api.plays.play import Finding, Play, Reading, Scoring
    from api.plays.sheets import Scored
    from events import Store


class Choices(Struct, frozen=True, kw_only=True):
    """What whoever imports a file says about it."""

    players: Mapping[str, str] = {}
    """Who players are: a name or an id in the file, and a name or an id here."""
    titles: Mapping[str, str] = {}
    """What games are called here, by their names in the file."""
    scoring: Scoring | None = None
    """Who wins where the file says neither how a game is scored nor who won."""


class PlannedGame(Struct, frozen=True):
    """A play that becomes a game."""

    id: UUID
    play: Play
    scored: Scored
    parts: TitleParts
    seats: tuple[Match | None, ...]
    roles: tuple[str, ...]
    """The id of each seat's role on the sheet; empty without one."""
    counted: bool
    """Whether it counts in statistics."""


class Plan(Struct):
    """What an import would make."""

    games: list[PlannedGame] = []
    here: int = 0
    """Plays that were imported before."""
    faults: list[Finding] = []
    losses: list[Finding] = []
    people: dict[str, Match] = {}
    deleted: list[UUID] = []
    """Games here whose plays were deleted at the source."""

    @property
    def titles(self) -> Counter[str]:
        """How many games there would be of each title."""
        return Counter(game.play.title for game in self.games)

    @property
    def locations(self) -> Counter[str]:
        """How many games there would be at each place."""
        return Counter(game.play.location for game in self.games if game.play.location)

    @property
    def uncounted(self) -> int:
        """How many games would not count in statistics."""
        return sum(not game.counted for game in self.games)


def plan(store: Store, reading: Reading, choices: Choices) -> Plan:
    """What the plays of a file become. O(games of the log), since each play is looked for among them."""
    return _Planner(store, reading, choices).plan()


class _Planner:
    def __init__(self, store: Store, reading: Reading, choices: Choices) -> None:
        self._reading = reading
        self._choices = choices
        self._here = Here(store.all_game_ids())
        self._people = People(store, choices.players)
        self._titles = {name.casefold(): becomes for name, becomes in choices.titles.items()}
        self._plan = Plan(faults=list(reading.faults), losses=list(reading.losses))
        self._seen: dict[UUID, Play] = {}

    def plan(self) -> Plan:
        plays = [self._renamed(play) for play in self._reading.plays]
        persons = (seat.person for play in plays for seat in play.seats if seat.person)
        self._plan.people = self._people.matches(persons)
        self._plan.deleted = [*filter(None, (self._here.of_source("bgstats", id_) for id_ in self._reading.deleted))]
        good = [play for play in plays if self._is_new(play) and self._is_good(play)]
        of_titles: dict[str, list[Play]] = defaultdict(list)
        for play in plays:
            of_titles[play.title].append(play)
        scorings = {title: self._scorings(of_title) for title, of_title in of_titles.items()}
        new: dict[str, list[Play]] = defaultdict(list)
        for play in good:
            new[play.title].append(play)
        for title, of_title in new.items():
            self._add(of_title, *scorings[title])
        self._plan.games.sort(key=lambda game: game.id)
        return self._plan

    def _renamed(self, play: Play) -> Play:
        becomes = self._titles.get(play.title.casefold())
        return replace(play, title=becomes) if becomes else play

    def _scorings(self, plays: Sequence[Play]) -> tuple[Scoring | None, Scoring | None]:
        """How a title is scored: for plays with named winners, and for those where points alone may tell.

        Points tell who won only if the file, or whoever imports it, says how the game is scored.
        """
        given = next((play.scoring for play in plays if play.scoring), None)
        return given or scoring_of(plays), given or self._choices.scoring

    # --- which plays

    def _is_new(self, play: Play) -> bool:
        """Whether a play is not here yet; what is strange about one that is here is noted."""
        game = game_id(play)
        if (first := self._seen.setdefault(game, play)) is not play:
            self._plan.faults.append(play.place.finding("id", f"{first.place.where} has the same id"))
            return False
        here = self._here.find(game)
        if here is None:
            return True
        if here == game:
            self._plan.here += 1
        elif play.source == "csv":
            why = "a play with this id is here already, with another date: give it another id"
            self._plan.faults.append(play.place.finding("play", why))
        else:
            self._plan.here += 1
            why = "it is here already with another date, which stays as it is"
            self._plan.losses.append(play.place.finding("date", why))
        return False

    def _is_good(self, play: Play) -> bool:
        """Whether a play can be a game; what is wrong with it is noted."""
        found = [play.place.finding(field, why) for field, why in self._wrong(play)]
        self._plan.faults += found
        return not found

    def _wrong(self, play: Play) -> Iterable[tuple[str, str]]:
        if not is_title(play.title):
            why = f"the title {play.title[:80]!r} is to be 1 to {LONGEST_TITLE} letters without braces"
            yield "game", f"{why}: name it otherwise in a table of titles"
        if not play.seats:
            yield "players", "it names no players"
        if len(play.seats) > MOST_SEATS:
            yield "players", f"it has {len(play.seats)} players, and a sheet has {MOST_SEATS} seats at most"
        matches = [self._plan.people[seat.person.key] for seat in play.seats if seat.person]
        for match in matches:
            if match.state == "doubtful":
                yield "player", f"{match.person.name!r} is doubtful: {match.why}. Name them in a table of players"
        named = Counter(match.profile for match in matches if match.state != "nameless")
        if twice := [match.name for match in matches if named[match.profile] > 1]:
            yield "player", f"{twice[0]!r} plays twice"

    # --- games

    def _add(self, plays: Sequence[Play], named: Scoring | None, unnamed: Scoring | None) -> None:
        """Add the new plays of a title, which is scored so where winners are named, and where they are not."""
        all_scored = [scored(play, named if play.names_winners else unnamed) for play in plays]
        spellings: dict[str, str] = {}
        counts: Counter[str] = Counter()
        for role in (seat.role for play in plays for seat in play.seats if is_name(seat.role)):
            counts[spellings.setdefault(role.casefold(), role)] += 1
        parts = parts_of(all_scored, counts)
        for play, each in zip(plays, all_scored, strict=True):
            known = {name.casefold(): id_ for name, id_ in roles_of(each.form, parts).items()}
            self._plan.games.append(
                PlannedGame(
                    id=game_id(play),
                    play=play,
                    scored=each,
                    parts=parts,
                    seats=tuple(self._plan.people[seat.person.key] if seat.person else None for seat in play.seats),
                    roles=tuple(self._roles(play, known)),
                    counted=self._counts(play, each),
                )
            )
            if each.form.sides == "each" and any(seat.team for seat in play.seats):
                self._lose(play, "team", "teams are stored where each player has one, 2 to 6 in all, that wins as one")

    def _roles(self, play: Play, known: Mapping[str, str]) -> Iterable[str]:
        """The id of each seat's role on the sheet."""
        taken = {""}
        for seat in play.seats:
            role = known.get(seat.role.casefold(), "")
            if seat.role and role in taken:
                why = "played twice" if role else f"none of the {MOST_ROLES} roles at most of the sheet"
                self._lose(play, "role", f"{seat.role!r} is {why}")
                role = ""
            taken.add(role)
            yield role

    def _counts(self, play: Play, each: Scored) -> bool:
        """Whether a game counts in statistics: it does not if nobody knows who won."""
        by_points = each.form.scoring in ("highest", "lowest") and each.form.sides != "together"
        return play.counted and (play.names_winners or by_points)

    def _lose(self, play: Play, field: str, why: str) -> None:
        self._plan.losses.append(play.place.finding(field, why))
