"""`tabletale import-plays`."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from api import errors
from api.commands.common import open_service, progress_bar
from api.commands.dates import calendar_of, time_zone_option
from api.commands.options import database_option
from api.plays.planning import Choices, plan
from api.plays.play import SOURCES
from api.plays.reading import open_plays
from api.plays.sheets import SCORESHEET
from api.plays.storing import SheetMaker, store_games
from api.plays.tables import read_table
from api.settings import Settings
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import BinaryIO

    from api.plays.people import Match
    from api.plays.planning import Plan
    from api.plays.play import Finding, Scoring, Source
    from api.service import Service

MOST_SHOWN = 50
"""Lines of each kind that are printed."""


@click.command("import-plays", epilog="Example: tabletale import-plays BGStatsExport.json --dry-run")
@click.argument("file", type=click.File("rb"))
@click.option(
    "--format",
    "source",
    type=click.Choice(["csv", "bgstats", "bgg"]),
    help="The format of FILE; by default its first character tells it.",
)
@click.option("--dry-run", is_flag=True, help="Print what would be made of the plays, and store nothing.")
@click.option("--partial", is_flag=True, help="If some plays cannot be imported, import the others.")
@click.option(
    "--players", type=click.File("rb"), help="A CSV table `player,becomes`: who the players of FILE are here."
)
@click.option(
    "--titles", type=click.File("rb"), help="A CSV table `title,becomes`: what games of FILE are called here."
)
@click.option(
    "--scoring",
    type=click.Choice(["highest", "lowest"]),
    help="Who wins where FILE tells neither how a game is scored nor who won.",
)
@click.option("--date-pattern", "pattern", metavar="PATTERN", help="How dates of a CSV file are written: %d.%m.%Y.")
@time_zone_option
@database_option
def import_plays(
    file: BinaryIO,
    source: Source | None,
    dry_run: bool,
    partial: bool,
    players: BinaryIO | None,
    titles: BinaryIO | None,
    scoring: Scoring | None,
    pattern: str | None,
    zone: str | None,
    database: str | None,
) -> None:
    """Import plays that were logged elsewhere from FILE, `-` for the standard input.

    FILE is the JSON of BG Stats (also in a .zip), the XML of BoardGameGeek, or CSV with a line for each play and
    player. Each play becomes a finished game on a scoresheet. No play is imported twice. See
    docs/how-to/bring-in-last-years-plays.md.
    """
    calendar = calendar_of(pattern, zone)
    choices = Choices(
        players=read_table(players, "player") if players else {},
        titles=read_table(titles, "title") if titles else {},
        scoring=scoring,
    )
    found = open_plays(file, source)
    if pattern and found.source != "csv":
        why = f"dates of a CSV file have a pattern, and this file is from {SOURCES[found.source]}: leave it out."
        raise click.BadParameter(why, param_hint="--date-pattern")
    reading = found.read(calendar)
    with open_service(Settings.read(database_url=database)) as service:
        planned = plan(service.store, reading, choices)
        if dry_run:
            _print_plan(service, planned)
        _print_findings("that cannot be imported", planned.faults)
        if dry_run and planned.faults and not partial:
            click.echo("Without --partial nothing would be stored.", err=True)
        if dry_run:
            sys.exit(1 if planned.faults and not partial else 0)
        if planned.faults and not partial:
            click.echo(f"Nothing was stored.\n{errors.InvalidPlays.next_command}", err=True)
            sys.exit(1)
        with progress_bar("importing", hidden=not planned.games) as show:
            stored = store_games(service.library, planned.games, show)
    click.echo(_summary(planned, f"{counted(stored, 'game')} stored"))


def _summary(planned: Plan, games: str) -> str:
    """What became of the plays, or would."""
    here, faults = counted(planned.here, "play"), counted(len(planned.faults), "fault")
    return f"{games}, {here} here already, {planned.uncounted} of the games count in no statistic, {faults}."


def _print_plan(service: Service, planned: Plan) -> None:
    """What would be made, title by title, and who plays."""
    here = {each.hash for each in service.store.component_set_names(SCORESHEET)}
    sheets = SheetMaker(service.library, planned.games)
    used: Counter[tuple[str, str, str]] = Counter()
    for game in planned.games:
        made = sheets.of(game).set
        form = f"{game.scored.form.sides}, {game.scored.form.scoring}"
        used[game.play.title, form, "here already" if made.hash in here else "new"] += 1
    click.echo(_summary(planned, f"{counted(len(planned.games), 'game')} would be stored"))
    _print_counts("game", planned.titles)
    _print_counts(
        "sheet", Counter({f"{title} ({form}; {state})": count for (title, form, state), count in used.items()})
    )
    _print_counts("place", planned.locations)
    _print_people(planned.players)
    for game_id in planned.deleted:
        click.echo(f"Deleted at the source, and here as game {game_id}.")
    _print_findings("without a place in a game, stored in its notes", planned.losses)


def _print_counts(what: str, counts: Counter[str]) -> None:
    """The most frequent ones."""
    if counts:
        click.echo(f"\n{counted(len(counts), what)}:")
        for name, count in counts.most_common(MOST_SHOWN):
            click.echo(f"  {count:>5}  {name}")
        _print_more(len(counts))


def _print_people(matches: Iterable[Match]) -> None:
    """Who is known, who is new, and who is doubtful, with the lines that a table needs."""
    by_state: dict[str, list[Match]] = {"known": [], "new": [], "nameless": [], "doubtful": []}
    for match in matches:
        by_state[match.state].append(match)
    for state, found in by_state.items():
        if found:
            click.echo(f"\n{counted(len(found), f'{state} player')}:")
            for match in found[:MOST_SHOWN]:
                click.echo(f"  {_described(match)}")
            _print_more(len(found))


def _described(match: Match) -> str:
    """A player of the file, and who that is here."""
    if match.state == "doubtful":
        return f"{match.person.name}: {match.why}"
    return match.person.name if match.name in ("", match.person.name) else f"{match.person.name} is {match.name}"


def _print_findings(what: str, findings: Sequence[Finding]) -> None:
    if findings:
        click.echo(f"\n{counted(len(findings), 'field')} {what}:", err=True)
        for finding in findings[:MOST_SHOWN]:
            click.echo(f"  {finding}", err=True)
        _print_more(len(findings), err=True)


def _print_more(count: int, **where: Any) -> None:
    if count > MOST_SHOWN:
        click.echo(f"  and {count - MOST_SHOWN} more", **where)
