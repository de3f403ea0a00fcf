"""A file of plays, whatever its format: read within bounds, also out of a .zip."""

from __future__ import annotations

import zipfile
import zlib
from io import BytesIO
from pathlib import PurePath
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from api import errors
from api.plays.bgg import read_bgg
from api.plays.bgstats import read_bgstats
from api.plays.csv_file import read_csv
from api.plays.play import Source

if TYPE_CHECKING:
    from api.plays.fields import Calendar
    from api.plays.play import Reading

MOST_BYTES = 64 << 20
"""Of a file, and of what is in a .zip: a hundred thousand plays have less."""

ENDINGS = {".csv": "csv", ".json": "bgstats", ".xml": "bgg"}
BOM = b"\xef\xbb\xbf"


class PlaysFile(Struct, frozen=True):
    """A file of plays, of which the format is known."""

    data: bytes
    source: Source

    def read(self, calendar: Calendar) -> Reading:
        """Its plays. Raises InvalidPlays, and PlaysTooLarge for more than 100,000 plays."""
        if self.source == "bgstats":
            return read_bgstats(self.data, calendar)
        if self.source == "bgg":
            return read_bgg(self.data, calendar)
        try:
            return read_csv(self.data.decode(), calendar)
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            raise errors.InvalidPlays(line, "it is not written in UTF-8: save it as CSV UTF-8") from None


def open_plays(file: IO[bytes], source: Source | None = None) -> PlaysFile:
    """A file of plays; without `source`, its first character tells its format.

    Raises InvalidPlays, and PlaysTooLarge for a file of more than 64 MiB.
    """
    data = _within_bounds(file)
    if data.startswith(b"PK\x03\x04"):
        data = _out_of_zip(data)
    data = data.removeprefix(BOM)
    if not data.strip():
        raise errors.InvalidPlays(1, "the file is empty")
    return PlaysFile(data, source or _source_of(data))


def _within_bounds(file: IO[bytes]) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise errors.PlaysTooLarge(1, f"it has more than {MOST_BYTES >> 20} MiB")
    return data


UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError)
"""What reading an archive raises that is damaged, encrypted (RuntimeError), or compressed in a way that is not known
here (NotImplementedError)."""


def _out_of_zip(data: bytes) -> bytes:
    """The one file of plays in an archive. Raises InvalidPlays, PlaysTooLarge."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if PurePath(name).suffix.casefold() in ENDINGS]
            if len(names) != 1:
                raise errors.InvalidPlays(1, f"the archive has {len(names)} files of plays; it is to have one")
            with archive.open(names[0]) as file:
                return _within_bounds(file)
    except UNREADABLE as error:
        raise errors.InvalidPlays(1, f"the archive cannot be read ({str(error)[:200]})") from None


def _source_of(data: bytes) -> Source:
    first = data.lstrip()[:1]
    return "bgstats" if first == b"{" else "bgg" if first == b"<" else "csv"
