"""What can follow from an action: facts in the past tense, folded into the board, one module for each topic.

Changes are written out with `replace` at every level of the nesting: dull, and three times as fast as any helper.
"""

from rulesets.card_tactics.effects.attacks import *
from rulesets.card_tactics.effects.by_hand import *
from rulesets.card_tactics.effects.camp import *
from rulesets.card_tactics.effects.choosing import *
from rulesets.card_tactics.effects.ending import *
from rulesets.card_tactics.effects.event import *
from rulesets.card_tactics.effects.following import *
from rulesets.card_tactics.effects.health import *
from rulesets.card_tactics.effects.items import *
from rulesets.card_tactics.effects.moving import *
from rulesets.card_tactics.effects.quirks import *
from rulesets.card_tactics.effects.rounds import *
from rulesets.card_tactics.effects.setup import *
from rulesets.card_tactics.effects.slots import *
from rulesets.card_tactics.effects.tokens import *
