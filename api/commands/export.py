"""`tabletale export`."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, cast
from uuid import UUID, uuid4

import click

from api import errors
from api.commands.common import find_game, open_service, with_progress
from api.commands.dates import calendar_of, time_zone_option
from api.commands.options import database_option
from api.commands.written_record import written_record
from api.plays.exporting import BgStatsFile
from api.recording.game_file import encode, lines_of
from api.settings import Settings
from events import DamagedGame
from projections import RulesetMissing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from api.plays.fields import Calendar
    from api.service import Service
    from events import Game
    from projections import Library

TABLES = ("parquet", "csv", "jsonl-flat")
"""Formats of a folder of tables."""


@click.command(epilog="Example: tabletale export --all games.jsonl")
@click.argument("which", metavar="[GAME] [FILE]", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Export all games; then give FILE only.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "text", "bgstats", *TABLES]),
    default="jsonl",
    show_default=True,
    help="JSON Lines with the hash chain; sentences, as people write a game down; results for BG Stats, of the games "
    "that count; or tables of games, seats, events and facts for notebooks and spreadsheets, for which FILE is a new "
    "folder.",
)
@click.option("--with-notes", "notes", is_flag=True, help="Export notes, labels and reasons too, also private notes.")
@time_zone_option
@database_option
def export(which: tuple[str, ...], every: bool, form: str, notes: bool, zone: str | None, database: str | None) -> None:
    """Export GAME (an id, or `latest`) to FILE, `-` for the standard output.

    As JSON Lines with its hash chain, `tabletale import` reads it into another log. Files and tables hold all hidden
    information of the game, even while it runs; JSON Lines also the key that its dice and cards come from. See
    docs/transfer.md.
    """
    if len(which) > (1 if every else 2) or not (every or which):
        raise click.UsageError("Name a game and a file, or --all and a file; without a file the export is printed.")
    name = which[-1] if len(which) == (1 if every else 2) else "-"
    if form in TABLES and name == "-":
        raise click.UsageError(f"--format {form} writes a file for each table: name a new folder for them.")
    calendar = calendar_of(None, zone)
    with open_service(Settings.read(database_url=database)) as service, _writing(name):
        games = None if every else [find_game(service, which[0])]
        if form in TABLES:
            damaged = _write_tables(service, games, name, form, notes=notes)
        elif form == "bgstats":
            damaged = _write_bgstats(service, games, name, calendar, notes=notes)
        else:
            with _new_file(name) as file:
                damaged = _write_file(service, games, file, _text(notes) if form == "text" else _json_lines(notes))
    if damaged:
        raise errors.DamagedData(" ".join(damaged))


@contextmanager
def _writing(name: str) -> Iterator[None]:
    """Say in a line why a file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{name} cannot be written: {error.strerror or error}.") from None


@contextmanager
def _new_file(name: str) -> Iterator[BinaryIO]:
    """A file that gets its name when all of it is written; a pipe or a device is written at once."""
    path = Path(name).resolve()
    if name == "-":
        yield cast("BinaryIO", click.open_file(name, "wb"))
    elif path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
    else:
        written = path.with_name(f".{path.name}.{uuid4().hex}.tmp")
        try:
            with written.open("wb") as file:
                if path.exists():
                    shutil.copymode(path, written)
                yield file
            os.replace(written, path)
        finally:
            written.unlink(missing_ok=True)


Form = Callable[["Library", "Game"], "Iterable[bytes]"]
"""Writes a game."""


def _write_file(service: Service, games: Sequence[UUID] | None, file: BinaryIO, form: Form) -> list[str]:
    """Write games, by default all; returns what is wrong with those that cannot be read, which are left out."""
    library = service.library
    return _each(service, games, lambda game_id: file.writelines(form(library, library.store.game(game_id))))


def _write_tables(service: Service, games: Sequence[UUID] | None, folder: str, form: str, *, notes: bool) -> list[str]:
    """The same, as a folder of tables; there is none if the game that was asked for cannot be read."""
    from analytics.game_tables import GameTables
    from analytics.table_files import FORMATS, NoNewFolder, new_folder

    tables = GameTables(service.library, notes=notes)

    def write(game_id: UUID) -> None:
        tables.add(game_id)
        if tables.is_full:
            files.add(tables.take())

    try:
        with new_folder(folder, FORMATS[form], notes=notes) as files:
            damaged = _each(service, games, write)
            if games and damaged:
                raise errors.DamagedData(" ".join(damaged))
            files.add(tables.take())
    except NoNewFolder as error:
        raise click.ClickException(f"{folder} cannot be written: {error}.") from None
    return damaged


def _write_bgstats(
    service: Service, games: Sequence[UUID] | None, name: str, calendar: Calendar, *, notes: bool
) -> list[str]:
    """Write the games that are over and count as plays of BG Stats; says how many of the others there are."""
    from analytics.excluded import reason_to_exclude

    file, left_out = BgStatsFile(service.library, calendar, notes=notes), Counter[str]()

    def add(game_id: UUID) -> None:
        game = service.store.game(game_id)
        if reason := reason_to_exclude(game, service.rulesets):
            left_out[reason] += 1
        else:
            file.add(game)

    damaged = _each(service, games, add)
    with _new_file(name) as written:
        written.write(encode(file.content()) + b"\n")
    if left_out:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(left_out.items()))
        click.echo(f"Left out, since they do not count: {reasons}.", err=True)
    return damaged


def _each(service: Service, games: Sequence[UUID] | None, write: Callable[[UUID], None]) -> list[str]:
    """Write each game, by default of all; returns what is wrong with those that cannot be read."""
    store = service.store
    damaged: list[str] = []
    count = sum(1 for _ in store.all_game_ids()) if games is None else len(games)
    for game_id in with_progress(store.all_game_ids() if games is None else games, "exporting", count):
        try:
            write(game_id)
        except DamagedGame as error:
            damaged.append(error.detail)
        except RulesetMissing as error:
            damaged.append(f"Game {game_id}: {error}.")
    return damaged


def _json_lines(notes: bool) -> Form:
    """A component set is written with the first game that is played with it."""
    written: set[str] = set()
    return lambda library, game: lines_of(library.store, game, written, notes=notes)


def _text(notes: bool) -> Form:
    """The records, each as a whole or not at all, with an empty line between them."""
    between = chain([b""], repeat(b"\n"))

    def record(library: Library, game: Game) -> list[bytes]:
        lines = [f"{line}\n".encode() for line in written_record(library, game, notes=notes)]
        return [next(between), *lines]

    return record
