"""`tabletale lake`: the files of facts that statistics read."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from api.commands.common import open_service, progress_bar
from api.commands.options import cluster_options, database_option
from api.errors import LakeUnreadable
from api.rest.web import encode
from api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    import analytics

json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")


@click.group(epilog="Example: tabletale lake info")
def lake() -> None:
    """Show or rebuild the lake: the files of facts that statistics read.

    Statistics update it by themselves; for a long history, update it beforehand.
    """


@lake.command(epilog="Example: tabletale lake export")
@json_option
@cluster_options
@database_option
def export(as_json: bool, cluster: str | None, cluster_only: bool | None, database: str | None) -> None:
    """Export what was recorded since the last export."""
    settings = Settings.read(database_url=database, cluster=cluster, cluster_only=cluster_only)
    _export(settings, as_json=as_json, rebuild=False)


@lake.command(epilog="Example: tabletale lake rebuild --legal")
@click.option("--legal", is_flag=True, help="Count the legal actions of each decision, up to 500; this takes long.")
@json_option
@cluster_options
@database_option
def rebuild(legal: bool, as_json: bool, cluster: str | None, cluster_only: bool | None, database: str | None) -> None:
    """Export the whole log again."""
    settings = Settings.read(database_url=database, cluster=cluster, cluster_only=cluster_only)
    _export(settings, as_json=as_json, rebuild=True, legal=legal)


def _export(settings: Settings, *, as_json: bool, rebuild: bool, legal: bool = False) -> None:
    import analytics

    with open_service(settings) as service, readable(), service.cluster.problems():
        workers = service.cluster.for_export()
        found = analytics.Lake(settings.lake)
        with progress_bar("Games", hidden=workers is None) as progress:
            done = analytics.export(
                *(service.store, service.rulesets, found),
                rebuild=rebuild,
                legal=legal,
                progress=progress,
                cluster=workers,
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

    found = analytics.Lake(Settings.read().lake)
    with readable():
        checkpoint = found.checkpoint()
    by_ruleset = _by_ruleset(checkpoint)
    if as_json:
        click.echo(encode({"folder": str(found.folder), "position": checkpoint.position, "rulesets": by_ruleset}))
        return
    click.echo(f"{found.folder}: up to position {checkpoint.position} of the log.")
    for name, counts in by_ruleset.items():
        tables = ", ".join(f"{counts[table]} {table}" for table in ("facts", "seats", "holdings", "cards"))
        adjusted = f" ({counts['adjusted']} adjusted by hand)" if counts["adjusted"] else ""
        click.echo(f"  {name}: {counts['games']} games{adjusted} with {tables}, {counts['bytes']} bytes")


@contextmanager
def readable() -> Iterator[None]:
    """Raises the problem LakeUnreadable if another version of the program wrote the lake."""
    import analytics

    try:
        yield
    except analytics.LakeUnreadable as error:
        raise LakeUnreadable(str(error)) from None


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
