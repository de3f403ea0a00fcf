"""Where the log of each ruleset tells what the rules name: who plays what, which card, where a move begins.

This is all that counts from the log know of rulesets, and none of it is asked of a ruleset.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.statistics.logged import Logged, LoggedEvent

COPY = re.compile(r"-\d+$")
"""What tells copies of a card apart."""


class Naming(NamedTuple):
    """A type of decision that names a card, and under which id facts have it."""

    type: str
    field: str
    prefix: str

    def id_of(self, event: LoggedEvent) -> str:
        """The id of the card that such a decision names."""
        return f"{self.prefix}:{COPY.sub('', event.action[self.field])}"


CARDS = {
    "card_tactics": Naming("UseItem", "item", "card"),
    "heroes_of_the_campaign": Naming("StartTask", "task", "task"),
    "heros_crossing": Naming("Attract", "hero", "hero"),
    "heros_crossing_tactics": Naming("HirePlace", "card", "card"),
    "kingdom_rush": Naming("PlayTower", "tower", "tower"),
}

FACTIONS: dict[str, tuple[str, Callable[[LoggedEvent], Iterator[tuple[int, str]]]]]
"""What the seats of a ruleset play, and how an event tells it: seats, and what each plays."""


def _heroes_chosen(event: LoggedEvent) -> Iterator[tuple[int, str]]:
    for effect in event.effects:
        if effect["type"] == "HeroesChosen":
            yield from ((seat, f"card:{hero}") for seat, hero in zip(effect["seats"], effect["heroes"], strict=True))


def _hero_picked(event: LoggedEvent) -> Iterator[tuple[int, str]]:
    if event.kind == "play" and event.seat and event.action["type"] == "PickHero":
        yield event.seat, f"hero:{event.action['card']}"


def _colour_chosen(event: LoggedEvent) -> Iterator[tuple[int, str]]:
    if event.kind == "play" and event.seat and event.action["type"] == "ChooseColour":
        yield event.seat, event.action["colour"]


def _monarch_assigned(event: LoggedEvent) -> Iterator[tuple[int, str]]:
    for effect in event.effects:
        if effect["type"] == "MonarchAssigned":
            yield effect["seat"], f"card:{effect['card']}"


def _hero_chosen(event: LoggedEvent) -> Iterator[tuple[int, str]]:
    if event.kind == "play" and event.seat and event.action["type"] == "ChooseHero":
        yield event.seat, f"colour:{event.action['colour']}"


FACTIONS = {
    "card_tactics": ("hero", _heroes_chosen),
    "heroes_of_the_campaign": ("hero", _hero_picked),
    "heros_crossing": ("colour", _colour_chosen),
    "heros_crossing_tactics": ("monarch", _monarch_assigned),
    "kingdom_rush": ("colour", _hero_chosen),
}


class Moves(NamedTuple):
    """Which decisions begin a move: those of these types, unless something else is still going on."""

    types: frozenset[str]
    opens: Callable[[LoggedEvent], bool] = lambda _event: False
    """Whether something goes on after a decision, until an effect `closes` it."""
    closes: frozenset[str] = frozenset()

    def of(self, game: Logged) -> Iterator[tuple[int, list[str]]]:
        """Who began each move of a game, and the types of its decisions, of whomever; the set-up has none."""
        within = False
        move: tuple[int, list[str]] | None = None
        for event in game.line:
            if event.kind == "play" and event.action["type"] in self.types and not within:
                if move:
                    yield move
                move = event.seat or 0, []
            if event.kind == "play" and move:
                move[1].append(event.action["type"])
            within |= event.kind == "play" and self.opens(event)
            within &= all(effect["type"] not in self.closes for effect in event.effects)
        if move:
            yield move


def _acts(event: LoggedEvent) -> bool:
    """A hero acts by a skill, also by one of an item if that is not free."""
    used = [effect for effect in event.effects[:3] if effect["type"] == "SkillUsed"]
    by_item = event.action["type"] == "UseItem" and any(not effect.get("free") for effect in used)
    return by_item or event.action["type"] in ("UseSkill", "Skip")


MOVES = {
    "card_tactics": Moves(
        frozenset({"LeaveCamp", "Rearrange", "Skip", "UseCampItem", "UseItem", "UseSkill"}),
        _acts,
        frozenset({"SlotStarted", "CombatWon"}),
    ),
    "heroes_of_the_campaign": Moves(
        frozenset({"DeploySupport", "EnactLaw", "EndTurn", "LearnManeuver", "SendHero", "StartTask", "UseEvent"})
        | {"WatchFor"}
    ),
    "heros_crossing": Moves(
        frozenset({"DraftDie", "Donate", "UsePower"}),
        lambda event: event.action["type"] == "DraftDie",
        frozenset({"TurnStarted"}),
    ),
    "heros_crossing_tactics": Moves(frozenset({"Attack", "Flank", "HirePlace", "HireReplace", "Recruit"})),
    "kingdom_rush": Moves(
        frozenset({"ActivateHero", "ActivateWildcat", "CallBenchHero", "Done", "PassTower", "PlayTower"}),
        lambda event: event.action["type"] in ("ActivateHero", "ActivateWildcat"),
        frozenset({"ActivationEnded"}),
    ),
}
