"""Items, stacks and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics.components import RARITIES
from rulesets.card_tactics.effects import EventDrawn
from rulesets.card_tactics.ids import card_id, stack_id
from rulesets.card_tactics.names import item_name, unit_name
from rulesets.card_tactics.phases import DiscardingItem
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.glyphs import item_glyph
from rulesets.card_tactics.picture.words import lines_of
from rulesets.card_tactics.pieces import Item
from rulesets.kit.svg import Box, Count, Frames, Label, Placed, legible
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rulesets.card_tactics.picture.view import View
    from rulesets.card_tactics.pieces import CardId

STACK = Box(5, 5, 14, 23, 2)
"""Inside of the back, so that its ring does not reach the number beside it."""
NOTE = 62
"""The room for the text after the name of an event."""


class ItemPart(Placed, frozen=True):
    """An item of the pool, or one of those drawn at the start."""

    w: int
    glyph: str
    name: tuple[Label, ...]
    rank: str
    camp: bool
    """It can be used in Camp."""
    exhausted: bool
    used: bool
    offered: bool
    """Drawn at the start, while one is to be discarded."""
    frames: Frames | None


class EventPart(Placed, frozen=True):
    """An event on the table; without an id its empty place."""

    w: int
    name: tuple[Label, ...] = ()
    note: str = ""
    frames: Frames | None = None


class UsedPart(Struct, frozen=True, gc=False):
    """Cards that lie face up on a pile, shown as a number."""

    holds: str
    """Their ids."""
    title: str
    text: str


def used_items(view: View) -> UsedPart | None:
    """Items that were discarded."""
    board = view.board
    names = [item_name(board, card) for card in board.item_discard]
    return _used(board.item_discard, names, f"{len(names)} discarded")


def used_events(view: View) -> UsedPart | None:
    """Events that were followed and are no longer in force."""
    discard = tuple(card for card in view.board.event_discard if card not in _events(view))
    names = [view.components.event[card].name for card in discard]
    return _used(discard, names, f"{counted(len(names), 'event')} over")


def defeated(view: View, drawn: Collection[str]) -> UsedPart | None:
    """Enemies that were defeated, but for those whose card is still drawn in their line."""
    gone = tuple(card for card in view.board.discard if card_id(card) not in drawn)
    names = [unit_name(view.board, card) for card in gone]
    return _used(gone, names, f"{len(view.board.discard)} defeated")


def _used(cards: tuple[CardId, ...], names: list[str], text: str) -> UsedPart | None:
    if not cards:
        return None
    return UsedPart(" ".join(map(card_id, cards)), legible(f"{text.capitalize()}: {joined(names)}"), text)


def item_parts(view: View) -> Iterator[ItemPart]:
    """Some in a row, by name."""
    board = view.board
    pool = board.pool
    offered = isinstance(board.pending, DiscardingItem)
    if isinstance(board.pending, DiscardingItem):
        pool = tuple(map(Item, board.pending.drawn))
    top, columns = items_y(view), view.plan.items_x
    for n, item in enumerate(pool):
        at = columns[n % len(columns)], top + places.ITEM_ROW * (n // len(columns))
        yield _item(view, item, at, offered=offered)


def items_y(view: View) -> int:
    """Where the first items lie: on a phone lower, if several events lie above them."""
    y = view.plan.items_at[1] + 9
    return y + places.ITEM_ROW * max(0, len(_events(view)) - 1) if view.plan.under_events else y


def _item(view: View, item: Item, at: places.Point, *, offered: bool) -> ItemPart:
    board, face, id_ = view.board, view.components.item[item.card], card_id(item.card)
    name = item_name(board, item.card)
    used, width = item.card == board.using, view.plan.item_width
    state = ", exhausted" if item.exhausted else ", in use" if used else ""
    texts = " ".join(f"{skill.name}: {skill.text}" for skill in face.skills)
    return ItemPart(
        id=id_,
        title=legible(f"{name}, {face.rarity} item{state}. {texts}".strip()),
        x=at[0],
        y=at[1],
        w=width,
        glyph=item_glyph(face.card),
        name=lines_of(name, width - places.ITEM_LEFT - places.ITEM_RIGHT),
        rank=face.rarity[:1].upper(),
        camp=face.in_camp,
        exhausted=item.exhausted,
        used=used,
        offered=offered,
        frames=view.frames(id_, Box(0, 0, width, places.ITEM_HEIGHT, 6)),
    )


def stack_parts(view: View) -> Iterator[Count]:
    """Items by rarity, then events."""
    board = view.board
    kinds = [(rarity, f"{rarity.capitalize()} items") for rarity in RARITIES]
    sizes = [stack.size for stack in board.stacks]
    for (kind, name), size, step in zip(
        [*kinds, ("events", "Events")], [*sizes, board.events.size], places.STACK_STEPS, strict=True
    ):
        id_ = stack_id(kind)
        sign = name[0]
        title = f"{name}: {counted(size, 'card')}"
        yield Count(id_, title, view.plan.stacks_at[0] + step, sign, size, view.frames(id_, STACK))


def event_parts(view: View) -> Iterator[EventPart]:
    """The one that was drawn last, then those still in force."""
    board, cards = view.board, _events(view)
    x, top, width = view.plan.event
    for n, card in enumerate(cards):
        event, id_ = view.components.event[card], card_id(card)
        note = "in force" if card in board.lasting else "drawn"
        yield EventPart(
            id_,
            legible(f"{event.name}, {note}. {event.text}"),
            x,
            top + places.ITEM_ROW * n,
            width,
            lines_of(event.name, width - places.ITEM_LEFT - NOTE),
            note,
            view.frames(id_, Box(0, 0, width, places.ITEM_HEIGHT, 6)),
        )
    if not cards:
        yield EventPart("", "No event", x, top, width)


def _events(view: View) -> list[CardId]:
    board = view.board
    drawn = board.event or next((x.card for x in view.scene.effects if isinstance(x, EventDrawn)), "")
    return list(dict.fromkeys(card for card in (drawn, *board.lasting) if card))
