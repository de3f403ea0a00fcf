"""Boards of random games, as each seat sees them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.phases import seats_of
from rulesets.kit.play import fold
from rulesets.kit.structs import Start
from tests.rulesets.kingdom_rush.build import FIELD, build, horde, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Effect

BOARDS_PER_GAME = 10
"""The number of boards that are taken from a game."""
LONGEST = 3_000
"""The largest number of events in a game."""


class Position(Struct, frozen=True):
    """A board of a game, and each seat's view of it."""

    place: str
    """Seed and version, to find the board again."""
    board: Any
    views: Mapping[Seat, Any]


def hardest_position() -> Position:
    """The board with the longest list of legal actions: four Soldiers on three Hordes full of enemies."""
    hordes = (horde(name, space, *FIELD) for name, space in (("a", "p2"), ("b", "p3"), ("c", "p4")))
    board = build(table(*hordes, seats=4, hands=(("holy_order",),)), "holy_order", "r3").board
    return Position("four Soldiers on three Hordes", board, {1: board})


def positions(ruleset: Ruleset[Any], seats: int, count: int, seed: int = 0) -> Iterator[Position]:
    """So many boards of random games on which a seat is waited for."""
    while count > 0:
        found = list(_of_game(ruleset, seats, seed, min(BOARDS_PER_GAME, count)))
        yield from found
        count, seed = count - len(found), seed + 1


def _of_game(ruleset: Ruleset[Any], seats: int, seed: int, count: int) -> Iterator[Position]:
    """Some boards of one game, in order."""
    boards, events = _played(ruleset, seats, seed)
    views = dict.fromkeys(seats_of(boards[0]), boards[0])
    waiting = [version for version, board in enumerate(boards) if version and ruleset.waiting_for(board)]
    chosen = {*Random(f"boards {seed}").sample(waiting, min(count, len(waiting)))}
    for version, effects in enumerate(events, 1):
        views = {seat: fold(view, [each.seen_by(seat) for each in effects]) for seat, view in views.items()}
        if version in chosen:
            yield Position(f"seed {seed} v{version}", boards[version], views)


def _played(ruleset: Ruleset[Any], seats: int, seed: int) -> tuple[list[Any], list[list[Effect[Any]]]]:
    """The boards of a random game from the empty board on, and the effects between them."""
    rng, key = Random(seed), Random(seed).randbytes(32)
    components = ruleset.starter_components
    start = Start(seats, components.hash, "table" if seed % 2 else "server", "free")
    play = ruleset.begin(start, components, ServerChance(key, b"start"))
    boards, events = [ruleset.empty_board(start, components), play.board], [play.effects]
    while len(events) < LONGEST and (waiting := ruleset.waiting_for(play.board)):
        seat = rng.choice(waiting)
        action = random_bot(ruleset, play.board, seat, rng)
        play = ruleset.decide(play.board, seat, action, ServerChance(key, b"%d" % len(events)))
        boards.append(play.board)
        events.append(play.effects)
    return boards, events
