"""What is chosen from before it lies anywhere: heroes to set out with, branches of a text that says "choose one"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics.descriptions import branch_word
from rulesets.card_tactics.ids import card_id, option_id
from rulesets.card_tactics.phases import Choosing, ChoosingHeroes
from rulesets.card_tactics.picture import places
from rulesets.card_tactics.picture.glyphs import unit_glyph
from rulesets.kit.svg import Box, Frames, Label, Placed, label, legible, name_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.card_tactics.components import Face
    from rulesets.card_tactics.picture.view import View

COLUMNS, GAP = 2, 8
"""Of a tray: how many in a row, and the room around them."""


BRANCH_ROW = 32
"""From row to row of branches, where there is room."""


class HeroOffer(Placed, frozen=True):
    """A hero that may set out."""

    w: int
    glyph: str
    name: Label
    health: int
    defence: int
    frames: Frames | None


class BranchOffer(Struct, frozen=True, gc=False):
    """A branch that may be chosen, as a row of the strip that shows whose moment it is."""

    id: str
    x: int
    y: int
    w: int
    h: int
    label: Label
    frames: Frames | None


def hero_offers(view: View) -> Iterator[HeroOffer]:
    """All heroes of the set while three are chosen: half of them on each lane, where nobody stands yet."""
    if not isinstance(view.board.pending, ChoosingHeroes):
        return
    faces = [view.components.unit[card] for card in view.components.heroes]
    half = -(-len(faces) // 2)
    lanes = sorted((view.plan.heroes, view.plan.enemies), key=lambda lane: (lane.y, lane.x))
    for n, face in enumerate(faces):
        lane, place = lanes[n // half], n % half
        width = (lane.w - GAP * (COLUMNS + 1)) // COLUMNS
        x = lane.x + GAP + (width + GAP) * (place % COLUMNS)
        yield _hero(view, face, (x, lane.y + places.OFFER_TOP + places.OFFER_ROW * (place // COLUMNS)), width)


def _hero(view: View, face: Face, at: places.Point, width: int) -> HeroOffer:
    id_ = card_id(face.card)
    texts = " ".join(f"{skill.name}: {skill.text}" for skill in face.skills)
    return HeroOffer(
        id_,
        legible(f"{face.name}: health {face.health}, defence {face.defence}. {texts}"),
        *at,
        width,
        unit_glyph(face.card, True),
        name_label(face.name, width - places.OFFER_TAKEN, 16, 14),
        face.health,
        face.defence,
        view.frames(id_, Box(0, 0, width, places.OFFER_HEIGHT, 6)),
    )


def branch_offers(view: View, *, acting: bool) -> Iterator[BranchOffer]:
    """The branches that can be begun, in the order of the text."""
    board, pending = view.board, view.board.pending
    if not isinstance(pending, Choosing) or pending.kind != "branch":
        return
    columns, width, room = view.plan.now.branches[acting]
    step = min(BRANCH_ROW, room // -(-len(pending.among) // len(columns)))
    for n, name in enumerate(pending.among):
        id_ = option_id(name)
        (x, y), height = columns[n % len(columns)], step - 6
        words = legible(branch_word(board, pending, name))
        box = Box(0, 0, width, height, 6)
        y += step * (n // len(columns))
        yield BranchOffer(id_, x, y, width, height, label(words, width - 16, 14), view.frames(id_, box))
