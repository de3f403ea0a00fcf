"""Figures counted straight from the log: its rows and their JSON, past rulesets and facts.

Where such a count and a statistic differ, a fact is wrong, or the statistic. What the JSON does not tell without the
rules (who is waited for, what is held, what else was legal) cannot be counted here.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analytics import JOBS
from tests.statistics.asked import Question, named
from tests.statistics.histories import InMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import polars as pl

    from tests.statistics.histories import History

COUNTS = "status = 'finished' AND NOT archived AND count_in_statistics AND forked_from IS NULL AND NOT tainted"
"""The games that statistics are of."""

Figures = Mapping[str, tuple[float, ...]]
"""By what a row is about, as `asked.named` calls it."""


class LoggedEvent(NamedTuple):
    """An event as its row in the log has it."""

    parent: int
    kind: str
    seat: int
    action: str


class Decided(NamedTuple):
    """A decision on the line that leads to the head."""

    seat: int
    type: str


class Logged(NamedTuple):
    """A game as its rows in the log have it."""

    seats: int
    options: str
    winners: tuple[int, ...]
    decided: tuple[Decided, ...]

    def share(self, seat: int) -> Fraction:
        """What a seat has of the win where seats compete."""
        return Fraction(seat in self.winners, len(self.winners) or 1)

    def lines(self, depth: int) -> dict[int, tuple[str, ...]]:
        """How each seat opened."""
        return {
            seat: tuple(decided.type for decided in self.decided if decided.seat == seat)[:depth]
            for seat in range(1, self.seats + 1)
        }


def read(log: Path) -> Iterator[Logged]:
    """The games of a log on SQLite that statistics are of."""
    with sqlite3.connect(log) as db:
        for game_id, head, result in db.execute(f"SELECT id, head, result FROM games WHERE {COUNTS}").fetchall():
            columns = "version, " + ", ".join(LoggedEvent._fields)
            events = db.execute(f"SELECT {columns} FROM events WHERE game_id = ?", (game_id,))
            yield _logged({version: LoggedEvent(*event) for version, *event in events}, head, json.loads(result))


def _logged(events: dict[int, LoggedEvent], head: int, result: dict[str, Any]) -> Logged:
    line = []
    while head:
        line.append(events[head])
        head = events[head].parent
    start = json.loads(line[-1].action)
    plays = [event for event in reversed(line) if event.kind == "play"]
    options = sorted(start.get("options", {}).items())
    return Logged(
        start["seats"],
        " ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in options),
        tuple(result["winners"]),
        tuple(Decided(event.seat, json.loads(event.action)["type"]) for event in plays),
    )


class Counted(NamedTuple):
    """What is asked of a statistic, and how it is counted from the log."""

    given: dict[str, object]
    """Parameters; those that the statistic does not have are left out."""
    columns: tuple[str, ...]
    by_log: Callable[[list[Logged], bool], Figures]
    """Of games, and whether all win or lose together."""


def action_mix(games: list[Logged], _together: bool) -> Figures:
    """Games that reach the third, how often it is decided, and its share."""
    reached: Counter[int] = Counter()
    decisions: Counter[int] = Counter()
    found: Counter[tuple[int, str]] = Counter()
    for game in games:
        thirds = [1 + at * 3 // len(game.decided) for at in range(len(game.decided))]
        reached.update(set(thirds))
        decisions.update(thirds)
        found.update(zip(thirds, (decided.type for decided in game.decided), strict=True))
    return {
        f"{third} · {kind}": (reached[third], count, count / decisions[third]) for (third, kind), count in found.items()
    }


def win_rate_by_seat(games: list[Logged], together: bool) -> Figures:
    """Games, and what was won: by number of seats and seat; where all win together, of all, and by options that games
    of as many seats differ in."""
    n: Counter[str] = Counter()
    wins: defaultdict[str, Fraction] = defaultdict(Fraction)
    for game in games:
        of = ["", *game.options.split()] if together else range(1, game.seats + 1)
        for one in of:
            key = f"{game.seats} · - · {one}" if together else f"{game.seats} · {one} · -"
            n[key] += 1
            wins[key] += (1 in game.winners) if together else game.share(int(one))
    whole = {game.seats: n[f"{game.seats} · - · "] for game in games}
    same = {key for key in n if together and key[-1] != " " and n[key] == whole[int(key.split(" ")[0])]}
    return {key: (n[key], float(wins[key])) for key in n if key not in same}


def opening_tree(games: list[Logged], together: bool) -> Figures:
    """Games and rate of wins of each opening; a team's game counts once."""
    found: defaultdict[tuple[str, ...], dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for number, game in enumerate(games):
        for seat, line in game.lines(DEPTH).items():
            share = Fraction(seat in game.winners) if together else game.share(seat)
            for length in range(len(line) + 1):
                found[line[:length]][number].append(share)
    return {_opening(line): _won(list(of_games.values()), together) for line, of_games in found.items()}


DEPTH = 2


def _opening(line: tuple[str, ...]) -> str:
    return f"{' > '.join(line)} · {len(line)} · {line[-1] if line else '-'}"


def _won(games: list[list[Fraction]], together: bool) -> tuple[float, ...]:
    shares = [share for game in games for share in (game[:1] if together else game)]
    return len(games), float(sum(shares) / len(shares))


def amounts(games: list[Logged], together: bool) -> Figures:
    """Games, those with such a decision, and how many come on a seat, or on a team."""
    units = sum(1 if together else game.seats for game in games)
    types = Counter(decided.type for game in games for decided in game.decided)
    with_it = Counter(kind for game in games for kind in {decided.type for decided in game.decided})
    return {kind: (len(games), with_it[kind], count / units) for kind, count in types.items()}


def first_time(games: list[Logged], together: bool) -> Figures:
    """Games, those with such a decision, and the share of seats, or of teams, that ever take it."""
    units = sum(1 if together else game.seats for game in games)
    ever: Counter[str] = Counter()
    for game in games:
        ever.update(kind for _, kind in {(0 if together else decided.seat, decided.type) for decided in game.decided})
    with_it = Counter(kind for game in games for kind in {decided.type for decided in game.decided})
    return {kind: (len(games), with_it[kind], count / units) for kind, count in ever.items()}


def time_per_decision(games: list[Logged], _together: bool) -> Figures:
    """How many decisions there are, timed or not."""
    types = Counter(decided.type for game in games for decided in game.decided)
    return {"-": (types.total(),)} | {kind: (count,) for kind, count in types.items()}


DECISIONS = "category=decision"
COUNTED = {
    "action_mix": Counted({}, ("n", "count", "value"), action_mix),
    "win_rate_by_seat": Counted({}, ("n", "wins"), win_rate_by_seat),
    "opening_tree": Counted(
        {"setup": True, "forced": True, "key": "type", "depth": DEPTH, "children": 100}, ("n", "value"), opening_tree
    ),
    "amounts": Counted({"of": "rows", "where": DECISIONS}, ("n", "games_with", "value"), amounts),
    "first_time": Counted({"where": DECISIONS}, ("n", "games_with", "value"), first_time),
    "time_per_decision": Counted({}, ("decisions",), time_per_decision),
}
"""Statistics that can be counted so."""


class Compared(NamedTuple):
    """What a statistic says, and what the log says."""

    rows: int
    faults: list[str]


def compare(job: str, history: History) -> Compared:
    """Ask a statistic, and count the same from the log."""
    asked = COUNTED[job]
    with history.opened() as service:
        together = service.rulesets[history.ruleset].cooperative
    games = list(read(history.folder / "log.sqlite3"))
    wanted = asked.by_log(games, together)
    known = JOBS[job].params.__struct_fields__
    given = {name: value for name, value in asked.given.items() if name in known}
    rows = Question(history.ruleset, job, given | {"min_n": 1}).counted(InMemory.of(history.lake))
    found = _figures(rows, asked.columns)
    assert wanted, "the log is not empty"
    faults = [f"{key}: {_told(found, key)}; by the log {_told(wanted, key)}" for key in _apart(found, wanted)]
    return Compared(len(wanted), faults)


def _figures(rows: pl.DataFrame, columns: tuple[str, ...]) -> Figures:
    keyed = rows.select(named(rows).alias("key"), *columns)
    return {key: tuple(figures) for key, *figures in keyed.iter_rows()}


def _apart(found: Figures, wanted: Figures) -> list[str]:
    return sorted(key for key in found.keys() | wanted.keys() if not _equal(found.get(key), wanted.get(key)))


def _equal(one: tuple[float, ...] | None, other: tuple[float, ...] | None) -> bool:
    if one is None or other is None:
        return False
    return all(a is not None and abs(a - b) <= 1e-9 * max(1, abs(b)) for a, b in zip(one, other, strict=True))


def _told(figures: Figures, key: str) -> str:
    return ", ".join(f"{figure:g}" for figure in figures[key] if figure is not None) if key in figures else "nothing"


def uncounted() -> list[str]:
    """Statistics that nobody has counted from the log."""
    return sorted(JOBS.keys() - COUNTED.keys())
