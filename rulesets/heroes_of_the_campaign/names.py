"""How cards, heroes and places are called in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import Address, HeroName, Place, card_of

if TYPE_CHECKING:
    from rulesets.kit.phases import Seat


def hero_words(board: Board, name: HeroName) -> str:
    """A hero in a sentence: `{1}'s Captain`."""
    seat, _, card = name.partition(".")
    return f"{{{seat}}}'s {board.components.name_of(card)}"


def heroes_words(board: Board, names: tuple[HeroName, ...]) -> str:
    """Several heroes in a sentence."""
    return " and ".join(hero_words(board, name) for name in names)


def place_words(board: Board, place: Place) -> str:
    """A place in a sentence: `the camp`, `Tower`."""
    return board.components.name_of(place[2:]) if place[0] in "12" else f"the {place}"


def owned_words(board: Board, name: HeroName | Place, seat: Seat) -> str:
    """A hero, law or location by its owner and card, as `seat` would call it: `Tower`, `Tower, your opponent's`."""
    return board.components.name_of(name[2:]) + ("" if int(name[0]) == seat else ", your opponent's")


def source_words(board: Board, home: Address) -> str:
    """The card that a list of actions stands on."""
    return board.components.name_of(card_of(home))


def wounds_words(number: int) -> str:
    """`1 wound`, `2 wounds`."""
    return "1 wound" if number == 1 else f"{number} wounds"
