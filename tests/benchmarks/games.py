"""Games for the benchmarks: random play of each ruleset."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rulesets.card_tactics import RULESET as CARD_TACTICS
from rulesets.heroes_of_the_campaign import RULESET as CAMPAIGN
from rulesets.heros_crossing import RULESET as CROSSING
from rulesets.heros_crossing_tactics import RULESET as TACTICS
from rulesets.kingdom_rush import RULESET as KINGDOM_RUSH
from rulesets.kit.bots import any_of
from rulesets.kit.chance import ServerChance
from rulesets.kit.outcomes import Outcome
from rulesets.kit.phases import Board
from rulesets.kit.structs import Action, Effect, Start

if TYPE_CHECKING:
    from rulesets.kit.ruleset import Ruleset

RULESETS: tuple[Ruleset[Any], ...] = (TACTICS, KINGDOM_RUSH, CROSSING, CAMPAIGN, CARD_TACTICS)
LONG: tuple[Ruleset[Any], ...] = (TACTICS,)
"""Rulesets whose games can have 10,000 decisions; those of the others end sooner."""
MOST_MOVES = 500
"""A game is stopped after so many decisions, so that no long game outweighs the others."""


class Move(Struct, frozen=True):
    """One decision of a game that was played."""

    board: Board
    seat: int
    action: Action[Any]
    outcomes: tuple[Outcome, ...]
    effects: tuple[Effect[Any], ...]


class Game(Struct, frozen=True):
    """A game that was played to its end, or for long."""

    empty_board: Board
    start: tuple[Effect[Any], ...]
    moves: tuple[Move, ...]
    outcomes: tuple[Outcome, ...]
    """The outcomes of the set-up."""


def seats_of(ruleset: Ruleset[Any]) -> int:
    """The number of seats in benchmarks: four in Hero's Crossing, where each adds a town, and two in others."""
    return 4 if ruleset is CROSSING else 2


def play(ruleset: Ruleset[Any], seed: int, most: int = MOST_MOVES) -> Game:
    """A random game: a seat at random among those waited for takes any of its legal actions."""
    rng, key = Random(seed), Random(seed).randbytes(32)
    components = ruleset.starter_components
    start = Start(seats_of(ruleset), components.hash, "server", "free")
    empty_board = ruleset.empty_board(start, components)
    play = ruleset.begin(start, components, ServerChance(key, b"start"))
    board, opening, outcomes = play.board, tuple(play.effects), tuple(play.chance.outcomes)
    moves: list[Move] = []
    while len(moves) < most and (seats := ruleset.waiting_for(board)):
        seat = rng.choice(seats)
        action = any_of(list(ruleset.legal_actions(board, seat)), rng)
        play = ruleset.decide(board, seat, action, ServerChance(key, b"%d" % len(moves)))
        moves.append(Move(board, seat, action, tuple(play.chance.outcomes), tuple(play.effects)))
        board = play.board
    return Game(empty_board, opening, tuple(moves), outcomes)


def long_game(ruleset: Ruleset[Any], length: int) -> Game:
    """A game of `length` decisions: whenever it would end, the move is undone and another one tried."""
    rng, key = Random(1), Random(1).randbytes(32)
    components = ruleset.starter_components
    start = Start(seats_of(ruleset), components.hash, "server", "free")
    play = ruleset.begin(start, components, ServerChance(key, b"start"))
    board, opening, outcomes = play.board, tuple(play.effects), tuple(play.chance.outcomes)
    moves: list[Move] = []
    while len(moves) < length:
        seat = rng.choice(ruleset.waiting_for(board))
        action = any_of(list(ruleset.legal_actions(board, seat)), rng)
        play = ruleset.decide(board, seat, action, ServerChance(key, rng.randbytes(8)))
        moves.append(Move(board, seat, action, tuple(play.chance.outcomes), tuple(play.effects)))
        board = play.board
        while ruleset.over(board) or (play.board is not board and type(board.pending) is not ruleset.home):
            board = moves.pop().board
    return Game(ruleset.empty_board(start, components), opening, tuple(moves), outcomes)
