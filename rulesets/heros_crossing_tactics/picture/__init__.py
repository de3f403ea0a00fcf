"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

640 units wide: the strip of the far seat, its three lanes, the gap where attacks and reserves lie, the near seat's
lanes and strip, the supply. A seat that looks sits below, and sees the faces of its hand under its strip.
"""

from rulesets.heros_crossing_tactics.picture.table import picture

__all__ = ["picture"]
