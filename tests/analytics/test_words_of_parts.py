"""Words are compared as the numbers that stand for them, in files that know the word and in files that do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from analytics import runs, steps
from analytics.schema import one_of

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["dig", "sell", None, "dig"]


@pytest.mark.parametrize("known", [["dig", "sell"], ["dig", "haggle", "sell", "wait"]])
def test_a_file_is_asked_for_words_that_it_may_not_know(tmp_path: Path, known: list[str]) -> None:
    """What is not told is neither one word nor another."""
    frame = pl.DataFrame({"row": [1, 2, 3, 4], "word": pl.Series(WORDS, dtype=pl.Enum(known))})
    frame.write_parquet(tmp_path / "words.parquet")
    file = pl.scan_parquet(tmp_path / "words.parquet")

    def rows(asked: pl.Expr) -> list[int]:
        return file.filter(asked).collect()["row"].to_list()

    assert rows(one_of("word", "dig")) == [1, 4]
    assert rows(one_of("word", "wait", "sell")) == [2]
    assert rows(one_of("word", "wait") & (pl.col("row") > 0)) == []
    assert rows(~one_of("word", "dig")) == [2]
    assert rows(~one_of("word", "wait")) == [1, 2, 4]
    assert rows(one_of("word")) == []


def test_rows_that_lie_together_are_numbered_and_added_up() -> None:
    """A group may have no name, and its name may come again later: then it is another."""
    frame = pl.DataFrame({"group": [None, None, 1, 1, 2, 1], "part": [1, 1, 1, 2, 2, 2], "k": [1.0, 2, 3, 4, 5, 6]})
    found = frame.with_columns(n=runs.number(["group"]), total=runs.running_total("k", ["group"]))
    assert found["n"].to_list() == [1, 2, 1, 2, 1, 1]
    assert found["total"].to_list() == [1, 3, 3, 7, 5, 6]
    both = frame.with_columns(n=runs.number(["group", "part"]), total=runs.running_total("k", ["group", "part"]))
    assert both["n"].to_list() == [1, 2, 1, 1, 1, 1]
    assert both["total"].to_list() == [1, 3, 3, 4, 5, 6]
    assert frame.clear().with_columns(n=runs.number(["group"])).is_empty()


@pytest.mark.parametrize("last", [1, 2**24 - 1, 2**24, 2**60])
def test_steps_are_in_order_however_large_the_numbers_of_games_are(last: int) -> None:
    """By game, then by seat, then by decision; numbers that do not fit in 64 bits together neither wrap nor fail."""
    rows = [(game, seat, decision) for game in (0, last) for seat in (0, 1, 255) for decision in (1, 2**32 - 1)]
    frame = pl.DataFrame(rows, schema={"game_id": pl.UInt64, "seat": pl.UInt8, "decision_no": pl.UInt32}, orient="row")
    assert steps.in_order(frame.sample(fraction=1.0, shuffle=True, seed=1)).rows() == rows
