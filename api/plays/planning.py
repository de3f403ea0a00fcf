"""What an import would make of plays, and what not. Nothing is stored by planning."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from api.plays.identity import Here, digest_of, game_id
from api.plays.notes import MOST_NOTES, MOST_OF_NOTE, notes_of
from api.plays.people import People
from api.plays.sheets import (
    MOST_ROLES,
    MOST_TEAMS,
    SCORESHEET,
    TitleParts,
    has_teams,
    is_name,
    is_title,
    parts_of,
    roles_of,
    scored,
    scoring_of,
)
from rulesets.kit.sheets import LONGEST_TITLE, title_key
from rulesets.scoresheet.schema import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from api.plays.people import Match
    from api.plays.play import Finding, Play, Reading, Scoring
    from api.plays.sheets import Form, Scored
    from events import Store


TEAMS = f"teams are stored where each player has one, and the title has 2 to {MOST_TEAMS} in all, which win as one"


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
    def players(self) -> list[Match]:
        """Who would play in the games, and who is doubtful; of new players each once, however the file calls them."""
        matches = [match for game in self.games for match in game.seats if match]
        matches += [match for match in self.people.values() if match.state == "doubtful"]
        named = {(each.state, each.name if each.state == "new" else each.person.key): each for each in matches}
        return [*named.values()]

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


Fault = tuple[str, str]
"""A field of a play, and what is wrong with it."""


def _by_title(plays: Iterable[Play]) -> dict[str, list[Play]]:
    found: dict[str, list[Play]] = defaultdict(list)
    for play in plays:
        found[play.title].append(play)
    return found


class _Planner:
    def __init__(self, store: Store, reading: Reading, choices: Choices) -> None:
        self._reading = reading
        self._choices = choices
        self._here = Here(store.all_game_ids())
        self._people = People(store, choices.players)
        self._titles = {title_key(name): becomes for name, becomes in choices.titles.items()}
        self._spellings = {title_key(each.name): each.name for each in store.component_set_names(SCORESHEET)}
        self._plan = Plan(faults=list(reading.faults), losses=list(reading.losses))
        self._seen: dict[int, Play] = {}
        """The plays so far, by what tells them apart whatever their dates are."""

    def plan(self) -> Plan:
        plays = [self._renamed(play) for play in self._reading.plays]
        persons = (seat.person for play in plays for seat in play.seats if seat.person)
        self._plan.people = self._people.matches(persons)
        self._plan.deleted = [*filter(None, (self._here.of_source("bgstats", id_) for id_ in self._reading.deleted))]
        checked = [(play, [*self._wrong(play)]) for play in plays]
        good = _by_title(play for play, wrong in checked if not wrong)
        new = _by_title(play for play, wrong in checked if self._is_new(play) and self._is_good(play, wrong))
        for title, of_title in new.items():
            self._add(of_title, good[title])
        self._plan.games.sort(key=lambda game: game.id)
        return self._plan

    def _renamed(self, play: Play) -> Play:
        """A play with the title that it has here: by the table, and spelled as it is here, or first in the file."""
        becomes = self._titles.get(title_key(play.title))
        title = becomes or play.title
        origin = play.origin | {"title": play.title} if becomes else play.origin
        return replace(play, title=self._spellings.setdefault(title_key(title), title), origin=origin)

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
        if (first := self._seen.setdefault(digest_of(game), play)) is not play:
            why = f"{first.place.where} has the same id{'' if first.begun == play.begun else ', and another date'}"
            self._plan.faults.append(play.place.finding("id", f"{why}: keep one of them"))
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

    def _is_good(self, play: Play, wrong: Iterable[Fault]) -> bool:
        """Whether a play can be a game; what is wrong with it is noted."""
        found = [play.place.finding(field, why) for field, why in wrong]
        self._plan.faults += found
        return not found

    def _wrong(self, play: Play) -> Iterable[Fault]:
        if not is_title(play.title):
            why = f"the title {play.title[:80]!r} is to be 1 to {LONGEST_TITLE} letters without braces"
            yield "game", f"{why}: name it otherwise in a table of titles"
        if not play.seats:
            yield "players", "it names no players"
        if len(play.seats) > MOST_SEATS:
            yield "players", f"it has {len(play.seats)} players, and a sheet has {MOST_SEATS} seats at most"
        if (count := len(notes_of(play))) > MOST_NOTES:
            why = (
                f"with all that has no field, it takes {count} notes of {MOST_OF_NOTE:,} letters; at most {MOST_NOTES}"
            )
            yield "comment", f"{why}: shorten it"
        matches = [self._plan.people[seat.person.key] for seat in play.seats if seat.person]
        for match in matches:
            if match.state == "doubtful":
                yield "player", f"{match.person.name!r} is doubtful: {match.why}. Name them in a table of players"
        named = Counter(match.profile for match in matches if match.state != "nameless")
        if twice := [match.name for match in matches if named[match.profile] > 1]:
            yield "player", f"{twice[0]!r} plays twice"

    # --- games

    def _add(self, plays: Sequence[Play], good: Sequence[Play]) -> None:
        """Add the new plays of a title. Its sheets are made for all good ones, also those that are here already."""
        named, unnamed = self._scorings(good)
        in_teams = has_teams(good)
        all_scored = [scored(play, named if play.names_winners else unnamed, in_teams=in_teams) for play in good]
        spellings: dict[str, str] = {}
        counts: Counter[str] = Counter()
        for role in (seat.role for play in good for seat in play.seats if is_name(seat.role)):
            counts[spellings.setdefault(role.casefold(), role)] += 1
        parts = parts_of(all_scored, counts)
        of_play = {id(play): each for play, each in zip(good, all_scored, strict=True)}
        known: dict[Form, dict[str, str]] = {}
        """The ids of roles by name."""
        for play in plays:
            each = of_play[id(play)]
            if each.form not in known:
                known[each.form] = {name.casefold(): id_ for name, id_ in roles_of(each.form, parts).items()}
            self._plan.games.append(
                PlannedGame(
                    id=game_id(play),
                    play=play,
                    scored=each,
                    parts=parts,
                    seats=tuple(self._plan.people[seat.person.key] if seat.person else None for seat in play.seats),
                    roles=tuple(self._roles(play, known[each.form])),
                    counted=self._counts(play, each),
                )
            )
            if each.form.sides == "each" and any(seat.team for seat in play.seats):
                self._lose(play, "team", TEAMS)

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
