"""Heroes of the Campaign, a duel of three heroes and three hidden strategy cards a side, whose cards are the game."""

from rulesets.heroes_of_the_campaign import effects, holdings, names
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.components import load
from rulesets.heroes_of_the_campaign.fields import FIELDS, OUTCOMES
from rulesets.heroes_of_the_campaign.phases import Turn
from rulesets.heroes_of_the_campaign.picture import picture
from rulesets.heroes_of_the_campaign.picture.faces import cards
from rulesets.heroes_of_the_campaign.questions import QUESTIONS
from rulesets.heroes_of_the_campaign.rules import setup
from rulesets.heroes_of_the_campaign.rules.topics import TOPICS
from rulesets.heroes_of_the_campaign.standing import standing, value_of
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Heroes of the Campaign",
    about="A duel of two teams of heroes, whose cards are the rules.",
    seats=range(2, 3),
    board=Board,
    home=Turn,
    load=load,
    empty_board=setup.empty_board,
    start=setup.start,
    rules=TOPICS,
    effects=effects,
    standing=standing,
    score="heroes standing",
    value_of=value_of,
    picture=picture,
    fields=FIELDS,
    outcomes=OUTCOMES,
    endings=names.ENDINGS,
    holdings=holdings,
    questions=QUESTIONS,
    cards=cards,
)
