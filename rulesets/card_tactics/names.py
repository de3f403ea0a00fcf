"""What cards are called on screens and in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.phases import Seat

REROLLS = {
    "negate": "Competing re-rolls negate one another",
    "attacker_first": "The attacker re-rolls first",
    "defender_first": "The target re-rolls first",
}
"""The ways to settle re-rolls that compete (CDT-ATK-16)."""

USES = {True: "Use it", False: "Do without it"}
"""What is done with a quirk that is not mandatory (CDT-QRK-03)."""

ENDINGS = {"unique_boss": "the Unique Boss is defeated", "heroes": "all heroes are defeated"}
"""Why a game is over (CDT-END-02, 04)."""


def unit_name(board: Board, card: CardId) -> str:
    """A unit; equal cards differ by their number."""
    face = board.components.unit[card]
    return face.name if card == face.card else f"{face.name} {card.rpartition('-')[2]}"


def hero_name(board: Board, card: CardId) -> str:
    """A unit with whose it is: `{1}'s Guardian`; an enemy is nobody's."""
    name = unit_name(board, card)
    return f"{{{board.controller(card)}}}'s {name}" if board.is_hero(card) else name


def unit_names(board: Board, cards: tuple[CardId, ...]) -> str:
    """Several units, in the order given."""
    return joined([unit_name(board, card) for card in cards])


def led(board: Board, controllers: Mapping[CardId, Seat]) -> str:
    """Who leads which heroes: `{1} leads Archer and Monk, {2} leads Guardian`."""
    seats = dict.fromkeys(controllers.values())
    heroes = {seat: tuple(card for card, whose in controllers.items() if whose == seat) for seat in seats}
    return ", ".join(f"{{{seat}}} leads {unit_names(board, cards)}" for seat, cards in heroes.items())


def item_name(board: Board, card: CardId) -> str:
    """An item; equal cards differ by their number."""
    face = board.components.item[card]
    return face.name if card == face.card else f"{face.name} {card.rpartition('-')[2]}"


def item_names(board: Board, cards: tuple[CardId, ...]) -> str:
    """Several items, in the order given."""
    return joined([item_name(board, card) for card in cards])


def lined_up(board: Board, seat: Seat, heroes: tuple[CardId, ...]) -> str:
    """Who puts the heroes into which order, in a sentence."""
    first, *others = [unit_name(board, card) for card in heroes]
    behind = f", then {joined(others)}" if others else ""
    return f"{{{seat}}} lines the heroes up: {first} in front{behind}."


def skill_name(board: Board, skill: str) -> str:
    """A skill, by its address."""
    return board.components.skill[skill].name


def quirk_name(quirk: str) -> str:
    """A quirk, by its address: cards give it no name but its id."""
    return quirk.rpartition(".")[2].replace("_", " ").capitalize()


def quirk_owner(board: Board, unit: CardId, quirk: str) -> str:
    """Whose quirk it is: that of a unit, or of the item that it uses (CDT-QRK-04)."""
    card, item = quirk.partition(".")[0], board.components.item.get(board.using)
    return item.name if item and item.card == card else unit_name(board, unit)


def card_name(board: Board, name: str) -> str:
    """Whatever a choice can be about: a unit, an item or an event; else the word itself, legibly."""
    components = board.components
    if name in components.unit:
        return unit_name(board, name)
    if name in components.item:
        return item_name(board, name)
    if name in components.event:
        return components.event[name].name
    return name.replace("_", " ").capitalize()
