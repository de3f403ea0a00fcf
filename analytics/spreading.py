"""Games are read for an export by the workers of a cluster: in batches, each of which becomes parts of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from analytics.cluster import Task, address_of, installed_on
from analytics.copies import CopiedGames, Copies
from analytics.excluded import is_held, reason_to_exclude
from analytics.exporting import MANY, WAITING, Exporting, GamesRead, hash_at, merged_where_many
from analytics.lake import Checkpoint, File, Lake
from events import LogError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from analytics.cluster import Cluster, Site
    from analytics.copies import Games
    from analytics.lake import Part
    from rulesets.kit.ruleset import Ruleset

LARGEST = 1_000
"""How many games a batch has at most: they are read again if the worker ends."""

LAST = 32
"""The last batches have one of so many games that a thread reads, so threads that are done do not wait for long."""

COPIED = 64 << 20
"""Bytes: games that are copied for workers become a batch of their own with the game that makes them so many."""


class Place(NamedTuple):
    """Up to where the log is exported."""

    position: int
    hash: str
    """Of the event there."""


class Batch(Struct, frozen=True):
    """Some games that a worker is to read: from copies, or from the same log up to at least the same position."""

    ids: list[UUID]
    held: dict[str, int]
    """The revisions of those among them that are in the lake."""
    lake: str
    at: Place
    legal: bool
    copies: File | None = None
    """The file with the copies of these games."""

    @property
    def name(self) -> str:
        """What an error of this batch names."""
        return f"games {self.ids[0]} to {self.ids[-1]}"


def read_batch(site: Site, batch: Batch) -> GamesRead:
    """Read games on a worker, and write their parts."""
    if batch.copies:
        return _read(_copies_in(batch.lake, batch.copies), installed_on(site), Lake(batch.lake), batch)
    with site.log() as store:
        if hash_at(store, batch.at.position) != batch.at.hash:
            raise ValueError(
                "the log of this worker is not the one that is exported, or a copy that is behind; check "
                "TABLETALE_DATABASE_URL there, or export with --copy-games"
            )
        return _read(store, installed_on(site), Lake(batch.lake), batch)


def merge_parts(_site: Site, lake: str, parts: list[Part]) -> list[Part]:
    """Merge those parts of a month that are small and many, on a worker."""
    return merged_where_many(Lake(lake), parts)


def _copies_in(lake: str, file: File) -> CopiedGames:
    try:
        return CopiedGames(Lake(lake), file)
    except FileNotFoundError:
        raise ValueError(f"the games that were copied for it are not in the lake at {lake} on this machine") from None


def _read(log: Games, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, batch: Batch) -> GamesRead:
    work = Exporting(log, rulesets, lake, Checkpoint(), legal=batch.legal)
    work.read(batch.ids, batch.held, None)
    return work.whole(len(batch.ids))


class Spreading:
    """What an export lets the workers of a cluster do."""

    def __init__(self, work: Exporting, cluster: Cluster) -> None:
        self._work = work
        self._cluster = cluster

    def read(
        self,
        ids: list[UUID],
        held: Mapping[str, int],
        at: Place,
        progress: Callable[[int, int], None] | None,
        *,
        copy_games: bool,
    ) -> None:
        """Do what `Exporting.read` does on the workers, each of which writes parts of its own."""
        address = address_of(self._work.lake)
        sent = [
            Batch(some, _some(held, some), address, at, self._work.legal)
            for some in batches(ids, self._cluster.threads)
        ]
        not_copied: list[UUID] = []
        if copy_games:
            sent = [copied for batch in sent for copied in self._copied(batch, not_copied)]

        def here(number: int) -> GamesRead:
            return _read(self._work.log, self._work.rulesets, self._work.lake, sent[number])

        self._work.read(not_copied, held, None)
        done = len(not_copied)
        tasks = [Task(read_batch, (batch,), batch.name) for batch in sent]
        for _, result in self._cluster.spread("export", tasks, here):
            self._work.take(result)
            done += result.games
            if progress:
                progress(done, len(ids))
        self._work.lake.delete([batch.copies for batch in sent if batch.copies])
        self._merge()

    def _copied(self, batch: Batch, not_copied: list[UUID]) -> Iterator[Batch]:
        """A batch with its games copied into the lake; several, if they are large.

        What cannot be read is added to `not_copied`, and what reads it here finds out why.
        """
        copies = Copies(self._work.log)
        for game_id in batch.ids:
            try:
                self._copy(game_id, batch.held.get(str(game_id)), copies)
            except LogError:
                not_copied.append(game_id)
            if copies.size >= COPIED:
                yield self._with_copies(batch, copies)
                copies = Copies(self._work.log)
        if copies.ids:
            yield self._with_copies(batch, copies)

    def _copy(self, game_id: UUID, revision: int | None, copies: Copies) -> None:
        game = self._work.log.game(game_id)
        if is_held(reason_to_exclude(game, self._work.rulesets)) and game.revision != revision:
            copies.add_whole(game)
        else:
            copies.add_row(game)

    def _with_copies(self, batch: Batch, copies: Copies) -> Batch:
        held = _some(batch.held, copies.ids)
        return replace(batch, ids=copies.ids, held=held, copies=copies.write(self._work.lake))

    def _merge(self) -> None:
        """Let workers merge the small parts that they wrote, where a month has many."""
        of_workers = self._work.of_workers
        crowded = {
            month: parts
            for month, parts in of_workers.items()
            if sum(part.facts.rows < WAITING for part in parts) > MANY
        }
        months, address = list(crowded), address_of(self._work.lake)
        tasks = [Task(merge_parts, (address, crowded[month]), " ".join(month[:2])) for month in months]

        def here(number: int) -> list[Part]:
            return merged_where_many(self._work.lake, crowded[months[number]])

        for number, parts in self._cluster.spread("merge", tasks, here):
            of_workers[months[number]] = parts


def batches(ids: list[UUID], threads: int) -> Iterator[list[UUID]]:
    """The games in batches, each with half of what is left for a thread: each batch costs something for itself, and
    threads should end together. Games of one time stay together, so that a part has few months."""
    start, least = 0, max(1, len(ids) // (threads * LAST))
    while start < len(ids):
        size = min(LARGEST, max(least, (len(ids) - start) // (threads * 2)))
        yield ids[start : start + size]
        start += size


def _some(held: Mapping[str, int], ids: Iterable[UUID]) -> dict[str, int]:
    return {text: held[text] for text in map(str, ids) if text in held}
