"""Bring the lake up to date with the log: the one place where statistics read the store.

Each export brings the lake to where the log is: it asks which games have news since the last one, by position, and
writes those that are new or whose row has changed since (every append and every change of seats or flags raises a
game's `revision`). The JSON of an event is read here, once, and never again.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from datetime import UTC, datetime
from itertools import chain
from typing import TYPE_CHECKING, Any
from uuid import UUID

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from analytics.copies import CopiedGames, Copies
from analytics.errors import LakeUnreadable, WorkerFailed
from analytics.lake import Checkpoint, Lake, Part
from analytics.merging import merge
from analytics.rows import Rows, tag_lines
from analytics.rulebook import Rulebook
from analytics.schema import EXCLUSIONS, to_words
from events import Cursor, Damaged, LogError, UnknownGame
from projections import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from analytics.cluster import Cluster, Site
    from analytics.copies import Games
    from analytics.lake import File
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

BATCHES = 8
"""How many batches of games there are for each thread of a cluster: the last ones to end wait for one another,"""

LARGEST = 1_000
"""and how many games a batch has at most: they are read again if the worker ends."""

COPIED = 64 << 20
"""Bytes: games that are copied for workers become a batch of their own with the game that makes them so many."""

TABLES = ("facts", "seats", "games", "holdings", "cards")
Tables = dict[str, pl.DataFrame]
Kind = tuple[str, bool]
"""A ruleset, and whether its games were adjusted by hand."""
Month = tuple[str, str, bool]
"""A ruleset, the month in which its games ended (`2026-11`), and whether they were adjusted by hand."""

ADJUSTED = "adjusted"
"""Why a game that was adjusted by hand is excluded; the lake has it nevertheless, for the filter `adjusted`."""


class RowFault(Struct, frozen=True):
    """A game that could not be read; it is excluded as `unreadable`."""

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
    """Games that were removed: they were continued, or no longer count."""
    excluded: dict[str, int]
    """Excluded games of the log, by reason."""
    faults: tuple[RowFault, ...]


def export(
    store: Store,
    rulesets: Mapping[str, Ruleset[Any]],
    lake: Lake,
    *,
    rebuild: bool = False,
    legal: bool = False,
    progress: Callable[[int, int], None] | None = None,
    cluster: Cluster | None = None,
    copy_games: bool = False,
) -> Exported:
    """Bring the lake to where the log is. It is safe to call it twice, at the same time, and after a crash.

    `rebuild` writes all games again; for a lake of an older schema that happens automatically. `legal` counts the legal
    actions of each decision of the games that are written, which takes its time. `progress` gets the
    number of games written and to write. The workers of a `cluster` read the games from the log themselves, and write
    them to the lake; the checkpoint is replaced here. With `copy_games`, they read copies of the games in the lake,
    which are made here, and need no way to the log. Raises LakeUnreadable where a newer program wrote the lake, the
    errors of the store, and ClusterError, LakeUnavailable and LakeConflict, after which the lake is as it was.
    """
    with lake.writing():
        checkpoint = Checkpoint() if rebuild else _followed(store, _checkpoint(lake))
        found = _survey(store, rulesets, lake, checkpoint)
        work = _Export(store, rulesets, lake, checkpoint, legal=legal)
        if cluster is None:
            work.read(found.ids, found.held, progress)
        else:
            work.spread(cluster, found, _hash_at(store, found.cursor.position), progress, copy_games=copy_games)
        gone = found.held.keys() - work.unchanged
        parts = work.merge(set(gone))
        exclusions = pl.concat([found.excluded, *work.excluded])
        lake.publish(
            Checkpoint(
                position=found.cursor.position,
                metadata=found.cursor.metadata,
                hash=_hash_at(store, found.cursor.position),
                exported_at=time.time_ns() // 1000,
                rulesets={name: _rulebook(ruleset) for name, ruleset in rulesets.items()},
                parts=parts,
                exclusions=lake.write("exclusions", exclusions, held=checkpoint.exclusions),
                damaged=tuple(work.damaged),
            )
        )
    return Exported(
        position=found.cursor.position,
        games=work.games,
        rows=work.rows,
        removed=len(gone - work.written),
        excluded=dict(Counter(exclusions["reason"].sort())),
        faults=tuple(work.faults),
    )


def _rulebook(ruleset: Ruleset[Any]) -> Rulebook:
    texts = ruleset.titles, ruleset.questions, ruleset.endings
    return Rulebook(ruleset.title, ruleset.cooperative, ruleset.varies, ruleset.score, *texts)


def reason_to_exclude(game: Game, rulesets: Collection[str]) -> str | None:
    """Why a game is excluded from statistics; None if it counts."""
    if game.forked_from:
        return "fork"
    if game.summary.status != "finished":
        return "abandoned" if game.summary.status == "abandoned" else "unfinished"
    if game.archived:
        return "archived"
    if not game.count_in_statistics:
        return "not_counted"
    if game.ruleset not in rulesets:
        return "unknown_ruleset"
    return ADJUSTED if game.summary.tainted else None


def _is_held(reason: str | None) -> bool:
    """Whether the lake holds a game that is excluded for this reason, or for none."""
    return reason in (None, ADJUSTED)


class _Found(Struct, frozen=True):
    """The games with changes since the last export."""

    cursor: Cursor
    ids: list[UUID]
    """The games, oldest first."""
    held: dict[str, int]
    """The revisions of those among them that are in the lake."""
    excluded: pl.DataFrame
    """The rows of all others that do not count."""


def _checkpoint(lake: Lake) -> Checkpoint:
    try:
        return lake.checkpoint()
    except LakeUnreadable as error:
        if error.found > error.expected:
            raise
        return Checkpoint()


def _followed(store: Store, checkpoint: Checkpoint) -> Checkpoint:
    """The checkpoint, if it is of this log; otherwise an empty one: then the lake is made again.

    A log that was restored from an older copy, and another log, have no such event at its position.
    """
    cursor, position = store.cursor(), checkpoint.position
    beyond = position > cursor.position or checkpoint.metadata > cursor.metadata
    another = checkpoint.hash and checkpoint.hash != _hash_at(store, position)
    return Checkpoint() if beyond or another else checkpoint


def _hash_at(store: Store, position: int) -> str:
    """The hash of an event, by its place in the log; nothing before the first."""
    return (store.hash_at(position) or b"").hex()


def _survey(store: Store, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, checkpoint: Checkpoint) -> _Found:
    """Which games to look at: those with news, and those that wait for a ruleset or for a program that can read them.

    A lake whose checkpoint has no hash was made by a program that looked at all.
    """
    excluded = to_words(lake.read(checkpoint.exclusions), "exclusions") if checkpoint.exclusions else _excluded_rows([])
    if checkpoint.hash:
        changes = store.changes(Cursor(checkpoint.position, checkpoint.metadata))
        waiting = excluded.filter(
            (pl.col("reason") == "unreadable")
            | (pl.col("reason") == "unknown_ruleset") & pl.col("ruleset").is_in(list(rulesets))
        )
        cursor = changes.cursor
        of_lost = (part for part in checkpoint.parts if part.ruleset not in rulesets)
        lost = [UUID(id) for part in of_lost for id in lake.read(part.games)["game_uuid"]]
        ids = {*changes.versions, *changes.metadata, *map(UUID, chain(waiting["game_uuid"], checkpoint.damaged)), *lost}
    else:
        cursor = store.cursor()
        ids = set(store.game_ids())
        excluded = excluded.clear()
    texts = list(map(str, ids))
    held = _revisions(lake, checkpoint, texts if checkpoint.hash else None)
    return _Found(cursor, sorted(ids), held, excluded.filter(~pl.col("game_uuid").is_in(texts)))


def _revisions(lake: Lake, checkpoint: Checkpoint, ids: list[str] | None) -> dict[str, int]:
    """The revisions of games that the lake holds, of all or of some."""
    which = pl.lit(True) if ids is None else pl.col("game_uuid").is_in(ids)
    frames = (
        lake.tables(part).games.filter(which).select(pl.col("game_uuid").cast(pl.String), "revision").collect()
        for part in checkpoint.parts
        if ids is None or part.may_hold(ids)
    )
    with lake.reading():
        return dict(chain.from_iterable(frame.iter_rows() for frame in frames))


class Batch(Struct, frozen=True):
    """Some games that a worker is to read: from copies, or from the same log up to at least the same position."""

    ids: list[UUID]
    held: dict[str, int]
    """The revisions of those among them that are in the lake."""
    lake: str
    position: int
    hash: str
    """Of the event at `position`."""
    legal: bool
    copies: File | None = None
    """The file with the copies of these games."""

    @property
    def name(self) -> str:
        """What an error of this batch names."""
        return f"games {self.ids[0]} to {self.ids[-1]}"


class BatchRead(Struct, frozen=True):
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


def read_batch(site: Site, batch: Batch) -> BatchRead:
    """Read games on a worker, and write their parts."""
    if batch.copies:
        return _read(_copies_in(batch.lake, batch.copies), site.rulesets(), Lake(batch.lake), batch)
    with site.log() as store:
        if _hash_at(store, batch.position) != batch.hash:
            raise ValueError(
                "the log of this worker is not the one that is exported, or a copy that is behind; check "
                "TABLETALE_DATABASE_URL there, or export with --copy-games"
            )
        return _read(store, site.rulesets(), Lake(batch.lake), batch)


def merge_parts(_site: Site, lake: str, parts: list[Part]) -> list[Part]:
    """Merge those parts of a month that are small and many, on a worker."""
    return _merged(Lake(lake), parts)


def _copies_in(lake: str, file: File) -> CopiedGames:
    try:
        return CopiedGames(Lake(lake), file)
    except FileNotFoundError:
        raise ValueError(f"the games that were copied for it are not in the lake at {lake} on this machine") from None


def _read(log: Games, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, batch: Batch) -> BatchRead:
    work = _Export(log, rulesets, lake, Checkpoint(), legal=batch.legal)
    work.read(batch.ids, batch.held, None)
    return work.whole(len(batch.ids))


class _Export:
    """One export while it runs."""

    def __init__(
        self, log: Games, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, checkpoint: Checkpoint, *, legal: bool
    ) -> None:
        self._log = log
        self._legal = legal
        self._rulesets = rulesets
        self._lake = lake
        self._checkpoint = checkpoint
        self._components: dict[tuple[str, str], Components] = {}
        self._gathered: dict[Kind, Rows] = {}
        """Games as they were read."""
        self._tables: dict[Month, list[Tables]] = defaultdict(list)
        """What is read, and waits for more of its month."""
        self._of_workers: dict[Month, list[Part]] = defaultdict(list)
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

    def spread(
        self,
        cluster: Cluster,
        found: _Found,
        hash: str,
        progress: Callable[[int, int], None] | None,
        *,
        copy_games: bool,
    ) -> None:
        """Do what `read` does on the workers of a cluster, each of which writes parts of its own."""
        from analytics.cluster import Task, address_of

        address = address_of(self._lake)
        batches = [
            Batch(ids, _some(found.held, ids), address, found.cursor.position, hash, self._legal)
            for ids in _batches(found.ids, cluster.threads)
        ]
        not_copied: list[UUID] = []
        if copy_games:
            batches = [copied for batch in batches for copied in self._copied(batch, not_copied)]

        def here(number: int) -> BatchRead:
            return _read(self._log, self._rulesets, self._lake, batches[number])

        self.read(not_copied, found.held, None)
        done = len(not_copied)
        for _, result in cluster.spread("export", [Task(read_batch, (each,), each.name) for each in batches], here):
            self._take(result)
            done += result.games
            if progress:
                progress(done, len(found.ids))
        self._lake.delete([batch.copies for batch in batches if batch.copies])
        self._merge_of_workers(cluster)

    def _copied(self, batch: Batch, not_copied: list[UUID]) -> Iterator[Batch]:
        """A batch with its games copied into the lake; several, if they are large.

        What cannot be read is added to `not_copied`, and what reads it here finds out why.
        """
        copies = Copies(self._log)
        for game_id in batch.ids:
            try:
                self._copy(game_id, batch.held.get(str(game_id)), copies)
            except LogError:
                not_copied.append(game_id)
            if copies.size >= COPIED:
                yield self._with_copies(batch, copies)
                copies = Copies(self._log)
        if copies.ids:
            yield self._with_copies(batch, copies)

    def _copy(self, game_id: UUID, revision: int | None, copies: Copies) -> None:
        game = self._log.game(game_id)
        if _is_held(reason_to_exclude(game, self._rulesets)) and game.revision != revision:
            copies.add_whole(game)
        else:
            copies.add_row(game)

    def _with_copies(self, batch: Batch, copies: Copies) -> Batch:
        held = _some(batch.held, copies.ids)
        return replace(batch, ids=copies.ids, held=held, copies=copies.write(self._lake))

    def _merge_of_workers(self, cluster: Cluster) -> None:
        """Let workers merge the small parts that they wrote, where a month has many."""
        from analytics.cluster import Task, address_of

        crowded = {
            month: parts
            for month, parts in self._of_workers.items()
            if sum(part.facts.rows < WAITING for part in parts) > MANY
        }
        months, address = list(crowded), address_of(self._lake)
        tasks = [Task(merge_parts, (address, crowded[month]), " ".join(month[:2])) for month in months]

        def here(number: int) -> list[Part]:
            return _merged(self._lake, crowded[months[number]])

        for number, parts in cluster.spread("merge", tasks, here):
            self._of_workers[months[number]] = parts

    def _take(self, result: BatchRead) -> None:
        """Add what a worker read to what is read here. Raises WorkerFailed if its files are not here."""
        for part in result.parts:
            try:
                self._lake.read(part.cards)
            except FileNotFoundError:
                raise WorkerFailed(
                    f"{part.facts.path}: a worker wrote it, and it is not here; is the lake's folder shared?"
                ) from None
            self._of_workers[part.ruleset, part.month, part.adjusted].append(part)
        self.rows += result.rows
        self.written |= result.written
        self.unchanged |= result.unchanged
        self.faults += result.faults
        self.damaged += result.damaged
        self.excluded += result.excluded

    def whole(self, games: int) -> BatchRead:
        """All that was read, with what waits written as parts."""
        parts = self.merge(set())
        return BatchRead(
            *(parts, self.rows, games, self.written, self.unchanged, self.faults, self.damaged, self.excluded)
        )

    def _look_at(self, game_id: UUID, revision: int | None) -> None:
        try:
            game = self._log.game(game_id)
        except (Damaged, UnknownGame) as error:
            self.faults.append(RowFault(game_id, str(error)))
            self.damaged.append(str(game_id))
            return
        reason = reason_to_exclude(game, self._rulesets)
        if _is_held(reason):
            if game.revision == revision:
                self.unchanged.add(str(game_id))
            else:
                kind = game.ruleset, game.summary.tainted
                if not self._read_one(game, self._gathered.setdefault(kind, self._rows_of(game.ruleset))):
                    reason = "unreadable"
        if reason:
            self._excluded.append((game, reason))

    def _write_excluded(self) -> None:
        self.excluded.append(_excluded_rows(self._excluded))
        self._excluded.clear()

    def _rows_of(self, ruleset: str) -> Rows:
        return Rows(self._rulesets[ruleset], legal=self._legal)

    def _read_one(self, game: Game, rows: Rows) -> bool:
        """Whether it could be read."""
        events = self._log.events(game.id, 1, game.version)
        try:
            tree = Tree.of(game, self._log.forks(game.id))
            rows.add(game, self._load(game), tree, events)
        except Exception as error:  # an error that the rules raise for one game's events must not stop all statistics
            self.faults.append(RowFault(game.id, f"{type(error).__name__}: {error}"))
            return False
        self.written.add(str(game.id))
        return True

    def _load(self, game: Game) -> Components:
        key = game.ruleset, game.component_set
        if key not in self._components:
            document = self._log.component_set(game.component_set).document
            self._components[key] = self._rulesets[game.ruleset].load(document)
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
        for part in chain(self._parts, *self._of_workers.values()):
            new[part.ruleset, part.month, part.adjusted].append(part)
        for month in sorted(by_month.keys() | new.keys() | self._tables.keys()):
            kept = [*new[month], *self._merge_month(month, by_month[month], stale)]
            merged += _merged(self._lake, kept)
        return tuple(merged)

    def _merge_month(self, month: Month, old: list[Part], stale: set[str]) -> Iterator[Part]:
        """The parts of a month, with those that waited, and without stale games."""
        grows = bool(self._tables.get(month))
        for part in old:
            holds = self._holds(part, stale)
            if part.facts.rows < SMALL and (holds or grows):
                self._tables[month].append(self._without(part, stale))
            elif holds:
                yield from _rewritten(self._lake, [part], stale)
            else:
                yield part
        yield from self._write(month, self._tables.pop(month, []))

    def _holds(self, part: Part, stale: set[str]) -> bool:
        return part.may_hold(stale) and not stale.isdisjoint(self._lake.read(part.games)["game_uuid"])

    def _without(self, part: Part, stale: set[str]) -> Tables:
        """The rows of a part, but those of stale games."""
        games = to_words(self._lake.read(part.games), "games")
        kept = games.filter(~pl.col("game_uuid").is_in(list(stale)))
        files: dict[str, File] = dict(zip(TABLES, part.files(), strict=True))
        return _of_games({name: to_words(self._lake.read(file), name) for name, file in files.items()}, kept)

    def _write(self, month: Month, waiting: list[Tables]) -> Iterator[Part]:
        whole = {name: pl.concat([tables[name] for tables in waiting]) for name in TABLES} if waiting else {}
        if whole and whole["games"].height:
            whole["cards"] = whole["cards"].unique()
            ruleset, of, adjusted = month
            files = {name: self._lake.write(name, whole[name], ruleset, of, adjusted=adjusted) for name in TABLES}
            ids = whole["games"]["game_uuid"]
            yield Part(ruleset, of, adjusted, **files, first=str(ids.min()), last=str(ids.max()))


def _batches(ids: list[UUID], threads: int) -> Iterable[list[UUID]]:
    """The games in some batches for each thread. Games of one time stay together, so that a part has few months."""
    size = max(1, min(LARGEST, -(-len(ids) // (threads * BATCHES))))
    return (ids[start : start + size] for start in range(0, len(ids), size))


def _some(held: Mapping[str, int], ids: Iterable[UUID]) -> dict[str, int]:
    return {text: held[text] for text in map(str, ids) if text in held}


def _merged(lake: Lake, parts: list[Part]) -> list[Part]:
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


def _excluded_rows(games: Sequence[tuple[Game, str]]) -> pl.DataFrame:
    rows = [
        (
            *(str(game.id), game.revision, game.ruleset, reason, len(game.seats)),
            [str(seated.player) for seated in game.seats if seated.player],
            *(game.ruleset_version, tag_lines(game), game.summary.round, game.version, _utc(game.created_at)),
            _utc(game.finished_at or game.created_at),
        )
        for game, reason in games
    ]
    return pl.DataFrame(rows, schema=EXCLUSIONS, orient="row")


def _utc(microseconds: int) -> datetime:
    return datetime.fromtimestamp(microseconds / 1e6, UTC)
