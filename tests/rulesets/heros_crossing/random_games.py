"""Random games of Hero's Crossing, as statistics read them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from rulesets.heros_crossing import RULESET
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.heros_crossing.board import Board
    from rulesets.kit.facts import Fact
    from rulesets.kit.structs import Effect

LONGEST = 20_000
"""Events."""


class RandomGame:
    """A game, and what it tells: all rows, how the score of each seat changed, and what changed it without a source."""

    def __init__(self, seats: int, seed: int) -> None:
        components, self._key = RULESET.starter_components, bytes([seed] * 32)
        start = Start(seats, components.hash, "server", "free")
        self.rows: list[Fact] = []
        self.changes = Counter[int]()
        self.unexplained: list[Effect[Board]] = []
        self.board = RULESET.empty_board(start, components)
        self._read(RULESET.begin(start, components, self._chance(1)).effects)
        self._play(Random(seed))

    def _play(self, rng: Random) -> None:
        for version in range(2, LONGEST):
            if not (asked := RULESET.waiting_for(self.board)):
                return
            seat = rng.choice(asked)
            action = random_bot(RULESET, self.board, seat, rng)
            self.rows.append(action.fact(self.board, seat))
            self._read(RULESET.decide(self.board, seat, action, self._chance(version)).effects)

    def _chance(self, version: int) -> ServerChance:
        return ServerChance(self._key, b"%d" % version)

    def _read(self, effects: Sequence[Effect[Board]]) -> None:
        for effect in effects:
            rows, before = list(effect.facts(self.board)), Counter(dict(RULESET.standing(self.board)))
            self.board = effect.apply(self.board)
            changes = Counter(dict(RULESET.standing(self.board)))
            changes.subtract(before)
            self.changes.update(changes)
            changed = [seat for seat in changes if changes[seat]]
            if changed and changed != [row.seat for row in rows if row.source]:
                self.unexplained.append(effect)
            self.rows += rows


@cache
def game(seats: int) -> RandomGame:
    """One random game to its end."""
    return RandomGame(seats, seats)
