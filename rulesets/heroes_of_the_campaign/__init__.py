"""Heroes of the Campaign, a duel of three heroes and three hidden strategy cards a side, whose cards are the game."""

from __future__ import annotations

from rulesets.heroes_of_the_campaign import effects
from rulesets.heroes_of_the_campaign.board import (
    AgreeingStarter,
    Board,
    ChoosingTeams,
    Fighting,
    Running,
    Triggering,
    Turn,
    TurnOver,
)
from rulesets.heroes_of_the_campaign.facts import facts, standing, value_of
from rulesets.heroes_of_the_campaign.loading import load
from rulesets.heroes_of_the_campaign.picture import picture
from rulesets.heroes_of_the_campaign.rules.by_hand import EnterByHand
from rulesets.heroes_of_the_campaign.rules.combat import fight
from rulesets.heroes_of_the_campaign.rules.locations import SendHero
from rulesets.heroes_of_the_campaign.rules.running import run
from rulesets.heroes_of_the_campaign.rules.setup import (
    AgreeStarter,
    PickHero,
    PickStrategy,
    begin,
    empty_board,
    reveal,
    start,
)
from rulesets.heroes_of_the_campaign.rules.strategies import DeploySupport, EnactLaw, LearnManeuver, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.triggers import answer
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn, end_turn
from rulesets.heroes_of_the_campaign.rules.windows import Choose, GoOn, WatchFor
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Heroes of the Campaign",
    seats=range(2, 3),
    home=Turn,
    actions=(
        PickHero,
        PickStrategy,
        AgreeStarter,
        StartTask,
        SendHero,
        DeploySupport,
        LearnManeuver,
        UseEvent,
        EnactLaw,
        Choose,
        EnterByHand,
        GoOn,
        WatchFor,
        EndTurn,
    ),
    effects=effects,
    board=Board,
    automatic={
        ChoosingTeams: reveal,
        AgreeingStarter: begin,
        Running: run,
        Fighting: fight,
        Triggering: answer,
        TurnOver: end_turn,
    },
    load=load,
    empty_board=empty_board,
    start=start,
    facts=facts,
    standing=standing,
    score="heroes at the side",
    value_of=value_of,
    picture=picture,
)
