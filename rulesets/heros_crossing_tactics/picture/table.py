"""The whole picture: all topics put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from rulesets.heros_crossing_tactics import caption
from rulesets.heros_crossing_tactics.board import FULL_HEALTH
from rulesets.heros_crossing_tactics.picture.cards import DraftPart, OpenHand, draft_part, drafting, open_hand
from rulesets.heros_crossing_tactics.picture.gap import (
    ArrowPart,
    NotePart,
    ReservePart,
    arrow_part,
    note_part,
    reserve_parts,
)
from rulesets.heros_crossing_tactics.picture.lanes import FrontPart, front_part, lure_path
from rulesets.heros_crossing_tactics.picture.places import NARROW, WIDE, Plan
from rulesets.heros_crossing_tactics.picture.strips import SidePart, side_part
from rulesets.heros_crossing_tactics.picture.supply import discard_count, pile_count, supply_count
from rulesets.heros_crossing_tactics.picture.trace import clash
from rulesets.heros_crossing_tactics.picture.view import View
from rulesets.heros_crossing_tactics.pieces import COLUMNS, KINDS, LEVELS, other
from rulesets.kit.svg import Count, Sheet, Template

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.kit.svg import Scene

TEMPLATE = Template(Path(__file__).parent, "table.svg.jinja")


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    plan: Plan
    top: int
    """What lies above the far strip."""
    foot: int
    """Where what nobody has begins."""
    sides: tuple[SidePart, ...]
    fronts: tuple[FrontPart, ...]
    drafts: tuple[DraftPart, ...]
    lures: tuple[str, ...]
    arrow: ArrowPart | None
    reserves: tuple[ReservePart, ...]
    note: NotePart | None
    hands: tuple[OpenHand, ...]
    supply: tuple[Count, ...]
    piles: tuple[Count, ...]
    """The discard is the last."""


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document; for a page as two of them, of which its style sheet shows one."""
    if scene.arrangement != "both":
        return _draw(scene, NARROW if scene.arrangement == "narrow" else WIDE)
    return _draw(scene, WIDE, "wide") + _draw(scene, NARROW, "narrow")


def _draw(scene: Scene[Board], plan: Plan, shown: Literal["", "wide", "narrow"] = "") -> str:
    view = View(scene, plan)
    title, desc = caption.title(view.board, scene.version), caption.description(view.board, view.names, view.near)
    drawn = parts(view)
    height = drawn.top + drawn.foot + plan.supply.height
    return TEMPLATE.draw(Sheet(title, desc, height, plan.width, shown), t=drawn, height=height, full=FULL_HEALTH)


def parts(view: View) -> Parts:
    """The whole table."""
    plan, far = view.plan, other(view.near)
    halves = ((far, plan.far), (view.near, plan.near))
    top = plan.hand_h if view.opened(far) else 0
    foot = plan.height + plan.hand_h * view.opened(view.near)
    above_and_below = ((far, 6 - top), (view.near, plan.height))
    shown = clash(view.scene)
    return Parts(
        plan=plan,
        top=top,
        foot=foot,
        sides=tuple(side_part(view, seat, half) for seat, half in halves),
        fronts=tuple(front_part(view, seat, half, column) for seat, half in halves for column in COLUMNS),
        drafts=tuple(draft_part(view, seat, half) for seat, half in halves if drafting(view, seat)),
        lures=tuple(lure_path(view, *move) for move in view.trace.moves),
        arrow=arrow_part(view, shown) if shown else None,
        reserves=reserve_parts(view, shown) if shown else (),
        note=note_part(view),
        hands=tuple(open_hand(view, seat, y) for seat, y in above_and_below if view.opened(seat)),
        supply=tuple(supply_count(view, kind) for kind in KINDS),
        piles=(*(pile_count(view, level) for level in LEVELS), discard_count(view)),
    )
