"""What statistics know beyond events: what lies where, who plays what, and what the cards are.

Heroes have their health and their tokens on their cards, whatever space they stand on; enemies, of which two may be
equal, on their spaces. Items and face-down stacks belong to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.board import DEPTHS, ROOM
from rulesets.card_tactics.components import RARITIES, Components, class_of
from rulesets.card_tactics.ids import (
    card_id,
    combat_id,
    kind_id,
    option_id,
    quirk_id,
    skill_id,
    space_id,
    stack_id,
    token_id,
)
from rulesets.card_tactics.names import quirk_name
from rulesets.card_tactics.pieces import KINDS, TOKEN_NAMES
from rulesets.card_tactics.words.phrases import MOST_OPTIONS
from rulesets.kit.history import Card, Holding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.components import Face, Item
    from rulesets.card_tactics.pieces import Side, Tokens
    from rulesets.kit import phases
    from rulesets.kit.phases import Seat


# --- what lies where


def holdings(board: Board) -> Iterator[Holding]:
    """Heroes and enemies with their spaces, health and tokens; items, events in force, and what is left of stacks."""
    yield from _heroes(board)
    yield from _enemies(board)
    yield from _items(board)
    yield from _stacks(board)


def _heroes(board: Board) -> Iterator[Holding]:
    for hero, seat in board.controllers:
        unit, place = board.find(hero), kind_id(board, hero)
        yield Holding(seat, "health", unit.health if unit else 0, place)
        if unit:
            yield Holding(seat, "heroes", 1, space_id("hero", board.position(hero)))
            yield from _tokens(seat, unit.tokens, place)


def _enemies(board: Board) -> Iterator[Holding]:
    for position, unit in enumerate(board.enemies, 1):
        place = space_id("enemy", position)
        yield Holding(None, "enemies", 1, place)
        yield Holding(None, "health", unit.health, place)
        yield from _tokens(None, unit.tokens, place)


def _tokens(seat: Seat | None, tokens: Tokens, place: str) -> Iterator[Holding]:
    for kind, n in tokens.counts():
        yield Holding(seat, kind, n, place)


def _items(board: Board) -> Iterator[Holding]:
    """All of the pool together, also none, and by rarity."""
    yield Holding(None, "items", len(board.pool))
    rarities = [board.components.item[item.card].rarity for item in board.pool]
    for rarity in RARITIES:
        if n := rarities.count(rarity):
            yield Holding(None, f"{rarity}_items", n)


def _stacks(board: Board) -> Iterator[Holding]:
    """Cards that are left face down, and events in force."""
    left = {"challenge": sum(pile.size for pile in board.challenge), "events": board.events.size}
    left |= {rarity: pile.size for rarity, pile in zip(RARITIES, board.stacks, strict=True)}
    for kind, n in left.items():
        if n:
            yield Holding(None, "cards_left", n, stack_id(kind))
    if board.lasting:
        yield Holding(None, "events_in_force", len(board.lasting))


# --- who plays what


def faction(board: Board, seat: Seat) -> Mapping[str, Sequence[str]]:
    """The heroes that a seat controls, and the three that set out together."""
    heroes = [card_id(hero) for hero, _ in board.controllers]
    own = tuple(card_id(hero) for hero, controller in board.controllers if controller == seat)
    return {"hero": own, "trio": (" ".join(sorted(heroes)),)} if heroes else {}


# --- what the cards are

SIDES: tuple[tuple[Side, str], ...] = (("hero", "H"), ("enemy", "E"))
"""The two lines, and the letter that names their spaces."""

MOST_COMBATS = len(DEPTHS)
"""Each takes a card of the Challenge stack at least (CDT-CST-03)."""

STACKS = {"challenge": "Challenge stack", "events": "Events"} | {
    rarity: f"{rarity.capitalize()} items" for rarity in RARITIES
}


def cards(components: phases.Components) -> Iterator[Card]:
    """Units, items, events, once for all copies; skills and quirks, of the kind of their card; places and the like.

    Enemies are of the kind of their class (`rare_boss`), items of that of their rarity.
    """
    assert isinstance(components, Components)
    for face in {face.card: face for face in components.unit.values()}.values():
        yield _unit(face)
        yield from _texts(face)
    for item in {item.card: item for item in components.item.values()}.values():
        yield Card(card_id(item.card), item.name, "item", kind=item.rarity)
        yield from _texts(item)
    for event in {event.card: event for event in components.event.values()}.values():
        yield Card(card_id(event.card), event.name, "event", kind=event.lasts)
    yield from _not_printed()


def _unit(face: Face) -> Card:
    return Card(card_id(face.card), face.name, "hero" if face.hero else "enemy", kind=class_of(face) or None)


def _texts(card: Face | Item) -> Iterator[Card]:
    """With the name of their card, as several have a skill called Bite."""
    for skill in card.skills:
        yield Card(skill_id(skill.address), f"{skill.name} ({card.name})", "skill", kind=card.card)
    if card.quirk:
        address = card.quirk.address
        yield Card(quirk_id(address), f"{quirk_name(address)} ({card.name})", "quirk", kind=card.card)


def _not_printed() -> Iterator[Card]:
    """Spaces, combats, stacks, tokens, and branches of texts, which are the same with any set."""
    for side, letter in SIDES:
        for position in range(1, ROOM + 1):
            yield Card(space_id(side, position), f"{letter}{position}", "space", kind=side)
    for number in range(1, MOST_COMBATS + 1):
        yield Card(combat_id(number), f"Combat {number}", "combat")
    for kind, name in STACKS.items():
        yield Card(stack_id(kind), name, "stack")
    for kind in KINDS:
        name = TOKEN_NAMES[kind]
        yield Card(token_id(kind), f"{name[:1].upper()}{name[1:]} token", "token")
    for branch in range(MOST_OPTIONS):
        yield Card(option_id(str(branch)), f"Option {branch + 1}", "option")
