"""`tabletale import`."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from api.commands.common import open_service
from api.commands.options import database_option
from api.recording.importing import Importer
from api.rest.web import encode
from api.settings import Settings

if TYPE_CHECKING:
    from typing import BinaryIO

    from api.recording.importing import GameImport


@click.command("import", epilog="Example: tabletale import games.jsonl")
@click.argument("file", type=click.File("rb"))
@click.option("--partial", is_flag=True, help="If a game has a fault, store the events before it.")
@click.option("--json", "as_json", is_flag=True, help="Print the result for each game as JSON Lines.")
@database_option
def import_(file: BinaryIO, partial: bool, as_json: bool, database: str | None) -> None:
    """Import the games of FILE, `-` for the standard input, as `tabletale export` wrote it.

    Each game is checked, its hash chain and its boards, and then stored as a whole or not at all. A game that is here
    already is continued if the file has more of it. For a game with a fault its line is printed, and the other games
    are stored. See docs/transfer.md.
    """
    counts: Counter[str] = Counter()
    with open_service(Settings.read(database_url=database)) as service, _WithProgress(file) as watched:
        for taken in Importer(service.library, partial=partial).games(watched):
            counts["faults"] += taken.fault is not None
            if taken.imported is not None:
                counts[taken.imported.state] += 1
                counts["events"] += taken.imported.last - taken.imported.first + 1
            _print(taken, as_json)
    if not as_json:
        click.echo(
            f"{counts['new']} games and {counts['events']} events stored, {counts['continued']} games continued, "
            f"{counts['here']} here already, {counts['faults']} with faults."
        )
    if counts["faults"]:
        sys.exit(1)


def _print(taken: GameImport, as_json: bool) -> None:
    fault, imported = taken.fault, taken.imported
    if as_json:
        result: dict[str, Any] = {"line": taken.line, "game": taken.game}
        if imported is not None:
            result |= {"state": imported.state, "first": imported.first, "last": imported.last}
        if fault is not None:
            result |= {"problem": fault.slug, "detail": fault.detail}
        click.echo(encode(result))
    elif fault is not None:
        of = "" if taken.game is None else f"Game {taken.game}: "
        stored = "" if imported is None else f" Versions {imported.first} to {imported.last} were stored."
        click.echo(f"{of}{fault.title}. {fault.detail}{stored}\n{fault.next_command}", err=True)


class _WithProgress:
    """A file with a progress bar on stderr, if that is a terminal and the size of the file is known."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        about = os.fstat(file.fileno()) if hasattr(file, "fileno") and sys.stderr.isatty() else None
        size = about.st_size if about is not None and stat.S_ISREG(about.st_mode) else 0
        self._bar = click.progressbar(length=size or 1, label="importing", file=sys.stderr, hidden=not size)
        self._size = 0

    def readline(self, size: int, /) -> bytes:
        """The next line, or the next `size` bytes of it."""
        data = self._file.readline(size)
        self._size += len(data)
        if self._size >= 1 << 16:
            self._bar.update(self._size)
            self._size = 0
        return data

    def __enter__(self) -> _WithProgress:
        self._bar.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._bar.__exit__(*error)
