"""Boards of Hero's Crossing on which a hero of seat 1 (the Cook) has a power of the test's own."""

from __future__ import annotations

from copy import copy
from typing import Any

import msgspec
from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.components import addresses, passive
from rulesets.heros_crossing.pieces import Owned
from rulesets.heros_crossing.schema import PowerForm
from rulesets.heros_crossing.values import PRINTED

HERO = "cook"
OWNED = (Owned(HERO, 1),)


def power(*effects: dict[str, Any], when: str = "activated", **more: Any) -> PowerForm:
    """A power in the words of a component set; an activated one exhausts its hero, if nothing else is told."""
    form = {"text": "What the test says.", "when": when, "effects": effects, "exhaust": when == "activated", **more}
    return msgspec.convert(form, PowerForm)


def under(board: Board, form: PowerForm, hero: str = HERO) -> Board:
    """The board, with another power on a hero."""
    components = copy(board.components)
    components.hero = components.hero | {hero: replace(components.hero[hero], power=form)}
    components.bend = dict(addresses(components.hero.values()))
    components.passive = {own.id: passive(own) for own in components.hero.values()}
    components._values = {(): PRINTED}
    return replace(board, components=components)
