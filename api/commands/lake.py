"""`tabletale lake`: the files of facts that statistics read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from api.commands.common import open_service
from api.commands.options import database_option
from api.rest.web import encode
from api.settings import Settings
from api.statistics import lake_problems

if TYPE_CHECKING:
    import analytics

json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group(epilog="Example: tabletale lake info")
def lake() -> None:
    """Show or rebuild the lake: the files of facts that statistics read.

    Statistics update it by themselves; for a long history, update it beforehand.
    """


@lake.command(epilog="Example: tabletale lake export")
@json_option
@database_option
def export(as_json: bool, database: str | None) -> None:
    """Export what was recorded since the last export."""
    _export(database, as_json=as_json, rebuild=False)


@lake.command(epilog="Example: tabletale lake rebuild --legal")
@click.option("--legal", is_flag=True, help="Count the legal actions of each decision, up to 500; this takes long.")
@json_option
@database_option
def rebuild(legal: bool, as_json: bool, database: str | None) -> None:
    """Export the whole log again."""
    _export(database, as_json=as_json, rebuild=True, legal=legal)


def _export(database: str | None, *, as_json: bool, rebuild: bool, legal: bool = False) -> None:
    import analytics

    with open_service(Settings.read(database_url=database)) as service, lake_problems():
        found = analytics.Lake(service.settings.lake)
        done = analytics.export(service.store, service.rulesets, found, rebuild=rebuild, legal=legal)
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
