"""Ids of the parts of a sheet, on screens and in facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.scoresheet.board import END

if TYPE_CHECKING:
    from rulesets.kit.phases import Seat


def seat_id(seat: Seat) -> str:
    """The heading of a seat."""
    return f"seat:{seat}"


def cell_id(seat: Seat, round: int, category: str) -> str:
    """A place where a number is written."""
    return f"cell:{seat}.{round_name(round)}.{category}"


def line_id(seat: Seat, round: int) -> str:
    """All numbers of a seat in a round that is over, which the picture adds up in one place."""
    return f"line:{seat}.{round}"


def round_id(round: int) -> str:
    """A round, or the end of the game."""
    return f"round:{round_name(round)}"


def round_name(round: int) -> str:
    """A round in an id."""
    return "end" if round == END else str(round)


def category_id(category: str) -> str:
    """What points are for."""
    return f"category:{category}"


def counter_id(counter: str) -> str:
    """A counter, whosesoever it is."""
    return f"counter:{counter}"


def tally_id(seat: Seat, counter: str) -> str:
    """What a counter of a seat shows, or one of the table."""
    return f"tally:{seat}.{counter}"


def die_id(die: str) -> str:
    """A die."""
    return f"die:{die}"


def pile_id(pile: str) -> str:
    """A pile."""
    return f"pile:{pile}"


def card_id(pile: str, card: str) -> str:
    """A card of a pile."""
    return f"card:{pile}.{card}"


def role_id(role: str) -> str:
    """A role that a seat plays."""
    return f"role:{role}"


def team_id(team: str) -> str:
    """A team."""
    return f"team:{team}"


def difficulty_id(difficulty: str) -> str:
    """How hard the game is."""
    return f"difficulty:{difficulty}"


def move_id(move: str) -> str:
    """A kind of move."""
    return f"move:{move}"


def object_id(move: str, thing: str) -> str:
    """What a move is made with."""
    return f"object:{move}.{thing}"


def place_id(move: str, place: str) -> str:
    """Where a move goes."""
    return f"place:{move}.{place}"
