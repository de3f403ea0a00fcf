"""`tabletale lake`: the files of facts that statistics read."""

from __future__ import annotations

import csv
import sys
from collections import Counter
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

import click

from api.commands.common import open_service, progress_bar
from api.commands.options import cluster_options, database_option
from api.rest.web import encode
from api.settings import Settings
from api.statistics import lake_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import analytics
    from analytics.sql import Row

SHOWN = 1_000
"""How many rows of an answer in SQL are shown."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


copy_option = click.option(
    "--copy-games", is_flag=True, help="Copy the games into the lake for workers that cannot read the log."
)


@click.group(epilog="Example: tabletale lake info")
def lake() -> None:
    """Show or rebuild the lake: the files of facts that statistics read.

    Statistics update it by themselves; for a long history, update it beforehand.
    """


@lake.command(epilog="Example: tabletale lake export")
@json_option
@copy_option
@cluster_options
@database_option
def export(
    as_json: bool, copy_games: bool, cluster: str | None, cluster_only: bool | None, database: str | None
) -> None:
    """Export what was recorded since the last export."""
    settings = Settings.read(database_url=database, cluster=cluster, cluster_only=cluster_only)
    _export(settings, as_json=as_json, rebuild=False, copy_games=copy_games)


@lake.command(epilog="Example: tabletale lake rebuild --legal")
@click.option("--legal", is_flag=True, help="Count the legal actions of each decision, up to 500; this takes long.")
@json_option
@copy_option
@cluster_options
@database_option
def rebuild(
    legal: bool,
    as_json: bool,
    copy_games: bool,
    cluster: str | None,
    cluster_only: bool | None,
    database: str | None,
) -> None:
    """Export the whole log again."""
    settings = Settings.read(database_url=database, cluster=cluster, cluster_only=cluster_only)
    _export(settings, as_json=as_json, rebuild=True, legal=legal, copy_games=copy_games)


def _export(settings: Settings, *, as_json: bool, rebuild: bool, copy_games: bool, legal: bool = False) -> None:
    import analytics

    if copy_games and not settings.cluster:
        raise click.UsageError("--copy-games is for workers: name their scheduler with --on or TABLETALE_CLUSTER.")
    with open_service(settings) as service, lake_problems(), service.cluster.problems():
        workers = service.cluster.for_export(copy_games=copy_games)
        found = analytics.Lake(service.settings.lake)
        with progress_bar("Games", hidden=workers is None) as progress:
            done = analytics.export(
                *(service.store, service.rulesets, found),
                rebuild=rebuild,
                legal=legal,
                progress=progress,
                cluster=workers,
                copy_games=copy_games,
            )
    if as_json:
        click.echo(encode(done))
    else:
        for fault in done.faults:
            click.echo(f"Game {fault.game_id} is left out: {fault.detail}", err=True)
        click.echo(f"{done.games} games with {done.rows} facts written, {done.removed} removed.")
        click.echo(f"Left out: {_counts(done.excluded)}. Up to position {done.position} of the log.")


@lake.command(epilog="Example: tabletale lake info --json")
@json_option
def info(as_json: bool) -> None:
    """Show what the lake holds, and up to which position of the log."""
    import analytics

    with lake_problems():
        found = analytics.Lake(Settings.read().lake)
        checkpoint = found.checkpoint()
    by_ruleset = _by_ruleset(checkpoint)
    if as_json:
        click.echo(encode({"lake": found.address, "position": checkpoint.position, "rulesets": by_ruleset}))
        return
    click.echo(f"{found.address}: up to position {checkpoint.position} of the log.")
    for name, counts in by_ruleset.items():
        tables = ", ".join(f"{counts[table]} {table}" for table in ("facts", "seats", "holdings", "cards"))
        adjusted = f" ({counts['adjusted']} adjusted by hand)" if counts["adjusted"] else ""
        click.echo(f"  {name}: {counts['games']} games{adjusted} with {tables}, {counts['bytes']} bytes")


@lake.command(epilog="Example: tabletale lake sql 'SELECT ruleset, count(*) FROM games GROUP BY ruleset'")
@click.argument("query", required=False)
@click.option("--csv", "as_csv", is_flag=True, help="Print rows as CSV.")
def sql(query: str | None, as_csv: bool) -> None:
    """Run SQL over the lake with DuckDB, which has to be installed for it.

    Without QUERY, statements are read from the standard input, each up to a semicolon at the end of a line. The views
    are facts, seats, games, holdings, cards and exclusions; docs/lake.md describes their columns.
    """
    import analytics
    from analytics.sql import BadStatement, answer, connect, statements

    with lake_problems():
        try:
            connection = connect(analytics.Lake(Settings.read().lake))
        except BadStatement as error:
            raise click.ClickException(str(error)) from None
    for statement in [query] if query is not None else statements(_typed_lines()):
        try:
            columns, rows = answer(connection, statement)
            if columns and as_csv:
                _print_csv(columns, rows)
            elif columns:
                _print_table(columns, rows)
        except BadStatement as error:
            if query is None and sys.stdin.isatty():
                click.echo(error, err=True)
            else:
                raise click.ClickException(str(error)) from None


def _typed_lines() -> Iterator[str]:
    """The lines of the standard input, with a prompt if somebody types them."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    with suppress(EOFError):
        while True:
            yield input("sql> ") + "\n"


def _print_csv(columns: Sequence[str], rows: Iterable[Row]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def _print_table(columns: Sequence[str], rows: Iterator[Row]) -> None:
    click.echo("\t".join(columns))
    for row in islice(rows, SHOWN):
        click.echo("\t".join("" if value is None else str(value) for value in row))
    if next(rows, None) is not None:
        click.echo(f"There are more than {SHOWN} rows; --csv prints all.", err=True)


def _by_ruleset(checkpoint: analytics.Checkpoint) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for part in checkpoint.parts:
        counts = found.setdefault(part.ruleset, Counter())
        counts.update({table: getattr(part, table).rows for table in ("games", "facts", "seats", "holdings", "cards")})
        if part.adjusted:
            counts["adjusted"] += part.games.rows
        counts["bytes"] += sum(file.size for file in part.files())
    return dict(sorted(found.items()))


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in counts.items()) or "nothing"
