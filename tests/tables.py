"""Games of every ruleset, as tables of all sizes recorded them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from api.recording.decide import Entry
from api.recording.simulate import Played, SeededChance, record, set_up
from api.service import installed_rulesets
from rulesets.kit.bots import random_bot

if TYPE_CHECKING:
    from api.service import Service
    from events import Game

PLAYERS = ("Ada", "Ben", "Cleo", "Dora", "Ed", "Fay", "Gus", "Hana", "Ivo", "June", "Kai", "Lea")


class Table(NamedTuple):
    """A ruleset with a number of seats."""

    ruleset: str
    seats: int

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.seats}"


EVERY = tuple(Table(ruleset.name, seats) for ruleset in installed_rulesets().values() for seats in ruleset.seats)
"""Every ruleset with every number of seats."""
WIDEST = tuple({table.ruleset: table for table in EVERY}.values())
"""Every ruleset with most seats."""


@cache
def played(table: Table, seed: int, most: int) -> Played:
    """A random game, or its first decisions."""
    ruleset: Any = installed_rulesets()[table.ruleset]
    rng = Random(seed)
    chance = SeededChance(rng)
    _, begun = set_up(ruleset, ruleset.starter_components, table.seats, chance)
    board = begun.board
    entries: list[Entry] = []
    while len(entries) < most and (waiting := ruleset.waiting_for(board)):
        seat, rolled = rng.choice(waiting), SeededChance(rng)
        action = random_bot(ruleset, board, seat, rng)
        board = ruleset.decide(board, seat, action, rolled).board
        entries.append(Entry(seat=seat, action=action, outcomes=tuple(rolled.outcomes)))
    return Played({}, tuple(chance.outcomes), tuple(entries), ruleset.over(board) is not None)


def recorded(service: Service, table: Table, seed: int = 3, most: int = 250) -> Game:
    """A random game in the log of a service."""
    ruleset = service.rulesets[table.ruleset]
    return record(service.recorder, ruleset, played(table, seed, most), PLAYERS[: table.seats])
