"""The sheet that a play is scored on, made of what the file says: the winners of the sheet are those of the file.

Where points do not lead to the winners that a file names, the sheet says that winners are noted.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import yaml
from msgspec import Struct

from rulesets.kit.sheets import LONGEST_TITLE
from rulesets.scoresheet.checks import MOST_LETTERS
from rulesets.scoresheet.schema import MOST_SEATS
from rulesets.scoresheet.titles import id_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from api.plays.play import Play, Scoring, Seat

SCORESHEET = "scoresheet"
"""The ruleset of the sheets."""
MOST_TEAMS = 6
MOST_ROLES = 40
"""Of a sheet."""
MOST_ID = 30
"""Letters of an id that is made of a name, before the number of one that stands there twice."""

THOUSAND = 1_000
POINTS = {"id": "points", "name": "Points"}
AMOUNTS: tuple[tuple[dict[str, Any], ...], ...] = (
    ({**POINTS, "least": 0, "most": 999},),
    ({**POINTS, "least": -499, "most": 500},),
    (
        {"id": "thousands", "name": "Thousands", "least": -500_000, "most": 499_000, "step": THOUSAND},
        {**POINTS, "least": 0, "most": 999},
    ),
)
"""Categories for small scores, for those below 0, and for all others: a category has at most 1,000 amounts."""

Sides = Literal["each", "teams", "together"]
Points = tuple[int | None, ...]
"""What each seat writes down."""


class Form(Struct, frozen=True):
    """What kind of sheet a play needs."""

    title: str
    sides: Sides
    scoring: Literal["highest", "lowest", "noted", "win"]
    teams: tuple[str, ...] = ()
    starts: bool = False
    """Whether somebody is known to have begun."""


class Scored(NamedTuple):
    """A play on its sheet."""

    form: Form
    points: Points


class TitleParts(Struct, frozen=True):
    """What all sheets of a title have in common."""

    categories: tuple[dict[str, Any], ...]
    roles: tuple[str, ...]


# --- what a play needs


def has_teams(plays: Iterable[Play]) -> bool:
    """Whether a title has teams; more names of them than a sheet has room for are no names of teams."""
    return len({seat.team.casefold() for play in plays for seat in play.seats if seat.team}) <= MOST_TEAMS


def scored(play: Play, scoring: Scoring | None, *, in_teams: bool = True) -> Scored:
    """A play on a sheet that leads to its winners.

    `scoring` is how its title is scored, if that is known; without `in_teams`, each plays for themselves.
    """
    sides, teams = _sides(play, in_teams=in_teams)
    starts = sum(seat.starts for seat in play.seats) == 1
    groups = _groups(play, sides)
    points: Points = tuple(seat.score for seat in play.seats)

    def form(scoring: Literal["highest", "lowest", "noted", "win"]) -> Form:
        return Form(play.title, sides, scoring, teams, starts)

    if all(each is None for each in points):
        return Scored(form("win"), points)
    ways = [_shared(points, groups), points] if sides != "each" else [points]
    if sides == "together":
        return Scored(form("highest"), ways[0])
    if scoring in ("highest", "lowest"):
        winners = _winners(play)
        for way in ways:
            if winners in (None, best(way, groups, lowest=scoring == "lowest")):
                return Scored(form(scoring), way)
    return Scored(form("noted"), ways[0])


def _sides(play: Play, *, in_teams: bool) -> tuple[Sides, tuple[str, ...]]:
    """Who plays for whom; each for itself where teams are not known of all, or did not win as one."""
    won = {bool(seat.won) for seat in play.seats}
    if play.together and len(won) == 1:
        return "together", ()
    teams = sorted({seat.team for seat in play.seats}) if in_teams else []
    if "" not in teams and 2 <= len(teams) <= MOST_TEAMS and all(map(is_name, teams)) and _distinct(teams):
        groups = (_of_team(play.seats, team) for team in teams)
        if all(len({bool(play.seats[index].won) for index in group}) == 1 for group in groups):
            return "teams", tuple(teams)
    return "each", ()


def _distinct(names: Sequence[str]) -> bool:
    return len({name.casefold() for name in names}) == len(names)


def _of_team(seats: Sequence[Seat], team: str) -> tuple[int, ...]:
    return tuple(index for index, seat in enumerate(seats) if seat.team == team)


def _groups(play: Play, sides: Sides) -> list[tuple[int, ...]]:
    """The indices of the seats that score together."""
    if sides == "together":
        return [tuple(range(len(play.seats)))]
    if sides == "each":
        return [(index,) for index in range(len(play.seats))]
    return [_of_team(play.seats, team) for team in sorted({seat.team for seat in play.seats})]


def _shared(points: Points, groups: Iterable[tuple[int, ...]]) -> Points:
    """The points of a side once, where all its members have the same; else as they are."""
    groups = list(groups)
    if any(len({points[index] for index in group}) > 1 for group in groups):
        return points
    first = {group[0] for group in groups}
    return tuple(each if index in first else None for index, each in enumerate(points))


def _winners(play: Play) -> frozenset[int] | None:
    """The indices of the seats that won; None if the file does not say."""
    if all(seat.won is None for seat in play.seats):
        return None
    return frozenset(index for index, seat in enumerate(play.seats) if seat.won)


def best(points: Points, groups: Sequence[tuple[int, ...]], *, lowest: bool) -> frozenset[int]:
    """The indices of the seats that win by points, as a sheet has it: what is not written counts 0."""
    sums = [sum(points[index] or 0 for index in group) for group in groups]
    top = min(sums) if lowest else max(sums)
    return frozenset(index for group, total in zip(groups, sums, strict=True) if total == top for index in group)


def scoring_of(plays: Sequence[Play]) -> Scoring | None:
    """How a title is scored by its plays: what leads to more of the winners that are named; None if none are."""
    found: Counter[Scoring] = Counter()
    for play in plays:
        groups, winners = [(index,) for index in range(len(play.seats))], _winners(play)
        if winners and not play.together and any(seat.score is not None for seat in play.seats):
            points = tuple(seat.score for seat in play.seats)
            found["highest"] += winners == best(points, groups, lowest=False)
            found["lowest"] += winners == best(points, groups, lowest=True)
    return None if not found else "lowest" if found["lowest"] > found["highest"] else "highest"


# --- the sheet


def parts_of(plays: Iterable[Scored], roles: Counter[str]) -> TitleParts:
    """What the sheets of a title need for these plays; of more than 40 roles those that were played most."""
    points = [each for _, points in plays for each in points if each is not None]
    low, high = min(points, default=0), max(points, default=0)
    small, negative, all_others = AMOUNTS
    narrow = (each for each in (small, negative) if each[0]["least"] <= low and high <= each[0]["most"])
    most = sorted(roles, key=lambda role: (-roles[role], role))[:MOST_ROLES]
    return TitleParts(next(narrow, all_others), tuple(sorted(most)))


def cells(categories: Sequence[dict[str, Any]], points: int) -> Iterator[tuple[str, int]]:
    """A score by category."""
    if len(categories) == 1:
        yield POINTS["id"], points
    else:
        yield "thousands", points // THOUSAND * THOUSAND
        yield POINTS["id"], points % THOUSAND


def roles_of(form: Form, parts: TitleParts) -> dict[str, str]:
    """The roles of a sheet: ids by name. A sheet with fewer roles than it needs seats has none."""
    return ids(parts.roles, "role") if len(parts.roles) >= _least(form) else {}


def document(form: Form, parts: TitleParts) -> str:
    """A sheet as YAML, as its author would write it."""
    sheet: dict[str, Any] = {
        "game": SCORESHEET,
        "id": id_of(form.title),
        "name": form.title,
        "seats": {"least": _least(form), "most": MOST_SEATS},
        "sides": form.sides,
        "teams": _parts(ids(form.teams, "team")),
        "roles": _parts(roles_of(form, parts)),
        "scoring": form.scoring,
        "categories": [] if form.scoring == "win" else list(parts.categories),
        "rounds": {"number": 1},
        "turn_order": form.starts,
    }
    return yaml.safe_dump(
        {name: value for name, value in sheet.items() if value not in ([], False)},
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=120,
    )


def _least(form: Form) -> int:
    return max(1, len(form.teams))


def _parts(named: dict[str, str]) -> list[dict[str, str]]:
    return [{"id": id_, "name": name} for name, id_ in named.items()]


def ids(names: Iterable[str], kind: str) -> dict[str, str]:
    """An id for each name, none twice."""
    found: dict[str, str] = {}
    for name in names:
        base = id_of(name, kind, MOST_ID)
        free = (f"{base}-{number}" if number > 1 else base for number in range(1, len(found) + 2))
        found[name] = next(id_ for id_ in free if id_ not in found.values())
    return found


def is_title(text: str) -> bool:
    """Whether a sheet can be that of such a game."""
    return is_name(text, LONGEST_TITLE)


def is_name(text: str, most: int = MOST_LETTERS) -> bool:
    """Whether something can be called so on a sheet: a line of at most so many letters, without braces."""
    return bool(text.strip()) and len(text) <= most and not {*text} & {*"{}\n\r\t"}
