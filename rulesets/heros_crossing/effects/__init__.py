"""What can follow from an action: facts in the past tense, folded into the board.

Most changes are written out with `replace` at every level of the nesting: dull lines, and three times as fast as any
helper that would hide them.
"""

from rulesets.heros_crossing.effects.bids import *
from rulesets.heros_crossing.effects.heroes import *
from rulesets.heros_crossing.effects.powers import *
from rulesets.heros_crossing.effects.rounds import *
from rulesets.heros_crossing.effects.setup import *
from rulesets.heros_crossing.effects.towns import *
from rulesets.heros_crossing.effects.turns import *
