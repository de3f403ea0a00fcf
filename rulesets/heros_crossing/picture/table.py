"""The whole picture: all topics put together, in one arrangement or in both."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing import caption
from rulesets.heros_crossing.picture import plan as plans
from rulesets.heros_crossing.picture.heroes import VisitorPart, places_of, visitors
from rulesets.heros_crossing.picture.middle import (
    CardPart,
    GraveyardPart,
    HeaderPart,
    TrackPart,
    action_card,
    graveyard,
    header,
    track,
)
from rulesets.heros_crossing.picture.panels import HAND_ROOM, SETUP_ROOM, PlayerPart, player
from rulesets.heros_crossing.picture.plan import Panel, Place, Plan
from rulesets.heros_crossing.picture.supply import SlotPart, StackPart, slots, stacks
from rulesets.heros_crossing.picture.town import EDGE_Y, INSET, Grid, cells_of, narrow_grid, wide_grid
from rulesets.heros_crossing.picture.view import View
from rulesets.kit import svg
from rulesets.kit.svg import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Literal

    from rulesets.heros_crossing.board import Board
    from rulesets.kit.phases import Seat
    from rulesets.kit.svg import Scene

TEMPLATE = svg.Template(Path(__file__).parent, "table.svg.jinja", large=("town",))


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    width: int
    height: float
    header: HeaderPart
    visitors: tuple[VisitorPart, ...]
    stacks: tuple[StackPart, ...]
    slots: tuple[SlotPart, ...]
    card: CardPart
    graveyard: GraveyardPart
    track: TrackPart
    players: tuple[PlayerPart, ...]
    lures: tuple[str, ...]
    track_at: Place
    track_title: str


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document; for a page as two of them, of which its style sheet shows one."""
    view = View(scene)
    if scene.arrangement != "both":
        return _draw(view, narrow_parts(view) if scene.arrangement == "narrow" else wide_parts(view))
    return _draw(view, wide_parts(view), "wide") + _draw(view, narrow_parts(view), "narrow")


def _draw(view: View, drawn: Parts, shown: Literal["", "wide", "narrow"] = "") -> str:
    title, desc = caption.title(view.board, view.scene.version), caption.description(view.board, view.names)
    sheet = Sheet(title, desc, drawn.height, drawn.width, shown)
    return TEMPLATE.draw(sheet, t=drawn)


def wide_parts(view: View) -> Parts:
    """The arrangement for desks: towns in seat order."""
    w, seats = plans.COLUMNS[len(view.board.sides)][0], range(1, len(view.board.sides) + 1)
    plan = plans.wide(len(seats), max(plans.lane_at(places_of(view, seat, w)) for seat in seats))

    def grid(panel: Panel, most: float) -> Grid:
        return wide_grid(cells_of(view, panel.seat), panel.w, panel.lane - _reserved(view, panel.seat), most)

    scale = min(grid(panel, 1.0).scale for panel in plan.panels)
    grids = {panel.seat: grid(panel, scale) for panel in plan.panels}
    return _parts(view, plan, grids)


def narrow_parts(view: View) -> Parts:
    """The arrangement for phones: first the town of the viewer (for onlookers that of seat 1), then clockwise."""
    viewer = view.scene.viewer
    order = view.board.clockwise(viewer if isinstance(viewer, int) else 1)
    grids = {seat: narrow_grid(cells_of(view, seat), plans.NARROW_INSIDE) for seat in order}
    lanes = {
        seat: (plans.lane_at(places_of(view, seat, plans.NARROW_INSIDE)), _lane(view, seat, grid))
        for seat, grid in grids.items()
    }
    return _parts(view, plans.narrow(order, lanes), grids)


def _lane(view: View, seat: Seat, grid: Grid) -> int:
    """How high a lane is that may be as high as it needs: for the town, or for the hand while there is none."""
    board = view.board
    height = grid.height + EDGE_Y + 2 * INSET if board.round or board.side(seat).town or view.open[seat] else HAND_ROOM
    return round(height + _reserved(view, seat))


def _reserved(view: View, seat: Seat) -> int:
    """What tiles still to be laid take of a lane."""
    return SETUP_ROOM if view.board.side(seat).tiles else 0


def _parts(view: View, plan: Plan, grids: Mapping[Seat, Grid]) -> Parts:
    points = ", ".join(f"{name} {view.board.side(seat).vp}" for seat, name in view.names.items())
    return Parts(
        plan.width,
        plan.height,
        header(view, plan),
        tuple(visitors(view, plan.visitors, plan.hero)),
        tuple(stacks(view, plan.stacks)),
        tuple(slots(view, plan.slots)),
        action_card(view, plan.card),
        graveyard(view, plan),
        track(view, plan.track.w, plan.track_height),
        tuple(player(view, panel, grids[panel.seat]) for panel in plan.panels),
        tuple(lures(view, plan, grids)),
        plan.track,
        f"Points on the track: {points}",
    )


def lures(view: View, plan: Plan, grids: Mapping[Seat, Grid]) -> Iterator[str]:
    """The ways of cubes in the last event."""
    panels = {panel.seat: panel for panel in plan.panels}
    for seat, source, target in view.moves:
        panel = panels[seat]
        spots = (f"{panel.x + x:.1f} {panel.y + panel.lane_at + y:.1f}" for x, y in grids[seat].path(source, target))
        yield f"M{'L'.join(spots)}"
