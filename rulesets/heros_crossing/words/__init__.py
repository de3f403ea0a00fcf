"""The words in which hero powers are written. One struct each; `rules/` carries them out.

A bend changes what the rules ask for or give: it holds as long as the hero is owned (a passive power), or for the rest
of the turn in which it is called up (an activated one). A deed does something once.
"""

from rulesets.heros_crossing.words.bends import AnyBend
from rulesets.heros_crossing.words.deeds import AnyDeed

AnyWord = AnyBend | AnyDeed
