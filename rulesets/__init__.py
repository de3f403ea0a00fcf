"""The rulebooks: one package each, and `kit`, what every one of them is made of.

A ruleset says what a table may do and what follows from it: pure functions and frozen structs, which know nothing of
logs, databases or the web. The rest of the program sees its `RULESET` alone, and finds it by an entry point, so others
may install their own (docs/rulesets.md). Read `rulesets.heros_crossing_tactics` first: it is the smallest, and laid
out like the others: `__init__`, `board`, `phases`, `effects/`, then `rules/` in the order of its `RULES.md`.
"""

__all__ = [
    "card_tactics",
    "heroes_of_the_campaign",
    "heros_crossing",
    "heros_crossing_tactics",
    "kingdom_rush",
    "kit",
    "scoresheet",
]
