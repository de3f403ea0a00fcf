"""Card Tactics, three heroes against whatever the Challenge stack holds."""

from rulesets.card_tactics import components, effects, holdings, names, phases, picture, standing
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.fields import FIELDS, OUTCOMES
from rulesets.card_tactics.picture.faces import cards
from rulesets.card_tactics.questions import QUESTIONS
from rulesets.card_tactics.rules import setup
from rulesets.card_tactics.rules.topics import TOPICS
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Card Tactics",
    about="Three heroes together, by dice and cards, on the road to the Dragon.",
    seats=range(1, 4),
    board=Board,
    home=phases.AtRest,
    load=components.load,
    empty_board=setup.empty_board,
    start=setup.start,
    rules=TOPICS,
    fields=FIELDS,
    outcomes=OUTCOMES,
    effects=effects,
    standing=standing.standing,
    holdings=holdings,
    questions=QUESTIONS,
    score="health of the heroes",
    cooperative=True,
    value_of=standing.value_of,
    picture=picture.picture,
    endings=names.ENDINGS,
    options=setup.Options,
    cards=cards,
)
