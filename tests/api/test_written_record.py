"""A game as people write one down: `tabletale export --format text`."""

from __future__ import annotations

import lzma
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from api.cli import tabletale
from api.commands.written_record import written_record
from projections import timeline
from rulesets.kit.structs import TABLE
from tests.api.client import Client
from tests.api.conftest import record
from tests.golden.formats import FORMATS
from tests.tables import WIDEST, Table, recorded

if TYPE_CHECKING:
    from api.service import Service

TRANSFER = Path(__file__).parents[2] / "docs" / "transfer.md"


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_it_tells_every_event_in_its_round(full_service: Service, table: Table) -> None:
    """Under the heading of the round, with the players' names. Broken by leaving out what no seat did."""
    game = recorded(full_service, table, most=60)
    lines = list(written_record(full_service.library, game))
    assert lines[0] == full_service.library.title(game)
    assert [line for line in lines if line.startswith("Seat ")] == [
        f"Seat {seat.seat}: {seat.name}" for seat in game.seats
    ]
    headings = ["", "Set-up", *(f"Round {number}" for number in range(1, 100))]
    under: dict[str, list[str]] = {heading: [] for heading in headings}
    heading = ""
    for line in lines:
        heading = line if line in under else heading
        under[heading].append(line)
    for round_ in timeline(full_service.library, game, TABLE).rounds:
        events = [entry for turn in round_.turns for entry in turn.events if entry.text]
        for entry in events:
            assert f"{entry.version:5}  {entry.text}" in under[f"Round {round_.round}" if round_.round else "Set-up"]


def test_it_ends_with_the_result_and_says_what_it_leaves_out(client: Client, service: Service) -> None:
    """Broken by telling undone events, and by counting markers with them."""
    game = record(client, count=20)
    running = list(written_record(service.library, service.store.games()[0]))
    assert re.fullmatch(r"Still running, in (the set-up|round \d+): Ada \d+, Ben \d+ \(.+\)\.", running[-1])
    undone = client.post(f"/v1/games/{game}/undo", json={"to": "19"})
    assert undone.status_code == 201, undone.json
    client.post(f"/v1/games/{game}/resign", json={"seat": 1})
    *listed, result, left_out = written_record(service.library, service.store.games()[0])
    assert result.startswith("Ben won: Ada ")
    assert left_out == "2 undone events left out."
    assert [line for line in listed if re.match(r" +(20|21|22) ", line)] == []
    assert any(line.endswith("  Ada resigns.") for line in listed)


def test_a_game_that_cannot_be_read_is_left_out(full_service: Service, tmp_path: Path) -> None:
    """And named; the others are written, and the command fails. Broken by leaving it at the first such game."""
    games = [recorded(full_service, WIDEST[0], seed=seed, most=5) for seed in (1, 2, 3)]
    with full_service.store._engines.writer.begin() as connection:
        connection.exec_driver_sql(f"update games set ruleset_version = 9 where id = x'{games[1].id.hex}'")
    file = tmp_path / "games.txt"
    database = f"sqlite:///{tmp_path / 'log.db'}"
    done = CliRunner().invoke(tabletale, ["export", "--all", str(file), "--format", "text", "--database", database])
    assert done.exit_code == 1
    assert str(games[1].id) in done.output
    title = full_service.rulesets[WIDEST[0].ruleset].title
    assert [len(record.splitlines()) > 3 for record in file.read_text(encoding="utf-8").split("\n\n" + title)] == [
        True
    ] * 2


def test_the_guide_shows_a_game(tmp_path: Path) -> None:
    """Its lines are those of a game of the golden log, in order; several games have an empty line between them."""
    (tmp_path / "log.sqlite3").write_bytes(lzma.decompress(FORMATS[0].log.read_bytes()))
    command = ["export", "--all", "--format", "text", "--database", f"sqlite:///{tmp_path / 'log.sqlite3'}"]
    done = CliRunner().invoke(tabletale, command)
    assert done.exit_code == 0, done.output
    shown = re.search(r"--format text`.*?```text\n(.*?)```", TRANSFER.read_text(encoding="utf-8"), re.S)
    assert shown
    title, *lines = [line for line in shown[1].splitlines() if line != "..."]
    games = re.split(r"\n\n(?=Hero|Card|Kingdom)", done.stdout)
    assert len(games) == len(FORMATS[0].games())
    of_title = [game.splitlines() for game in games if game.startswith(title)]
    assert any([line for line in game if line in lines] == lines for game in of_title)
