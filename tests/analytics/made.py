"""Lakes made of rows, without a log: for many games at once, and for games drawn from a known distribution.

lake = make_lake(tmp_path, seats=[dict(game_id=1, seat=1, win_share=1.0), ...], facts=[...], parts=3)
ask(lake, "win_rate_by_seat")
rows = everything(lake)["seats"]            # as dicts, for a reference implementation in plain Python
sql(lake, "SELECT seat, count(*) FROM seats GROUP BY seat")    # SQL over the same files
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl

from analytics import Checkpoint, Lake, run
from analytics.lake import Part
from analytics.rulebook import Rulebook
from analytics.schema import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from analytics import Result

TABLES = ("facts", "seats", "games", "holdings", "cards")
Rows = list[dict[str, Any]]

NOON = 1_780_315_200_000_000
DEFAULTS: dict[str, dict[str, Any]] = {
    "facts": {
        **{"version": 1, "step": 0, "part": 0, "category": "decision", "undone": False, "round": 1, "turn": 1},
        **{"third": 1, "seats": 2, "tags": "", "options": "", "faction": "", "ended_at": NOON, "occurred_at": NOON},
        **{"forced": False, "ruleset_version": 1, "component_set": "set"},
    },
    "seats": {
        **{"seats": 2, "tags": "", "options": "", "faction": "", "ended_at": NOON, "par": 0.5, "decisions": 1},
        **{"ruleset_version": 1, "component_set": "set", "rank": 1, "score": 0, "lowest": False},
    },
    "games": {
        **{"revision": 1, "seats": 2, "winners": 1, "tags": "", "options": "", "end_reason": "done", "rounds": 1},
        **{"started_at": NOON, "ended_at": NOON, "events": 1, "decisions": 1, "turns": 1, "last_position": 1},
        **{"ruleset_version": 1, "component_set": "set"},
    },
    "holdings": {
        **{"round": 1, "final": False, "n": 0, "seats": 2, "tags": "", "options": "", "faction": "", "ended_at": NOON},
        **{"ruleset_version": 1, "component_set": "set"},
    },
    "cards": {"component_set": "set", "type": "card"},
}
"""Default values of each table. As in a real lake, the win, player and faction of a seat are on all its rows."""


def make_lake(
    folder: Path,
    *,
    parts: int = 1,
    ruleset: str = "toy",
    rulebook: Rulebook | None = None,
    **tables: Iterable[dict[str, Any]],
) -> Lake:
    """A lake of these rows, with the games split over so many parts."""
    lake = Lake(folder)
    frames = {name: frame(name, tables.get(name, ())) for name in TABLES}
    written = []
    for number in range(parts):
        files: dict[str, Any] = {
            name: lake.write(
                name, rows if name == "cards" else rows.filter(pl.col("game_id") % parts == number), ruleset, "2026-06"
            )
            for name, rows in frames.items()
        }
        written.append(Part(ruleset=ruleset, month="2026-06", adjusted=False, **files))
    lake.publish(
        Checkpoint(position=1, exported_at=NOON, rulesets={ruleset: rulebook or Rulebook("Toy")}, parts=tuple(written))
    )
    return lake


def frame(table: str, rows: Iterable[dict[str, Any]]) -> pl.DataFrame:
    """Rows with all columns of a table."""
    whole = [dict.fromkeys(COLUMNS[table]) | DEFAULTS[table] | row for row in rows]
    return pl.DataFrame(whole, schema=COLUMNS[table])


def ask(lake: Lake, name: str, **params: object) -> Result:
    """Run a statistic over a lake; samples of any size are shown."""
    return run(lake, name, {"ruleset": "toy", "min_n": 1} | params)


def everything(lake: Lake) -> dict[str, Rows]:
    """Every row of every table as plain data."""
    return {name: [row for file in _files(lake, name) for row in lake.read(file).to_dicts()] for name in TABLES}


def sql(lake: Lake, query: str, params: Sequence[object] | Mapping[str, object] = ()) -> pl.DataFrame:
    """Run a query in DuckDB over the same Parquet files; its views are the tables of the lake."""
    with duckdb.connect() as engine:
        for name in TABLES:
            paths = [str(lake.folder / file.path) for file in _files(lake, name)]
            engine.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet({paths!r}, union_by_name=true)")
        found = engine.execute(query, params or None)
        names = [column[0] for column in found.description or ()]
        return pl.DataFrame(found.fetchall(), schema=names, orient="row", infer_schema_length=None)


def _files(lake: Lake, table: str) -> list[Any]:
    return [getattr(part, table) for part in lake.checkpoint().parts]
