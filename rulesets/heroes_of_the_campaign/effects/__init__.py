"""What can follow from an action: facts in the past tense, folded into the board.

`teams` (the set-up), `turns`, `sequences` (tasks and other lists of actions, choices, windows), `fights`, `heroes`
(wounds, places, statuses), `copper`, `strategies`.

In rows for statistics `value` is copper, wounds taken or healed, attack power, or the round; `card` is a card of the
set or a task on it (`captain.charge`); `place` and `target` are ids of heroes (`hero:1.captain`); `kind` is the slot of
a task, a status, or the rule that an action was skipped by.
"""

from rulesets.heroes_of_the_campaign.effects.copper import *
from rulesets.heroes_of_the_campaign.effects.fights import *
from rulesets.heroes_of_the_campaign.effects.heroes import *
from rulesets.heroes_of_the_campaign.effects.sequences import *
from rulesets.heroes_of_the_campaign.effects.strategies import *
from rulesets.heroes_of_the_campaign.effects.teams import *
from rulesets.heroes_of_the_campaign.effects.turns import *
