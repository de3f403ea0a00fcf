"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

640 units wide: the journey, the line of six with heroes at the left, whoever acts with skills and quirk, the last
attack of either side as an equation, then items, stacks and events.
"""

from rulesets.card_tactics.picture.table import picture

__all__ = ["picture"]
