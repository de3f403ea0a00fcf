"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

520 units wide, so that the smallest name is still read on a phone: the far seat's strip and places, the gap with laws,
attack and task in progress, the near seat's places and strip. A seat that looks sits below, and sees its hand there.
"""

from rulesets.heroes_of_the_campaign.picture.table import picture

__all__ = ["picture"]
