"""`tabletale statistics`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from msgspec import UnsetType

from api.commands.common import open_service, progress_bar
from api.commands.options import cluster_options, database_option
from api.errors import InvalidRequest
from api.resources.rulesets import ruleset_named
from api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table

    import analytics
    from api.service import Service

FORMATS = {
    **{"json": "application/json", "csv": "text/csv", "arrow": "application/vnd.apache.arrow.stream"},
    **{"parquet": "application/vnd.apache.parquet", "vega": "application/vnd.vegalite.v6+json"},
    **{"svg": "image/svg+xml", "png": "image/png"},
}


@click.command(epilog="Example: tabletale statistics win_rate_by_seat --param ruleset=heros_crossing_tactics")
@click.argument("name", required=False)
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter; may be given several times.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", *FORMATS]),
    default="table",
    show_default=True,
    help="The format of the answer.",
)
@click.option("--wide", is_flag=True, help="Show all columns of the rows, even if they are wide.")
@click.option("--games", is_flag=True, help="Show the latest games of the answer, and a few of each row that has some.")
@cluster_options
@database_option
def statistics(
    name: str | None,
    params: Sequence[str],
    form: str,
    wide: bool,
    games: bool,
    cluster: str | None,
    cluster_only: bool | None,
    database: str | None,
) -> None:
    """Show a statistic of the finished games, or a question about a ruleset, by its NAME; without NAME, list them.

    `--param ruleset=NAME` lists the questions about that ruleset too. Give players by name or id.
    """
    from api.statistics import answer, in_form, lake_problems, prepare

    given = _given(params)
    with open_service(Settings.read(database_url=database, cluster=cluster, cluster_only=cluster_only)) as service:
        if name is None:
            _list(service, given.get("ruleset"))
            return
        on_cluster = service.cluster.connected()
        try:
            query = prepare(service, name, given, waits=True)
        except InvalidRequest as error:
            raise click.UsageError(_faults(error)) from None
        with progress_bar("Parts", hidden=on_cluster is None) as progress:
            result = answer(service, query, progress)
    if form == "table":
        with lake_problems():
            _draw(result, wide=wide, games=games)
        return
    content = in_form(result, FORMATS[form])
    sys.stdout.buffer.write(content if content.endswith(b"\n") or form in BINARY else content + b"\n")


OF_A_ROW = 3
"""How many games of each row are shown."""
BINARY = ("arrow", "parquet", "png")


def _faults(error: InvalidRequest) -> str:
    """Each wrong parameter with its flag."""
    faults = () if isinstance(error.errors, UnsetType) else error.errors
    lines = [f"--param {fault.pointer[1:]}: {fault.detail}" for fault in faults]
    return "\n".join([*lines, "`tabletale statistics` lists the parameters of each statistic."])


def _list(service: Service, ruleset: str | None) -> None:
    from analytics import catalogue

    for job in catalogue():
        click.echo(f"{job.name}\n  {job.question}\n  {', '.join(job.parameters['properties'])}")
    if ruleset is not None:
        click.echo(f"\nQuestions about {ruleset}:")
        for question in ruleset_named(service, ruleset).questions:
            click.echo(f"{question.name}\n  {question.asks}")


def _given(params: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for name, value in map(_pair, params):
        if name in given:
            raise click.UsageError(f"--param {name}: given twice")
        given[name] = value
    return given


def _pair(param: str) -> tuple[str, str]:
    name, equals, value = param.partition("=")
    if not equals:
        raise click.UsageError(f"a parameter is NAME=VALUE, not {param!r}")
    if param != param.encode(errors="replace").decode():
        raise click.UsageError(f"--param {name!r}: not valid UTF-8")
    return name, value


def _draw(result: analytics.Result, *, wide: bool, games: bool) -> None:
    """Print the answer as text, and which games it leaves out."""
    if wide:
        _draw_wide(result)
    else:
        click.echo(result.to_text())
    click.echo(f"Excluded: {result.excluded_text or 'no games'}.  All columns: --wide   The games: --games")
    if games:
        examples = result.example_games(OF_A_ROW, None)
        for panel in result.panels:
            for row, key in zip(panel.rows, panel.row_keys, strict=False):
                ids = examples.get(key, ())
                click.echo(f"{' · '.join(filter(None, (panel.heading, row[0])))}: {', '.join(ids) or 'none'}")
        click.echo("\n".join(["The latest games of the sample:", *(f"  {game}" for game in result.latest_games())]))


def _draw_wide(result: analytics.Result) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=result.title)
    for name in result.rows.columns:
        table.add_column(name, justify="right" if result.rows[name].dtype.is_numeric() else "left", no_wrap=True)
    for row in result.rows.iter_rows():
        table.add_row(*map(_cell, row))
    console = Console(width=10_000)
    click.echo("\n".join(line.rstrip() for line in _printed(console, table)))


def _printed(console: Console, table: Table) -> list[str]:
    with console.capture() as captured:
        console.print(table)
    return captured.get().splitlines()


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return " > ".join(map(str, value))
    return f"{value:.3f}" if isinstance(value, float) else str(value)
