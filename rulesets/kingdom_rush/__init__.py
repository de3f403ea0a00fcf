"""Kingdom Rush: A Rift in Time, one to four defenders against the hordes."""

from __future__ import annotations

from rulesets.kingdom_rush import effects
from rulesets.kingdom_rush.board import (
    Activating,
    Advancing,
    Attacking,
    Board,
    BossActing,
    ChoosingSpells,
    Destroying,
    FinishingAbility,
    PlacingWildcat,
    PlayCards,
    Recruiting,
    RoundStarting,
    Sacrificing,
    Spawning,
    Surging,
)
from rulesets.kingdom_rush.components import load
from rulesets.kingdom_rush.facts import facts, standing, value_of
from rulesets.kingdom_rush.picture import picture
from rulesets.kingdom_rush.rules.abilities.alleria import Inspire
from rulesets.kingdom_rush.rules.abilities.ignus import (
    Heal,
    StopSurge,
    Surge,
    surging_goes_on,
)
from rulesets.kingdom_rush.rules.abilities.lilith import Bless
from rulesets.kingdom_rush.rules.abilities.magnus import Conjure
from rulesets.kingdom_rush.rules.abilities.malik import Refresh
from rulesets.kingdom_rush.rules.abilities.use import Forgo, UseAbility, finish_ability
from rulesets.kingdom_rush.rules.advancing import advance
from rulesets.kingdom_rush.rules.attacks import AimAt, BringForward, LeaveOut, PlacePieces, PlaceTile, attack_goes_on
from rulesets.kingdom_rush.rules.bosses import GiveUpTower, PlacePortal, act
from rulesets.kingdom_rush.rules.buying import BuyTower, EndPurchases
from rulesets.kingdom_rush.rules.destroying import destroy
from rulesets.kingdom_rush.rules.displacing import Displace
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import (
    ActivateHero,
    BasicAttack,
    EndActivation,
    Engage,
    MoveHero,
    Recover,
    activation_goes_on,
)
from rulesets.kingdom_rush.rules.passing import PassTower
from rulesets.kingdom_rush.rules.pick_up import TakeWhiteTower
from rulesets.kingdom_rush.rules.setup import (
    ChooseAbilities,
    ChooseBench,
    ChooseHero,
    ChooseSpell,
    Options,
    choices,
    choosing_spells_goes_on,
    empty_board,
    recruiting_goes_on,
    start,
)
from rulesets.kingdom_rush.rules.soldiers import RelocateSoldier, StopRelocating
from rulesets.kingdom_rush.rules.solo import CallBenchHero, EliminateColor
from rulesets.kingdom_rush.rules.spawning import spawn, start_round
from rulesets.kingdom_rush.rules.spells import Suffer, UseHandOfMidas, UseSpell, sacrificing_goes_on
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kingdom_rush.rules.wildcat import ActivateWildcat, KeepWildcat, PlaceWildcat, wildcat_comes
from rulesets.kingdom_rush.shown import shown
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Kingdom Rush: A Rift in Time",
    seats=range(1, 5),
    home=PlayCards,
    actions=(
        ChooseHero,
        ChooseAbilities,
        ChooseSpell,
        ChooseBench,
        EliminateColor,
        PlayTower,
        PlaceTile,
        PlacePieces,
        AimAt,
        LeaveOut,
        BringForward,
        RelocateSoldier,
        StopRelocating,
        PassTower,
        ActivateHero,
        MoveHero,
        Engage,
        BasicAttack,
        UseAbility,
        Recover,
        EndActivation,
        ActivateWildcat,
        PlaceWildcat,
        KeepWildcat,
        Inspire,
        Refresh,
        Bless,
        Conjure,
        Heal,
        Surge,
        StopSurge,
        Forgo,
        UseSpell,
        UseHandOfMidas,
        Suffer,
        CallBenchHero,
        Done,
        Displace,
        PlacePortal,
        GiveUpTower,
        TakeWhiteTower,
        BuyTower,
        EndPurchases,
    ),
    effects=effects,
    board=Board,
    automatic={
        Recruiting: recruiting_goes_on,
        ChoosingSpells: choosing_spells_goes_on,
        RoundStarting: start_round,
        Spawning: spawn,
        Attacking: attack_goes_on,
        Activating: activation_goes_on,
        FinishingAbility: finish_ability,
        PlacingWildcat: wildcat_comes,
        Surging: surging_goes_on,
        Sacrificing: sacrificing_goes_on,
        Destroying: destroy,
        Advancing: advance,
        BossActing: act,
    },
    load=load,
    empty_board=empty_board,
    start=start,
    facts=facts,
    standing=standing,
    picture=picture,
    options=Options,
    shown=shown,
    choices=choices,
    score="Hearts of the Kingdom",
    cooperative=True,
    value_of=value_of,
)
