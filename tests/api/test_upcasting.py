"""A game that an older version of its ruleset stored: shown, continued, corrected and counted by today's."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from msgspec import json
from msgspec.structs import replace

from api.app import create_app
from api.recording.decide import Entry
from api.recording.game_file import lines_of
from api.recording.importing import Importer
from api.recording.recorder import NewGameRequest
from api.recording.verify import all_findings
from api.rest.viewers import event_shapes
from api.service import Service
from api.settings import Settings
from events import Store
from projections import RulesetMissing, board_hash
from rulesets.kit.ruleset import NoComponents
from rulesets.kit.structs import TABLE, Start
from rulesets.kit.upcasting import Json, Upcaster
from tests.api.client import Client
from tests.rulesets.market import version_1, version_2
from tests.rulesets.market.table import Board, empty_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events import Game
    from rulesets.kit.ruleset import Ruleset

STORED = Path(version_1.__file__).with_name("version-1.jsonl")


def service_of(store: Store, tmp_path: Path, ruleset: Ruleset[Any]) -> Service:
    settings = Settings.read({}, database_url="sqlite://", lake=str(tmp_path / "lake"))
    return Service.over(store, settings, {"market": ruleset})


def service_of_new_log(tmp_path: Path, ruleset: Ruleset[Any]) -> Service:
    return service_of(Store.open(f"sqlite:///{tmp_path / 'new.sqlite3'}"), tmp_path, ruleset)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The golden log of version 1, imported by it."""
    with Store.open(f"sqlite:///{tmp_path / 'log.sqlite3'}") as opened:
        first = service_of(opened, tmp_path, version_1.RULESET)
        assert [taken.fault for taken in Importer(first.library).games(io.BytesIO(STORED.read_bytes()))] == [None]
        yield opened


@pytest.fixture
def before(store: Store, tmp_path: Path) -> Service:
    return service_of(store, tmp_path, version_1.RULESET)


@pytest.fixture
def now(store: Store, tmp_path: Path) -> Service:
    return service_of(store, tmp_path, version_2.RULESET)


def the_game(service: Service) -> Game:
    return service.library.game(next(service.store.all_game_ids()))


def test_every_board_is_what_it_was(before: Service, now: Service) -> None:
    """At each version, of each line, for each viewer. Broken by upcasting the path to the head alone."""
    game = the_game(now)
    assert {branch.start for branch in now.library.tree(game).branches(now.library.tree(game).path(game.version))}
    for version in range(1, game.version + 1):
        for viewer in (TABLE, 1, 2):
            was = before.library.board(the_game(before), version, viewer)
            board = now.library.board(game, version, viewer)
            assert board_hash(version_2.RULESET, board) == board_hash(version_1.RULESET, was)


def test_its_events_are_told_in_todays_words(now: Service) -> None:
    """A renamed field, two effects for one, and one that is gone."""
    step = now.library.step(the_game(now), 2, TABLE)
    assert step.action == version_2.Buy("apple", 1)
    kinds = [type(effect).__name__ for effect in step.effects]
    assert kinds == ["Paid", "Taken", "Passed"]
    assert step.text == "Ada pays 1. Ada takes apple."


@pytest.mark.parametrize("new", [False, True])
def test_answers_are_in_todays_words(now: Service, new: bool) -> None:
    """Also the answer to a request that was carried out before the upgrade and is sent again."""
    game = the_game(now)
    (shape,) = event_shapes(now, game, [now.store.event(game.id, 2)], TABLE, new=new)
    assert json.decode(shape.action or b"") == {"type": "Buy", "item": "apple", "gold": 1}
    assert [effect["type"] for effect in json.decode(shape.effects)] == ["Paid", "Taken", "Passed"]


def test_what_is_stored_stays(now: Service) -> None:
    """Byte for byte, so the chain holds, and the row of the game is what its events lead to."""
    assert b"".join(lines_of(now.store, the_game(now))) == STORED.read_bytes()
    assert list(all_findings(now.library, now.store.verification())) == []


def test_the_game_goes_on_with_the_new_version(now: Service, store: Store, tmp_path: Path) -> None:
    """Its events are of two versions then; undo leads back behind the change."""
    game = the_game(now)
    entry = Entry(seat=game.summary.waiting_for[0], action=version_2.Buy("bread", 2))
    recorded = now.recorder.act(game.id, [entry], expected=game.version)
    assert [event.ruleset_version for event in recorded.events] == [2]
    fresh = service_of(store, tmp_path, version_2.RULESET)
    assert fresh.library.head(the_game(fresh)) == now.library.head(the_game(now))
    now.recorder.undo(game.id, to="3", expected=recorded.game.version)
    assert now.library.head(the_game(now)) == now.library.board(game, 3)
    assert list(all_findings(fresh.library, store.verification())) == []


def test_an_older_move_is_corrected(now: Service) -> None:
    """Later moves of the older version are decided again. Broken by reading them as today's."""
    client, game = Client(create_app(now)), the_game(now)
    body = {"changes": [{"version": 3, "action": {"type": "Buy", "item": "candle", "gold": 1}}]}
    answer = client.post(f"/v1/games/{game.id}/amend", json=body, headers={"If-Match": f'"{game.version}"'})
    assert answer.status_code == 201, answer.json
    board: Any = now.library.head(the_game(now))
    assert board.items[1][0] == "candle"


def test_a_what_if_of_it_is_of_the_new_version(now: Service, store: Store, tmp_path: Path) -> None:
    """Its copies are written by today's types. Broken by keeping their version: they were upcast once more."""
    client, game = Client(create_app(now)), the_game(now)
    copied = client.post(f"/v1/games/{game.id}/fork", json={"at": "4"}).json
    assert {event.ruleset_version for event in store.events(UUID(copied["id"]))} == {2}
    fresh = service_of(store, tmp_path, version_2.RULESET)
    for version in range(1, 5):
        board: Any = fresh.library.board(fresh.library.game(UUID(copied["id"])), version)
        original: Any = now.library.board(game, version)
        assert (board.items, board.gold) == (original.items, original.gold)


def test_statistics_count_it_with_todays_types(now: Service) -> None:
    client = Client(create_app(now))
    answer = client.get("/v1/statistics/action_mix?ruleset=market")
    assert answer.status_code == 200, answer.json


def with_purse(old: Json) -> Json:
    """An option that older games did not have, and that the board is set up with."""
    return old | {"options": {"purse": 5}}


def purse_board(start: Start, components: NoComponents) -> Board:
    purse = start.options["purse"]
    assert isinstance(purse, int)
    board = empty_board(start, components)
    return replace(board, gold=(purse,) * start.seats)


def test_what_was_agreed_on_is_upcast(store: Store, tmp_path: Path) -> None:
    """The options pass the upcasters of `Start` wherever a board is set up.

    Broken once: the first event was read as it was stored, and a what-if had the version of its game.
    """
    ruleset = version_2.market((*version_2.UPCASTERS, Upcaster(2, "Start", with_purse)), purse_board)
    now = service_of(store, tmp_path, ruleset)
    game = the_game(now)
    assert now.library.start(game).options == {"purse": 5}
    assert now.library.step(game, 2, TABLE).before.gold == (5, 5)  # type: ignore[attr-defined]
    answer = Client(create_app(now)).post(f"/v1/games/{game.id}/fork", json={"at": "4"})
    assert answer.status_code == 201, answer.json
    assert list(all_findings(now.library, store.verification())) == []
    elsewhere = service_of_new_log(tmp_path, ruleset)
    assert [taken.fault for taken in Importer(elsewhere.library).games(io.BytesIO(STORED.read_bytes()))] == [None]
    assert the_game(elsewhere).id == game.id
    assert elsewhere.library.start(the_game(elsewhere)).options == {"purse": 5}
    faulty = service_of(store, tmp_path, version_2.market((Upcaster(2, "Start", failing),)))
    client = Client(create_app(faulty))
    answer = client.get(f"/v1/games/{game.id}/board")
    assert (answer.status_code, str(game.id) in answer.json["detail"]) == (503, True), answer.json
    assert client.get("/").status_code == 200
    assert client.get("/v1/games").status_code == 200


def test_an_older_program_refuses_a_newer_game(store: Store, tmp_path: Path) -> None:
    """With both versions, instead of reading it as something else; older games of the log work on."""
    newer = service_of(store, tmp_path, version_2.RULESET)
    game = newer.recorder.create(NewGameRequest(ruleset="market", players=("Ada", "Ben"))).game
    older = service_of(store, tmp_path, version_1.RULESET)
    answer = Client(create_app(older)).get(f"/v1/games/{game.id}/board")
    assert answer.status_code == 503, answer.json
    assert "began with version 2 of it, and version 1 is installed" in answer.json["detail"]
    first = next(store.all_game_ids())
    assert Client(create_app(older)).get(f"/v1/games/{first}/board").status_code == 200
    assert {str(item.id) for item in store.games()} == {str(game.id), str(first)}
    assert Client(create_app(older)).get("/").status_code == 200


def failing(_old: Json) -> Json:
    raise KeyError("card")


@pytest.mark.parametrize(
    ("upcasters", "why"),
    [
        ((*version_2.UPCASTERS[:1], Upcaster(2, "Bought", failing), version_2.UPCASTERS[2]), "KeyError"),
        ((Upcaster(2, "Buy", version_2.gone), *version_2.UPCASTERS[1:]), "an action became 0 actions"),
    ],
    ids=["raises", "no action"],
)
def test_an_upcaster_that_fails_is_named(
    store: Store, tmp_path: Path, upcasters: tuple[Upcaster, ...], why: str
) -> None:
    """With the game and the version; other games of the log work on."""
    faulty = service_of(store, tmp_path, version_2.market(upcasters))
    game = next(store.all_game_ids())
    with pytest.raises(RulesetMissing, match=rf"in game {game}, .* with version 2 cannot be worked out \({why}\)"):
        faulty.library.step(store.game(game), 3, TABLE)
    answer = Client(create_app(faulty)).get(f"/v1/games/{game}/events")
    assert (answer.status_code, str(game) in answer.json["detail"]) == (503, True), answer.json
    file = service_of_new_log(tmp_path, version_2.market(upcasters))
    (taken,) = Importer(file.library).games(io.BytesIO(STORED.read_bytes()))
    assert taken.fault is not None
    assert "with version 2 cannot be worked out" in taken.fault.detail
    found = [finding.game for finding in all_findings(faulty.library, store.verification())]
    assert found == ([] if "actions" in why else [game])  # boards are folded from effects alone
    client = Client(create_app(faulty))
    assert client.get("/v1/statistics/action_mix?ruleset=market").status_code == 200
    change = {"changes": [{"version": 3, "drop": True}]}
    for path, body in (("fork", {"at": "4"}), ("amend", change), ("undo", {"to": "3"})):
        answer = client.post(f"/v1/games/{game}/{path}", json=body, headers={"If-Match": '"10"'})
        assert answer.status_code in (201, 503), (path, answer.json)
    other = faulty.recorder.create(NewGameRequest(ruleset="market", players=("Ada", "Ben"))).game
    assert faulty.library.head(faulty.library.game(other.id)).turn == 1


@pytest.mark.parametrize(
    "upcasters", [version_2.UPCASTERS[:2], version_2.UPCASTERS[1:]], ids=["unknown effect", "renamed field"]
)
def test_what_no_upcaster_knows_is_said(store: Store, tmp_path: Path, upcasters: tuple[Upcaster, ...]) -> None:
    """Broken by reading a type that is gone as another one."""
    faulty = service_of(store, tmp_path, version_2.market(upcasters))
    answer = Client(create_app(faulty)).get(f"/v1/games/{next(store.all_game_ids())}/events")
    assert answer.status_code == 503, answer.json
    assert "is not an event of market" in answer.json["detail"]


def write() -> None:
    """Write the golden log of version 1, which is there and stays."""
    path = STORED.with_suffix(".sqlite3")
    with Store.open(f"sqlite:///{path}") as store:
        service = service_of(store, path.parent, version_1.RULESET)
        game = service.recorder.create(NewGameRequest(ruleset="market", players=("Ada", "Ben"))).game
        bought = [("apple", 1), ("bread", 2), ("candle", 2), ("apple", 2), ("bread", 1), ("apple", 1)]
        entries = [Entry(seat=n % 2 + 1, action=version_1.Buy(*each)) for n, each in enumerate(bought)]
        game = service.recorder.act(game.id, entries, expected=game.version).game
        game = service.recorder.undo(game.id, to="5", expected=game.version).game
        entries = [Entry(seat=1, action=version_1.Buy("candle", 1)), Entry(seat=2, action=version_1.Buy("bread", 1))]
        game = service.recorder.act(game.id, entries, expected=game.version).game
        STORED.write_bytes(b"".join(lines_of(store, store.game(game.id))))
    assert json.decode(STORED.read_bytes().splitlines()[0])["ruleset_version"] == 1
