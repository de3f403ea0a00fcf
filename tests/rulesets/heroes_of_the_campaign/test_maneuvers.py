"""Maneuvers."""

import pytest

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.rules.strategies import LearnManeuver
from rulesets.heroes_of_the_campaign.rules.tasks import StartTask
from rulesets.heroes_of_the_campaign.rules.turns import EndTurn
from rulesets.heroes_of_the_campaign.values import values
from tests.rulesets.heroes_of_the_campaign.build import cards, hero, side, table
from tests.rulesets.heroes_of_the_campaign.checked import after, at, copper, legal

DRILL = """
- {id: drill, name: Drill, type: maneuver%s, abilities: [{kind: static, modifiers: [{stat: attack, add: 3}]}],
   tasks: [{id: earn, cost: 1, actions: [{do: earn_copper, amount: 3}]},
           {id: rob, actions: [{do: take_copper, amount: 1}]}]}
- {id: march, name: March, type: maneuver, tasks: [{id: go, actions: [{do: earn_copper, amount: 5}]}]}
"""
SET = cards(DRILL % "")
LEARN = LearnManeuver("drill", "1.anna")
EARN, ROB = StartTask("1.anna", "drill.earn"), StartTask("1.anna", "drill.rob")
WORK = StartTask("1.anna", "anna.work")


@pytest.mark.rule("HOC-MAN-01")
def test_one_own_hero_at_the_side_learns_a_maneuver() -> None:
    """Not an opposing one, nor one in the infirmary; and only a maneuver in hand, whose conditions hold."""
    board = table(SET, side("anna", "cora", hero("bert", 3, "infirmary"), hand=("drill", "nap")))

    assert legal(at(board), LearnManeuver) == [LEARN, LearnManeuver("drill", "1.cora")]
    for name in ("1.bert", "2.anna", "1.nobody"):
        at(board).when(1, LearnManeuver("drill", name)).refused("HOC-MAN-01")
    at(board).when(1, LearnManeuver("nap", "1.anna")).refused("HOC-MAN-01")
    at(board).when(1, LearnManeuver("march", "1.anna")).refused("HOC-STR-01")
    after(board, LEARN).then(e.CardShown(1, "drill", False), e.ManeuverLearned(1, "drill", "1.anna"))
    never = cards(DRILL % ", conditions: [{turn: opposing}]")
    at(table(never, side("anna", hand=("drill",)))).when(1, LEARN).refused("HOC-STR-05")


@pytest.mark.rule("HOC-MAN-01", "HOC-COP-03")
def test_a_maneuver_that_prints_a_cost_is_paid() -> None:
    """In full, or not learned."""
    dear = cards(DRILL % ", cost: 2")

    at(table(dear, side("anna", hand=("drill",), copper=1))).when(1, LEARN).refused("HOC-COP-03")
    assert copper(after(table(dear, side("anna", hand=("drill",), copper=2)), LEARN)) == (0, 0)


@pytest.mark.rule("HOC-MAN-02")
@pytest.mark.parametrize("more", ["", ", at_any_time: true"])
def test_maneuvers_are_learned_from_round_2_on(more: str) -> None:
    """Never in round 1, those for any time included."""
    found = cards(DRILL % more)

    at(table(found, side("anna", hand=("drill",)), round=1)).when(1, LEARN).refused("HOC-MAN-02")
    after(table(found, side("anna", hand=("drill",)), round=2), LEARN).then_includes(
        e.ManeuverLearned(1, "drill", "1.anna")
    )


@pytest.mark.rule("HOC-MAN-03")
def test_a_maneuver_stays_with_its_hero() -> None:
    """It is in no hand any more, and rounds do not end it."""
    scenario = after(table(SET, side("anna", "bert", hand=("drill",))), LEARN, EndTurn()).when(2, EndTurn())

    assert scenario.board.hero("1.anna").learned == ("drill",)
    assert scenario.board.side(1).in_hand == 0
    scenario.when(1, LearnManeuver("drill", "1.bert")).refused("HOC-STR-01")


@pytest.mark.rule("HOC-MAN-04")
def test_the_hero_has_the_abilities_of_its_maneuver() -> None:
    """It alone."""
    found = values(after(table(SET, side("anna", "bert", hand=("drill",))), LEARN).board).heroes

    assert (found["1.anna"].attack, found["1.bert"].attack) == (5, 1)


@pytest.mark.rule("HOC-MAN-05")
def test_each_round_one_task_of_the_maneuver_beside_the_regular_one() -> None:
    """It is paid, used up for the round, back in the next one, and not for the opponent's turn."""
    board = table(SET, side(hero("anna", learned=("drill",)), copper=1), side("bert", copper=5))

    scenario = after(board, WORK, EARN)
    assert copper(scenario) == (5, 5)
    scenario.when(1, ROB).refused("HOC-MAN-05")
    scenario = scenario.when(1, EndTurn()).when(2, EndTurn()).when(1, ROB).then_includes(e.CopperTaken(1, 1, 1))
    at(table(SET, side(hero("anna", learned=("drill",))))).when(1, EARN).refused("HOC-TSK-03")


@pytest.mark.rule("HOC-MAN-05")
def test_a_maneuvers_task_is_of_the_round_not_of_the_turn() -> None:
    """Used in the turn of the player who did not begin, it is back at once in the next round; regular tasks are of the
    turn."""
    late = hero("anna", learned=("drill",), used=("drill",))
    board = table(SET, side(late), side(late), seat=2)

    assert at(board).when(2, EndTurn()).board.hero("2.anna").used == ()
    early = table(SET, side(late), side(late), seat=1)
    assert after(early, EndTurn()).board.hero("2.anna").used == ("drill",)


@pytest.mark.rule("HOC-MAN-06")
def test_a_maneuvers_task_is_never_the_regular_one() -> None:
    """A second task of it is refused although the regular task is not used."""
    board = table(SET, side(hero("anna", learned=("drill",)), copper=1), side("bert", copper=5))

    scenario = after(board, ROB)
    assert scenario.board.hero("1.anna").used == ("drill",)
    scenario.when(1, EARN).refused("HOC-MAN-05")
    scenario.when(1, WORK).then_includes(e.CopperEarned(1, 2))


@pytest.mark.rule("HOC-MAN-07")
def test_each_of_several_maneuvers_gives_its_own_task() -> None:
    """Two maneuvers and the regular task: three tasks."""
    board = table(SET, side("anna", hand=("drill", "march")), side("bert", copper=5))

    scenario = after(board, LEARN, LearnManeuver("march", "1.anna"), ROB, StartTask("1.anna", "march.go"), WORK)
    assert scenario.board.hero("1.anna").learned == ("drill", "march")
    assert copper(scenario) == (8, 4)


@pytest.mark.rule("HOC-MAN-08")
def test_the_extra_task_needs_no_regular_one_and_no_further_turn() -> None:
    """It is performed in the turn of learning, before the regular task or without."""
    board = table(SET, side("anna", hand=("drill",)), side("bert", copper=5))

    after(board, LEARN, ROB).then_includes(e.CopperTaken(1, 1, 1)).when(1, WORK).then_includes(e.CopperEarned(1, 2))


@pytest.mark.rule("HOC-MAN-08")
def test_learned_on_the_opponents_turn_it_waits_for_the_own_one() -> None:
    """A maneuver for any time gives no task on the opponent's turn."""
    board = table(cards(DRILL % ", at_any_time: true"), None, side("anna", hand=("drill",), watches="all"))

    scenario = at(board).when(2, LearnManeuver("drill", "2.anna"))
    scenario.when(2, StartTask("2.anna", "drill.rob")).refused("HOC-TRN-04")
