"""The commands `import-plays` and `export --format bgstats`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from api.cli import tabletale
from events import Store
from tests.plays.build import bgstats, part

CSV = """\
date,game,player,score,winner,location
2025-03-02,Hills,Ann,12,1,Kiel
2025-03-02,Hills,Ben,7,0,Kiel
2025-03-03,Mills,Ann,4,1,
"""
BAD = "2025-03-04,Mills,Ann,four,1,\n"


@pytest.fixture
def log(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'log.db'}"


def run(log: str, command: str, *arguments: str, file: str | bytes = "") -> Result:
    return CliRunner().invoke(tabletale, [command, *arguments, "--database", log], input=file)


def count(log: str) -> int:
    with Store.open(log) as store:
        return len(store.game_ids())


def test_plays_are_imported_once(log: str) -> None:
    first = run(log, "import-plays", "-", file=CSV)
    assert first.exit_code == 0
    assert first.stdout.startswith("2 games stored, 0 plays here already")
    second = run(log, "import-plays", "-", file=f"{CSV}2025-03-05,Hills,Ben,1,1,\n")
    assert second.stdout.startswith("1 game stored, 2 plays here already")
    assert count(log) == 3


def test_a_dry_run_stores_nothing_and_tells_what_would_be_made(log: str) -> None:
    with Store.open(log) as store:
        store.create_player("ann")
    found = run(log, "import-plays", "-", "--dry-run", file=CSV)
    assert found.exit_code == 0
    assert count(log) == 0
    for line in (
        "2 games would be stored, 0 plays here already, 0 of the games count in no statistic, 0 faults.\n",
        "    1  Hills\n",
        "    1  Hills (each, highest; new)\n",
        "    1  Kiel\n",
        "  Ann is ann\n",
        "1 new player:\n  Ben\n",
    ):
        assert line in found.stdout
    run(log, "import-plays", "-", file=CSV)
    more = run(log, "import-plays", "-", "--dry-run", file=CSV.replace("2025-03-02", "2025-03-01"))
    assert "Hills (each, highest; here already)" in more.stdout


def test_a_dry_run_counts_what_an_import_stores(log: str, tmp_path: Path) -> None:
    """Broken by players of plays that have a fault, or are here, and by names of a file that become one."""
    table = tmp_path / "players.csv"
    table.write_text("player,becomes\nDi,Dinah\nDee,Dinah\n")
    run(log, "import-plays", "-", file=CSV)
    more = "2025-03-05,Hills,Di,5,,\n2025-03-06,Hills,Dee,5,1,\n2025-03-07,Hills,Cy,five,1,\n"
    options = ("--partial", "--players", str(table))
    dry = run(log, "import-plays", "-", "--dry-run", *options, file=CSV + more)
    real = run(log, "import-plays", "-", *options, file=CSV + more)
    first = dry.stdout.splitlines()[0]
    assert first == real.stdout.splitlines()[-1].replace("stored", "would be stored")
    assert first.startswith("2 games would be stored, 2 plays here already, 1 of the games count")
    with Store.open(log) as store:
        assert [player.name for player in store.players()] == ["Ann", "Ben", "Dinah"]
    assert "\n1 new player:\n  Dee is Dinah\n" in dry.stdout


def test_with_a_fault_nothing_is_stored_unless_the_others_are_chosen(log: str) -> None:
    refused = run(log, "import-plays", "-", file=CSV + BAD)
    assert refused.exit_code == 1
    assert "Line 5, score: 'four' is not a number.\nNothing was stored." in refused.stderr
    assert count(log) == 0
    assert run(log, "import-plays", "-", "--dry-run", file=CSV + BAD).exit_code == 1
    chosen = run(log, "import-plays", "-", "--partial", file=CSV + BAD)
    assert (chosen.exit_code, count(log)) == (0, 2)
    assert "Line 5, score" in chosen.stderr
    assert "1 fault." in chosen.stdout


def test_a_file_that_cannot_be_read_is_a_problem(log: str) -> None:
    found = run(log, "import-plays", "-", file='{"games": []}')
    assert found.exit_code == 1
    assert "Plays cannot be imported. Line 1: it is not an export of BG Stats" in found.stderr
    assert "<plays>" in run(log, "import-plays", "-", "--format", "bgg", file="<items/>").stderr


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--date-pattern", "%d.%m.", "'%d.%m.' does not have a day, a month and a year, each once, as %d.%m.%Y has."),
        ("--date-pattern", "%d.%d.%Y", "does not have a day, a month and a year"),
        ("--date-pattern", "%Q", "does not have a day, a month and a year"),
        ("--time-zone", "Mars/Olympus", "there is no time zone 'Mars/Olympus'."),
        ("--time-zone", "../etc", "there is no time zone '../etc'."),
    ],
)
def test_options_that_mean_nothing_are_refused(log: str, option: str, value: str, why: str) -> None:
    found = run(log, "import-plays", "-", option, value, file=CSV)
    assert found.exit_code == 2
    assert why in found.stderr


@pytest.mark.parametrize(
    ("file", "name"), [(bgstats({}), "BG Stats"), (b"<plays></plays>", "BoardGameGeek"), (b"<plays>", "BoardGameGeek")]
)
def test_a_pattern_of_dates_is_for_csv(log: str, file: bytes, name: str) -> None:
    """Broken by a fault for each play of the file."""
    found = run(log, "import-plays", "-", "--date-pattern", "%d.%m.%Y", file=file)
    assert found.exit_code == 2
    assert f"dates of a CSV file have a pattern, and this file is from {name}: leave it out." in found.stderr


def test_dates_are_those_of_a_time_zone(log: str, tmp_path: Path) -> None:
    """In New York it was the day before, in Tokyo already the next."""
    run(log, "import-plays", "-", "--time-zone", "Asia/Tokyo", file=bgstats({"playDate": "2025-03-02 01:30:00"}))
    with Store.open(log) as store:
        assert store.games()[0].created_at == 1_740_846_600_000_000
    file = tmp_path / "plays.json"
    for zone, day in (("Asia/Tokyo", "2025-03-02 01:30:00"), ("America/New_York", "2025-03-01 11:30:00")):
        assert run(log, "export", "--all", str(file), "--format", "bgstats", "--time-zone", zone).exit_code == 0
        assert json.decode(file.read_bytes())["plays"][0]["playDate"] == day


def test_tables_tell_who_players_are_and_what_games_are_called(log: str, tmp_path: Path) -> None:
    players, titles = tmp_path / "players.csv", tmp_path / "titles.csv"
    players.write_text("player,becomes\nAnn,Anna\n")
    titles.write_text("title,becomes\nHills,Hills and Mills\n")
    tables = ("--players", str(players), "--titles", str(titles))
    assert run(log, "import-plays", "-", *tables, file=CSV).exit_code == 0
    with Store.open(log) as store:
        assert [player.name for player in store.players()] == ["Anna", "Ben"]
        assert {each.name for each in store.component_sets("scoresheet")} == {"Hills and Mills", "Mills"}


def test_export_names_how_many_games_do_not_count(log: str) -> None:
    run(log, "import-plays", "-", file=bgstats({"ignored": True}, {"comments": "great"}))
    found = run(log, "export", "--all", "--format", "bgstats")
    assert "Left out, since they do not count: 1 not_counted." in found.stderr
    assert [play["comments"] for play in json.decode(found.stdout)["plays"]] == [""]
    with_notes = run(log, "export", "--all", "--format", "bgstats", "--with-notes")
    assert [play["comments"] for play in json.decode(with_notes.stdout)["plays"]] == ["great"]
    one = run(log, "export", "latest", "--format", "bgstats")
    assert len(json.decode(one.stdout)["plays"]) in (0, 1)


def test_what_has_no_place_is_printed(log: str) -> None:
    file = bgstats({"playerScores": [part(1, "5.5", True), part(2, "3")]})
    found = run(log, "import-plays", "-", "--dry-run", file=file)
    assert "1 field without a place in a game, stored in its notes:" in found.stderr
    assert "Play 1, player 1, score: '5.5' is not a whole number." in found.stderr
