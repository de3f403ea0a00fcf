"""`python -m tests.benchmarks.large_lake --facts 10000000`: a lake of any size, without its log, and its cost.

Games are recorded once, and copied with other numbers and times: each copy is games of their own, in the parts that an
export makes. The first eight statistics are counted, each in a process of its own; then one game is added, and each is
asked again. A folder that is there is used as it is.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import polars as pl
from rich.console import Console
from rich.table import Table

from analytics import JOBS, Checkpoint, Lake, export, run
from analytics.columns import TIME
from analytics.lake import Part
from analytics.schema import COLUMNS, to_enums, to_words
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.benchmarks.analytics import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analytics.lake import File

EVENTS = 40_000
"""Of the games that are copied: their facts fill more than a row group, so that copies do not compress each other."""
PART = 2_000_000
STATISTICS = tuple(JOBS)[:8]
FIRST_YEAR = 2001
"""Of the first part; each month has one."""
STRIDE = 1_000_000
"""Copies of a game have numbers so far apart."""
MIB = 1024 * 1024
DIGITS = (2, 2, 0)
SECONDS, AGAIN, MEMORY = 60.0, 0.5, 600
"""The limits: for one statistic, for the same after one new game, and the MiB of its process."""


class Cost(NamedTuple):
    """What a statistic costs."""

    seconds: float
    processor: float
    """Seconds of all threads together: what counts on a machine that has other things to do."""
    mib: float


@click.command()
@click.option("--folder", type=click.Path(path_type=Path), help="Keep the lake here for the next run.")
@click.option("--facts", type=int, default=10_000_000, show_default=True, help="How many facts the lake has, at least.")
def main(folder: Path | None, facts: int) -> None:
    """Make a large lake, count the first eight statistics of it, and again after one new game."""
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(measure(folder or Path(temporary), facts))


def measure(folder: Path, facts: int) -> bool:
    """Print what each statistic costs; whether a limit is exceeded."""
    lake = Lake(folder)
    if not lake.checkpoint().parts:
        begin = perf_counter()
        make(lake, facts)
        click.echo(f"Made in {perf_counter() - begin:.0f} s.")
    parts = lake.checkpoint().parts
    facts, games = sum(part.facts.rows for part in parts), sum(part.games.rows for part in parts)
    size = sum(file.size for part in parts for file in part.files()) / MIB
    click.echo(f"{facts:,} facts of {games:,} games in {len(parts)} parts, {size:,.0f} MiB")
    first = {name: counted(folder, name) for name in STATISTICS}
    add_game(lake)
    again = {name: counted(folder, name) for name in STATISTICS}
    Console().print(_table(first, again))
    exceeded = any(cost.seconds > SECONDS or cost.mib > MEMORY for cost in first.values())
    return exceeded or any(cost.seconds > AGAIN for cost in again.values())


def make(lake: Lake, facts: int) -> None:
    """Fill a lake with copies of recorded games."""
    with tempfile.TemporaryDirectory() as temporary:
        with Store.open(f"sqlite:///{temporary}/log.sqlite3", synchronous="NORMAL") as store:
            record(store, RULESET, EVENTS)
            source = Lake(Path(temporary) / "lake")
            export(store, {RULESET.name: RULESET}, source)
        tables = dict(_tables(source))
        each = tables["facts"].height
        copies = -(-facts // each)
        with lake.writing():
            groups = [range(first, min(first + PART // each, copies)) for first in range(0, copies, PART // each)]
            parts = tuple(_part(lake, tables, number, group) for number, group in enumerate(groups))
            lake.publish(Checkpoint(position=1, exported_at=1, rulesets=source.checkpoint().rulesets, parts=parts))


def add_game(lake: Lake) -> None:
    """Add a part with one game, as an export of one new game does."""
    checkpoint = lake.checkpoint()
    part = checkpoint.parts[-1]
    tables = {name: to_words(lake.read(getattr(part, name)), name) for name in ("games", "seats", "cards")}
    game = tables["games"].head(1)
    for name in ("facts", "holdings"):
        of_game = lake.scan(getattr(part, name)).filter(pl.col("game_id").is_in(game["game_id"].implode()))
        tables[name] = to_words(of_game.collect(), name)
    kept = {name: table.join(game, on="game_id", how="semi") for name, table in tables.items() if name != "cards"}
    number = checkpoint.position + len(checkpoint.parts)
    new = _part(lake, kept | {"cards": tables["cards"]}, number, range(STRIDE, STRIDE + 1))
    lake.publish(
        Checkpoint(
            position=checkpoint.position + 1,
            exported_at=1,
            rulesets=checkpoint.rulesets,
            parts=(*checkpoint.parts, new),
        )
    )


def counted(folder: Path, name: str) -> Cost:
    """Count a statistic in a new process; the modules that it loads do not count, what they hold in memory does."""
    code = "import sys; from tests.benchmarks.large_lake import count; print(*count(*sys.argv[1:]))"
    command = [sys.executable, "-c", code, str(folder), name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Cost(*map(float, done.stdout.split()))


def _tables(source: Lake) -> Iterator[tuple[str, pl.DataFrame]]:
    """All games of a lake as one part, in order."""
    parts = source.checkpoint().parts
    for name in ("facts", "seats", "games", "holdings", "cards"):
        whole = pl.concat([to_words(source.read(getattr(part, name)), name) for part in parts])
        if name == "cards":
            whole = whole.unique()
        yield name, whole.sort("component_set" if name == "cards" else "game_id", maintain_order=True)


def _part(lake: Lake, tables: Mapping[str, pl.DataFrame], number: int, copies: range) -> Part:
    """Copies of games as the part of a month."""
    year, month = FIRST_YEAR + number // 12, number % 12 + 1
    begin = datetime(year, month, 1, tzinfo=UTC)
    earliest = tables["games"]["started_at"].min()
    assert isinstance(earliest, datetime)
    name, text = RULESET.name, f"{year}-{month:02}"
    files: dict[str, File] = {}
    for table, rows in tables.items():
        if table == "cards":
            files[table] = lake.write(table, rows, name, text)
            continue
        typed = to_enums(rows, table).lazy()
        frames = [typed.with_columns(_shifted(table, copy, begin - earliest)) for copy in copies]
        files[table] = lake.sink(table, pl.concat(frames), name, text)
    of_files: Any = files
    return Part(name, text, adjusted=False, **of_files, first=f"{copies[0]:08x}", last=f"{copies[-1]:08x}-g")


def _shifted(table: str, copy: int, later: Any) -> Iterator[pl.Expr]:
    """The columns that differ in a copy."""
    for name, kind in COLUMNS[table].items():
        if name in ("game_id", "position", "last_position"):
            yield pl.col(name) + copy * STRIDE
        elif kind == TIME:
            yield pl.col(name) + pl.lit(later)
        elif name == "game_uuid":
            yield (pl.lit(f"{copy:08x}") + pl.col(name).str.slice(8)).alias(name)


def _table(first: Mapping[str, Cost], again: Mapping[str, Cost]) -> Table:
    table = Table("statistic", "s", "processor, s", "MiB", "after a new game, s", "processor, s", "MiB")
    for name in first:
        figures = [*first[name], *again[name]]
        table.add_row(name, *(f"{figure:.{digits}f}" for figure, digits in zip(figures, 2 * DIGITS, strict=True)))
    return table


def count(folder: str, name: str) -> Cost:
    """Count a statistic here."""
    lake = Lake(folder)
    begin, worked = perf_counter(), process_time()
    run(lake, name, {"ruleset": RULESET.name})
    return Cost(perf_counter() - begin, process_time() - worked, peak())


def peak() -> float:
    """The most memory that this process had at once, in MiB; `getrusage` would count its parent's too."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0]) / 1024


if __name__ == "__main__":
    main()
