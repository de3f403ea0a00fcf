"""The whole picture: all topics put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from rulesets.card_tactics import caption
from rulesets.card_tactics.attacks import attacks_of
from rulesets.card_tactics.board import ROOM
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.journey import ChallengePart, HeaderPart, challenge_part, header_part
from rulesets.card_tactics.picture.moved import ShotPart, lure_paths, shot_parts
from rulesets.card_tactics.picture.now import NowPart, now_part
from rulesets.card_tactics.picture.offers import HeroOffer, hero_offers
from rulesets.card_tactics.picture.places import NARROW, WIDE, Plan
from rulesets.card_tactics.picture.pool import (
    EventPart,
    ItemPart,
    UsedPart,
    defeated,
    event_parts,
    item_parts,
    items_y,
    stack_parts,
    used_events,
    used_items,
)
from rulesets.card_tactics.picture.quiet import QuietPart
from rulesets.card_tactics.picture.rolls import RollPart, quiet_parts, roll_parts
from rulesets.card_tactics.picture.units import SpacePart, UnitPart, space_parts, unit_parts
from rulesets.card_tactics.picture.view import View
from rulesets.card_tactics.rules.setup import CONTROL
from rulesets.kit import svg
from rulesets.kit.phases import seats_of
from rulesets.kit.svg import BOLD, Count, Label, Sheet, label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.attacks import Roll
    from rulesets.card_tactics.board import Board
    from rulesets.kit.phases import Seat
    from rulesets.kit.svg import Scene


class SeatPart(Struct, frozen=True, gc=False):
    """A player's name below the heroes."""

    seat: Seat
    x: int
    title: str
    name: Label
    acts: bool
    again: bool = False
    """Its name stands there already: a hero of another stands between its own."""


class Parts(Struct, frozen=True, gc=False):
    """What the template draws."""

    plan: Plan
    height: float
    header: HeaderPart
    defeated: UsedPart | None
    challenge: ChallengePart
    offers: tuple[HeroOffer, ...]
    spaces: tuple[SpacePart, ...]
    units: tuple[UnitPart, ...]
    lures: tuple[str, ...]
    shots: tuple[ShotPart, ...]
    seats: tuple[SeatPart, ...]
    now: NowPart
    rolls: tuple[RollPart, ...]
    quiet: tuple[QuietPart, ...]
    items: tuple[ItemPart, ...]
    stacks: tuple[Count, ...]
    items_cap: int
    """Where the word above the items stands."""
    used_items: UsedPart | None
    used_events: UsedPart | None
    events: tuple[EventPart, ...]


TEMPLATE = svg.Template(Path(__file__).parent, "table.svg.jinja")


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document; for a page as two of them, of which its style sheet shows one."""
    if scene.arrangement != "both":
        return _draw(scene, NARROW if scene.arrangement == "narrow" else WIDE, "")
    return _draw(scene, WIDE, "wide") + _draw(scene, NARROW, "narrow")


def _draw(scene: Scene[Board], plan: Plan, shown: Literal["", "wide", "narrow"]) -> str:
    rolls = attacks_of(scene.before, scene.effects)
    desc = caption.description(scene.board, rolls, scene.effects)
    drawn = parts(View(scene, plan), rolls)
    sheet = Sheet(caption.title(scene.board, scene.version), desc, drawn.height, plan.width, shown)
    return TEMPLATE.draw(sheet, t=drawn)


def parts(view: View, rolls: Sequence[Roll]) -> Parts:
    """The whole table."""
    items, events, top = tuple(item_parts(view)), tuple(event_parts(view)), items_y(view)
    spaces = tuple(space_parts(view))
    rows = max(places.LEAST_ROWS, -(-len(items) // len(view.plan.items_x)))
    foot = max(top + places.ITEM_ROW * rows, events[-1].y + places.ITEM_ROW)
    return Parts(
        plan=view.plan,
        height=foot + places.BOTTOM,
        header=header_part(view),
        defeated=defeated(view, {space.id for space in spaces}),
        challenge=challenge_part(view),
        offers=tuple(hero_offers(view)),
        spaces=spaces,
        units=tuple(unit_parts(view)),
        lures=tuple(lure_paths(view)),
        shots=tuple(shot_parts(view, rolls)),
        seats=tuple(_seats(view)),
        now=now_part(view),
        rolls=tuple(roll_parts(view, rolls)),
        quiet=tuple(quiet_parts(view, rolls)),
        items=items,
        stacks=tuple(stack_parts(view)),
        items_cap=top - 9,
        used_items=used_items(view),
        used_events=used_events(view),
        events=events,
    )


def _seats(view: View) -> Iterator[SeatPart]:
    """Each name below the heroes that its player leads."""
    board, plan = view.board, view.plan
    named: set[Seat] = set()
    for seat, first, last in _runs(board):
        name, acts = view.names[seat], seat in view.waiting
        title = f"{name}, to act" if acts else name
        left, right = sorted((plan.heroes.cards[first], plan.heroes.cards[last]))
        width = right + places.CARD_WIDTH - left - SEAT_SIGN
        yield SeatPart(seat, left, title, label(name, width / BOLD if acts else width, 14), acts, seat in named)
        named.add(seat)


SEAT_SIGN = 19
"""The room for the shape before a name."""


def _runs(board: Board) -> Iterator[tuple[Seat, int, int]]:
    """Who leads the heroes from one place of the line to another; before they are chosen, all places in turn."""
    line = [*(unit.card for unit in board.heroes), *board.aside] or [hero for hero, _ in board.controllers]
    seats = [board.controller(card) for card in line] or [*CONTROL[board.seats]]
    seats += [seat for seat in seats_of(board) if seat not in seats]
    start = 0
    for place, seat in enumerate(seats[:ROOM]):
        if place + 1 == len(seats) or seats[place + 1] != seat:
            yield seat, start, place
            start = place + 1
