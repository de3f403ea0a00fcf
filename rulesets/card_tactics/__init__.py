"""Card Tactics, three heroes against whatever the Challenge stack holds."""

from __future__ import annotations

from rulesets.card_tactics import effects
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.components import load
from rulesets.card_tactics.facts import facts
from rulesets.card_tactics.phases import (
    Acted,
    AtRest,
    Attacking,
    Camp,
    Deciding,
    Ending,
    EnemyActing,
    EventDue,
    EventOver,
    Following,
    Moving,
    Ordering,
    Repeating,
    RoundDue,
    TreasureDue,
    Triggering,
)
from rulesets.card_tactics.picture import picture
from rulesets.card_tactics.rules.attacks import SettleRerolls, attack_goes_on
from rulesets.card_tactics.rules.by_hand import EnterByHand
from rulesets.card_tactics.rules.camp import LeaveCamp, Rearrange, UseCampItem, camp_goes_on
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.event import after_event, draw_event
from rulesets.card_tactics.rules.following import follow, repeat
from rulesets.card_tactics.rules.quirks import UseQuirk, take_quirks
from rulesets.card_tactics.rules.rounds import next_slot, start_round
from rulesets.card_tactics.rules.setup import ChooseHeroes, DiscardItem, Options, PlaceHeroes, empty_board, start
from rulesets.card_tactics.rules.skills import Stay, UseBoot, move_on
from rulesets.card_tactics.rules.slots import (
    EndAction,
    Skip,
    UseItem,
    UseSkill,
    after_action,
    end_action,
    enemy_acts,
    hero_decides,
)
from rulesets.card_tactics.rules.treasure import draw_treasure
from rulesets.card_tactics.standing import standing, value_of
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Card Tactics",
    seats=range(1, 4),
    home=AtRest,
    actions=(
        ChooseHeroes,
        DiscardItem,
        PlaceHeroes,
        Rearrange,
        UseCampItem,
        LeaveCamp,
        UseSkill,
        UseItem,
        Skip,
        EndAction,
        Stay,
        UseBoot,
        Choose,
        UseQuirk,
        SettleRerolls,
        EnterByHand,
    ),
    effects=effects,
    board=Board,
    automatic={
        Camp: camp_goes_on,
        EventDue: draw_event,
        EventOver: after_event,
        RoundDue: start_round,
        Ordering: next_slot,
        Deciding: hero_decides,
        EnemyActing: enemy_acts,
        Moving: move_on,
        Following: follow,
        Repeating: repeat,
        Attacking: attack_goes_on,
        Triggering: take_quirks,
        Acted: after_action,
        Ending: end_action,
        TreasureDue: draw_treasure,
    },
    load=load,
    empty_board=empty_board,
    start=start,
    facts=facts,
    standing=standing,
    picture=picture,
    options=Options,
    score="health of the heroes",
    cooperative=True,
    value_of=value_of,
)
