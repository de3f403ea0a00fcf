"""What can follow from an action: facts in the past tense, folded into the board.

Most changes are written out with `replace` at every level of the nesting: three to five dull lines, and three times as
fast as any helper that would hide them.
"""

from rulesets.heros_crossing_tactics.effects.attack import *
from rulesets.heros_crossing_tactics.effects.common import *
from rulesets.heros_crossing_tactics.effects.damage import *
from rulesets.heros_crossing_tactics.effects.flank import *
from rulesets.heros_crossing_tactics.effects.hire import *
from rulesets.heros_crossing_tactics.effects.recruit import *
from rulesets.heros_crossing_tactics.effects.setup import *
from rulesets.heros_crossing_tactics.effects.turns import *
