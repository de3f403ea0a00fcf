"""Component sets with cards that the card language cannot describe, so that players enter their effects by hand."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import json

from api.app import create_app
from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest
from api.recording.simulate import SeededChance, set_up
from api.service import installed_rulesets
from rulesets.kit.bots import any_of
from rulesets.kit.by_hand import ByHand
from tests.api.client import Client
from tests.tables import PLAYERS

if TYPE_CHECKING:
    from api.service import Service

TEXT = "Whenever the moon is full, take heart."
SOUGHT = ("UsePower", "Attract")


def _campaign(document: dict[str, Any]) -> None:
    for hero in document["heroes"]:
        hero["abilities"] = [*hero.get("abilities", ()), {"kind": "by_hand", "text": TEXT}]


def _tactics_of_cards(document: dict[str, Any]) -> None:
    for hero in document["heroes"]:
        hero["quirk"] = {"id": "moon", "trigger": {"on": "by_hand"}, "text": TEXT}


def _crossing(document: dict[str, Any]) -> None:
    for hero in document["heroes"]:
        hero["power"] = {
            "text": TEXT,
            "when": "activated",
            "exhaust": True,
            "effects": [{"do": "by_hand"}],
        }


CHANGES = {"heroes_of_the_campaign": _campaign, "card_tactics": _tactics_of_cards, "heros_crossing": _crossing}
"""For each ruleset: a change of its set with which players soon and often enter effects by hand."""


def by_hand_set(name: str) -> str:
    """A component set as JSON."""
    document = json.decode(installed_rulesets()[name].starter_document)
    CHANGES[name](document)
    return json.encode(document).decode()


def game_by_hand(service: Service, name: str, seed: int = 1, seats: int = 2) -> tuple[str, int]:
    """Record a random game with such a set until a seat may enter something by hand; returns the game's id and that
    seat.

    The table enters rolls and draws.
    """
    ruleset: Any = service.rulesets[name]
    components = upload_set(service, name)
    rng = Random(seed)
    chance = SeededChance(rng)
    _, play = set_up(ruleset, components, seats, chance)
    board, entries = play.board, []
    while not (seat := _entering_seat(ruleset, board)):
        seat, rolled = rng.choice(ruleset.waiting_for(board)), SeededChance(rng)
        action = _random_action(ruleset, board, seat, rng)
        board = ruleset.decide(board, seat, action, rolled).board
        entries.append(Entry(seat=seat, action=action, outcomes=tuple(rolled.outcomes)))
    players, outcomes = PLAYERS[:seats], tuple(chance.outcomes)
    request = NewGameRequest(ruleset=name, players=players, component_set=components.hash, outcomes=outcomes)
    game = service.recorder.create(request).game
    if entries:
        service.recorder.act(game.id, entries, expected=game.version)
    return str(game.id), seat


def upload_set(service: Service, name: str) -> Any:
    """Upload the set; returns it."""
    client = Client(create_app(service))
    kind = {"Content-Type": "application/json"}
    made = client.post(f"/v1/rulesets/{name}/component-sets", data=by_hand_set(name).encode(), headers=kind)
    assert made.status_code in (200, 201), made.text
    return service.rulesets[name].load(by_hand_set(name))


def _entering_seat(ruleset: Any, board: Any) -> int:
    """The first seat that may enter something by hand, or 0."""
    for seat in ruleset.waiting_for(board):
        if any(issubclass(type(action), ByHand) for action in ruleset.legal_actions(board, seat)):
            return int(seat)
    return 0


def _random_action(ruleset: Any, board: Any, seat: int, rng: Random) -> Any:
    """A random action, if possible one that brings or uses a hero."""
    actions = list(ruleset.legal_actions(board, seat))
    sought = [action for action in actions if type(action).__name__ in SOUGHT]
    return any_of(sought or actions, rng)
