"""Bots of Hero's Crossing: the greedy one takes what is certain, leaves free actions that bring nothing, and ends."""

from __future__ import annotations

from random import Random

import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.phases import Selling
from rulesets.heros_crossing.rules.actions import GetModifiers
from rulesets.heros_crossing.rules.donations import Donate
from rulesets.heros_crossing.rules.resolution import SellCube
from rulesets.heros_crossing.rules.stealing import StealDie
from rulesets.heros_crossing.rules.turns import EndTurn
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.kit.bots import BOTS, greedy_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.play import fold
from rulesets.kit.structs import Start
from tests.rulesets.heros_crossing.boards import at, last_die, side, stake, starter, table, using, visit
from tests.rulesets.heros_crossing.powers import OWNED, power, under

LONGEST = 40
"""Rounds that hardly any game of greedy bots may last; with a random one, which hardly sells anything, any number."""


def test_a_greedy_bot_counts_what_happens_before_chance_is_asked() -> None:
    """The last sale of a round wins the hero, though the clean-up after it turns up what nobody knows yet."""
    visiting = {3: visit("monk", stake(1, "green-1"))}
    scenario = at(last_die(side("potion-shop-1*1"), visiting=visiting)).when(1, EndTurn()).waits_for(Selling, 1)

    assert {greedy_bot(RULESET, scenario.board, 1, Random(seed)) for seed in range(20)} == {SellCube(0, "0.0")}


def test_a_greedy_bot_sells_what_it_can() -> None:
    """A cube sold is worth more than the hope to sell it, whoever sells after it."""
    visiting = {0: visit("dancer", stake(1, "blue-2")), 3: visit("monk", stake(2, "green-1"))}
    board = last_die(side("magic-shop-1*1"), side("potion-shop-1*1"), visiting=visiting)
    scenario = at(board).when(1, EndTurn()).waits_for(Selling, 1)

    taken = {greedy_bot(RULESET, scenario.board, 1, Random(seed)) for seed in range(20)}
    assert taken <= {SellCube(0, "0.0"), SellCube(2, "0.0")}


def test_a_greedy_bot_takes_no_free_action_that_brings_nothing() -> None:
    """A steal that costs nothing and changes nothing is left, when it may as well end its turn."""
    board = table(side(pool="red-1", heroes=OWNED), side(pool="blue-2"), pending=using("red-1"))
    board = under(board, power({"do": "steal_rule", "free": True}, when="passive"))

    assert set(RULESET.legal_actions(board, 1)) == {StealDie(2), EndTurn()}
    assert {greedy_bot(RULESET, board, 1, Random(seed)) for seed in range(20)} == {EndTurn()}


def test_the_end_of_a_turn_is_listed_before_free_actions() -> None:
    """A greedy bot takes what is listed first for the rest of a move: its actions, then the end, and no steals."""
    own = side("smithy-3*4", pool="red-1", heroes=("herald",))
    for left in ((), ("get_modifiers",)):
        listed = [type(action) for action in RULESET.legal_actions(table(own, pending=using("red-1", *left)), 1)]
        assert listed == [GetModifiers] * len(left) + [EndTurn, UsePower, StealDie, Donate]


def played(names: tuple[str, str], seed: int) -> Board:
    """The end of a game between two bots, each of which goes by what its seat sees."""
    components, rng, key = starter(), Random(seed), b"bots %d" % seed
    start = Start(2, components.hash, "server", "free")
    play = RULESET.begin(start, components, ServerChance(key, b"start"))
    views = dict.fromkeys((1, 2), RULESET.empty_board(start, components))
    decisions = 0
    while play.board.round <= LONGEST or "random" in names:
        for seat, view in views.items():
            views[seat] = fold(view, [effect.seen_by(seat) for effect in play.effects])
        if not (waiting := RULESET.waiting_for(play.board)):
            return play.board
        seat, decisions = rng.choice(waiting), decisions + 1
        action = BOTS[names[seat - 1]](RULESET, views[seat], seat, rng)
        play = RULESET.decide(play.board, seat, action, ServerChance(key, b"%d" % decisions))
    raise AssertionError(f"game {seed} of {names} does not end")


@pytest.mark.parametrize("seed", range(4))
def test_greedy_bots_serve_all_heroes_soon(seed: int) -> None:
    """They neither wait for ever nor end a sale that would win a hero."""
    over = RULESET.over(played(("greedy", "greedy"), seed))
    assert over is not None


def test_a_greedy_bot_beats_a_random_one() -> None:
    """From either seat."""
    won = [RULESET.over(played(("greedy", "random"), seed)) for seed in range(2)]
    lost = [RULESET.over(played(("random", "greedy"), seed)) for seed in range(2)]
    assert [over and over.winners for over in (*won, *lost)] == [(1,)] * 2 + [(2,)] * 2
