"""Simulated histories of a ruleset, kept for the next run."""

from __future__ import annotations

import hashlib
import shutil
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from analytics import Lake, export
from analytics.lake import Tables
from analytics.schema import to_words
from api.cli import tabletale
from api.commands.common import open_service
from api.settings import Settings
from tests.running import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.service import Service

KEPT = ROOT / "build" / "statistics"
LAKE = ("excluded", "export", "exporting", "lake", "merging", "reading", "rows", "schema", "stats")
SOURCES = (
    *("rulesets", "events", "projections", "api/recording", "api/commands/simulate.py"),
    *(f"analytics/{name}.py" for name in LAKE),
)
"""What a history depends on; the statistics themselves are not part of it."""

TABLES = ("facts", "seats", "games", "holdings", "cards")
GAMES, SEED = 150, 1


class History(NamedTuple):
    """A log, and the lake made of it."""

    ruleset: str
    folder: Path

    @property
    def lake(self) -> Lake:
        return Lake(self.folder / "lake")

    @property
    def database_url(self) -> str:
        return f"sqlite:///{self.folder / 'log.sqlite3'}"

    @contextmanager
    def opened(self) -> Iterator[Service]:
        """The service over the log."""
        with open_service(Settings.read(database_url=self.database_url)) as service:
            yield service


class InMemory(Tables):
    """The tables of a lake, all parts together, in memory."""

    def __init__(self, frames: dict[str, pl.DataFrame]) -> None:
        self.frames = frames

    @classmethod
    def of(cls, lake: Lake) -> InMemory:
        """Read them all."""
        parts = lake.checkpoint().parts
        return cls(
            {name: pl.concat([to_words(lake.read(getattr(part, name)), name) for part in parts]) for name in TABLES}
        )

    @property
    def facts(self) -> pl.LazyFrame:
        return self.frames["facts"].lazy()

    @property
    def seats(self) -> pl.LazyFrame:
        return self.frames["seats"].lazy()

    @property
    def games(self) -> pl.LazyFrame:
        return self.frames["games"].lazy()

    @property
    def holdings(self) -> pl.LazyFrame:
        return self.frames["holdings"].lazy()

    @property
    def cards(self) -> pl.LazyFrame:
        return self.frames["cards"].lazy()


def history(ruleset: str, games: int = GAMES, folder: Path = KEPT) -> History:
    """So many games, as many of each number of seats as go. They are played once, until the program changes."""
    found = History(ruleset, folder / f"{ruleset}-{games}-{_version()}")
    if not found.folder.exists():
        for old in folder.glob(f"{ruleset}-{games}-*"):
            shutil.rmtree(old)
        _play(History(ruleset, folder / f"{ruleset}-{games}-new"), games).rename(found.folder)
    return found


def _play(new: History, games: int) -> Path:
    """Play and export; the folder. What a run left there that was stopped is played anew."""
    shutil.rmtree(new.folder, ignore_errors=True)
    with new.opened() as service:
        tables = service.rulesets[new.ruleset].seats
    for place, seats in enumerate(tables):
        share = games // len(tables) + (place < games % len(tables))
        if share:
            given = ("--games", share, "--seats", seats, "--seed", SEED)
            with redirect_stdout(StringIO()):
                command = ["simulate", new.ruleset, *map(str, given), "--database", new.database_url]
                tabletale.main(command, standalone_mode=False)
    with new.opened() as service:
        export(service.store, service.rulesets, new.lake)
    return new.folder


def _version() -> str:
    """Changes when the program does."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
                digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
