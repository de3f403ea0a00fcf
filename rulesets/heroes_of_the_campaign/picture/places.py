"""Where everything stands, in board units.

Two mirrored halves: infirmary, camp and the locations of a seat. On a desk they lie side by side; on a phone each
location has a row of its own beyond the camp. Who is in the camp keeps the place that the order of the team gives it,
so that nobody moves when another goes; a team too big for that closes up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heroes_of_the_campaign.ids import UNKNOWN
from rulesets.heroes_of_the_campaign.phases import ChoosingTeams
from rulesets.heroes_of_the_campaign.picture.parts import Form
from rulesets.heroes_of_the_campaign.picture.plans import OFFER_GAP, WIDE, Plan
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Box

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.ids import CardId, HeroName, Place
    from rulesets.heroes_of_the_campaign.pieces import Hero


BOTTOM, PLAYER_GAP, GAP = 10, 8, 8
LANE_HEIGHT, LANE_ROUND, SHARED_GAP = 216, 10, 6
"""Of a lane; what is between several locations below each other."""
LOW, ROW = 80, 70
"""A location lower than this, one of three, has its cards at the right of its words; as high as a row of its own."""
INFIRMARY_WIDTH, LANE_GAP, LOCATION_WIDTH = 98, 6, 154
HAND_HEIGHT, NO_HAND, HAND_GAP, HELD_STEP = 60, 28, 8, 52
CHOSEN_HEIGHT, CHOSEN_X = 66, 84
"""Of a lane while teams are chosen; where the first hero lies in it."""
OFFER_BELOW, OFFER_HEAD = 4, 22
"""Between the rows of cards that may be brought; of the word above them."""

FULL, SLIM, FULL_HEIGHT, FLAT_HEIGHT, CARD_ROUND = 90, 73, 156, 58, 8
CAMP_Y, CARD_Y, INFIRMARY_Y, CROWDED_Y, FLAT_Y = 32, 50, 28, 25, 44
"""Of cards below the upper edge of their lane: in a camp or alone in an infirmary, at a location; of flat ones in an
infirmary, up to three or more; at a location."""
CARD_GAP, SLIM_GAP, MARGIN, LOW_MARGIN, EDGE = 7, 3, 6, 8, 2.5
APART = 3
"""How many flat cards lie below each other without touching."""
PAIR = 2
"""As many lie side by side at a location."""
IN_ROW = 3
"""As many lie side by side in a location's own row."""
LINE_WIDTH, LINE_HEIGHT, LINE_ROUND, LINES_Y = 149, 18, 4, 20.5
"""Of a hero in a crowd: at most so high; the first one below the upper edge of a location with a one-line head."""
MOST_PAIRED, MOST_BELOW = 6, 4
"""More are lines where there is one location; more take the room of a location's words where there are two."""
SLIP, SLIP_LEAST = 108, 84
"""What is seen of a maneuver at its hero's right."""

SIZES: dict[Form, tuple[int, int]] = {
    "full": (FULL, FULL_HEIGHT),
    "slim": (SLIM, FULL_HEIGHT),
    "flat": (FULL, FLAT_HEIGHT),
    "line": (LINE_WIDTH, LINE_HEIGHT),
}


class Spot(Struct, frozen=True, gc=False):
    """Where a hero stands, and in which form."""

    box: Box
    form: Form
    slip: float = 0
    """What is seen of a maneuver at its right; 0 where there is no room."""


class Half(Struct, frozen=True, gc=False):
    """A seat's side of the table."""

    seat: Seat
    player_y: float
    lanes: dict[Place, Box]
    """The camp, the infirmary and its locations."""
    edge: float
    """Of the camp, towards the gap."""
    inwards: int
    """1 where the gap lies below, -1 where it lies above."""


class Layout(Struct, frozen=True, gc=False):
    """The whole table."""

    plan: Plan
    halves: tuple[Half, Half]
    """The far one first."""
    spots: dict[HeroName, Spot]
    gap: float
    tray: float
    """Where the cards begin that may be brought, while teams are chosen."""
    hands: dict[Seat, Box]
    """Where the hands lie that are seen card by card."""
    height: float

    def half(self, seat: Seat) -> Half:
        """The half of a seat."""
        return self.halves[0] if self.halves[0].seat == seat else self.halves[1]


def layout(board: Board, near: Seat, open_hands: Collection[Seat], plan: Plan = WIDE) -> Layout:
    """Places for all heroes of a board, `near` sitting below; each with room for its hand, if that is open."""
    far = 3 - near
    hands: dict[Seat, Box] = {}
    top: float = BOTTOM
    if far in open_hands:
        hands[far] = _hand(board, far, top, plan)
        top += hands[far].h + HAND_GAP
    upper = _half(board, far, top, 1, plan)
    gap = upper.edge + GAP
    choosing = isinstance(board.pending, ChoosingTeams)
    tray = tray_height(board, plan) + GAP if choosing and open_hands else 0
    lower = _half(board, near, gap + plan.gap + GAP + tray, -1, plan)
    bottom = lower.player_y + plan.strip
    if near in open_hands:
        hands[near] = _hand(board, near, bottom + HAND_GAP, plan)
        bottom += HAND_GAP + hands[near].h
    spots = {} if choosing else dict(_spots(board, (upper, lower), plan))
    return Layout(plan, (upper, lower), spots, gap, gap + plan.gap + GAP, hands, bottom + BOTTOM)


def _hand(board: Board, seat: Seat, y: float, plan: Plan) -> Box:
    """As high as the rows of cards that are seen in it; one line, if none is."""
    rows = -(-len(board.side(seat).hand) // plan.hand)
    height = HAND_HEIGHT + HELD_STEP * (rows - 1) if rows else NO_HAND
    return Box(plan.left, y, plan.inner, height, LANE_ROUND)


def _half(board: Board, seat: Seat, y: float, inwards: int, plan: Plan) -> Half:
    """A half from `y` down: its strip, the rows of its locations and its lanes, or the other way round."""
    if isinstance(board.pending, ChoosingTeams):
        top = y + plan.strip + PLAYER_GAP if inwards > 0 else y
        lanes = {CAMP: Box(plan.left, top, plan.inner, CHOSEN_HEIGHT, LANE_ROUND)}
        return _turned(seat, y, top, CHOSEN_HEIGHT, lanes, inwards, plan)
    rows = _row_heights(board, seat) if plan.below else {}
    beyond = sum(rows.values()) + SHARED_GAP * len(rows)
    top = y + plan.strip + PLAYER_GAP if inwards > 0 else y
    lanes = _lanes(board, seat, top + (beyond if inwards > 0 else 0), plan)
    below = top if inwards > 0 else top + LANE_HEIGHT + SHARED_GAP
    for place, height in rows.items():
        lanes[place] = Box(plan.left, below, plan.inner, height, LANE_ROUND)
        below += height + SHARED_GAP
    return _turned(seat, y, top, LANE_HEIGHT + beyond, lanes, inwards, plan)


def _turned(seat: Seat, y: float, top: float, height: float, lanes: dict[Place, Box], inwards: int, plan: Plan) -> Half:
    if inwards > 0:
        return Half(seat, y, lanes, top + height, 1)
    return Half(seat, top + height + PLAYER_GAP, lanes, top, -1)


def _row_heights(board: Board, seat: Seat) -> dict[Place, float]:
    """How high the row of each location is: higher for a crowd."""
    rows: dict[Place, float] = {}
    for card in board.side(seat).locations:
        place = f"{seat}.{card}"
        here = sum(hero.place == place for hero in board.heroes)
        rows[place] = ROW if here <= IN_ROW else LINES_Y + LINE_HEIGHT * -(-here // PAIR) + EDGE
    return rows


def _lanes(board: Board, seat: Seat, y: float, plan: Plan) -> dict[Place, Box]:
    locations = () if plan.below else board.side(seat).locations
    left = plan.left + INFIRMARY_WIDTH + LANE_GAP
    lanes = {
        INFIRMARY: Box(plan.left, y, INFIRMARY_WIDTH, LANE_HEIGHT, LANE_ROUND),
        CAMP: Box(left, y, plan.camp if locations else plan.right - left, LANE_HEIGHT, LANE_ROUND),
    }
    shared = (LANE_HEIGHT + SHARED_GAP) / max(1, len(locations)) - SHARED_GAP
    for index, card in enumerate(locations):
        top = y + index * (shared + SHARED_GAP)
        lanes[f"{seat}.{card}"] = Box(plan.right - LOCATION_WIDTH, top, LOCATION_WIDTH, shared, LANE_ROUND)
    return lanes


# --- cards that may be brought


def tray_height(board: Board, plan: Plan) -> float:
    """Of all heroes and strategy cards of the set, each under a word."""
    step = plan.offer_height + OFFER_BELOW
    return sum(OFFER_HEAD + -(-len(cards) // plan.offers) * step for _, cards in offered(board)) - OFFER_GAP


def offered(board: Board) -> tuple[tuple[str, list[CardId]], ...]:
    """What may be brought, by the word above it; one not seen is the first where a table enters such cards."""
    unseen = [UNKNOWN] if board.chance == "table" else []
    heroes, strategies = board.components.heroes, board.components.strategies
    return ("Heroes to choose from", [*heroes]), ("Strategy cards to choose from", [*unseen, *strategies])


def offer_spots(cards: Iterable[CardId], y: float, plan: Plan) -> Iterator[tuple[CardId, Box]]:
    """Cards in rows below their word at `y`."""
    for index, card in enumerate(cards):
        row, column = divmod(index, plan.offers)
        x = round(plan.left + column * (plan.offer + OFFER_GAP), 1)
        top = y + OFFER_HEAD + row * (plan.offer_height + OFFER_BELOW)
        yield card, Box(x, top, plan.offer, plan.offer_height, CARD_ROUND)


def chosen_box(half: Half, index: int) -> Box:
    """Where the hero lies that was chosen as the `index`-th, from 0."""
    lane = half.lanes[CAMP]
    return Box(lane.x + CHOSEN_X + index * (FULL + CARD_GAP), lane.y + 4, FULL, FLAT_HEIGHT, CARD_ROUND)


# --- heroes


def _spots(board: Board, halves: tuple[Half, Half], plan: Plan) -> Iterator[tuple[HeroName, Spot]]:
    for half in halves:
        team = list(board.team(half.seat))
        yield from _in_camp(team, half.lanes[CAMP])
        yield from _below_each_other([h for h in team if not h.at_side], half.lanes[INFIRMARY])
        for place, box in half.lanes.items():
            if place not in (CAMP, INFIRMARY):
                yield from _at_location([h for h in board.heroes if h.place == place], box, plan)


def _in_camp(team: Sequence[Hero], lane: Box) -> Iterator[tuple[HeroName, Spot]]:
    here = [hero for hero in team if hero.place == CAMP]
    whole = side_by_side(team, lane)
    spots = whole if whole is not None else side_by_side(here, lane)
    if spots is None:
        yield from _in_rows(here, lane)
        return
    for hero in here:
        yield hero.name, spots[hero.name]


def side_by_side(team: Sequence[Hero], lane: Box) -> dict[HeroName, Spot] | None:
    """Places in a camp for a whole team, maneuvers at the right if there is room; `None` if the team is too big."""
    number, room = len(team), lane.w - MARGIN
    full, slim = number * (FULL + CARD_GAP) - CARD_GAP, number * (SLIM + SLIM_GAP) - SLIM_GAP
    if slim > room:
        return None
    form: Form = "full" if full <= room else "slim"
    width, gap = (FULL, CARD_GAP) if form == "full" else (SLIM, SLIM_GAP)
    with_slips = sum(bool(hero.learned) for hero in team)
    slip = min(SLIP, (room - full) / with_slips) if with_slips and form == "full" else 0
    slip = slip if slip >= SLIP_LEAST else 0
    left = lane.x + (MARGIN if form == "full" else MARGIN / 2)
    spots = {}
    for hero in team:
        own = slip if hero.learned else 0
        spots[hero.name] = Spot(Box(left, lane.y + CAMP_Y, width, FULL_HEIGHT, CARD_ROUND), form, own)
        left += width + gap + own
    return spots


def _in_rows(heroes: Sequence[Hero], lane: Box) -> Iterator[tuple[HeroName, Spot]]:
    """Smaller cards of a team that is too big to stand side by side."""
    columns = int((lane.w - MARGIN + SLIM_GAP) // (SLIM + SLIM_GAP))
    for index, hero in enumerate(heroes):
        row, column = divmod(index, columns)
        x, y = lane.x + MARGIN / 2 + column * (SLIM + SLIM_GAP), lane.y + INFIRMARY_Y + row * (FLAT_HEIGHT + SLIM_GAP)
        yield hero.name, Spot(Box(x, y, SLIM, FLAT_HEIGHT, CARD_ROUND), "flat")


def _below_each_other(heroes: Sequence[Hero], lane: Box) -> Iterator[tuple[HeroName, Spot]]:
    left = lane.x + (lane.w - FULL) / 2
    if len(heroes) == 1:
        yield heroes[0].name, Spot(Box(left, lane.y + CAMP_Y, FULL, FULL_HEIGHT, CARD_ROUND), "full")
        return
    top = INFIRMARY_Y if len(heroes) <= APART else CROWDED_Y
    room = lane.h - LOW_MARGIN / 2 - top - FLAT_HEIGHT
    step = min(FLAT_HEIGHT + SLIM_GAP, room / max(1, len(heroes) - 1))
    for index, hero in enumerate(heroes):
        box = Box(left, round(lane.y + top + step * index, 1), FULL, FLAT_HEIGHT, CARD_ROUND)
        yield hero.name, Spot(box, "flat")


def _at_location(heroes: Sequence[Hero], lane: Box, plan: Plan) -> Iterator[tuple[HeroName, Spot]]:
    """Smaller cards the more there are, and the lower the location is: pairs, at the right of its words, or lines."""
    number, left = len(heroes), lane.x + SLIM_GAP
    if one_line_head(number, lane, plan):
        yield from _lines(heroes, lane, LINES_Y, PAIR if plan.below else 1)
    elif lane.h < LOW:
        first = lane.x + plan.words + LOW_MARGIN if plan.below else lane.x + lane.w - EDGE - SLIM
        width = FULL if plan.below and number < IN_ROW else SLIM
        for index, hero in enumerate(heroes):
            x = first + index * (width + SLIM_GAP)
            yield hero.name, Spot(Box(x, lane.y + LOW_MARGIN, width, FLAT_HEIGHT, CARD_ROUND), "flat")
    elif number > (PAIR if lane.h < LANE_HEIGHT else MOST_PAIRED):
        yield from _lines(heroes, lane, FLAT_Y, 1)
    elif lane.h < LANE_HEIGHT:
        yield from _pairs(heroes, left, lane.y + FLAT_Y, lane, "flat")
    elif number == 1:
        box = Box(lane.x + MARGIN, lane.y + CARD_Y, FULL, FULL_HEIGHT, CARD_ROUND)
        yield heroes[0].name, Spot(box, "full")
    else:
        few = number <= PAIR
        yield from _pairs(heroes, left, lane.y + (CARD_Y if few else FLAT_Y), lane, "slim" if few else "flat")


def one_line_head(number: int, lane: Box, plan: Plan) -> bool:
    """Whether a location with that many heroes leaves them all its room but one line."""
    if plan.below:
        return number > IN_ROW
    return number > (1 if lane.h < LOW else MOST_BELOW) and lane.h < LANE_HEIGHT


def _lines(heroes: Sequence[Hero], lane: Box, top: float, columns: int) -> Iterator[tuple[HeroName, Spot]]:
    """One below the other, lower the more there are."""
    step = min(LINE_HEIGHT, (lane.h - 1 - top) / -(-len(heroes) // columns))
    for index, hero in enumerate(heroes):
        row, column = divmod(index, columns)
        x, y = lane.x + EDGE + column * (LINE_WIDTH + SLIM_GAP), round(lane.y + top + step * row, 1)
        yield hero.name, Spot(Box(x, y, LINE_WIDTH, round(step, 1), LINE_ROUND), "line")


def _pairs(heroes: Sequence[Hero], x: float, y: float, lane: Box, form: Form) -> Iterator[tuple[HeroName, Spot]]:
    """Row by row down to the lower edge of a lane; the rows below may lie a little on those above."""
    height = SIZES[form][1]
    room = lane.y + lane.h - MARGIN / 2 - y - height
    step = min(height + SLIM_GAP, room / max(1, (len(heroes) - 1) // PAIR))
    for index, hero in enumerate(heroes):
        row, column = divmod(index, PAIR)
        box = Box(x + column * (SLIM + SLIM_GAP), round(y + row * step, 1), SLIM, height, CARD_ROUND)
        yield hero.name, Spot(box, form)


def empty_places(board: Board, half: Half) -> Iterator[tuple[str, float, float]]:
    """Cards of heroes that are not in their camp, and the middle of the places that they left there."""
    team = list(board.team(half.seat))
    spots = side_by_side(team, half.lanes[CAMP])
    if spots is None:
        return
    for hero in team:
        if hero.place != CAMP:
            box = spots[hero.name].box
            yield hero.card, box.x + box.w / 2, box.y + box.h / 2
