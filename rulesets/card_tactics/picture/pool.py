"""Items, stacks and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics.components import RARITIES
from rulesets.card_tactics.effects import EventDrawn
from rulesets.card_tactics.names import counted, item_id, item_name, stack_id
from rulesets.card_tactics.parts import Item
from rulesets.card_tactics.phases import DiscardingItem
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.glyphs import item_glyph
from rulesets.card_tactics.picture.words import lines_of
from rulesets.kit.svg import Box, Count, Frames, Label, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.parts import CardId
    from rulesets.card_tactics.picture.view import View

ITEM = Box(0, 0, places.ITEM_WIDTH, places.ITEM_HEIGHT, 6)
STACK = Box(2, 2, 20, 29, 2)
"""Inside of the back, so that its ring does not reach the number beside it."""
EVENT = Box(0, 0, places.EVENT_WIDTH, places.ITEM_HEIGHT, 6)
NAME_WIDTH = places.ITEM_WIDTH - places.ITEM_LEFT - places.ITEM_RIGHT


class ItemPart(Struct, frozen=True, gc=False):
    """An item of the pool, or one of those drawn at the start."""

    id: str
    title: str
    x: int
    y: int
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


class EventPart(Struct, frozen=True, gc=False):
    """An event on the table; without an id its empty place."""

    id: str
    title: str
    x: int
    y: int
    name: Label | None = None
    note: str = ""
    frames: Frames | None = None


def item_parts(view: View) -> Iterator[ItemPart]:
    """Three in a row, by name."""
    board = view.board
    pool = board.pool
    offered = isinstance(board.pending, DiscardingItem)
    if isinstance(board.pending, DiscardingItem):
        pool = tuple(map(Item, board.pending.drawn))
    for n, item in enumerate(pool):
        yield _item(view, item, n, offered=offered)


def _item(view: View, item: Item, n: int, *, offered: bool) -> ItemPart:
    board, face, id_ = view.board, view.components.item[item.card], item_id(item.card)
    name = item_name(board, item.card)
    used = item.card == board.using
    state = ", exhausted" if item.exhausted else ", in use" if used else ""
    texts = " ".join(f"{skill.name}: {skill.text}" for skill in face.skills)
    return ItemPart(
        id=id_,
        title=legible(f"{name}, {face.rarity} item{state}. {texts}".strip()),
        x=places.ITEMS_X[n % 3],
        y=places.ITEMS_Y + places.ITEM_ROW * (n // 3),
        glyph=item_glyph(face.card),
        name=lines_of(name, NAME_WIDTH),
        rank=face.rarity[:1].upper(),
        camp=face.in_camp,
        exhausted=item.exhausted,
        used=used,
        offered=offered,
        frames=view.frames(id_, ITEM),
    )


def stack_parts(view: View) -> Iterator[Count]:
    """Items by rarity, then events."""
    board = view.board
    kinds = [(rarity, f"{rarity.capitalize()} items") for rarity in RARITIES]
    sizes = [stack.size for stack in board.stacks]
    for (kind, name), size, x in zip(
        [*kinds, ("events", "Events")], [*sizes, board.events.size], places.STACKS_X, strict=True
    ):
        id_ = stack_id(kind)
        sign = name[0]
        yield Count(id_, f"{name}: {counted(size, 'card')}", x, sign, size, view.frames(id_, STACK))


def event_parts(view: View) -> Iterator[EventPart]:
    """The one that was drawn last, then those still in force."""
    board = view.board
    drawn = board.event or next((x.card for x in view.scene.effects if isinstance(x, EventDrawn)), "")
    cards: list[CardId] = list(dict.fromkeys(card for card in (drawn, *board.lasting) if card))
    for n, card in enumerate(cards):
        event, id_ = view.components.event[card], f"event:{card}"
        note = "in force" if card in board.lasting else "drawn"
        room = places.EVENT_WIDTH - places.ITEM_LEFT - 62
        yield EventPart(
            id_,
            legible(f"{event.name}, {note}. {event.text}"),
            places.EVENT_X,
            _event_y(n),
            label(legible(event.name), room, 16, 14),
            note,
            view.frames(id_, EVENT),
        )
    if not cards:
        yield EventPart("", "No event", places.EVENT_X, _event_y(0))


def _event_y(n: int) -> int:
    """Below the stacks."""
    return places.ITEMS_Y + places.ITEM_ROW * (n + 1)
