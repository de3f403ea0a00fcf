"""Options of commands that read or write local dates."""

from __future__ import annotations

import click

from api.plays.fields import BadCalendar, Calendar

OPTIONS = {"pattern": "--date-pattern", "zone": "--time-zone"}


def calendar_of(pattern: str | None, zone: str | None) -> Calendar:
    """How dates are read. Raises BadParameter."""
    try:
        return Calendar.of(pattern, zone)
    except BadCalendar as error:
        raise click.BadParameter(f"{error}.", param_hint=OPTIONS[error.part]) from None


time_zone_option = click.option(
    "--time-zone",
    "zone",
    metavar="NAME",
    help="The time zone of dates, such as Europe/Berlin; by default this machine's.",
)
