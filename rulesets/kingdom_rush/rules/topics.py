"""The topics of the rules, in their order."""

from rulesets.kingdom_rush.rules import (
    abilities,
    advancing,
    attacks,
    bosses,
    buying,
    destroying,
    displacing,
    ending,
    heroes,
    passing,
    pick_up,
    setup,
    soldiers,
    solo,
    spawning,
    spells,
    towers,
    wildcat,
)

TOPICS = (
    setup,
    spawning,
    towers,
    attacks,
    soldiers,
    passing,
    heroes,
    wildcat,
    abilities,
    spells,
    solo,
    displacing,
    destroying,
    advancing,
    bosses,
    pick_up,
    buying,
    ending,
)
"""In the order of the rulebook, which is that of legal actions."""
