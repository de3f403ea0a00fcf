"""Runs benchmarks one after the other: an exception in one of them becomes a row, and the others still run."""

from __future__ import annotations

import os
import textwrap
import traceback
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from rich.table import Table
from rich.text import Text

from tests.benchmarks.harness import Measured, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

LONGEST = 300
"""The length limit of an error in the table; the JSON has all of it."""


class Skip(Struct, frozen=True):
    """A benchmark that this machine cannot run."""

    name: str
    skipped: str
    """What is missing on this machine."""


class Failure(Struct, frozen=True):
    """A benchmark that raised something."""

    name: str
    failed: str
    """The type and the message of the exception."""


Row = Measured | Skip | Failure


def run(name: str, bench: Callable[[], Measured]) -> Row:
    """Run a benchmark and return its row. A traceback goes to stderr; only KeyboardInterrupt is raised."""
    try:
        return bench()
    except Skipped as skipped:
        return Skip(name, str(skipped))
    except (Exception, SystemExit) as error:
        traceback.print_exception(error)
        return Failure(name, f"{type(error).__name__}: {error}")


def exit_code(rows: Iterable[Row]) -> int:
    """The exit code: 1 if a benchmark failed. A skipped one, or one below its bar, does not change it."""
    return int(any(isinstance(row, Failure) for row in rows))


def as_json(rows: Iterable[Row]) -> bytes:
    """The rows as a JSON list; a skipped or failed benchmark has its name and the reason."""
    return msgspec.json.format(msgspec.json.encode(list(rows)), indent=2) + b"\n"


def why_not_writable(path: Path) -> str | None:
    """The reason why a file cannot be written, or None; checked first, since benchmarks take long."""
    if path.is_dir():
        return f"{path} is a folder"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    return None if os.access(path if path.exists() else path.parent, os.W_OK) else f"{path} cannot be written"


def table(rows: Iterable[Row]) -> Table:
    """The rows as a table, each with its notes or its reason below."""
    made = Table("name", "ours", "theirs", "unit", "against", "ratio", "bar", "stretch", "")
    for row in rows:
        match row:
            case Measured():
                _add_measured(made, row)
            case Skip():
                _add_reason(made, row.name, "skipped", row.skipped)
            case Failure():
                _add_reason(made, row.name, "FAILED", row.failed)
    return made


def _add_measured(made: Table, row: Measured) -> None:
    verdict = "stretch" if row.ratio >= row.stretch else "holds" if row.ratio >= row.bar else "below"
    numbers = (f"{row.ratio:.2f}", f"{row.bar:g}", f"{row.stretch:g}")
    made.add_row(row.name, f"{row.ours:,.0f}", f"{row.theirs:,.0f}", row.unit, row.against, *numbers, verdict)
    for note in row.notes:
        made.add_row("", "", "", "", Text(note))


def _add_reason(made: Table, name: str, verdict: str, reason: str) -> None:
    text = Text(textwrap.shorten(reason, LONGEST, placeholder=" ..."))  # no markup: an error may hold any brackets
    made.add_row(name, "", "", "", text, "", "", "", verdict)
