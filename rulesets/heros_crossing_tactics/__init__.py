"""Hero's Crossing: Tactics, a duel of two Monarchs behind three Fronts each."""

from __future__ import annotations

from rulesets.heros_crossing_tactics import effects, holdings
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.components import load
from rulesets.heros_crossing_tactics.fields import FIELDS, OUTCOMES
from rulesets.heros_crossing_tactics.names import ENDINGS
from rulesets.heros_crossing_tactics.phases import Turn
from rulesets.heros_crossing_tactics.picture import picture
from rulesets.heros_crossing_tactics.picture.faces import cards
from rulesets.heros_crossing_tactics.questions import QUESTIONS
from rulesets.heros_crossing_tactics.rules import attack, damage, flank, hire, recruit, setup, turns
from rulesets.heros_crossing_tactics.standing import standing, value_of
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Hero's Crossing: Tactics",
    about="A duel of two Monarchs: heroes and their Soldiers hold three Fronts, with hidden hands.",
    seats=range(2, 3),
    home=Turn,
    rules=(setup, hire, recruit, flank, attack, damage, turns),
    effects=effects,
    board=Board,
    load=load,
    empty_board=setup.empty_board,
    start=setup.start,
    standing=standing,
    score="health of 6",
    value_of=value_of,
    picture=picture,
    endings=ENDINGS,
    holdings=holdings,
    questions=QUESTIONS,
    fields=FIELDS,
    cards=cards,
    outcomes=OUTCOMES,
)
