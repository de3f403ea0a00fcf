"""Which hands are open in the pictures of recorded games."""

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
"""The game is still running after these."""
SECRETIVE = ("heros_crossing_tactics", "heros_crossing", "heroes_of_the_campaign")
"""The games with hidden information."""


@pytest.fixture
def recorder(store: Store) -> Recorder:
    return Recorder(store, Library(store, RULESETS))


@pytest.mark.parametrize("name", RULESETS)
def test_while_tabletale_deals_the_table_sees_no_hand(recorder: Recorder, name: str) -> None:
    """If Tabletale rolls and deals, the table sees the picture of a spectator while the game is running."""
    game = served(recorder, name, ACTIONS)
    assert game.summary.status == "running"
    for version in sample(game):
        assert picture(recorder, game, version, TABLE) == picture(recorder, game, version, SPECTATOR)


@pytest.mark.parametrize("name", RULESETS)
def test_once_a_game_is_over_everybody_sees_every_hand(recorder: Recorder, name: str) -> None:
    """For every version, also before the end, seats and spectators see the picture of the table."""
    game = example(recorder, name)
    assert game.summary.status == "finished"
    for version in sample(game):
        table = picture(recorder, game, version, TABLE)
        assert picture(recorder, game, version, SPECTATOR) == table
        assert picture(recorder, game, version, 1) == table
        for seat in game.seats:
            assert ids(picture(recorder, game, version, seat.seat)) == ids(table)


@pytest.mark.parametrize("name", RULESETS)
def test_when_the_end_is_undone_hands_are_hidden_again(recorder: Recorder, name: str) -> None:
    """Others see no hands again; the table, which rolls and deals itself, sees everything as before."""
    over = example(recorder, name)
    versions = sample(over)
    table, public = (pictures(recorder, over, versions, viewer) for viewer in (TABLE, SPECTATOR))
    assert public == table
    game = recorder.undo(over.id).game
    assert game.summary.status == "running"
    assert pictures(recorder, game, versions, TABLE) == table
    hidden = pictures(recorder, game, versions, SPECTATOR)
    assert (hidden != table) == (name in SECRETIVE)


# --- games, and pictures of them


def served(recorder: Recorder, name: str, actions: int) -> Game:
    """A game of random players in which Tabletale rolls and deals."""
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
    entry = msgspec.json.decode(line)
    return Entry(seat=entry["seat"], action=ruleset.read_action(entry["action"]), outcomes=entry["outcomes"])


def sample(game: Game) -> range:
    """About ten versions, from the first nearly to the last."""
    return range(1, game.version, game.version // 10)


def pictures(recorder: Recorder, game: Game, versions: range, viewer: Viewer) -> list[str]:
    return [picture(recorder, game, version, viewer) for version in versions]


def picture(recorder: Recorder, game: Game, version: int, viewer: Viewer) -> str:
    library = recorder.library
    scene = library.scene(game, version, viewer, named=True, arrangement="wide")
    return library.ruleset(game).picture(scene)


def ids(picture: str) -> list[str]:
    return sorted(re.findall(r'data-id="([^"]*)"', picture))
