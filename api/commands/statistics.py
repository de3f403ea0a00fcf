"""`tabletale statistics`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from msgspec import UnsetType

from api.commands.common import database_option, open_service
from api.errors import Invalid
from api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    import analytics

FORMATS = ("table", "json", "csv", "parquet", "vega", "svg")


@click.command(epilog="Example: tabletale statistics win_rate_by_seat --param ruleset=heros_crossing_tactics")
@click.argument("job", required=False)
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter; may be given several times.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="table", show_default=True, help="The form of the result."
)
@database_option
def statistics(job: str | None, params: Sequence[str], form: str, database: str | None) -> None:
    """Compute the statistic JOB over the finished games; without JOB, list all statistics."""
    if job is None:
        _list()
        return
    from api.resources.statistics import ask

    given = dict(_pair(param) for param in params)
    with open_service(Settings.read(database_url=database)) as service:
        try:
            result = ask(service, job, given)
        except Invalid as error:
            raise click.UsageError(_faults(error)) from None
    _write(result, form)


def _faults(error: Invalid) -> str:
    """Every bad parameter by its flag."""
    faults = () if isinstance(error.errors, UnsetType) else error.errors
    lines = [f"--param {fault.pointer[1:]}: {fault.detail}" for fault in faults]
    return "\n".join([*lines, "`tabletale statistics` lists the parameters of each statistic."])


def _list() -> None:
    from analytics import catalogue

    for job in catalogue():
        click.echo(f"{job.name}\n  {job.question}\n  {', '.join(job.parameters['properties'])}")


def _pair(param: str) -> tuple[str, str]:
    name, equals, value = param.partition("=")
    if not equals:
        raise click.UsageError(f"a parameter is NAME=VALUE, not {param!r}")
    return name, value


def _write(result: analytics.Result, form: str) -> None:
    match form:
        case "table":
            _draw(result)
        case "json":
            click.echo(result.to_json())
        case "csv":
            click.echo(result.to_csv(), nl=False)
        case "parquet":
            sys.stdout.buffer.write(result.to_parquet())
        case "vega":
            from api.rest.web import encode

            click.echo(encode(result.to_vega()))
        case "svg":
            click.echo(result.to_svg())


def _draw(result: analytics.Result) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=result.question)
    for name in result.rows.columns:
        table.add_column(name, justify="right" if result.rows[name].dtype.is_numeric() else "left")
    for row in result.rows.iter_rows():
        table.add_row(*map(_cell, row))
    console = Console()
    console.print(table)
    left_out = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in result.excluded.items() if count)
    console.print(f"Left out: {left_out or 'nothing'}. Up to position {result.as_of.position} of the log.")


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return " > ".join(map(str, value))
    return f"{value:.3f}" if isinstance(value, float) else str(value)
