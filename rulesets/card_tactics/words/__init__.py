"""The language of Card Tactics' component sets: how a file writes cards, what they do and to whom.

`selecting` (who is meant, under which condition) and `phrases` (what is done); the cards themselves are in `schema`.
"""
