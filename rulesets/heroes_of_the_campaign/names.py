"""How cards, heroes and places are called: in sentences, and as ids on screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.board import UNKNOWN, Address, Board, CardId, HeroName, Place
from rulesets.heroes_of_the_campaign.components import card_of

if TYPE_CHECKING:
    from rulesets.kit.phases import Seat


def hero_id(name: HeroName) -> str:
    """The id of a hero on screens and in facts: `hero:1.captain`."""
    return f"hero:{name}"


def card_id(seat: Seat, card: CardId) -> str:
    """The id of a strategy card: `card:1.veil`; of one that is hidden, its owner's hand."""
    return f"hand:{seat}" if card == UNKNOWN else f"card:{seat}.{card}"


def seat_id(seat: Seat) -> str:
    """The id of a player's strip, with the copper on it: `seat:1`."""
    return f"seat:{seat}"


def place_id(seat: Seat, place: Place) -> str:
    """The id of a place: `place:1.camp`, `place:2.infirmary`, `card:1.tower` for a location."""
    return f"card:{place}" if place[0] in "12" else f"place:{seat}.{place}"


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
