"""A query of the lake: find the statistic, read its parameters, count, and give the result."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
import polars as pl
from msgspec import structs

from analytics import params as parameters
from analytics.cache import CountsCache, ResultCache
from analytics.columns import TIME
from analytics.errors import BadParameters, ParameterFault, UnknownJob
from analytics.job import Finished
from analytics.jobs import JOBS
from analytics.names import Names
from analytics.result import AsOf, Result
from analytics.rulebook import Rulebook, Sheet
from analytics.schema import empty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from analytics.cluster import Cluster
    from analytics.job import AnyJob
    from analytics.lake import Checkpoint, Lake, Part
    from analytics.params import Params
    from rulesets.kit.history import Question

    PlayerName = Callable[[str], str | None]
    Progress = Callable[[int, int], None]


LATEST = 12
"""How many of the latest games an answer lists."""

AT_ONCE = 2
"""How many parts are counted at the same time. More would need more memory: a part has up to two million facts."""

LARGE = 12_000
"""The counts of parts with at least this many facts are cached."""


def nobody(_player: str) -> None:
    """The name of a player where names are not known."""


def prepare(
    lake: Lake,
    name: str,
    params: Mapping[str, object],
    players: PlayerName = nobody,
    sheet: Sheet | None = None,
) -> Query:
    """Prepare a query by the `name` of a statistic or of a question of the ruleset. Given parameters override those of
    the question; `players` looks up the names of players, `sheet` says what the component sets in the parameter of that
    name are.

    Raises UnknownJob, BadParameters, LakeUnreadable.
    """
    checkpoint = lake.checkpoint()
    rulesets, ruleset = checkpoint.rulesets, str(params.get("ruleset", ""))
    questions = {question.name: question for question in rulesets[ruleset].questions} if ruleset in rulesets else {}
    question = None if name in JOBS else questions.get(name)
    if name not in JOBS and question is None:
        raise UnknownJob(name, [*JOBS, *questions])
    job = JOBS[question.job if question else name]
    read = parameters.read(job.params, {**(question.params if question else {}), **params})
    if rulesets and read.ruleset not in rulesets:
        raise BadParameters([ParameterFault("/ruleset", f"unknown ruleset; there are {', '.join(rulesets)}")])
    if sheet is None and read.sheet is None and read.ruleset in rulesets and rulesets[read.ruleset].varies:
        read = _of_competing_seats(lake, checkpoint, read)
    return Query(lake, checkpoint, job, read, question, players, sheet)


def _of_competing_seats(lake: Lake, checkpoint: Checkpoint, params: Params) -> Params:
    """The parameters, without the component sets with which all seats win or lose together."""
    with lake.reading():
        frames = pl.collect_all(
            lake.tables(part)
            .seats.filter(pl.col("par").is_null())
            .select(pl.col("component_set").cast(pl.String).unique())
            for part in checkpoint.parts
            if part.ruleset == params.ruleset
        )
    return parameters.without_sets(params, {name for frame in frames for name in frame.to_series()})


@dataclass(frozen=True)
class Query:
    """A question with valid parameters. A file of the lake may be replaced before it is answered."""

    lake: Lake
    checkpoint: Checkpoint
    job: AnyJob
    params: Params
    question: Question | None = None
    """The question of the ruleset, if it is one."""
    players: PlayerName = field(default=nobody, repr=False)
    sheet: Sheet | None = None
    """The title, if only games of one are asked about."""

    @property
    def ruleset(self) -> Rulebook:
        """The ruleset of the games, by the title that is asked about."""
        found = self.checkpoint.rulesets.get(self.params.ruleset, Rulebook(self.params.ruleset))
        if self.sheet is None:
            return found
        return structs.replace(found, title=self.sheet.title, cooperative=self.sheet.cooperative)

    @cached_property
    def key(self) -> str:
        """Equal for equal answers, but for players' names and the time of the export: 32 hex digits."""
        return _hash(
            [
                *(self.checkpoint.position, self._rows_key, self.sheet),
                self.question and (self.question.title, self.question.asks),
            ]
        )

    @cached_property
    def _rows_key(self) -> str:
        """Equal for equal rows: the statistic and its version, the parameters, the files."""
        files = [file.sha256 for part in self._parts for file in part.files()]
        exclusions = self.checkpoint.exclusions.sha256 if self.checkpoint.exclusions else ""
        return _hash([self.job.name, self.job.version, self.params, files, exclusions])

    @cached_property
    def _parts(self) -> list[Part]:
        return [
            part
            for part in self.checkpoint.parts
            if self._may_count(part) and parameters.in_months(self.params, part.month)
        ]

    def _may_count(self, part: Part) -> bool:
        """Whether the games of a part may count, whenever they ended."""
        return part.ruleset == self.params.ruleset and (self.params.adjusted or not part.adjusted)

    def answer(self, cluster: Cluster | None = None, progress: Progress | None = None) -> Result:
        """The answer, from the cache if the files have not changed; parts are counted by the cluster if one is given.

        `progress` gets the number of parts that are counted, and of all. Raises FileNotFoundError if a file was
        replaced, LakeUnavailable if the lake cannot be read, and ClusterError.
        """
        with self.lake.reading():
            return self._answer(cluster, progress)

    def _answer(self, cluster: Cluster | None, progress: Progress | None) -> Result:
        cache = ResultCache(self.lake.folder)
        finished = cache.get(self._rows_key)
        if finished is None:
            finished = self._count(cluster, progress)
            cache.put(self._rows_key, finished)
        exported_at = self.checkpoint.exported_at
        return Result(
            name=self.question.name if self.question else self.job.name,
            title=self._title(),
            question=self._sentence(),
            rows=finished.rows,
            excluded=finished.excluded,
            as_of=AsOf(self.checkpoint.position, _time(exported_at) if exported_at else None),
            key=self.key,
            job=self.job,
            params=self.params,
            ruleset=self.ruleset,
            names=Names(self.ruleset.titles, self._things(), self.players),
            nothing="" if finished.rows.height else self._why_nothing(finished.excluded),
            latest_games=self.latest_games,
            example_games=self.example_games,
        )

    def latest_games(self) -> tuple[str, ...]:
        """The ids of the latest games of the sample."""
        found = pl.DataFrame(schema={"game_uuid": pl.String, "ended_at": TIME})
        for _, parts in groupby(sorted(self._parts, key=_month, reverse=True), _month):
            with self.lake.reading():
                found = pl.concat([found, *map(self._latest_of, parts)]).top_k(LATEST, by="ended_at")
            if found.height == LATEST:  # all other games ended in earlier months
                break
        return tuple(found.sort("ended_at", "game_uuid", descending=True)["game_uuid"])

    def _latest_of(self, part: Part) -> pl.DataFrame:
        tables = self.lake.tables(part)
        selected = tables.seats.filter(*parameters.filters(self.params))
        games = tables.games.join(selected, on="game_id", how="semi").select("game_uuid", "ended_at")
        return games.top_k(LATEST, by="ended_at").collect()

    def example_games(self, most: int, row_key: str | None = None) -> dict[str, tuple[str, ...]]:
        """The ids of the latest games that each row counts, at most this many, by `Panel.row_keys`; or of one row."""
        games_of_rows = self.job.example_games
        if games_of_rows is None:
            return {}
        of_row = pl.lit(True) if row_key is None else pl.col("row_key") == row_key
        with self.lake.reading():  # a statistic may read the lake before it gives its frame
            frames = [
                games_of_rows(tables, self.params)
                .select(pl.col("row_key").cast(pl.String), "game_id")
                .filter(of_row)
                .unique()
                .join(tables.games.select("game_id", "game_uuid", "ended_at"), on="game_id")
                .sort("ended_at", "game_uuid", descending=True)
                .group_by("row_key")
                .head(most)
                for tables in map(self.lake.tables, self._parts)
            ]
            collected = pl.collect_all(frames)
        if not collected:
            return {}
        found = pl.concat(collected).sort("ended_at", "game_uuid", descending=True)
        rows = found.group_by("row_key").agg(pl.col("game_uuid").head(most))
        return {key: tuple(games) for key, games in rows.iter_rows()}

    def renewed(self) -> Query:
        """The same question, for the lake as it is now."""
        return replace(self, checkpoint=self.lake.checkpoint())

    def _title(self) -> str:
        if self.question is not None and self.question.title:
            return self.question.title
        return self.job.title_for(self.params, self.ruleset) if self.job.title_for else self.job.title

    def _sentence(self) -> str:
        if self.question is None:
            return self.job.question(self.params, self.ruleset)
        which = parameters.which_games(self.params, "").removeprefix("games of ").strip()
        return f"{self.question.asks.removesuffix('?')} ({self.ruleset.title}{', ' * bool(which)}{which})?"

    def _count(self, cluster: Cluster | None = None, progress: Progress | None = None) -> Finished:
        counts = self._counts(cluster, progress)
        if self.job.count_excluded:
            counts.append(self.job.count_excluded(self._exclusions(), self.params))
        finished = self.job.finish(pl.concat([self.job.empty, *counts]), self.params)
        by_reason = dict(self._exclusions().group_by("reason").len().sort("reason").iter_rows())
        excluded = by_reason | self._other_tags() | self._cooperative() | finished.excluded
        return Finished(_finite(finished.rows), {reason: n for reason, n in excluded.items() if n})

    def _counts(self, cluster: Cluster | None, progress: Progress | None) -> list[pl.DataFrame]:
        """The counts of each part, in the order of the parts, in whichever order they are counted: then sums are equal.

        Those of large parts are cached: most do not change when the lake grows.
        """
        cache = CountsCache(self.lake.folder)
        keys = [self._counts_key(part) if part.facts.rows >= LARGE else None for part in self._parts]
        found = {number: counts for number, key in enumerate(keys) if key and (counts := cache.get(key)) is not None}
        missing = [number for number in range(len(keys)) if number not in found]
        for place, counts in self._counted([self._parts[number] for number in missing], cluster):
            found[missing[place]] = counts
            if key := keys[missing[place]]:
                cache.put(key, counts)
            if progress:
                progress(len(found), len(keys))
        cache.drop_old()
        return [found[number] for number in range(len(keys))]

    def _counted(self, parts: Sequence[Part], cluster: Cluster | None) -> Iterable[tuple[int, pl.DataFrame]]:
        """The counts of parts, each with its place in the list."""
        if cluster is None:
            return enumerate(self._in_order(parts))
        return cluster.count(self.lake, self.job.name, self.params, parts, self._count_part)

    def _in_order(self, parts: Sequence[Part]) -> Iterator[pl.DataFrame]:
        """The counts of parts, a few of which are counted at once: while one reads, another works."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            yield from pool.map(self._count_part, parts)

    def _counts_key(self, part: Part) -> str:
        question = self.job.name, self.job.version, str(self.job.empty.schema), self.params
        return _hash([*question, [file.sha256 for file in part.files()]])

    def _count_part(self, part: Part) -> pl.DataFrame:
        return self.job.partial(self.lake.tables(part), self.params)

    def _exclusions(self) -> pl.DataFrame:
        """The excluded games that match the filters."""
        exclusions = self.checkpoint.exclusions
        rows = self.lake.read(exclusions) if exclusions else empty("exclusions")
        return rows.filter(*parameters.exclusion_filters(self.params))

    def _other_tags(self) -> dict[str, int]:
        """How many games were excluded only by the filters on tags."""
        if not (tagged := parameters.tag_filters(self.params)):
            return {}
        others = [~pl.all_horizontal(tagged), *parameters.filters_without_tags(self.params)]
        games = (
            self.lake.tables(part).seats.filter(*others).select(pl.col("game_id").n_unique()).collect()
            for part in self._parts
        )
        return {"other_tags": sum(int(found.item()) for found in games)}

    def _cooperative(self) -> dict[str, int]:
        """How many games are left out only since all seats win or lose together in them."""
        if not parameters.leave_sets_out(self.params):
            return {}
        others = parameters.filters(structs.replace(self.params, sheet=None))
        games = (
            self.lake.tables(part).seats.filter(pl.col("par").is_null(), *others).select(pl.col("game_id").n_unique())
            for part in self._parts
        )
        return {"cooperative": sum(int(found.item()) for found in pl.collect_all(games))}

    def _things(self) -> dict[str, str]:
        """The names of ids in the component sets; the latest part wins. Many parts have the same sets."""
        different = {part.cards.sha256: part for part in reversed(self._parts)}
        columns = pl.col("id", "name").cast(pl.String)
        frames = [self.lake.tables(part).cards.select(columns) for part in different.values()]
        return {id: name for frame in reversed(pl.collect_all(frames)) for id, name in frame.iter_rows()}

    def _why_nothing(self, excluded: Mapping[str, int]) -> str:
        """Why no game matches: the filter that excludes all of them, if there is a single one."""
        title = self.ruleset.title
        parts = [part for part in self.checkpoint.parts if self._may_count(part)]
        if not parts:
            n = sum(excluded.values())
            return f"There are no finished games of {title} that count yet{f' ({n} excluded)' if n else ''}."
        words, conditions = parameters.words_of(self.params), parameters.conditions(self.params)
        for name, of_filter in conditions.items():
            if not any(self._any(part, of_filter) for part in parts):
                return f"No finished games of {title} match the filter `{name}`: there are none {words[name]}."
        if conditions:
            filters = "; ".join(words[name] for name in conditions)
            return f"No finished games of {title} match these filters together: {filters}."
        return f"It never happened in the finished games of {title}."

    def _any(self, part: Part, conditions: Sequence[pl.Expr]) -> bool:
        return self.lake.tables(part).seats.filter(*conditions).head(1).collect().height > 0


def _month(part: Part) -> str:
    return part.month


def _hash(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:32]


def _finite(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows without NaN and infinity, which JSON does not have."""
    floats = [name for name, kind in rows.schema.items() if kind.is_float()]
    return rows.with_columns(pl.when(pl.col(name).is_finite()).then(pl.col(name)).alias(name) for name in floats)


def _time(microseconds: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
