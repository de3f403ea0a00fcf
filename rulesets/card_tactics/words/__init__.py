"""The language of Card Tactics' component sets: how a file writes cards, what they do and to whom.

`selecting` (who is meant, under which condition), `phrases` (what is done), `cards` (heroes, enemies, items, events).
"""
