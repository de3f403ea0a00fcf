"""The command line."""

from __future__ import annotations

import re
import socket
import sqlite3
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import click
import polars as pl
import pytest
from click.testing import CliRunner, Result
from msgspec import json, structs

from analytics import Lake
from api.app import create_app
from api.cli import COMMANDS, tabletale
from api.commands import demo as showing
from api.commands import playing
from api.commands import replay as replaying
from api.commands import simulate as simulating
from api.commands.common import open_service
from api.recording import history
from api.recording.habits import POOL
from api.recording.recorder import NewGameRequest
from api.recording.simulate import play
from api.rest.web import JSON
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Game, Store
from events import Result as LogResult
from projections import Tree
from rulesets.kit.bots import BOTS
from tests.api.conftest import TACTICS


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("TABLETALE_DATABASE_URL", f"sqlite:///{tmp_path / 'log.db'}")
    monkeypatch.setenv("TABLETALE_LAKE", str(tmp_path / "lake"))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tabletale, arguments)


def simulated(count: int = 3) -> list[str]:
    """Record this many games of random bots in the user's log; returns their ids."""
    result = run("simulate", TACTICS, "--games", str(count), "--json")
    assert result.exit_code == 0, result.output
    games: list[str] = json.decode(result.stdout)["games"]
    return games


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Example: tabletale {command}" in result.output


def test_the_same_seed_gives_the_same_games(home: Path) -> None:
    first = json.decode(run("simulate", TACTICS, "--games", "3", "--seed", "7", "--json").stdout)
    again = json.decode(run("simulate", TACTICS, "--games", "3", "--seed", "7", "--json").stdout)
    other = json.decode(run("simulate", TACTICS, "--games", "3", "--seed", "8", "--json").stdout)
    assert (first["events"], first["wins"]) == (again["events"], again["wins"])
    assert first["events"] != other["events"]
    assert run("simulate", TACTICS, "--games", "1").output.startswith("1 game with ")


@pytest.mark.parametrize("ruleset", ["kingdom_rush", "heroes_of_the_campaign", "heros_crossing", "card_tactics"])
def test_every_ruleset_can_be_simulated(home: Path, ruleset: str) -> None:
    """Also a ruleset with actions that must name the version that their player saw."""
    result = run("simulate", ruleset, "--games", "1", "--bots", "random", "--seed", "3")

    assert result.output.startswith("1 game with "), result.output


@pytest.mark.parametrize(
    ("ruleset", "ends"), [(TACTICS, r"Seat \d won (\d+)\."), ("kingdom_rush", r"(\d+) won, (\d+) lost\.")]
)
def test_every_simulated_game_is_reported(home: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, ends: str) -> None:
    """The games that are won, that nobody wins, and that are left unfinished or abandoned add up to all games."""
    monkeypatch.setattr(history, "LEFT_SHARE", 0.25)
    arguments = ("simulate", ruleset, "--games", "12", "--seed", "5", "--bots", "random", "--processes", "1")
    first, *lines = run(*arguments).output.splitlines()
    report = json.decode(run(*arguments, "--json").stdout)

    assert first.startswith("12 games with ")
    counts = [int(count) for line in lines if (found := re.match(ends, line)) for count in found.groups()]
    (unfinished,) = [int(line.split()[0]) for line in lines if line.endswith(" left unfinished.")]
    (abandoned,) = [int(line.split()[0]) for line in lines if line.endswith(" abandoned and archived.")]
    assert min(unfinished, abandoned) > 0
    assert sum(counts) + unfinished + abandoned == 12
    won = report["wins"].get("1", 0) if ruleset == "kingdom_rush" else sum(report["wins"].values())
    assert (won + report["without_winner"], report["unfinished"]) == (sum(counts), unfinished)
    assert report["abandoned"] == abandoned


def test_a_simulated_game_that_nobody_wins_is_reported(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "record_simulated", nobody_wins)
    text = run("simulate", TACTICS, "--games", "2", "--bots", "random").output
    report = json.decode(run("simulate", TACTICS, "--games", "2", "--json").stdout)

    assert text.splitlines()[1:] == ["2 ended without a winner."]
    assert (report["wins"], report["without_winner"], report["unfinished"]) == ({}, 2, 0)


def nobody_wins(*recorded: Any) -> Game:
    """Record the game without a winner."""
    game = history.record_simulated(*recorded)
    return structs.replace(game, summary=structs.replace(game.summary, result=LogResult((), "the table went home")))


def test_players_are_created_once_and_reused_by_name(home: Path) -> None:
    for seed in ("1", "2"):
        run("simulate", TACTICS, "--games", "16", "--seed", seed)
    with Store.open(f"sqlite:///{home / 'log.db'}") as store:
        assert sorted(player.name for player in store.players()) == [player.name for player in POOL]
        everybody = {seated.player for game in store.games(archived=None) for seated in game.seats}
    assert len(everybody) == len(POOL)


def test_given_bots_sit_in_given_seats_without_a_name(home: Path) -> None:
    """`--bots` replaces the players."""
    report = json.decode(run("simulate", TACTICS, "--games", "12", "--bots", "greedy,random", "--json").stdout)
    assert report["players"] == []
    assert report["wins"]["1"] > report["wins"].get("2", 0)


def test_seats_are_numbers_and_ranges(home: Path) -> None:
    """Without `--seats`, every number of seats that the game allows occurs."""
    assert seats_of(home, "--seats", "3") == {3}
    assert seats_of(home, "--seats", "1", "--seats", "3-4") == {1, 3, 4}
    assert seats_of(home) == {1, 2, 3, 4}


def seats_of(home: Path, *arguments: str) -> set[int]:
    report = run("simulate", "kingdom_rush", "--games", "24", "--bots", "random", "--json", *arguments)
    ids = json.decode(report.stdout)["games"]
    with Store.open(f"sqlite:///{home / 'log.db'}") as store:
        return {len(game.seats) for game in store.games(archived=None) if str(game.id) in ids}


def test_the_log_does_not_depend_on_the_number_of_processes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are the same in the same order, with the same players and times."""
    monkeypatch.setattr(playing, "ALONE_SECONDS", 0)
    alone, together = (log_of(home, processes) for processes in ("1", "2"))
    assert alone == together
    assert len(alone) == 6


def log_of(home: Path, processes: str) -> list[Any]:
    """The log of a simulation of six games, without what differs between any two logs."""
    url = f"sqlite:///{home / processes}.db"
    arguments = ("--games", "6", "--until", "2026-10-01", "--processes", processes, "--database", url)
    done = run("simulate", TACTICS, *arguments)
    assert done.exit_code == 0, done.output
    with Store.open(url) as store:
        return [
            (
                [seated.name for seated in game.seats],
                [(event.kind, event.seat, event.action, event.effects, event.occurred_at) for event in events],
            )
            for game in reversed(store.games(archived=None))
            for events in [store.events(game.id)]
        ]


def test_a_simulated_game_may_be_left_unfinished() -> None:
    """`seconds` limits how long a game is played."""
    ruleset = installed_rulesets()[TACTICS]
    bots = dict.fromkeys((1, 2), BOTS["random"])

    played = play(ruleset, ruleset.starter_components, 2, bots, Random(1), seconds=0)

    assert (played.entries, played.over) == ((), False)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("simulate", "chess"), 1),
        (("simulate", TACTICS, "--seats", "5"), 2),
        (("simulate", TACTICS, "--bots", "genius"), 2),
        (("simulate", TACTICS, "--bots", ""), 2),
        (("simulate", "kingdom_rush", "--seats", "4-2"), 2),
        (("simulate", "kingdom_rush", "--seats", "2-3", "--seats", "many"), 2),
        (("simulate", TACTICS, "--until", "9999-12-31"), 2),
        (("simulate", TACTICS, "--until", "1066-10-14"), 2),
        (("simulate", TACTICS, "--processes", "0"), 2),
        (("simulate", "kingdom_rush", "--option", "difficulty=legendary"), 2),
        (("replay", "latest"), 1),
        (("replay", "mine"), 1),
        (("verify", "--game", "00000000-0000-7000-8000-000000000000"), 1),
        (("statistics", "luck"), 1),
        (("statistics", "win_rate_by_seat"), 2),
        (("statistics", "win_rate_by_seat", "--param", "ruleset=chess", "--param", "min_n=0"), 2),
        (("statistics", "win_rate_by_seat", "--param", "ruleset"), 2),
        (("serve", "--host", "0.0.0.0"), 1),
        (("serve", "--port", "99999"), 2),
        (("verify", "--database", "mysql://x"), 1),
        (("fly",), 2),
    ],
)
def test_an_error_is_reported_without_a_traceback(home: Path, arguments: tuple[str, ...], code: int) -> None:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert result.stderr
    assert "Traceback" not in result.output
    assert not re.search("/v1/|openapi|POST|GET", result.output), "this is what to do over HTTP"


def test_a_bad_parameter_is_named_by_its_flag(home: Path) -> None:
    result = run("statistics", "opening_tree", "--param", "depth=13", "--param", "luck=1")
    messages = {line.removeprefix("Error: ") for line in result.stderr.splitlines()}
    assert {"--param depth: expected `int` <= 12", "--param ruleset: this parameter is required"} <= messages
    assert any(line.startswith("--param luck: unknown parameter; there are ") for line in messages)


@pytest.mark.parametrize(
    ("ruleset", "min_n", "line"),
    [
        (TACTICS, "1", r"seat 2 of 2: \d+% \(\d+% to \d+%\) of 6 games"),
        (TACTICS, "9", r"seat 2 of 2: 6 games, too few to say"),
        ("kingdom_rush", "1", r"4 seats together: \d+% \(.*\) of \d games?"),
        ("kingdom_rush", "9", r"4 seats together: \d games?, too few to say"),
    ],
)
def test_the_demo_says_how_often_a_game_is_won(home: Path, ruleset: str, min_n: str, line: str) -> None:
    """By seat and number of seats, or in cooperative games by number of seats."""
    run("simulate", ruleset, "--games", "6", "--bots", "random", "--seed", "3")
    parameters = ("--param", f"ruleset={ruleset}", "--param", f"min_n={min_n}")
    found = run("statistics", "win_rate_by_seat", *parameters, "--format", "json")
    lines = list(showing.rates(json.decode(found.stdout)["rows"]))
    assert any(re.fullmatch(line, message) for message in lines), lines


@pytest.mark.parametrize(("seconds", "sent"), [(60, 2), (0, 1)])
def test_the_demo_continues_on_a_machine_that_is_too_slow_to_play(
    monkeypatch: pytest.MonkeyPatch, seconds: float, sent: int
) -> None:
    """If the time for a game is over before anybody acts, the game is started and nothing more.

    Broken by sending no actions anyway.
    """
    monkeypatch.setattr(showing, "GAME_SECONDS", seconds)
    client = Mock(get=Mock(return_value={"items": []}), post=Mock(return_value={"id": "x", "version": 1}))

    showing._record(client, installed_rulesets()[TACTICS], 1)

    assert client.post.call_count == sent
    assert all(call.args[1] for call in client.post.call_args_list)


@pytest.mark.parametrize("ruleset", [*installed_rulesets()])
def test_the_demo_begins_games_with_as_many_seats_as_a_ruleset_allows(
    full_service: Service, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    """Broken by fewer names than seats."""
    monkeypatch.setattr(showing, "GAME_SECONDS", 0)
    monkeypatch.setattr(showing, "WITH_TWO", 0)
    app = create_app(full_service).test_client()

    def post(path: str, body: bytes, media: str = JSON, **_: object) -> Any:
        answer = app.post(path, data=body, content_type=media)
        assert answer.status_code == 201, answer.text
        return answer.json

    client = Mock(get=lambda path: app.get(path).json, post=post)
    showing._record(client, full_service.rulesets[ruleset], 60)

    allowed = full_service.rulesets[ruleset].seats_with(full_service.rulesets[ruleset].starter_components)
    seats = {len(game.seats) for game in full_service.store.games(limit=60)}
    assert seats == {*allowed}


def test_the_demo_knows_no_more_names_for_a_very_large_table() -> None:
    """The seats beyond its names have none."""
    game = showing._game(installed_rulesets()["scoresheet"], Mock(), 20, Mock(), Random(1))
    names = [seat["name"] for seat in game["seats"] if seat["name"]]
    assert len(game["seats"]) == 20
    assert sorted(names) == [*showing.NAMES]


def advice(*arguments: str) -> str:
    """The last line of a failed command's message, which says what to do next."""
    result = run(*arguments)
    assert result.exit_code == 1, result.output
    return result.stderr.splitlines()[-1]


def test_latest_in_an_empty_log_advises_to_record_a_game(home: Path) -> None:
    """Broken by the usual advice, to give `latest`, although it was given."""
    for command in (("replay", "latest"), ("export", "latest"), ("verify", "--game", "latest")):
        assert "`tabletale simulate`" in advice(*command)
        assert "latest" not in advice(*command)
    simulated(1)
    assert run("replay", "latest").exit_code == 0
    assert "`latest`" in advice("replay", "mine")


def test_dice_can_be_verified_only_in_a_finished_game_that_the_service_rolled_for(home: Path) -> None:
    """Broken by the advice of the service, to ask as a seat, which no option does."""
    simulated(1)
    assert advice("verify", "--dice", "latest") == "Name a game in which Tabletale rolled."
    with open_service(Settings.read()) as service:
        rolled = NewGameRequest(ruleset=TACTICS, players=(None, None), chance="server")
        game = service.recorder.create(rolled).game.id
        assert advice("verify", "--dice", str(game)) == "Play the game to its end, then check it."
        service.recorder.abandon(game)
    assert run("verify", "--dice", str(game)).exit_code == 0


def test_a_bad_option_does_not_advise_the_openapi_document(home: Path) -> None:
    """Broken by the advice of the service, which names its OpenAPI document and a field of its answer."""
    simulated(1)
    assert "--help" in advice("replay", "latest", "--viewer", "9")
    assert "`errors`" not in advice("replay", "latest", "--viewer", "god")
    assert run("replay", "latest", "--viewer", "2").exit_code == 0


def test_a_file_that_is_no_log_does_not_advise_to_verify_it(home: Path) -> None:
    """Broken by the advice of the service, to run `tabletale verify`, which had just said this."""
    (home / "log.db").write_text("no database")
    for command in ("verify", "anchor"):
        assert "restore a backup" in advice(command)
        assert "verify" not in advice(command)


def test_an_unavailable_database_does_not_advise_an_idempotency_key(home: Path) -> None:
    """Broken by the advice of the service, which names the Idempotency-Key of a request."""
    assert "--database" in advice("verify", "--database", "postgresql://127.0.0.1:1/none")


def test_an_address_of_another_machine_does_not_advise_another_port(home: Path) -> None:
    """Broken by the usual advice, to take another port."""
    message = advice("serve", "--table", "--host", "192.0.2.1")
    assert message == "Give an address of this machine with --host."


@pytest.mark.parametrize("command", ["serve", "demo"])
def test_a_port_in_use_is_reported_before_anything_is_started(home: Path, command: str) -> None:
    """The web server logs nothing, and the demo records nothing into the service that uses the port."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run(command, "--port", str(port))

    assert result.exit_code == 1
    first, next_step = result.stderr.splitlines()
    assert first == f"Error: Cannot listen on that port. Port {port} of 127.0.0.1: address already in use."
    assert "--port" in next_step
    assert not re.search(r"\d", next_step), "whatever it names may be the port that was given"
    assert not result.stdout
    assert not list(home.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify",),
        ("statistics", "win_rate_by_seat", "--param", "x=1"),
        ("simulate", TACTICS),
        ("replay", "x"),
    ],
)
def test_a_file_that_is_no_database_is_named_without_a_traceback(home: Path, arguments: tuple[str, ...]) -> None:
    path = home / "README.md"
    path.write_text("# No database\n" * 400)
    result = run(*arguments, "--database", f"sqlite:///{path}")
    assert result.exit_code == 1
    message, advice = result.stderr.splitlines()
    assert message.startswith("Error: ")
    assert f"{path} cannot be read: " in message
    assert "restore a backup" in advice
    assert path.read_text().startswith("# No database\n")


def test_an_unchanged_log_is_verified(home: Path) -> None:
    games = simulated()
    result = run("verify", "--re-decide")
    assert result.exit_code == 0
    assert re.fullmatch(r"3 games, (\d+) events, 0 findings, up to position \1\.\n", result.stdout)
    report = json.decode(run("verify", "--game", games[0], "--json").stdout)
    assert (report["games"], report["findings"]) == (1, [])
    since = run("verify", "--since", str(report["position"])).stdout
    assert since == f"0 games, 0 events, 0 findings, up to position {report['position']}.\n"


def test_a_log_is_compared_with_a_stored_anchor(home: Path) -> None:
    """Its own anchor also fits when the log has grown; that of another log does not; an invalid anchor is reported."""
    simulated(1)
    kept = home / "anchor.json"
    kept.write_text(run("anchor").stdout)
    simulated(1)
    result = run("verify", "--anchor", str(kept))
    assert (result.exit_code, result.stdout[:8]) == (0, "2 games,")
    anchor = json.decode(kept.read_text())
    kept.write_bytes(json.encode({**anchor, "root": "0" * 64}))
    result = run("verify", "--anchor", str(kept))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"anchor  the log: up to position {anchor['position']} the log had 1 games")
    for text, options in (("{}", ()), ("{", ()), (json.encode(anchor).decode(), ("--since", "3"))):
        kept.write_text(text)
        result = run("verify", "--anchor", str(kept), *options)
        assert result.exit_code == 2
        assert "anchor" in result.stderr


@pytest.mark.parametrize("arguments", [(), ("--ruleset", TACTICS), ("--game", "latest")])
def test_a_changed_log_fails_verification(home: Path, arguments: tuple[str, ...]) -> None:
    simulated(1)
    with sqlite3.connect(home / "log.db") as log:
        for (trigger,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            log.execute(f"DROP TRIGGER {trigger}")
        log.execute("UPDATE events SET effects = replace(effects, 'Card', 'card') WHERE version = 5")
        log.execute("UPDATE events SET seat = 3 - seat WHERE version = 7")
    result = run("verify", *arguments)
    assert result.exit_code == 1
    assert re.search(r"^chain  game \S+  version [57]: ", result.stdout)
    assert "restore a backup" in result.stderr


def test_a_replay_without_a_terminal_prints_the_timeline(home: Path) -> None:
    (game,) = simulated(1)
    lines = run("replay", game).stdout.splitlines()
    assert lines[0].split()[0] == "1"
    assert [int(line.split()[0]) for line in lines] == versions_of(home, game)
    assert run("replay", "latest", "--viewer", "2").exit_code == 0


def versions_of(home: Path, game: str) -> list[int]:
    """The versions that are not undone."""
    with Store.open(f"sqlite:///{home / 'log.db'}") as store:
        row = store.game(UUID(game))
        return list(Tree.of(row, store.forks(row.id)).versions(row.summary.head))


def test_a_replay_in_a_terminal_has_the_keys_of_the_replay_page(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated(1)
    keys = iter(["\x1b[H", "\x1b[C", "j", "\x1b[D", "?", "x", "\x1b[B", "\x1b[F", "\x1b[1;2D", "g", "g", "x", "q"])
    places = iter(["round:1", "nowhere"])
    monkeypatch.setattr(click, "getchar", lambda: next(keys))
    monkeypatch.setattr(click, "prompt", lambda *_, **__: next(places))
    monkeypatch.setattr(replaying, "_at_a_terminal", lambda: True)
    pages = run("replay", "latest").stdout
    versions = [int(found) for found in re.findall(r"version (\d+) of", pages)]
    last = versions[0]
    assert versions[1:5] == [1, 2, 3, 2]
    assert last in versions[5:]
    assert "Soldier" in pages
    assert "nowhere" in pages


@pytest.mark.parametrize(
    ("form", "begins"),
    [("table", b"How often"), ("json", b'{"name"'), ("csv", b"seat"), ("svg", b"<svg"), ("vega", b"{")],
)
def test_a_statistic_is_printed_in_many_forms(home: Path, form: str, begins: bytes) -> None:
    simulated(2)
    arguments = ("--param", f"ruleset={TACTICS}", "--param", "min_n=1", "--format", form)
    result = run("statistics", "win_rate_by_seat", *arguments)
    assert result.exit_code == 0, result.output
    assert begins in result.stdout_bytes[:200]


def test_the_statistics_are_listed(home: Path) -> None:
    assert "opening_tree" in run("statistics").stdout


def test_the_lake_is_exported_and_described(home: Path) -> None:
    """The commands that an error about the lake advises exist."""
    assert json.decode(run("lake", "info", "--json").stdout)["rulesets"] == {}
    simulated(2)
    assert re.match(r"2 games with \d+ facts written, 0 removed\.\nLeft out: nothing\.", run("lake", "export").stdout)
    assert run("lake", "export").stdout.startswith("0 games with 0 facts written")
    held = json.decode(run("lake", "info", "--json").stdout)
    assert held["rulesets"][TACTICS]["games"] == 2
    assert json.decode(run("lake", "rebuild", "--json").stdout)["games"] == 2
    assert json.decode(run("lake", "info", "--json").stdout) == held
    counts = held["rulesets"][TACTICS]
    assert (counts["seats"], set(counts)) == (4, {"games", "facts", "seats", "holdings", "cards", "bytes"})
    line = f"{TACTICS}: 2 games with {counts['facts']} facts, 4 seats, {counts['holdings']} holdings, "
    assert line in run("lake", "info").stdout


def test_legal_actions_are_counted_with_the_option_legal(home: Path) -> None:
    """`n_legal` is empty without `--legal`; with it, every decision has a number, and nothing else does."""
    simulated(1)

    def counted(*options: str) -> pl.DataFrame:
        run("lake", "rebuild", *options)
        lake = Lake(home / "lake")
        (part,) = lake.checkpoint().parts
        return lake.read(part.facts).select("category", "n_legal")

    assert counted()["n_legal"].null_count() == counted()["n_legal"].len()
    decided = (pl.col("category").cast(pl.String) == "decision") == pl.col("n_legal").is_not_null()
    assert counted("--legal").select(decided.all()).item()


def test_a_lake_that_cannot_be_read_advises_an_existing_command(home: Path) -> None:
    simulated(1)
    run("lake", "export")
    checkpoint = home / "lake" / "_checkpoint.json"
    newer = json.decode(checkpoint.read_bytes()) | {"schema_version": 99}
    checkpoint.write_bytes(json.encode(newer))
    for arguments in (("lake", "info"), ("lake", "export")):
        refused = run(*arguments)
        assert (refused.exit_code, refused.stdout) == (1, ""), refused.output
        assert "The lake has schema 99" in refused.stderr
    result = run("statistics", "win_rate_by_seat", "--param", f"ruleset={TACTICS}")
    assert result.exit_code == 1
    (advised,) = re.findall(r"`tabletale (.*?)`", result.output)
    assert run(*advised.split()).exit_code == 0
    assert run("statistics", "win_rate_by_seat", "--param", f"ruleset={TACTICS}").exit_code == 0
