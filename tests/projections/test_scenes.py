"""Pictures of recorded games: whose hands lie open in them."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest, Recorder
from api.service import installed_rulesets
from projections import Library
from rulesets.kit.bots import any_of
from rulesets.kit.structs import SPECTATOR, TABLE
from tests.rulesets.examples import EXAMPLES

if TYPE_CHECKING:
    from events import Game, Store
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer

RULESETS = installed_rulesets()
ACTIONS = 60
"""Taken in a game that is still running then."""
SECRETIVE = ("heros_crossing_tactics", "heros_crossing", "heroes_of_the_campaign")
"""The games in which seats hold what others may not know."""


@pytest.fixture
def recorder(store: Store) -> Recorder:
    return Recorder(store, Library(store, RULESETS))


@pytest.mark.parametrize("name", RULESETS)
def test_in_a_served_game_that_runs_no_hand_lies_open_on_the_table(recorder: Recorder, name: str) -> None:
    """Where the service rolls, whoever looks at the table sees the picture that a spectator sees."""
    game = served(recorder, name, ACTIONS)
    assert game.summary.status == "running"
    for version in sample(game):
        assert drawn(recorder, game, version, TABLE) == drawn(recorder, game, version, SPECTATOR)


@pytest.mark.parametrize("name", RULESETS)
def test_once_a_game_is_over_every_hand_lies_open_to_everybody(recorder: Recorder, name: str) -> None:
    """Of each version, also those before the end, all who sit or look on see the table's picture."""
    game = example(recorder, name)
    assert game.summary.status == "finished"
    for version in sample(game):
        table = drawn(recorder, game, version, TABLE)
        assert drawn(recorder, game, version, SPECTATOR) == table
        assert drawn(recorder, game, version, 1) == table
        for seat in game.seats:
            assert ids(drawn(recorder, game, version, seat.seat)) == ids(table)


@pytest.mark.parametrize("name", RULESETS)
def test_when_an_end_is_undone_hands_are_covered_again(recorder: Recorder, name: str) -> None:
    """A game that continues has its secrets again; the table that told its chance sees all as before."""
    over = example(recorder, name)
    versions = sample(over)
    table, public = ([drawn(recorder, over, version, viewer) for version in versions] for viewer in (TABLE, SPECTATOR))
    assert public == table
    game = recorder.undo(over.id).game
    assert game.summary.status == "running"
    assert [drawn(recorder, game, version, TABLE) for version in versions] == table
    covered = [drawn(recorder, game, version, SPECTATOR) for version in versions]
    assert (covered != table) == (name in SECRETIVE)


# --- games, and pictures of them


def served(recorder: Recorder, name: str, actions: int) -> Game:
    """A game by random players in which the service rolls."""
    rng, ruleset = Random(2), RULESETS[name]
    players = tuple(f"Player {seat}" for seat in range(1, max(ruleset.seats) + 1))
    game = recorder.create(NewGameRequest(ruleset=name, players=players, chance="server")).game
    for _ in range(actions):
        seat = rng.choice(game.summary.waiting_for)
        action = any_of(list(ruleset.legal_actions(recorder.library.head(game), seat)), rng)
        game = recorder.act(game.id, [Entry(seat=seat, action=action)], expected=game.version).game
    return game


def example(recorder: Recorder, name: str) -> Game:
    """The recorded game of the documentation, to its end."""
    folder, ruleset = EXAMPLES / name, RULESETS[name]
    begun: dict[str, Any] = msgspec.json.decode((folder / "game.json").read_bytes())
    players = tuple(seat["name"] for seat in begun.pop("seats"))
    game = recorder.create(NewGameRequest(players=players, **begun)).game
    entries = [_entry(ruleset, line) for line in (folder / "actions.jsonl").read_bytes().splitlines()]
    return recorder.act(game.id, entries, expected=game.version).game


def _entry(ruleset: Ruleset[Any], line: bytes) -> Entry:
    told = msgspec.json.decode(line)
    return Entry(seat=told["seat"], action=ruleset.read_action(told["action"]), outcomes=told["outcomes"])


def sample(game: Game) -> range:
    """Some ten versions, from the first nearly to the end."""
    return range(1, game.version, game.version // 10)


def drawn(recorder: Recorder, game: Game, version: int, viewer: Viewer) -> str:
    library = recorder.library
    scene = library.scene(game, version, viewer, named=True, arrangement="wide")
    return library.ruleset(game).picture(scene)


def ids(picture: str) -> list[str]:
    return sorted(re.findall(r'data-id="([^"]*)"', picture))
