"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

640 units wide: the phase bar with the team's pools, the map, a lane with stacks and decks, the players side by side.
The map is drawn in its own units, 96 for a space, and scaled to the width; no text stands in it.
"""

from rulesets.kingdom_rush.picture.table import picture

__all__ = ["picture"]
