"""The strips of the players, and the hand of the seat that looks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.ids import card_id, copper_id, seat_id, switch_id, watch_id
from rulesets.heroes_of_the_campaign.names import WATCHES
from rulesets.heroes_of_the_campaign.picture.glyphs import KINDS, row, sign_of, signs_of_abilities
from rulesets.heroes_of_the_campaign.picture.parts import (
    HandPart,
    HeldFace,
    HeldPart,
    PlaceFace,
    PlacePart,
    PlayerPart,
    Point,
    State,
    StripPlan,
    SwitchPart,
)
from rulesets.heroes_of_the_campaign.picture.places import HELD_STEP
from rulesets.heroes_of_the_campaign.picture.plans import HELD_GAP
from rulesets.heroes_of_the_campaign.picture.slips import tabs_of
from rulesets.heroes_of_the_campaign.pieces import TEAM
from rulesets.heroes_of_the_campaign.rules.using import playable
from rulesets.heroes_of_the_campaign.schema import Event, Law
from rulesets.kit import phases
from rulesets.kit.svg import BOLD, Box, label, legible
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.ids import CardId, Watch
    from rulesets.heroes_of_the_campaign.picture.places import Half
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.kit.phases import Seat
    from rulesets.kit.svg import Frames

PLACE_STEP, PLACE_WIDTH, PLACE_HEIGHT = 34, 28, 38
STRIPS = {
    False: StripPlan(
        54,
        173,
        150,
        Point(176, 28),
        Point(222, 15),
        Point(292, 17),
        Box(343, 6, 34, 20, 10),
        Box(343, 28, 34, 20, 10),
        390,
    ),
    True: StripPlan(
        90,
        216,
        240,
        Point(208, 61),
        Point(22, 58),
        Point(92, 60),
        Box(138, 55, 31, 30, 15),
        Box(172, 55, 31, 30, 15),
        270,
    ),
}
"""By whether locations lie in rows of their own, as on a phone."""
HELD_HEIGHT, HELD_SIDE = 46, 58
"""Of a card in a hand: what is left beside its signs."""


def player_parts(view: View) -> tuple[PlayerPart, ...]:
    """Both strips, the far one first."""
    far, near = view.layout.halves
    return _player(view, far), _player(view, near)


def _player(view: View, half: Half) -> PlayerPart:
    board, seat = view.board, half.seat
    side, pending = board.side(seat), board.pending
    winners = pending.winners if isinstance(pending, phases.GameOver) else ()
    first = board.round > 0 and seat == board.starter
    standing = sum(hero.at_side for hero in board.team(seat))
    cards, switches = tuple(_places(view, seat)), tuple(_switches(view, seat))
    strip = STRIPS[view.plan.below]
    whole = Box(0, 0, view.plan.inner, strip.h, 8)
    digits = 13.5 * len(str(side.copper))
    return PlayerPart(
        seat_id(seat),
        f"{view.names[seat]}: {caption.status(board, seat) or 'won'}",
        seat,
        half.player_y,
        seat in view.acting,
        seat in winners,
        first,
        label(view.names[seat], strip.name / BOLD, 20, 16),
        label(caption.status(board, seat), strip.words, 15, 14),
        side.copper,
        copper_id(seat),
        view.frames(copper_id(seat), Box(strip.copper.x - 3, strip.copper.y, 36 + digits, 24, 8)),
        standing,
        f"{counted(standing, 'hero', 'heroes')} of {view.names[seat]} standing",
        switches,
        watch_id(seat),
        f"{caption.WATCHES[side.watches]}{', in this turn' if side.later else ''}",
        view.frames(watch_id(seat), around([switch.box for switch in switches])),
        cards_title(view, seat),
        " ".join(card_id(seat, card) for card in hidden_ones(view, seat)),
        cards,
        _hand_frames(view, seat, cards),
        view.frames(seat_id(seat), whole),
    )


def _switches(view: View, seat: Seat) -> Iterator[SwitchPart]:
    """The signs of the standing words. One that is neither lit nor can be tapped is left out, but for a faint eye."""
    strip, now = STRIPS[view.plan.below], view.board.side(seat).watches
    can = view.may_say(seat)
    signs: tuple[tuple[Watch, Box, str, float], ...] = (
        ("all", strip.eye, "eye", 18),
        ("attack", strip.sword, "weapon", 15),
    )
    for word, box, glyph, size in signs:
        lit, id_ = word == now, switch_id(seat, word) if can else ""
        if can or lit or word == "all":
            title = WATCHES["no" if lit else word]
            yield SwitchPart(id_, title, box, glyph, size, lit, view.frames(id_, box) if can else None)


def around(boxes: Sequence[Box]) -> Box:
    """The box of some boxes."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    w, h = max(box.x + box.w for box in boxes) - x, max(box.y + box.h for box in boxes) - y
    return Box(x, y, w, h, boxes[0].r)


# --- strategy cards


def cards_title(view: View, seat: Seat) -> str:
    """A hand in words, as far as the viewer may know it."""
    side, name = view.board.side(seat), view.components.name_of
    parts = [legible(name(card)) + (" (known to all)" if card in side.shown else "") for card in side.hand]
    if side.unknown:
        parts.append(f"{side.unknown} hidden")
    if hidden := hidden_ones(view, seat):
        parts.append(f"which may be {', '.join(legible(name(card)) for card in hidden)}")
    return f"Strategy cards in hand: {', '.join(parts) or 'none'}"


def hidden_ones(view: View, seat: Seat) -> tuple[CardId, ...]:
    """What the hidden cards of a seat may be, for those who enter which of them is used."""
    if not view.board.side(seat).unknown or seat not in view.open_hands or not view.board.heroes:
        return ()
    return tuple(card for card in playable(view.board, seat) if card not in view.board.side(seat).hand)


def _places(view: View, seat: Seat) -> Iterator[PlacePart]:
    """Cards that this viewer knows in the order of their ids, which never changes; then those that it does not."""
    known = sorted(_states(view, seat))
    for index, (card, state) in enumerate(known):
        yield _place(view, seat, card, state, index)
    for index in range(len(known), len(known) + view.board.side(seat).unknown):
        yield PlacePart("", "Hidden strategy card", _place_x(view, index), PlaceFace("back", "", False), None)


def _place_x(view: View, index: int) -> float:
    return STRIPS[view.plan.below].cards + PLACE_STEP * index


def _states(view: View, seat: Seat) -> Iterator[tuple[CardId, State]]:
    board, side = view.board, view.board.side(seat)
    for card in side.hand:
        yield card, "known" if card in side.shown else "private"
    for card in (*side.laws, *side.locations):
        yield card, "away"
    for card in side.removed:
        yield card, "broken"
    for hero in board.team(seat):
        if hero.support:
            yield hero.card, "away"
        for card in hero.learned:
            yield card, "away"


IN_PLAY = {"away": "in play", "broken": "broken, out of the game", "private": "hidden from others", "known": "known"}


def _place(view: View, seat: Seat, card: CardId, state: State, index: int) -> PlacePart:
    known, side = view.components.strategies[card], view.board.side(seat)
    used = card in side.used
    kind = str(known.__struct_config__.tag)
    id_ = "" if _lies_elsewhere(view, seat, card) else card_id(seat, card)
    words = f"{IN_PLAY[state]}{', used this round' if used else ''}"
    face = PlaceFace(state, KINDS[kind], used)
    box = Box(0, 0, PLACE_WIDTH, PLACE_HEIGHT, 4)
    frames = view.frames(id_, box)
    return PlacePart(
        id_, f"{caption.card_title(view.components, card)} {words.capitalize()}.", _place_x(view, index), face, frames
    )


def _lies_elsewhere(view: View, seat: Seat, card: CardId) -> bool:
    """Whether a card carries its id at another place: a support does not, which goes by a hero's there."""
    side = view.board.side(seat)
    if card in side.hand:
        return seat in view.open_hands
    return card in (*side.laws, *side.locations) or any(card in tabs_of(view, hero) for hero in view.board.team(seat))


def _hand_frames(view: View, seat: Seat, cards: Sequence[PlacePart]) -> Frames | None:
    if any(card.frames and card.frames.touched for card in cards):
        return None
    box = Box(_place_x(view, 0) - 2, 6, PLACE_STEP * (TEAM - 1) + PLACE_WIDTH + 4, PLACE_HEIGHT + 4, 6)
    return view.frames(f"hand:{seat}", box)


# --- hands that are seen card by card


def hand_part(view: View, seat: Seat, box: Box) -> HandPart:
    """The cards in a hand that is open to the viewer, with their names and what they do."""
    side = view.board.side(seat)
    word = f"{counted(side.unknown, 'card')} not seen" if side.unknown else "No cards in hand"
    return HandPart(box, word, tuple(_held(view, seat, card, index, box) for index, card in enumerate(side.hand)))


def _held(view: View, seat: Seat, card: CardId, index: int, hand: Box) -> HeldPart:
    side, id_, width = view.board.side(seat), card_id(seat, card), view.plan.held
    face = held_face(view.components, card, card in side.shown, card in side.used, price(view, seat, card), width)
    title = f"{caption.card_title(view.components, card)}{'' if card in side.shown else ' Hidden from others.'}"
    row, column = divmod(index, view.plan.hand)
    x, y = round(hand.x + 6 + column * (width + HELD_GAP), 1), hand.y + 7 + row * HELD_STEP
    return HeldPart(id_, title, x, y, face, view.frames(id_, Box(0, 0, width, HELD_HEIGHT, 6)))


def price(view: View, seat: Seat, card: CardId) -> int:
    """What a card costs its player now."""
    known = view.components.strategies[card]
    return max(0, known.cost + view.values.costs.get((seat, str(known.__struct_config__.tag)), 0))


@lru_cache(maxsize=512)
def held_face(components: Components, card: CardId, known: bool, used: bool, cost: int, width: float) -> HeldFace:
    """What a card in hand shows."""
    found = components.strategies[card]
    if isinstance(found, Event):
        signs = tuple(map(sign_of, found.actions))
    elif isinstance(found, Law):
        signs = tuple(signs_of_abilities(found.abilities))
    else:
        tasks = tuple(sign_of(action) for task in found.tasks for action in task.actions)
        signs = tasks or tuple(signs_of_abilities(found.abilities))
    rows = (row(signs, 32, 24, width - HELD_SIDE, cost, pouch=19, size=13),)
    kind = str(found.__struct_config__.tag)
    return HeldFace(
        width,
        KINDS[kind],
        label(legible(found.name), (width - 40) / BOLD, 16, 14),
        rows,
        found.at_any_time,
        known,
        used,
    )
