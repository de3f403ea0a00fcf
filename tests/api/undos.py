"""Random undos in games whose policy forbids to undo what taught a seat something, checked with lookalikes of the game.

A lookalike differs from a game only in what a seat cannot see. What the seat was sent between an action and its undo
must be the same, to the byte, in each lookalike: otherwise it learned something, and could choose differently now.

    python -m tests.api.undos --undos 10000
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json

from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest
from api.recording.simulate import SeededChance, set_up
from api.recording.undo import UndoRefused
from projections import seen
from rulesets.kit.chance import GivenChance
from tests.api.amends import RULESETS, service_in
from tests.lookalikes import lookalikes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.service import Service
    from events import Event, Game
    from rulesets.kit.ruleset import Ruleset
    from tests.lookalikes import TableGame

LOOKALIKES = 20
LENGTH = 150
"""Actions of one game."""


class Totals(Struct, kw_only=True):
    """The totals of random undos in games of one ruleset."""

    undos: int = 0
    events: int = 0
    """Undone events."""
    refused: int = 0
    lookalikes: int = 0


def undo_at_random(service: Service, ruleset: Ruleset[Any], undos: int, seed: int = 1) -> Totals:
    """Play as a bot that acts, looks, and undoes whatever it may.

    Raises AssertionError if an undone action revealed something.
    """
    rng, totals = Random(f"{ruleset.name}/{seed}"), Totals()
    while totals.undos < undos:
        _play_one(service, ruleset, rng, totals, undos)
    return totals


def _play_one(service: Service, ruleset: Ruleset[Any], rng: Random, totals: Totals, undos: int) -> None:
    seats = rng.choice(list(ruleset.seats))
    chance = SeededChance(rng)
    set_up(ruleset, ruleset.starter_components, seats, chance)
    new = NewGameRequest(
        ruleset=ruleset.name,
        players=(None,) * seats,
        outcomes=tuple(chance.outcomes),
        undo="no_new_information",
    )
    game = service.recorder.create(new).game
    for _ in range(LENGTH):
        if not game.summary.waiting_for or totals.undos == undos:
            return
        seat = rng.choice(game.summary.waiting_for)
        game = _act(service, game, seat, rng)
        if rng.random() < 0.5:
            game = _undo(service, game, seat, rng, totals)


def _act(service: Service, game: Game, seat: int, rng: Random) -> Game:
    ruleset, board = service.library.ruleset(game), service.library.head(game)
    action, chance = rng.choice(list(ruleset.legal_actions(board, seat))), SeededChance(rng)
    ruleset.decide(board, seat, action, chance)
    entry = Entry(seat=seat, action=action, outcomes=tuple(chance.outcomes))
    return service.recorder.act(game.id, [entry], expected=game.version).game


def _undo(service: Service, game: Game, seat: int, rng: Random, totals: Totals) -> Game:
    head = game.summary.head
    try:
        back = service.recorder.undo(game.id, seat=seat).game
    except UndoRefused:
        totals.refused += 1
        return game
    library = service.library
    past = list(library.events(back, library.tree(back).path(back.summary.head)))
    gone = list(library.events(back, library.tree(back).path(head)))[len(past) :]
    assert all(event.outcomes == "[]" for event in gone)
    learners = range(1, len(game.seats) + 1) if library.ruleset(game).cooperative else (seat,)
    for learner in learners:
        found = lookalikes(library.ruleset(game), len(game.seats), entered_so_far(past), learner, rng)
        for _, board in islice(found, LOOKALIKES):
            assert sent(library.ruleset(game), board, gone, learner) == _sent_here(service, back, gone, learner)
            totals.lookalikes += 1
    totals.undos += 1
    totals.events += len(gone)
    return back


def _sent_here(service: Service, game: Game, gone: Sequence[Event], seat: int) -> list[str]:
    """What the seat was sent of the events that are now undone."""
    ruleset = service.library.ruleset(game)
    return [
        ruleset.encode(list(seen(ruleset.stored_effects(event.effects, event.ruleset_version), seat))) for event in gone
    ]


def sent(ruleset: Ruleset[Any], board: Any, gone: Sequence[Event], seat: int) -> list[str]:
    """What the seat would be sent of the same actions on another board."""
    sent = []
    for event in gone:
        play = ruleset.decide(
            board, event.seat or 0, ruleset.played_action(event.action, event.ruleset_version), GivenChance()
        )
        sent.append(ruleset.encode(list(seen(play.effects, seat))))
        board = play.board
    return sent


def entered_so_far(past: Sequence[Event]) -> TableGame:
    """The events of a game as a table entered them."""
    start, *rest = past
    return json.decode(start.outcomes), [
        (event.seat or 0, json.decode(event.action), json.decode(event.outcomes)) for event in rest
    ]


def main() -> None:
    """Undo many actions, and print the totals."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--undos", type=int, default=10_000, help="of all rulesets together")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with TemporaryDirectory() as folder, service_in(Path(folder)) as service:
        for name, ruleset in RULESETS.items():
            print(name, undo_at_random(service, ruleset, options.undos // len(RULESETS), options.seed), flush=True)


if __name__ == "__main__":
    main()
