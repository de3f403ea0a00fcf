"""Tables that tell what names of a file are called here: a CSV file with a column and `becomes`."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, BinaryIO

from api import errors
from api.plays.fields import BadField, line
from api.plays.names import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES = 4 << 20


def read_table(file: BinaryIO, column: str) -> dict[str, str]:
    """What each name of a column becomes. Raises InvalidPlays, with the line of the table."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise errors.PlaysTooLarge(1, f"the table of {column}s has more than {MOST_BYTES >> 20} MiB")
    try:
        return dict(_entries(data.decode("utf-8-sig"), column))
    except (UnicodeDecodeError, csv.Error) as error:
        raise errors.InvalidPlays(1, f"the table of {column}s cannot be read ({error})") from None


def _entries(text: str, column: str) -> Iterator[tuple[str, str]]:
    first = text.partition("\n")[0]
    reader = csv.DictReader(StringIO(text, newline=""), delimiter=";" if ";" in first else ",", strict=True)
    names = [name.strip().casefold() for name in reader.fieldnames or ()]
    if names != [column, "becomes"]:
        raise errors.InvalidPlays(1, f"the table of {column}s begins with the line `{column},becomes`")
    reader.fieldnames = names
    seen: set[str] = set()
    for row in reader:
        try:
            name, becomes = line(row[column] or ""), line(row["becomes"] or "")
        except BadField as error:
            raise errors.InvalidPlays(reader.line_num, f"in the table of {column}s, {error}") from None
        if None in row or folded(name) in seen:
            why = "too many cells" if None in row else f"{name!r} stands there twice"
            raise errors.InvalidPlays(reader.line_num, f"in the table of {column}s, {why}")
        seen.add(folded(name))
        yield name, becomes
