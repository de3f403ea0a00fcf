"""Runs benchmarks one after the other: an exception in one of them becomes a row, and the others still run."""

from __future__ import annotations

import os
import textwrap
import traceback
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from rich.table import Table
from rich.text import Text

from tests.benchmarks.harness import Measured, Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

LONGEST = 300
"""The length limit of an error in the table; the JSON has all of it."""
COLUMNS = ("name", "ours", "theirs", "unit", "against", "ratio", "middle half", "bar", "stretch", "")


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


def earlier_rows(path: Path) -> dict[str, Measured]:
    """What an earlier run measured, by name, from the file that `--json` wrote. Raises ValueError for another file."""
    try:
        rows = msgspec.json.decode(path.read_bytes(), type=list[dict[str, Any]])
        return {row["name"]: msgspec.convert(row, Measured) for row in rows if "ratio" in row}
    except (OSError, msgspec.DecodeError, KeyError) as error:
        raise ValueError(f"{path} is no file of rows that an earlier run has written: {error}") from None


def table(rows: Iterable[Row], earlier: Mapping[str, Measured] | None = None) -> Table:
    """The rows as a table, each with its notes or its reason below; the last column compares with an earlier run."""
    made = Table(*COLUMNS, *(["change"] if earlier is not None else []))
    for row in rows:
        match row:
            case Measured():
                before = (earlier or {}).get(row.name)
                _add_measured(made, row, row.since(before) if before else "")
            case Skip():
                _add_reason(made, row.name, "skipped", row.skipped)
            case Failure():
                _add_reason(made, row.name, "FAILED", row.failed)
    return made


def _add_measured(made: Table, row: Measured, change: str) -> None:
    numbers = (f"{row.ratio:.2f}", f"{row.low:.2f} to {row.high:.2f}", f"{row.bar:g}", f"{row.stretch:g}")
    sides = (f"{row.ours:,.0f}", f"{row.theirs:,.0f}", row.unit, row.against)
    made.add_row(row.name, *sides, *numbers, row.verdict(), *[change] * (len(made.columns) > len(COLUMNS)))
    for note in row.notes:
        made.add_row("", "", "", "", Text(note))


def _add_reason(made: Table, name: str, verdict: str, reason: str) -> None:
    text = Text(textwrap.shorten(reason, LONGEST, placeholder=" ..."))  # no markup: an error may hold any brackets
    made.add_row(name, "", "", "", text, "", "", "", "", verdict)
