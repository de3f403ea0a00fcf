"""The strips of the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import caption
from rulesets.heros_crossing_tactics.ids import card_id
from rulesets.heros_crossing_tactics.names import hero_name
from rulesets.heros_crossing_tactics.picture.cards import HandPart, drafting, hand_part
from rulesets.kit import phases
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Box, Frames, Label, Piece, label, name_label

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.picture.places import Half
    from rulesets.heros_crossing_tactics.picture.view import View


class MonarchPart(Piece, frozen=True):
    """A crown."""

    sign: str
    frames: Frames | None


class SidePart(Piece, frozen=True):
    """The strip of a seat."""

    seat: Seat
    y: int
    name: Label
    line: Label
    acts: bool
    won: bool
    first: bool
    monarch: MonarchPart | None
    health: int
    hand: HandPart | None
    frames: Frames | None
    health_frames: Frames | None


def side_part(view: View, seat: Seat, half: Half) -> SidePart:
    """The strip of a seat."""
    board, name, y, plan = view.board, view.names[seat], half.player, view.plan.strip
    pending = board.pending
    name_width, line_width = plan.name
    x, top, step = plan.hearts
    return SidePart(
        id=f"seat:{seat}",
        title=name,
        seat=seat,
        y=y,
        name=name_label(name, name_width, 20, 16),
        line=label(caption.line(board, seat), line_width, 15, 14),
        acts=seat in pending.who(board),
        won=isinstance(pending, phases.GameOver) and seat in pending.winners,
        first=seat == board.first,
        monarch=_monarch_part(view, seat, half),
        health=board.side(seat).health,
        hand=None if drafting(view, seat) or view.opened(seat) else hand_part(view, seat),
        frames=view.frames(f"seat:{seat}", Box(plan.x, y, plan.w, plan.h, 8)),
        health_frames=view.frames(f"health:{seat}", Box(x - 1, y + top - 1, 5 * step + 22, 22, 8)),
    )


def _monarch_part(view: View, seat: Seat, half: Half) -> MonarchPart | None:
    card = view.board.side(seat).monarch
    if not card:
        return None
    sign = "king" if card == view.board.components.monarchs["king"] else "queen"
    x, y, r = view.plan.strip.crown
    frames = view.frames(card_id(card), Box(x - r, half.player + y - r, 2 * r, 2 * r, r))
    return MonarchPart(card_id(card), hero_name(view.board, card), sign, frames)
