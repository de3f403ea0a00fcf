"""Random corrections in random games, each compared with the same game recorded from the start.

python -m tests.api.amends --amends 1000
"""

from __future__ import annotations

import argparse
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json
from msgspec.structs import replace

from api.recording.amend import AmendRefused, Change, ChangeRefused
from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest
from api.recording.simulate import SeededChance, play, record
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.kit.bots import BOTS
from rulesets.kit.errors import KitError
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from events import Game
    from projections.paths import Version
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action

RULESETS = installed_rulesets()
EACH_GAME = 12
"""Corrections of one game: each applies to the line that the one before made."""
LONGEST = 300
"""The number of events that are recorded of a game."""


class Totals(Struct, kw_only=True):
    """The totals of random corrections in games of one ruleset."""

    amends: int = 0
    kept: int = 0
    changed: int = 0
    stopped: int = 0
    whole: int = 0
    refused: int = 0
    """Corrections that were refused."""


@contextmanager
def service_in(folder: Path) -> Iterator[Service]:
    """A service of all rulesets over an empty log."""
    settings = Settings.read({}, database_url=f"sqlite:///{folder}/log.sqlite3", lake=str(folder))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, RULESETS)


def amend_at_random(service: Service, ruleset: Ruleset[Any], amends: int, seed: int = 1) -> Totals:
    """Correct random games of one ruleset at random. Raises AssertionError where a correction goes wrong."""
    rng, totals = Random(f"{ruleset.name}/{seed}"), Totals()
    while totals.amends < amends:
        game = _random_game(service, ruleset, rng)
        for _ in range(min(EACH_GAME, amends - totals.amends)):
            game = _amend(service, game, rng, totals)
        assert not list(service.store.verify(game.id))
    return totals


def _random_game(service: Service, ruleset: Ruleset[Any], rng: Random) -> Game:
    seats = rng.choice(list(ruleset.seats))
    bots = dict.fromkeys(range(1, seats + 1), BOTS["random"])
    played = play(ruleset, ruleset.starter_components, seats, bots, rng)
    short = replace(played, entries=played.entries[:LONGEST])
    return record(service.recorder, ruleset, short, [None] * seats)


def _amend(service: Service, game: Game, rng: Random, totals: Totals) -> Game:
    change = random_change(service, game, rng)
    if change is None:
        return game
    recorder, before = service.recorder, game.summary.head
    try:
        would, _ = recorder.would_amend(game.id, [change], expected=game.version)
    except (AmendRefused, ChangeRefused):
        totals.refused += 1
        assert service.library.game(game.id) == game
        return game
    assert service.library.game(game.id) == game
    done, recorded = recorder.amend(game.id, [change], expected=game.version)
    for field in ("base", "was", "kept", "changed", "left"):
        assert getattr(would, field) == getattr(done, field)
    assert (would.stopped and would.stopped.version) == (done.stopped and done.stopped.version)
    old = [version for version in service.library.tree(game).versions(before) if version > done.base]
    assert set(done.left) <= set(old) - ({change.version} if change.replaces else set())
    assert done.kept + len(done.left) + change.replaces == len(old), "a move was neither kept, removed nor replaced"
    now = recorded.game
    assert now.version == game.version + 1 + len(would.decided)
    _assert_same_as_recorded_anew(service, now)
    _assert_undo_and_redo_lead_back(service, now, done.base, before)
    totals.amends, totals.kept, totals.changed = (
        totals.amends + 1,
        totals.kept + done.kept,
        totals.changed + len(done.changed),
    )
    totals.stopped, totals.whole = totals.stopped + (done.stopped is not None), totals.whole + (done.stopped is None)
    return service.library.game(game.id)


def random_change(service: Service, game: Game, rng: Random) -> Change | None:
    """A correction at a random version before the head."""
    library = service.library
    path = list(library.tree(game).versions(game.summary.head))[1:]
    if not path:
        return None
    version = rng.choice(path)
    event = service.store.event(game.id, version)
    seat = event.seat or 0
    kind = rng.choice(("action", "action", "outcome", "before", "drop"))
    if kind == "drop":
        return Change(version=version, drop=True)
    ruleset, board = library.ruleset(game), library.board(game, event.parent)
    entries = _random_entries(ruleset, board, seat, rng)
    if kind == "outcome":
        action = ruleset.played_action(event.action, event.ruleset_version)
        again = _with_chance(ruleset, board, seat, action, rng)
        return Change(version=version, outcomes=again.outcomes) if again and again.outcomes else None
    entry = next(entries, None)
    if entry is None:
        return None
    if kind == "before":
        return Change(version=version, before=(entry,))
    return Change(version=version, action=entry.action, outcomes=entry.outcomes)


def _random_entries(ruleset: Ruleset[Any], board: Any, seat: int, rng: Random) -> Iterator[Entry]:
    legal = [action for action in ruleset.legal_actions(board, seat) if not action.open_ended]
    rng.shuffle(legal)
    return filter(None, (_with_chance(ruleset, board, seat, action, rng) for action in legal))


def _with_chance(ruleset: Ruleset[Any], board: Any, seat: int, action: Action[Any], rng: Random) -> Entry | None:
    chance = SeededChance(rng)
    try:
        ruleset.decide(board, seat, action, chance)
    except KitError:
        return None
    return Entry(seat=seat, action=action, outcomes=tuple(chance.outcomes))


def _assert_same_as_recorded_anew(service: Service, game: Game) -> None:
    """Assert that the line to the head is what a table would have recorded from the start."""
    library, ruleset = service.library, service.library.ruleset(game)
    first, *events = library.events(game, library.tree(game).path(game.summary.head))
    start = library.start(game)
    new = NewGameRequest(
        ruleset=game.ruleset,
        players=(None,) * len(game.seats),
        options=start.options,
        outcomes=json.decode(first.outcomes),
    )
    entries = [
        Entry(
            seat=event.seat or 0,
            action=ruleset.played_action(event.action, event.ruleset_version),
            outcomes=json.decode(event.outcomes),
        )
        for event in events
    ]
    copy = service.recorder.create(new).game
    if entries:
        copy = service.recorder.act(copy.id, entries, expected=1).game
    for event, other in zip(events, service.store.events(copy.id, 2), strict=True):
        assert (event.seat, event.action, event.outcomes) == (other.seat, other.action, other.outcomes)
        assert event.effects == other.effects
    assert _board(service, game, game.summary.head) == _board(service, copy, copy.summary.head)


def _board(service: Service, game: Game, version: Version) -> str:
    return service.library.ruleset(game).encode(service.library.board(game, version, TABLE))


def _assert_undo_and_redo_lead_back(service: Service, game: Game, base: Version, before: Version) -> None:
    """Assert that undo and redo lead back to the old line, and from there to the new one."""
    old, new, head = _board(service, game, before), _board(service, game, game.summary.head), game.summary.head
    back = _at(service, _at(service, game, base), before)
    assert _board(service, back, back.summary.head) == old
    again = _at(service, _at(service, back, base), head)
    assert _board(service, again, again.summary.head) == new


def _at(service: Service, game: Game, version: Version) -> Game:
    """The game after an undo or redo to a version, or as it is if it is there already."""
    if game.summary.head == version:
        return game
    back = service.library.tree(game).is_ancestor(version, game.summary.head)
    move = service.recorder.undo if back else service.recorder.redo
    return move(game.id, to=str(version)).game


def main() -> None:
    """Try many corrections, and print the totals."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--amends", type=int, default=1_000, help="of all rulesets together")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory() as folder, service_in(Path(folder)) as service:
        for name, ruleset in RULESETS.items():
            print(name, amend_at_random(service, ruleset, options.amends // len(RULESETS), options.seed), flush=True)


if __name__ == "__main__":
    main()
