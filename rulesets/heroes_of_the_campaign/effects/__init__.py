"""What can follow from an action: facts in the past tense, folded into the board.

In rows for statistics `card` is a card, or the list of actions that is performed (`task:captain.charge`); `source` is
the hero that did it, or the card where no hero did; `target` is the hero that it happened to; `place` is where. Cards
have the same ids whoever brought them: `seat` says whose they are. `value` is copper, wounds or attack power.
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
