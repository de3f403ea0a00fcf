"""What can follow from an action: facts in the past tense, folded into the board, one module for each topic.

Nothing is private to a seat: what is hidden (stacks, decks) is hidden from everybody, and no effect tells of it.
"""

from rulesets.kingdom_rush.effects.attacks import *
from rulesets.kingdom_rush.effects.bosses import *
from rulesets.kingdom_rush.effects.common import *
from rulesets.kingdom_rush.effects.ending import *
from rulesets.kingdom_rush.effects.heroes import *
from rulesets.kingdom_rush.effects.marching import *
from rulesets.kingdom_rush.effects.playing import *
from rulesets.kingdom_rush.effects.rounds import *
from rulesets.kingdom_rush.effects.setup import *
from rulesets.kingdom_rush.effects.spawning import *
