"""Copper earned, lost, taken and paid."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.rules.strategies import EnactLaw, UseEvent
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from tests.rulesets.heroes_of_the_campaign.build import at, cards, side, table

SET = cards(
    """
- {id: thief, name: Thief, attack: 1, resistance: 3, tasks: [
     {id: rob, actions: [{do: take_copper, amount: 3}, {do: earn_copper, amount: last_amount}]},
     {id: waste, actions: [{do: lose_copper, amount: 3, player: you}, {do: lose_copper, amount: 3}]},
     {id: owe, actions: [{do: earn_copper, amount: {sum: [1, -5]}}]},
     {id: find, actions: [{do: earn_copper, amount: {sum: [2]}}]}]}
- {id: thrift, name: Thrift, type: law, cost: 2, abilities: [
     {kind: static, modifiers: [{forbid: lose_copper}, {forbid: earn_copper, player: opposing}]}]}
"""
)


def thieves(mine: int, yours: int, **other: object) -> Board:
    """A thief of seat 1, and copper."""
    two = side("anna", "bert", copper=yours, **other)  # type: ignore[arg-type]
    return table(SET, side("thief", "anna", copper=mine, hand=("thrift", "toll")), two)


@pytest.mark.rule("HOC-COP-01")
def test_copper_is_the_players_and_never_negative() -> None:
    """Losing takes what there is; a negative amount is none. A sum may be of one number."""
    wasted = at(thieves(2, 1)).when(1, StartTask("1.thief", "thief.waste"))
    wasted.then_includes(e.CopperLost(1, 2), e.CopperLost(2, 1))
    assert [side.copper for side in wasted.board.sides] == [0, 0]
    at(thieves(0, 0)).when(1, StartTask("1.thief", "thief.owe")).then_includes(e.CopperEarned(1, 0))
    at(thieves(0, 0)).when(1, StartTask("1.thief", "thief.find")).then_includes(e.CopperEarned(1, 2))


@pytest.mark.rule("HOC-COP-02")
def test_copper_is_kept() -> None:
    """From round to round, without limit."""
    later = at(thieves(700, 3)).when(1, EndTurn()).when(2, EndTurn())
    assert [side.copper for side in later.board.sides] == [700, 3]


@pytest.mark.rule("HOC-COP-03")
def test_what_cannot_be_paid_in_full_cannot_be_done() -> None:
    """Tasks, events and laws alike; who can pay, pays all of it."""
    at(thieves(0, 9)).when(1, UseEvent("toll")).refused("HOC-COP-03")
    at(thieves(1, 9)).when(1, EnactLaw("thrift")).refused("HOC-COP-03")
    at(table(SET)).when(1, StartTask("1.cora", "cora.hit")).refused("HOC-TSK-03")
    at(thieves(2, 9)).when(1, EnactLaw("thrift")).then_includes(e.LawEnacted(1, "thrift"), e.CopperPaid(1, 2, "thrift"))


@pytest.mark.rule("HOC-COP-04")
def test_earning_adds_to_the_heros_player() -> None:
    """Out of the bank."""
    earned = at(thieves(1, 1)).when(1, StartTask("1.anna", "anna.work")).then_includes(e.CopperEarned(1, 2))
    assert [side.copper for side in earned.board.sides] == [3, 1]


@pytest.mark.rule("HOC-TAK-01", "HOC-VOC-10")
def test_taking_moves_what_the_opponent_has() -> None:
    """No more than that; what was really moved is what the next action reads."""
    taken = at(thieves(4, 1)).when(1, StartTask("1.thief", "thief.rob"))
    taken.then_includes(e.CopperTaken(1, 3, 1), e.CopperEarned(1, 1))
    assert [side.copper for side in taken.board.sides] == [6, 0]


@pytest.mark.rule("HOC-TAK-02")
def test_a_task_that_takes_is_legal_where_nothing_is_to_be_had() -> None:
    """Nothing is taken then."""
    at(thieves(4, 0)).when(1, StartTask("1.thief", "thief.rob")).then_includes(e.CopperTaken(1, 3, 0))


@pytest.mark.rule("HOC-VOC-12")
def test_a_prohibition_skips_the_action_and_not_the_task() -> None:
    """Nobody can take what its owner cannot lose; paying stays possible."""
    robbed = at(thieves(1, 5, laws=("thrift",), hand=("toll",))).when(1, StartTask("1.thief", "thief.rob"))
    robbed.then_includes(
        e.ActionSkipped("thief.rob.1", "HOC-VOC-12", by=("thrift",)),
        e.ActionSkipped(None, "HOC-VOC-12", by=("thrift",)),
        e.TaskEnded("1.thief", "thief.rob"),
    )
    paid = at(table(SET, side("anna"), side("anna", copper=1, laws=("thrift",), hand=("toll",)), seat=2))
    paid.when(2, UseEvent("toll")).then_includes(e.CopperPaid(2, 1, "toll"))
