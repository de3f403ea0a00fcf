"""What nobody has: cubes, piles, the discard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.ids import card_id
from rulesets.heros_crossing_tactics.names import card_title
from rulesets.heros_crossing_tactics.picture.parts import PILE_BOX
from rulesets.heros_crossing_tactics.pieces import soldiers_of
from rulesets.kit.svg import Count
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.picture.view import View
    from rulesets.heros_crossing_tactics.pieces import Kind, Level


class PileCount(Count, frozen=True):
    """A pile of cards."""

    holds: str = ""
    """Ids of the cards that lie face up in it."""


def supply_count(view: View, kind: Kind) -> Count:
    """Cubes that nobody has."""
    count = view.board.supply.count(kind)
    x, title = view.plan.supply.stock[kind], f"{soldiers_of(kind, count)} left in the supply"
    return Count(f"supply:{kind}", title, x, kind, count)


def pile_count(view: View, level: Level) -> PileCount:
    """A face-down pile."""
    piece, count = f"pile:{level}", view.board.pile(level).size
    title = f"Level {level} pile: {counted(count, 'card')}"
    return PileCount(piece, title, view.plan.supply.pile[level], str(level), count, view.frames(piece, PILE_BOX))


def discard_count(view: View) -> PileCount:
    """The cards face up beside the piles."""
    discard, frames = view.board.discard, view.frames("discard", PILE_BOX)
    names = "; ".join(card_title(view.board, card) for card in discard) or "no cards"
    holds = " ".join(map(card_id, discard))
    return PileCount("discard", f"Discard: {names}", view.plan.supply.discard, "", len(discard), frames, holds)
