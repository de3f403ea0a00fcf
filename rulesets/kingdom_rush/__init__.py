"""Kingdom Rush: A Rift in Time, one to four defenders against the hordes."""

from __future__ import annotations

from rulesets.kingdom_rush import effects, holdings
from rulesets.kingdom_rush.board import Board, shown
from rulesets.kingdom_rush.components import load
from rulesets.kingdom_rush.fields import FIELDS, OUTCOMES
from rulesets.kingdom_rush.names import ENDINGS
from rulesets.kingdom_rush.phases import PlayCards
from rulesets.kingdom_rush.picture import picture
from rulesets.kingdom_rush.picture.faces import cards
from rulesets.kingdom_rush.questions import QUESTIONS
from rulesets.kingdom_rush.rules import setup
from rulesets.kingdom_rush.rules.topics import TOPICS
from rulesets.kingdom_rush.standing import colours, standing, value_of
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Kingdom Rush: A Rift in Time",
    about="All together against the Hordes: Towers and Heroes hold the Path, in seven scenarios.",
    seats=range(1, 5),
    board=Board,
    home=PlayCards,
    load=load,
    empty_board=setup.empty_board,
    start=setup.start,
    rules=TOPICS,
    effects=effects,
    fields=FIELDS,
    outcomes=OUTCOMES,
    standing=standing,
    score="Hearts of the Kingdom",
    colours=colours,
    cooperative=True,
    endings=ENDINGS,
    value_of=value_of,
    picture=picture,
    options=setup.Options,
    choices=setup.choices,
    shown=shown,
    holdings=holdings,
    questions=QUESTIONS,
    cards=cards,
)
