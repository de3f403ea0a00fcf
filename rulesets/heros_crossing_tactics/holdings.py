"""What statistics know beyond events: what lies where, with whom a seat began, what the cards are."""

from __future__ import annotations

from itertools import chain, product
from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.ids import card_id, front_id, hero_id, pile_id, soldiers_id
from rulesets.heros_crossing_tactics.names import front_name, pile_name, soldiers_name
from rulesets.heros_crossing_tactics.pieces import COLUMNS, KINDS, LEVELS
from rulesets.kit.history import Card, Holding
from rulesets.kit.phases import Seat, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.heros_crossing_tactics.components import Components, Hero

BOTH: tuple[Seat, ...] = (1, 2)
SUPPLY, DISCARD = "supply", "discard"
DRAWING = "drawing"
"""An icon of Drawing Power."""


def holdings(board: Board) -> Iterator[Holding]:
    """Health and cards of each seat; heroes, their levels and Soldiers in each Front; what lies beside the Fronts."""
    for seat in seats_of(board):
        side = board.side(seat)
        yield Holding(seat, "health", side.health)
        yield Holding(seat, "hand", len(side.hand))
        yield from chain.from_iterable(_front(board, seat, column) for column in COLUMNS)
    yield from (Holding(None, kind, board.supply.count(kind), SUPPLY) for kind in KINDS)
    yield from (Holding(None, "cards", board.pile(level).size, pile_id(level)) for level in LEVELS)
    yield Holding(None, "cards", len(board.discard), DISCARD)


def _front(board: Board, seat: Seat, column: int) -> Iterator[Holding]:
    front, level, place = board.front(seat, column), board.components.level, front_id(seat, column)
    if front.heroes:
        yield Holding(seat, "heroes", len(front.heroes), place)
        yield Holding(seat, "levels", sum([level[hero] for hero in front.heroes]), place)
    if front.soldiers:
        yield Holding(seat, "soldiers", front.soldiers.total, place)
        yield from [Holding(seat, kind, n, place) for kind, n in front.soldiers.counts()]


def faction(board: Board, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """The Monarch of a seat, the heroes that it drafted, each once, and all three as one whole."""
    side = board.side(seat)
    monarch, heroes = _ids(board, side.monarch), _ids(board, *side.first_heroes)
    trio = (" ".join(sorted(heroes)),) if heroes else ()
    return {"monarch": monarch, "hero": tuple(dict.fromkeys(heroes)), "trio": trio}


def _ids(board: Board, *cards: str) -> tuple[str, ...]:
    return tuple(filter(None, (hero_id(board, card) for card in cards)))


def cards(components: Components) -> Iterator[Card]:
    """Each hero once, however many copies there are, and the places of the table."""
    heroes = {components.face[card]: hero for card, hero in components.hero.items()}
    monarchs = components.monarchs.values()
    for face, hero in heroes.items():
        yield _hero(face, hero, "monarch" if hero.id in monarchs else "hero")
    yield from chain.from_iterable(_places(seat, column) for seat, column in product(BOTH, COLUMNS))
    yield from (Card(pile_id(level), pile_name(level), "place", level=level) for level in LEVELS)
    yield Card(SUPPLY, "Supply", "place")
    yield Card(DISCARD, "Discard", "place")


def _hero(face: str, hero: Hero, type: str) -> Card:
    recruits = [kind for kind in KINDS for _ in range(hero.recruits.count(kind))]
    icons = " ".join(sorted([*recruits, *[DRAWING] * hero.drawing_power]))
    return Card(
        card_id(face),
        hero.name,
        type,
        level=hero.level,
        cost=hero.level if type == "hero" else None,
        icons=icons or None,
    )


def _places(seat: Seat, column: int) -> Iterator[Card]:
    yield Card(front_id(seat, column), front_name(seat, column), "place")
    for kind in KINDS:
        yield Card(soldiers_id(seat, column, kind), soldiers_name(seat, column, kind), "soldiers", kind=kind)
