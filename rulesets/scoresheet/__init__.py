"""Scoresheet: a sheet for any game, with what is scored, counted, rolled, drawn and done in it."""

from __future__ import annotations

from rulesets.kit.ruleset import Ruleset
from rulesets.scoresheet import effects, holdings
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.components import load
from rulesets.scoresheet.fields import FIELDS, OUTCOMES
from rulesets.scoresheet.names import ENDINGS
from rulesets.scoresheet.phases import Recording
from rulesets.scoresheet.picture import picture
from rulesets.scoresheet.picture.faces import cards
from rulesets.scoresheet.questions import QUESTIONS
from rulesets.scoresheet.refining import SHEETS
from rulesets.scoresheet.rules import chance, moves, rounds, scoring, seats, setup
from rulesets.scoresheet.schema import MOST_SEATS
from rulesets.scoresheet.standing import standing, value_of

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Scoresheet",
    about="A sheet for any game: points, counters, dice, draws and moves, without a rulebook.",
    seats=range(1, MOST_SEATS + 1),
    seats_with=lambda components: components.seats,
    cooperative_with=lambda components: components.together,
    lowest_with=lambda components: components.sheet.scoring == "lowest",
    sheets=SHEETS,
    board=Board,
    home=Recording,
    load=load,
    empty_board=setup.empty_board,
    start=setup.start,
    rules=(setup, seats, scoring, chance, moves, rounds),
    effects=effects,
    fields=FIELDS,
    outcomes=OUTCOMES,
    standing=standing,
    score="points",
    value_of=value_of,
    picture=picture,
    endings=ENDINGS,
    options=setup.Options,
    choices=setup.choices,
    holdings=holdings,
    questions=QUESTIONS,
    cards=cards,
)
