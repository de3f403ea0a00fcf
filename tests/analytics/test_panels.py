"""Tables of words, as text."""

from __future__ import annotations

import polars as pl
import pytest

from analytics import compare
from analytics.names import Names
from analytics.panels import WIDTH, Panel, Strip, text_of


def test_a_long_heading_is_wrapped_as_labels_are() -> None:
    """Its last line is level with the headings of the columns, and no line is wider than 80."""
    columns = ("", "winners", "losers", "difference", "q")
    rows = tuple((f"Round {n}", "40.4", "16.6", "+23.8", "< 0.001") for n in range(3))
    strips = (Strip(23.8, 17.5, 30.1),) * 3
    text = text_of([Panel(heading="Points if the game ended now", columns=columns, rows=rows, strips=strips)])
    first, second, *_ = text.splitlines()
    assert (first, second.startswith("  ended now  ")) == ("Points if the game", True)
    assert max(map(len, text.splitlines())) <= WIDTH


def test_strips_without_a_value_are_not_drawn() -> None:
    """If no row has enough games, there is no scale to draw on."""
    panel = Panel(columns=("", "games"), rows=(("May", "1"),), strips=(Strip(None),))
    assert text_of([panel]) == "       games\n  May      1"
    assert not panel.drawn


@pytest.mark.parametrize(("few", "shown", "note"), [(3, 5, []), (4, 2, ["4 more with fewer than 7 games"])])
def test_one_line_counts_the_rows_without_a_value(few: int, shown: int, note: list[str]) -> None:
    """Up to three rows without a value are shown among the others.

    If there are no others, those with the most games are shown, in their order.
    """
    rows = pl.DataFrame({"value": [0.5, 0.4] + [None] * few, "n": range(2 + few)})
    known = compare.enough(rows)
    assert (known.height, compare.hidden(rows, known, 7)) == (shown, note)
    known = compare.enough(rows.slice(2))
    assert known["n"].to_list() == list(range(2 + few))[-3:]
    assert compare.hidden(rows.slice(2), known, 7) == (["1 more with fewer than 7 games"] if few == 4 else [])


def test_copies_with_the_same_name_have_numbers() -> None:
    """The number is that of the id."""
    names = Names(things={"horde:line-1": "Goblin Line", "horde:line-2": "Goblin Line", "horde:pack-1": "Goblin Pack"})
    assert [names.thing(f"horde:{id}") for id in ("line-1", "line-2", "pack-1")] == [
        *("Goblin Line (1)", "Goblin Line (2)"),
        "Goblin Pack",
    ]
