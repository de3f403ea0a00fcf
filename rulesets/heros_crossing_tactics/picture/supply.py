"""What nobody has: cubes, piles, the discard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.ids import card_id
from rulesets.heros_crossing_tactics.names import card_title
from rulesets.heros_crossing_tactics.picture.parts import PILE_BOX
from rulesets.heros_crossing_tactics.picture.places import DISCARD_X, PILE_X, SUPPLY_X
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
    return Count(f"supply:{kind}", f"{count} {kind.capitalize()} left in the supply", SUPPLY_X[kind], kind, count)


def pile_count(view: View, level: Level) -> PileCount:
    """A face-down pile."""
    piece, count = f"pile:{level}", view.board.pile(level).size
    title = f"Level {level} pile: {counted(count, 'card')}"
    return PileCount(piece, title, PILE_X[level], str(level), count, view.frames(piece, PILE_BOX))


def discard_count(view: View) -> PileCount:
    """The cards face up beside the piles."""
    discard, frames = view.board.discard, view.frames("discard", PILE_BOX)
    names = "; ".join(card_title(view.board, card) for card in discard) or "no cards"
    holds = " ".join(map(card_id, discard))
    return PileCount("discard", f"Discard: {names}", DISCARD_X, "", len(discard), frames, holds)
