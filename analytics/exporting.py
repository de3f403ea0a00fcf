"""An export while it runs: games become rows, and rows become the parts of a lake."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any
from uuid import UUID

import polars as pl
from msgspec import Struct

from analytics.errors import WorkerFailed
from analytics.excluded import excluded_rows, is_held, reason_to_exclude
from analytics.lake import Part
from analytics.merging import merge
from analytics.rows import Rows
from analytics.schema import to_words
from events import Damaged, UnknownGame
from projections import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from analytics.copies import Games
    from analytics.lake import Checkpoint, File, Lake
    from events import Game, Store
    from rulesets.kit.phases import Components
    from rulesets.kit.ruleset import Ruleset

PAGE = 500
"""How many excluded games are kept as rows before they become columns."""

BATCH = 60_000
"""How many facts of all rulesets are kept as Python objects before they become columns."""

WAITING = 120_000
"""How many facts may wait to be written: an export of any length stays below 400 MiB. They become a part with the game
that makes them so many."""

PART = 2_000_000
"""The most facts that a part has."""

SMALL = 12_000
"""A part with fewer facts than this is written again with the next games of its month, so each month has at most one.

What is larger is left alone when games are added,
"""

MANY = 8
"""until a month has more parts than this that are about as large: below `WAITING` facts, or below half of `PART`. Then
these are merged. So a fact is written again a few times in all, however large the lake grows."""

TABLES = ("facts", "seats", "games", "holdings", "cards")
Tables = dict[str, pl.DataFrame]
Kind = tuple[str, bool]
"""A ruleset, and whether its games were adjusted by hand."""
Month = tuple[str, str, bool]
"""A ruleset, the month in which its games ended (`2026-11`), and whether they were adjusted by hand."""


def hash_at(store: Store, position: int) -> str:
    """The hash of an event, by its place in the log; nothing before the first."""
    return (store.hash_at(position) or b"").hex()


class RowFault(Struct, frozen=True):
    """A game that could not be read; it is excluded as `unreadable`."""

    game_id: UUID
    detail: str


class GamesRead(Struct, frozen=True):
    """What reading some games came to: parts that no checkpoint lists yet, and what the export has to know of them."""

    parts: tuple[Part, ...]
    rows: int
    games: int
    """How many were looked at."""
    written: set[str]
    unchanged: set[str]
    faults: list[RowFault]
    damaged: list[str]
    excluded: list[pl.DataFrame]


class Exporting:
    """One export while it runs."""

    def __init__(
        self, log: Games, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, checkpoint: Checkpoint, *, legal: bool
    ) -> None:
        self.log = log
        self.legal = legal
        self.rulesets = rulesets
        self.lake = lake
        self._checkpoint = checkpoint
        self._components: dict[tuple[str, str], Components] = {}
        self._gathered: dict[Kind, Rows] = {}
        """Games as they were read."""
        self._tables: dict[Month, list[Tables]] = defaultdict(list)
        """What is read, and waits for more of its month."""
        self.of_workers: dict[Month, list[Part]] = defaultdict(list)
        """What workers wrote: large parts stay as they are."""
        self._parts: list[Part] = []
        """What was written while games were read."""
        self.written: set[str] = set()
        self.unchanged: set[str] = set()
        """Games that the lake already has as they are."""
        self.faults: list[RowFault] = []
        self.damaged: list[str] = []
        """Games whose row cannot be read."""
        self.excluded: list[pl.DataFrame] = []
        self._excluded: list[tuple[Game, str]] = []
        self.rows = 0

    @property
    def games(self) -> int:
        """How many games were read."""
        return len(self.written)

    def read(self, ids: Sequence[UUID], held: Mapping[str, int], progress: Callable[[int, int], None] | None) -> None:
        """Make rows of those games that count and are not held as they are, and write each part that is full."""
        for number, game_id in enumerate(ids, 1):
            self._look_at(game_id, held.get(str(game_id)))
            if sum(map(len, self._gathered.values())) >= BATCH:
                self._keep(max(self._gathered, key=lambda kind: len(self._gathered[kind])))
            if len(self._excluded) >= PAGE:
                self._write_excluded()
            if progress:
                progress(number, len(ids))
        self._write_excluded()
        for kind in list(self._gathered):
            self._keep(kind)

    def take(self, result: GamesRead) -> None:
        """Add what a worker read to what is read here. Raises WorkerFailed if its files are not here."""
        for part in result.parts:
            try:
                self.lake.read(part.cards)
            except FileNotFoundError:
                raise WorkerFailed(
                    f"{part.facts.path}: a worker wrote it, and it is not here; is the lake's folder shared?"
                ) from None
            self.of_workers[part.ruleset, part.month, part.adjusted].append(part)
        self.rows += result.rows
        self.written |= result.written
        self.unchanged |= result.unchanged
        self.faults += result.faults
        self.damaged += result.damaged
        self.excluded += result.excluded

    def whole(self, games: int) -> GamesRead:
        """All that was read, with what waits written as parts."""
        parts = self.merge(set())
        return GamesRead(
            *(parts, self.rows, games, self.written, self.unchanged, self.faults, self.damaged, self.excluded)
        )

    def _look_at(self, game_id: UUID, revision: int | None) -> None:
        try:
            game = self.log.game(game_id)
        except (Damaged, UnknownGame) as error:
            self.faults.append(RowFault(game_id, str(error)))
            self.damaged.append(str(game_id))
            return
        reason = reason_to_exclude(game, self.rulesets)
        if is_held(reason):
            if game.revision == revision:
                self.unchanged.add(str(game_id))
            else:
                kind = game.ruleset, game.summary.tainted
                if not self._read_one(game, self._gathered.setdefault(kind, self._rows_of(game.ruleset))):
                    reason = "unreadable"
        if reason:
            self._excluded.append((game, reason))

    def _write_excluded(self) -> None:
        self.excluded.append(excluded_rows(self._excluded))
        self._excluded.clear()

    def _rows_of(self, ruleset: str) -> Rows:
        return Rows(self.rulesets[ruleset], legal=self.legal)

    def _read_one(self, game: Game, rows: Rows) -> bool:
        """Whether it could be read."""
        events = self.log.events(game.id, 1, game.version)
        try:
            tree = Tree.of(game, self.log.forks(game.id))
            rows.add(game, self._load(game), tree, events)
        except Exception as error:  # an error that the rules raise for one game's events must not stop all statistics
            self.faults.append(RowFault(game.id, f"{type(error).__name__}: {error}"))
            return False
        self.written.add(str(game.id))
        return True

    def _load(self, game: Game) -> Components:
        key = game.ruleset, game.component_set
        if key not in self._components:
            document = self.log.component_set(game.component_set).document
            self._components[key] = self.rulesets[game.ruleset].load(document)
        return self._components[key]

    def _keep(self, kind: Kind) -> None:
        """Split what was gathered by the month in which the games ended."""
        ruleset, adjusted = kind
        rows = self._gathered.pop(kind)
        self.rows += len(rows)
        tables = rows.tables()
        for month, of_month in _by_month(tables):
            self._add((ruleset, month, adjusted), of_month)
        while sum(map(self._waiting, self._tables)) >= WAITING:
            fullest = max(self._tables, key=self._waiting)
            self._parts += self._write(fullest, self._tables.pop(fullest))

    def _add(self, month: Month, tables: Tables) -> None:
        """Let rows wait until there are enough of their month to be a part."""
        waiting = self._tables[month]
        waiting.append(tables)
        if self._waiting(month) >= WAITING:
            self._parts += self._write(month, self._tables.pop(month))

    def _waiting(self, month: Month) -> int:
        return sum(tables["facts"].height for tables in self._tables[month])

    def merge(self, gone: set[str]) -> tuple[Part, ...]:
        """Write the last parts, and rewrite those that hold a game which was read again or is gone."""
        stale = gone | self.written
        by_month: dict[Month, list[Part]] = defaultdict(list)
        for part in self._checkpoint.parts:
            by_month[part.ruleset, part.month, part.adjusted].append(part)
        merged: list[Part] = []
        new: dict[Month, list[Part]] = defaultdict(list)
        for part in chain(self._parts, *self.of_workers.values()):
            new[part.ruleset, part.month, part.adjusted].append(part)
        for month in sorted(by_month.keys() | new.keys() | self._tables.keys()):
            kept = [*new[month], *self._merge_month(month, by_month[month], stale)]
            merged += merged_where_many(self.lake, kept)
        return tuple(merged)

    def _merge_month(self, month: Month, old: list[Part], stale: set[str]) -> Iterator[Part]:
        """The parts of a month, with those that waited, and without stale games."""
        grows = bool(self._tables.get(month))
        for part in old:
            holds = self._holds(part, stale)
            if part.facts.rows < SMALL and (holds or grows):
                self._tables[month].append(self._without(part, stale))
            elif holds:
                yield from _rewritten(self.lake, [part], stale)
            else:
                yield part
        yield from self._write(month, self._tables.pop(month, []))

    def _holds(self, part: Part, stale: set[str]) -> bool:
        return part.may_hold(stale) and not stale.isdisjoint(self.lake.read(part.games)["game_uuid"])

    def _without(self, part: Part, stale: set[str]) -> Tables:
        """The rows of a part, but those of stale games."""
        games = to_words(self.lake.read(part.games), "games")
        kept = games.filter(~pl.col("game_uuid").is_in(list(stale)))
        files: dict[str, File] = dict(zip(TABLES, part.files(), strict=True))
        return _of_games({name: to_words(self.lake.read(file), name) for name, file in files.items()}, kept)

    def _write(self, month: Month, waiting: list[Tables]) -> Iterator[Part]:
        whole = {name: pl.concat([tables[name] for tables in waiting]) for name in TABLES} if waiting else {}
        if whole and whole["games"].height:
            whole["cards"] = whole["cards"].unique()
            ruleset, of, adjusted = month
            files = {name: self.lake.write(name, whole[name], ruleset, of, adjusted=adjusted) for name in TABLES}
            ids = whole["games"]["game_uuid"]
            yield Part(ruleset, of, adjusted, **files, first=str(ids.min()), last=str(ids.max()))


def merged_where_many(lake: Lake, parts: list[Part]) -> list[Part]:
    """The parts of a month, of which those that are about as large are merged where they are many."""
    return _merged_below(lake, _merged_below(lake, parts, WAITING), PART // 2)


def _merged_below(lake: Lake, parts: list[Part], size: int) -> list[Part]:
    """Merge parts with fewer facts than this if they are many, or together a part of that size."""
    small = [part for part in parts if part.facts.rows < size]
    full = len(small) > MANY or (size > WAITING and sum(part.facts.rows for part in small) >= size)
    if len(small) < 2 or not full:
        return parts
    merged = [part for group in _groups(small) for part in (_rewritten(lake, group) if len(group) > 1 else group)]
    return [*(part for part in parts if part.facts.rows >= size), *merged]


def _rewritten(lake: Lake, parts: list[Part], stale: Collection[str] = ()) -> Iterator[Part]:
    """These parts as one, without stale games; nothing if no game is left."""
    merged = merge(lake, parts, stale)
    if merged is not None:
        yield merged


def _groups(parts: list[Part]) -> Iterator[list[Part]]:
    """Parts in groups that have at most `PART` facts, by their games."""
    group: list[Part] = []
    for part in sorted(parts, key=lambda part: part.first):
        if group and sum(each.facts.rows for each in group) + part.facts.rows > PART:
            yield group
            group = []
        group.append(part)
    yield group


def _by_month(tables: Tables) -> Iterator[tuple[str, Tables]]:
    """The tables as they are, if all games ended in one month; else split."""
    months = list(tables["games"].group_by(pl.col("ended_at").dt.strftime("%Y-%m")))
    for (month,), games in months:
        yield str(month), tables if len(months) == 1 else _of_games(tables, games)


def _of_games(tables: Tables, games: pl.DataFrame) -> Tables:
    """The rows of these games alone, and the cards that they were played with."""
    key = {"cards": "component_set"}
    return {name: table.join(games, on=key.get(name, "game_id"), how="semi") for name, table in tables.items()}
