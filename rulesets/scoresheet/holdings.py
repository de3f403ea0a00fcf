"""What statistics know beyond events: points and counters, roles and teams, and what the parts of a sheet are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.history import Card, Holding
from rulesets.kit.phases import Seat, seats_of
from rulesets.scoresheet.board import TABLE
from rulesets.scoresheet.ids import (
    card_id,
    category_id,
    counter_id,
    die_id,
    difficulty_id,
    move_id,
    object_id,
    pile_id,
    place_id,
    role_id,
    team_id,
)
from rulesets.scoresheet.standing import total

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.scoresheet.board import Board
    from rulesets.scoresheet.components import Components


def holdings(board: Board) -> Iterator[Holding]:
    """The points of each seat, in all and by category, and what counters show."""
    for seat in seats_of(board):
        yield Holding(seat, "points", total(board, seat))
        for category in board.components.category:
            own = [cell.value for cell in board.place(seat).cells if cell.category == category]
            if own:
                yield Holding(seat, "points", sum(own), category_id(category))
    for tally in board.tallies:
        yield Holding(None if tally.seat == TABLE else tally.seat, "count", tally.value, counter_id(tally.counter))


def faction(board: Board, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """The role of a seat, its team, and how hard the game is."""
    place = board.place(seat)
    own = {
        "role": role_id(place.role) if place.role else "",
        "team": team_id(place.team) if place.team else "",
        "difficulty": difficulty_id(board.difficulty) if board.difficulty else "",
    }
    return {dimension: (id_,) for dimension, id_ in own.items() if id_}


def cards(components: Components) -> Iterator[Card]:
    """All parts of a sheet that facts may name."""
    sheet = components.sheet
    for category in sheet.categories:
        yield Card(category_id(category.id), category.name, "category", kind=category.when)
    yield from (Card(counter_id(each.id), each.name, "counter", kind=each.of) for each in sheet.counters)
    yield from (Card(die_id(each.id), each.name, "die") for each in sheet.dice)
    yield from (Card(role_id(each.id), each.name, "role") for each in sheet.roles)
    yield from (Card(team_id(each.id), each.name, "team") for each in sheet.teams)
    yield from (Card(difficulty_id(each.id), each.name, "difficulty") for each in sheet.difficulties)
    for pile in sheet.piles:
        yield Card(pile_id(pile.id), pile.name, "pile")
        yield from (Card(card_id(pile.id, each.id), each.name, "card", kind=pile.id) for each in pile.cards)
    for move in sheet.moves:
        yield Card(move_id(move.id), move.name, "move")
        yield from (Card(object_id(move.id, each.id), each.name, "object", kind=move.id) for each in move.objects)
        yield from (Card(place_id(move.id, each.id), each.name, "place", kind=move.id) for each in move.places)
