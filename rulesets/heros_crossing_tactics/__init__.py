"""Hero's Crossing: Tactics, a duel of two Monarchs behind three Fronts each."""

from __future__ import annotations

from rulesets.heros_crossing_tactics import effects
from rulesets.heros_crossing_tactics.board import (
    Board,
    Damage,
    Drafting,
    OverLimit,
    Placing,
    Recruiting,
    SetupDrawing,
    Turn,
    TurnOver,
)
from rulesets.heros_crossing_tactics.components import load
from rulesets.heros_crossing_tactics.facts import facts, standing, value_of
from rulesets.heros_crossing_tactics.picture import picture
from rulesets.heros_crossing_tactics.rules.attack import Attack, AttackReserve, DefenceReserve
from rulesets.heros_crossing_tactics.rules.damage import ChooseCasualty, deal_damage
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import (
    Discard,
    DrawHero,
    FinishDrawing,
    Recruit,
    keep_limit,
    stop_drawing,
)
from rulesets.heros_crossing_tactics.rules.setup import (
    PickHero,
    PlaceHeroes,
    draft,
    empty_board,
    flip,
    start,
    stop_setup_drawing,
)
from rulesets.heros_crossing_tactics.rules.turns import end_turn
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Hero's Crossing: Tactics",
    seats=range(2, 3),
    home=Turn,
    actions=(
        PickHero,
        PlaceHeroes,
        HirePlace,
        HireReplace,
        Recruit,
        DrawHero,
        FinishDrawing,
        Discard,
        Flank,
        Send,
        Attack,
        AttackReserve,
        DefenceReserve,
        ChooseCasualty,
    ),
    effects=effects,
    board=Board,
    automatic={
        Drafting: draft,
        Placing: flip,
        SetupDrawing: stop_setup_drawing,
        Recruiting: stop_drawing,
        OverLimit: keep_limit,
        Damage: deal_damage,
        TurnOver: end_turn,
    },
    load=load,
    empty_board=empty_board,
    start=start,
    facts=facts,
    standing=standing,
    score="health of 6",
    value_of=value_of,
    picture=picture,
)
