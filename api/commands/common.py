"""Shared by the commands: the service over the log of the settings, and its games."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

import click
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from api import collector, errors
from api.service import Service
from events import Damaged, Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from api.settings import Settings

T = TypeVar("T")


@contextmanager
def open_service(settings: Settings, *, migrate: bool | None = None) -> Iterator[Service]:
    """The service over the log of the settings. Raises BadDatabase, Unavailable, and Damaged, which names the log."""
    service = serving_service(settings, migrate=migrate)
    service.cluster.explains = True
    collector.resume()
    try:
        yield service
    except Damaged as error:
        raise errors.DamagedData(error.detail) from None
    finally:
        service.cluster.close()
        service.store.close()


def serving_service(settings: Settings, *, migrate: bool | None = None) -> Service:
    """The service of a process that serves it until it ends. Raises what `open_service` raises."""
    make_folder(settings.database_url)
    try:
        return Service.over(Store.open(settings.database_url, migrate=migrate), settings)
    except Damaged as error:
        raise errors.DamagedData(error.detail) from None


def make_folder(url: str) -> None:
    """Make the folder for a SQLite file."""
    try:
        address = make_url(url)
    except ArgumentError:
        return  # opening it reports that
    if address.get_backend_name() == "sqlite" and address.database:
        try:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise errors.BadDatabase(f"The folder of {address.database} cannot be created: {error.strerror}.") from None


def numbers_of_seats(text: str, most: int) -> range:
    """The numbers of seats that `3` or `2-4` stands for, from 1 to `most`. Raises UsageError."""
    found = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", text, re.ASCII)
    numbers = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
    if not (numbers and numbers[0] >= 1 and numbers[-1] <= most):
        raise click.UsageError(f"--seats is a number from 1 to {most}, or a range such as 2-4, not {text!r}.")
    return numbers


def find_game(service: Service, text: str) -> UUID:
    """The id of a game; `latest` is the newest one. Raises UnknownGame."""
    if text == "latest":
        if newest := service.store.games(forks=False, limit=1):
            return newest[0].id
        raise errors.UnknownGame("No game has been recorded yet.").advise(
            "Record one on the pages of `tabletale serve`, or let bots play with `tabletale simulate`."
        )
    try:
        return UUID(text)
    except ValueError:
        raise errors.UnknownGame(f"{text!r} is not the id of a game.") from None


@contextmanager
def progress_bar(label: str, *, hidden: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A function that shows how many of all are done, as a bar on stderr if that is a terminal."""
    hidden = hidden or not sys.stderr.isatty()
    with click.progressbar(length=0, label=label, file=sys.stderr, hidden=hidden) as bar:

        def show(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield show


def with_progress(items: Iterable[T], label: str, length: int | None = None) -> Iterator[T]:
    """The items, with a progress bar on stderr if that is a terminal."""
    with click.progressbar(items, length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield from bar
