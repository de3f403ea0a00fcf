"""The topics of the rules, in their order."""

from rulesets.heroes_of_the_campaign.rules import (
    by_hand,
    combat,
    locations,
    running,
    setup,
    strategies,
    tasks,
    triggers,
    turns,
    verbs,
    windows,
)

TOPICS = (setup, tasks, locations, strategies, running, verbs, combat, triggers, by_hand, windows, turns)
"""Their order is that of legal actions."""
