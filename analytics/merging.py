"""Several parts of one month as one, file by file and row group by row group: memory does not grow with their size."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

import polars as pl

from analytics.lake import Part
from analytics.schema import COLUMNS, empty, to_words, words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from analytics.lake import File, Lake

LARGE = ("facts", "seats", "games", "holdings")
"""Tables whose rows belong to a game, and are sorted by it."""


def merge(lake: Lake, parts: Sequence[Part], without: Collection[str] = ()) -> Part | None:
    """Write the games of these parts as one; all but some, given by `game_uuid`. None if no game is left."""
    keys = [_keys(lake, part) for part in parts]
    dropped = [games.filter(pl.col("game_uuid").is_in(list(without)))["game_id"] for games in keys]
    parts, keys, dropped = _with_rows(parts, keys, dropped)
    if not parts:
        return None
    files: dict[str, Any] = {name: _merge_table(lake, name, parts, keys, dropped) for name in LARGE}
    files["cards"] = _merge_cards(lake, parts, files["games"])
    first, last = min(part.first for part in parts), max(part.last for part in parts)
    return Part(parts[0].ruleset, parts[0].month, parts[0].adjusted, **files, first=first, last=last)


def _keys(lake: Lake, part: Part) -> pl.DataFrame:
    """The games of a part, in order."""
    with lake.reading():
        return lake.scan(part.games).select("game_id", pl.col("game_uuid").cast(pl.String)).collect()


def _with_rows(
    parts: Sequence[Part], keys: Sequence[pl.DataFrame], dropped: Sequence[pl.Series]
) -> tuple[list[Part], list[pl.DataFrame], list[pl.Series]]:
    """Those that keep a game."""
    kept = [row for row in zip(parts, keys, dropped, strict=True) if row[1].height > row[2].len()]
    return [row[0] for row in kept], [row[1] for row in kept], [row[2] for row in kept]


def _merge_table(
    lake: Lake, table: str, parts: Sequence[Part], keys: Sequence[pl.DataFrame], dropped: Sequence[pl.Series]
) -> File:
    frames = [
        lake.scan(getattr(part, table)).filter(~pl.col("game_id").is_in(ids.implode()) if ids.len() else pl.lit(True))
        for part, ids in zip(parts, dropped, strict=True)
    ]
    with lake.reading():
        kinds = _kinds(table, frames, filtered=any(ids.len() for ids in dropped))
    columns = [_cast(name, kinds) for name in COLUMNS[table]]
    ordered = _in_order([frame.select(columns) for frame in frames], keys)
    part = parts[0]
    return lake.sink(table, ordered, part.ruleset, part.month, adjusted=part.adjusted)


def _cast(name: str, kinds: Mapping[str, pl.Enum]) -> pl.Expr:
    return pl.col(name).cast(pl.String).cast(kinds[name]) if name in kinds else pl.col(name)


def _kinds(table: str, frames: Sequence[pl.LazyFrame], *, filtered: bool) -> dict[str, pl.Enum]:
    """The Enum of each column of words: of the words that occur in any of the files."""
    names = words(table)
    found: dict[str, set[str]] = {name: set() for name in names}
    for frame in frames:
        if filtered:
            occurring = frame.select(pl.col(name).cast(pl.String).drop_nulls().unique().implode() for name in names)
            for name, values in occurring.collect(engine="streaming").to_dict().items():
                found[name].update(values[0])
        else:
            for name, kind in frame.select(names).collect_schema().items():
                found[name].update(kind.categories if isinstance(kind, pl.Enum) else ())
    return {name: pl.Enum(sorted(values)) for name, values in found.items()}


def _in_order(frames: Sequence[pl.LazyFrame], keys: Sequence[pl.DataFrame]) -> pl.LazyFrame:
    """All rows by game: files follow one another where their games do, and are interleaved only where they overlap."""
    ranges = [(games["game_id"].min(), games["game_id"].max()) for games in keys]
    chains: list[tuple[Any, list[pl.LazyFrame]]] = []
    for (least, greatest), frame in sorted(zip(ranges, frames, strict=True), key=lambda each: each[0]):
        fitting = next((number for number, (last, _) in enumerate(chains) if last < least), None)
        if fitting is None:
            chains.append((greatest, [frame]))
        else:
            chains[fitting] = greatest, [*chains[fitting][1], frame]
    return reduce(lambda one, other: one.merge_sorted(other, "game_id"), (pl.concat(chain) for _, chain in chains))


def _merge_cards(lake: Lake, parts: Sequence[Part], games: File) -> File:
    """The cards of the games that are left: few rows, and most of them in every part."""
    with lake.reading():
        sets = lake.scan(games).select(pl.col("component_set").cast(pl.String).unique()).collect()
    cards = pl.concat([empty("cards"), *(to_words(lake.read(part.cards), "cards") for part in parts)]).unique()
    part = parts[0]
    kept = cards.join(sets, on="component_set", how="semi")
    return lake.write("cards", kept, part.ruleset, part.month, adjusted=part.adjusted)
