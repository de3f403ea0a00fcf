"""Tables of words, as text."""

from __future__ import annotations

import polars as pl
import pytest

from analytics import compare
from analytics.names import Names
from analytics.panels import WIDTH, Panel, Strip, text_of


def test_a_long_heading_is_wrapped_as_labels_are() -> None:
    """Its last line stands beside the headings of the columns, and no line is wider than 80."""
    columns = ("", "winners", "losers", "difference", "q")
    rows = tuple((f"Round {n}", "40.4", "16.6", "+23.8", "< 0.001") for n in range(3))
    strips = (Strip(23.8, 17.5, 30.1),) * 3
    text = text_of([Panel(heading="Points if the game ended now", columns=columns, rows=rows, strips=strips)])
    first, second, *_ = text.splitlines()
    assert (first, second.startswith("  ended now  ")) == ("Points if the game", True)
    assert max(map(len, text.splitlines())) <= WIDTH


def test_strips_without_a_value_are_not_drawn() -> None:
    """Where all rows are of too few games there is no scale to draw them on."""
    panel = Panel(columns=("", "games"), rows=(("May", "1"),), strips=(Strip(None),))
    assert text_of([panel]) == "       games\n  May      1"
    assert not panel.drawn


@pytest.mark.parametrize(("few", "shown", "said"), [(3, 5, []), (4, 2, ["4 with too few games"])])
def test_many_rows_of_too_few_games_are_told_in_one_line(few: int, shown: int, said: list[str]) -> None:
    """A few are shown beside the others; where there are no others, those of most games, in their order."""
    rows = pl.DataFrame({"value": [0.5, 0.4] + [None] * few, "n": range(2 + few)})
    kept, below = compare.enough(rows)
    assert (kept.height, below) == (shown, said)
    kept, below = compare.enough(rows.slice(2))
    assert kept["n"].to_list() == list(range(2 + few))[-3:]
    assert below == (["1 with too few games"] if few == 4 else [])


def test_copies_are_told_apart() -> None:
    """Things of one name have the number of their id."""
    names = Names(things={"horde:line-1": "Goblin Line", "horde:line-2": "Goblin Line", "horde:pack-1": "Goblin Pack"})
    assert [names.thing(f"horde:{id}") for id in ("line-1", "line-2", "pack-1")] == [
        *("Goblin Line (1)", "Goblin Line (2)"),
        "Goblin Pack",
    ]
