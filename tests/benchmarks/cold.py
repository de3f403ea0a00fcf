"""replay.cold: 10,000 events of one game among twenty with interleaved events, from storage to board."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from events import NewEvent, NewGame, Store, Summary, new_game_id
from projections import Library
from projections.boards import CHUNK
from rulesets.kit.structs import Start
from tests.benchmarks.games import LONG, long_game, seats_of
from tests.benchmarks.peers import ACTION

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.ruleset import Ruleset

EVENTS = 10_000
GAMES = 20
REPLAYS = 8
"""In a round: the compared package takes as long for one, and a machine may change its speed from second to second."""
SLICE = 50
"""Events of a game in one append, before an append of the next game."""


def events(ruleset_name: str) -> tuple[Ruleset[Any], Any, list[str]]:
    """The ruleset, its empty board, and the effects as JSON of 10,000 events of one game."""
    ruleset = next(found for found in LONG if found.name == ruleset_name)
    game = long_game(ruleset, EVENTS - 1)
    return (
        ruleset,
        game.empty_board,
        [ruleset.encode(game.start), *(ruleset.encode(move.effects) for move in game.moves)],
    )


def ours(folder: str, ruleset_name: str) -> Callable[[], float]:
    """The board at the head of one of twenty games, in a process with empty caches."""
    ruleset, _, texts = events(ruleset_name)
    store = Store.open(f"sqlite:///{Path(folder) / 'ours.sqlite3'}", synchronous="NORMAL")
    games = [_create(store, ruleset, texts[0]) for _ in range(GAMES)]
    for begin in range(1, len(texts), SLICE):
        for game in games:
            _append(store, ruleset, game, begin, texts[begin : begin + SLICE])
    wanted = games[GAMES // 2].id

    def replay() -> float:
        library = Library(store, {ruleset.name: ruleset})
        begin = perf_counter()
        found = library.head(library.game(wanted))
        spent = perf_counter() - begin
        assert found.turn
        return spent

    return lambda: len(texts) * REPLAYS / sum(replay() for _ in range(REPLAYS))


def part(folder: str, ruleset_name: str, name: str) -> Callable[[], float]:
    """One part of what `ours` does with the same log, alone: `read`, `decode` or `fold` of the events of its game."""
    ruleset, empty_board, texts = events(ruleset_name)
    store = Store.open(f"sqlite:///{Path(folder) / 'ours.sqlite3'}")
    (wanted,) = store.game_ids()[GAMES // 2 - 1 : GAMES // 2]

    def decode(found: list[str]) -> list[list[Any]]:
        chunks = ("[" + ",".join(found[start : start + CHUNK]) + "]" for start in range(0, len(found), CHUNK))
        return [effects for chunk in chunks for effects in ruleset.batch_decoder.decode(chunk)]

    decoded = decode(texts)

    def fold() -> Any:
        board = empty_board
        for effects in decoded:
            for effect in effects:
                board = effect.apply(board)
        return board

    work: dict[str, Callable[[], Any]] = {
        "read": lambda: [store.joined_effects(wanted, at, at + CHUNK - 1) for at in range(1, len(texts) + 1, CHUNK)],
        "decode": lambda: decode(texts),
        "fold": fold,
    }

    def side() -> float:
        begin = perf_counter()
        assert work[name]()
        return len(texts) / (perf_counter() - begin)

    return side


def _create(store: Store, ruleset: Ruleset[Any], effects: str) -> NewGame:
    set_hash = store.put_component_set(ruleset.name, "starter", ruleset.starter, ruleset.starter_document)
    start = Start(seats_of(ruleset), set_hash, "server", "free")
    game = NewGame(
        id=new_game_id(),
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        component_set=set_hash,
        chance="server",
        undo="free",
        seats=(None,) * seats_of(ruleset),
        secret_key=bytes(32),
    )
    first = NewEvent(kind="start", parent=0, action=ruleset.encode(start), effects=effects, ruleset_version=1)
    store.create(game, [first], _summary(1))
    return game


def _append(store: Store, ruleset: Ruleset[Any], game: NewGame, version: int, texts: list[str]) -> None:
    found = [
        NewEvent(kind="play", parent=parent, seat=1, action=ACTION, effects=text, ruleset_version=ruleset.version)
        for parent, text in enumerate(texts, version)
    ]
    store.append(game.id, version, found, _summary(version + len(texts)))


def _summary(head: int) -> Summary:
    return Summary(head=head, tip=head, status="running", round=1, turn=1, waiting_for=(1,), standing=((1, 6), (2, 6)))
