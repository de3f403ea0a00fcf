"""Recruit: gain, draw, keep to the limit."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.effects import (
    Asked,
    DrawingEnded,
    FrontActivated,
    HeroDiscarded,
    HeroDrawn,
    SoldiersGained,
    TurnEnded,
)
from rulesets.heros_crossing_tactics.phases import OverLimit, Recruiting, Turn
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.recruit import Discard, DrawHero, FinishDrawing, Recruit
from tests.rulesets.heros_crossing_tactics.build import at, front, side, table

FIVE = ("knight-1", "knight-2", "monk-1", "spark-1", "sword-1")


@pytest.mark.rule("HCT-REC-01")
def test_recruit_gains_then_draws_then_discards() -> None:
    """The three parts come in this order, and the turn is over after the last."""
    scenario = at(table(side(front("mixed-1"), hand=FIVE))).when(1, Recruit(1))
    scenario.then(
        FrontActivated(1, 1, "recruit"), SoldiersGained(1, 1, Soldiers(1, 1, 1, 1)), Asked(Recruiting(1))
    ).waits_for(Recruiting, 1)
    scenario = scenario.when(1, DrawHero(1), ["scout-1"])
    scenario.then(HeroDrawn(1, 1, "scout-1"), DrawingEnded(1)).waits_for(OverLimit, 1)
    scenario.when(1, Discard("monk-1")).then_includes(HeroDiscarded(1, "monk-1"), TurnEnded(2)).waits_for(Turn, 2)


@pytest.mark.rule("HCT-REC-02")
def test_all_heroes_of_the_front_bring_soldiers() -> None:
    """Every icon on every hero of the Front counts, and those of other Fronts do not."""
    board = table(side(front("sword-1", "knight-1", "monk-1", weapon=1), front("spark-1")))

    assert at(board).when(1, Recruit(1)).board.front(1, 1).soldiers == Soldiers(weapon=2, armor=1, potion=1)
    assert at(board).when(1, Recruit(1)).board.front(1, 2).soldiers == Soldiers()


@pytest.mark.rule("HCT-REC-03")
def test_gaining_is_no_choice() -> None:
    """Recruit has no parameter but the Front: the Soldiers come at once."""
    board = table(side(front("sword-1")))

    assert Recruit.__struct_fields__ == ("column",)
    at(board).when(1, Recruit(1)).then_includes(SoldiersGained(1, 1, Soldiers(weapon=1)))


@pytest.mark.rule("HCT-REC-04")
def test_drawing_power_is_of_the_activated_front() -> None:
    """The icons of its heroes add up; other Fronts do not count."""
    board = table(side(front("scout-1", "scout-2"), front("scout-3")))

    assert at(board).when(1, Recruit(1)).board.pending == Recruiting(3)


@pytest.mark.rule("HCT-REC-05")
def test_a_drawn_card_costs_its_level() -> None:
    """With 2 Drawing Power: two of level 1, or one of level 2, or one of level 1, or none."""
    scenario = at(table(side(front("scout-2")))).when(1, Recruit(1))

    assert set(RULESET.legal_actions(scenario.board, 1)) == {DrawHero(1), DrawHero(2), FinishDrawing()}
    scenario.when(1, DrawHero(3)).refused("HCT-REC-05")
    scenario.when(1, DrawHero(0)).refused("HCT-REC-05")
    scenario.when(1, DrawHero(2), ["cleric-1"]).then_includes(DrawingEnded(1)).waits_for(Turn, 2)
    one = scenario.when(1, DrawHero(1), ["monk-1"])
    assert one.board.pending == Recruiting(1)
    one.when(1, DrawHero(2)).refused("HCT-REC-05")
    one.when(1, DrawHero(1), ["knight-1"]).waits_for(Turn, 2)
    scenario.when(1, FinishDrawing()).waits_for(Turn, 2)


@pytest.mark.rule("HCT-REC-06")
def test_more_than_five_cards_may_be_drawn() -> None:
    """The set-up's limit does not hold here: with 9 Drawing Power six cards can be drawn."""
    scenario = at(table(side(front("sage-1")))).when(1, Recruit(1))
    for card in (*FIVE, "scout-1"):
        scenario = scenario.when(1, DrawHero(1), [card])

    assert len(scenario.board.side(1).hand) == 6
    assert scenario.board.pending == Recruiting(3)


@pytest.mark.rule("HCT-REC-07")
@pytest.mark.rule("HCT-AMB-06")
def test_each_card_is_seen_before_the_next_is_chosen() -> None:
    """One draw is one decision: the card is in the hand before the next level is named."""
    scenario = at(table(side(front("scout-2")))).when(1, Recruit(1))

    assert scenario.when(1, DrawHero(1)).needs_chance("draw", "HCT-REC-07").unknown_ok
    drawn = scenario.when(1, DrawHero(1), ["monk-1"]).then(HeroDrawn(1, 1, "monk-1")).waits_for(Recruiting, 1)
    assert drawn.board.side(1).hand == ("monk-1",)
    assert drawn.effects[0].seen_by(2) == HeroDrawn(1, 1)


@pytest.mark.rule("HCT-REC-08")
def test_spare_drawing_power_is_lost() -> None:
    """What is not spent is told once, and the next Recruit starts from its own icons."""
    scenario = at(table(side(front("scout-2"), front("scout-1")))).when(1, Recruit(1)).when(1, FinishDrawing())

    scenario.then_includes(DrawingEnded(1, 2))
    assert scenario.when(2, Recruit(1)).when(1, Recruit(2)).board.pending == Recruiting(1)


@pytest.mark.rule("HCT-REC-09")
def test_a_hand_over_five_is_discarded_down_to_five() -> None:
    """The holder chooses which, one after the other, and stops at five."""
    board = table(side(front("scout-2"), hand=FIVE))
    scenario = at(board).when(1, Recruit(1)).when(1, DrawHero(1), ["scout-1"]).when(1, DrawHero(1), ["scout-3"])

    scenario.waits_for(OverLimit, 1)
    assert set(RULESET.legal_actions(scenario.board, 1)) == {Discard(card) for card in (*FIVE, "scout-1", "scout-3")}
    scenario.when(1, Discard("cleric-1")).refused("HCT-REC-09")
    scenario.when(1, Recruit(2)).refused("HCT-REC-09")
    scenario = scenario.when(1, Discard("scout-1")).waits_for(OverLimit, 1).when(1, Discard("monk-1"))
    assert len(scenario.waits_for(Turn, 2).board.side(1).hand) == 5
    assert scenario.board.discard == ("monk-1", "scout-1")


@pytest.mark.rule("HCT-REC-10")
@pytest.mark.rule("HCT-AMB-16")
def test_the_limit_counts_after_the_last_draw_only() -> None:
    """While power is left a sixth and a seventh card stay in the hand, so nothing discarded can be drawn again."""
    board = table(side(front("scout-3"), hand=FIVE))
    scenario = at(board).when(1, Recruit(1)).when(1, DrawHero(1), ["scout-1"]).waits_for(Recruiting, 1)

    assert len(scenario.board.side(1).hand) == 6
    scenario.when(1, Discard("scout-1")).refused("HCT-REC-05")
    scenario.when(1, FinishDrawing()).waits_for(OverLimit, 1).when(1, DrawHero(1)).refused("HCT-REC-09")


def test_an_unknown_card_is_named_when_it_is_discarded() -> None:
    """A hand of backs can be discarded from; the table then says which card it was."""
    board = table(side(front("scout-1"), hand=("?1", "?1", "?2", "?2", "monk-1")))
    scenario = at(board).when(1, Recruit(1)).when(1, DrawHero(1), [None])

    assert scenario.board.side(1).hand == ("?1", "?1", "?1", "?2", "?2", "monk-1")
    scenario.when(1, Discard("?2")).needs_chance("reveal", "HCT-AMB-21")
    scenario.when(1, Discard("?2"), ["wall-1"]).then_includes(HeroDiscarded(1, "wall-1")).waits_for(Turn, 2)
