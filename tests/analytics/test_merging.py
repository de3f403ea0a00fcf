"""Parts are merged file by file: all rows, in the order of a file, with the words that occur."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics.merging import merge
from analytics.schema import SORTED_BY, in_order, to_enums, to_words
from tests.analytics.made import make_lake

if TYPE_CHECKING:
    from pathlib import Path

    from analytics import Lake
    from analytics.lake import Part

TABLES = ("facts", "seats", "games", "holdings", "cards")
GAMES = 12


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    """Games in three parts in turn, so that the parts overlap; each has a word of its own."""
    games = [{"game_id": game, "game_uuid": f"{game:04}", "component_set": f"set {game % 2}"} for game in range(GAMES)]
    seats = [{"game_id": game, "seat": seat, "win_share": 0.5} for game in range(GAMES) for seat in (1, 2)]
    facts = [row | {"version": version, "type": f"Dig {row['game_id']}"} for row in seats for version in (1, 2)]
    facts.sort(key=lambda row: (row["game_id"], row["version"]))
    cards = [{"component_set": f"set {number}", "id": f"card:{id}"} for number in range(2) for id in range(3)]
    return make_lake(tmp_path / "lake", parts=3, games=games, seats=seats, facts=facts, cards=cards)


def expected(lake: Lake, table: str, kept: pl.Expr) -> pl.DataFrame:
    """The rows of a table in all parts, as one file would have them."""
    whole = pl.concat([to_words(lake.read(getattr(part, table)), table) for part in lake.checkpoint().parts]).unique(
        maintain_order=True
    )
    return to_enums(in_order(whole.filter(kept), table), table)


def assert_merged(lake: Lake, merged: Part, kept: pl.Expr, of_cards: pl.Expr) -> None:
    for table in TABLES:
        found = lake.read(getattr(merged, table))
        assert_frame_equal(found, expected(lake, table, of_cards if table == "cards" else kept))
        assert found.height == getattr(merged, table).rows
        assert found.select(SORTED_BY[table]).rows() == sorted(found.select(SORTED_BY[table]).rows())


def test_overlapping_parts_become_one_in_order(lake: Lake) -> None:
    merged = merge(lake, lake.checkpoint().parts)
    assert merged
    assert_merged(lake, merged, pl.lit(True), pl.lit(True))


def test_games_are_left_out_with_their_words_and_cards(lake: Lake) -> None:
    """Without the games of a component set, its cards are gone, and each word that only they had."""
    merged = merge(lake, lake.checkpoint().parts, {f"{game:04}" for game in range(1, GAMES, 2)})
    assert merged
    assert_merged(lake, merged, pl.col("game_id") % 2 == 0, pl.col("component_set") == "set 0")


def test_without_a_game_there_is_no_part(lake: Lake) -> None:
    assert merge(lake, lake.checkpoint().parts, {f"{game:04}" for game in range(GAMES)}) is None


def test_parts_that_lose_all_games_do_not_matter(lake: Lake) -> None:
    """Of a part whose games are all left out, nothing is read."""
    first, *others = lake.checkpoint().parts
    gone: set[Any] = set(lake.read(first.games)["game_uuid"].cast(pl.String))
    merged = merge(lake, [first, *others], gone)
    assert merged
    assert merged.games.rows == GAMES - len(gone)
