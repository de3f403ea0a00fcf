"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

640 units wide: the strip of the far seat, its three lanes, the gap where attacks and reserves lie, the near seat's
lanes and strip, the supply. A seat that looks sits below, and sees the faces of its hand under its strip.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing_tactics import caption
from rulesets.heros_crossing_tactics.board import (
    COLUMNS,
    FULL_HEALTH,
    LEVELS,
    OTHERS,
    Attack,
    AttackerReserve,
    Board,
    CardId,
    Column,
    Damage,
    DefenderReserve,
    Drafting,
    Flanking,
    GameOver,
    Level,
    OverLimit,
    Placing,
    Recruiting,
    SetupDrawing,
    other,
)
from rulesets.heros_crossing_tactics.caption import attack_on, card_name
from rulesets.heros_crossing_tactics.components import FACTS, Hero
from rulesets.heros_crossing_tactics.effects import (
    AttackEnded,
    ReserveShown,
    SoldierKilled,
    SoldiersFlanked,
)
from rulesets.heros_crossing_tactics.effects.naming import front_id, soldiers_id
from rulesets.heros_crossing_tactics.rules.damage import CHOSEN
from rulesets.heros_crossing_tactics.rules.recruit import HAND_LIMIT
from rulesets.heros_crossing_tactics.rules.setup import DRAFT_HAND, SETUP_CARDS
from rulesets.heros_crossing_tactics.soldiers import KINDS, NONE, Kind, Soldiers
from rulesets.kit import structs, svg
from rulesets.kit.piles import is_back
from rulesets.kit.structs import Effect, Seat
from rulesets.kit.svg import Back, Box, Count, Face, Framer, Frames, Label, Scene, Sheet, Stack, Strip, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document."""
    table = Table(scene)
    title, desc = caption.title(scene.board, scene.version), caption.description(scene.board, table.names, table.near)
    parts = table.parts()
    return TEMPLATE.draw(Sheet(title, desc, parts.height), standalone=scene.standalone, t=parts, full=FULL_HEALTH)


TEMPLATE = svg.Template(Path(__file__).parent)


# --- where things stand, in board units


class Half(Struct, frozen=True, gc=False):
    """The heights of one seat's half of the table."""

    player: int
    lane: int
    edge: int
    """Of the lanes, towards the gap."""
    cubes: int
    line: float
    hero: int
    """The top hero, nearest to the gap."""
    step: int
    """From one hero to the next."""
    tilt: int
    """Of the top hero of an activated Front, in degrees."""
    chip: int
    draft: int
    inwards: int
    """1 where the gap lies below, -1 where it lies above."""


FAR = Half(10, 74, 294, 241, 272.5, hero=150, step=-38, tilt=3, chip=186, draft=84, inwards=1)
NEAR = Half(594, 366, 366, 419, 450.5, hero=472, step=38, tilt=-3, chip=470, draft=482, inwards=-1)

LANE_X = {1: 12, 2: 221, 3: 430}
LANE_STEP, LANE_WIDTH, LANE_HEIGHT = 209, 198, 220
SLOT_X = {"weapon": 13, "armor": 60.3, "potion": 107.6, "magic": 154.9}
HERO_WIDTH, RESERVE_WIDTH, DRAFT_WIDTH = 182, 162, 158
RESERVE_X = {1: (190, 378), 2: (90, 388), 3: (100, 288)}
"""Of the attacker's and the defender's card, by the target of the attack: beside its arrow."""

HEIGHT, OWN_HAND = 700, 92
"""Of the picture, and what a seat's own hand adds."""
SUPPLY_X = {"weapon": 76, "armor": 136, "potion": 196, "magic": 256}
PILE_X, DISCARD_X = {1: 364, 2: 429, 3: 494}, 563
HAND_RIGHT, HAND_ROOM = 609, 149
NAME_WIDTH, LINE_WIDTH = 168, 192


# --- the parts that the template draws


class FrontPart(Struct, frozen=True, gc=False):
    """A lane with its cubes and heroes."""

    id: str
    title: str
    seat: Seat
    x: int
    half: Half
    activated: bool
    stacks: tuple[Stack, ...]
    heroes: tuple[Strip, ...]
    frames: Frames | None


class HandPart(Struct, frozen=True, gc=False):
    """A hand as backs in its seat's strip."""

    id: str
    title: str
    backs: tuple[Back, ...]
    frames: Frames | None


class DraftPart(Struct, frozen=True, gc=False):
    """The cards of the draft: above those to choose from, below those picked."""

    id: str
    title: str
    seat: Seat
    y: int
    cards: tuple[Strip, ...]
    empty: tuple[Box, ...]
    frames: Frames | None


class MonarchPart(Struct, frozen=True, gc=False):
    """A crown."""

    id: str
    title: str
    sign: str
    frames: Frames | None


class PlayerPart(Struct, frozen=True, gc=False):
    """The strip of a seat."""

    id: str
    title: str
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


class ReservePart(Struct, frozen=True, gc=False):
    """The place of a reserve card: the card, or a word about why there is none."""

    id: str
    title: str
    seat: Seat
    x: int
    y: int
    card: Strip | None
    word: Label
    frames: Frames | None


class ArrowPart(Struct, frozen=True, gc=False):
    """An attack, with its points as signs and numbers."""

    title: str
    seat: Seat
    path: str
    x: int
    y: int
    points: tuple[tuple[str, int | None], ...]
    """The kind that strikes now first; no number before the reserves are shown."""
    over: bool


class NotePart(Struct, frozen=True, gc=False):
    """A pill in the gap: what is left to do in this phase."""

    sign: str
    number: int | None
    words: str
    number_x: int
    words_x: int
    width: int


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    height: int
    players: tuple[PlayerPart, ...]
    fronts: tuple[FrontPart, ...]
    drafts: tuple[DraftPart, ...]
    lures: tuple[str, ...]
    arrow: ArrowPart | None
    reserves: tuple[ReservePart, ...]
    note: NotePart | None
    hand: tuple[Strip, ...] | None
    supply: tuple[Count, ...]
    piles: tuple[Count, ...]
    """The discard is the last."""


# --- what the last event did


class Trace(Struct, frozen=True, gc=False):
    """What moved away or died in the last event."""

    away: dict[str, int]
    """How many cubes are missing from a stack, by its id."""
    killed: bool
    """They died, rather than moved."""
    moves: tuple[tuple[Seat, Column, Column, Kind], ...]


def trace(effects: Iterable[Effect[Board]]) -> Trace:
    """The cubes that the last event took from their places."""
    away: dict[str, int] = {}
    killed = False
    moves: list[tuple[Seat, Column, Column, Kind]] = []
    for effect in effects:
        if isinstance(effect, SoldierKilled):
            killed = True
            piece = soldiers_id(effect.seat, effect.column, effect.kind)
            away[piece] = away.get(piece, 0) + 1
        elif isinstance(effect, SoldiersFlanked):
            away[soldiers_id(effect.seat, effect.column, effect.kind)] = effect.first + effect.second
            sent = zip(OTHERS[effect.column], (effect.first, effect.second), strict=True)
            moves += ((effect.seat, effect.column, column, effect.kind) for column, n in sent if n)
    return Trace(away, killed, tuple(moves))


class Clash(Struct, frozen=True, gc=False):
    """An attack to be drawn: the one under way, or the one that the last event ended."""

    attack: Attack
    seat: Seat
    """The attacker."""
    over: bool


def clash(scene: Scene[Board]) -> Clash | None:
    """The attack that the picture shows, if any."""
    if attack := attack_on(scene.board):
        return Clash(attack, scene.board.seat, False)
    before = scene.before
    if before is None or not any(isinstance(effect, AttackEnded) for effect in scene.effects):
        return None
    if not (attack := attack_on(before)):
        return None
    shown = {effect.seat: effect.card for effect in scene.effects if isinstance(effect, ReserveShown)}
    mine, theirs = shown.get(before.seat, attack.attacker_card), shown.get(other(before.seat), attack.defender_card)
    return Clash(Attack(attack.column, attack.target, mine, theirs), before.seat, True)


# --- single pieces


@lru_cache(maxsize=1024)
def face(hero: Hero, width: int) -> Face:
    """The face of a hero on a strip of that width; laid out once, for it never changes."""
    power = f"; Drawing Power {hero.drawing_power}" if hero.drawing_power else ""
    title = f"{hero.name}, level {hero.level}: recruits {hero.recruits.words()}{power}{_invented(hero)}"
    counts = ((svg.DRAW, hero.drawing_power), *((kind, hero.recruits.count(kind)) for kind in reversed(KINDS)))
    return svg.face(title, hero.name, width, counts)


def _invented(hero: Hero) -> str:
    if not hero.invented:
        return ""
    facts = ", ".join(hero.invented).replace("_", " ")
    return "; invented" if len(hero.invented) == len(FACTS) else f"; invented: {facts}"


@lru_cache(maxsize=32)
def arrow(start: int, end: int, inwards: int) -> str:
    """A broad arrow over the gap into the lane with its middle at `end`; from another lane, a band leads up to it."""
    up = -inwards  # drawn as if it went upwards; downwards it is mirrored, and begins clear of the numbers there
    tip, shoulder, tail, near, far, stub = UPWARDS if up > 0 else DOWNWARDS
    if start == end:
        head = f"H{end - 53}L{end} {tip}L{end + 53} {shoulder}H{end + 32}"
        return f"M{end - 32} {tail}V{shoulder}{head}V{tail}q-32 {-9 * up}-64 0z"
    side = 1 if end > start else -1
    inner, outer, bend = end - 32 * side, end + 32 * side, 8 * side
    head = f"H{end - 53 * side}L{end} {tip}L{end + 53 * side} {shoulder}H{outer}"
    return (
        f"M{start - 6 * side} {stub}V{far}Q{start - 6 * side} {near} {start + bend} {near}H{inner}V{shoulder}{head}"
        f"V{far - 8 * up}Q{outer} {far} {outer - bend} {far}H{start + 6 * side}V{stub}z"
    )


UPWARDS, DOWNWARDS = (290, 334, 378, 355, 367, 380), (374, 330, 293, 305, 293, 281)
"""Heights of an arrow: tip, shoulder, tail; of a band: the edge towards the gap, the other, and its beginning."""


class Table:
    """A scene as parts to be drawn."""

    def __init__(self, scene: Scene[Board]) -> None:
        self.scene = scene
        self.board = board = scene.board
        self.levels = board.components.level
        self.near: Seat = scene.viewer if isinstance(scene.viewer, int) else 1
        self.names = {seat: legible(scene.names.get(seat, f"Seat {seat}")) for seat in (1, 2)}
        self.trace = trace(scene.effects)
        self.frames = Framer(self._touched(), self._may())

    def parts(self) -> Parts:
        """The whole table."""
        halves = ((other(self.near), FAR), (self.near, NEAR))
        own = self.scene.viewer == self.near
        shown = clash(self.scene)
        return Parts(
            height=HEIGHT + OWN_HAND * own,
            players=tuple(self.player(seat, half) for seat, half in halves),
            fronts=tuple(self.front(seat, half, column) for seat, half in halves for column in COLUMNS),
            drafts=tuple(self.draft(seat, half) for seat, half in halves if self._drafts(seat)),
            lures=tuple(self.lure(*move) for move in self.trace.moves),
            arrow=self.arrow(shown) if shown else None,
            reserves=self.reserves(shown) if shown else (),
            note=self.note(),
            hand=self.own_hand() if own else None,
            supply=tuple(map(self.supply, KINDS)),
            piles=(*map(self.pile, LEVELS), self.discard()),
        )

    def half(self, seat: Seat) -> Half:
        """Where a seat sits."""
        return NEAR if seat == self.near else FAR

    # --- what is marked

    def _touched(self) -> Iterator[str]:
        """The ids that are ringed; a card that cannot be seen by itself marks the place that holds it."""
        touches = self.scene.touches
        yield from touches
        cards = {touched.removeprefix("card:") for touched in touches if touched.startswith("card:")}
        if not cards:
            return
        if not cards.isdisjoint(self.board.discard):
            yield "discard"
        for seat in (1, 2):
            if not cards.isdisjoint(self.board.side(seat).hand):
                yield f"hand:{seat}"

    def _may(self) -> Iterator[str]:
        """The ids that can be chosen: those told, which may name a column, and what the phase leaves open."""
        board, pending = self.board, self.board.pending
        for choice in self.scene.may:
            place, _, name = choice.partition(":")
            seat = {"column": board.seat, "target": other(board.seat)}.get(place)
            yield f"front:{seat}.{name}" if seat else choice
        if isinstance(pending, Damage):
            yield from (soldiers_id(other(board.seat), pending.attack.target, kind) for kind in CHOSEN)
        elif isinstance(pending, Flanking):
            yield soldiers_id(board.seat, pending.column, pending.kinds[0])

    # --- Fronts

    def front(self, seat: Seat, half: Half, column: Column) -> FrontPart:
        """A lane and what stands in it; the top hero is drawn last, for it may be turned."""
        front, piece, x = self.board.front(seat, column), front_id(seat, column), LANE_X[column]
        heroes = [
            self.strip(card, x + 8, half.hero + n * half.step, turned=half.tilt if front.activated and not n else 0)
            for n, card in enumerate(front.heroes)
        ]
        return FrontPart(
            piece,
            f"Front {column} of {self.names[seat]}{', activated this round' if front.activated else ''}",
            seat,
            x,
            half,
            front.activated,
            self.stacks(seat, half, column, front.soldiers),
            tuple(reversed(heroes)),
            self.frames(piece, Box(x, half.lane, LANE_WIDTH, LANE_HEIGHT, 10)),
        )

    def stacks(self, seat: Seat, half: Half, column: Column, soldiers: Soldiers) -> tuple[Stack, ...]:
        """The cubes of a Front, those for this attack only upon them."""
        temporary = self._temporary(seat, column)
        return tuple(
            self._stack(seat, half, column, kind, soldiers.count(kind), temporary.count(kind)) for kind in KINDS
        )

    def _stack(self, seat: Seat, half: Half, column: Column, kind: Kind, cubes: int, brief: int) -> Stack:
        piece = soldiers_id(seat, column, kind)
        away = self.trace.away.get(piece, 0)
        heights = svg.heights(cubes, brief, away)
        only = f", {brief} of them for this attack only" if brief else ""
        return Stack(
            piece,
            f"{cubes + brief} {kind.capitalize()}{only}",
            LANE_X[column] + SLOT_X[kind],
            half.cubes,
            kind,
            cubes + brief,
            heights,
            bool(away) and self.trace.killed,
            self.frames(piece, heights.box),
        )

    def _temporary(self, seat: Seat, column: Column) -> Soldiers:
        """Soldiers out of a reserve card that was turned up (HCT-EMR-06)."""
        pending = self.board.pending
        attack = pending.attack if isinstance(pending, Damage | GameOver) else None
        if attack is None:
            return NONE
        if seat != self.board.seat:
            return attack.temporary if column == attack.target else NONE
        if column != attack.column or attack.attacker_card is None:
            return NONE
        return self.board.components.hero[attack.attacker_card].recruits

    def lure(self, seat: Seat, source: Column, target: Column, kind: Kind) -> str:
        """The way of flanking Soldiers: an arc through the gap."""
        half = self.half(seat)
        start, end = (LANE_X[column] + SLOT_X[kind] + svg.CUBE / 2 for column in (source, target))
        return f"M{start} {half.edge}Q{(start + end) / 2} {half.edge + 64 * half.inwards} {end} {half.edge}"

    # --- cards

    def strip(
        self, card: CardId, x: float, y: float, width: int = HERO_WIDTH, *, private: bool = False, turned: int = 0
    ) -> Strip:
        """A card on the table; `private` if others see its back only."""
        piece, level = f"card:{card}", self.levels[card]
        frames = self.frames(piece, Box(0, 0, width, svg.STRIP_HEIGHT, svg.STRIP_ROUND))
        if is_back(card):
            return Strip(piece, f"Face down, level {level}", x, y, width, level, None, False, turned, frames)
        shown = face(self.board.components.hero[card], width)
        title = f"{shown.title}; hidden from others" if private else shown.title
        return Strip(piece, title, x, y, width, level, shown, private, turned, frames)

    def own_hand(self) -> tuple[Strip, ...]:
        """The faces of the viewer's hand in two rows, below the lanes or, if over six, closer."""
        hand = self._by_level(self.board.side(self.near).hand)
        columns = max(3, -(-len(hand) // 2))
        step = LANE_STEP if columns == 3 else 606 // columns
        width = HERO_WIDTH if columns == 3 else step - 6
        return tuple(
            self.strip(card, 20 + n % columns * step, 663 + n // columns * 40, width, private=True)
            for n, card in enumerate(hand)
        )

    def hand(self, seat: Seat) -> HandPart:
        """A hand as backs; who knows the cards finds their names in the titles."""
        hand, piece = self._by_level(self.board.side(seat).hand), f"hand:{seat}"
        cards = [(card, card_name(self.board, card), self.levels[card]) for card in hand]
        backs = svg.row_of_backs(HAND_RIGHT, HAND_ROOM, cards, self.frames)
        left = backs[0].x if backs else HAND_RIGHT - svg.BACK_WIDTH
        box = Box(left, 0, HAND_RIGHT - left, svg.BACK_HEIGHT, 4)
        return HandPart(piece, caption.hand_title(self.board, hand), backs, self.frames(piece, box))

    def _by_level(self, cards: Iterable[CardId]) -> list[CardId]:
        return sorted(cards, key=lambda card: (self.levels[card], card))

    # --- the draft

    def draft(self, seat: Seat, half: Half) -> DraftPart:
        """The cards that a seat chooses from, and those that it has picked."""
        side, piece = self.board.side(seat), f"hand:{seat}"
        cards: list[Strip] = []
        empty: list[Box] = []
        for row, held in enumerate((side.draft, side.drafted)):
            for slot in range(DRAFT_HAND):
                x, y = 118 + 166 * slot, half.draft + 10 + 38 * row
                if slot < len(held):
                    cards.append(self.strip(held[slot], x, y, DRAFT_WIDTH, private=True))
                else:
                    empty.append(Box(x, y, DRAFT_WIDTH, svg.STRIP_HEIGHT, svg.STRIP_ROUND))
        title = f"Draft of {self.names[seat]}: {len(side.draft)} to choose from, {len(side.drafted)} picked"
        frames = self.frames(piece, Box(24, half.draft, 592, 92, 8))
        return DraftPart(piece, title, seat, half.draft, tuple(cards), tuple(empty), frames)

    def _drafts(self, seat: Seat) -> bool:
        pending = self.board.pending
        return isinstance(pending, Drafting) or (isinstance(pending, Placing) and not pending.placed[seat - 1])

    # --- players

    def player(self, seat: Seat, half: Half) -> PlayerPart:
        """The strip of a seat."""
        board, name, y = self.board, self.names[seat], half.player
        pending = board.pending
        return PlayerPart(
            id=f"seat:{seat}",
            title=f"{name}, seat {seat}",
            seat=seat,
            y=y,
            name=label(name, NAME_WIDTH, 20, 16),
            line=label(caption.line(board, seat), LINE_WIDTH, 15, 14),
            acts=seat in pending.who(board),
            won=isinstance(pending, structs.GameOver) and seat in pending.winners,
            first=seat == board.first,
            monarch=self._monarch(seat, half),
            health=board.side(seat).health,
            hand=None if self._drafts(seat) else self.hand(seat),
            frames=self.frames(f"seat:{seat}", Box(12, y, 616, 54, 8)),
            health_frames=self.frames(f"health:{seat}", Box(277, y + 16, 135, 22, 8)),
        )

    def _monarch(self, seat: Seat, half: Half) -> MonarchPart | None:
        card = self.board.side(seat).monarch
        if not card:
            return None
        sign = "king" if card == self.board.components.monarchs["king"] else "queen"
        frames = self.frames(f"card:{card}", Box(231, half.player + 8, 38, 38, 19))
        return MonarchPart(f"card:{card}", caption.hero_name(self.board, card), sign, frames)

    # --- the gap

    def arrow(self, shown: Clash) -> ArrowPart:
        """The attack; before the reserves are shown, which types strike, then how many points are left."""
        attack, half = shown.attack, self.half(shown.seat)
        points: list[tuple[str, int | None]] = []
        if isinstance(self.board.pending, AttackerReserve | DefenderReserve):
            points = [("weapon", None), ("magic", None)] if attack.straight else [("magic", None)]
        elif not shown.over:
            points = [(kind, n) for kind, n in (("weapon", attack.weapon), ("magic", attack.magic)) if n]
        ahead = "straight ahead " if attack.straight else ""
        left = "".join(f"; {n} {kind.capitalize()} left" for kind, n in points if n)
        start, end = (LANE_X[column] + LANE_WIDTH // 2 for column in (attack.column, attack.target))
        return ArrowPart(
            f"Attack {ahead}from Front {attack.column} to Front {attack.target}{left}",
            shown.seat,
            arrow(start, end, half.inwards),
            end,
            330 - 4 * half.inwards,
            tuple(points),
            shown.over,
        )

    def reserves(self, shown: Clash) -> tuple[ReservePart, ...]:
        """The places of both reserve cards; clear of the band of an attack that does not go straight."""
        attack = shown.attack
        y = 322 if attack.straight else 322 + 6 * self.half(shown.seat).inwards
        cards = (attack.attacker_card, attack.defender_card)
        seats = (shown.seat, other(shown.seat))
        return tuple(
            self._reserve(seat, card, x, y, shown.over)
            for seat, card, x in zip(seats, cards, RESERVE_X[attack.target], strict=True)
        )

    def _reserve(self, seat: Seat, card: CardId | None, x: int, y: int, over: bool) -> ReservePart:
        pending, piece = self.board.pending, f"reserve:{seat}"
        hidden = isinstance(pending, AttackerReserve | DefenderReserve)
        undecided = hidden and (seat in pending.who(self.board) or isinstance(pending, AttackerReserve))
        none = "not yet laid" if undecided else "none"
        return ReservePart(
            piece,
            f"Reserve of {self.names[seat]}: {card_name(self.board, card) if card else none}",
            seat,
            x,
            y,
            None if over or not card else self.strip(card, x, y, RESERVE_WIDTH, private=hidden),
            label(caption.hero_name(self.board, card) if card and over else none, RESERVE_WIDTH - 24, 16, 14),
            self.frames(piece, Box(x, y, RESERVE_WIDTH, svg.STRIP_HEIGHT, svg.STRIP_ROUND)),
        )

    def note(self) -> NotePart | None:
        """What is left to do in this phase."""
        board, pending = self.board, self.board.pending
        if isinstance(pending, Recruiting):
            return note(svg.DRAW, pending.power, "Drawing Power left")
        if isinstance(pending, SetupDrawing):
            return note(svg.DRAW, pending.power, f"left, {pending.drawn} of {SETUP_CARDS} cards drawn")
        if isinstance(pending, OverLimit):
            return note("", len(board.side(board.seat).hand) - HAND_LIMIT, "over the hand limit")
        if isinstance(pending, Flanking):
            return note(pending.kinds[0], None, "may leave now")
        return None

    # --- supply and piles

    def supply(self, kind: Kind) -> Count:
        """Cubes that nobody has."""
        count = self.board.supply.count(kind)
        return Count(f"supply:{kind}", f"{count} {kind.capitalize()} left in the supply", SUPPLY_X[kind], kind, count)

    def pile(self, level: Level) -> Count:
        """A face-down pile."""
        piece, count = f"pile:{level}", self.board.pile(level).size
        title = f"Level {level} pile: {caption.number_of_cards(count)}"
        return Count(piece, title, PILE_X[level], str(level), count, self.frames(piece, svg.PILE_BOX))

    def discard(self) -> Count:
        """The cards face up beside the piles."""
        discard, frames = self.board.discard, self.frames("discard", svg.PILE_BOX)
        names = "; ".join(card_name(self.board, card) for card in discard) or "no cards"
        return Count("discard", f"Discard: {names}", DISCARD_X, "", len(discard), frames)


def note(sign: str, number: int | None, words: str) -> NotePart:
    """A pill as wide as its sign, its number and its words."""
    number_x = 44 if sign else 18
    words_x = number_x + (12 * len(str(number)) + 7 if number is not None else 0)
    return NotePart(sign, number, words, number_x, words_x, round(words_x + svg.advance(words, 15) + 14))
