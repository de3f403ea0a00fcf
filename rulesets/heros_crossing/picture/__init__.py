"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

There are two arrangements of the same groups, with the same ids. The wide one (860 units) shows the visitors and the
supply with what was laid on them, the Action Card, graveyard and points at the right, and the towns in seat order. The
narrow one (400 units) is for phones: the towns lie one under the other over the full width.
"""

from rulesets.heros_crossing.picture.table import picture

__all__ = ["picture"]
