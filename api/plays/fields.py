"""Texts of fields as values. Nothing is rounded, and nothing is guessed."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from rulesets.kit.text import LINE, readable

MOST_POINTS = 500_000
"""Nobody scores farther from 0: sheets have room for no more."""
MOST_MINUTES = 366 * 24 * 60
MOST_LETTERS = 200
"""Of names, places and ids, as everywhere."""

NOON = time(12)
"""The time of a play of which only the day is known: it is the same day in nearly all time zones."""

_number = r"\d{1,15}(?:[.,]\d{1,15})?"
_SUM = re.compile(rf"[+-]?{_number}(?:[+-]{_number}){{0,99}}", re.ASCII)
_TERM = re.compile(rf"[+-]?{_number}", re.ASCII)
_line = re.compile(LINE)

YES = {"1", "true", "yes", "y", "x", "won", "win"}
NO = {"0", "false", "no", "n", "-", "lost", ""}


class BadField(Exception):
    """A field that cannot be read."""


class NotANumber(BadField):
    """A score that is not a number."""


class NoRoom(Exception):
    """A field that can be read, and has no place in a game."""


def points(text: str) -> int | None:
    """A score: `12`, `-5`, `12+7+3`, `12,0`; None if it is empty. Raises BadField, NoRoom."""
    plain = re.sub(r"\s", "", text).replace("\u2212", "-")
    if not plain:
        return None
    if not _SUM.fullmatch(plain):
        raise NotANumber(f"{text[:40]!r} is not a number")
    total = sum((Decimal(term.replace(",", ".")) for term in _TERM.findall(plain)), Decimal())
    if total != int(total):
        raise NoRoom(f"{text[:40]!r} is not a whole number")
    if abs(total) >= MOST_POINTS:
        raise BadField(f"{text[:40]!r} is beyond the limit of {MOST_POINTS:,} points")
    return int(total)


def free_points(text: str) -> int | None:
    """A score where the source takes any text. Raises BadField, NoRoom."""
    try:
        return points(text)
    except NotANumber as error:
        raise NoRoom(str(error)) from None


def flag(text: str) -> bool:
    """Yes or no. Raises BadField."""
    word = text.strip().casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise BadField(f"{text[:40]!r} is neither yes nor no: write 1 or 0")


def whole(text: str, most: int = 10**9) -> int:
    """A whole number from 0 on, 0 if it is empty. Raises BadField."""
    plain = text.strip()
    if not re.fullmatch(r"\d{0,12}", plain, re.ASCII):
        raise BadField(f"{text[:40]!r} is not a whole number")
    if (number := int(plain or 0)) > most:
        raise BadField(f"{number:,} is more than {most:,}")
    return number


def minutes(text: str) -> int:
    """A length in minutes; 0 if it is unknown. Raises BadField."""
    return whole(text, MOST_MINUTES)


def line(text: str, most: int = MOST_LETTERS) -> str:
    """Text on one line, without spaces around it. Raises BadField."""
    plain = text.strip()
    if len(plain) > most:
        raise BadField(f"it has {len(plain)} letters; at most {most}")
    if plain and not _line.match(plain):
        raise BadField("it has a character that is not seen, or that turns the direction of writing")
    return plain


def required_line(text: str) -> str:
    """The same, and there is some. Raises BadField."""
    if not text.strip():
        raise BadField("it is empty")
    return line(text)


def prose(text: str) -> str:
    """Text of several lines. Raises NoRoom."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not readable(plain):
        raise NoRoom("it has a character that is not seen, or that turns the direction of writing")
    return plain


class BadCalendar(Exception):
    """A time zone or a pattern of dates that means nothing."""

    def __init__(self, part: Literal["pattern", "zone"], detail: str) -> None:
        super().__init__(detail)
        self.part = part


DAY = datetime(2003, 4, 25, 17, 38, 59, tzinfo=UTC)
"""No two of its numbers are equal."""


class Calendar(Struct, frozen=True):
    """How dates of a file are read and written."""

    zone: tzinfo | None = None
    """The time zone of dates without one; by default that of this machine."""
    pattern: str = ""
    """As `strptime` has it; by default dates are ISO 8601."""

    @classmethod
    def of(cls, pattern: str | None, zone: str | None) -> Calendar:
        """The calendar with a pattern and the name of a time zone. Raises BadCalendar."""
        try:
            if pattern and datetime.strptime(DAY.strftime(pattern), pattern).date() != DAY.date():
                raise ValueError(pattern)
        except (ValueError, re.error):  # strptime makes a regular expression of the pattern
            why = f"{pattern!r} does not have a day, a month and a year, each once, as %d.%m.%Y has"
            raise BadCalendar("pattern", why) from None
        try:
            return cls(ZoneInfo(zone) if zone else None, pattern or "")
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise BadCalendar("zone", f"there is no time zone {zone!r}") from None

    def moment(self, text: str) -> int:
        """A date, with or without a time of day, in microseconds UTC; a day alone is its noon. Raises BadField."""
        plain = text.strip()
        try:
            return self.at(self._parsed(plain))
        except (ValueError, OverflowError):
            example = f"the pattern {self.pattern}" if self.pattern else "YYYY-MM-DD"
            raise BadField(f"{text[:40]!r} is not a date as {example}") from None

    def _parsed(self, text: str) -> datetime:
        if self.pattern:
            found = datetime.strptime(text, self.pattern)
            return found if _has_hours(self.pattern) else datetime.combine(found.date(), NOON)
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            return datetime.combine(date.fromisoformat(text), NOON)
        if not re.match(r"\d{4}-\d\d-\d\d[T ]\d", text, re.ASCII):
            raise ValueError(text)
        return datetime.fromisoformat(text)

    def at(self, moment: datetime) -> int:
        """A time in microseconds UTC. Raises BadField for one in the future."""
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=self.zone) if self.zone else moment.astimezone()
        if moment > datetime.now(UTC) + timedelta(days=1):
            raise BadField(f"{moment:%Y-%m-%d} is in the future")
        return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)

    def text(self, moment: int) -> str:
        """A time in microseconds UTC as BG Stats writes it: `2025-03-02 19:30:00`, local time."""
        known = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=moment)
        return f"{known.astimezone(self.zone):%Y-%m-%d %H:%M:%S}"


def _has_hours(pattern: str) -> bool:
    return any(code in pattern for code in ("%H", "%I", "%X", "%c"))
