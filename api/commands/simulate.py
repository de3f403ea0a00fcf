"""`tabletale simulate`."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import click

from api.commands.common import database_option, open_service, with_progress
from api.recording.simulate import MOST_DECISIONS, play, record
from api.resources.rulesets import ruleset_named
from api.rest.web import encode
from api.settings import Settings
from rulesets.kit.bots import BOTS
from rulesets.kit.errors import UnknownAction
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from api.service import Service
    from events import Game
    from rulesets.kit.bots import Bot
    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset


@click.command(epilog="Example: tabletale simulate heros_crossing_tactics --games 100 --bots greedy,random")
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=10, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same games.")
@click.option("--seats", type=click.IntRange(1, 99), help="Seats at the table; else the fewest possible.")
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game; may be given several times.",
)
@click.option("--bots", default="random", show_default=True, help="The bots of the seats, in order: random, greedy.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@database_option
def simulate(
    ruleset: str,
    games: int,
    seed: int,
    seats: int | None,
    given: tuple[str, ...],
    bots: str,
    as_json: bool,
    database: str | None,
) -> None:
    """Let bots play games of RULESET and record them through the service that people use."""
    with open_service(Settings.read(database_url=database)) as service:
        known = ruleset_named(service, ruleset)
        at_table = _seats(known, seats)
        chosen, options = _bots(bots, at_table), _options(known, given)
        begun = time.monotonic()
        done = [
            _one(service, known, at_table, chosen, options, f"{seed}/{number}")
            for number in with_progress(range(games), "playing", games)
        ]
        _print(known, done, time.monotonic() - begun, as_json)


def _seats(ruleset: Ruleset[Any], wanted: int | None) -> int:
    seats = wanted or ruleset.seats.start
    if seats not in ruleset.seats:
        raise click.UsageError(f"{ruleset.title} takes {ruleset.seats.start} to {ruleset.seats.stop - 1} seats.")
    return seats


def _bots(names: str, seats: int) -> dict[int, Bot]:
    """A bot for each seat; too few names begin again from the first."""
    wanted = names.split(",")
    if unknown := next((name for name in wanted if name not in BOTS), None):
        raise click.UsageError(f"there is no bot {unknown!r}; there are {', '.join(BOTS)}.")
    return {seat: BOTS[wanted[(seat - 1) % len(wanted)]] for seat in range(1, seats + 1)}


def _options(ruleset: Ruleset[Any], given: tuple[str, ...]) -> dict[str, str]:
    """Options of the game, tried out on the set that ships."""
    options = dict(text.partition("=")[::2] for text in given)
    try:
        components = ruleset.starter_components
        filled = ruleset.agreed(options, components)
        ruleset.empty_board(Start(ruleset.seats.start, components.hash, "table", "free", filled), components)
    except UnknownAction as error:
        raise click.UsageError(f"{error.detail}.") from None
    return options


def _one(
    service: Service, ruleset: Ruleset[Any], seats: int, bots: dict[int, Bot], options: dict[str, str], seed: str
) -> Game:
    nobody: list[UUID | None] = [None] * seats
    played = play(ruleset, ruleset.starter_components, seats, bots, Random(seed), options)
    return record(service.recorder, ruleset, played, nobody)


def _print(ruleset: Ruleset[Any], games: list[Game], seconds: float, as_json: bool) -> None:
    ended = [game.summary.result.winners for game in games if game.summary.result]
    wins = Counter(seat for winners in ended for seat in winners)
    events, unwon, unfinished = sum(game.version for game in games), ended.count(()), len(games) - len(ended)
    if as_json:
        result = {"games": [str(game.id) for game in games], "events": events, "wins": dict(sorted(wins.items()))}
        click.echo(encode(result | {"without_winner": unwon, "unfinished": unfinished}))
        return
    click.echo(f"{_counted(len(games), 'game')} with {_counted(events, 'event')} in {seconds:.1f} s.")
    for line in _ends(ruleset, wins, unwon, unfinished):
        click.echo(line)


def _ends(ruleset: Ruleset[Any], wins: Counter[Seat], unwon: int, unfinished: int) -> Iterator[str]:
    """How the games ended, and how many did not."""
    if ruleset.cooperative:
        yield f"{wins[1]} won, {unwon} lost."
    else:
        yield from (f"Seat {seat} won {count}." for seat, count in sorted(wins.items()))
        if unwon:
            yield f"{unwon} ended without a winner."
    if unfinished:
        yield f"{unfinished} did not end: a game is left after {MOST_DECISIONS} decisions."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
