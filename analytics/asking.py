"""A question that is put to a lake: which statistic, with which parameters, of which games; then its answer."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
import polars as pl

from analytics import params as parameters
from analytics.errors import BadParameters, ParameterFault, UnknownJob
from analytics.job import Finished, Rulebook
from analytics.jobs import JOBS
from analytics.kept import KeptCounts, KeptResults
from analytics.names import Names
from analytics.result import AsOf, Result
from analytics.schema import TIME, empty

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from analytics.job import AnyJob
    from analytics.lake import Checkpoint, Lake, Part
    from analytics.params import Params
    from rulesets.kit.history import Question

    PlayerName = Callable[[str], str | None]


LATEST = 12
"""So many games an answer leads to."""

LARGE = 12_000
"""What parts of so many facts count is kept."""


def nobody(_player: str) -> None:
    """The name of a player where none are known."""


def put(lake: Lake, name: str, params: Mapping[str, object], players: PlayerName = nobody) -> Asking:
    """Put a question: `name` is that of a statistic, or of a question of the ruleset. Parameters that are given go
    before those of the question; `players` tells names.

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
        raise BadParameters([ParameterFault("/ruleset", f"there is no such ruleset; there are {', '.join(rulesets)}")])
    return Asking(lake, checkpoint, job, read, question, players)


@dataclass(frozen=True)
class Asking:
    """A question whose parameters are read. A file of the lake may be replaced before it is answered."""

    lake: Lake
    checkpoint: Checkpoint
    job: AnyJob
    params: Params
    question: Question | None = None
    """The question of the ruleset that it came from."""
    players: PlayerName = field(default=nobody, repr=False)

    @property
    def ruleset(self) -> Rulebook:
        """What is asked about."""
        return self.checkpoint.rulesets.get(self.params.ruleset, Rulebook(self.params.ruleset))

    @cached_property
    def key(self) -> str:
        """Equal for equal answers, but for players' names and the time of the export: 32 hex digits."""
        return _hash([self.checkpoint.position, self._rows_key, self.question and self.question.asks])

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
        """Whether games of a part are asked about, but for when they ended."""
        return part.ruleset == self.params.ruleset and (self.params.adjusted or not part.adjusted)

    def answer(self) -> Result:
        """The answer; counted once for each state of the lake. Raises FileNotFoundError: a file was replaced."""
        kept = KeptResults(self.lake.folder)
        finished = kept.get(self._rows_key)
        if finished is None:
            finished = self._count()
            kept.put(self._rows_key, finished)
        exported_at = self.checkpoint.exported_at
        return Result(
            name=self.question.name if self.question else self.job.name,
            question=self._sentence(),
            rows=finished.rows,
            excluded=finished.excluded,
            as_of=AsOf(self.checkpoint.position, _time(exported_at) if exported_at else None),
            job=self.job,
            params=self.params,
            ruleset=self.ruleset,
            names=Names(self.ruleset.titles, self._things(), self.players),
            nothing="" if finished.rows.height else self._why_nothing(finished.excluded),
            latest=self.games,
            led=self.led,
        )

    def games(self) -> tuple[str, ...]:
        """Ids of the latest games that were looked at."""
        found = pl.DataFrame(schema={"game_uuid": pl.String, "ended_at": TIME})
        for _, parts in groupby(sorted(self._parts, key=_month, reverse=True), _month):
            found = pl.concat([found, *map(self._latest_of, parts)]).top_k(LATEST, by="ended_at")
            if found.height == LATEST:  # all other games ended in earlier months
                break
        return tuple(found.sort("ended_at", "game_uuid", descending=True)["game_uuid"])

    def _latest_of(self, part: Part) -> pl.DataFrame:
        tables = self.lake.tables(part)
        asked = tables.seats.filter(*parameters.wanted(self.params))
        games = tables.games.join(asked, on="game_id", how="semi").select("game_uuid", "ended_at")
        return games.top_k(LATEST, by="ended_at").collect()

    def led(self, most: int, lead: str | None = None) -> dict[str, tuple[str, ...]]:
        """Ids of the latest games that each row is of, at most so many, by `Panel.leads`; or one row's alone."""
        leads = self.job.leads
        if leads is None:
            return {}
        of_row = pl.lit(True) if lead is None else pl.col("lead") == lead
        frames = [
            leads(tables, self.params)
            .select(pl.col("lead").cast(pl.String), "game_id")
            .filter(of_row)
            .unique()
            .join(tables.games.select("game_id", "game_uuid", "ended_at"), on="game_id")
            .sort("ended_at", "game_uuid", descending=True)
            .group_by("lead")
            .head(most)
            for tables in map(self.lake.tables, self._parts)
        ]
        if not frames:
            return {}
        found = pl.concat(pl.collect_all(frames)).sort("ended_at", "game_uuid", descending=True)
        rows = found.group_by("lead").agg(pl.col("game_uuid").head(most))
        return {name: tuple(games) for name, games in rows.iter_rows()}

    def anew(self) -> Asking:
        """The same question, of the lake as it is now."""
        return replace(self, checkpoint=self.lake.checkpoint())

    def _sentence(self) -> str:
        if self.question is None:
            return self.job.question(self.params, self.ruleset)
        which = parameters.which_games(self.params, "").removeprefix("games of ").strip()
        return f"{self.question.asks.removesuffix('?')} ({self.ruleset.title}{', ' * bool(which)}{which})?"

    def _count(self) -> Finished:
        counts = self._counts()
        if self.job.left_out:
            counts.append(self.job.left_out(self._left_out(), self.params))
        finished = self.job.finish(pl.concat([self.job.empty, *counts]), self.params)
        left_out = dict(self._left_out().group_by("reason").len().sort("reason").iter_rows())
        excluded = left_out | self._other_tags() | finished.excluded
        return Finished(_finite(finished.rows), {reason: n for reason, n in excluded.items() if n})

    def _counts(self) -> list[pl.DataFrame]:
        """What each part counts. Those of large parts are kept: most stay as they are when the lake grows."""
        kept = KeptCounts(self.lake.folder)
        found = [
            self._counted(part, kept) if part.facts.rows >= LARGE else self._count_part(part) for part in self._parts
        ]
        kept.drop_old()
        return found

    def _counted(self, part: Part, kept: KeptCounts) -> pl.DataFrame:
        counted = self.job.name, self.job.version, str(self.job.empty.schema), self.params
        key = _hash([*counted, [file.sha256 for file in part.files()]])
        counts = kept.get(key)
        if counts is None:
            counts = self._count_part(part)
            kept.put(key, counts)
        return counts

    def _count_part(self, part: Part) -> pl.DataFrame:
        return self.job.partial(self.lake.tables(part), self.params)

    def _left_out(self) -> pl.DataFrame:
        """The rows of `exclusions` that these parameters would select."""
        exclusions = self.checkpoint.exclusions
        rows = self.lake.read(exclusions) if exclusions else empty("exclusions")
        return rows.filter(*parameters.wanted_exclusions(self.params))

    def _other_tags(self) -> dict[str, int]:
        """How many games were left out for their tags alone."""
        if not (tagged := parameters.wanted_tags(self.params)):
            return {}
        others = [~pl.all_horizontal(tagged), *parameters.wanted_but_tags(self.params)]
        games = (
            self.lake.tables(part).seats.filter(*others).select(pl.col("game_id").n_unique()).collect()
            for part in self._parts
        )
        return {"other_tags": sum(int(found.item()) for found in games)}

    def _things(self) -> dict[str, str]:
        """What component sets call the ids of facts; the latest part has the last word."""
        columns = pl.col("id", "name").cast(pl.String)
        frames = (self.lake.tables(part).cards.select(columns).collect() for part in self._parts)
        return {name: called for frame in frames for name, called in frame.iter_rows()}

    def _why_nothing(self, excluded: Mapping[str, int]) -> str:
        """Which parameter no game answers to, if one alone rules all of them out."""
        title = self.ruleset.title
        parts = [part for part in self.checkpoint.parts if self._may_count(part)]
        if not parts:
            left_out = sum(excluded.values())
            return f"No game of {title} is finished and counts{f'; {left_out} are left out' if left_out else ''}."
        told, asked = parameters.words_of(self.params), parameters.conditions(self.params)
        words = {name: told[name] for name in asked}
        for name, conditions in asked.items():
            if not any(self._any(part, conditions) for part in parts):
                return f"No finished game of {title} matches `{name}`: there is none {words[name]}."
        if words:
            return f"No finished game of {title} is all of this: {'; '.join(words.values())}."
        return f"The finished games of {title} have nothing of this."

    def _any(self, part: Part, conditions: Sequence[pl.Expr]) -> bool:
        return self.lake.tables(part).seats.filter(*conditions).head(1).collect().height > 0


def _month(part: Part) -> str:
    return part.month


def _hash(told: object) -> str:
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:32]


def _finite(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows without NaN and infinity, which JSON does not know."""
    floats = [name for name, kind in rows.schema.items() if kind.is_float()]
    return rows.with_columns(pl.when(pl.col(name).is_finite()).then(pl.col(name)).alias(name) for name in floats)


def _time(microseconds: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
