"""Answering a choice in the middle of a text."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.descriptions import choice_word
from rulesets.card_tactics.effects.rows import text_under_way
from rulesets.card_tactics.ids import kind_id, option_id
from rulesets.card_tactics.phases import Choosing, Following
from rulesets.card_tactics.words.phrases import AddToken, Attack, LoseHealth
from rulesets.kit import cards
from rulesets.kit.errors import Refused
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

HARMS = frozenset(("attack_minus", "defence_minus", "bleed", "restrain", "stun"))
"""Tokens that nobody likes to hold."""


def _unlikely(board: Board, pending: Choosing, name: str) -> tuple[bool, int]:
    unit = board.find(name) if name in board.components.unit else None
    if unit is None or not isinstance(pending.then, Following):
        return False, 0
    do = board.components.steps[pending.then.at].do
    hurts = isinstance(do, Attack | LoseHealth) or (isinstance(do, AddToken) and do.kind in HARMS)
    return board.is_hero(name) is hurts, unit.health


RULES = {
    "order": "CDT-ATK-11",
    "quirk": "CDT-QRK-06",
    "branch": "CDT-SKL-02",
    "item": "CDT-SKL-02",
    "hero": "CDT-GEO-09",
}
"""What a wrong choice of a kind is refused with; units are targets."""


def _rule(pending: Choosing) -> str:
    if pending.kind != "unit" or pending.seat:
        return RULES.get(pending.kind, Choose.rule)
    follows_event = isinstance(pending.then, Following) and pending.then.source == "event"
    return "CDT-EVT-02" if follows_event else "CDT-ENM-08"


class Choose(cards.Choose[Board], frozen=True, tag="Choose"):
    """Choose units, items, an order or a branch."""

    rule = "CDT-SKL-04"
    needs_version = True
    phase = Choosing

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Choose]:
        """The likely ones first: foes for what hurts, heroes for what helps, the weakest of them before the others."""
        pending = Choosing.of(board)
        likely = sorted(pending.among, key=lambda name: _unlikely(board, pending, name))
        for size in range(pending.low, pending.high + 1):
            for names in combinations(likely, size):
                yield cls(tuple(sorted(names)))

    def check(self, board: Board, seat: Seat) -> None:
        pending = Choosing.of(board)
        try:
            super().check(board, seat)
        except Refused as refused:
            raise Refused(_rule(pending)) from refused

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ChoiceMade(self.names, play.seat))

    def fact(self, board: Board, seat: Seat) -> Fact:
        """Card: whose text asks. Source: that text. Kind: out of what. Choice: what, with spaces between several."""
        pending = Choosing.of(board)
        frame = pending.then
        card = kind_id(board, frame.me or board.event) if isinstance(frame, Following) else None
        picked = (option_id(name) if pending.kind == "branch" else kind_id(board, name) for name in self.names)
        return Fact(card=card, kind=pending.kind, source=text_under_way(frame), choice=" ".join(picked) or None)

    def label(self, board: Board, seat: Seat) -> str:
        return choice_word(board, Choosing.of(board), self.names)
