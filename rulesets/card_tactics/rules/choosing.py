"""Answering a choice in the middle of a text."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import card_name, joined, unit_id
from rulesets.card_tactics.phases import Choosing, Following
from rulesets.card_tactics.words.phrases import AddToken, Attack, LoseHealth
from rulesets.kit import cards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.play import Play
    from rulesets.kit.structs import Seat

HARMS = frozenset(("attack_minus", "defence_minus", "bleed", "restrain", "stun"))
"""Tokens that nobody likes to hold."""


def _unlikely(board: Board, pending: Choosing, name: str) -> tuple[bool, int]:
    unit = board.find(name) if name in board.components.unit else None
    if unit is None or not isinstance(pending.then, Following):
        return False, 0
    do = board.components.steps[pending.then.at].do
    hurts = isinstance(do, Attack | LoseHealth) or (isinstance(do, AddToken) and do.kind in HARMS)
    return board.is_hero(name) is hurts, unit.health


VERBS = {"order": "First", "quirk": "First the quirk of", "branch": "Option"}


class Choose(cards.Choose[Board], frozen=True, tag="Choose"):
    """Choose units, items, an order or a branch."""

    rule = "CDT-SKL-04"
    on_sight = True
    phase = Choosing

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Choose]:
        """The likely ones first: foes for what hurts, heroes for what helps, the weakest of them before the others."""
        pending = board.pending
        assert isinstance(pending, Choosing)
        likely = sorted(pending.among, key=lambda name: _unlikely(board, pending, name))
        for size in range(pending.low, pending.high + 1):
            for names in combinations(likely, size):
                yield cls(tuple(sorted(names)))

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ChoiceMade(self.names))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(unit_id, self.names))

    def label(self, board: Board, seat: Seat) -> str:
        pending = board.pending
        kind = pending.kind if isinstance(pending, Choosing) else ""
        names = joined([card_name(board, name) for name in self.names]) if self.names else "nothing"
        return f"{VERBS.get(kind, 'Choose')} {names}"
