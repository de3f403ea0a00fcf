"""The topics of the rules, in their order."""

from rulesets.heros_crossing.rules import (
    actions,
    attract,
    bidding,
    by_hand,
    claiming,
    cleanup,
    donations,
    ending,
    layout,
    resolution,
    rounds,
    setup,
    spies,
    stealing,
    turns,
    using,
)

TOPICS = (
    setup,
    layout,
    rounds,
    claiming,
    actions,
    spies,
    bidding,
    attract,
    turns,
    using,
    by_hand,
    stealing,
    donations,
    resolution,
    cleanup,
    ending,
)
"""In the order of legal actions: the actions of a row, then the end of the turn, then what is free."""
