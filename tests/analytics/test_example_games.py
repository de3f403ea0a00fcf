"""A row of a statistic leads to the games that it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from analytics import JOBS
from tests.analytics.conftest import DAY, NOON
from tests.analytics.made import ask, make_lake
from tests.analytics.test_statistics_by_hand import TURN

if TYPE_CHECKING:
    from pathlib import Path

    from analytics import Result
    from tests.analytics.conftest import Table

OTHERS = {"undo_and_mistakes"}
"""Rows of these statistics lead only to the games that they count in which something was undone."""

NEED_MORE = ("territory", "card_performance", "lasting")
"""Statistics that have no rows for the toy game."""


def play(table: Table) -> list[str]:
    """Play four games in two months; returns their ids, the latest first."""
    ada, ben = (table.store.create_player(name).id for name in ("Ada", "Ben"))
    games = [
        table.play(
            f"{TURN}, 1 dig +3, 2 {'dig' if number % 2 else 'sell'}, 2 dig, 1 sell",
            at=NOON + 20 * number * DAY,
            won=(1 + number % 2,),
            players=(ada, ben),
        )
        for number in range(4)
    ]
    return [str(game.id) for game in games[::-1]]


def rows(result: Result) -> dict[str, int]:
    """The key of each row, with the number of games that the table shows for it."""
    return {
        lead: int(row[list(panel.columns).index("games")])
        for panel in result.panels
        for row, lead in zip(panel.rows, panel.row_keys, strict=False)
        if "games" in panel.columns
    }


@pytest.mark.parametrize("name", [name for name in JOBS if name not in (*NEED_MORE, *OTHERS)])
def test_rows_lead_to_the_games_that_they_count(table: Table, name: str) -> None:
    """Each row leads to as many games as the table says.

    Statistics that count games that could have had something lead only to those that did.
    """
    played = play(table)
    result = table.ask(name)
    counted, led = rows(result), result.example_games(100, None)
    assert set(counted) <= set(led)
    could_have = name in ("amounts", "first_time", "follow_ups")
    assert all(len(led[lead]) <= n if could_have else len(led[lead]) == n for lead, n in counted.items())
    assert all(set(games) <= set(played) for games in led.values())


def test_a_single_row_gives_its_latest_games(table: Table) -> None:
    """At most as many as asked for; an unknown row gives none."""
    latest = play(table)
    result = table.ask("opening_tree")
    assert result.example_games(2, "Dig") == {"Dig": tuple(latest[:2])}
    assert result.example_games(2, "Dig > Fly") == {}


def test_undone_decisions_lead_to_the_games_with_the_undo(table: Table) -> None:
    """Games with such decisions in which none was undone are left out."""
    undone = str(table.play(f"{TURN}, 1 dig, undo 2, 1 sell").id)
    table.play(f"{TURN}, 1 dig, 2 sell")
    assert table.ask("undo_and_mistakes").example_games(9, None) == {"": (undone,), "Dig": (undone,)}


def test_cards_and_holdings_lead_to_their_games(tmp_path: Path) -> None:
    """In one game a card is played, and in another something is held at a place."""
    lake = make_lake(
        tmp_path,
        games=[{"game_id": game, "game_uuid": f"game-{game}"} for game in (1, 2)],
        seats=[{"game_id": game, "seat": seat, "win_share": float(seat == 1)} for game in (1, 2) for seat in (1, 2)],
        facts=[{"game_id": 1, "seat": 1, "type": "Play", "card": "card:anvil"}],
        holdings=[{"game_id": 2, "seat": 2, "what": "heroes", "place": "site:inn", "n": 1, "final": True}],
        cards=[{"id": "card:anvil", "name": "Anvil"}],
    )
    assert ask(lake, "card_performance").example_games(9, None) == {"card:anvil": ("game-1",)}
    assert ask(lake, "lasting").example_games(9, None) == {"Play": ("game-1",)}
    territory = ask(lake, "territory")
    assert territory.example_games(9, None) == dict.fromkeys(territory.panels[0].row_keys, ("game-2",))
