"""Events."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.rules.strategies import UseEvent
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, copper

FAIR = """
- {id: fair, name: Fair, type: event, cost: 2, at_any_time: true, conditions: [{exists: {side: own, wounded: true}}],
   actions: [{do: earn_copper, amount: 3}]}
- {id: again, name: Again, type: law, abilities: [{kind: static, modifiers: [{allow: repeat_event, player: both}]}]}
"""
SET = cards(FAIR)
HURT = hero("anna", 1)
USE = UseEvent("fair")


@pytest.mark.rule("HOC-EVT-01")
def test_an_event_is_shown_paid_and_performed_at_once() -> None:
    """If its conditions hold and its cost can be paid before it brings anything."""
    after(table(SET, side(HURT, copper=2, hand=("fair",))), USE).then(
        e.CardShown(1, "fair", True),
        e.EventUsed(1, "fair"),
        e.CopperPaid(1, 2, "fair"),
        e.EffectStarted(1, "fair", "fair.0"),
        e.CopperEarned(1, 3),
        e.ActionEnded(None, (), 3),
        e.EffectEnded(),
    )
    at(table(SET, side("anna", copper=2, hand=("fair",)))).when(1, USE).refused("HOC-STR-05")
    at(table(SET, side(HURT, copper=1, hand=("fair",)))).when(1, USE).refused("HOC-COP-03")
    at(table(SET, side(HURT, hand=("again",)))).when(1, UseEvent("again")).refused("HOC-EVT-01")
    at(table(SET, side(HURT, copper=2))).when(1, USE).refused("HOC-STR-01")


@pytest.mark.rule("HOC-EVT-02")
def test_an_event_may_have_no_condition() -> None:
    """Nothing at all need be on the table."""
    after(table(SET, side(hand=("nap",))), UseEvent("nap")).then_includes(e.CopperEarned(1, 1))


@pytest.mark.rule("HOC-EVT-03")
def test_an_event_returns_to_the_hand() -> None:
    """Known to everybody from then on; it is shown once."""
    scenario = after(table(SET, side(HURT, copper=9, hand=("fair", "nap"))), USE)

    own = scenario.board.side(1)
    assert (own.hand, own.shown, own.hidden) == (("fair", "nap"), ("fair",), 1)
    scenario = scenario.when(1, EndTurn()).when(2, EndTurn()).when(1, USE).then_never(e.CardShown)
    assert scenario.board.side(1).hand == ("fair", "nap")


@pytest.mark.rule("HOC-EVT-04")
def test_an_event_may_be_used_in_every_round_and_is_paid_each_time() -> None:
    """2 copper for 3, three rounds long."""
    scenario = after(table(SET, side(HURT, copper=2, hand=("fair",))), USE)
    for _ in range(2):
        scenario = scenario.when(1, EndTurn()).when(2, EndTurn()).when(1, USE).then_includes(e.CopperPaid(1, 2, "fair"))
    assert copper(scenario) == (5, 0)


@pytest.mark.rule("HOC-EVT-05")
def test_an_event_is_used_once_in_a_round() -> None:
    """Both players' turns of the round together."""
    scenario = after(table(SET, side(HURT, copper=9, hand=("fair",), watches="all")), USE)

    scenario.when(1, USE).refused("HOC-EVT-05")
    scenario.when(1, EndTurn()).when(1, USE).refused("HOC-EVT-05")
    scenario.when(1, EndTurn()).when(2, EndTurn()).when(1, USE).then_includes(e.EventUsed(1, "fair"))


@pytest.mark.rule("HOC-EVT-05")
def test_both_players_may_use_the_same_event_in_a_round() -> None:
    """Each has its own."""
    both = side(HURT, copper=2, hand=("fair",))

    after(table(SET, both, both), USE, EndTurn()).when(2, USE).then_includes(e.EventUsed(2, "fair"))


@pytest.mark.rule("HOC-EVT-05", "HOC-GLD-01")
def test_a_card_may_let_events_be_used_again() -> None:
    """A law does so for both players; each use is paid."""
    board = table(SET, side(HURT, copper=9, hand=("fair",), laws=("again",)))

    assert after(board, USE, USE).board.side(1).used == ("fair", "fair")


@pytest.mark.rule("HOC-EVT-01")
def test_what_an_event_costs_can_change_but_never_falls_below_nothing() -> None:
    """A law makes events cheaper for its player."""
    text = FAIR + "- {id: sale, name: Sale, type: law, abilities: [{kind: static, modifiers: [{event_cost: %d}]}]}"
    for change, price in ((-1, 1), (-9, 0), (1, 3)):
        board = table(cards(text % change), side(HURT, copper=5, hand=("fair",), laws=("sale",)))
        assert copper(after(board, USE)) == (8 - price, 0)
