"""`tabletale import`."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from api.commands.common import database_option, open_service
from api.recording.importing import Importer
from api.rest.web import encode
from api.settings import Settings

if TYPE_CHECKING:
    from typing import BinaryIO

    from api.recording.importing import Taken


@click.command("import", epilog="Example: tabletale import games.jsonl")
@click.argument("file", type=click.File("rb"))
@click.option("--partial", is_flag=True, help="Of a game that is at fault, store what comes before the fault.")
@click.option("--json", "as_json", is_flag=True, help="Print what became of each game as JSON Lines.")
@database_option
def import_(file: BinaryIO, partial: bool, as_json: bool, database: str | None) -> None:
    """Take over the games of FILE, `-` for the standard input, as `tabletale export` wrote it.

    Each game is checked whole, its chain and its boards, and stored in one piece or not at all; one that is here
    already is continued where the file has more of it. A game at fault is told with its line, and the others are
    stored. See docs/transfer.md.
    """
    counts: Counter[str] = Counter()
    with open_service(Settings.read(database_url=database)) as service, _Watched(file) as watched:
        for taken in Importer(service.library, partial=partial).games(watched):
            counts["faults"] += taken.fault is not None
            if taken.imported is not None:
                counts[taken.imported.state] += 1
                counts["events"] += taken.imported.last - taken.imported.first + 1
            _tell(taken, as_json)
    if not as_json:
        click.echo(
            f"{counts['new']} games and {counts['events']} events stored, {counts['continued']} games continued, "
            f"{counts['here']} here already, {counts['faults']} at fault."
        )
    if counts["faults"]:
        sys.exit(1)


def _tell(taken: Taken, as_json: bool) -> None:
    fault, imported = taken.fault, taken.imported
    if as_json:
        told: dict[str, Any] = {"line": taken.line, "game": taken.game}
        if imported is not None:
            told |= {"state": imported.state, "first": imported.first, "last": imported.last}
        if fault is not None:
            told |= {"problem": fault.slug, "detail": fault.detail}
        click.echo(encode(told))
    elif fault is not None:
        of = "" if taken.game is None else f"Game {taken.game}: "
        kept = "" if imported is None else f" Versions {imported.first} to {imported.last} were stored."
        click.echo(f"{of}{fault.title}. {fault.detail}{kept}\n{fault.next_command}", err=True)


class _Watched:
    """A file with a bar on stderr, where that is a terminal and it is known how long the file is."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        about = os.fstat(file.fileno()) if hasattr(file, "fileno") and sys.stderr.isatty() else None
        size = about.st_size if about is not None and stat.S_ISREG(about.st_mode) else 0
        self._bar = click.progressbar(length=size or 1, label="importing", file=sys.stderr, hidden=not size)
        self._size = 0

    def readline(self, size: int, /) -> bytes:
        """The next line, or so many bytes of it."""
        data = self._file.readline(size)
        self._size += len(data)
        if self._size >= 1 << 16:
            self._bar.update(self._size)
            self._size = 0
        return data

    def __enter__(self) -> _Watched:
        self._bar.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._bar.__exit__(*error)
