"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

There are two arrangements of the same groups, with the same ids. The wide one (640 units): the journey, the line of six
with heroes at the left, whoever acts with skills and quirk, the last attack of either side as an equation, then items,
stacks and events. The narrow one (400 units) is for phones: the line is folded at the centre, enemies above heroes, and
all else lies below it over the full width.
"""

from rulesets.card_tactics.picture.table import picture

__all__ = ["picture"]
