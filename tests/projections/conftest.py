"""A log on disk, the ruleset, and a recorder to fill it with."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest, Recorder
from events import Game, Store
from projections import Library
from rulesets.heros_crossing_tactics import RULESET

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rulesets.kit.structs import UndoPolicy


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(f"sqlite:///{tmp_path / 'log.sqlite3'}", synchronous="NORMAL")
    yield store
    store.close()


@pytest.fixture
def library(store: Store) -> Library:
    return Library(store, {RULESET.name: RULESET})


@pytest.fixture
def recorder(store: Store, library: Library) -> Recorder:
    return Recorder(store, library)


def new_game(recorder: Recorder, undo: UndoPolicy = "free") -> Game:
    """A game between two players with names."""
    wanted = NewGameRequest(ruleset=RULESET.name, players=("Ann", "Bob"), chance="server", undo=undo)
    return recorder.create(wanted).game


def play(recorder: Recorder, game: Game, actions: int, seed: int = 1) -> Game:
    """Some random legal actions more, or as many as there are."""
    rng, ruleset = Random(seed), recorder.library.ruleset(game)
    for _ in range(actions):
        if not game.summary.waiting_for:
            break
        seat = rng.choice(game.summary.waiting_for)
        board = recorder.library.head(game)
        action = rng.choice(list(ruleset.legal_actions(board, seat)))
        game = recorder.act(game.id, [Entry(seat=seat, action=action)]).game
    return game
