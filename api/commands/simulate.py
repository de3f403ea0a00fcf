"""`tabletale simulate`."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from api.commands.common import numbers_of_seats, open_service, with_progress
from api.commands.options import database_option
from api.commands.playing import cores, games_of
from api.recording.history import Plan, record_simulated, try_options
from api.resources.rulesets import ruleset_named
from api.rest.shapes import microseconds_of
from api.rest.web import encode
from api.settings import Settings
from rulesets.kit.bots import BOTS
from rulesets.kit.errors import UnknownAction
from rulesets.kit.phases import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from events import Game
    from rulesets.kit.ruleset import Ruleset

MOST_SEATS = 99
EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)
"""The earliest end of a history."""


@click.command(epilog="Example: tabletale simulate kingdom_rush --games 100 --seats 2-4 --option difficulty=hard")
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="How many games.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed (and --until) gives the same games."
)
@click.option(
    "--seats",
    multiple=True,
    metavar="SEATS",
    help="Seats at the table: 3, or 2-4; may be given several times. By default drawn for each game.",
)
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of all games; may be given several times. Other options are drawn for each game.",
)
@click.option(
    "--bots",
    metavar="BOTS",
    help="Bots for the seats in order, such as greedy,random. They replace the named players.",
)
@click.option(
    "--until",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"]),
    metavar="TIME",
    help="No game ends later: 2026-11-21 or 2026-11-21T19:30:00Z; by default now.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    help="Processes that play at once, if it takes longer than a few seconds; by default one for each core.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@database_option
def simulate(
    ruleset: str,
    games: int,
    seed: int,
    seats: tuple[str, ...],
    given: tuple[str, ...],
    bots: str | None,
    until: datetime | None,
    processes: int | None,
    as_json: bool,
    database: str | None,
) -> None:
    """Let bots play games of RULESET, and record them as if people had played.

    Players are drawn from eight profiles, from Bot Ada, the strongest, to Bot Hugo, the weakest. They think before
    they act, and undo some moves. The games end in the two years up to --until, and have the tag `simulated`. About
    2 % stay unfinished, and 2 % are abandoned early and archived.

    The games and their order do not depend on the number of processes.
    """
    with open_service(Settings.read(database_url=database)) as service:
        known = ruleset_named(service, ruleset)
        numbers = _seats(known, seats)
        plan = Plan(
            ruleset=ruleset,
            seed=seed,
            until=_until(until),
            seats=numbers,
            options=_options(known, numbers, given),
            bots=_bots(bots),
        )
        begun = time.monotonic()
        played = games_of(known, plan, games, processes or cores())
        done = [record_simulated(service.recorder, known, game) for game in with_progress(played, "playing", games)]
        report = _Report.of(done)
        click.echo(encode(report) if as_json else "\n".join(_lines(known, report, time.monotonic() - begun)))


def _seats(ruleset: Ruleset[Any], given: Sequence[str]) -> tuple[int, ...]:
    allowed = ruleset.seats_with(ruleset.starter_components)
    ranges = [numbers_of_seats(text, MOST_SEATS) for text in given] or [allowed]
    seats = sorted({number for numbers in ranges for number in numbers})
    if not set(seats) <= set(allowed):
        takes = "-".join(map(str, sorted({allowed[0], allowed[-1]})))
        raise click.UsageError(f"{ruleset.title} takes {takes} seats: choose --seats from these.")
    return tuple(seats)


def _bots(names: str | None) -> tuple[str, ...]:
    """The bots of the seats, in order; none for the players of the pool."""
    bots = tuple(names.split(",")) if names is not None else ()
    if unknown := [name for name in bots if name not in BOTS]:
        raise click.UsageError(f"No bot is called {unknown[0]!r}; the bots are {', '.join(BOTS)}.")
    return bots


def _until(given: datetime | None) -> int:
    """The latest end of a game, in microseconds UTC; not in the future."""
    now = datetime.now(UTC)
    until = given.replace(tzinfo=UTC) if given else now
    if not EARLIEST <= until <= now:
        raise click.UsageError(f"--until is a time from {EARLIEST.year} up to now, in UTC.")
    return microseconds_of(until)


def _options(ruleset: Ruleset[Any], seats: Sequence[int], given: Sequence[str]) -> dict[str, str]:
    """Options of all games, tried with the starter set."""
    options = dict(text.partition("=")[::2] for text in given)
    try:
        for number in seats:
            try_options(ruleset, number, options)
    except UnknownAction as error:
        raise click.UsageError(f"{error.detail}.") from None
    return options


class _Tally(Struct, frozen=True):
    """The finished games of a player."""

    name: str
    games: int
    wins: int


class _Report(Struct, frozen=True):
    """What was recorded, and how it ended."""

    games: list[str]
    events: int
    wins: dict[Seat, int]
    """By seat."""
    without_winner: int
    unfinished: int
    abandoned: int
    players: list[_Tally]
    """Those who won most first."""

    @classmethod
    def of(cls, games: Sequence[Game]) -> _Report:
        """Count how games ended."""
        winners = [game.summary.result.winners for game in games if game.summary.result]
        left = [game for game in games if not game.summary.result]
        abandoned = sum(game.archived for game in left)
        return cls(
            games=[str(game.id) for game in games],
            events=sum(game.version for game in games),
            wins=dict(sorted(Counter(seat for seats in winners for seat in seats).items())),
            without_winner=winners.count(()),
            unfinished=len(left) - abandoned,
            abandoned=abandoned,
            players=_tallies(games),
        )


def _tallies(games: Sequence[Game]) -> list[_Tally]:
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        if result := game.summary.result:
            names = {seated.seat: seated.name for seated in game.seats if seated.name}
            played.update(names.values())
            won.update(names[seat] for seat in result.winners if seat in names)
    tallies = [_Tally(name, count, won[name]) for name, count in played.items()]
    return sorted(tallies, key=lambda tally: (-tally.wins / tally.games, tally.name))


def _lines(ruleset: Ruleset[Any], report: _Report, seconds: float) -> Iterator[str]:
    """The report in words, a line for each count."""
    yield f"{_counted(len(report.games), 'game')} with {_counted(report.events, 'event')} in {seconds:.1f} s."
    yield from _ends(ruleset, report)
    yield from (f"{tally.name} won {tally.wins} of {_counted(tally.games, 'game')}." for tally in report.players)


def _ends(ruleset: Ruleset[Any], report: _Report) -> Iterator[str]:
    """How the games ended, and how many did not."""
    if ruleset.cooperative:
        yield f"{report.wins.get(1, 0)} won, {report.without_winner} lost."
    else:
        yield from (f"Seat {seat} won {count}." for seat, count in report.wins.items())
        if report.without_winner:
            yield f"{report.without_winner} ended without a winner."
    if report.unfinished:
        yield f"{report.unfinished} left unfinished."
    if report.abandoned:
        yield f"{report.abandoned} abandoned and archived."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
