"""What can follow from an entry: facts in the past tense, folded into the sheet."""

from rulesets.scoresheet.effects.chance import *
from rulesets.scoresheet.effects.ending import *
from rulesets.scoresheet.effects.moving import *
from rulesets.scoresheet.effects.rounds import *
from rulesets.scoresheet.effects.scoring import *
from rulesets.scoresheet.effects.seats import *
