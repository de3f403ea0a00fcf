"""Games as files: exported from one log and imported into another, with the line of every fault.

Each test names how it was seen to fail.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import json
from msgspec.structs import replace

from api.app import create_app
from api.cli import tabletale
from api.errors import DatabaseUnavailable
from api.recording import importing
from api.recording.adjust import Adjustment
from api.recording.fork import WhatIf
from api.recording.game_file import lines_of
from api.recording.importing import GameImport, Importer
from api.recording.simulate import play, record
from api.recording.verify import all_findings
from api.resources import boards
from api.rest.body_limits import MAX_BODY
from api.rest.web import JSON_LINES
from api.service import Service, installed_rulesets
from events import Game, NewEvent, NewGame, NewNote, Store, new_game_id
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.bots import BOTS
from tests.adjusting import offered

Edit = Any
RULESETS = installed_rulesets()


def recorded(service: Service, name: str, *, seed: int = 1) -> Game:
    """A game that bots played to its end, the same in each log."""
    ruleset = service.rulesets[name]
    seats = ruleset.seats.start
    bots = dict.fromkeys(range(1, seats + 1), BOTS["random"])
    played = play(ruleset, ruleset.starter_components, seats, bots, Random(seed))
    return record(service.recorder, ruleset, played, ["Ada", "Ben", "Cleo", "Dan"][:seats])


def record_rich_game(service: Service, name: str) -> None:
    """Record a game with undos, notes, labels and tags, and a what-if of it."""
    recorder, store = service.recorder, service.store
    game = recorded(service, name)
    recorder.undo(game.id, to="-5")
    recorder.redo(game.id)
    recorder.undo(game.id, to=str(game.version // 2), reason="not so")
    game = store.game(game.id)
    ruleset = service.library.ruleset(game)
    effects = offered(ruleset, service.library.board(game, game.summary.head), Random(1)) if ruleset.adjustable else []
    for effect in effects[:1]:
        recorder.adjust(game.id, Adjustment(effects=[effect], reason="forgotten"))
    store.add_note(game.id, NewNote(version=3, seat=1, text="well done"))
    store.label_line(game.id, 1, "first try")
    store.update_game(game.id, place="Attic", tags=("club", "a"), name="The final", archived=True)
    recorder.fork(game.id, WhatIf(at="5", chance="server"))


def exported(store: Store) -> bytes:
    written: set[str] = set()
    return b"".join(line for game in store.all_game_ids() for line in lines_of(store, store.game(game), written))


def without_positions(data: bytes) -> list[dict[str, Any]]:
    return [{**json.decode(line), "position": None} for line in data.splitlines()]


def import_all(service: Service, data: bytes, *, partial: bool = False) -> list[GameImport]:
    return list(Importer(service.library, partial=partial).games(BytesIO(data)))


def findings(service: Service) -> list[Any]:
    return list(all_findings(service.library, service.store.verification()))


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_game_goes_from_log_to_log_and_back(
    full_service: Service, on_postgresql: Service, other: Service, name: str
) -> None:
    """From SQLite to PostgreSQL to SQLite: the files have the same bytes, and the logs pass verification.

    Broken by leaving `archived` out of the header.
    """
    record_rich_game(full_service, name)
    first = exported(full_service.store)
    here, data = full_service.store, first
    for service in (on_postgresql, other):
        found = import_all(service, data)
        assert [(each.imported and each.imported.state, each.fault) for each in found] == [("new", None)] * 2
        data = exported(service.store)
        assert data == first
        assert findings(service) == []
        for game_id in here.all_game_ids():
            assert service.store.game(game_id).summary == here.game(game_id).summary
            assert service.store.secret_key(game_id) == here.secret_key(game_id)
            assert service.store.notes(game_id) == []
    for game in other.store.games(forks=True, archived=None):
        other.recorder.undo(game.id, to="-1")


def short_game_file(service: Service) -> bytes:
    """The file of one short game."""
    game = recorded(service, RULESET.name)
    return b"".join(lines_of(service.store, game))


def edited(data: bytes, at: int, **changes: Any) -> bytes:
    """The file with changed fields of a line."""
    lines = data.splitlines(keepends=True)
    lines[at - 1] = json.encode(json.decode(lines[at - 1]) | changes) + b"\n"
    return b"".join(lines)


def without(data: bytes, *numbers: int) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(line for number, line in enumerate(lines, 1) if number not in numbers)


def replace_line(data: bytes, at: int, line: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[: at - 1], line + b"\n", *lines[at:]])


FAULTS: list[tuple[str, int, Edit]] = [
    ("invalid-game-file", 1, lambda data: b""),
    ("invalid-game-file", 1, lambda data: b"\x89PNG"),
    ("invalid-game-file", 1, lambda data: without(data, 1)),
    ("invalid-game-file", 1, lambda data: edited(data, 1, tags=[7])),
    ("invalid-game-file", 1, lambda data: edited(data, 1, surprise=7)),
    ("invalid-game-file", 1, lambda data: edited(data, 1, seats=[])),
    ("invalid-game-file", 6, lambda data: replace_line(data, 6, b'{"version":')),
    ("invalid-game-file", 6, lambda data: replace_line(data, 6, b"[" * 5_000)),
    ("invalid-game-file", 6, lambda data: replace_line(data, 6, b"\xff")),
    ("invalid-game-file", 6, lambda data: edited(data, 6, kind="won")),
    ("unsupported-format", 1, lambda data: edited(data, 1, format_version=3)),
    ("unsupported-format", 1, lambda data: edited(data, 1, format="chess")),
    ("line-too-long", 6, lambda data: replace_line(data, 6, b" " * 10 + b"7" * (importing.MOST_LINE + 1))),
    ("chain-broken", 6, lambda data: without(data, 6)),
    ("chain-broken", 6, lambda data: edited(data, 6, seat=7)),
    ("chain-broken", 6, lambda data: edited(data, 6, effects=[])),
    ("chain-broken", 6, lambda data: edited(data, 6, recorded_at=2**70)),
    ("chain-broken", 5, lambda data: replace_line(data, 6, b"")),
    ("import-needs-ruleset", 1, lambda data: edited(data, 1, ruleset="chess")),
    ("import-needs-component-set", 1, lambda data: edited(data, 1, component_sets=[])),
]


@pytest.mark.parametrize(("slug", "line", "edit"), FAULTS)
def test_each_fault_has_its_line(full_service: Service, other: Service, slug: str, line: int, edit: Edit) -> None:
    """Nothing of the game is stored. Broken by counting lines from the header."""
    (found,) = import_all(other, edit(short_game_file(full_service)))
    assert found.fault is not None
    assert (found.fault.slug, found.fault.line, found.imported) == (slug, line, None)
    assert found.fault.errors[0].line == line  # type: ignore[index]
    assert list(other.store.all_game_ids()) == []


def test_a_truncated_file_is_a_fault(full_service: Service, other: Service) -> None:
    """With `partial` its events are stored, and the rest can be imported later.

    Broken by not counting the events of the header.
    """
    data = short_game_file(full_service)
    lines = data.splitlines(keepends=True)
    cut = b"".join(lines[:8])
    (found,) = import_all(other, cut)
    assert found.fault is not None
    assert (found.fault.slug, found.fault.line) == ("chain-broken", 8)
    (found,) = import_all(other, cut, partial=True)
    assert found.imported is not None
    assert (found.imported.state, found.imported.last) == ("new", 7)
    assert findings(other) == []
    (found,) = import_all(other, data)
    assert found.imported is not None
    assert (found.imported.state, found.imported.first) == ("continued", 8)
    assert exported(other.store) == data
    assert import_all(other, data)[0].imported.state == "here"  # type: ignore[union-attr]


def rehashed(service: Service, changes: dict[int, dict[str, Any]], upto: int) -> bytes:
    """The file of a game with a valid hash chain, but with events that the ruleset would not give."""
    source = recorded(service, RULESET.name)
    events = list(service.store.events(source.id, 1, upto))
    fields = ("kind", "parent", "seat", "by", "action", "outcomes", "effects", "ruleset_version", "board_hash")
    drawn = [{name: getattr(each, name) for name in fields} | changes.get(each.version, {}) for each in events]
    game = NewGame(
        id=new_game_id(),
        ruleset=source.ruleset,
        ruleset_version=1,
        component_set=source.component_set,
        chance=source.chance,
        undo=source.undo,
        seats=(None, None),
        secret_key=service.store.secret_key(source.id),
    )
    service.store.create(game, [NewEvent(**each) for each in drawn], replace(source.summary, head=upto, tip=upto))
    return b"".join(lines_of(service.store, service.store.game(game.id)))


@pytest.mark.parametrize(
    ("slug", "version", "changes"),
    [
        ("unreadable-event", 5, {"effects": '[{"type":"Teleported"}]'}),
        ("unreadable-event", 5, {"effects": "7"}),
        ("unreadable-event", 5, {"action": '{"type":"Teleport"}'}),
        ("unreadable-event", 5, {"action": '{"type":"Abandon"}'}),
        ("unreadable-event", 5, {"outcomes": "{}"}),
        ("unreadable-event", 5, {"seat": 3}),
        ("unreadable-event", 5, {"ruleset_version": 99}),
        ("unreadable-event", 5, {"kind": "undo", "parent": 2}),
        ("unreadable-event", 1, {"action": '{"type":"Start"}'}),
        ("board-differs", 50, {"board_hash": None}),
        ("board-differs", 5, {"board_hash": b"\0\1" + b"h" * 32}),
    ],
)
def test_events_that_the_ruleset_cannot_fold_are_a_fault(
    full_service: Service, other: Service, slug: str, version: int, changes: dict[str, Any]
) -> None:
    """With `partial` the events before them are stored. Broken by not folding at all."""
    data = rehashed(full_service, {version: changes}, 60)
    (found,) = import_all(other, data)
    assert found.fault is not None
    assert (found.fault.slug, found.fault.line) == (slug, version + 1)
    assert list(other.store.all_game_ids()) == []
    (found,) = import_all(other, data, partial=True)
    assert found.fault is not None
    assert (found.imported.last if found.imported else 0) == version - 1
    assert findings(other) == []


def test_the_key_of_the_rolls_must_match_its_promised_hash(full_service: Service, other: Service) -> None:
    """Broken by accepting any key."""
    game = recorded(full_service, RULESET.name)
    fork = full_service.recorder.fork(game.id, WhatIf(at="5", chance="server")).game
    data = b"".join(lines_of(full_service.store, fork))
    for key in (None, "00", "11" * 32):
        (found,) = import_all(other, edited(data, 1, chance_key=key))
        assert found.fault is not None
        assert (found.fault.slug, found.fault.line) == ("import-needs-chance-key", 1)
    (found,) = import_all(other, data)
    assert found.imported is not None
    assert other.library.start(other.store.game(fork.id)).forked_from is not None


def test_a_game_that_diverged_from_the_stored_one_is_a_fault(full_service: Service, other: Service) -> None:
    """Broken by answering that it is here."""
    data = short_game_file(full_service)
    import_all(other, data)
    for service in (full_service, other):
        game = service.store.games()[0]
        service.recorder.undo(game.id, to="-2")
    (found,) = import_all(other, exported(full_service.store))
    assert found.fault is not None
    version = full_service.store.games()[0].version
    assert (found.fault.slug, found.fault.line) == ("game-differs", version + 1)


def test_a_faulty_game_does_not_affect_the_others_of_its_file(full_service: Service, other: Service) -> None:
    """Also if it has the component set that they need. Broken by ending at the first fault."""
    for seed in (1, 2, 3):
        recorded(full_service, RULESET.name, seed=seed)
    first = full_service.store.game(next(full_service.store.all_game_ids())).version
    data = edited(exported(full_service.store), 5, seat=9)
    found = import_all(other, data)
    assert [each.fault and each.fault.line for each in found] == [5, None, None]
    assert [each.line for each in found][:2] == [1, first + 2]
    assert len(list(other.store.all_game_ids())) == 2
    assert findings(other) == []


# --- commands


def run(arguments: Sequence[str], **more: Any) -> Any:
    return CliRunner().invoke(tabletale, arguments, **more)


def test_commands_write_and_read_a_whole_log(full_service: Service, tmp_path: Path) -> None:
    """To a file, or through a pipe. Broken by writing text to the standard output."""
    for seed in (1, 2):
        recorded(full_service, RULESET.name, seed=seed)
    here = f"sqlite:///{tmp_path / 'log.db'}"
    file = tmp_path / "games.jsonl"
    assert run(["export", "--all", str(file), "--database", here]).exit_code == 0
    piped = run(["export", "--all", "--database", here]).stdout_bytes
    assert file.read_bytes() == piped == exported(full_service.store)
    there = f"sqlite:///{tmp_path / 'there.db'}"
    results = run(["import", str(file), "--database", there])
    assert results.exit_code == 0, results.output
    assert results.output.startswith("2 games and ")
    again = run(["import", "-", "--database", there, "--json"], input=piped)
    assert [json.decode(line)["state"] for line in again.stdout.splitlines()] == ["here"] * 2
    one = run(["export", "latest", "--database", there]).stdout_bytes
    assert one == b"".join(lines_of(full_service.store, full_service.store.games()[0]))
    written = run(["export", "latest", str(file), "--database", there])
    assert (file.read_bytes(), written.stdout_bytes) == (one, b"")


def test_a_command_reports_a_fault_and_fails(full_service: Service, tmp_path: Path) -> None:
    """Broken by ending with 0."""
    file = tmp_path / "games.jsonl"
    file.write_bytes(edited(short_game_file(full_service), 6, seat=9))
    results = run(["import", str(file), "--database", f"sqlite:///{tmp_path / 'there.db'}"])
    assert results.exit_code == 1
    assert "Line 6: version 5: " in results.output
    assert "1 with faults" in results.output
    results = run(["import", str(file), "--partial", "--json", "--database", f"sqlite:///{tmp_path / 'there.db'}"])
    game = json.decode(results.stdout)
    assert (game["state"], game["last"], game["problem"]) == ("new", 4, "chain-broken")


@pytest.mark.parametrize("arguments", [[], ["a", "b", "c"], ["--all", "a", "b"]])
def test_an_export_is_of_one_game_or_of_all(arguments: list[str], tmp_path: Path) -> None:
    """Broken by taking the second of three names."""
    assert run(["export", *arguments, "--database", f"sqlite:///{tmp_path / 'log.db'}"]).exit_code == 2


# --- REST


def send(service: Service, data: bytes, **query: Any) -> Any:
    client = create_app(service).test_client()
    return client.post("/v1/imports", data=data, content_type=JSON_LINES, query_string=query)


def lines_in(answer: Any) -> list[dict[str, Any]]:
    assert (answer.status_code, answer.mimetype) == (200, JSON_LINES)
    return [json.decode(line) for line in answer.data.splitlines()]


def three_games_file(service: Service) -> bytes:
    """The file of three short games."""
    for seed in (1, 2, 3):
        recorded(service, RULESET.name, seed=seed)
    return exported(service.store)


def test_rest_imports_what_it_exports(full_service: Service, other: Service) -> None:
    """Each game has its line, and nothing is stored twice. Broken by leaving out the second game's line."""
    three_games_file(full_service)
    client = create_app(full_service).test_client()
    games = [full_service.store.game(game) for game in full_service.store.all_game_ids()]
    data = b"".join(client.get(f"/v1/games/{game.id}/export").data for game in games)
    results = lines_in(send(other, data))
    assert [(each["game"], each["state"], each["first"], each["last"]) for each in results] == [
        (str(game.id), "new", 1, game.version) for game in games
    ]
    assert exported(other.store) == exported(full_service.store)
    assert [each["state"] for each in lines_in(send(other, data))] == ["here"] * 3
    assert findings(other) == []


def test_a_file_may_be_larger_than_other_bodies(full_service: Service, other: Service) -> None:
    """Broken by reading it as the other bodies are."""
    one = short_game_file(full_service)
    times = MAX_BODY // len(one) + 1
    results = lines_in(send(other, one * times))
    assert [each["state"] for each in results] == ["new"] + ["here"] * (times - 1)


def test_the_fault_of_the_only_game_is_the_answer(full_service: Service, other: Service) -> None:
    """Unless the events before it are stored. Broken by answering 200 with a line."""
    data = edited(short_game_file(full_service), 6, seat=9)
    answer = send(other, data)
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/chain-broken")
    assert answer.json["errors"][0]["line"] == 6
    assert list(other.store.all_game_ids()) == []
    [result] = lines_in(send(other, data, partial="true"))
    assert (result["state"], result["last"], result["problem"]["status"]) == ("new", 4, 422)
    assert send(other, b"").json["type"] == "/problems/invalid-game-file"


def test_the_fault_of_one_game_of_several_is_a_line_of_the_answer(full_service: Service, other: Service) -> None:
    """Broken by ending at it."""
    results = lines_in(send(other, edited(three_games_file(full_service), 5, seat=9)))
    assert [each.get("state") for each in results] == [None, "new", "new"]
    assert results[0]["problem"]["type"] == "/problems/chain-broken"
    assert results[0]["problem"]["next_step"]


def test_an_answer_that_has_started_reports_the_error_that_ends_it(
    full_service: Service, other: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games that were stored come before it. Broken by letting the error end the answer."""
    stored: list[Any] = []
    import_game = other.store.import_game

    def failing(incoming: Any) -> Any:
        if len(stored) == limit:
            raise DatabaseUnavailable
        stored.append(incoming)
        return import_game(incoming)

    monkeypatch.setattr(other.store, "import_game", failing)
    data = three_games_file(full_service)
    limit = 0
    assert send(other, data).status_code == 503
    limit = 1
    results = lines_in(send(other, data))
    assert [each.get("state") for each in results] == ["new", None]
    assert results[1].keys() == {"problem"}
    assert results[1]["problem"]["type"] == "/problems/database-unavailable"


def test_a_long_export_is_sent_as_it_is_read(full_service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the same bytes, in gzip too. Broken by forgetting what was read before it was known to be long."""
    data = short_game_file(full_service)
    client = create_app(full_service).test_client()
    address = f"/v1/games/{full_service.store.games()[0].id}/export"
    short = client.get(address)
    monkeypatch.setattr(boards, "AT_ONCE", 2_000)
    monkeypatch.setattr(boards, "PIECE", 3_000)
    long = client.get(address, buffered=False)
    pieces = list(long.iter_encoded())
    assert b"".join(pieces) == short.data == data
    assert len(pieces) > len(data) // 20_000
    assert "Content-Length" not in long.headers
    assert long.headers["Content-Disposition"] == short.headers["Content-Disposition"]
    squeezed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(squeezed.data) == data
