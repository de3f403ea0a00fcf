"""A game in two versions, whose second one reads what the first has stored: docs/rulesets.md tells how.

From `version_1` to `version_2` a field of the action was renamed, one effect was split into two, and another is gone.
`version-1.jsonl` is a game that the first version stored, and is never written again.
"""
