"""What the template draws: one frozen part for each thing on the table."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rulesets.heroes_of_the_campaign.picture.plans import Plan
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Box, Frames, Glyph, Label, Piece

Form = Literal["full", "slim", "flat", "line"]
"""A hero card: whole; narrower, where many stand side by side; its upper half, where many lie below each other; just
its name, its statuses and its numbers in a line, where there is no room even for that."""


DIGIT = 9.5
"""How wide a character beside a glyph is."""


class Point(Struct, frozen=True, gc=False):
    """A place."""

    x: float
    y: float


NOWHERE = Point(0, 0)


class Spot(Piece, frozen=True):
    """What is tapped of a piece without being one, such as a task of a card."""

    box: Box
    frames: Frames | None


class Row(Struct, frozen=True, gc=False):
    """Actions as glyphs in order, after the pouch with what they cost."""

    x: float
    y: float
    pouch: float
    cost: int | None
    glyphs: tuple[Glyph, ...]
    more: str = ""
    """How many did not fit: `+2`."""
    more_x: float = 0
    class_: str = "ink"
    spot: Spot | None = None
    """Of a task that can be chosen now."""

    @property
    def right(self) -> float:
        """Its right edge."""
        if self.more:
            return self.more_x + 19
        last = self.glyphs[-1]
        return last.x + last.size + DIGIT * len(last.text)


class Named(Struct, frozen=True, gc=False):
    """A line of a name at its place."""

    label: Label
    x: float
    y: float


class Number(Struct, frozen=True, gc=False):
    """Attack power or resistance as it now is."""

    glyph: str
    x: float
    y: float
    size: float
    value: Label
    text_x: float
    base: float
    change: int
    """1 if cards raise it, -1 if they lower it, else 0."""
    mark_x: float


class Chip(Struct, frozen=True, gc=False):
    """A status on a hero."""

    title: str
    x: float
    y: float
    r: float
    glyph: str
    text: str
    """Written where there is no glyph."""


class FacePart(Struct, frozen=True, gc=False):
    """A hero card, whoever owns it and wherever it lies."""

    w: float
    h: float
    plate: float
    """How far it goes down; on a line, to the right."""
    line: bool
    classes: tuple[Glyph, ...]
    support: bool
    scroll: str
    """Its abilities in words; empty for none."""
    names: tuple[Named, ...]
    numbers: tuple[Number, ...]
    wounds: int
    resistance: int
    drops: tuple[float, ...] | None
    """Where the drops stand; `None` where there are too many, and numbers stand instead."""
    drop: float
    drop_x: float
    drop_y: float
    rows: tuple[Row, ...]
    hair: float
    """The line above them."""
    used: bool
    chips: tuple[Chip, ...]


class SlipPart(Piece, frozen=True):
    """A maneuver at its hero."""

    box: Box
    name: Label | None
    """`None` for a tab."""
    name_x: float
    glyph: float
    glyph_x: float
    glyph_y: float
    rows: tuple[Row, ...]
    used: bool
    frames: Frames | None


class HeroPart(Piece, frozen=True):
    """A hero where it stands; without a face, one chosen in secret."""

    seat: Seat
    box: Box
    face: FacePart | None
    slips: tuple[SlipPart, ...]
    frames: Frames | None


class LanePart(Piece, frozen=True):
    """A place on the table."""

    seat: Seat | None
    """The owner of a location."""
    box: Box
    glyph: str
    name: Label
    head: float
    """Its first line, below the upper edge."""
    small: bool
    """Whether all its words are in that line."""
    hatched: bool
    band: bool
    room: str
    """`1/2`: heroes there and how many may be; empty without a capacity."""
    room_title: str
    room_at: Point
    travel: int | None
    travel_at: Point
    rows: tuple[Row, ...]
    empty: tuple[tuple[str, float, float], ...]
    """Faint glyphs where heroes stand that are elsewhere now."""
    nobody: bool
    frames: Frames | None


class OfferFace(Struct, frozen=True, gc=False):
    """A card that may be brought."""

    glyph: str
    letters: str
    """Written where there is no glyph."""
    name: Label


class OfferPart(Piece, frozen=True):
    """Where it lies."""

    box: Box
    face: OfferFace
    frames: Frames | None


class TrayPart(Struct, frozen=True, gc=False):
    """Cards that may be brought, under a word."""

    word: str
    y: float
    offers: tuple[OfferPart, ...]


class OptionPart(Piece, frozen=True):
    """One of the things that a card leaves to choose."""

    box: Box
    words: Label
    task: bool
    """Whether it is of a card that lies on the table."""
    frames: Frames | None


class GonePart(Struct, frozen=True, gc=False):
    """Where a hero stood before the last event."""

    title: str
    seat: Seat
    box: Box
    glyph: str


class LawFace(Struct, frozen=True, gc=False):
    """What a law shows."""

    w: float
    h: float
    name: Label
    name_x: float
    base: float
    rows: tuple[Row, ...]


class LawPart(Piece, frozen=True):
    """A law in force."""

    seat: Seat
    x: float
    y: float
    face: LawFace
    frames: Frames | None


StepState = Literal["done", "now", "to come"]


class StepPart(Struct, frozen=True, gc=False):
    """An action of what is being performed; between tasks, a hero of the turn."""

    title: str
    x: float
    w: float
    glyph: str
    letters: str
    text: str
    state: StepState
    class_: str = "ink"


class BlowPart(Struct, frozen=True, gc=False):
    """What a fighter deals, against what the other can still take."""

    title: str
    seat: Seat
    power: str
    left: str


class PanelPart(Struct, frozen=True, gc=False):
    """What is under way."""

    seat: Seat | None
    title: str
    name: Label
    words: Label
    round: str
    paid: int | None
    line: float
    """How far the line behind the steps goes; 0 for none."""
    steps: tuple[StepPart, ...]
    note: Label | None
    options: tuple[OptionPart, ...] = ()
    blows: tuple[BlowPart, ...] = ()
    """In place of the round: the attacker's, then the defender's."""
    turn: Spot | None = None
    """Where it can be tapped, for this turn."""


class AttackPart(Struct, frozen=True, gc=False):
    """An attack under way, or just made."""

    title: str
    seat: Seat
    shaft: str
    head: str


State = Literal["back", "private", "known", "away", "broken"]
"""Of a strategy card: hidden; hidden from others; in hand and known to all; in play elsewhere; out of the game."""


class PlaceFace(Struct, frozen=True, gc=False):
    """A strategy card in its player's strip."""

    state: State
    glyph: str
    used: bool


class PlacePart(Piece, frozen=True):
    """One of a player's three strategy cards."""

    x: float
    face: PlaceFace
    frames: Frames | None


class StripPlan(Struct, frozen=True, gc=False):
    """Where a player's strip has what; of what takes two lines, how far it lies from its place in one."""

    h: float
    name: float
    """How wide a name may be."""
    words: float
    first: Point
    copper: Point
    standing: Point
    eye: Box
    sword: Box
    """The signs of the two standing words."""
    cards: float


class SwitchPart(Struct, frozen=True, gc=False):
    """The sign of a standing word."""

    id: str
    """Empty where the word cannot be given."""
    title: str
    box: Box
    glyph: str
    size: float
    lit: bool
    frames: Frames | None


class PlayerPart(Piece, frozen=True):
    """The strip of a seat."""

    seat: Seat
    y: float
    acts: bool
    won: bool
    first: bool
    name: Label
    words: Label
    copper: int
    copper_id: str
    copper_frames: Frames | None
    standing: int
    standing_title: str
    switches: tuple[SwitchPart, ...]
    word_id: str
    word_title: str
    word_frames: Frames | None
    cards_title: str
    holds: str
    """Ids of the cards that hidden ones in this hand may be."""
    cards: tuple[PlacePart, ...]
    cards_frames: Frames | None
    frames: Frames | None


class HeldFace(Struct, frozen=True, gc=False):
    """A card in the viewer's own hand."""

    w: float
    glyph: str
    name: Label
    rows: tuple[Row, ...]
    any_time: bool
    known: bool
    """To everybody."""
    used: bool


class HeldPart(Piece, frozen=True):
    """Where it lies."""

    x: float
    y: float
    face: HeldFace
    frames: Frames | None


class HandPart(Struct, frozen=True, gc=False):
    """A hand that is seen card by card."""

    box: Box
    word: str
    """What it says where no card is seen."""
    cards: tuple[HeldPart, ...]


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    plan: Plan
    strip: StripPlan
    height: float
    gap: float
    lanes: tuple[LanePart, ...]
    gone: tuple[GonePart, ...]
    heroes: tuple[HeroPart, ...]
    lures: tuple[str, ...]
    laws_word: str
    laws: tuple[LawPart, ...]
    panel: PanelPart
    players: tuple[PlayerPart, ...]
    trays: tuple[TrayPart, ...]
    places: tuple[Box, ...]
    """Of heroes that are still to be chosen."""
    hands: tuple[HandPart, ...]
    attack: AttackPart | None
