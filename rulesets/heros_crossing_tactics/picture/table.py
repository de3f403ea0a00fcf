"""The whole picture: all topics put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing_tactics import caption
from rulesets.heros_crossing_tactics.board import FULL_HEALTH
from rulesets.heros_crossing_tactics.picture.cards import DraftPart, draft_part, drafting, own_hand
from rulesets.heros_crossing_tactics.picture.gap import (
    ArrowPart,
    NotePart,
    ReservePart,
    arrow_part,
    note_part,
    reserve_parts,
)
from rulesets.heros_crossing_tactics.picture.lanes import FrontPart, front_part, lure_path
from rulesets.heros_crossing_tactics.picture.parts import Strip
from rulesets.heros_crossing_tactics.picture.places import FAR, HEIGHT, NEAR, OWN_HAND
from rulesets.heros_crossing_tactics.picture.strips import SidePart, side_part
from rulesets.heros_crossing_tactics.picture.supply import discard_count, pile_count, supply_count
from rulesets.heros_crossing_tactics.picture.trace import clash
from rulesets.heros_crossing_tactics.picture.view import View
from rulesets.heros_crossing_tactics.pieces import COLUMNS, KINDS, LEVELS, other
from rulesets.kit.svg import Box, Count, Frames, Sheet, Template

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.kit.svg import Scene

TEMPLATE = Template(Path(__file__).parent, "table.svg.jinja")


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    height: int
    sides: tuple[SidePart, ...]
    fronts: tuple[FrontPart, ...]
    drafts: tuple[DraftPart, ...]
    lures: tuple[str, ...]
    arrow: ArrowPart | None
    reserves: tuple[ReservePart, ...]
    note: NotePart | None
    hand: tuple[Strip, ...] | None
    """The viewer's own, by faces."""
    hand_id: str
    hand_frames: Frames | None
    supply: tuple[Count, ...]
    piles: tuple[Count, ...]
    """The discard is the last."""


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document."""
    view = View(scene)
    title, desc = caption.title(view.board, scene.version), caption.description(view.board, view.names, view.near)
    drawn = parts(view)
    return TEMPLATE.draw(Sheet(title, desc, drawn.height), t=drawn, full=FULL_HEALTH)


def parts(view: View) -> Parts:
    """The whole table."""
    halves = ((other(view.near), FAR), (view.near, NEAR))
    own = view.scene.viewer == view.near
    hand = "" if drafting(view, view.near) else f"hand:{view.near}"
    shown = clash(view.scene)
    return Parts(
        height=HEIGHT + OWN_HAND * own,
        sides=tuple(side_part(view, seat, half) for seat, half in halves),
        fronts=tuple(front_part(view, seat, half, column) for seat, half in halves for column in COLUMNS),
        drafts=tuple(draft_part(view, seat, half) for seat, half in halves if drafting(view, seat)),
        lures=tuple(lure_path(view, *move) for move in view.trace.moves),
        arrow=arrow_part(view, shown) if shown else None,
        reserves=reserve_parts(view, shown) if shown else (),
        note=note_part(view),
        hand=own_hand(view) if own else None,
        hand_id=hand,
        hand_frames=view.frames(hand, Box(12, 656, 616, 88, 10)),
        supply=tuple(supply_count(view, kind) for kind in KINDS),
        piles=(*(pile_count(view, level) for level in LEVELS), discard_count(view)),
    )
