"""The card language: every word that a component set may say. No rules, no board.

`terms` (closed lists of names), `reading` (filters, amounts, conditions, modifiers, targets), `verbs` (the actions of a
card). Abilities, tasks, cards and the whole document stand in `schema.py`.
"""
