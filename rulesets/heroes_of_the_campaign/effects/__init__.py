"""What can follow from an action: facts in the past tense, folded into the board.

In rows for statistics `value` is copper, wounds taken or healed, attack power, or the round; `card` is a card or a task
on it (`captain.charge`); `place` and `target` are ids of heroes; `kind` is a slot, a status, or the rule of a skip.
"""

from rulesets.heroes_of_the_campaign.effects.by_hand import *
from rulesets.heroes_of_the_campaign.effects.combat import *
from rulesets.heroes_of_the_campaign.effects.copper import *
from rulesets.heroes_of_the_campaign.effects.infirmary import *
from rulesets.heroes_of_the_campaign.effects.locations import *
from rulesets.heroes_of_the_campaign.effects.running import *
from rulesets.heroes_of_the_campaign.effects.setup import *
from rulesets.heroes_of_the_campaign.effects.strategies import *
from rulesets.heroes_of_the_campaign.effects.tasks import *
from rulesets.heroes_of_the_campaign.effects.triggers import *
from rulesets.heroes_of_the_campaign.effects.turns import *
from rulesets.heroes_of_the_campaign.effects.windows import *
