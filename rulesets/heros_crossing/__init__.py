"""Hero's Crossing: towns of smiths and brewers outfit heroes, and compete for them."""

from __future__ import annotations

from rulesets.heros_crossing import effects
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.components import load
from rulesets.heros_crossing.facts import facts, standing
from rulesets.heros_crossing.phases import (
    Acting,
    Arranging,
    Cleaning,
    Closing,
    Donating,
    Drafting,
    Extra,
    Joining,
    LastDonations,
    RollingDice,
    RoundStart,
    Scoring,
    Selling,
    Settling,
    Swapping,
    Turn,
)
from rulesets.heros_crossing.picture import picture
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Move, Produce
from rulesets.heros_crossing.rules.attract import Attract
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.by_hand import EnterByHand
from rulesets.heros_crossing.rules.claiming import (
    AnnounceRaise,
    ClaimTile,
    LetBidStand,
    PlaceTile,
    WithdrawBid,
    settle_bids,
    settle_final_bids,
)
from rulesets.heros_crossing.rules.cleanup import clean_up
from rulesets.heros_crossing.rules.donations import CloseDonations, Donate, GiveCubes, close_donation
from rulesets.heros_crossing.rules.ending import close_donations, score
from rulesets.heros_crossing.rules.layout import LayTile, SwapDuplicate, open_first_round, swap
from rulesets.heros_crossing.rules.resolution import EndSale, SellCube, resolve
from rulesets.heros_crossing.rules.rounds import ChooseZoning, open_round, roll_dice
from rulesets.heros_crossing.rules.setup import ChooseColour, PickTile, draft, empty_board, start
from rulesets.heros_crossing.rules.spies import ExpelSpy, SendSpy
from rulesets.heros_crossing.rules.stealing import GiveDie, StealDie, TakeDie
from rulesets.heros_crossing.rules.turns import DraftDie, EndExtra, EndTurn, close_extra, close_turn
from rulesets.heros_crossing.rules.using import UsePower, join
from rulesets.heros_crossing.standing import value_of
from rulesets.kit.ruleset import Ruleset

RULESET: Ruleset[Board] = Ruleset(
    __name__,
    title="Hero's Crossing",
    seats=range(2, 5),
    home=Turn,
    actions=(
        ChooseColour,
        PickTile,
        SwapDuplicate,
        LayTile,
        ChooseZoning,
        ClaimTile,
        PlaceTile,
        WithdrawBid,
        AnnounceRaise,
        LetBidStand,
        DraftDie,
        GetLand,
        GetModifiers,
        Produce,
        Move,
        SendSpy,
        ExpelSpy,
        Bid,
        Attract,
        EndExtra,
        EndTurn,
        UsePower,
        EnterByHand,
        StealDie,
        TakeDie,
        GiveDie,
        Donate,
        GiveCubes,
        SellCube,
        EndSale,
        CloseDonations,
    ),
    effects=effects,
    board=Board,
    automatic={
        Drafting: draft,
        Swapping: swap,
        Arranging: open_first_round,
        RoundStart: open_round,
        RollingDice: roll_dice,
        Settling: settle_bids,
        Acting: close_turn,
        Extra: close_extra,
        Donating: close_donation,
        Selling: resolve,
        Joining: join,
        Closing: settle_final_bids,
        Cleaning: clean_up,
        LastDonations: close_donations,
        Scoring: score,
    },
    load=load,
    empty_board=empty_board,
    start=start,
    facts=facts,
    standing=standing,
    score="victory points",
    value_of=value_of,
    picture=picture,
)
