"""Bring the lake up to date with the log: the one place where statistics read the store.

Each export brings the lake to where the log is: it asks which games have news since the last one, by position, and
writes those that are new or whose row has changed since (every append and every change of seats or flags raises a
game's `revision`). The JSON of an event is read here, once, and never again.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any
from uuid import UUID

import polars as pl
from msgspec import Struct

from analytics.errors import LakeUnreadable
from analytics.excluded import excluded_rows
from analytics.exporting import Exporting, RowFault, hash_at
from analytics.lake import Checkpoint, Lake
from analytics.rulebook import Rulebook
from analytics.schema import to_words
from events import Cursor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from analytics.cluster import Cluster
    from events import Store
    from rulesets.kit.ruleset import Ruleset


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
        work = Exporting(store, rulesets, lake, checkpoint, legal=legal)
        if cluster is None:
            work.read(found.ids, found.held, progress)
        else:
            from analytics.spreading import Place, Spreading

            here = Place(found.cursor.position, hash_at(store, found.cursor.position))
            Spreading(work, cluster).read(found.ids, found.held, here, progress, copy_games=copy_games)
        gone = found.held.keys() - work.unchanged
        parts = work.merge(set(gone))
        exclusions = pl.concat([found.excluded, *work.excluded])
        lake.publish(
            Checkpoint(
                position=found.cursor.position,
                metadata=found.cursor.metadata,
                hash=hash_at(store, found.cursor.position),
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
    another = checkpoint.hash and checkpoint.hash != hash_at(store, position)
    return Checkpoint() if beyond or another else checkpoint


def _survey(store: Store, rulesets: Mapping[str, Ruleset[Any]], lake: Lake, checkpoint: Checkpoint) -> _Found:
    """Which games to look at: those with news, and those that wait for a ruleset or for a program that can read them.

    A lake whose checkpoint has no hash was made by a program that looked at all.
    """
    excluded = to_words(lake.read(checkpoint.exclusions), "exclusions") if checkpoint.exclusions else excluded_rows([])
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
