"""Ids of pieces and places, as screens, pictures and statistics know them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kingdom_rush.components import Components

CACHE_SIZE = 1024
"""Ids of one kind that are remembered: a fact takes several, and most are equal."""


def _ids(kind: str) -> Callable[[str | int], str]:
    """The function that gives the ids of one kind of piece or place: `hero:malik`."""

    @lru_cache(CACHE_SIZE)
    def id_of(name: str | int) -> str:
        return f"{kind}:{name}"

    return id_of


ability_id = _ids("ability")
"""A special-ability tile."""
boss_id = _ids("boss")
"""A Boss miniature."""
colour_id = _ids("colour")
"""The colour of a seat and of its Building sites."""
deck_id = _ids("deck")
"""A deck: `ghosts`, `timewarp` or `storm`."""
hand_id = _ids("hand")
"""The hand of a seat."""
health_id = _ids("health")
"""The health of a hero."""
hero_id = _ids("hero")
"""A hero."""
hero_card_id = _ids("herocard")
"""A Hero card."""
horde_id = _ids("horde")
"""A Horde."""
incoming_id = _ids("incoming")
"""The Towers that were passed to a seat."""
facing_id = _ids("facing")
"""A way to face: `north`, `east`, `south` or `west`."""
exit_id = _ids("exit")
"""An Exit of the map."""
pathbreaker_id = _ids("pathbreaker")
"""A Pathbreaker card."""
portal_tile_id = _ids("tile")
"""A tile that turns a Horde into a Portal."""
scenario_id = _ids("scenario")
"""A scenario."""
seat_id = _ids("seat")
"""A seat."""
space_id = _ids("space")
"""A space of the map."""
spell_id = _ids("spell")
"""A Spell."""
stack_id = _ids("stack")
"""The stack of a Spawn point."""
tower_id = _ids("tower")
"""A Tower card, as statistics know it: pictures have `supply_id`, `held_id` and the space that it stands on."""
warp_id = _ids("warp")
"""A card of the Timewarp deck or of the Portal storm; statistics know its kind, since copies are shuffled again."""


supply_id = _ids("supply")
"""All cards of a Tower in the supply."""


def held_id(seat: int, tower: str) -> str:
    """The id of all cards of a Tower in a hand."""
    return f"hand:{seat}.{tower}"


def square_id(horde: str, cell: str) -> str:
    """The id of a square of a Horde."""
    return f"square:{horde}.{cell}"


def attack_id(components: Components, source: str) -> str:
    """The id of what attacks: a Tower, ability or Spell, or a hero with its basic attack."""
    if source in components.tower:
        return tower_id(source)
    if source in components.ability:
        return ability_id(source)
    return spell_id(source) if source in components.spell else hero_id(source)


def warp_kind(copy: str) -> str:
    """The id of all copies of a Timewarp or Portal storm card."""
    return warp_id(copy.rpartition("-")[0])
