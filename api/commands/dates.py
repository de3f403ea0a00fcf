"""Options of commands that read or write local dates."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from api.plays.fields import Calendar

DAY = datetime(2003, 4, 25, 17, 38, 59, tzinfo=UTC)
"""No two of its numbers are equal."""


def calendar_of(pattern: str | None, zone: str | None) -> Calendar:
    """How dates are read. Raises BadParameter."""
    try:
        if pattern and datetime.strptime(DAY.strftime(pattern), pattern).date() != DAY.date():
            raise ValueError(pattern)
    except (ValueError, re.error):  # strptime makes a regular expression of the pattern
        why = f"{pattern!r} does not have a day, a month and a year, each once, as %d.%m.%Y has."
        raise click.BadParameter(why, param_hint="--date-pattern") from None
    try:
        return Calendar(ZoneInfo(zone) if zone else None, pattern or "")
    except (ZoneInfoNotFoundError, ValueError):
        raise click.BadParameter(f"there is no time zone {zone!r}.", param_hint="--time-zone") from None


time_zone_option = click.option(
    "--time-zone",
    "zone",
    metavar="NAME",
    help="The time zone of dates, such as Europe/Berlin; by default this machine's.",
)
