"""The topics of the rules, in their order."""

from rulesets.card_tactics.rules import (
    attacks,
    by_hand,
    camp,
    choosing,
    event,
    following,
    quirks,
    rounds,
    setup,
    skills,
    slots,
    treasure,
    verbs,
)

TOPICS = (setup, camp, event, rounds, slots, skills, following, verbs, choosing, attacks, quirks, treasure, by_hand)
"""In the order of the rulebook, which is that of legal actions."""
