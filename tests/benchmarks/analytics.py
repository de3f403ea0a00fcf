"""analytics.export: the export from the log to the lake, compared with reading, decoding and folding the same
events."""

from __future__ import annotations

import shutil
from time import process_time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from analytics import Lake, export
from events import NewEvent, NewGame, Store, Summary, new_game_id
from events import Result as Ending
from rulesets.kit.play import fold
from rulesets.kit.structs import Start
from tests.benchmarks.games import RULESETS, play, seats_of
from tests.benchmarks.harness import Bench, Measured, measure, new_folder, worst_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rulesets.kit.ruleset import Ruleset
    from tests.benchmarks.games import Game

EVENTS = 6_000
"""Whole games are played until there are so many events."""
LONGEST = 20_000
"""No game of any ruleset is longer."""
SECOND = 1_000_000


def exporting() -> Measured:
    """An export of a whole log, in CPU time of all threads, for each ruleset alone; the slowest one counts."""
    return worst_of("analytics.export", [_measured(ruleset) for ruleset in RULESETS])


def _measured(ruleset: Ruleset[Any]) -> Measured:
    with new_folder() as folder, Store.open(f"sqlite:///{folder / 'log.sqlite3'}", synchronous="NORMAL") as store:
        return measure(_bench(ruleset, store, folder))


def _bench(ruleset: Ruleset[Any], store: Store, folder: Path) -> Bench:
    events = record(store, ruleset)
    rows = export(store, {ruleset.name: ruleset}, Lake(folder / "lake")).rows

    def ours() -> float:
        lake, begin = Lake(folder / uuid4().hex), process_time()
        done = export(store, {ruleset.name: ruleset}, lake)
        spent = process_time() - begin
        assert done.rows == rows
        shutil.rmtree(lake.folder)
        return events / spent

    def theirs() -> float:
        begin = process_time()
        read = sum(1 for _ in _boards(store, ruleset))
        spent = process_time() - begin
        assert read == events
        return events / spent

    return Bench(
        name=ruleset.name,
        unit="events/s",
        against="reading, decoding and folding the same events",
        bar=0.3,
        stretch=0.5,
        ours=ours,
        theirs=theirs,
        notes=(f"({rows / events:.2f} facts an event)",),
    )


def _boards(store: Store, ruleset: Ruleset[Any]) -> Iterator[object]:
    """The board after each event of the log."""
    for game in store.games(limit=EVENTS):
        board: Any = None
        for event in store.events(game.id, 1, game.version):
            action = ruleset.stored_action(event.action, event.ruleset_version)
            if isinstance(action, Start):
                board = ruleset.empty_board(action, ruleset.starter_components)
            board = fold(board, ruleset.stored_effects(event.effects, event.ruleset_version))
            yield board


def record(store: Store, ruleset: Ruleset[Any], least: int = EVENTS) -> int:
    """Record random games until there are `least` events; returns their number."""
    put_components(store, ruleset)
    return sum(record_game(store, ruleset, game, hour) for hour, game in enumerate(played(ruleset, least), 1))


def put_components(store: Store, ruleset: Ruleset[Any]) -> None:
    """Store what comes with the ruleset."""
    store.put_component_set(ruleset.name, "starter", ruleset.starter, ruleset.starter_document)


def played(ruleset: Ruleset[Any], least: int) -> Iterator[Game]:
    """Random games, until they have `least` events."""
    events = seed = 0
    while events < least:
        yield (game := play(ruleset, seed, LONGEST))
        events += len(game.moves) + 1
        seed += 1


def record_game(store: Store, ruleset: Ruleset[Any], game: Game, hour: int) -> int:
    """Record a game as if it had begun so many hours after 1970; returns the number of its events."""
    at = hour * 3_600 * SECOND
    seats, set_hash = seats_of(ruleset), ruleset.starter_components.hash
    start = Start(seats, set_hash, "table", "free")
    row = NewGame(
        id=new_game_id(),
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        component_set=set_hash,
        chance="table",
        undo="free",
        seats=(None,) * seats,
    )
    decided = [(None, start, game.start), *((move.seat, move.action, move.effects) for move in game.moves)]
    found = [
        NewEvent(
            kind="play" if parent else "start",
            parent=parent,
            seat=seat,
            action=ruleset.encode(action),
            effects=ruleset.encode(effects),
            ruleset_version=ruleset.version,
            occurred_at=at + parent * SECOND,
        )
        for parent, (seat, action, effects) in enumerate(decided)
    ]
    store.create(row, found, _summary(ruleset, game), recorded_at=at)
    return len(found)


def _summary(ruleset: Ruleset[Any], game: Game) -> Summary:
    last = game.moves[-1]
    board = fold(last.board, last.effects)
    over = ruleset.over(board)
    assert over is not None, "no game is longer"
    head, ending = len(game.moves) + 1, Ending(over.winners, over.reason)
    return Summary(head=head, tip=head, status="finished", round=board.round, turn=board.turn, result=ending)
