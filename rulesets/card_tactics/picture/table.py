"""The whole picture: all topics put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import caption
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.attacks import attacks_of
from rulesets.card_tactics.picture.journey import ChallengePart, HeaderPart, challenge_part, header_part
from rulesets.card_tactics.picture.moved import ShotPart, lure_paths, shot_parts
from rulesets.card_tactics.picture.now import NowPart, now_part
from rulesets.card_tactics.picture.pool import EventPart, ItemPart, event_parts, item_parts, stack_parts
from rulesets.card_tactics.picture.rolls import RollPart, roll_parts
from rulesets.card_tactics.picture.units import SpacePart, UnitPart, space_parts, unit_parts
from rulesets.card_tactics.picture.view import View
from rulesets.kit import svg
from rulesets.kit.svg import Count, Label, Sheet, label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.picture.attacks import Roll
    from rulesets.kit.structs import Seat
    from rulesets.kit.svg import Scene


class SeatPart(Struct, frozen=True, gc=False):
    """A player's name below the heroes."""

    seat: Seat
    x: int
    title: str
    name: Label
    acts: bool


class Parts(Struct, frozen=True, gc=False):
    """What the template draws."""

    height: int
    header: HeaderPart
    challenge: ChallengePart
    spaces: tuple[SpacePart, ...]
    units: tuple[UnitPart, ...]
    lures: tuple[str, ...]
    shots: tuple[ShotPart, ...]
    seats: tuple[SeatPart, ...]
    fallen: str
    """How many enemies are defeated."""
    now: NowPart
    rolls: tuple[RollPart, ...]
    items: tuple[ItemPart, ...]
    stacks: tuple[Count, ...]
    events: tuple[EventPart, ...]


TEMPLATE = svg.Template(Path(__file__).parents[1], "table.svg.jinja")


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document."""
    view = View(scene)
    rolls = attacks_of(scene.before, scene.effects)
    desc = caption.description(scene.board, rolls, scene.effects)
    drawn = parts(view, rolls)
    sheet = Sheet(caption.title(scene.board, scene.version), desc, drawn.height)
    return TEMPLATE.draw(sheet, standalone=scene.standalone, t=drawn)


def parts(view: View, rolls: Sequence[Roll]) -> Parts:
    """The whole table."""
    board = view.board
    items, events = tuple(item_parts(view)), tuple(event_parts(view))
    rows = max(places.LEAST_ROWS, (len(items) + 2) // 3, 1 + len(events))
    fallen = len(board.discard)
    return Parts(
        height=places.ITEMS_Y + places.ITEM_ROW * rows + places.BOTTOM,
        header=header_part(view),
        challenge=challenge_part(view),
        spaces=tuple(space_parts(view)),
        units=tuple(unit_parts(view)),
        lures=tuple(lure_paths(view)),
        shots=tuple(shot_parts(view, rolls)),
        seats=tuple(_seats(view)),
        fallen=f"{fallen} defeated so far" if fallen else "",
        now=now_part(view),
        rolls=tuple(roll_parts(view, rolls)),
        items=items,
        stacks=tuple(stack_parts(view)),
        events=events,
    )


def _seats(view: View) -> Iterator[SeatPart]:
    seats = view.board.seats
    for seat, x in zip(view.board.all_seats, places.SEATS_X[seats], strict=True):
        name, acts = view.names[seat], seat in view.waiting
        title = f"{name}, to act" if acts else name
        yield SeatPart(seat, x, title, label(name, places.SEAT_WIDTH[seats], 14), acts)
