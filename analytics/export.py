"""From the log to the lake: the one place where statistics read the store.

Each export brings the lake to where the log is: it goes through the catalogue, and writes the games that are new
or whose row has changed since (every append and every change of seats or flags raises a game's `revision`). The JSON of
an event is read here, once, and never again.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct

from analytics.errors import LakeUnreadable
from analytics.job import Rulebook
from analytics.lake import Checkpoint, Part
from analytics.rows import Rows
from analytics.schema import EXCLUSIONS, to_words
from projections import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from uuid import UUID

    from analytics.lake import File, Lake
    from events import Game, Store
    from rulesets.kit.phases import Components
    from rulesets.kit.ruleset import Ruleset

PAGE = 500
"""Games read from the list at a time."""

BATCH = 200_000
"""Facts kept as Python objects before they become columns: about 100 MB."""

MANY = 8
"""When a month has more parts than this, they are merged into one."""

TABLES = ("facts", "seats", "games")
Tables = dict[str, pl.DataFrame]
Month = tuple[str, str]
"""A ruleset and the month in which its games ended (`2026-11`)."""


class RowFault(Struct, frozen=True):
    """A game that could not be read; it is left out and counted as `unreadable`."""

    game_id: UUID
    detail: str


class Exported(Struct, frozen=True):
    """What an export did, and how much of the log the lake holds now."""

    position: int
    """The lake holds the whole log up to this position."""
    games: int
    """Games written, whether new or changed."""
    rows: int
    """Facts of these games."""
    removed: int
    """Games that were taken out: they were continued, or no longer count."""
    excluded: dict[str, int]
    """Games of the log that are not in the lake, by reason."""
    faults: tuple[RowFault, ...]


def export(
    store: Store,
    rulesets: Mapping[str, Ruleset[Any]],
    lake: Lake,
    *,
    rebuild: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Exported:
    """Bring the lake to where the log is. Safe to be called twice, at once, and after any crash.

    `rebuild` writes all games again; for a lake of an older schema that happens automatically. `progress` gets the
    number of games written and to write. Raises LakeUnreadable where a newer program wrote the lake, and
    the errors of the store.
    """
    with lake.writing():
        checkpoint = Checkpoint() if rebuild else _checkpoint(lake)
        position = store.position()
        found = _survey(store, rulesets, lake, checkpoint)
        work = _Export(store, rulesets, lake, checkpoint)
        work.read(found.fresh, progress)
        parts = work.merge(found.gone)
        exclusions = _excluded_rows([*found.excluded, *((game, "unreadable") for game in work.unreadable)])
        lake.publish(
            Checkpoint(
                position=position,
                exported_at=time.time_ns() // 1000,
                rulesets={name: Rulebook(ruleset.title, ruleset.cooperative) for name, ruleset in rulesets.items()},
                parts=parts,
                exclusions=lake.write("exclusions", exclusions),
            )
        )
    return Exported(
        position=position,
        games=work.games,
        rows=work.rows,
        removed=len(found.gone),
        excluded=dict(Counter(exclusions["reason"].sort())),
        faults=tuple(work.faults),
    )


def exclusion(game: Game, rulesets: Collection[str]) -> str | None:
    """Why a game is not counted in statistics; None if it is."""
    if game.summary.status != "finished":
        return "abandoned" if game.summary.status == "abandoned" else "unfinished"
    if game.archived:
        return "archived"
    if not game.count_in_statistics:
        return "not_counted"
    if game.forked_from:
        return "fork"
    if game.summary.tainted:
        return "adjusted"
    return None if game.ruleset in rulesets else "unknown_ruleset"


class _Found(Struct, frozen=True):
    """The differences between the catalogue and the lake."""

    fresh: list[Game]
    """To be written, oldest first."""
    gone: set[str]
    """In the lake, but changed or gone since, and not to be written again."""
    excluded: list[tuple[Game, str]]


def _checkpoint(lake: Lake) -> Checkpoint:
    try:
        return lake.checkpoint()
    except LakeUnreadable as error:
        if error.found > error.wanted:
            raise
        return Checkpoint()


def _survey(store: Store, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, checkpoint: Checkpoint) -> _Found:
    known = _revisions(lake, checkpoint)
    fresh, excluded = [], []
    for game in _catalogue(store):
        if reason := exclusion(game, rulesets):
            excluded.append((game, reason))
        elif known.pop(str(game.id), None) != game.revision:
            fresh.append(game)
    return _Found(fresh[::-1], set(known), excluded)


def _catalogue(store: Store) -> Iterator[Game]:
    """Every game, newest first."""
    before = None
    while page := store.games(archived=None, limit=PAGE, before=before):
        yield from page
        before = page[-1].id


def _revisions(lake: Lake, checkpoint: Checkpoint) -> dict[str, int]:
    frames = (lake.read(part.games).select("game_uuid", "revision") for part in checkpoint.parts)
    return dict(chain.from_iterable(frame.iter_rows() for frame in frames))


class _Export:
    """One export while it runs."""

    def __init__(self, store: Store, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, checkpoint: Checkpoint) -> None:
        self._store = store
        self._rulesets = rulesets
        self._lake = lake
        self._checkpoint = checkpoint
        self._components: dict[tuple[str, str], Components] = {}
        self._tables: dict[Month, list[Tables]] = defaultdict(list)
        self._written: set[str] = set()
        self.faults: list[RowFault] = []
        self.unreadable: list[Game] = []
        self.rows = 0

    @property
    def games(self) -> int:
        """How many games were read."""
        return len(self._written)

    def read(self, games: Sequence[Game], progress: Callable[[int, int], None] | None) -> None:
        """Make rows of these games."""
        gathered = {name: Rows(ruleset) for name, ruleset in self._rulesets.items()}
        for number, game in enumerate(games, 1):
            rows = gathered[game.ruleset]
            self._read_one(game, rows)
            if len(rows) >= BATCH:
                self._keep(game.ruleset, rows)
                gathered[game.ruleset] = Rows(self._rulesets[game.ruleset])
            if progress:
                progress(number, len(games))
        for name, rows in gathered.items():
            self._keep(name, rows)

    def _read_one(self, game: Game, rows: Rows) -> None:
        events = self._store.events(game.id, 1, game.version)
        try:
            tree = Tree.of(game, self._store.forks(game.id))
            rows.add(game, self._load(game), tree, events)
        except Exception as error:  # an error that the rules raise for one game's events must not stop all statistics
            self.faults.append(RowFault(game.id, f"{type(error).__name__}: {error}"))
            self.unreadable.append(game)
        else:
            self._written.add(str(game.id))

    def _load(self, game: Game) -> Components:
        key = game.ruleset, game.component_set
        if key not in self._components:
            document = self._store.component_set(game.component_set).document
            self._components[key] = self._rulesets[game.ruleset].load(document)
        return self._components[key]

    def _keep(self, ruleset: str, rows: Rows) -> None:
        """Split what was gathered by the month in which the games ended."""
        self.rows += len(rows)
        tables = rows.tables()
        for (month,), games in tables["games"].group_by(pl.col("ended_at").dt.strftime("%Y-%m")):
            chosen = games.select("game_id")
            split = {name: table.join(chosen, on="game_id", how="semi") for name, table in tables.items()}
            self._tables[ruleset, str(month)].append(split)

    def merge(self, gone: set[str]) -> tuple[Part, ...]:
        """Write the new parts, and rewrite those that hold a game which was read again or is gone."""
        stale = gone | self._written | {str(game.id) for game in self.unreadable}
        parts: list[Part] = []
        by_month: dict[Month, list[Part]] = defaultdict(list)
        for part in self._checkpoint.parts:
            by_month[part.ruleset, part.month].append(part)
        for month in sorted(by_month.keys() | self._tables.keys()):
            parts += self._merge_month(month, by_month[month], self._tables[month], stale)
        return tuple(parts)

    def _merge_month(self, month: Month, old: list[Part], new: list[Tables], stale: set[str]) -> Iterator[Part]:
        crowded = len(old) + bool(new) > MANY
        for part in old:
            games = self._lake.read(part.games)
            if crowded or not stale.isdisjoint(games["game_uuid"]):
                new = [*new, self._without(part, stale)]
            else:
                yield part
        whole = {name: pl.concat([tables[name] for tables in new]) for name in TABLES} if new else {}
        if whole and whole["games"].height:
            yield self._write(month, whole)

    def _without(self, part: Part, stale: set[str]) -> Tables:
        """The rows of a part, but those of stale games."""
        games = to_words(self._lake.read(part.games), "games")
        kept = games.filter(~pl.col("game_uuid").is_in(list(stale))).select("game_id")
        files: dict[str, File] = {"facts": part.facts, "seats": part.seats, "games": part.games}
        return {
            name: to_words(self._lake.read(file), name).join(kept, on="game_id", how="semi")
            for name, file in files.items()
        }

    def _write(self, month: Month, tables: Tables) -> Part:
        facts, seats, games = (self._lake.write(name, tables[name], *month) for name in TABLES)
        return Part(*month, facts, seats, games)


def _excluded_rows(games: Sequence[tuple[Game, str]]) -> pl.DataFrame:
    rows = [
        (
            *(str(game.id), game.revision, game.ruleset, reason, len(game.seats)),
            [str(seated.player) for seated in game.seats if seated.player],
            datetime.fromtimestamp((game.finished_at or game.created_at) / 1e6, UTC),
        )
        for game, reason in games
    ]
    return pl.DataFrame(rows, schema=EXCLUSIONS, orient="row")
