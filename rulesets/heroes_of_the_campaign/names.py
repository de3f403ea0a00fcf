"""How cards, heroes and places are called in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.ids import Address, HeroName, Place, card_of
from rulesets.heroes_of_the_campaign.words import verbs as do
from rulesets.kit.svg import legible
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.phases import Running
    from rulesets.kit.phases import Seat


def hero_words(board: Board, name: HeroName) -> str:
    """A hero in a sentence: `{1}'s Captain`."""
    seat, _, card = name.partition(".")
    return f"{{{seat}}}'s {board.components.name_of(card)}"


def place_words(board: Board, place: Place) -> str:
    """A place in a sentence: `the camp`, `Tower`."""
    return board.components.name_of(place[2:]) if place[0] in "12" else f"the {place}"


def owned_words(board: Board, name: HeroName | Place, seat: Seat) -> str:
    """A hero, law or location by its owner and card, as `seat` would call it: `Tower`, `Tower, your opponent's`."""
    return board.components.name_of(name[2:]) + ("" if int(name[0]) == seat else ", your opponent's")


def source_words(board: Board, home: Address) -> str:
    """The card that a list of actions stands on."""
    return board.components.name_of(card_of(home))


# --- why a game is over

ENDINGS = {"nobody_left": "no hero was left to be attacked"}
"""In words that go on after a colon."""


def ending_words(reason: str) -> str:
    """Why a game is over; a reason that the rulebook does not know is shown as it was entered."""
    return legible(ENDINGS.get(reason, reason))


# --- why an action was skipped

NOTHING: dict[type[do.Do], str] = {
    do.EarnCopper: "No copper is earned",
    do.LoseCopper: "No copper is lost",
    do.TakeCopper: "No copper is taken",
    do.Heal: "Nobody is healed",
    do.Wound: "Nobody is wounded",
    do.Attack: "Nobody is attacked",
    do.PerformTask: "No task is performed",
    do.BreakLaw: "No law is broken",
    do.AddStatus: "Nobody gets a status",
    do.RemoveStatus: "Nobody loses a status",
    do.Send: "Nobody is sent",
    do.ByHand: "Nothing is entered by hand",
}
"""What did not happen, by the verb that was skipped."""

REASONS = {
    "HOC-CMB-10": "no fitting defender",
    "HOC-LAW-06": "there is none to break",
    "HOC-VOC-11": "{heroes} cannot perform any now",
    "HOC-VOC-12": "forbidden by {cards}",
    "HOC-VOC-15": "{heroes} is in the infirmary",
    "HOC-TSK-11": "{heroes} cannot attack: {cards}",
    "KIT-HAND-01": "the service tells chance in this game",
}
"""By the rule that an action is skipped with; HOC-TSK-08 has several."""


def skipped_words(board: Board, run: Running, rule: str, heroes: tuple[HeroName, ...], by: tuple[str, ...]) -> str:
    """What did not happen and why, of the action that `run` is at.

    `heroes` are those that it would have been done with, `by` the cards and named statuses that forbid it.
    """
    assert run.at is not None
    verb = type(board.components.steps[run.at].do)
    reason = REASONS.get(rule) or _no_target(run, heroes)
    who, cards = joined(hero_words(board, name) for name in heroes), ", ".join(_giver_words(board, name) for name in by)
    return f"{NOTHING[verb]}: {reason.format(heroes=who, cards=cards)}."


def _no_target(run: Running, heroes: tuple[HeroName, ...]) -> str:
    """HOC-TSK-08."""
    if heroes:
        return "no location takes {heroes}"
    return "nobody was chosen" if () in run.answers else "no fitting hero"


def _giver_words(board: Board, giver: str) -> str:
    """A card or named status, as at its own place in a sentence."""
    return board.components.status_name(giver) if giver in board.components.named else source_words(board, giver)
