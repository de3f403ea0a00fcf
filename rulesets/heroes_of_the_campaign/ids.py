"""How heroes, cards, places and steps of cards are called in data, and their ids on screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rulesets.kit.phases import Seat

CardId = str
"""A card of the component set."""

HeroName = str
"""A hero or deployed support on the table: its owner and its card (`1.captain`), as both may bring the same."""

Place = str
"""`camp`, `infirmary`, or a location by its owner and card (`2.tower`)."""

Address = str
"""A step of a card (`captain.charge.2`), or a list of them (`captain.charge`, `veil`)."""

Watch = Literal["no", "attack", "all"]
"""When a seat is asked before something happens: never, before attacks, before each action."""

UNKNOWN = "?"
"""A strategy card that a table has not seen, in a choice of teams; and any card of another's choice, in a view."""

NOBODY = "nobody"
"""What is offered beside the candidates of a choice that may be left."""


def hero_id(name: HeroName) -> str:
    """The id of a hero on screens and in facts: `hero:1.captain`."""
    return f"hero:{name}"


def card_id(seat: Seat, card: CardId) -> str:
    """The id of a strategy card: `card:1.veil`; of one that is hidden, its owner's hand."""
    return f"hand:{seat}" if card == UNKNOWN else f"card:{seat}.{card}"


def offer_id(card: CardId) -> str:
    """The id of a card that may be brought, before anybody has it: `choice:veil`, `choice:?` for one not seen."""
    return f"choice:{card}"


def option_id(name: str) -> str:
    """The id of what a card offers, and of nobody: `option:0`, `option:yes`."""
    return f"option:{name}"


def seat_id(seat: Seat) -> str:
    """The id of a player's strip: `seat:1`."""
    return f"seat:{seat}"


def copper_id(seat: Seat) -> str:
    """The id of a player's copper: `copper:1`."""
    return f"copper:{seat}"


def watch_id(seat: Seat) -> str:
    """The id of a player's standing word, when it wants to be asked: `watch:1`."""
    return f"watch:{seat}"


def switch_id(seat: Seat, word: Watch) -> str:
    """The id of the part of a sign that stands for a standing word: `watch:1.all`."""
    return f"watch:{seat}.{word}"


THIS_TURN = "turn"
"""The id of what is under way: a word may be given for this turn alone."""


def task_id(owner: Seat, task: Address) -> str:
    """The id of one of several tasks of a card, by the card's owner: `task:1.captain.charge`."""
    return f"task:{owner}.{task}"


def place_id(seat: Seat, place: Place) -> str:
    """The id of a place: `place:1.camp`, `place:2.infirmary`, `card:1.tower` for a location."""
    return f"card:{place}" if place[0] in "12" else f"place:{seat}.{place}"


def card_of(address: Address) -> CardId:
    """The card that a step or a list of steps stands on."""
    return address.partition(".")[0]
