"""Hero's Crossing: towns of smiths and brewers outfit heroes, and compete for them."""

from __future__ import annotations

from rulesets.heros_crossing import effects, holdings
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.components import load
from rulesets.heros_crossing.fields import FIELDS, OUTCOMES
from rulesets.heros_crossing.names import ENDINGS
from rulesets.heros_crossing.phases import Turn
from rulesets.heros_crossing.picture import picture
from rulesets.heros_crossing.picture.faces import cards
from rulesets.heros_crossing.questions import QUESTIONS
from rulesets.heros_crossing.rules.setup import empty_board, start
from rulesets.heros_crossing.rules.topics import TOPICS
from rulesets.heros_crossing.standing import colours, score_parts, standing, value_of
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Hero's Crossing",
    about="Towns of smiths and brewers compete for buildings, and for the heroes who come to buy.",
    seats=range(2, 5),
    board=Board,
    home=Turn,
    load=load,
    empty_board=empty_board,
    start=start,
    rules=TOPICS,
    effects=effects,
    standing=standing,
    score="points if the game ended now",
    score_parts=score_parts,
    colours=colours,
    value_of=value_of,
    picture=picture,
    fields=FIELDS,
    outcomes=OUTCOMES,
    endings=ENDINGS,
    holdings=holdings,
    questions=QUESTIONS,
    cards=cards,
)
